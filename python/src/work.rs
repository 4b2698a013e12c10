//! A handle on long work, for progress bars.

use std::sync::{Mutex, MutexGuard, PoisonError};

use isocount::{Control, Progress, Task};
use pyo3::prelude::*;

/// The state that a progress bar polls while another thread works.
#[pyclass(frozen, module = "isocount._native")]
#[derive(Default)]
pub(crate) struct Work {
    control: Mutex<Option<Control>>,
}

impl Work {
    /// Shows the progress of this control from now on.
    pub(crate) fn follow(&self, control: &Control) {
        *self.control() = Some(control.clone());
    }

    fn control(&self) -> MutexGuard<'_, Option<Control>> {
        self.control.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Work {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// The task, how much of it is done, and the total; `None` if nothing is in progress.
    fn progress(&self) -> Option<Seen> {
        self.control().as_ref()?.progress().map(seen)
    }

    /// Like `progress`, but for the work that ended last.
    fn ended(&self) -> Option<Seen> {
        self.control().as_ref()?.ended().map(seen)
    }
}

/// The task, how much of it is done, and the total.
type Seen = (&'static str, u64, Option<u64>);

fn seen(progress: Progress) -> Seen {
    let Progress { stage, done } = progress;
    let task = match stage.task {
        Task::Reading => "reading",
        Task::Counting => "counting",
        Task::Making => "making",
        Task::Indexing => "indexing",
        Task::Training => "training",
        Task::Evaluating => "evaluating",
        Task::Exporting => "exporting",
        _ => "working",
    };
    (task, done, stage.total)
}
