//! Cancelling and time limits on large graphs, measured in CPU time, so that a busy machine does
//! not matter.
//!
//! The everyday suite uses graphs of some hundred thousand arcs and a wide margin, since it is
//! built without optimisation. `ISOCOUNT_SLOW=1 cargo test --release` uses ten million arcs and
//! asks for 50 ms.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use isocount_core::{
    Answer, Budget, Control, Counter, Directions, GraphBuilder, Label, LabeledGraph, Labels,
    NodeId, Pattern, Semantics, Unit, View,
};
use isocount_count::{BruteForce, Exact, Peregrine, Routing, Tuning, Vf2, first_mapping};
use isocount_testkit::{Rng, ThreadClock, slow_suites};

const MAPPINGS: Semantics = Semantics::Monomorphism(Unit::Mappings);

/// The divisor of sizes in the everyday suite; 1 in the slow suite.
fn scale() -> u32 {
    if slow_suites() { 1 } else { 50 }
}

/// The CPU time that may pass between cancelling and the end; the clocks are up to 4 ms late.
fn allowed() -> Duration {
    Duration::from_millis(if slow_suites() { 50 } else { 1_000 })
}

/// A million nodes and ten million arcs, with few labels and a hub.
fn many_arcs() -> GraphBuilder {
    let mut rng = Rng::new(1);
    let num_nodes = 1_000_000 / scale();
    let mut builder = GraphBuilder::default();
    for _ in 0..num_nodes {
        builder.node(Label(rng.below(3) as u32));
    }
    for i in 0..10 * num_nodes {
        let mut end = || NodeId(rng.below(num_nodes as usize) as u32);
        let (tail, head) = (if i % 10 == 0 { NodeId(7) } else { end() }, end());
        builder.edge(tail, head, Label(rng.below(2) as u32));
    }
    builder
}

fn large_graph() -> &'static Arc<LabeledGraph> {
    static GRAPH: OnceLock<Arc<LabeledGraph>> = OnceLock::new();
    GRAPH.get_or_init(|| Arc::new(many_arcs().build_merged().unwrap()))
}

/// The large graph without labels.
fn bare_graph() -> &'static Arc<LabeledGraph> {
    static GRAPH: OnceLock<Arc<LabeledGraph>> = OnceLock::new();
    let view = View { node_labels: Labels::Ignore, edge_labels: Labels::Ignore, ..View::default() };
    GRAPH.get_or_init(|| Arc::new(view.apply(large_graph())))
}

/// The graph without labels and directions.
fn undirected_graph() -> &'static Arc<LabeledGraph> {
    static GRAPH: OnceLock<Arc<LabeledGraph>> = OnceLock::new();
    GRAPH.get_or_init(|| Arc::new(Peregrine::VIEW.apply(bare_graph())))
}

fn cycle(num_nodes: u32) -> LabeledGraph {
    let mut builder = GraphBuilder::default();
    for v in 0..num_nodes {
        builder.node(Label(0));
        builder.edge(NodeId(v), NodeId((v + 1) % num_nodes), Label(0));
    }
    builder.build().unwrap()
}

/// Two nodes are joined if their difference is a square modulo 61.
fn paley() -> Pattern {
    let mut builder = GraphBuilder::default();
    (0..61).for_each(|_| _ = builder.node(Label(0)));
    let squares: Vec<u32> = (1..61).map(|i| i * i % 61).collect();
    for u in 0..61_u32 {
        for v in (0..61).filter(|&v| squares.contains(&((61 + v - u) % 61))) {
            builder.edge(NodeId(u), NodeId(v), Label(0));
        }
    }
    Pattern::try_from(builder.build().unwrap()).unwrap()
}

/// A directed path; labels of its nodes repeat 0, 1, …
fn path(num_nodes: u32, num_labels: u32) -> Pattern {
    let mut builder = GraphBuilder::default();
    for v in 0..num_nodes {
        builder.node(Label(v % num_labels));
        if v > 0 {
            builder.edge(NodeId(v - 1), NodeId(v), Label(0));
        }
    }
    Pattern::try_from(builder.build().unwrap()).unwrap()
}

fn isolated(num_nodes: u32) -> LabeledGraph {
    let mut builder = GraphBuilder::default();
    (0..num_nodes).for_each(|_| _ = builder.node(Label(0)));
    builder.build().unwrap()
}

/// The CPU time of this thread, which the system updates when the thread sleeps.
fn now(clock: &ThreadClock) -> Duration {
    thread::sleep(Duration::from_millis(1));
    clock.read()
}

/// The CPU time of the worker between cancelling and the end, if the work is cancelled after this
/// much CPU time; `None` if it ended before. The clock is read after cancelling: however long this
/// thread has to wait for a processor in between, it counts for the work.
fn lateness(work: impl FnOnce(&Control) + Send, after: Duration) -> Option<Duration> {
    let control = Control::new();
    let is_read = AtomicBool::new(false);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let clock = ThreadClock::of_this_thread().unwrap();
            send.send(clock.clone()).unwrap();
            work(&control);
            let end = now(&clock);
            // The file of the clock must exist as long as the other thread may read it.
            while !is_read.load(Ordering::Acquire) {
                thread::sleep(Duration::from_micros(100));
            }
            end
        });
        let clock: ThreadClock = receive.recv().unwrap();
        let start = clock.read();
        let mut before = start;
        let mut idle = 0;
        while before < start + after && idle < 200 {
            thread::sleep(Duration::from_micros(300));
            let now = clock.read();
            idle = if now == before { idle + 1 } else { 0 };
            before = now;
        }
        control.cancel();
        let cancelled = clock.read();
        is_read.store(true, Ordering::Release);
        let end = worker.join().unwrap();
        (idle < 200).then_some(end.saturating_sub(cancelled))
    })
}

type Work = (&'static str, Box<dyn Fn(&Control) + Sync + Send>);

fn ask(
    name: &'static str,
    counter: impl Counter + 'static,
    pattern: Pattern,
    graph: &'static Arc<LabeledGraph>,
    semantics: Semantics,
) -> Work {
    let ask = move |control: &Control| {
        let budget = Budget::UNLIMITED.with_control(control);
        let answer = counter.count(&pattern, graph, semantics, &budget).unwrap();
        assert!(matches!(answer, Answer::Exact(_) | Answer::AtLeast(_)));
    };
    (name, Box::new(ask))
}

fn all_work() -> Vec<Work> {
    let induced = Semantics::Induced(Unit::Subgraphs);
    let (large, bare) = (large_graph(), bare_graph());
    let long: &'static Arc<LabeledGraph> =
        Box::leak(Box::new(Arc::new(cycle(3_000_000 / scale()))));
    let lonely: &'static Arc<LabeledGraph> =
        Box::leak(Box::new(Arc::new(isolated(400_000 / scale()))));
    let many_nodes = Pattern::try_from(isolated(400_000 / scale())).unwrap();
    let diamond = isocount_testkit::pattern("a->b->c->d, a->c, b->d");
    let two_stars = isocount_testkit::pattern("a->b, a->c, a->d, e->f, e->g, e->h");
    let twins = isocount_testkit::pattern("a->b, a->c, b->d, c->e, a->f, f->g");
    let square = isocount_testkit::pattern("a-b-c-d-a, a-e, b-f");
    let pieces = isocount_testkit::pattern("a-b, c, d, e");
    let undirected = undirected_graph();
    let plain_square = isocount_testkit::pattern("a-b-c-d-a");
    let clique = isocount_testkit::pattern("a-b-c-d-a, a-c, b-d");
    let usual = Exact::new().tuned(Tuning { by_degree: Routing::Never, ..Tuning::default() });
    let two = Exact::with_threads(2);
    let hom = Semantics::Homomorphism;
    vec![
        ("open", Box::new(|control| drop(Exact::new().open(large_graph(), control)))),
        (
            "view",
            Box::new(|control| {
                let view = View { directions: Directions::Ignore, ..View::default() };
                drop(view.apply_with(large_graph(), control));
            }),
        ),
        ("build", Box::new(|control| drop(many_arcs().build_merged_with(control)))),
        (
            "first mapping",
            Box::new(|control| {
                let budget = Budget::UNLIMITED.with_control(control);
                let _ = first_mapping(&path(20, 3), large_graph(), MAPPINGS, &budget);
            }),
        ),
        ask("labelled path", Exact::new(), path(6, 3), large, MAPPINGS),
        ask("labelled path, induced", Exact::new(), path(6, 3), large, induced),
        ask("long path", Exact::new(), path(64, 1), bare, hom),
        ask("diamond", Exact::new(), diamond.clone(), bare, MAPPINGS),
        ask("diamond, induced", Exact::new(), diamond.clone(), bare, induced),
        ask("diamond, two threads", two, diamond.clone(), bare, MAPPINGS),
        ask("long path, two threads", two, path(64, 1), bare, hom),
        ask("diamond, searched", usual, diamond.clone(), bare, MAPPINGS),
        ask("square by degree", Exact::new(), plain_square, undirected, MAPPINGS),
        ask("clique by degree, two threads", two, clique, undirected, MAPPINGS),
        ask("two stars", Exact::new(), two_stars, bare, MAPPINGS),
        ask("twins, induced", Exact::new(), twins.clone(), bare, induced),
        ask("twins", Exact::new(), twins, bare, MAPPINGS),
        ask("Paley", Exact::new(), paley(), long, hom),
        ask("Paley, induced", Exact::new(), paley(), bare, induced),
        ask("VF2", Vf2, diamond.clone(), bare, MAPPINGS),
        ask("VF2, induced", Vf2, diamond.clone(), bare, induced),
        ask("VF2, many nodes", Vf2, many_nodes.clone(), lonely, MAPPINGS),
        ask("VF2, many nodes, in itself", Vf2, many_nodes.clone(), lonely, induced),
        ("open, Peregrine", Box::new(|control| drop(Peregrine.open(undirected_graph(), control)))),
        ask("Peregrine", Peregrine, square.clone(), undirected, MAPPINGS),
        ask("Peregrine, induced", Peregrine, square, undirected, induced),
        ask("Peregrine, in pieces", Peregrine, pieces, undirected, MAPPINGS),
        ask("brute force", BruteForce, diamond, bare, MAPPINGS),
        ask("brute force, many nodes", BruteForce, many_nodes, lonely, induced),
    ]
}

#[test]
fn cancelling_ends_every_kind_of_work_quickly() {
    if ThreadClock::of_this_thread().is_none() {
        return;
    }
    let mut rng = Rng::new(9);
    let (moments, longest) = if slow_suites() { (10, 1_500_000) } else { (2, 60_000) };
    let mut report = Vec::new();
    for (name, work) in &all_work() {
        let mut latest = Duration::ZERO;
        for _ in 0..moments {
            let mut micros = rng.between(500, longest) as u64;
            // Work that ends earlier is cancelled earlier.
            loop {
                if let Some(late) = lateness(work, Duration::from_micros(micros)) {
                    latest = latest.max(late);
                    break;
                }
                micros /= 2;
                if micros < 100 {
                    break;
                }
            }
        }
        report.push(format!("{name}: {latest:?}"));
        eprintln!("{name}: {latest:?}");
        assert!(latest < allowed(), "cancelled {latest:?} late: {}", report.join(", "));
    }
}

/// The CPU time of one question with a limit.
fn time_taken(counter: &dyn Counter, p: &Pattern, g: &LabeledGraph, limit: Duration) -> Duration {
    let Some(clock) = ThreadClock::of_this_thread() else { return Duration::ZERO };
    let start = clock.read();
    counter.count(p, g, Semantics::Homomorphism, &Budget::time(limit)).unwrap();
    now(&clock).saturating_sub(start)
}

/// Regression: a limit of 500 ms took 8 to 14 s.
#[test]
fn a_dense_pattern_in_a_long_cycle_keeps_to_its_time() {
    let graph = cycle(3_000_000 / (1 + scale() / 10));
    let limit = Duration::from_millis(100);
    let taken = time_taken(&Exact::new(), &paley(), &graph, limit);
    assert!(taken < limit + allowed(), "{taken:?}");
}

/// Regression: with a limit of 1 s, VF2 took 3.6 s, and brute force took 11.5 s or overflowed its
/// stack.
#[test]
fn patterns_of_many_nodes_keep_to_their_time() {
    let graph = isolated(400_000 / (1 + scale() / 10));
    let pattern = Pattern::try_from(graph.clone()).unwrap();
    let limit = Duration::from_millis(100);
    let counters: [&dyn Counter; 3] = [&BruteForce, &Vf2, &Exact::new()];
    for counter in counters {
        let taken = time_taken(counter, &pattern, &graph, limit);
        assert!(taken < limit + allowed(), "{}: {taken:?}", counter.name());
    }
}

/// The whole path at the largest size: a limit of one second ends within 1.1 seconds.
#[test]
fn a_second_is_a_second_on_ten_million_arcs() {
    for (pattern, graph) in [
        (path(64, 1), bare_graph()),
        (isocount_testkit::pattern("a->b->c->d, a->c, b->d"), bare_graph()),
        (paley(), bare_graph()),
    ] {
        let limit = Duration::from_secs(1) / scale();
        let taken = time_taken(&Exact::new(), &pattern, graph, limit);
        assert!(taken < limit + 2 * allowed(), "{taken:?}");
    }
}
