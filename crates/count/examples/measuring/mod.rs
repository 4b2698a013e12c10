//! Answers questions under a limit on CPU time, which is independent of other work on the machine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use isocount_core::{Answer, Budget, Control, LabeledGraph, Pattern, Semantics, Unit};
use isocount_count::{Exact, Explanation};
use isocount_platform::thread_time;
use isocount_testkit::ThreadClock;

/// How often the clock of the measured thread is read.
const LOOK: Duration = Duration::from_millis(10);

/// What most measurements ask for.
#[allow(dead_code, reason = "not all examples do")]
pub(crate) const MONOMORPHISM: Semantics = Semantics::Monomorphism(Unit::Mappings);

/// An answer, how it was found, and the CPU time.
pub(crate) struct Measured {
    pub(crate) seconds: f64,
    pub(crate) answer: Answer,
    pub(crate) explanation: Explanation,
}

/// A question that takes less than this many seconds is asked three times, and the least time
/// counts, because the caches and clocks of a shared machine vary.
const SHORT: f64 = 0.5;

/// Runs several engines in turn, each within its limit, so that all run under the same conditions.
/// Returns the least of three measurements if they are short.
pub(crate) fn measure<const N: usize>(
    engines: [(Exact, Duration); N],
    pattern: &Pattern,
    graph: &LabeledGraph,
    meaning: Semantics,
) -> [Measured; N] {
    let question = (pattern, graph, meaning);
    let mut best = engines.map(|(exact, limit)| measure_once(exact, question, limit));
    for _ in 0..2 {
        for (best, (exact, limit)) in best.iter_mut().zip(engines) {
            if best.seconds > SHORT || limit.is_zero() {
                continue;
            }
            let again = measure_once(exact, question, limit);
            if again.seconds < best.seconds {
                *best = again;
            }
        }
    }
    best
}

/// Counts mappings; cancelled once the CPU time of this thread exceeds the limit.
fn measure_once(
    exact: Exact,
    (pattern, graph, meaning): (&Pattern, &LabeledGraph, Semantics),
    limit: Duration,
) -> Measured {
    let (seconds, (answer, explanation)) =
        within(limit, |budget| exact.explain(pattern, graph, meaning, budget).unwrap());
    Measured { seconds, answer, explanation }
}

/// Asks something that is cancelled once the CPU time of this thread exceeds the limit; and the
/// CPU time in seconds.
pub(crate) fn within<T>(limit: Duration, ask: impl FnOnce(&Budget) -> T) -> (f64, T) {
    let clock = ThreadClock::of_this_thread().unwrap();
    // The clock that another thread can read is updated every few milliseconds; this one is exact.
    let (began, start) = (clock.read(), thread_time());
    let (control, is_over) = (Control::new(), AtomicBool::new(false));
    let budget = Budget::UNLIMITED.with_control(&control);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                if clock.read().saturating_sub(began) > limit {
                    control.cancel();
                    return;
                }
                std::thread::park_timeout(LOOK);
            }
        });
        let found = ask(&budget);
        let seconds = thread_time().saturating_sub(start).as_secs_f64();
        is_over.store(true, Ordering::Relaxed);
        (seconds, found)
    })
}
