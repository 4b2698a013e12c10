//! Every engine equals brute force on random questions, in all five meanings; and no switch of
//! the exact engine changes an answer.
//!
//! The everyday suite runs 2,000 cases per engine. `ISOCOUNT_SLOW=1` runs 110,000 per engine, a
//! million in total.

use std::ops::Range;

use isocount_core::{Budget, Counter, Semantics, Unit};
use isocount_count::{BruteForce, Exact, Representation, Tuning, Vf2};
use isocount_testkit::{agree, agree_on, random, slow_suites};

fn seeds() -> Range<u64> {
    0..if slow_suites() { 110_000 } else { 2_000 }
}

#[test]
fn vf2_equals_brute_force() {
    agree(&Vf2, &BruteForce, seeds());
}

#[test]
fn exact_equals_brute_force() {
    agree(&Exact::new(), &BruteForce, seeds());
}

/// Small random cases fit in one machine word and are easy, so wider masks, rows, the careful plan,
/// remembered values, broken symmetry and threads are forced.
fn with_switches(representation: Representation, easy_steps: u64, threads: usize) -> Exact {
    let few_placements = if easy_steps == 0 { 0.0 } else { 256.0 };
    let pieces_worth = if easy_steps == 0 { 0.0 } else { 1.0 };
    let tuning =
        Tuning { representation, easy_steps, few_placements, pieces_worth, ..Tuning::default() };
    Exact::with_threads(threads).tuned(tuning)
}

#[test]
fn wider_masks_equal_brute_force() {
    agree(&with_switches(Representation::MediumMasks, 20_000, 1), &BruteForce, seeds());
    agree(&with_switches(Representation::WideMasks, 20_000, 1), &BruteForce, seeds());
}

#[test]
fn rows_equal_brute_force() {
    agree(&with_switches(Representation::Rows, 20_000, 1), &BruteForce, seeds());
}

#[test]
fn careful_plans_and_broken_symmetry_equal_brute_force() {
    agree(&with_switches(Representation::Masks, 0, 1), &BruteForce, seeds());
    agree(&with_switches(Representation::Rows, 0, 1), &BruteForce, seeds());
}

#[test]
fn threads_equal_brute_force() {
    let quarter = seeds().start..seeds().end / 4;
    agree(&with_switches(Representation::Masks, 0, 3), &BruteForce, quarter.clone());
    agree(&with_switches(Representation::Rows, 0, 3), &BruteForce, quarter);
}

/// A limit on remembered values changes only the speed.
#[test]
fn remembering_little_or_nothing_changes_no_answer() {
    for (max_remembered, threads) in [(0, 1), (100, 1), (300, 3), (2_000, 2)] {
        let tuning = Tuning {
            easy_steps: 0,
            few_placements: 0.0,
            max_remembered,
            representation: Representation::Rows,
            ..Tuning::default()
        };
        let exact = Exact::with_threads(threads).tuned(tuning);
        agree(&exact, &BruteForce, seeds().start..seeds().end / 4);
        agree_on(&exact, &Vf2, (0..100).map(random::large_case));
    }
}

#[test]
fn larger_questions_agree_in_every_representation() {
    let cases = || (0..if slow_suites() { 5_000 } else { 150 }).map(random::large_case);
    for (representation, threads) in
        [(Representation::BySize, 1), (Representation::WideMasks, 2), (Representation::Rows, 2)]
    {
        agree_on(&with_switches(representation, 100, threads), &Vf2, cases());
    }
}

/// Answers from an index equal answers from a scan.
#[test]
fn an_index_changes_no_answer() {
    let indexed = Exact::new().tuned(Tuning { arcs_worth_an_index: 0, ..Tuning::default() });
    for seed in seeds() {
        let case = random::case(seed);
        let mut open =
            indexed.open(&case.graph.clone().into(), &isocount_core::Control::NONE).unwrap();
        for semantics in Semantics::ALL {
            let scanned =
                Exact::new().count(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED);
            let looked_up = open.count(&case.pattern, semantics, &Budget::UNLIMITED);
            assert_eq!(scanned, looked_up, "seed {seed}, {semantics}\n{case}");
        }
    }
}

/// A bound never exceeds the count and never falls as steps are added, whichever try found it.
#[test]
fn bounds_grow_with_the_budget_across_both_tries() {
    let exact = with_switches(Representation::Masks, 10, 1);
    for seed in 0..300 {
        let case = random::case(seed);
        for semantics in [Semantics::Homomorphism, Semantics::Monomorphism(Unit::Subgraphs)] {
            let ask = |budget| exact.count(&case.pattern, &case.graph, semantics, &budget).unwrap();
            let truth = ask(Budget::UNLIMITED).exact().unwrap();
            let mut last = isocount_core::Count::ZERO;
            for steps in (0..40).chain([100, 1_000]) {
                let bound = match ask(Budget::steps(steps)) {
                    isocount_core::Answer::AtLeast(bound) => bound,
                    answer => answer.exact().unwrap(),
                };
                assert!(last <= bound && bound <= truth, "seed {seed}, {steps} steps\n{case}");
                last = bound;
            }
        }
    }
}
