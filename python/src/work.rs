//! A handle on long work, for progress bars.

use std::sync::{Mutex, PoisonError};

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
        *self.control.lock().unwrap_or_else(PoisonError::into_inner) = Some(control.clone());
    }
}

#[pymethods]
impl Work {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// What is done, how much of it, and how much there is; nothing if nothing is going on.
    fn progress(&self) -> Option<(&'static str, u64, Option<u64>)> {
        let control = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        let Progress { stage, done } = control.as_ref()?.progress()?;
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
        Some((task, done, stage.total))
    }
}
