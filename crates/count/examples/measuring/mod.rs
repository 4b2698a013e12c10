//! Asking a question under a limit of CPU time, which other work on the machine does not shorten.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use isocount_core::{Answer, Budget, Control, LabeledGraph, Pattern, Semantics, Unit};
use isocount_count::{Exact, Explanation};
use isocount_platform::thread_time;
use isocount_testkit::ThreadClock;

/// How often the clock of the measured thread is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// What most measurements ask for.
#[allow(dead_code, reason = "not all examples do")]
pub(crate) const MONOMORPHISM: Semantics = Semantics::Monomorphism(Unit::Mappings);

/// An answer, how it was found, and the CPU time that took.
pub(crate) struct Measured {
    pub(crate) seconds: f64,
    pub(crate) answer: Answer,
    pub(crate) explanation: Explanation,
}

/// A question that takes less than this many seconds is asked three times, and the least time
/// counts: caches and clocks of a machine that others use, too, vary more than that.
const SHORT: f64 = 0.5;

/// Asks several engines, each within its limit: in turn, so that all have the same machine. The
/// least of three measurements, if they are short.
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
    let clock = ThreadClock::of_this_thread().unwrap();
    // The clock that another thread can read ticks every few milliseconds; this one is exact.
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
        let (answer, explanation) = exact.explain(pattern, graph, meaning, &budget).unwrap();
        let seconds = thread_time().saturating_sub(start).as_secs_f64();
        is_over.store(true, Ordering::Relaxed);
        Measured { seconds, answer, explanation }
    })
}
