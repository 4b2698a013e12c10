//! Cancels a plan at many moments. This runs in a separate process, so that its CPU time is that of
//! the plan.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use isocount_core::Control;
use isocount_reproduce::{
    Epochs, Event, Figure, Plan, ReproduceError, Request, Scope, Set, Store, execute,
};
use isocount_testkit::slow_suites;
use rustix::time::{ClockId, clock_gettime};
use tempfile::TempDir;

const TWO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

/// The most CPU seconds after a cancellation; the goal is 0.05, and a busy machine is slower.
const MOST: f64 = 1.0;

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn plan() -> Plan {
    let scope = Scope {
        name: "tiny",
        data: Some(5_200),
        test: Some(60),
        epochs: Some(Epochs { narrow: 2, wide: 1 }),
        models: Some(&["count-gnn", "gcn"]),
        seeds: Some(1),
        // VF2 takes its whole limit on the largest graph.
        scales: if slow_suites() { &[500, 200_000] } else { &[500, 20_000] },
    };
    Plan::new(Request {
        sets: vec![Set::Small],
        tables: vec![1, 2],
        extras: Vec::new(),
        figures: vec![Figure::Scalability],
        models: None,
        seeds: None,
        scope,
        mutag: None,
    })
    .unwrap()
}

/// Cancels every step once, some time after it began, and then completes it. Every finished step is
/// kept.
#[test]
fn a_cancelled_plan_ends_soon_and_keeps_what_is_done() {
    let folder = TempDir::new().unwrap();
    let plan = plan();
    let store = Store::open(folder.path()).unwrap();
    let (mut cancels, mut worst) = (0, (0.0, ""));
    let delays = [0, 2, 5, 11, 23, 47].into_iter().cycle().map(Duration::from_millis);
    for (step, delay) in plan.steps.iter().zip(delays) {
        let control = Control::new();
        let cancelled_at = Mutex::new(None);
        let done = thread::scope(|scope| {
            execute(&plan, &store, TWO, &control, &mut |event| match event {
                Event::Begins(begun) if begun.key == step.key => {
                    scope.spawn(|| {
                        thread::sleep(delay);
                        *cancelled_at.lock().unwrap() = Some(cpu_seconds());
                        control.cancel();
                    });
                }
                Event::Ends(ended) => assert!(store.is_done(&ended.key)),
                _ => {}
            })
            .map_err(|error| (error, cpu_seconds()))
        });
        match done {
            Ok(()) => assert!(plan.steps.last() == Some(step), "not cancelled"),
            Err((ReproduceError::Cancelled(_), ended_at)) => {
                let late = ended_at - cancelled_at.lock().unwrap().unwrap();
                if late > worst.0 {
                    worst = (late, &step.title);
                }
                cancels += 1;
            }
            Err((other, _)) => panic!("{}: {other}", step.title),
        }
    }
    execute(&plan, &store, TWO, &Control::NONE, &mut |_| ()).unwrap();
    assert!(store.left(&plan).is_empty());
    eprintln!(
        "{cancels} cancellations; most CPU time after one: {:.1} ms ({})",
        worst.0 * 1e3,
        worst.1
    );
    assert!(worst.0 < MOST, "{worst:?}");
}
