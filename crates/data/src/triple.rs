//! (pattern, graph, count): the unit of learning and testing.

use isocount_core::{Answer, Count, CountError};
use isocount_record::Said;

/// A count, a bound or an estimate, as far as it is known.
///
/// ```
/// use isocount_core::{Answer, Count};
/// use isocount_data::Truth;
/// use isocount_record::Said;
///
/// // A count that was cut short is a lower bound, and no example for training.
/// let said = Said::Answer(Answer::AtLeast(Count(1000)));
/// let truth = Truth::of_said(&said).expect("something is known");
/// assert_eq!(truth, Truth::AtLeast(Count(1000)));
/// assert_eq!(truth.exact(), None);
///
/// // What a model guesses is no ground truth.
/// assert_eq!(Truth::of_said(&Said::Answer(Answer::estimate(7.0))), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The count.
    Exact(Count),
    /// The time or step limit was reached: the count is at least this. Such a triple belongs to no
    /// part of a split.
    AtLeast(Count),
    /// The count was estimated by sampling. Such a triple is used for training and testing like an
    /// exact one; every table of results states how many there are.
    Estimate {
        /// The estimate, rounded.
        count: Count,
        /// The lower end of its interval.
        low: Count,
        /// The upper end of its interval.
        high: Count,
    },
    /// The count does not fit in 128 bits. Such a triple belongs to no part of a split.
    TooLarge,
}

impl Truth {
    /// The count, if it was counted.
    #[must_use]
    pub fn exact(self) -> Option<Count> {
        match self {
            Self::Exact(count) => Some(count),
            Self::AtLeast(_) | Self::Estimate { .. } | Self::TooLarge => None,
        }
    }

    /// The count or its estimate, if there is one.
    #[must_use]
    pub fn known(self) -> Option<Count> {
        match self {
            Self::Exact(count) | Self::Estimate { count, .. } => Some(count),
            Self::AtLeast(_) | Self::TooLarge => None,
        }
    }

    /// The count, its estimate or its bound as a number; infinite if it is too large to be known.
    #[must_use]
    pub fn value(self) -> f64 {
        match self {
            Self::Exact(count) | Self::AtLeast(count) | Self::Estimate { count, .. } => {
                count.0 as f64
            }
            Self::TooLarge => f64::INFINITY,
        }
    }

    /// Whether it was estimated.
    #[must_use]
    pub fn is_estimate(self) -> bool {
        matches!(self, Self::Estimate { .. })
    }

    /// The name of its kind in files.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self::Exact(_) => "exact",
            Self::AtLeast(_) => "at_least",
            Self::Estimate { .. } => "estimate",
            Self::TooLarge => "too_large",
        }
    }

    /// The truth of an answer, if it qualifies; a prediction of a model and a refusal do not.
    #[must_use]
    pub fn of_said(said: &Said) -> Option<Self> {
        match said {
            Said::Answer(answer) => Self::of_answer(answer),
            Said::None { reason } if *reason == CountError::Overflow.to_string() => {
                Some(Self::TooLarge)
            }
            Said::None { .. } => None,
        }
    }

    /// The truth of a counter's answer, if it qualifies.
    pub(crate) fn of(answer: &Result<Answer, CountError>) -> Option<Self> {
        match answer {
            Ok(answer) => Self::of_answer(answer),
            Err(CountError::Overflow) => Some(Self::TooLarge),
            Err(_) => None,
        }
    }

    /// An estimate needs an interval based on samples; of an unreliable one, only the certain bound
    /// is kept.
    #[expect(clippy::cast_sign_loss, reason = "casting takes negative numbers to zero")]
    fn of_answer(answer: &Answer) -> Option<Self> {
        let estimate = match answer {
            Answer::Exact(count) => return Some(Self::Exact(*count)),
            Answer::AtLeast(count) => return Some(Self::AtLeast(*count)),
            Answer::Estimate(estimate) => estimate,
        };
        let (sampled, interval) = (estimate.sampled?, estimate.interval?);
        // Conversions saturate, and NaN becomes zero.
        if !sampled.reliable {
            return Some(Self::AtLeast(Count(sampled.at_least.floor() as u128)));
        }
        if estimate.value >= u128::MAX as f64 {
            return Some(Self::TooLarge);
        }
        let [count, low, high] =
            [estimate.value.round(), interval.low.floor(), interval.high.ceil()]
                .map(|number| Count(number as u128));
        Some(Self::Estimate { count, low: low.min(count), high: high.max(count) })
    }
}

impl From<Truth> for Said {
    fn from(truth: Truth) -> Self {
        match truth {
            Truth::Exact(count) => Self::Answer(Answer::Exact(count)),
            Truth::AtLeast(count) => Self::Answer(Answer::AtLeast(count)),
            Truth::Estimate { count, .. } => Self::Answer(Answer::estimate(count.0 as f64)),
            Truth::TooLarge => Self::from(Err(CountError::Overflow)),
        }
    }
}

/// A pattern and a graph, by their numbers in the data set, and the count of the one in the other.
///
/// ```
/// use isocount_core::Count;
/// use isocount_data::{Triple, Truth};
///
/// // The first pattern occurs three times in the sixth graph.
/// let triple = Triple { pattern: 0, graph: 5, truth: Truth::Exact(Count(3)) };
/// assert_eq!(triple.truth.exact(), Some(Count(3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triple {
    /// Which pattern, from 0.
    pub pattern: u32,
    /// Which graph, from 0.
    pub graph: u32,
    /// The count.
    pub truth: Truth,
}

/// A pattern and a graph, by their numbers.
///
/// ```
/// # use isocount_core::{Label, LabeledGraph, Pattern};
/// # use isocount_data::{About, GraphEntry, GraphStore, LabelTable, NamedPattern};
/// # let path = |num_nodes: usize| {
/// #     let mut builder = LabeledGraph::builder();
/// #     let nodes: Vec<_> = (0..num_nodes).map(|_| builder.node(Label(0))).collect();
/// #     for pair in nodes.windows(2) {
/// #         builder.edge(pair[0], pair[1], Label(0));
/// #     }
/// #     builder.build()
/// # };
/// # let named = |name: &str, graph| -> Result<NamedPattern, isocount_core::EmptyPattern> {
/// #     Ok(NamedPattern { name: name.to_owned(), pattern: Pattern::try_from(graph)? })
/// # };
/// # let patterns = [named("arc", path(2)?)?, named("two arcs", path(3)?)?];
/// # let (short, long) = (path(3)?, path(5)?);
/// # let graphs = [("short", &short), ("long", &long)];
/// # let graphs = GraphStore::pack(graphs.map(|(name, graph)| GraphEntry { name, graph }));
/// # let about = About { labels: LabelTable::numbers(1, 1), ..About::default() };
/// use isocount_data::{Pair, Pairs, Questions};
///
/// // Of two patterns and two graphs, only the second pattern in the first graph.
/// let pairs = Pairs::Listed(vec![Pair { pattern: 1, graph: 0 }]);
/// let questions = Questions { about, patterns: &patterns, graphs: &graphs, pairs };
/// assert_eq!(questions.num_pairs(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// Which pattern, from 0.
    pub pattern: u32,
    /// Which graph, from 0.
    pub graph: u32,
}

#[cfg(test)]
mod tests {
    use isocount_core::{Estimate, Interval, Sampled};

    use super::*;

    #[test]
    fn an_estimate_by_sampling_is_kept_with_its_interval() {
        let sampled = |reliable| Sampled {
            relative_standard_error: 0.1,
            replicates: 12,
            at_least: 5.0,
            at_most: 100.0,
            reliable,
            precise: true,
        };
        let interval = Interval { low: 6.2, high: 9.9, confidence: 0.95 };
        let of = |value: f64, reliable| {
            let estimate = Estimate::within(value, interval).with_sampled(sampled(reliable));
            Truth::of_answer(&Answer::Estimate(estimate)).unwrap()
        };
        let (count, low, high) = (Count(8), Count(6), Count(10));
        assert_eq!(of(7.6, true), Truth::Estimate { count, low, high });
        assert_eq!((of(7.6, true).known(), of(7.6, true).exact()), (Some(count), None));
        assert_eq!(of(7.6, false), Truth::AtLeast(Count(5)));
        assert_eq!(of(1e39, true), Truth::TooLarge);
    }

    #[test]
    fn ground_truth_passes_through_the_record_of_an_answer() {
        for truth in [Truth::Exact(Count(7)), Truth::AtLeast(Count(0)), Truth::TooLarge] {
            assert_eq!(Truth::of_said(&truth.into()), Some(truth));
        }
        // A prediction of a model is not based on samples.
        assert_eq!(Truth::of_said(&Said::Answer(Answer::estimate(7.0))), None);
        let interval = Interval { low: 6.2, high: 9.9, confidence: 0.95 };
        assert_eq!(Truth::of_answer(&Answer::Estimate(Estimate::within(7.0, interval))), None);
        assert_eq!(Truth::of_said(&Said::None { reason: "no idea".to_owned() }), None);
    }
}
