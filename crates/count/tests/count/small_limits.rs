//! Many small questions with limits of less than a millisecond, from easy to hopeless: none goes on
//! long after its time, measured in CPU time.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::time::Duration;

use isocount_core::{
    Budget, Counter, GraphBuilder, Label, LabeledGraph, NodeId, Pattern, Semantics,
};
use isocount_count::{BruteForce, Exact, Vf2};
use isocount_testkit::{Rng, ThreadClock, slow_suites};

fn draw(rng: &mut Rng, num_nodes: usize, num_arcs: usize) -> LabeledGraph {
    let mut builder = GraphBuilder::default();
    let labels = [1, 1, 2, 4][rng.below(4)];
    for _ in 0..num_nodes {
        builder.node(Label(rng.below(labels) as u32));
    }
    for _ in 0..num_arcs {
        let [tail, head] = [(); 2].map(|()| NodeId(rng.below(num_nodes) as u32));
        builder.undirected_edge(tail, head, Label(rng.below(labels) as u32));
    }
    builder.build_merged().unwrap()
}

/// Regression: planning a dense pattern of 60 nodes and looking for its symmetries took 20 ms and
/// more without checking the clock.
#[test]
fn no_small_question_is_late() {
    let Some(clock) = ThreadClock::of_this_thread() else { return };
    let (num_questions, allowed) = if slow_suites() { (200_000, 50) } else { (2_000, 1_000) };
    let counters: [&dyn Counter; 4] = [&Exact::new(), &Exact::new(), &Vf2, &BruteForce];
    let mut latest = Duration::ZERO;
    for seed in 0..num_questions {
        let mut rng = Rng::new(seed);
        let num_nodes = [rng.between(2, 8), rng.between(2, 20), rng.between(20, 70)][rng.below(3)];
        let num_arcs = num_nodes * [0, 1, 2, num_nodes / 2][rng.below(4)];
        let pattern = Pattern::try_from(draw(&mut rng, num_nodes, num_arcs)).unwrap();
        let num_nodes = [rng.between(2, 64), rng.between(50, 600)][rng.below(2)];
        let num_arcs = num_nodes * [1, 2, 5, 20][rng.below(4)];
        let graph = draw(&mut rng, num_nodes, num_arcs);
        let limit = Duration::from_micros([0, 20, 100, 600][rng.below(4)]);
        let semantics = Semantics::ALL[rng.below(5)];
        let counter = counters[rng.below(4)];
        let start = clock.read();
        let answer = counter.count(&pattern, &graph, semantics, &Budget::time(limit));
        latest = latest.max(clock.read().saturating_sub(start + limit));
        assert!(latest < Duration::from_millis(allowed), "seed {seed}: {latest:?}, {answer:?}");
    }
    eprintln!("the latest answer came {latest:?} of CPU after its time");
}
