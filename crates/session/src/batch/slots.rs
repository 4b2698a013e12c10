//! Open graphs that several threads share until all questions about them are answered.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use isocount_core::{CountError, LabeledGraph, OpenGraph};

use crate::opened::Advise;
use crate::zero::Profile;

/// An open graph.
pub(super) struct Open {
    pub(super) handle: Mutex<Box<dyn OpenGraph>>,
    pub(super) graph: Arc<LabeledGraph>,
    /// The facts that explain its zeros.
    pub(super) profile: Mutex<Profile>,
    /// The notes on answers about it.
    pub(super) advise: Option<Advise>,
    /// How long opening took.
    pub(super) time: Duration,
}

/// An open graph, or why it could not be opened.
pub(super) type Opened = Result<Open, CountError>;

/// A graph that is opened by the first thread that needs it.
type Slot = Arc<OnceLock<Opened>>;

/// The open graphs, by group. A graph is dropped after its last question, so at most one more than
/// the number of threads is open.
#[derive(Default)]
pub(super) struct Slots {
    open: Mutex<BTreeMap<usize, (Slot, usize)>>,
}

impl Slots {
    /// The slot of a group with `questions` questions.
    pub(super) fn slot(&self, group: usize, questions: usize) -> Slot {
        let mut open = self.lock();
        Arc::clone(&open.entry(group).or_insert_with(|| (Slot::default(), questions)).0)
    }

    /// Records that `questions` questions of a group were answered.
    pub(super) fn answered(&self, group: usize, questions: usize) {
        let mut open = self.lock();
        if let Some((_, left)) = open.get_mut(&group) {
            *left = left.saturating_sub(questions);
            if *left == 0 {
                open.remove(&group);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<usize, (Slot, usize)>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
