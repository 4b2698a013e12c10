//! What a counter says.

use crate::Count;

/// The answer to one question. A budget that runs out is an answer, not an error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// The count.
    Exact(Count),
    /// The budget ran out after this many were found; the true count is not smaller.
    AtLeast(Count),
    /// An estimate, with its standard error where the method knows one.
    Estimate {
        /// The estimated count.
        value: f64,
        /// One standard deviation of the estimate.
        std_error: Option<f64>,
    },
}

impl Answer {
    /// The count, if this answer is exact.
    #[must_use]
    pub fn exact(self) -> Option<Count> {
        match self {
            Self::Exact(count) => Some(count),
            Self::AtLeast(_) | Self::Estimate { .. } => None,
        }
    }
}
