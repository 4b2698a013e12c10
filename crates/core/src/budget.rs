//! How long one question may take.

use std::time::Duration;

/// Limits on one question. A counter that reaches one of them answers
/// [`AtLeast`](crate::Answer::AtLeast).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Wall-clock time, honoured within a few milliseconds; a graph of millions of arcs may add a
    /// pass over them.
    pub time: Option<Duration>,
    /// Search steps: extensions of a partial mapping that are tried. The same number of steps gives
    /// the same answer on every machine, for one thread.
    pub steps: Option<u64>,
}

impl Budget {
    /// No limit at all.
    pub const UNLIMITED: Self = Self { time: None, steps: None };

    /// A limit on wall-clock time.
    #[must_use]
    pub fn time(limit: Duration) -> Self {
        Self { time: Some(limit), steps: None }
    }

    /// A limit on search steps.
    #[must_use]
    pub fn steps(limit: u64) -> Self {
        Self { time: None, steps: Some(limit) }
    }
}
