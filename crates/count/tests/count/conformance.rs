//! Every counter runs every shared case and every law of counting.

use isocount_count::{BruteForce, Exact, Peregrine, Vf2};
use isocount_testkit::conformance;

#[test]
fn brute_force_conforms() {
    conformance(&BruteForce);
}

#[test]
fn vf2_conforms() {
    conformance(&Vf2);
}

#[test]
fn peregrine_conforms() {
    conformance(&Peregrine);
}

#[test]
fn exact_conforms() {
    conformance(&Exact::new());
}

#[test]
fn exact_on_two_threads_conforms() {
    conformance(&Exact::with_threads(2));
}
