//! Long operations end soon after they are cancelled, and leave no files.
//!
//! The delay is measured in CPU time of the working thread, which does not depend on the load of
//! the machine. `ISOCOUNT_SLOW=1` runs the test with ten million arcs.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use isocount_core::{
    Budget, Cancelled, Control, CountError, Counter, Label, LabeledGraph, Pattern, Rng, Task,
};
use isocount_infer::{
    CreateError, EncodeError, Existing, FastCounter, Index, IndexFile, IndexInput, Readout,
};
use isocount_nn::{CountGnnConfig, CountGnnEConfig, ModelConfig};

use crate::trained_case::{Case, SEMANTICS, as_pattern, random_graph};

/// A graph with many arcs: half of them random, half of them at one node, which leads to many equal
/// keys and long rows.
fn large_graph(arcs: usize) -> LabeledGraph {
    let mut rng = Rng::new(7);
    let mut builder = LabeledGraph::builder();
    let nodes: Vec<_> = (0..=arcs / 2).map(|_| builder.node(Label(rng.below(5) as u32))).collect();
    for (ix, node) in nodes[1..].iter().enumerate() {
        builder.edge(*node, nodes[0], Label(0));
        let head = nodes[(ix * 7_919 + 1 + rng.below(9)) % nodes.len()];
        builder.edge(*node, head, Label(1 + rng.below(2) as u32));
    }
    builder.build_merged().unwrap()
}

/// The CPU time of a thread of this process so far.
fn cpu_time(thread: &Path) -> Option<Duration> {
    let text = fs::read_to_string(Path::new("/proc").join(thread).join("schedstat")).ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Runs work on a thread and cancels it after `delay`; returns its result and the CPU time that the
/// work took after the cancellation, if the system reports it.
fn cancelled_after<T: Send>(
    delay: Duration,
    work: impl FnOnce(&Control) -> T + Send,
) -> (T, Option<Duration>) {
    let control = Control::new();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let control = &control;
        let worker = scope.spawn(move || {
            let thread = fs::read_link("/proc/thread-self").unwrap_or_default();
            sender.send(thread.clone()).unwrap();
            let result = work(control);
            (result, cpu_time(&thread))
        });
        let thread = receiver.recv().unwrap();
        std::thread::sleep(delay);
        control.cancel();
        let before = cpu_time(&thread);
        let (result, after) = worker.join().unwrap();
        let took = before.zip(after).map(|(before, after)| after.saturating_sub(before));
        (result, took)
    })
}

/// A kind of work, which returns whether it was cancelled.
type Work<'a> = (&'a str, Box<dyn Fn(&Control) -> bool + Sync + 'a>);

#[test]
fn work_ends_soon_after_a_cancel_and_leaves_nothing() {
    let slow = std::env::var_os("ISOCOUNT_SLOW").is_some();
    let (arcs, moments) = if slow { (10_000_000, 12) } else { (200_000, 6) };
    let graph = Arc::new(large_graph(arcs));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.index");
    let edges = Case::new(&ModelConfig::CountGnn(CountGnnConfig::with_width(24)), 1, 1.0);
    let nodes =
        Case::new(&ModelConfig::CountGnnE(CountGnnEConfig { layers: 2, width: 24 }), 1, 1.0);
    let pattern = as_pattern(random_graph(&mut Rng::new(3), 4, 6, 5));
    let counter = |case: &Case, readout| {
        FastCounter::new(Arc::new(case.network.clone()), SEMANTICS, readout, 1)
    };
    let fused = counter(&edges, Readout::Fused);
    let open = Mutex::new(fused.open(&graph, &Control::NONE).unwrap());
    let cancelled = Err(CountError::Cancelled(Cancelled));
    let mut kinds: Vec<Work<'_>> = Vec::new();
    for (name, case) in [("encode arcs", &edges), ("encode nodes", &nodes)] {
        let encode = |control: &Control| {
            let ended = case.network.encode(&graph, 1, control).map(|_| ());
            ended == Err(EncodeError::Cancelled(Cancelled))
        };
        kinds.push((name, Box::new(encode)));
    }
    kinds.push((
        "create a file",
        Box::new(|control| {
            let input = IndexInput { model: &edges.files, name: "graph", graph: &graph };
            let ended = IndexFile::create(&path, Existing::Refuse, &input, 1, control);
            if ended.is_ok() {
                fs::remove_file(&path).unwrap();
            }
            matches!(ended, Err(CreateError::Cancelled(_)))
        }),
    ));
    kinds.push((
        "index in memory",
        Box::new(|control| {
            let ended = Index::new(&nodes.network, &graph, 1, control).map(|_| ());
            ended == Err(EncodeError::Cancelled(Cancelled))
        }),
    ));
    kinds.push((
        "one question",
        Box::new(|control| {
            let budget = Budget::UNLIMITED.with_control(control);
            fused.count(&pattern, &graph, SEMANTICS, &budget) == cancelled
        }),
    ));
    kinds.push((
        "many questions",
        Box::new(|control| {
            let budget = Budget::UNLIMITED.with_control(control);
            let patterns: Vec<&Pattern> = vec![&pattern; 500];
            open.lock().unwrap().count_each(&patterns, SEMANTICS, &budget).contains(&cancelled)
        }),
    ));
    let mut rng = Rng::new(11);
    for (name, work) in &kinds {
        let (mut stopped, mut worst) = (0, Duration::ZERO);
        for moment in 0..moments {
            // The early ones are deterministic, the later ones random.
            let limit = if slow { 4_000 << (moment / 4) } else { 20 << moment };
            let delay = Duration::from_millis(rng.below(limit) as u64);
            let (was_cancelled, took) = cancelled_after(delay, |control| work(control));
            stopped += usize::from(was_cancelled);
            worst = worst.max(took.unwrap_or_default());
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{name}");
            // A debug build on a busy machine is not measured, only checked not to hang.
            let limit = Duration::from_millis(if slow { 50 } else { 1_000 });
            assert!(!was_cancelled || took.unwrap_or_default() <= limit, "{name}: {took:?}");
        }
        if slow {
            eprintln!("{name}: {stopped} of {moments} cancelled, worst {worst:?} of CPU");
        }
    }
}

#[test]
fn progress_counts_columns() {
    let folder = tempfile::tempdir().unwrap();
    let case = Case::new(&ModelConfig::CountGnn(CountGnnConfig::with_width(12)), 1, 1.0);
    let graph = large_graph(60_000);
    let control = Control::new();
    let seen = std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let path = folder.path().join("graph.index");
            let input = IndexInput { model: &case.files, name: "large", graph: &graph };
            IndexFile::create(&path, Existing::Refuse, &input, 2, &control).unwrap();
        });
        let mut seen = Vec::new();
        while !worker.is_finished() {
            seen.extend(control.progress());
            std::thread::sleep(Duration::from_micros(200));
        }
        seen
    });
    assert!(seen.iter().all(|it| it.stage.task == Task::Indexing && it.stage.what == "large"));
    assert!(seen.iter().all(|it| it.stage.total == Some(24) && it.done <= 24));
    assert!(seen.windows(2).all(|pair| pair[0].done <= pair[1].done));
    assert_eq!(control.progress(), None);
    // A counter that opens a graph leaves the progress to its caller.
    control.begin(Task::Counting, "batch", Some(9));
    let counter = FastCounter::new(Arc::new(case.network.clone()), SEMANTICS, Readout::Indexed, 1);
    counter.open(&Arc::new(graph), &control).unwrap();
    assert_eq!(control.progress().unwrap().stage.task, Task::Counting);
}
