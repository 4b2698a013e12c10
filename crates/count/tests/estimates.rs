//! The sampler against the specification: exact where nothing is pruned, without bias where much is,
//! in all five meanings, with loops, parallel arcs, labels, directions and several components.

use std::sync::Arc;

use isocount_core::{Answer, Budget, Control, Counter, Semantics};
use isocount_count::{BruteForce, Exact, Sample, Sampling};
use isocount_testkit::{agree, agree_on, cases, estimates_conform, random, slow_suites};

/// So many particles that nothing is pruned.
fn unpruned() -> Sample {
    Sample::new(Sampling::default().with_particles(1 << 20))
}

#[test]
fn what_is_not_pruned_is_exact() {
    let seeds = if slow_suites() { 50_000 } else { 3_000 };
    agree(&unpruned(), &BruteForce, 0..seeds);
    agree_on(&unpruned(), &Exact::new(), (0..300).map(random::large_case));
}

#[test]
fn the_shared_cases_are_right() {
    for known in cases::all() {
        let case = &known.case;
        let graph = Arc::new(case.graph.clone());
        let mut open = unpruned().open(&graph, &Control::NONE).unwrap();
        for semantics in Semantics::ALL {
            let expected = Ok(Answer::Exact(known.count(semantics)));
            let budget = &Budget::UNLIMITED;
            assert_eq!(
                unpruned().count(&case.pattern, &graph, semantics, budget),
                expected,
                "{case}"
            );
            assert_eq!(open.count(&case.pattern, semantics, budget), expected, "{case}");
            assert_eq!(open.fork().count(&case.pattern, semantics, budget), expected, "{case}");
        }
    }
}

#[test]
fn estimates_have_no_bias() {
    let num_cases = if slow_suites() { 2_000 } else { 150 };
    for particles in [1, 3, 8] {
        let sampling = Sampling::default().with_replicates(4).with_particles(particles);
        let make = |seed| Box::new(Sample::new(sampling.with_seed(seed))) as Box<dyn Counter>;
        for semantics in Semantics::ALL {
            let cases = (0..num_cases).map(random::case);
            let tally = estimates_conform(&make, &BruteForce, semantics, cases, 0..160);
            assert!(tally.estimates > 100, "{particles} particles, {semantics}: {tally:?}");
        }
    }
}
