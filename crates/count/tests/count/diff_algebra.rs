//! Counting by algebra equals brute force, whichever pins, roots and widths are forced.
//!
//! The everyday suite runs 3,000 cases, `ISOCOUNT_SLOW=1` a million, most of them in five meanings.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use isocount_core::{
    Answer, Budget, Counter, GraphBuilder, Label, LabeledGraph, NodeId, Pattern, Semantics, Unit,
};
use isocount_count::{BruteForce, Exact, Representation, Routing, Tuning, Vf2};
use isocount_testkit::random::Case;
use isocount_testkit::{Rng, agree, agree_on, random, slow_suites};

fn forced(change: impl FnOnce(&mut Tuning)) -> Tuning {
    let mut tuning = Tuning { algebra: Routing::Always, ..Tuning::default() };
    change(&mut tuning);
    tuning
}

#[test]
fn the_best_programs_equal_brute_force() {
    let seeds = 0..if slow_suites() { 60_000 } else { 50 };
    agree(&Exact::new().tuned(forced(|_| ())), &BruteForce, seeds.clone());
    let rows = forced(|tuning| tuning.representation = Representation::Rows);
    agree(&Exact::with_threads(2).tuned(rows), &BruteForce, seeds);
}

/// Every block draws its pins, their order and the roots from the seed.
#[test]
fn any_program_equals_brute_force() {
    let (programs, each) = if slow_suites() { (600, 1_000) } else { (12, 40) };
    for seed in 0..programs {
        let tuning = forced(|tuning| {
            tuning.algebra_seed = Some(seed);
            tuning.algebra_in_128_bits = seed % 2 == 1;
            tuning.algebra_is_narrow = seed % 4 >= 2;
            tuning.algebra_variants = [1, 3, 64][seed as usize % 3];
            if seed % 3 == 1 {
                tuning.representation = Representation::Rows;
            }
        });
        let from = 1_000 * seed;
        agree(&Exact::new().tuned(tuning), &BruteForce, from..from + each);
    }
}

#[test]
fn larger_questions_agree() {
    for threads in [1, 3] {
        let cases = (0..if slow_suites() { 5_000 } else { 40 }).map(random::large_case);
        agree_on(&Exact::with_threads(threads).tuned(forced(|_| ())), &Vf2, cases);
    }
}

/// Sets of labels: where they overlap, homes hold nodes of several kinds; contested arcs are left
/// to search.
#[test]
fn sets_of_labels_equal_brute_force() {
    for seed in 0..4 {
        let tuning = forced(|tuning| {
            tuning.algebra_seed = (seed > 0).then_some(seed);
            tuning.algebra_in_128_bits = seed % 2 == 1;
            tuning.algebra_is_narrow = seed == 2;
        });
        let number = if slow_suites() { 50_000 } else { 100 };
        let cases = (number * seed..number * (seed + 1)).map(random::set_case);
        agree_on(&Exact::new().tuned(tuning), &BruteForce, cases);
    }
}

/// A graph of two nodes or more; `connected` ones contain a random tree.
fn draw(
    rng: &mut Rng,
    num_nodes: usize,
    num_edges: usize,
    labels: usize,
    ways: usize,
) -> LabeledGraph {
    let mut builder = GraphBuilder::default();
    for _ in 0..num_nodes {
        builder.node(Label(rng.below(labels) as u32));
    }
    for v in 1..num_edges + num_nodes {
        let (a, b) = if v < num_nodes {
            (rng.below(v), v)
        } else {
            (rng.below(num_nodes), rng.below(num_nodes))
        };
        let [a, b] = [a, b].map(|end| NodeId(end as u32));
        let label = Label(rng.below(labels) as u32);
        // An occasional loop.
        match rng.below(ways) {
            _ if a == b && !rng.chance(10) => {}
            0 => _ = builder.undirected_edge(a, b, label),
            1 => _ = builder.edge(a, b, label),
            _ => _ = builder.edge(b, a, label),
        }
    }
    builder.build_merged().unwrap()
}

/// Patterns of up to 8 nodes, which have cycles in cycles: several pins, messages that are sent
/// ahead.
fn cyclic_case(seed: u64) -> Case {
    let mut rng = Rng::new(9_000_000 + seed);
    let (labels, ways) = (rng.between(1, 2), [1, 3][rng.below(2)]);
    let (k, n) = (rng.between(5, 8), rng.between(6, 12));
    let (extra, density) = (rng.between(1, 6), rng.between(2, 4));
    let pattern = draw(&mut rng, k, extra, labels, ways);
    let graph = draw(&mut rng, n, density * n, labels, ways);
    Case { pattern: Pattern::try_from(pattern).unwrap(), graph }
}

/// Search is the oracle here. It is itself tested against brute force on smaller patterns.
#[test]
fn patterns_with_many_cycles_agree_with_search() {
    let (algebra, splitting) = (Routing::Never, Routing::Never);
    let search = Exact::new().tuned(Tuning { algebra, splitting, ..Tuning::default() });
    for seed in 0..if slow_suites() { 100_000 } else { 400 } {
        let case = cyclic_case(seed);
        let tuning = forced(|tuning| {
            tuning.algebra_seed = (seed % 4 != 0).then_some(seed);
            tuning.algebra_in_128_bits = seed % 3 == 0;
            tuning.algebra_is_narrow = seed % 5 == 0;
            tuning.algebra_variants = [1, 2, 64][seed as usize % 3];
        });
        let algebra = Exact::with_threads(1 + (seed % 2) as usize).tuned(tuning);
        for semantics in [Semantics::Homomorphism, Semantics::Monomorphism(Unit::Mappings)] {
            let ask = |exact: &Exact| {
                exact.count(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED).unwrap()
            };
            let (found, truth) = (ask(&algebra), ask(&search));
            assert_eq!(found, truth, "seed {seed}, {semantics}\n{case}");
        }
    }
}

/// Forces the router to decide about easy questions too.
#[test]
fn the_router_changes_no_answer() {
    let tuning = Tuning { easy_steps: 0, first_steps: 0, ..Tuning::default() };
    for threads in [1, 2] {
        let seeds = 0..if slow_suites() { 20_000 } else { 100 };
        agree(&Exact::with_threads(threads).tuned(tuning), &BruteForce, seeds);
    }
}

/// Most factors are needed only briefly, so not all are in memory at the same time.
#[test]
fn factors_are_freed_after_their_last_use() {
    let mut rng = Rng::new(11);
    let graph = draw(&mut rng, 300, 900, 1, 1);
    let pattern = Pattern::try_from(draw(&mut rng, 9, 0, 1, 1)).unwrap();
    let tuning = Tuning { easy_steps: 0, first_steps: 0, ..Tuning::default() };
    let mappings = Semantics::Monomorphism(Unit::Mappings);
    let exact = Exact::new().tuned(tuning);
    let (_, how) = exact.explain(&pattern, &graph, mappings, &Budget::UNLIMITED).unwrap();
    let sum = how.sum.unwrap();
    let all = 8 * (sum.vectors * graph.num_nodes() + sum.pair_weights * graph.num_arcs());
    assert!(sum.bytes < all, "{sum}");
}

/// An explained question runs within the same limits as a plain one.
#[test]
fn an_explained_answer_keeps_to_the_memory_limit() {
    let mut rng = Rng::new(11);
    let graph = draw(&mut rng, 300, 900, 1, 1);
    let pattern = isocount_testkit::pattern("a-b-c-d-e-f-g-h-i-j");
    let (algebra, splitting) = (Routing::Never, Routing::Never);
    let exact = Exact::new().tuned(Tuning { algebra, splitting, ..Tuning::default() });
    let steps = Budget::steps(200_000);
    for memory in [None, Some(0)] {
        let budget = steps.clone().with_memory(memory);
        let semantics = Semantics::Homomorphism;
        let (explained, _) = exact.explain(&pattern, &graph, semantics, &budget).unwrap();
        let counted = exact.count(&pattern, &graph, semantics, &budget).unwrap();
        assert_eq!(explained, counted);
        // Values that cannot be remembered are searched for again, so the steps do not suffice.
        assert_eq!(explained.exact().is_some(), memory.is_none());
    }
}

/// Dense patterns need many pins, and one image of the first pin may take longer than the limit.
/// The question ends in time, whichever strategy answers.
#[test]
fn a_clique_in_a_clique_ends() {
    let clique = |n: u32| {
        let mut builder = GraphBuilder::default();
        (0..n).for_each(|_| _ = builder.node(Label(0)));
        for a in 0..n {
            (0..a).for_each(|b| _ = builder.undirected_edge(NodeId(a), NodeId(b), Label(0)));
        }
        builder.build().unwrap()
    };
    let pattern = Pattern::try_from(clique(10)).unwrap();
    let subgraphs = Semantics::Monomorphism(Unit::Subgraphs);
    let tuning = Tuning { easy_steps: 0, first_steps: 0, ..Tuning::default() };
    let router = Exact::new().tuned(tuning);
    let answer = router.count(&pattern, &clique(16), subgraphs, &Budget::UNLIMITED).unwrap();
    assert_eq!(answer.exact().map(|count| count.0), Some(8_008));
    let budget = Budget::time(std::time::Duration::from_millis(300));
    let alone = Exact::new().tuned(forced(|_| ())).count(&pattern, &clique(16), subgraphs, &budget);
    match alone.unwrap() {
        Answer::Exact(count) => assert_eq!(count.0, 8_008),
        Answer::AtLeast(count) => assert!(count.0 <= 8_008),
        other @ Answer::Estimate(_) => panic!("{other:?}"),
    }
}

/// A sum that is cut short gives no bound; the bound comes from search.
#[test]
fn a_bound_in_time_is_below_the_count() {
    let mut rng = Rng::new(3);
    let graph = draw(&mut rng, 3_000, 60_000, 1, 1);
    let pattern = Pattern::try_from(draw(&mut rng, 9, 3, 1, 1)).unwrap();
    for milliseconds in [1, 10, 60, 200] {
        let budget = Budget::time(std::time::Duration::from_millis(milliseconds));
        let mappings = Semantics::Monomorphism(Unit::Mappings);
        let answer = Exact::new().count(&pattern, &graph, mappings, &budget);
        assert!(matches!(answer, Ok(Answer::AtLeast(_) | Answer::Exact(_))), "{answer:?}");
    }
}
