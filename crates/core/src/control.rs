//! Stopping long work from outside, and seeing how far it has come.
//!
//! Every long call takes a [`Control`]. The work stores a few numbers in it and looks at one flag;
//! it never calls back. To show progress, poll [`Control::progress`] from another
//! thread, so quick work pays nothing for being watched.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::Answer;

/// A handle on long work: cancels it and reports its progress. Clones share the same state.
///
/// ```
/// use isocount_core::Control;
///
/// let control = Control::new();
/// let other_thread = control.clone();
/// assert!(control.check().is_ok());
/// other_thread.cancel();
/// assert!(control.is_cancelled());
/// assert!(control.check().is_err());
/// ```
#[derive(Clone, Default)]
pub struct Control {
    /// Nothing for work that nobody watches.
    shared: Option<Arc<Shared>>,
}

#[derive(Default)]
struct Shared {
    cancelled: AtomicBool,
    done: AtomicU64,
    stage: Mutex<Option<Stage>>,
    /// The stage before, and how far it came.
    ended: Mutex<Option<Progress>>,
    /// Whether forecasts were ever wanted: a question that is asked without takes no lock.
    wants_forecasts: AtomicBool,
    forecasts: Mutex<Forecasts>,
    /// Cancelled together with it, and reports to it.
    parent: Option<Arc<Shared>>,
}

impl Shared {
    fn keep_ended(&self, stage: Option<Stage>) {
        if let Some(stage) = stage {
            let done = self.done.load(Ordering::Relaxed);
            let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
            *ended = Some(Progress { stage, done });
        }
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
            || self.parent.as_ref().is_some_and(|parent| parent.is_cancelled())
    }
}

/// Whether forecasts are wanted, and the last one.
#[derive(Default)]
struct Forecasts {
    after: Option<Duration>,
    last: Forecast,
}

/// What is expected of a question that is being answered exactly and takes long.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Forecast {
    /// The count as far as it is known, usually an estimate with an interval.
    pub answer: Option<Answer>,
    /// How long the exact answer will take, from the beginning of the question.
    pub time: Option<Duration>,
}

/// The work was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

/// What kind of work is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Task {
    /// Reading files; counts bytes.
    Reading,
    /// Answering questions; counts answers.
    Counting,
    /// Making a data set; counts triples.
    Making,
    /// Building an index; counts columns.
    Indexing,
    /// Training a model; counts epochs.
    Training,
    /// Testing a counter; counts triples.
    Evaluating,
    /// Writing a data set in another format; counts patterns and graphs.
    Exporting,
}

/// One stretch of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// What kind of work it is.
    pub task: Task,
    /// What it works on, such as the name of a file.
    pub what: String,
    /// How much there is to do, if that is known.
    pub total: Option<u64>,
    /// How much of it was done before it began, in an earlier run.
    pub already: u64,
}

/// How far a stage has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The stage.
    pub stage: Stage,
    /// How much of it is done.
    pub done: u64,
}

impl Control {
    /// For work that is never cancelled and that nobody watches.
    pub const NONE: Self = Self { shared: None };

    /// A new handle.
    #[must_use]
    pub fn new() -> Self {
        Self { shared: Some(Arc::default()) }
    }

    /// A handle on a part of the work: cancelled with the whole, or alone. Progress is that of the
    /// whole.
    #[must_use]
    pub fn child(&self) -> Self {
        Self { shared: Some(Arc::new(Shared { parent: self.shared.clone(), ..Shared::default() })) }
    }

    /// What holds the progress.
    fn root(&self) -> Option<&Shared> {
        let mut shared = self.shared.as_deref()?;
        while let Some(parent) = shared.parent.as_deref() {
            shared = parent;
        }
        Some(shared)
    }

    /// Asks the work to stop. It does so within some milliseconds, with its files valid. A handle
    /// stays cancelled. Does nothing to [`Control::NONE`].
    pub fn cancel(&self) {
        if let Some(shared) = &self.shared {
            shared.cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the work was asked to stop. Cheap: one relaxed load.
    #[must_use]
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.is_cancelled())
    }

    /// The same as an error, for use with `?`.
    ///
    /// # Errors
    /// If the work was asked to stop.
    #[inline]
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }

    /// Begins a stage of work, which ends when the next one begins.
    pub fn begin(&self, task: Task, what: &str, total: Option<u64>) {
        self.begin_at(task, what, total, 0);
    }

    /// Begins a stage of which some was done in an earlier run.
    pub fn begin_at(&self, task: Task, what: &str, total: Option<u64>, already: u64) {
        if let Some(shared) = self.root() {
            let mut stage = shared.stage.lock().unwrap_or_else(PoisonError::into_inner);
            shared.keep_ended(stage.take());
            shared.done.store(already, Ordering::Relaxed);
            *stage = Some(Stage { task, what: what.to_owned(), total, already });
        }
    }

    /// Ends the stage, if one has begun.
    pub fn end(&self) {
        if let Some(shared) = self.root() {
            let mut stage = shared.stage.lock().unwrap_or_else(PoisonError::into_inner);
            shared.keep_ended(stage.take());
        }
    }

    /// The last stage that has ended, and how far it came. A watcher that looks now and then has
    /// not seen its end.
    #[must_use]
    pub fn ended(&self) -> Option<Progress> {
        self.root()?.ended.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets how much of the stage is done.
    #[inline]
    pub fn set(&self, done: u64) {
        if let Some(shared) = self.root() {
            shared.done.store(done, Ordering::Relaxed);
        }
    }

    /// Adds to how much of the stage is done.
    #[inline]
    pub fn advance(&self, by: u64) {
        if let Some(shared) = self.root() {
            shared.done.fetch_add(by, Ordering::Relaxed);
        }
    }

    /// Asks for a forecast of every question that is answered exactly, without a limit, and takes
    /// longer than this. For one question at a time: a handle holds one forecast.
    pub fn want_forecasts(&self, after: Duration) {
        if let Some(shared) = self.root() {
            let mut forecasts = shared.forecasts.lock().unwrap_or_else(PoisonError::into_inner);
            forecasts.after = Some(after);
            shared.wants_forecasts.store(true, Ordering::Release);
        }
    }

    /// After how long a forecast is wanted, if at all.
    #[must_use]
    pub fn wants_forecasts(&self) -> Option<Duration> {
        let shared = self.root()?;
        if !shared.wants_forecasts.load(Ordering::Acquire) {
            return None;
        }
        shared.forecasts.lock().unwrap_or_else(PoisonError::into_inner).after
    }

    /// What is expected of the question that is being answered; empty if nothing is known.
    #[must_use]
    pub fn forecast(&self) -> Forecast {
        self.root().map_or(Forecast::default(), |shared| {
            shared.forecasts.lock().unwrap_or_else(PoisonError::into_inner).last
        })
    }

    /// Changes the forecast. Each question begins with an empty one.
    pub fn foresee(&self, change: impl FnOnce(&mut Forecast)) {
        if let Some(shared) = self.root() {
            change(&mut shared.forecasts.lock().unwrap_or_else(PoisonError::into_inner).last);
        }
    }

    /// How far the work has come; nothing before its first stage and after its last.
    #[must_use]
    pub fn progress(&self) -> Option<Progress> {
        let shared = self.root()?;
        let stage = shared.stage.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        Some(Progress { stage, done: shared.done.load(Ordering::Relaxed) })
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").field("cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watcher_sees_the_stage_and_how_far_it_is() {
        let control = Control::new();
        assert_eq!(control.progress(), None);
        control.begin(Task::Reading, "karate.csv", Some(78));
        control.advance(8);
        control.advance(2);
        let progress = control.progress().unwrap();
        assert_eq!((progress.stage.task, progress.done), (Task::Reading, 10));
        assert_eq!(progress.stage.total, Some(78));
        assert_eq!(control.ended(), None);
        control.begin_at(Task::Counting, "", None, 5);
        assert_eq!(control.progress().unwrap().done, 5);
        assert_eq!(control.ended(), Some(progress));
        control.advance(4);
        control.end();
        assert_eq!(control.progress(), None);
        assert_eq!(control.ended().unwrap().done, 9);
        control.end();
        assert_eq!(control.ended().unwrap().done, 9);
    }

    #[test]
    fn a_part_ends_with_the_whole_and_not_the_other_way_round() {
        let whole = Control::new();
        let (part, other) = (whole.child(), whole.child().child());
        part.cancel();
        assert!(part.is_cancelled() && !whole.is_cancelled() && !other.is_cancelled());
        other.begin(Task::Counting, "x", Some(3));
        other.advance(2);
        assert_eq!(whole.progress().map(|progress| progress.done), Some(2));
        whole.cancel();
        assert!(other.is_cancelled());
    }

    #[test]
    fn forecasts_are_kept_by_the_whole() {
        let whole = Control::new();
        let part = whole.child();
        assert_eq!(part.wants_forecasts(), None);
        whole.want_forecasts(Duration::from_secs(1));
        assert_eq!(part.wants_forecasts(), Some(Duration::from_secs(1)));
        part.foresee(|forecast| forecast.time = Some(Duration::from_secs(60)));
        assert_eq!(whole.forecast().time, Some(Duration::from_secs(60)));
        assert_eq!(whole.forecast().answer, None);
        Control::NONE.want_forecasts(Duration::ZERO);
        assert_eq!(Control::NONE.wants_forecasts(), None);
    }

    #[test]
    fn work_that_nobody_watches_cannot_be_stopped() {
        Control::NONE.cancel();
        assert!(!Control::NONE.is_cancelled());
        Control::NONE.begin(Task::Counting, "", None);
        assert_eq!(Control::NONE.progress(), None);
    }
}
