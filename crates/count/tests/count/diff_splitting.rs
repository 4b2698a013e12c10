//! Splitting search equals brute force, and search on patterns that are too large for it.
//!
//! The everyday suite asks tens of thousands of questions, `ISOCOUNT_SLOW=1` a million.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::time::Duration;

use isocount_core::{
    Answer, Budget, Counter, GraphBuilder, Label, LabeledGraph, NodeId, Pattern, Semantics, Unit,
};
use isocount_count::{BruteForce, Exact, Representation, Routing, Tuning, Vf2};
use isocount_testkit::random::Case;
use isocount_testkit::{Rng, agree, agree_on, random, slow_suites};

/// Splitting search alone.
fn forced(representation: Representation) -> Tuning {
    let (algebra, splitting) = (Routing::Never, Routing::Always);
    Tuning { algebra, splitting, representation, ..Tuning::default() }
}

/// Planned search alone.
fn search() -> Exact {
    let (algebra, splitting) = (Routing::Never, Routing::Never);
    Exact::new().tuned(Tuning { algebra, splitting, ..Tuning::default() })
}

#[test]
fn small_questions_equal_brute_force() {
    let seeds = 0..if slow_suites() { 120_000 } else { 2_500 };
    agree(&Exact::new().tuned(forced(Representation::BySize)), &BruteForce, seeds.clone());
    // Rows are refined before they are searched.
    agree(&Exact::new().tuned(forced(Representation::Rows)), &BruteForce, seeds);
}

#[test]
fn larger_questions_agree() {
    let cases = (0..if slow_suites() { 10_000 } else { 200 }).map(random::large_case);
    agree_on(&Exact::new().tuned(forced(Representation::BySize)), &Vf2, cases);
}

/// Parallel arcs that compete are left to search; all other sets are split.
#[test]
fn sets_of_labels_equal_brute_force() {
    let cases = (0..if slow_suites() { 100_000 } else { 1_500 }).map(random::set_case);
    agree_on(&Exact::new().tuned(forced(Representation::Rows)), &BruteForce, cases);
}

/// A random graph: a tree and further edges, with some directions and loops.
fn draw(rng: &mut Rng, num_nodes: usize, further: usize, labels: usize) -> LabeledGraph {
    let mut builder = GraphBuilder::default();
    for _ in 0..num_nodes {
        // The first label is as frequent as all others together.
        builder.node(Label(if rng.chance(50) { 0 } else { rng.below(labels) as u32 }));
    }
    for v in 1..num_nodes + further {
        let (a, b) = if v < num_nodes {
            (rng.below(v), v)
        } else {
            (rng.below(num_nodes), rng.below(num_nodes))
        };
        let [a, b] = [a, b].map(|end| NodeId(end as u32));
        match rng.below(4) {
            _ if a == b && !rng.chance(5) => {}
            0 => _ = builder.edge(a, b, Label(0)),
            _ => _ = builder.undirected_edge(a, b, Label(0)),
        }
    }
    builder.build_merged().unwrap()
}

/// Patterns of 6 to 14 nodes that are cut out of a graph of 10 to 90, which takes one word or two.
fn cut_out(seed: u64) -> Case {
    let mut rng = Rng::new(4_000_000 + seed);
    let (n, labels) = (rng.between(10, 90), rng.between(2, 12));
    let further = rng.between(1, n);
    let graph = draw(&mut rng, n, further, labels);
    let k = rng.between(6, 14).min(n);
    let mut chosen = vec![NodeId(rng.below(n) as u32)];
    for _ in 0..20 * k {
        let at = chosen[rng.below(chosen.len())];
        let rows = [graph.out_arcs(at), graph.in_arcs(at)];
        let row = rows[rng.below(2)];
        if chosen.len() < k && !row.is_empty() {
            let next = row[rng.below(row.len())].node;
            if !chosen.contains(&next) {
                chosen.push(next);
            }
        }
    }
    let mut builder = GraphBuilder::default();
    for &x in &chosen {
        builder.node(graph.node_label(x));
    }
    let place = |x: NodeId| chosen.iter().position(|&y| y == x).map(|i| NodeId(i as u32));
    for arc in graph.arcs() {
        if let (Some(tail), Some(head)) = (place(arc.tail), place(arc.head))
            && !rng.chance(20)
        {
            builder.edge(tail, head, arc.label);
        }
    }
    Case { pattern: Pattern::try_from(builder.build_merged().unwrap()).unwrap(), graph }
}

#[test]
fn patterns_with_many_collisions_agree_with_search() {
    for seed in 0..if slow_suites() { 120_000 } else { 3_000 } {
        let case = cut_out(seed);
        let representation =
            if seed % 2 == 0 { Representation::BySize } else { Representation::Rows };
        let splitting = Exact::new().tuned(forced(representation));
        let of_mappings = [
            Semantics::Homomorphism,
            Semantics::Monomorphism(Unit::Mappings),
            Semantics::Induced(Unit::Mappings),
        ];
        for semantics in of_mappings {
            // Some patterns have more mappings than search can enumerate.
            let truth =
                search().count(&case.pattern, &case.graph, semantics, &Budget::steps(200_000));
            let found = splitting.count(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED);
            match (found.unwrap(), truth.unwrap()) {
                (found, truth @ Answer::Exact(_)) => {
                    assert_eq!(found, truth, "seed {seed}, {semantics}\n{case}");
                }
                (Answer::Exact(found), Answer::AtLeast(least)) => {
                    assert!(found >= least, "seed {seed}, {semantics}\n{case}");
                }
                other => panic!("seed {seed}, {semantics}: {other:?}\n{case}"),
            }
        }
    }
}

/// All threads compute the same sums, and share what they remember.
#[test]
fn the_number_of_threads_changes_no_answer() {
    let on = |threads| Exact::with_threads(threads).tuned(forced(Representation::BySize));
    for threads in [2, 3] {
        agree(&on(threads), &BruteForce, 0..if slow_suites() { 30_000 } else { 300 });
    }
    for seed in 0..if slow_suites() { 10_000 } else { 200 } {
        let case = cut_out(seed);
        for semantics in
            [Semantics::Monomorphism(Unit::Mappings), Semantics::Induced(Unit::Mappings)]
        {
            let ask = |exact: Exact| {
                exact.count(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED).unwrap()
            };
            assert_eq!(ask(on(2)), ask(on(1)), "seed {seed}, {semantics}\n{case}");
        }
    }
}

/// Trees with many leaves of few labels: their leaves collide with each other, and with inner
/// nodes.
#[test]
fn bushy_trees_agree_with_search() {
    let mut num_positive = 0;
    let num_cases = if slow_suites() { 20_000 } else { 500 };
    for seed in 0..num_cases {
        let mut rng = Rng::new(6_000_000 + seed);
        let (n, labels) = (rng.between(8, 40), rng.between(2, 4));
        let further = rng.between(1, 2 * n);
        let graph = draw(&mut rng, n, further, labels);
        let k = rng.between(3, 8);
        let mut builder = GraphBuilder::default();
        for _ in 0..k {
            builder.node(Label(if rng.chance(50) { 0 } else { rng.below(labels) as u32 }));
        }
        for v in 1..k {
            // Few inner nodes.
            let u = NodeId(rng.below(v.min(3)) as u32);
            builder.undirected_edge(u, NodeId(v as u32), Label(0));
        }
        let case = Case { pattern: Pattern::try_from(builder.build().unwrap()).unwrap(), graph };
        let splitting = Exact::new().tuned(forced(Representation::BySize));
        for semantics in
            [Semantics::Monomorphism(Unit::Mappings), Semantics::Induced(Unit::Mappings)]
        {
            let ask = |exact: Exact| {
                exact.count(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED).unwrap()
            };
            let truth = ask(search());
            assert_eq!(ask(splitting), truth, "seed {seed}, {semantics}\n{case}");
            num_positive += u64::from(truth != Answer::Exact(isocount_core::Count(0)));
        }
    }
    assert!(num_positive > num_cases / 2, "{num_positive}");
}

/// Search and splitting take turns from the first step on.
#[test]
fn taking_turns_changes_no_answer() {
    let turns =
        Tuning { easy_steps: 0, first_steps: 0, algebra: Routing::Never, ..Tuning::default() };
    for threads in [1, 2] {
        let seeds = 0..if slow_suites() { 30_000 } else { 600 };
        agree(&Exact::with_threads(threads).tuned(turns), &BruteForce, seeds);
    }
    for seed in 0..if slow_suites() { 10_000 } else { 300 } {
        let case = cut_out(seed);
        let mappings = Semantics::Monomorphism(Unit::Mappings);
        let ask = |exact: Exact| {
            exact.count(&case.pattern, &case.graph, mappings, &Budget::UNLIMITED).unwrap()
        };
        let splitting = Exact::new().tuned(forced(Representation::BySize));
        assert_eq!(ask(Exact::with_threads(2).tuned(turns)), ask(splitting), "seed {seed}\n{case}");
    }
}

/// Sums that are cut short miss mappings, but count none that do not exist.
#[test]
fn a_bound_in_time_is_below_the_count() {
    let mut rng = Rng::new(11);
    let graph = draw(&mut rng, 60, 120, 4);
    let pattern = Pattern::try_from(draw(&mut rng, 9, 1, 4)).unwrap();
    let mappings = Semantics::Monomorphism(Unit::Mappings);
    let splitting = Exact::new().tuned(forced(Representation::BySize));
    let ask = |budget: &Budget| splitting.count(&pattern, &graph, mappings, budget).unwrap();
    let Answer::Exact(truth) = ask(&Budget::UNLIMITED) else { panic!("expected an exact count") };
    for microseconds in [0, 50, 200, 500, 1_000, 2_000, 5_000, 20_000] {
        match ask(&Budget::time(Duration::from_micros(microseconds))) {
            Answer::Exact(found) => assert_eq!(found, truth),
            Answer::AtLeast(found) => assert!(found <= truth),
            other @ Answer::Estimate(_) => panic!("{other:?}"),
        }
    }
    for steps in [0, 1, 5, 20, 100] {
        match ask(&Budget::steps(steps)) {
            Answer::Exact(found) => assert_eq!(found, truth),
            Answer::AtLeast(found) => assert!(found <= truth),
            other @ Answer::Estimate(_) => panic!("{other:?}"),
        }
    }
}
