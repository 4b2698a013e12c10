//! What a counter returns.

use crate::Count;

/// The answer to one question. A budget that runs out is an answer, not an error.
///
/// ```
/// use isocount_core::{Answer, Count};
///
/// // The whole count, and what was found until the time was up.
/// let (counted, cut_short) = (Answer::Exact(Count(45)), Answer::AtLeast(Count(30)));
/// assert_eq!(counted.exact(), Some(Count(45)));
/// assert_eq!(cut_short.exact(), None);
///
/// // To sort or plot answers of different kinds, take them as numbers.
/// let answers = [counted, cut_short, Answer::estimate(44.2)];
/// assert_eq!(answers.map(Answer::value), [45.0, 30.0, 44.2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// The exact count.
    Exact(Count),
    /// The budget ran out after this many were found; the true count is at least this large.
    AtLeast(Count),
    /// An estimate.
    Estimate(Estimate),
}

/// An estimated count. It is not rounded, and models may estimate less than zero.
///
/// ```
/// use isocount_core::{Estimate, Interval};
///
/// // What a sampler of your own may answer: 12,000, and at 95 % between 11,000 and 13,000.
/// let interval = Interval { low: 11_000.0, high: 13_000.0, confidence: 0.95 };
/// let estimate = Estimate::within(12_000.0, interval);
/// assert_eq!(estimate.interval, Some(interval));
///
/// // A regression model that says nothing about its error.
/// assert_eq!(Estimate::of(11_873.4).interval, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The estimated count; infinite if it is too large for an `f64`, then see `log10`.
    pub value: f64,
    /// An interval for the true count at a stated confidence, if the method can compute one.
    pub interval: Option<Interval>,
    /// Further results of a sampler.
    pub sampled: Option<Sampled>,
    /// Base-10 logarithms, if the count is too large for an `f64`.
    pub log10: Option<Log10>,
}

/// An interval that contains the true count with a stated probability.
///
/// ```
/// use isocount_core::Interval;
///
/// // Between 900 and 1100: ten percent more or less than 1000.
/// let interval = Interval { low: 900.0, high: 1100.0, confidence: 0.95 };
/// assert_eq!(interval.relative_half_width(1000.0), 0.1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The probability, such as 0.95.
    pub confidence: f64,
}

impl Interval {
    /// Half the width relative to `value`, a value inside the interval; infinite if `value` is
    /// zero.
    #[must_use]
    pub fn relative_half_width(&self, value: f64) -> f64 {
        if self.high <= self.low { 0.0 } else { (self.high - self.low) / (2.0 * value.abs()) }
    }
}

/// What a sampler learned on the way to its estimate.
///
/// ```
/// use isocount_core::{Estimate, Sampled};
///
/// // Twelve replicates found nothing: the count may be anything up to 5000.
/// let sampled = Sampled {
///     relative_standard_error: 0.0,
///     replicates: 12,
///     at_least: 0.0,
///     at_most: 5000.0,
///     reliable: false,
///     precise: false,
/// };
/// assert!(Estimate::of(0.0).with_sampled(sampled).is_unknown());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampled {
    /// The standard error of the estimate, relative to it.
    pub relative_standard_error: f64,
    /// How many independent replicates were averaged.
    pub replicates: u32,
    /// A certain lower bound on the true count.
    pub at_least: f64,
    /// A certain upper bound on the true count.
    pub at_most: f64,
    /// False if the replicates differ so much that their spread says little about the error. The
    /// interval then spans the certain bounds.
    pub reliable: bool,
    /// Whether the interval is reliable and as narrow as requested.
    pub precise: bool,
}

/// Base-10 logarithms of an estimate that is too large for an `f64`.
///
/// ```
/// use isocount_core::{Estimate, Log10};
///
/// // Mappings of a path of 200 nodes into a complete graph of 1000: more than an `f64` can hold.
/// let log10 = Log10 { value: 590.7, low: 590.6, high: 590.8 };
/// let estimate = Estimate::of(f64::INFINITY).with_log10(log10);
/// assert_eq!(estimate.log10.map(|it| it.value), Some(590.7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Log10 {
    /// Of the estimated count.
    pub value: f64,
    /// Of the lower end of its interval.
    pub low: f64,
    /// Of the upper end of its interval.
    pub high: f64,
}

impl Estimate {
    /// An estimate without an interval.
    #[must_use]
    pub fn of(value: f64) -> Self {
        Self { value, interval: None, sampled: None, log10: None }
    }

    /// An estimate with an interval.
    #[must_use]
    pub fn within(value: f64, interval: Interval) -> Self {
        Self { interval: Some(interval), ..Self::of(value) }
    }

    /// Adds the results of a sampler.
    #[must_use]
    pub fn with_sampled(self, sampled: Sampled) -> Self {
        Self { sampled: Some(sampled), ..self }
    }

    /// Whether a sampler found nothing although there may be occurrences. The value is then zero,
    /// which says nothing about the count; only the upper bound [`Sampled::at_most`] is known. A
    /// count that is proven to be zero is [`Answer::Exact`].
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.value == 0.0 && self.sampled.is_some_and(|sampled| sampled.at_most != 0.0)
    }

    /// Adds logarithms.
    #[must_use]
    pub fn with_log10(self, log10: Log10) -> Self {
        Self { log10: Some(log10), ..self }
    }
}

impl Answer {
    /// An estimate without an interval.
    #[must_use]
    pub fn estimate(value: f64) -> Self {
        Self::Estimate(Estimate::of(value))
    }

    /// The count, if this answer is exact.
    #[must_use]
    pub fn exact(self) -> Option<Count> {
        match self {
            Self::Exact(count) => Some(count),
            Self::AtLeast(_) | Self::Estimate(_) => None,
        }
    }

    /// The answer as a number, whatever its kind. Counts above 2⁵³ lose their last digits. Returns
    /// zero for an [unknown](Estimate::is_unknown) count.
    #[must_use]
    pub fn value(self) -> f64 {
        match self {
            Self::Exact(Count(count)) | Self::AtLeast(Count(count)) => count as f64,
            Self::Estimate(estimate) => estimate.value,
        }
    }
}
