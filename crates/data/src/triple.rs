//! (pattern, graph, count): what the paper learns from.

use isocount_core::{Answer, Count, CountError};
use isocount_record::Said;

/// What is known about a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The count.
    Exact(Count),
    /// The time or step limit was reached: the count is at least this. Such a triple belongs to
    /// no split.
    AtLeast(Count),
    /// The count does not fit in 128 bits. Such a triple belongs to no split.
    TooLarge,
}

impl Truth {
    /// The count, if it is known.
    #[must_use]
    pub fn exact(self) -> Option<Count> {
        match self {
            Self::Exact(count) => Some(count),
            Self::AtLeast(_) | Self::TooLarge => None,
        }
    }

    /// What was said, if it is ground truth; an estimate or a refusal is none.
    #[must_use]
    pub fn of_said(said: &Said) -> Option<Self> {
        match said {
            Said::Answer(Answer::Exact(count)) => Some(Self::Exact(*count)),
            Said::Answer(Answer::AtLeast(count)) => Some(Self::AtLeast(*count)),
            Said::None { reason } if *reason == CountError::Overflow.to_string() => {
                Some(Self::TooLarge)
            }
            Said::Answer(Answer::Estimate(_)) | Said::None { .. } => None,
        }
    }

    /// What a counter said, if it is ground truth; an estimate is none.
    pub(crate) fn of(answer: &Result<Answer, CountError>) -> Option<Self> {
        match answer {
            Ok(Answer::Exact(count)) => Some(Self::Exact(*count)),
            Ok(Answer::AtLeast(count)) => Some(Self::AtLeast(*count)),
            Err(CountError::Overflow) => Some(Self::TooLarge),
            _ => None,
        }
    }
}

impl From<Truth> for Said {
    fn from(truth: Truth) -> Self {
        match truth {
            Truth::Exact(count) => Self::Answer(Answer::Exact(count)),
            Truth::AtLeast(count) => Self::Answer(Answer::AtLeast(count)),
            Truth::TooLarge => Self::from(Err(CountError::Overflow)),
        }
    }
}

/// A pattern and a graph, by their numbers in the data set, and how often one occurs in the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triple {
    /// Which pattern, from 0.
    pub pattern: u32,
    /// Which graph, from 0.
    pub graph: u32,
    /// How often.
    pub truth: Truth,
}

/// A pattern and a graph, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// Which pattern, from 0.
    pub pattern: u32,
    /// Which graph, from 0.
    pub graph: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ground_truth_passes_through_the_record_of_an_answer() {
        for truth in [Truth::Exact(Count(7)), Truth::AtLeast(Count(0)), Truth::TooLarge] {
            assert_eq!(Truth::of_said(&truth.into()), Some(truth));
        }
        assert_eq!(Truth::of_said(&Said::Answer(Answer::estimate(7.0))), None);
        assert_eq!(Truth::of_said(&Said::None { reason: "no idea".to_owned() }), None);
    }
}
