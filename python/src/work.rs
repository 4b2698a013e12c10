//! A handle on long work, for progress bars.

use std::sync::{Mutex, MutexGuard, PoisonError};

use isocount::{Control, Progress, Task};
use pyo3::prelude::*;

/// What a progress bar looks at while another thread works.
#[pyclass(frozen, module = "isocount._native")]
#[derive(Default)]
pub(crate) struct Work {
    control: Mutex<Option<Control>>,
}

impl Work {
    /// From now on, the progress of this is shown.
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

    /// What is done, how much of it, and how much there is; nothing if nothing is going on.
    fn progress(&self) -> Option<Seen> {
        self.control().as_ref()?.progress().map(seen)
    }

    /// The same for the work that ended last.
    fn ended(&self) -> Option<Seen> {
        self.control().as_ref()?.ended().map(seen)
    }
}

/// The task, how much of it is done, and how much there is.
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
