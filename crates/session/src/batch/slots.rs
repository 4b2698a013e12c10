//! Open graphs that several threads share while questions about them are left.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use isocount_core::{CountError, LabeledGraph, OpenGraph};

use crate::opened::Advise;
use crate::zero::Profile;

/// A graph that was opened.
pub(super) struct Open {
    pub(super) handle: Mutex<Box<dyn OpenGraph>>,
    pub(super) graph: Arc<LabeledGraph>,
    /// What explains its zeros.
    pub(super) profile: Mutex<Profile>,
    /// The notes on answers about it.
    pub(super) advise: Option<Advise>,
    /// What opening took.
    pub(super) time: Duration,
}

/// A graph that was opened, or why it could not be.
pub(super) type Opened = Result<Open, CountError>;

/// A graph that is opened by the first thread that needs it.
type Slot = Arc<OnceLock<Opened>>;

/// The graphs that are open, by group. One is let go when its last question was answered, so no
/// more of them are open than there are threads, and one.
#[derive(Default)]
pub(super) struct Slots {
    open: Mutex<BTreeMap<usize, (Slot, usize)>>,
}

impl Slots {
    /// The slot of a group that has so many questions.
    pub(super) fn slot(&self, group: usize, questions: usize) -> Slot {
        let mut open = self.lock();
        Arc::clone(&open.entry(group).or_insert_with(|| (Slot::default(), questions)).0)
    }

    /// So many questions of a group were answered.
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
