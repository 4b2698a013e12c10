//! Measuring a program before it is run: it is tried on a sample of the images of its first pin,
//! those with many neighbours apart from those with few, and its additions are counted.

use std::ops::Range;

use super::book::Book;
use super::forest::BlockProgram;
use super::pinned::{Factors, PinnedRun, Weighted};
use super::quotient::NodeKinds;
use super::relation::Relations;
use crate::cost::algebra::{
    IMAGES_PER_STRATUM_OF_A_PROGRAM, MOST_ADDITIONS_SAMPLED, SHARE_FOR_A_PROGRAM,
};
use crate::meter::Meter;

/// Tables without any values.
pub(crate) struct Bare<'a> {
    pub(crate) book: &'a Book,
    pub(crate) relations: &'a Relations<'a>,
    pub(crate) kinds: &'a NodeKinds,
}

impl Factors<u64> for Bare<'_> {
    fn edge(&self, edge: u32) -> Weighted<'_, u64> {
        let table = self.relations.table(self.book.edges.get(edge).relation);
        Weighted { table, weights: None }
    }

    fn reverse(&self, edge: u32) -> u32 {
        self.book.reverse(edge)
    }

    fn node(&self, _: u32) -> Option<&[u64]> {
        None
    }

    fn places(&self, node: u32) -> Range<u32> {
        let kind = self.book.nodes.get(node).kind;
        self.relations.homes().range(self.kinds.list[kind as usize].home)
    }
}

impl Bare<'_> {
    /// The additions of a program that is expected to take `expected`; as many if the sample would
    /// be too large.
    pub(crate) fn sampled_cost(
        &self,
        program: &BlockProgram,
        expected: f64,
        meter: &Meter<'_>,
    ) -> f64 {
        let images = self.places(program.pins[0].node);
        let pins = program.pins.iter().flat_map(|pin| &pin.rows);
        let rows = pins.chain(program.trees.iter().flat_map(|tree| &tree.rows));
        let of_first: Vec<u32> = rows.filter(|row| row.pin == 0).map(|row| row.edge).collect();
        let degree = |x: u32| {
            of_first.iter().map(|&edge| self.edge(edge).table.degree(x)).max().unwrap_or(0)
        };
        let mut images: Vec<(usize, u32)> = images.map(|x| (degree(x), x)).collect();
        images.sort_unstable_by_key(|&(degree, x)| (std::cmp::Reverse(degree), x));
        // One image of the first pin may have more to it than all the time there is.
        let most = meter
            .for_time_only()
            .within_work((SHARE_FOR_A_PROGRAM * expected).min(MOST_ADDITIONS_SAMPLED));
        let mut run = PinnedRun::<u64, _>::new(program, self, most);
        let (mut total, mut from, mut len) = (0.0, 0, 1);
        while from < images.len() {
            let stratum = &images[from..images.len().min(from + len)];
            let num_samples = stratum.len().min(IMAGES_PER_STRATUM_OF_A_PROGRAM);
            let before = run.units;
            for i in 0..num_samples {
                run.at(stratum[(2 * i + 1) * stratum.len() / (2 * num_samples)].1);
            }
            let units = (run.units - before) as f64;
            total += units * stratum.len() as f64 / num_samples as f64;
            if run.meter.is_spent() {
                return expected.max(total);
            }
            if run.units as f64 > SHARE_FOR_A_PROGRAM * expected.max(total) {
                let rest = images.len().saturating_sub(from + len) as f64;
                // What is left has fewer neighbours than what was tried last.
                let at_most = units / num_samples as f64 * rest;
                return expected.clamp(total, total + at_most);
            }
            from += len;
            len *= 2;
        }
        total
    }
}
