//! (pattern, graph, count): what the paper learns from.

use isocount_core::{Answer, Count, CountError};

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

    /// What a counter said, if it is a truth; an estimate is none.
    pub(crate) fn of(answer: &Result<Answer, CountError>) -> Option<Self> {
        match answer {
            Ok(Answer::Exact(count)) => Some(Self::Exact(*count)),
            Ok(Answer::AtLeast(count)) => Some(Self::AtLeast(*count)),
            Err(CountError::Overflow) => Some(Self::TooLarge),
            _ => None,
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
