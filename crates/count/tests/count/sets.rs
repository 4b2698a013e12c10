//! Patterns with sets of labels: the specification equals a second, naive implementation of the
//! definition, every engine equals the specification, and no switch of the exact engine changes an
//! answer.
//!
//! The everyday suite runs 2,000 cases per engine, `ISOCOUNT_SLOW=1` runs 100,000.

use std::ops::Range;

use isocount_core::{Budget, Control, Counter, Labels, Semantics, View};
use isocount_count::{
    BruteForce, Exact, FirstMapping, Peregrine, Representation, Tuning, Vf2, first_mapping,
};
use isocount_testkit::random::{large_set_case, set_case};
use isocount_testkit::{Naive, agree_on, graph, pattern, slow_suites};

fn seeds() -> Range<u64> {
    0..if slow_suites() { 100_000 } else { 1_200 }
}

#[test]
fn the_specification_equals_the_definition() {
    agree_on(&BruteForce, &Naive, seeds().map(set_case));
}

#[test]
fn vf2_equals_brute_force() {
    agree_on(&Vf2, &BruteForce, seeds().map(set_case));
}

#[test]
fn exact_equals_brute_force() {
    agree_on(&Exact::new(), &BruteForce, seeds().map(set_case));
}

fn with_switches(representation: Representation, easy_steps: u64, threads: usize) -> Exact {
    let few_placements = if easy_steps == 0 { 0.0 } else { 256.0 };
    let pieces_worth = if easy_steps == 0 { 0.0 } else { 1.0 };
    let tuning =
        Tuning { representation, easy_steps, few_placements, pieces_worth, ..Tuning::default() };
    Exact::with_threads(threads).tuned(tuning)
}

#[test]
fn wider_masks_equal_brute_force() {
    agree_on(
        &with_switches(Representation::WideMasks, 20_000, 1),
        &BruteForce,
        seeds().map(set_case),
    );
}

#[test]
fn rows_equal_brute_force() {
    agree_on(&with_switches(Representation::Rows, 20_000, 1), &BruteForce, seeds().map(set_case));
}

#[test]
fn careful_plans_and_broken_symmetry_equal_brute_force() {
    agree_on(&with_switches(Representation::Masks, 0, 1), &BruteForce, seeds().map(set_case));
    agree_on(&with_switches(Representation::Rows, 0, 1), &BruteForce, seeds().map(set_case));
}

#[test]
fn threads_equal_brute_force() {
    let quarter = || (0..seeds().end / 4).map(set_case);
    agree_on(&with_switches(Representation::Masks, 0, 3), &BruteForce, quarter());
    agree_on(&with_switches(Representation::Rows, 0, 3), &BruteForce, quarter());
}

#[test]
fn larger_questions_agree_in_every_representation() {
    let cases = || (0..if slow_suites() { 5_000 } else { 150 }).map(large_set_case);
    for (representation, threads) in
        [(Representation::BySize, 1), (Representation::WideMasks, 2), (Representation::Rows, 2)]
    {
        agree_on(&with_switches(representation, 100, threads), &Vf2, cases());
    }
}

/// Answers from an index equal answers from a scan.
#[test]
fn an_index_changes_no_answer() {
    for representation in [Representation::BySize, Representation::Rows] {
        let tuning = Tuning { arcs_worth_an_index: 0, representation, ..Tuning::default() };
        let indexed = Exact::new().tuned(tuning);
        for seed in seeds() {
            let case = set_case(seed);
            let mut open = indexed.open(&case.graph.clone().into(), &Control::NONE).unwrap();
            for semantics in Semantics::ALL {
                let ask = |counter: Exact| {
                    counter.count(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED)
                };
                let looked_up = open.count(&case.pattern, semantics, &Budget::UNLIMITED);
                assert_eq!(ask(Exact::new()), looked_up, "seed {seed}, {semantics}\n{case}");
            }
        }
    }
}

/// Under its view, only sets of node labels remain.
#[test]
fn peregrine_equals_brute_force_under_its_view() {
    for view in [Peregrine::VIEW, View { node_labels: Labels::Ignore, ..Peregrine::VIEW }] {
        for seed in seeds() {
            let case = set_case(seed);
            let (pattern, graph) = (view.apply_to_pattern(&case.pattern), view.apply(&case.graph));
            assert!(!pattern.has_edge_sets(), "seed {seed}");
            for semantics in Semantics::ALL.into_iter().filter(|s| s.is_injective()) {
                let ask = |counter: &dyn Counter| {
                    counter.count(&pattern, &graph, semantics, &Budget::UNLIMITED)
                };
                assert_eq!(ask(&Peregrine), ask(&BruteForce), "seed {seed}, {semantics}\n{case}");
            }
        }
    }
}

#[test]
fn peregrine_refuses_sets_of_edge_labels_by_name() {
    let ask = |p: &str| {
        let meaning = Semantics::ALL[1];
        Peregrine.count(&pattern(p), &graph("1-2"), meaning, &Budget::UNLIMITED)
    };
    let refused = ask("a-[*]-b").unwrap_err();
    assert!(refused.is_refusal());
    assert_eq!(refused.to_string(), "peregrine cannot count sets of edge labels");
    assert!(ask("a:*-b:0|3").is_ok());
}

/// A mapping is found if and only if there is one, and it is valid: pinned to it, the pattern
/// occurs.
#[test]
fn the_first_mapping_is_one() {
    for seed in 0..seeds().end / 2 {
        let case = set_case(seed);
        for semantics in Semantics::ALL {
            let found = first_mapping(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED);
            let answer =
                BruteForce.count(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED);
            let count = answer.unwrap().exact().unwrap();
            assert_eq!(
                matches!(found, FirstMapping::Found(_)),
                count.0 > 0,
                "seed {seed}, {semantics}\n{case}"
            );
            if let FirstMapping::Found(images) = found {
                for (u, x) in case.pattern.nodes().zip(images) {
                    assert!(case.pattern.accepts_node(u, case.graph.node_label(x)), "seed {seed}");
                }
            }
        }
    }
}
