//! Answers come from many threads in any order and are written in one.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How far ahead of the oldest missing answer others may be kept. Some megabytes of answers; a
/// thread that is further ahead waits.
const MAX_AHEAD: usize = 1 << 16;

/// Hands items to a writer in the order of their places.
pub(crate) struct InOrder<T, W> {
    state: Mutex<State<T, W>>,
    moved: Condvar,
    max_ahead: usize,
}

struct State<T, W> {
    next: usize,
    waiting: BTreeMap<usize, T>,
    /// Returns whether to go on.
    write: W,
    is_stopped: bool,
}

impl<T, W: FnMut(T) -> ControlFlow<()>> InOrder<T, W> {
    /// Begins with the item of place `first`.
    pub(crate) fn new(first: usize, write: W) -> Self {
        let state = State { next: first, waiting: BTreeMap::new(), write, is_stopped: false };
        Self { state: Mutex::new(state), moved: Condvar::new(), max_ahead: MAX_AHEAD }
    }

    /// Writes the item when its turn comes. Every place must be put once, and each thread must
    /// put its places in ascending order: then the thread that all wait for never waits.
    pub(crate) fn put(&self, place: usize, item: T) -> ControlFlow<()> {
        let mut state = self.lock();
        while !state.is_stopped && place >= state.next + self.max_ahead {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting.insert(place, item);
        while !state.is_stopped {
            let next = state.next;
            let Some(item) = state.waiting.remove(&next) else { break };
            state.next += 1;
            state.is_stopped = (state.write)(item).is_break();
            self.moved.notify_all();
        }
        if state.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn lock(&self) -> MutexGuard<'_, State<T, W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn places_come_out_in_order_although_little_is_kept() {
        let mut written = Vec::new();
        let write = |item| {
            written.push(item);
            ControlFlow::Continue(())
        };
        let in_order = InOrder { max_ahead: 3, ..InOrder::new(10, write) };
        thread::scope(|scope| {
            for worker in 0..4 {
                let in_order = &in_order;
                scope.spawn(move || {
                    for place in (10 + worker..110).step_by(4) {
                        assert!(in_order.put(place, place).is_continue());
                    }
                });
            }
        });
        drop(in_order);
        assert_eq!(written, (10..110).collect::<Vec<_>>());
    }

    #[test]
    fn a_writer_that_stops_stops_all() {
        let write =
            |item| if item < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let in_order = InOrder { max_ahead: 2, ..InOrder::new(0, write) };
        thread::scope(|scope| {
            for worker in 0..2 {
                let in_order = &in_order;
                scope.spawn(move || {
                    let mut mine = (worker..1000).step_by(2);
                    assert!(mine.any(|place| in_order.put(place, place).is_break()));
                });
            }
        });
    }
}
