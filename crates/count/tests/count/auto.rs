//! What `auto` promises: no answer of a worse kind than its parts would have given, the same kind
//! every time, and never a number that is called exact and is not.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use isocount_core::{
    Answer, Budget, Count, Counter, GraphBuilder, Label, LabeledGraph, NodeId, Semantics, Unit,
};
use isocount_count::{Auto, Exact, Sample, Sampling};
use isocount_testkit::{Rng, pattern, random, slow_suites};

#[path = "../../examples/measuring/walks.rs"]
mod walks;

const MAPPINGS: Semantics = Semantics::Monomorphism(Unit::Mappings);

/// Each new node joins `m` earlier ones, in proportion to degree.
fn preferential(n: usize, m: usize) -> LabeledGraph {
    let mut rng = Rng::new(2);
    let mut builder = GraphBuilder::default();
    for _ in 0..n {
        builder.node(Label(0));
    }
    let mut ends: Vec<usize> = (0..m).collect();
    for v in m..n {
        let mut chosen = Vec::new();
        while chosen.len() < m {
            let u = ends[rng.below(ends.len())];
            if !chosen.contains(&u) {
                chosen.push(u);
            }
        }
        for u in chosen {
            builder.undirected_edge(NodeId(u as u32), NodeId(v as u32), Label(0));
            ends.extend([u, v]);
        }
    }
    builder.build_merged().unwrap()
}

/// Before this was tested, a search that was stopped in the middle of a duel called what it had
/// found exact.
#[test]
fn no_limit_makes_a_wrong_number_exact() {
    let num_cases = if slow_suites() { 20_000 } else { 400 };
    let network = walks::network(1.7);
    let (mut num_exact, mut num_others) = (0, 0);
    for seed in 0..num_cases {
        let mut rng = Rng::new(seed);
        let (pattern, graph) = if seed % 4 == 0 {
            (walks::walk(&mut rng, &network, 10, seed % 8 == 0), network.clone())
        } else {
            let case = random::large_case(seed);
            (case.pattern, case.graph)
        };
        let semantics = Semantics::ALL[rng.below(5)];
        let second = Budget::time(Duration::from_secs(1));
        let truth = Exact::new().count(&pattern, &graph, semantics, &second);
        let Ok(Answer::Exact(Count(truth))) = truth else { continue };
        let limit = Duration::from_micros([50, 200, 1_000, 4_000][rng.below(4)]);
        for precision in [None, Some(0.1)] {
            let auto = Auto::new(Sampling::default().with_precision(precision).with_seed(seed));
            let answer = auto.count(&pattern, &graph, semantics, &Budget::time(limit)).unwrap();
            let told = format!("seed {seed}, {semantics}, {precision:?}, {limit:?}: {answer:?}");
            match answer {
                Answer::Exact(count) => {
                    num_exact += 1;
                    assert_eq!(count.0, truth, "{told}");
                }
                Answer::AtLeast(bound) => {
                    num_others += 1;
                    assert!(bound.0 <= truth, "{truth}, {told}");
                }
                Answer::Estimate(estimate) => {
                    num_others += 1;
                    let sampled = estimate.sampled.unwrap();
                    let truth = truth as f64;
                    assert!(sampled.at_least <= truth && truth <= sampled.at_most, "{told}");
                }
            }
        }
    }
    assert!(num_exact > 100 && num_others > 10, "{num_exact} exact, {num_others} not");
}

/// A graph that is large enough to be counted by degree first. Before, half of the limit went into
/// preparing it for the exact engine, the other half into preparing it again for the sampler, and
/// the answer was a bound.
#[test]
fn large_graphs_have_an_estimate_within_the_limit() {
    let graph = preferential(20_000, 5);
    let limit = Duration::from_secs(if slow_suites() { 1 } else { 2 });
    let is_bound = |counter: &dyn Counter, text: &str, limit| {
        let answer = counter.count(&pattern(text), &graph, MAPPINGS, &Budget::time(limit));
        matches!(answer.unwrap(), Answer::AtLeast(_))
    };
    let (auto, sample) = (Auto::new(Sampling::default()), Sample::new(Sampling::default()));
    for text in ["a-b-c-d-e-f-g-h", "a-b-c-d-e-f-g-a", "a-b-c-d-e-f-g-a-c-e"] {
        // On a machine that is too busy for an estimate, the sampler alone has none either.
        let kept =
            (0..3).any(|_| !is_bound(&auto, text, limit) || is_bound(&sample, text, limit / 2));
        assert!(kept, "{text}");
    }
}

/// Patterns of 16 nodes that splitting search counts in a moment. Before, it had no turn where work
/// was limited, and samples took 11 seconds, or said 0, which was unreliable.
#[test]
fn what_splitting_counts_in_a_moment_is_not_sampled_for_long() {
    let graph = walks::network(1.7);
    let auto = Auto::new(Sampling::default().with_precision(Some(0.05)));
    let mut num_exact = 0;
    let mut rng = Rng::new(7_016);
    for i in 0..12 {
        let pattern = walks::walk(&mut rng, &graph, 16, i % 2 == 1);
        match auto.count(&pattern, &graph, MAPPINGS, &Budget::UNLIMITED).unwrap() {
            Answer::Exact(_) => num_exact += 1,
            Answer::Estimate(estimate) => {
                assert!(estimate.sampled.unwrap().precise, "pattern {i}: {estimate:?}");
            }
            Answer::AtLeast(bound) => panic!("pattern {i}: at least {bound}"),
        }
    }
    assert!(num_exact > 4, "{num_exact}");
}

/// What is decided by counted work is the same however busy the machine is, answer by answer.
#[test]
fn a_busy_machine_changes_no_answer_with_a_precision() {
    let graph = walks::network(1.7);
    let auto = Auto::new(Sampling::default().with_precision(Some(0.05)));
    let mut rng = Rng::new(7_016);
    let patterns: Vec<_> = (0..8).map(|i| walks::walk(&mut rng, &graph, 16, i % 2 == 1)).collect();
    let ask = || -> Vec<Answer> {
        let budget = &Budget::UNLIMITED;
        patterns.iter().map(|p| auto.count(p, &graph, MAPPINGS, budget).unwrap()).collect()
    };
    let idle = ask();
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        for _ in 0..2 {
            let busy = ask();
            for (i, (idle, busy)) in idle.iter().zip(busy).enumerate() {
                assert_eq!(*idle, busy, "pattern {i}");
            }
        }
        is_done.store(true, Ordering::Relaxed);
    });
}

/// Limits on steps are limits of each part, and change nothing else.
#[test]
fn limits_on_steps_give_the_same_answer_every_time() {
    let graph = preferential(500, 6);
    for text in ["a-b-c-d-e-f-a", "a-b-c-d-a-c", "a-b, a-c, a-d, d-e"] {
        let pattern = pattern(text);
        let truth = Exact::new().count(&pattern, &graph, MAPPINGS, &Budget::UNLIMITED).unwrap();
        for (precision, steps) in
            [None, Some(0.1)].into_iter().flat_map(|p| [0, 100, 10_000, 1_000_000].map(|s| (p, s)))
        {
            let auto = Auto::new(Sampling::default().with_precision(precision));
            let ask = || auto.count(&pattern, &graph, MAPPINGS, &Budget::steps(steps)).unwrap();
            let answer = ask();
            assert_eq!(answer, ask(), "{text}, {precision:?}, {steps} steps");
            match answer {
                Answer::Exact(_) => assert_eq!(answer, truth),
                Answer::AtLeast(bound) => assert!(bound.0 as f64 <= truth.value()),
                Answer::Estimate(estimate) => {
                    assert!(estimate.sampled.unwrap().at_least <= truth.value());
                }
            }
        }
    }
}

/// Candidates and tables that one part made serve the other: the estimate is what the sampler alone
/// says with the same seed.
#[test]
fn an_estimate_is_that_of_the_sampler_alone() {
    let graph = preferential(3_000, 8);
    let mut num_estimates = 0;
    for text in ["a-b-c-d-e-f-g-h-a, a-e", "a-b-c-d-e-f-g-h-i-a, a-d", "a-b-c-d-e-f-g-h"] {
        let (pattern, budget) = (pattern(text), Budget::UNLIMITED);
        let sampling = Sampling::default().with_precision(Some(0.05)).with_seed(3);
        let auto = Auto::new(sampling).count(&pattern, &graph, MAPPINGS, &budget).unwrap();
        let Answer::Estimate(auto) = auto else { continue };
        let sample = Sample::new(sampling).count(&pattern, &graph, MAPPINGS, &budget).unwrap();
        let Answer::Estimate(sample) = sample else { panic!("{text}: {sample:?}") };
        num_estimates += 1;
        assert_eq!(auto.value.to_bits(), sample.value.to_bits(), "{text}: {auto:?}, {sample:?}");
    }
    assert!(num_estimates > 0);
}
