//! Every engine equals brute force on random questions, in all five meanings.
//!
//! The everyday suite runs 2,000 cases per engine, `ISOCOUNT_SLOW=1` runs 100,000.

use std::ops::Range;

use isocount_count::{BruteForce, Exact, Vf2};
use isocount_testkit::agree;

fn seeds() -> Range<u64> {
    if std::env::var_os("ISOCOUNT_SLOW").is_some() { 0..100_000 } else { 0..2_000 }
}

#[test]
fn vf2_equals_brute_force() {
    agree(&Vf2, &BruteForce, seeds());
}

#[test]
fn exact_equals_brute_force() {
    agree(&Exact::new(), &BruteForce, seeds());
}
