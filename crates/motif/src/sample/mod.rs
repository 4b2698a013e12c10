//! Estimates of the census, for graphs and sizes that are too large to count exactly.
//!
//! Subgraphs are drawn one by one ([`draw`]), each with a probability p that is known exactly. A
//! drawn subgraph stands for 1 / p of its motif: of n draws, those that are the motif M give
//!
//! > count(M) ≈ (1 / n) · Σ 1 / p,
//!
//! which is unbiased for every graph. [`interval`] computes its confidence interval.
//!
//! Each block of draws has its own seed, and sums are added in the order of the blocks, so answers
//! do not depend on the number of threads.

mod draw;
mod interval;

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::time::{Duration, Instant};

use isocount_core::{Control, LabeledGraph, Rng, Task};
use isocount_platform::in_order;
use rustc_hash::FxHashMap;

use self::draw::Drawing;
use self::interval::interval;
use crate::catalogue::{Catalogue, DIRECTED_SIZES};
use crate::census::{Census, CensusMotif, has_directions};
use crate::census_error::CensusError;
use crate::coded::Coded;
use crate::labelled::labelled_motif;
use crate::listing::Packing;

/// The number of draws of one block.
const BLOCK: u64 = 1 << 11;

/// The sizes that can be sampled.
const SIZES: RangeInclusive<usize> = 3..=6;

/// Motifs with a smaller share of all subgraphs of their size need not be precise.
const WORTH_PRECISION: f64 = 0.01;

/// The options of an estimate.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SampleOptions {
    /// Numbers of nodes of the motifs, 3 to 6.
    pub sizes: RangeInclusive<usize>,
    /// Whether directions matter. With `None`, they matter if the graph [has some](has_directions).
    pub directed: Option<bool>,
    /// Whether labels matter.
    pub labels: bool,
    /// The maximum number of draws for each size, rounded up to a multiple of 2,048.
    pub draws: u64,
    /// Stops early once the relative half-width of the intervals of all motifs with a share of 1 %
    /// or more is at most this.
    pub precision: Option<f64>,
    /// Stops early after this time for each size. The number of draws then depends on the machine.
    pub time_limit: Option<Duration>,
    /// The probability with which an interval should contain the count.
    pub confidence: f64,
    /// The seed. The same seed gives the same answer for any number of threads, unless the time ran
    /// out.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

impl Default for SampleOptions {
    fn default() -> Self {
        Self {
            sizes: 3..=4,
            directed: None,
            labels: false,
            draws: 1_000_000,
            precision: None,
            time_limit: None,
            confidence: 0.95,
            seed: 0,
            threads: 1,
        }
    }
}

/// An estimated count.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimated {
    /// The unbiased estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval. It is positive even for a motif that was never drawn.
    pub high: f64,
    /// The number of draws that were this motif.
    pub hits: u64,
    /// The number of draws of its size.
    pub draws: u64,
}

/// The draws of one motif: their number, and the sums of 1 / p and 1 / p².
#[derive(Clone, Copy, Debug, Default)]
struct Hits {
    number: u64,
    sum: f64,
    squares: f64,
}

/// Some draws of one size, by canonical key.
#[derive(Clone, Debug, Default)]
struct Drawn {
    by_key: BTreeMap<u128, Hits>,
    draws: u64,
    /// The largest 1 / p.
    largest: f64,
}

impl Drawn {
    fn join(&mut self, other: &Self) {
        for (key, more) in &other.by_key {
            let hits = self.by_key.entry(*key).or_default();
            hits.number += more.number;
            hits.sum += more.sum;
            hits.squares += more.squares;
        }
        self.draws += other.draws;
        self.largest = self.largest.max(other.largest);
    }

    fn estimate(&self, hits: Hits, confidence: f64) -> Estimated {
        let (value, low, high) = interval(hits, self.draws, self.largest, confidence);
        Estimated { value, low, high, hits: hits.number, draws: self.draws }
    }

    /// Whether the estimates of all frequent motifs have this precision.
    fn is_precise(&self, precision: f64, confidence: f64) -> bool {
        let all: f64 = self.by_key.values().map(|hits| hits.sum).sum();
        let frequent = self.by_key.values().filter(|hits| hits.sum >= WORTH_PRECISION * all);
        let is_near = |hits: &Hits| {
            let Estimated { value, low, high, .. } = self.estimate(*hits, confidence);
            (high - value).max(value - low) <= precision * value
        };
        !self.by_key.is_empty() && frequent.into_iter().all(is_near)
    }
}

impl SampleOptions {
    /// Changes these options.
    ///
    /// ```
    /// use isocount_motif::SampleOptions;
    ///
    /// let options = SampleOptions::default().with(|it| it.seed = 7);
    /// assert_eq!((options.seed, options.draws), (7, 1_000_000));
    /// ```
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Estimates how often the motifs of a graph occur as induced subgraphs. All undirected motifs,
    /// and all directed motifs of up to four nodes, are reported, with an upper bound for those
    /// that were never drawn. Other motifs are reported only if they were drawn.
    ///
    /// # Errors
    /// If the options are not supported, or the work is cancelled.
    pub fn estimate(&self, graph: &LabeledGraph, control: &Control) -> Result<Census, CensusError> {
        let (from, to) = (*self.sizes.start(), *self.sizes.end());
        if from < *SIZES.start() || to > *SIZES.end() || from > to {
            let (kind, least, most) = ("sampled", *SIZES.start(), *SIZES.end());
            return Err(CensusError::Sizes { kind, least, most, from, to });
        }
        let loops = graph.nodes().map(|v| graph.arcs_between(v, v).len()).sum();
        let directed = self.directed.unwrap_or_else(|| has_directions(graph, self.labels));
        let coded = Coded::new(graph, directed, self.labels, control)?;
        let mut motifs = Vec::new();
        for size in self.sizes.clone() {
            let packing = Packing::new(size, &coded).ok_or(CensusError::TooManyLabels(size))?;
            let drawn = self.draw(&coded, packing, control)?;
            if self.labels || directed && !DIRECTED_SIZES.contains(&size) {
                self.add_seen(&coded, packing, &drawn, &mut motifs);
            } else {
                self.add_all(directed, packing, &drawn, &mut motifs);
            }
        }
        Ok(Census { motifs, nodes: None, edges: None, directed, loops })
    }

    /// Draws until the precision, the time limit or the number of draws is reached.
    fn draw(
        &self,
        coded: &Coded,
        packing: Packing,
        control: &Control,
    ) -> Result<Drawn, CensusError> {
        control.begin(Task::Counting, "", Some(self.draws));
        let until = self.time_limit.map(|limit| Instant::now() + limit);
        let is_late = || until.is_some_and(|until| Instant::now() >= until);
        let all = self.draws.div_ceil(BLOCK).max(1) as usize;
        // With a precision, the number of draws doubles from one check to the next.
        let mut round = if self.precision.is_some() { all.min(8) } else { all };
        let (mut drawn, mut from) = (Drawn::default(), 0);
        loop {
            let ended = in_order(
                self.threads,
                from..round,
                || (Drawing::new(coded, packing), FxHashMap::default()),
                |(drawing, known), block| {
                    if block > 0 && is_late() {
                        return Ok(None);
                    }
                    control.check()?;
                    Ok(Some(self.block(drawing, known, packing, block)))
                },
                |block: Result<Option<Drawn>, CensusError>| match block {
                    Err(error) => ControlFlow::Break(Err(error)),
                    Ok(None) => ControlFlow::Break(Ok(())),
                    Ok(Some(block)) => {
                        drawn.join(&block);
                        control.advance(BLOCK);
                        ControlFlow::Continue(())
                    }
                },
            );
            match ended {
                Some(Err(error)) => return Err(error),
                Some(Ok(())) => break,
                None => {}
            }
            let is_enough = self.precision.is_some_and(|p| drawn.is_precise(p, self.confidence));
            if round == all || is_enough {
                break;
            }
            (from, round) = (round, (2 * round).min(all));
        }
        control.end();
        Ok(drawn)
    }

    fn block(
        &self,
        drawing: &mut Drawing<'_>,
        known: &mut FxHashMap<u128, u128>,
        packing: Packing,
        block: usize,
    ) -> Drawn {
        let mut rng = Rng::for_item(self.seed ^ packing.size() as u64, block as u64);
        let mut drawn = Drawn { draws: BLOCK, ..Drawn::default() };
        for _ in 0..BLOCK {
            let Some((key, probability)) = drawing.draw(&mut rng) else { continue };
            let canonical = *known.entry(key).or_insert_with(|| packing.canonical(key).0);
            let worth = 1.0 / probability;
            let hits = drawn.by_key.entry(canonical).or_default();
            hits.number += 1;
            hits.sum += worth;
            hits.squares += worth * worth;
            drawn.largest = drawn.largest.max(worth);
        }
        drawn
    }

    /// Adds every motif of the catalogue.
    fn add_all(
        &self,
        directed: bool,
        packing: Packing,
        drawn: &Drawn,
        motifs: &mut Vec<CensusMotif>,
    ) {
        let catalogue = Catalogue::of(packing.size(), directed);
        let mut hits = vec![Hits::default(); catalogue.motifs().len()];
        for (&key, &found) in &drawn.by_key {
            if let Some((place, _)) = catalogue.find(packing.shape(key)) {
                hits[place] = found;
            }
        }
        for (motif, hits) in catalogue.motifs().iter().zip(hits) {
            let estimate = drawn.estimate(hits, self.confidence);
            motifs.push(CensusMotif::estimated(motif.clone(), None, estimate));
        }
    }

    /// Adds every motif that was drawn.
    fn add_seen(
        &self,
        coded: &Coded,
        packing: Packing,
        drawn: &Drawn,
        motifs: &mut Vec<CensusMotif>,
    ) {
        let mut keys: Vec<u128> = drawn.by_key.keys().copied().collect();
        keys.sort_unstable_by_key(|&key| (packing.shape(key).num_arcs(), key));
        for key in keys {
            let last = motifs.last().map(|last: &CensusMotif| &last.motif);
            let first_orbit = last.map_or(0, |last| last.first_orbit + last.num_orbits());
            let (motif, labels) = labelled_motif(coded, packing, key, first_orbit);
            let labels = self.labels.then_some(labels);
            let estimate = drawn.estimate(drawn.by_key[&key], self.confidence);
            motifs.push(CensusMotif::estimated(motif, labels, estimate));
        }
    }
}
