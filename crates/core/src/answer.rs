//! What a counter says.

use crate::Count;

/// The answer to one question. A budget that runs out is an answer, not an error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// The count.
    Exact(Count),
    /// The budget ran out after this many were found; the true count is not smaller.
    AtLeast(Count),
    /// An estimate.
    Estimate(Estimate),
}

/// An estimated count. It is not rounded, and models may estimate less than zero.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The estimated count.
    pub value: f64,
    /// Where the true count lies with a stated probability, if the method can say.
    pub interval: Option<Interval>,
}

/// An interval that holds the true count with a stated probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The probability, such as 0.95.
    pub confidence: f64,
}

impl Estimate {
    /// An estimate without an interval.
    #[must_use]
    pub fn of(value: f64) -> Self {
        Self { value, interval: None }
    }

    /// An estimate with an interval.
    #[must_use]
    pub fn within(value: f64, interval: Interval) -> Self {
        Self { value, interval: Some(interval) }
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

    /// The answer as a number, whatever kind it is. Counts above 2⁵³ lose their last digits.
    #[must_use]
    pub fn value(self) -> f64 {
        match self {
            Self::Exact(Count(count)) | Self::AtLeast(Count(count)) => count as f64,
            Self::Estimate(estimate) => estimate.value,
        }
    }
}
