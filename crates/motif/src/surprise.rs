//! Whether a count is surprising: the same motifs in randomised graphs with the same degrees.
//!
//! Of n randomised graphs, let r⁺ contain the motif at least as often as the graph itself, and r⁻
//! at most as often. The empirical p-value is two-sided and counts the graph itself as one more
//! sample of the null hypothesis:
//!
//! > p = min(1, 2 · (min(r⁺, r⁻) + 1) / (n + 1)).
//!
//! So p is never below 2 / (n + 1), its resolution. Since there are many motifs, p-values are
//! adjusted after Benjamini and Hochberg (1995): with the m p-values in ascending order, q of the
//! k-th is the least of p · m / rank over the ranks from k on. If motifs with q ≤ 0.05 are called
//! surprising, at most one call in twenty is wrong on average. z = (count − mean) / (standard
//! deviation); it is undefined where the samples do not vary.

use std::ops::ControlFlow;

use isocount_core::{Control, LabeledGraph, Task};
use isocount_platform::in_order;

use crate::census::{Census, CensusMotif, CensusOptions};
use crate::census_error::CensusError;
use crate::shuffle::Shuffler;

/// The number and the seed of the randomised graphs.
///
/// ```
/// use isocount_motif::NullModel;
///
/// // With 99 randomised graphs, nothing is more surprising than one in fifty.
/// let null = NullModel { samples: 99, seed: 0 };
/// assert_eq!(null.resolution(), 0.02);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NullModel {
    /// The number of randomised graphs.
    pub samples: usize,
    /// The seed. Graph number `i` is the same for any number of samples and threads.
    pub seed: u64,
}

/// The counts of one randomised graph.
#[derive(Clone, Debug, PartialEq)]
pub struct NullSample {
    /// The count of each motif of the census, in the same order.
    pub counts: Vec<u128>,
    /// The share of links that are where they were in the original graph.
    pub unmoved: f64,
}

/// How a motif's count compares with those of randomised graphs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Surprise {
    /// The mean count.
    pub mean: f64,
    /// The standard deviation of the count, with n − 1 in the denominator.
    pub deviation: f64,
    /// The number of standard deviations by which the count exceeds the mean; `None` if the samples
    /// do not vary.
    pub z: Option<f64>,
    /// The two-sided empirical p-value.
    pub p: f64,
    /// The p-value adjusted for the number of motifs.
    pub q: f64,
}

impl NullModel {
    /// The smallest p-value that this number of samples can yield.
    #[must_use]
    pub fn resolution(&self) -> f64 {
        (2.0 / (self.samples as f64 + 1.0)).min(1.0)
    }

    /// Counts the motifs of a census in the randomised graphs from number `from` on, and passes the
    /// counts to `take` in order. `take` may end the run.
    ///
    /// # Errors
    /// If the work is cancelled, or a census fails.
    pub fn run(
        &self,
        graph: &LabeledGraph,
        options: &CensusOptions,
        census: &Census,
        from: usize,
        control: &Control,
        mut take: impl FnMut(NullSample) -> ControlFlow<()> + Send,
    ) -> Result<(), CensusError> {
        let shuffler = Shuffler::new(graph, census.directed, options.labels, control)?;
        // Each thread works on a graph of its own. A randomised graph may come out without
        // directions although its original has some.
        let alone = options.clone().with(|it| {
            it.directed = Some(census.directed);
            it.per_node = false;
            it.per_edge = false;
            it.threads = 1;
        });
        let quiet = control.child();
        control.begin_at(Task::Counting, "", Some(self.samples as u64), from as u64);
        let sample = |number: usize| {
            let random = shuffler.shuffle(self.seed, number as u64, &quiet)?;
            // A census reports stages of its own, which are not those of the whole run.
            let counts = alone.count_in(&random.graph, &Control::NONE, &quiet)?;
            let unmoved = random.unmoved as f64 / shuffler.num_links().max(1) as f64;
            Ok(NullSample { counts: aligned(&census.motifs, &counts.motifs), unmoved })
        };
        let ended = in_order(
            options.threads,
            from..self.samples,
            || (),
            |(), number| sample(number),
            |result: Result<NullSample, CensusError>| match result {
                Err(error) => ControlFlow::Break(Err(error)),
                Ok(sample) => {
                    control.advance(1);
                    take(sample).map_break(Ok)
                }
            },
        );
        control.end();
        ended.unwrap_or(Ok(()))
    }
}

/// The counts of these motifs in another census, from which some may be missing.
fn aligned(motifs: &[CensusMotif], others: &[CensusMotif]) -> Vec<u128> {
    let mut next = 0;
    let mut count = |motif: &CensusMotif| {
        let is = |other: &CensusMotif| {
            other.motif.shape == motif.motif.shape && other.labels == motif.labels
        };
        // Both are in the same order, but one may have motifs that the other lacks.
        let found = others[next..].iter().position(is);
        found.map_or(0, |place| {
            next += place + 1;
            others[next - 1].count
        })
    };
    motifs.iter().map(&mut count).collect()
}

/// Compares each count with those of randomised graphs.
#[must_use]
pub fn surprises(counts: &[u128], samples: &[NullSample]) -> Vec<Surprise> {
    let of = |place: usize, count: u128| {
        let others = || samples.iter().map(|sample| sample.counts[place]);
        let n = samples.len() as f64;
        let mean = others().map(|count| count as f64).sum::<f64>() / n;
        let squares: f64 = others().map(|count| (count as f64 - mean).powi(2)).sum();
        let deviation = (squares / (n - 1.0).max(1.0)).sqrt();
        let least =
            others().filter(|&s| s >= count).count().min(others().filter(|&s| s <= count).count());
        let p = (2.0 * (least as f64 + 1.0) / (n + 1.0)).min(1.0);
        let z = (deviation > 0.0).then(|| (count as f64 - mean) / deviation);
        Surprise { mean, deviation, z, p, q: 1.0 }
    };
    let mut all: Vec<Surprise> =
        counts.iter().enumerate().map(|(place, &count)| of(place, count)).collect();
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|&i, &j| all[i].p.total_cmp(&all[j].p));
    let mut least = 1.0_f64;
    for (place, &motif) in order.iter().enumerate().rev() {
        least = least.min(all[motif].p * all.len() as f64 / (place + 1) as f64);
        all[motif].q = least;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_are_those_of_the_definition() {
        let samples: Vec<NullSample> =
            (0..9).map(|i| NullSample { counts: vec![i, 5, 3], unmoved: 0.0 }).collect();
        // 9 is above all of 0 to 8; 5 always; 3 of three equal counts.
        let found = surprises(&[9, 5, 4], &samples);
        assert!((found[0].p - 0.2).abs() < 1e-12 && (found[0].mean - 4.0).abs() < 1e-12);
        assert!((found[0].z.unwrap() - 5.0 / 7.5_f64.sqrt()).abs() < 1e-12);
        assert!((found[1].p - 1.0).abs() < 1e-12 && found[1].z.is_none());
        assert!((found[2].p - 0.2).abs() < 1e-12);
        // Two of three p-values are 0.2: q = 0.2 · 3 / 2.
        assert!((found[0].q - 0.3).abs() < 1e-12 && (found[2].q - 0.3).abs() < 1e-12);
        assert!((NullModel { samples: 99, seed: 0 }.resolution() - 0.02).abs() < 1e-12);
    }
}
