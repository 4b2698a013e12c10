//! Limits the work at a time: a fixed number of requests work, a fixed number wait, and the others
//! are refused with the time after which to try again.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use isocount_core::Control;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// The delay after which a refused client may try again.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Admits a limited number of requests at a time.
pub(crate) struct Gate {
    permits: Arc<Semaphore>,
    queue: usize,
    waiting: AtomicUsize,
    turned_away: AtomicU64,
    /// The work in progress, to be cancelled when the service ends.
    at_work: Mutex<BTreeMap<u64, Control>>,
    next: AtomicU64,
    closed: AtomicBool,
}

/// The right to work, given back when it is dropped.
pub(crate) struct Admission {
    gate: Arc<Gate>,
    number: u64,
    _permit: OwnedSemaphorePermit,
}

impl Gate {
    pub(crate) fn new(concurrent: usize, queue: usize) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(concurrent.max(1))),
            queue,
            waiting: AtomicUsize::new(0),
            turned_away: AtomicU64::new(0),
            at_work: Mutex::default(),
            next: AtomicU64::new(0),
            closed: AtomicBool::new(false),
        }
    }

    /// Waits for a turn. When the service ends, the work is cancelled through `control`.
    pub(crate) async fn enter(self: &Arc<Self>, control: &Control) -> Result<Admission, Problem> {
        let permit = if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            permit
        } else {
            let _place = Place::in_queue(self)?;
            let permit = Arc::clone(&self.permits).acquire_owned().await;
            permit.map_err(|_| Problem::busy(RETRY_AFTER))?
        };
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.lock().insert(number, control.clone());
        if self.closed.load(Ordering::SeqCst) {
            control.cancel();
        }
        Ok(Admission { gate: Arc::clone(self), number, _permit: permit })
    }

    /// Cancels all work, current and future.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        for control in self.lock().values() {
            control.cancel();
        }
    }

    /// The numbers of requests that work, that wait, and that were refused.
    pub(crate) fn load(&self) -> (usize, usize, u64) {
        let turned_away = self.turned_away.load(Ordering::Relaxed);
        (self.lock().len(), self.waiting.load(Ordering::Relaxed), turned_away)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Control>> {
        self.at_work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.gate.lock().remove(&self.number);
    }
}

/// A place in the queue, which is freed even if its owner is dropped.
struct Place<'a>(&'a Gate);

impl<'a> Place<'a> {
    fn in_queue(gate: &'a Gate) -> Result<Self, Problem> {
        let place = Self(gate);
        if gate.waiting.fetch_add(1, Ordering::Relaxed) < gate.queue {
            return Ok(place);
        }
        gate.turned_away.fetch_add(1, Ordering::Relaxed);
        Err(Problem::busy(RETRY_AFTER))
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}
