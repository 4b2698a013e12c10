//! The number of mappings that each node and arc takes part in equals the sum over all mappings of
//! brute force, and the sum laws hold, with every switch of the engine.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use isocount_core::{Budget, Control, CountError, Label, LabeledGraph, Pattern, Semantics, Unit};
use isocount_count::{BruteForce, Exact, Per, Representation, Routing, Tuning};
use isocount_testkit::random::{Case, case, large_case, set_case};
use isocount_testkit::{PartCounts, Rng, TakesPart, participation_conforms, slow_suites};

fn number() -> u64 {
    if slow_suites() { 20_000 } else { 200 }
}

/// Checks that the laws hold, and that at least half of the counts are not zero.
fn conforms(exact: Exact, cases: impl Iterator<Item = Case>) {
    let share = share_seen(exact, cases);
    assert!(share > 0.5, "{share}");
}

fn share_seen(exact: Exact, cases: impl Iterator<Item = Case>) -> f64 {
    let ask = |p: &Pattern, g: &LabeledGraph, semantics, what| {
        let per = match what {
            TakesPart::Node => Per::Node,
            TakesPart::Orbit => Per::Orbit,
            TakesPart::Arc => Per::Arc,
        };
        let found = exact.participation(p, g, semantics, per, &Budget::UNLIMITED).unwrap();
        assert!(found.is_complete);
        PartCounts { total: found.total, orbits: found.orbits, columns: found.columns }
    };
    participation_conforms(&ask, &BruteForce::list, cases)
}

#[test]
fn parts_equal_brute_force() {
    conforms(Exact::new(), (0..number()).map(case));
}

#[test]
fn parts_equal_brute_force_with_sets() {
    conforms(Exact::new(), (0..number()).map(set_case));
}

/// The pattern is the graph, and every label but 0 is rare, so every node has 1. Parts that
/// remember are inside others that do.
#[test]
fn a_part_that_remembers_inside_another_one_is_passed_on() {
    let text = "n0:0, n1:2, n2:0, n3:0, n4:7, n5:1, n0->n1, n0->n4, n1->n2, n2->n4, n3->n0, n4->n5";
    let (pattern, graph) = (isocount_testkit::pattern(text), isocount_testkit::graph(text));
    let semantics = Semantics::Monomorphism(Unit::Mappings);
    let budget = &Budget::UNLIMITED;
    let found = Exact::new().participation(&pattern, &graph, semantics, Per::Node, budget).unwrap();
    assert_eq!((found.total, &found.columns[0][..]), (1, &[1; 6][..]));
}

/// Small cases remember nothing unless forced to.
#[test]
fn remembering_changes_no_part() {
    for (representation, max_remembered, threads) in [
        (Representation::Masks, 2 << 30, 1),
        (Representation::WideMasks, 2 << 30, 2),
        (Representation::Rows, 2 << 30, 1),
        (Representation::Rows, 600, 1),
        (Representation::Rows, 2 << 30, 3),
    ] {
        let tuning =
            Tuning { few_placements: 0.0, representation, max_remembered, ..Tuning::default() };
        let exact = Exact::with_threads(threads).tuned(tuning);
        conforms(exact, (0..number() / 2).map(case));
        conforms(exact, (0..number() / 4).map(set_case));
    }
}

/// Every plan in the order of degrees, in both directions, on graphs with one label.
#[test]
fn the_order_of_degrees_changes_no_part() {
    let mut seen = 0.0;
    for seed in 0..number() {
        let Case { pattern, graph } = case(seed);
        let plain = |graph: &LabeledGraph| {
            let mut builder = LabeledGraph::builder();
            let nodes: Vec<_> = graph.nodes().map(|_| builder.node(Label(0))).collect();
            for arc in graph.arcs().filter(|arc| arc.tail != arc.head) {
                builder.edge(nodes[arc.tail.ix()], nodes[arc.head.ix()], Label(0));
            }
            builder.build_merged().unwrap()
        };
        let pattern = Pattern::try_from(plain(pattern.graph())).unwrap();
        let case = Case { pattern, graph: plain(&graph) };
        for by_degree_seed in [None, Some(seed), Some(seed + 1)] {
            let by_degree = Routing::Always;
            let tuning = Tuning { by_degree, by_degree_seed, ..Tuning::default() };
            seen += share_seen(Exact::new().tuned(tuning), std::iter::once(case.clone()));
        }
    }
    assert!(seen > 0.5 * 3.0 * number() as f64, "{seen}");
}

/// Larger graphs, where the definition is too slow: the sums follow from the count, and the
/// strategies agree.
#[test]
fn larger_graphs_agree_with_every_strategy() {
    for seed in 0..if slow_suites() { 2_000 } else { 15 } {
        let Case { pattern, graph } = large_case(seed);
        for semantics in Semantics::ALL {
            let ask = |tuning: Tuning, threads, per| {
                let exact = Exact::with_threads(threads).tuned(tuning);
                exact.participation(&pattern, &graph, semantics, per, &Budget::UNLIMITED).unwrap()
            };
            let rows = Tuning { representation: Representation::Rows, ..Tuning::default() };
            let by_degree = Tuning { by_degree: Routing::Always, ..Tuning::default() };
            let algebra = Tuning { algebra: Routing::Always, ..Tuning::default() };
            for per in [Per::Node, Per::Orbit, Per::Arc] {
                let found = ask(Tuning::default(), 1, per);
                assert_eq!(found, ask(rows, 3, per), "{semantics}, seed {seed}");
                assert_eq!(found, ask(by_degree, 2, per), "{semantics}, seed {seed}");
                assert_eq!(found, ask(algebra, 2, per), "{semantics}, seed {seed}");
                let times = if per == Per::Arc { pattern.num_arcs() } else { pattern.num_nodes() };
                let sum: u128 = found.columns.iter().flatten().sum();
                assert_eq!(sum, times as u128 * found.total, "{semantics}, seed {seed}");
            }
        }
    }
}

fn complete(nodes: usize) -> LabeledGraph {
    let mut builder = LabeledGraph::builder();
    let nodes: Vec<_> = (0..nodes).map(|_| builder.node(Label(0))).collect();
    for (i, &a) in nodes.iter().enumerate() {
        for &b in &nodes[..i] {
            builder.undirected_edge(a, b, Label(0));
        }
    }
    builder.build().unwrap()
}

#[test]
fn limits_give_lower_bounds_and_cancelling_ends() {
    let pattern = Pattern::try_from(complete(5)).unwrap();
    let graph = complete(30);
    let semantics = Semantics::Monomorphism(Unit::Subgraphs);
    let ask = |budget: &Budget| {
        Exact::new().participation(&pattern, &graph, semantics, Per::Node, budget).unwrap()
    };
    let all = ask(&Budget::UNLIMITED);
    assert_eq!(all.total, 142_506);
    assert!(all.columns[0].iter().all(|&count| count == 142_506 * 5 / 30));
    let mut rng = Rng::new(3);
    for _ in 0..50 {
        let some = ask(&Budget::UNLIMITED.with_steps(Some(rng.between(0, 3_000) as u64)));
        assert!(!some.is_complete && some.total < all.total);
        assert!(some.columns[0].iter().zip(&all.columns[0]).all(|(some, all)| some <= all));
    }
    let control = Control::new();
    control.cancel();
    assert!(!ask(&Budget::UNLIMITED.with_control(&control)).is_complete);
}

#[test]
fn what_does_not_fit_is_an_error() {
    // 2^(4 · 40) mappings and more.
    let mut star = LabeledGraph::builder();
    let nodes: Vec<_> = (0..41).map(|_| star.node(Label(0))).collect();
    for &leaf in &nodes[1..] {
        star.undirected_edge(nodes[0], leaf, Label(0));
    }
    let star = Pattern::try_from(star.build().unwrap()).unwrap();
    let ask = |pattern: &Pattern, graph: &LabeledGraph| {
        let budget = &Budget::UNLIMITED;
        Exact::new().participation(pattern, graph, Semantics::Homomorphism, Per::Node, budget)
    };
    assert_eq!(ask(&star, &complete(20)), Err(CountError::Overflow));
    let large = Pattern::try_from(complete(65)).unwrap();
    assert!(matches!(ask(&large, &complete(3)), Err(error) if error.is_refusal()));
}
