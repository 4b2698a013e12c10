//! Counting in the order of degrees equals brute force, whichever plan and direction are forced.
//!
//! The everyday suite asks tens of thousands of questions, `ISOCOUNT_SLOW=1` many more.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::sync::Arc;
use std::time::Duration;

use isocount_core::{
    Answer, Budget, Control, Counter, GraphBuilder, Label, LabeledGraph, NodeId, Pattern,
    Semantics, Unit,
};
use isocount_count::{Auto, BruteForce, Exact, Routing, Sampling, Strategy, Tuning};
use isocount_testkit::random::Case;
use isocount_testkit::{Rng, agree, agree_on, pattern, slow_suites};

const K5: &str = "a-b, b-c, c-a, a-d, b-d, c-d, a-e, b-e, c-e, d-e";

/// Kite, gem, clique less a path, clique less an edge, wheel, meeting tips.
const OF_TRIANGLES: [&str; 6] = [
    "a-b, a-c, a-d, b-c, b-d, c-e",
    "a-b, a-c, a-d, a-e, b-c, b-d, c-e",
    "a-b, a-c, a-d, a-e, b-c, b-d, b-e, c-d",
    "a-b, a-c, a-d, a-e, b-c, b-d, b-e, c-d, c-e",
    "a-b, a-c, a-d, a-e, b-c, b-d, c-e, d-e",
    "a-b, a-c, a-d, b-c, b-d, c-e, d-e",
];

fn forced(seed: Option<u64>) -> Tuning {
    Tuning { by_degree: Routing::Always, by_degree_seed: seed, ..Tuning::default() }
}

/// Edges between `n` nodes, most of them at the first few nodes. They contain a tree, so that the
/// graph is connected. `ways` is 1 for undirected edges, 3 for arcs too.
fn draw(rng: &mut Rng, n: usize, edges: usize, ways: usize, strays: bool) -> LabeledGraph {
    let mut builder = GraphBuilder::default();
    for _ in 0..n {
        builder.node(Label(u32::from(strays && rng.chance(10))));
    }
    for v in 1..n + edges {
        let (a, b) = if v < n {
            (rng.below(v), v)
        } else if rng.chance(50) {
            (rng.below(n.div_ceil(3)), rng.below(n))
        } else {
            (rng.below(n), rng.below(n))
        };
        if a == b && !strays {
            continue;
        }
        let [a, b] = [a, b].map(|end| NodeId(end as u32));
        let label = Label(u32::from(strays && rng.chance(10)));
        match rng.below(ways) {
            0 => _ = builder.undirected_edge(a, b, label),
            1 => _ = builder.edge(a, b, label),
            _ => _ = builder.edge(b, a, label),
        }
    }
    builder.build_merged().unwrap()
}

/// The pattern has one label. In every other graph, some nodes and arcs have another label, and
/// some arcs are loops.
fn case(seed: u64) -> Case {
    let mut rng = Rng::new(77_000_000 + seed);
    let ways = [1, 3][rng.below(2)];
    let (k, n) = (rng.between(2, 6), rng.between(3, 11));
    let (extra, density) = (rng.below(2 * k), rng.between(1, 4));
    let strays = rng.chance(50);
    let pattern = draw(&mut rng, k, extra, ways, false);
    let graph = draw(&mut rng, n, density * n, ways, strays);
    Case { pattern: Pattern::try_from(pattern).unwrap(), graph }
}

/// All plans and both directions occur, because the seed of the plan is that of the case.
#[test]
fn any_plan_equals_brute_force() {
    for seed in 0..if slow_suites() { 400 } else { 6 } {
        let exact = Exact::with_threads(1 + seed as usize % 2).tuned(forced(Some(seed)));
        let cases = (250 * seed..250 * (seed + 1)).map(case);
        agree_on(&exact, &BruteForce, cases);
    }
}

#[test]
fn the_best_plans_equal_brute_force() {
    let number = if slow_suites() { 100_000 } else { 1_500 };
    agree_on(&Exact::new().tuned(forced(None)), &BruteForce, (0..number).map(case));
    agree(&Exact::new().tuned(forced(None)), &BruteForce, 0..number / 10);
}

/// Cliques have rows of bits, which take more than one word where a node has over 64 neighbours;
/// other dense patterns of five nodes are sums over triangles.
#[test]
fn dense_patterns_equal_brute_force_and_search() {
    let usual = Exact::new().tuned(Tuning { by_degree: Routing::Never, ..Tuning::default() });
    let mut met = 0;
    for seed in 0..if slow_suites() { 3_000 } else { 60 } {
        let mut rng = Rng::new(9_000 + seed);
        // With one-way arcs, which are no edges of a clique, or without.
        let (ways, is_large) = ([1, 3][rng.below(2)], seed % 20 == 19);
        let n = if is_large { rng.between(150, 220) } else { rng.between(5, 11) };
        let edges = if is_large { 12 * n } else { rng.between(2, 6) * n };
        let graph = draw(&mut rng, n, edges, ways, ways == 3);
        let mut asked: Vec<Pattern> = OF_TRIANGLES.map(pattern).into();
        for k in 5..=if is_large { 6 } else { 7 } {
            let mut builder = GraphBuilder::default();
            let ids: Vec<NodeId> = (0..k).map(|_| builder.node(Label(0))).collect();
            for i in 0..k {
                for j in 0..i {
                    builder.undirected_edge(ids[i], ids[j], Label(0));
                }
            }
            asked.push(Pattern::try_from(builder.build().unwrap()).unwrap());
        }
        for asked in &asked {
            let unit = [Unit::Mappings, Unit::Subgraphs][rng.below(2)];
            for semantics in [Semantics::Monomorphism(unit), Semantics::Induced(unit)] {
                let truth = if is_large {
                    usual.count(asked, &graph, semantics, &Budget::UNLIMITED).unwrap()
                } else {
                    BruteForce.count(asked, &graph, semantics, &Budget::UNLIMITED).unwrap()
                };
                let exact = Exact::with_threads(1 + seed as usize % 2).tuned(forced(None));
                let found = exact.count(asked, &graph, semantics, &Budget::UNLIMITED).unwrap();
                assert_eq!(found, truth, "seed {seed}, {semantics}: {asked:?}");
                met += usize::from(truth.exact().unwrap().0 > 0);
            }
        }
    }
    assert!(met > 60, "{met} questions have an answer other than 0");
}

/// Hubs, so that rows are cut, looked up and marked. Search on the usual path is the oracle.
#[test]
fn larger_graphs_agree_with_search() {
    let usual = Exact::new().tuned(Tuning { by_degree: Routing::Never, ..Tuning::default() });
    let patterns = [
        "a-b, b-c, c-a",
        "a-b-c-d-a",
        "a-b-c-d-a, a-c",
        "a-b-c-d-a, a-c, b-d",
        "c-a, c-b, c-d, c-e",
        "a-b-c-d",
        "a-b, b-c, c-a, a-d",
        "a-b, b-c, c-a, a-d, a-e",
        "a-x, a-y, a-z, b-x, b-y, b-z",
        "a-x, a-y, a-z, b-x, b-y, b-z, a-b",
        "a-b, b-c, c-a, a-d, b-d, c-d, a-e, b-e, c-e, d-e",
        "a-b-c-d-e",
        "a-b, b-c, c-a, a-d, b-e",
        "a->b->c->a",
        "a->b, a->c, b->c",
        "a->b, a->c, a->d",
        "a->c, b->c, a->d, b->d",
        "a->b, b->a, b->c, c->d, d->a",
    ];
    for seed in 0..if slow_suites() { 60 } else { 3 } {
        let mut rng = Rng::new(500 + seed);
        let (n, ways) = (rng.between(60, 300), [1, 3][seed as usize % 2]);
        let graph = draw(&mut rng, n, 4 * n, ways, seed % 3 == 2);
        let tuning = Tuning { arcs_worth_an_index: 0, ..forced(None) };
        let shared = Arc::new(graph.clone());
        let mut open = Exact::new().tuned(tuning).open(&shared, &Control::NONE).unwrap();
        for text in patterns {
            let pattern = pattern(text);
            for semantics in [Unit::Mappings, Unit::Subgraphs].map(Semantics::Monomorphism) {
                let ask =
                    |e: &Exact| e.count(&pattern, &graph, semantics, &Budget::UNLIMITED).unwrap();
                let truth = ask(&usual);
                for choice in [None, Some(seed), Some(seed + 1), Some(seed + 2), Some(seed + 7)] {
                    let exact = Exact::with_threads(1 + seed as usize % 3).tuned(forced(choice));
                    assert_eq!(ask(&exact), truth, "seed {seed}, {choice:?}, {text}, {semantics}");
                }
                // An open graph keeps the ranks for the next pattern.
                let found = open.count(&pattern, semantics, &Budget::UNLIMITED).unwrap();
                assert_eq!(found, truth, "seed {seed}, opened, {text}, {semantics}");
            }
        }
    }
}

/// A graph with hubs and a heavy-tailed degree distribution, large enough to be ranked without
/// forcing it.
fn skewed(num_nodes: usize, num_edges: usize) -> LabeledGraph {
    let mut rng = Rng::new(5);
    let mut builder = GraphBuilder::default();
    for _ in 0..num_nodes {
        builder.node(Label(0));
    }
    for _ in 0..num_edges {
        let [a, b] = [0; 2].map(|_| {
            let below = 1 + rng.below(num_nodes);
            NodeId(rng.below(below) as u32 % num_nodes as u32)
        });
        if a != b {
            builder.undirected_edge(a, b, Label(0));
        }
    }
    builder.build_merged().unwrap()
}

#[test]
fn large_graphs_are_counted_by_degree() {
    let graph = skewed(20_000, 60_000);
    let usual = Exact::new().tuned(Tuning { by_degree: Routing::Never, ..Tuning::default() });
    for text in ["a-b, b-c, c-a", "a-b-c-d-a, a-c, b-d", "c-a, c-b, c-d, c-e"] {
        let (p, semantics) = (pattern(text), Semantics::Monomorphism(Unit::Subgraphs));
        let (answer, how) =
            Exact::new().explain(&p, &graph, semantics, &Budget::UNLIMITED).unwrap();
        assert_eq!(how.strategy, Strategy::ByDegree, "{text}");
        assert_eq!(answer, usual.count(&p, &graph, semantics, &Budget::UNLIMITED).unwrap());
        let induced = Semantics::Induced(Unit::Mappings);
        let ask = |exact: &Exact| exact.count(&p, &graph, induced, &Budget::UNLIMITED).unwrap();
        assert_eq!(ask(&Exact::new()), ask(&usual), "{text}");
    }
}

/// When the time runs out, the bound is below the count, and it grows with more time.
#[test]
fn a_bound_in_time_is_below_the_count() {
    let graph = skewed(20_000, 60_000);
    for text in ["a-b-c-d-a", "a-b-c-d-a, a-c", "a-b-c-d-a, a-c, b-d", "a-b-c-d-e-a", K5] {
        let (p, semantics) = (pattern(text), Semantics::Monomorphism(Unit::Mappings));
        let by_degree = Exact::new().tuned(forced(None));
        let truth = by_degree.count(&p, &graph, semantics, &Budget::UNLIMITED).unwrap();
        let truth = truth.exact().unwrap();
        for micros in [1, 300, 1_000, 3_000, 10_000, 30_000] {
            let budget = Budget::time(Duration::from_micros(micros));
            match by_degree.count(&p, &graph, semantics, &budget).unwrap() {
                Answer::AtLeast(bound) => assert!(bound <= truth, "{text}: {bound:?}"),
                answer => assert_eq!(answer, Answer::Exact(truth)),
            }
        }
    }
}

/// The limit runs out before cycles of six are counted, but not before some are found; also with
/// labels, where the graph is sieved first.
#[test]
fn a_bound_on_a_large_graph_is_not_zero() {
    let graph = skewed(60_000, 300_000);
    assert!(graph.num_arcs() > 1 << 19);
    let cycle = pattern("a-b-c-d-e-f-a");
    let induced_path = pattern("a-b-c-d-e-f-g-h");
    for (p, semantics) in [
        (&cycle, Semantics::Monomorphism(Unit::Subgraphs)),
        (&cycle, Semantics::Homomorphism),
        (&induced_path, Semantics::Induced(Unit::Mappings)),
    ] {
        // On a busy machine the graph alone may take longer than the first limits.
        let is_found = [1, 10, 100].into_iter().any(|seconds| {
            let budget = Budget::time(Duration::from_secs(seconds));
            match Exact::new().count(p, &graph, semantics, &budget).unwrap() {
                Answer::AtLeast(count) | Answer::Exact(count) => count.0 > 0,
                other @ Answer::Estimate(_) => panic!("{other:?}"),
            }
        });
        assert!(is_found, "{semantics}");
    }
}

/// `auto` gets the expected time of counting by degree, and counts or samples.
#[test]
fn auto_counts_or_samples() {
    let graph = skewed(20_000, 60_000);
    let subgraphs = Semantics::Monomorphism(Unit::Subgraphs);
    for text in ["a-b, b-c, c-a", "a-b-c-d-a", "a-b-c-d-a, a-c, b-d"] {
        let p = pattern(text);
        let truth = Exact::new().count(&p, &graph, subgraphs, &Budget::UNLIMITED).unwrap();
        let truth = truth.exact().unwrap();
        for precision in [None, Some(0.1)] {
            let mut sampling = Sampling::default();
            sampling.precision = precision;
            let auto = Auto::new(sampling);
            // So long that even a busy machine is fast enough; the answer comes quickly.
            let budget = Budget::time(Duration::from_secs(3_600));
            match auto.count(&p, &graph, subgraphs, &budget).unwrap() {
                Answer::Exact(count) => assert_eq!(count, truth, "{text}"),
                Answer::AtLeast(bound) => assert!(bound <= truth, "{text}"),
                Answer::Estimate(estimate) => {
                    let ratio = estimate.value / truth.0 as f64;
                    assert!((0.5..2.0).contains(&ratio), "{text}: {ratio}");
                }
            }
        }
    }
}
