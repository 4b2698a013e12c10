//! Counting by algebra equals brute force, whichever pins, roots and widths are forced.
//!
//! The everyday suite asks tens of thousands of questions, `ISOCOUNT_SLOW=1` a million.

use isocount_count::{BruteForce, Exact, Representation, Routing, Tuning, Vf2};
use isocount_testkit::{agree, agree_on, random, slow_suites};

fn forced(change: impl FnOnce(&mut Tuning)) -> Tuning {
    let mut tuning = Tuning { algebra: Routing::Always, ..Tuning::default() };
    change(&mut tuning);
    tuning
}

#[test]
fn the_best_programs_equal_brute_force() {
    let seeds = 0..if slow_suites() { 60_000 } else { 2_000 };
    agree(&Exact::new().tuned(forced(|_| ())), &BruteForce, seeds.clone());
    let rows = forced(|tuning| tuning.representation = Representation::Rows);
    agree(&Exact::with_threads(2).tuned(rows), &BruteForce, seeds);
}

/// Every block draws its pins, their order and the roots from the seed.
#[test]
fn any_program_equals_brute_force() {
    for seed in 0..if slow_suites() { 120 } else { 8 } {
        let tuning = forced(|tuning| {
            tuning.algebra_seed = Some(seed);
            tuning.algebra_in_128_bits = seed % 2 == 1;
            tuning.algebra_is_narrow = seed % 4 >= 2;
            if seed % 3 == 1 {
                tuning.representation = Representation::Rows;
            }
        });
        let from = 1_000 * seed;
        agree(&Exact::new().tuned(tuning), &BruteForce, from..from + 1_000);
    }
}

#[test]
fn larger_questions_agree() {
    for threads in [1, 3] {
        let cases = (0..if slow_suites() { 5_000 } else { 150 }).map(random::large_case);
        agree_on(&Exact::with_threads(threads).tuned(forced(|_| ())), &Vf2, cases);
    }
}
