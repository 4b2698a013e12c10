//! How long one question may take.

use std::time::Duration;

use crate::Control;

/// Limits on one question, and the handle that can cancel it. A counter that reaches a limit or is
/// cancelled returns [`AtLeast`](crate::Answer::AtLeast).
///
/// ```
/// use std::time::Duration;
/// use isocount_core::{Budget, Control};
///
/// let control = Control::new();
/// let budget = Budget::time(Duration::from_secs(5)).with_control(&control);
/// assert_eq!(budget.steps, None);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Budget {
    /// Wall-clock time, honoured within a few milliseconds.
    pub time: Option<Duration>,
    /// Search steps: attempts to extend a partial mapping. On one thread, the same number of steps
    /// gives the same answer on every machine.
    pub steps: Option<u64>,
    /// Bytes that caches may use, in addition to memory that grows with the graph. It never changes
    /// an exact answer; a question may take longer.
    pub memory: Option<usize>,
    /// Cancels the question from another thread.
    pub control: Control,
}

impl Budget {
    /// No limit at all.
    pub const UNLIMITED: Self =
        Self { time: None, steps: None, memory: None, control: Control::NONE };

    /// A limit on wall-clock time.
    #[must_use]
    pub fn time(limit: Duration) -> Self {
        Self { time: Some(limit), ..Self::UNLIMITED }
    }

    /// A limit on search steps.
    #[must_use]
    pub fn steps(limit: u64) -> Self {
        Self { steps: Some(limit), ..Self::UNLIMITED }
    }

    /// Whether neither time nor steps are limited.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.time.is_none() && self.steps.is_none()
    }

    /// Sets the limit on time, or removes it.
    #[must_use]
    pub fn with_time(self, limit: Option<Duration>) -> Self {
        Self { time: limit, ..self }
    }

    /// Sets the limit on steps, or removes it.
    #[must_use]
    pub fn with_steps(self, limit: Option<u64>) -> Self {
        Self { steps: limit, ..self }
    }

    /// Sets the limit on cache memory, or removes it.
    #[must_use]
    pub fn with_memory(self, limit: Option<usize>) -> Self {
        Self { memory: limit, ..self }
    }

    /// Sets the handle that cancels the question.
    #[must_use]
    pub fn with_control(self, control: &Control) -> Self {
        Self { control: control.clone(), ..self }
    }
}
