//! In how many mappings each node and arc takes part, by a sum over quotients: equal to brute force
//! and to search, whichever pins, roots, widths and numbers of variants are forced.
//!
//! The everyday suite has 10,000 questions, `ISOCOUNT_SLOW=1` four million.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use isocount_core::{
    Budget, Control, GraphBuilder, Label, LabeledGraph, NodeId, Pattern, Semantics, Unit,
};
use isocount_count::{BruteForce, Exact, Participation, Per, Representation, Routing, Tuning};
use isocount_testkit::random::{Case, case, set_case};
use isocount_testkit::{PartCounts, Rng, TakesPart, participation_conforms, slow_suites};

const KINDS: [Per; 3] = [Per::Node, Per::Orbit, Per::Arc];

fn forced(seed: u64) -> Tuning {
    Tuning {
        algebra: Routing::Always,
        algebra_seed: (!seed.is_multiple_of(4)).then_some(seed),
        algebra_in_128_bits: seed % 3 == 1,
        algebra_is_narrow: seed % 5 >= 3,
        algebra_variants: [64, 1, 3][(seed / 2) as usize % 3],
        representation: [Representation::BySize, Representation::Rows][(seed / 4) as usize % 2],
        ..Tuning::default()
    }
}

/// Checks all laws, and that there is something to see in at least half of the questions.
fn conforms(exact: Exact, cases: impl Iterator<Item = Case>) {
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
    let share = participation_conforms(&ask, &BruteForce::list, cases);
    assert!(share > 0.4, "{share}");
}

#[test]
fn any_program_equals_brute_force() {
    let (programs, each) = if slow_suites() { (600, 250) } else { (6, 24) };
    for seed in 0..programs {
        let from = 1_000 * seed;
        let exact = Exact::with_threads(1 + seed as usize % 2).tuned(forced(seed));
        conforms(exact, (from..from + each).map(case));
        conforms(exact, (from..from + each / 2).map(set_case));
    }
}

/// The router, made to decide about easy questions too.
#[test]
fn the_router_changes_no_part() {
    let tuning = Tuning { easy_steps: 0, first_steps: 0, ..Tuning::default() };
    let number = if slow_suites() { 20_000 } else { 100 };
    conforms(Exact::new().tuned(tuning), (0..number).map(case));
    conforms(Exact::with_threads(3).tuned(tuning), (number..2 * number).map(case));
}

/// A graph of two nodes or more that contains a random tree.
fn draw(rng: &mut Rng, nodes: usize, edges: usize, labels: usize, ways: usize) -> LabeledGraph {
    let mut builder = GraphBuilder::default();
    for _ in 0..nodes {
        builder.node(Label(rng.below(labels) as u32));
    }
    for v in 1..edges + nodes {
        let (a, b) =
            if v < nodes { (rng.below(v), v) } else { (rng.below(nodes), rng.below(nodes)) };
        let [a, b] = [a, b].map(|end| NodeId(end as u32));
        let label = Label(rng.below(labels) as u32);
        // A loop now and then.
        match rng.below(ways) {
            _ if a == b && !rng.chance(10) => {}
            0 => _ = builder.undirected_edge(a, b, label),
            1 => _ = builder.edge(a, b, label),
            _ => _ = builder.edge(b, a, label),
        }
    }
    builder.build_merged().unwrap()
}

/// Patterns of up to 7 nodes, which have cycles in cycles: several pins, pairs in trees.
fn cyclic_case(seed: u64) -> Case {
    let mut rng = Rng::new(8_000_000 + seed);
    let (labels, ways) = (rng.between(1, 2), [1, 3][rng.below(2)]);
    let (k, n) = (rng.between(4, 7), rng.between(6, 11));
    let (extra, density) = (rng.between(0, 5), rng.between(2, 4));
    let pattern = draw(&mut rng, k, extra, labels, ways);
    let graph = draw(&mut rng, n, density * n, labels, ways);
    Case { pattern: Pattern::try_from(pattern).unwrap(), graph }
}

fn ask(exact: Exact, case: &Case, semantics: Semantics, per: Per) -> Participation {
    exact.participation(&case.pattern, &case.graph, semantics, per, &Budget::UNLIMITED).unwrap()
}

/// Search is the oracle here, itself tested against brute force on smaller patterns.
#[test]
fn patterns_with_many_cycles_agree_with_search() {
    let search = Exact::new().tuned(Tuning { algebra: Routing::Never, ..Tuning::default() });
    let mut occur = 0;
    let number = if slow_suites() { 60_000 } else { 300 };
    for seed in 0..number {
        let case = cyclic_case(seed);
        let algebra = Exact::with_threads(1 + (seed % 2) as usize).tuned(forced(seed));
        let mut semantics = Semantics::ALL[seed as usize % Semantics::ALL.len()];
        let (k, links) = (case.pattern.num_nodes(), case.pattern.num_arcs() / 2);
        if semantics.is_induced() && k * (k - 1) / 2 > links + 7 {
            // Too many terms for a test.
            semantics = Semantics::Monomorphism(semantics.unit());
        }
        for per in KINDS {
            let truth = ask(search, &case, semantics, per);
            assert_eq!(
                ask(algebra, &case, semantics, per),
                truth,
                "seed {seed}, {semantics}\n{case}"
            );
            occur += u64::from(truth.total > 0);
        }
    }
    assert!(3 * occur > number, "{occur}");
}

/// Whatever is answered, the sum says the same in the meanings that it is for, and it is taken for
/// a question that search would take long for.
#[test]
fn a_hard_question_is_summed() {
    let mut rng = Rng::new(21);
    let graph = draw(&mut rng, 400, 4_000, 1, 1);
    let pattern = Pattern::try_from(draw(&mut rng, 7, 0, 1, 1)).unwrap();
    let mappings = Semantics::Monomorphism(Unit::Mappings);
    for per in KINDS {
        let (found, how) = Exact::new()
            .explain_participation(&pattern, &graph, mappings, per, &Budget::UNLIMITED)
            .unwrap();
        assert_eq!(how.strategy.name(), "algebra", "{how}");
        let times = if per == Per::Arc { pattern.num_arcs() } else { pattern.num_nodes() };
        let sum: u128 = found.columns.iter().flatten().sum();
        assert_eq!(sum, times as u128 * found.total);
    }
}

/// What a cancelled sum had is lost; what search found before is a lower bound.
#[test]
fn a_sum_that_is_cut_short_leaves_a_bound() {
    let mut rng = Rng::new(22);
    let graph = draw(&mut rng, 3_000, 60_000, 1, 1);
    let pattern = Pattern::try_from(draw(&mut rng, 8, 2, 1, 1)).unwrap();
    let mappings = Semantics::Monomorphism(Unit::Mappings);
    for milliseconds in [1, 20, 100, 300] {
        let budget = Budget::time(std::time::Duration::from_millis(milliseconds));
        let found = Exact::new().participation(&pattern, &graph, mappings, Per::Node, &budget);
        let found = found.unwrap();
        assert!(!found.is_complete);
        let sum: u128 = found.columns.iter().flatten().sum();
        assert!(sum <= pattern.num_nodes() as u128 * found.total);
    }
    let control = Control::new();
    control.cancel();
    let budget = Budget::UNLIMITED.with_control(&control);
    let found = Exact::new().participation(&pattern, &graph, mappings, Per::Arc, &budget).unwrap();
    assert!(!found.is_complete);
}
