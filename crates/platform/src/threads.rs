//! Loops on several threads.
//!
//! Threads are started for each loop and end with it, which takes about 0.03 ms. There is no pool
//! to configure, and none that a host program could share with us by accident.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Runs `work` on `threads` threads at once, including the caller's, and returns the result of each
/// call. Each call receives its index. `work` must divide the items itself: if the system cannot
/// provide more threads, fewer calls are made.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use isocount_platform::on_threads;
///
/// let next = AtomicU64::new(1);
/// let parts = on_threads(4, |_| {
///     let mut sum = 0;
///     loop {
///         match next.fetch_add(1, Ordering::Relaxed) {
///             number @ 1..=100 => sum += number,
///             _ => return sum,
///         }
///     }
/// });
/// assert_eq!(parts.iter().sum::<u64>(), 5_050);
/// ```
///
/// # Panics
/// If `work` panics.
pub fn on_threads<R: Send>(threads: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let threads = threads.min(MOST_THREADS);
    if threads <= 1 {
        return vec![work(0)];
    }
    thread::scope(|scope| {
        let work = &work;
        let helper = |number| thread::Builder::new().spawn_scoped(scope, move || work(number));
        let helpers: Vec<_> = (1..threads).map_while(|number| helper(number).ok()).collect();
        let mut results = vec![work(0)];
        for helper in helpers {
            results.push(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    })
}

/// More threads do not help on any machine, and starting them takes time.
const MOST_THREADS: usize = 1024;

/// How many results may be kept ahead of the oldest missing one; a thread that is further ahead
/// waits.
const MAX_AHEAD: usize = 1 << 10;

/// Calls `work` for every item on `threads` threads and passes the results to `take`, one at a time
/// and in the order of the items, each as soon as those before it have arrived. Each thread has its
/// own state, created by `start`. Once `take` breaks, no further items are begun, and its value is
/// returned. The iterator is advanced under a lock, by whichever thread is free.
///
/// ```
/// use std::ops::ControlFlow;
/// use isocount_platform::in_order;
///
/// let mut squares = Vec::new();
/// let ended: Option<()> = in_order(3, 0..10, || (), |(), item| item * item, |square| {
///     squares.push(square);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(squares, [0, 1, 4, 9, 16, 25, 36, 49, 64, 81]);
/// assert_eq!(ended, None);
/// ```
///
/// # Panics
/// If `work` or `take` panics.
pub fn in_order<I, S, T: Send, B: Send>(
    threads: usize,
    items: impl IntoIterator<Item = I, IntoIter: Send>,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I) -> T + Sync,
    take: impl FnMut(T) -> ControlFlow<B> + Send,
) -> Option<B> {
    let items = Mutex::new(items.into_iter().enumerate());
    let queue = Queue {
        is_over: AtomicBool::new(false),
        results: Mutex::new(Results { next: 0, early: BTreeMap::new(), take, broken: None }),
        moved: Condvar::new(),
    };
    on_threads(threads, |_| {
        // If this thread panics, the others must not wait for its result.
        let _end = EndOnPanic(&queue);
        let mut state = None;
        while !queue.is_over.load(Ordering::Relaxed) {
            let next = lock(&items).next();
            let Some((number, item)) = next else { break };
            queue.wait_for_capacity(number);
            let result = work(state.get_or_insert_with(&start), item);
            queue.put(number, result);
        }
    });
    queue.results.into_inner().unwrap_or_else(PoisonError::into_inner).broken
}

struct Queue<T, B, F> {
    is_over: AtomicBool,
    results: Mutex<Results<T, B, F>>,
    moved: Condvar,
}

struct Results<T, B, F> {
    next: usize,
    early: BTreeMap<usize, T>,
    take: F,
    broken: Option<B>,
}

impl<T, B, F: FnMut(T) -> ControlFlow<B>> Queue<T, B, F> {
    /// Items are begun in order, so the oldest missing one is in progress, and its thread never
    /// waits.
    fn wait_for_capacity(&self, item: usize) {
        if item < MAX_AHEAD {
            return;
        }
        let mut results = lock(&self.results);
        while item >= results.next + MAX_AHEAD && !self.is_over.load(Ordering::Relaxed) {
            results = self.moved.wait(results).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn put(&self, item: usize, result: T) {
        let mut results = lock(&self.results);
        if results.broken.is_some() {
            return;
        }
        results.early.insert(item, result);
        let Results { next, early, take, broken } = &mut *results;
        while let Some(result) = early.remove(next) {
            *next += 1;
            if let ControlFlow::Break(value) = take(result) {
                *broken = Some(value);
                self.is_over.store(true, Ordering::Relaxed);
                break;
            }
        }
        drop(results);
        self.moved.notify_all();
    }
}

struct EndOnPanic<'a, T, B, F>(&'a Queue<T, B, F>);

impl<T, B, F> Drop for EndOnPanic<'_, T, B, F> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.is_over.store(true, Ordering::Relaxed);
            self.0.moved.notify_all();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn results_come_in_order_although_some_are_slow() {
        let mut seen = Vec::new();
        let ended: Option<()> = in_order(
            4,
            0..3 * MAX_AHEAD,
            || (),
            |(), item| {
                if item == 0 {
                    thread::sleep(std::time::Duration::from_millis(20));
                }
                item
            },
            |item| {
                seen.push(item);
                ControlFlow::Continue(())
            },
        );
        assert_eq!(ended, None);
        assert_eq!(seen, (0..3 * MAX_AHEAD).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_taken_after_a_break() {
        let mut seen = Vec::new();
        let ended = in_order(
            3,
            0..100,
            || (),
            |(), item| item,
            |item| {
                seen.push(item);
                if item == 7 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(ended, Some("enough"));
        assert_eq!(seen, (0..=7).collect::<Vec<_>>());
    }

    #[test]
    fn more_threads_than_the_system_has_are_fine() {
        let next = AtomicUsize::new(0);
        let parts = on_threads(50_000, |_| {
            let mut sum = 0;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number > 1_000 {
                    return sum;
                }
                sum += number;
            }
        });
        assert_eq!(parts.into_iter().sum::<usize>(), 500_500);
    }
}
