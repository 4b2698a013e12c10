//! Checks a counter that estimates against its claims: no bias, bounds that hold, intervals with
//! the nominal coverage, the same answer for the same seed.

use std::ops::Range;

use isocount_core::{Answer, Budget, Counter, Semantics};

use crate::random::Case;

/// With fewer seeds, the standard error of one case is not known well enough to judge it.
const ENOUGH_SEEDS: usize = 100;

/// Statistics of the estimates in one meaning.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// The number of answers that were estimates, not exact.
    pub estimates: usize,
    /// The number of estimates with an interval that is reported as reliable.
    pub intervals: usize,
    /// The number of these intervals that contain the true count.
    pub covered: usize,
}

/// Asks every case in one meaning for every seed, and checks
///
/// * that the mean over the seeds is within four standard errors of the truth, all cases of the
///   meaning taken together (each relative to its truth), and within seven for each case that was
///   asked for a hundred seeds or more;
/// * that exact answers are right, and certain bounds hold;
/// * that the same seed gives the same answer.
///
/// `make` makes the counter of a seed. Returns the coverage of the intervals.
///
/// # Panics
/// If one of these fails. The message contains the case.
pub fn estimates_conform(
    make: &dyn Fn(u64) -> Box<dyn Counter>,
    truth: &dyn Counter,
    semantics: Semantics,
    cases: impl IntoIterator<Item = Case>,
    seeds: Range<u64>,
) -> Tally {
    let mut tally = Tally::default();
    let (mut pooled, mut pooled_variance, mut num_pooled) = (0.0, 0.0, 0);
    for case in cases {
        let ask = |counter: &dyn Counter| {
            let answer = counter.count(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED);
            answer.unwrap_or_else(|error| panic!("{}: {error}\n{case}", counter.name()))
        };
        let Answer::Exact(exact) = ask(truth) else { panic!("the truth must be exact") };
        let count = exact.0 as f64;
        let mut values = Vec::new();
        for seed in seeds.clone() {
            let counter = make(seed);
            let answer = ask(&*counter);
            if seed % 16 == 0 {
                assert_eq!(answer, ask(&*counter), "{semantics}: seed {seed} twice\n{case}");
            }
            values.push(answer.value());
            let Answer::Estimate(estimate) = answer else {
                assert_eq!(answer, Answer::Exact(exact), "{semantics}\n{case}");
                continue;
            };
            tally.estimates += 1;
            let sampled = estimate.sampled.expect("a sampler returns its bounds");
            let bounds = sampled.at_least..=sampled.at_most;
            assert!(bounds.contains(&count), "{semantics}: {count} is not in {bounds:?}\n{case}");
            let interval = estimate.interval.expect("a sampler returns an interval");
            let covers = (interval.low..=interval.high).contains(&count);
            assert!(sampled.reliable || covers, "{semantics}: {estimate:?}, {count}\n{case}");
            tally.intervals += usize::from(sampled.reliable);
            tally.covered += usize::from(sampled.reliable && covers);
        }
        let num = values.len() as f64;
        let mean = values.iter().sum::<f64>() / num;
        let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        let variance = squares / (num - 1.0) / num;
        if count == 0.0 {
            assert!(mean == 0.0, "{semantics}: {mean} for zero\n{case}");
            continue;
        }
        let error = (mean - count).abs() / variance.sqrt().max(1e-9 * count);
        let enough = values.len() >= ENOUGH_SEEDS;
        assert!(
            !enough || error < 7.0,
            "{semantics}: {mean} for {count}, {error} errors off\n{case}"
        );
        pooled += (mean - count) / count;
        pooled_variance += variance / count.powi(2);
        num_pooled += usize::from(variance > 0.0);
    }
    let error = pooled.abs() / pooled_variance.sqrt().max(1e-9);
    assert!(error < 4.0, "{semantics}: {num_pooled} cases together are {error} errors off");
    tally
}
