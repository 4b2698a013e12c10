//! Answers come from many threads in any order and are written in one.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, PoisonError};

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
    write: W,
}

impl<T, W: FnMut(T)> InOrder<T, W> {
    /// Begins with the item of place `first`.
    pub(crate) fn new(first: usize, write: W) -> Self {
        let state = State { next: first, waiting: BTreeMap::new(), write };
        Self { state: Mutex::new(state), moved: Condvar::new(), max_ahead: MAX_AHEAD }
    }

    /// Writes the item when its turn comes. Every place must be put once, and each thread must
    /// put its places in ascending order: then the thread that all wait for never waits.
    pub(crate) fn put(&self, place: usize, item: T) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while place >= state.next + self.max_ahead {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting.insert(place, item);
        let State { next, waiting, write } = &mut *state;
        while let Some(item) = waiting.remove(next) {
            *next += 1;
            write(item);
        }
        self.moved.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn places_come_out_in_order_although_little_is_kept() {
        let mut written = Vec::new();
        let in_order = InOrder { max_ahead: 3, ..InOrder::new(10, |item| written.push(item)) };
        thread::scope(|scope| {
            for worker in 0..4 {
                let in_order = &in_order;
                scope.spawn(move || {
                    for place in (10 + worker..110).step_by(4) {
                        in_order.put(place, place);
                    }
                });
            }
        });
        drop(in_order);
        assert_eq!(written, (10..110).collect::<Vec<_>>());
    }
}
