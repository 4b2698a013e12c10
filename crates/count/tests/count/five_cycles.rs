//! Cycles of five nodes, which counting by degree sums up without placing two nodes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use isocount_core::{Budget, Counter, GraphBuilder, Label, LabeledGraph, NodeId, Semantics, Unit};
use isocount_count::{BruteForce, Exact, Routing, Strategy, Tuning};
use isocount_testkit::{Rng, pattern, slow_suites};

const FIVE_CYCLE: &str = "a-b-c-d-e-a";

/// Every other graph has arcs one way, loops, and nodes and arcs of other labels.
fn draw(rng: &mut Rng, n: usize, edges: usize, strays: bool) -> LabeledGraph {
    let mut builder = GraphBuilder::default();
    for _ in 0..n {
        builder.node(Label(u32::from(strays && rng.chance(10))));
    }
    for _ in 0..edges {
        // Some nodes have far more neighbours than others.
        let among = n.div_ceil(1 + rng.below(3));
        let (a, b) = (rng.below(among), rng.below(n));
        if a == b && !strays {
            continue;
        }
        let [a, b] = [a, b].map(|end| NodeId(end as u32));
        let label = Label(u32::from(strays && rng.chance(10)));
        if strays && rng.chance(20) {
            builder.edge(a, b, label);
        } else {
            builder.undirected_edge(a, b, label);
        }
    }
    builder.build_merged().unwrap()
}

#[test]
fn cycles_of_five_equal_brute_force() {
    let by_degree = Tuning { by_degree: Routing::Always, ..Tuning::default() };
    let (mut not_zero, number) = (0, if slow_suites() { 20_000 } else { 1_500 });
    for seed in 0..number {
        let rng = &mut Rng::new(51_000_000 + seed);
        let n = rng.between(5, 11);
        let edges = rng.between(n, 4 * n);
        let (graph, cycle) = (draw(rng, n, edges, seed % 2 == 1), pattern(FIVE_CYCLE));
        let exact = Exact::with_threads(1 + (seed % 3 / 2) as usize).tuned(by_degree);
        for unit in [Unit::Mappings, Unit::Subgraphs] {
            let (semantics, budget) = (Semantics::Monomorphism(unit), Budget::UNLIMITED);
            let (answer, how) = exact.explain(&cycle, &graph, semantics, &budget).unwrap();
            let truth = BruteForce.count(&cycle, &graph, semantics, &budget).unwrap();
            assert_eq!(answer, truth, "seed {seed}, {unit:?}");
            assert_eq!(how.strategy, Strategy::ByDegree);
            not_zero += u64::from(answer.exact().unwrap().0 > 0);
        }
    }
    assert!(not_zero > number, "{not_zero} of {}", 2 * number);
}

/// On a graph of the size for which it is meant, algebra agrees; so do three threads.
#[test]
fn a_large_graph_agrees_with_algebra() {
    let rng = &mut Rng::new(52);
    let graph = draw(rng, 6_000, 40_000, false);
    let (cycle, mappings) = (pattern(FIVE_CYCLE), Semantics::Monomorphism(Unit::Mappings));
    let ask = |exact: Exact| exact.explain(&cycle, &graph, mappings, &Budget::UNLIMITED).unwrap();
    let (answer, how) = ask(Exact::new());
    assert_eq!(how.strategy, Strategy::ByDegree);
    let otherwise = Tuning { by_degree: Routing::Never, ..Tuning::default() };
    assert_eq!(ask(Exact::new().tuned(otherwise)).0, answer);
    assert_eq!(ask(Exact::with_threads(3)).0, answer);
}
