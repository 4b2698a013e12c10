//! A sum in the making: its groups of blocks get their programs one after the other, so that the
//! caller can do something else in between, and knows the predicted time so far.

use crate::cost::algebra::{
    ADDITIONS_WORTH_A_SAMPLE, BLOCKS_TOGETHER, INPUT_BYTES_TOGETHER, SHARE_WORTH_A_SAMPLE,
};
use rustc_hash::FxHashSet;

use super::Sum;
use super::book::{BookEdge, Vector};
use super::canonical::QuotientShape;
use super::choice;
use super::cost::{Costs, Measured};
use super::group::{Group, groups};
use super::sample::Bare;
use super::schedule::Schedule;
use crate::exact::sieving::Sieved;
use crate::exact::tuning::Tuning;
use crate::meter::Meter;

/// A sum, and the groups that have no program yet.
pub(crate) struct Draft<'a> {
    sum: Sum<'a>,
    groups: Vec<Group>,
    /// How many groups have programs, and how many blocks of the next one.
    num_planned: usize,
    num_blocks: usize,
    /// The expected cost of each program.
    costs: Vec<f64>,
    measured: Measured,
}

impl<'a> Draft<'a> {
    pub(super) fn new(sum: Sum<'a>, tuning: &Tuning) -> Self {
        let mut groups = groups(&sum.book, &sum.kinds, sum.rooted.is_none());
        if tuning.algebra_seed.is_none() {
            // The most expensive ones are likely the largest; they tell most about the cost.
            groups.sort_by_key(|group| std::cmp::Reverse(group.shapes[0].num_nodes()));
        }
        let (costs, measured) = (Vec::new(), Measured::default());
        Self { sum, groups, num_planned: 0, num_blocks: 0, costs, measured }
    }

    /// Whether all blocks have programs.
    pub(crate) fn is_ready(&self) -> bool {
        self.num_planned == self.groups.len()
    }

    /// The time that is expected for what has a program.
    pub(crate) fn expected_time(&self) -> f64 {
        self.costs.iter().sum::<f64>() * self.sum.seconds_per_unit()
    }

    /// Makes the next program. None if no program exists, or the budget ran out.
    pub(crate) fn plan_next(&mut self, tuning: &Tuning, meter: &mut Meter<'_>) -> Option<()> {
        let Some(group) = self.groups.get(self.num_planned) else { return Some(()) };
        meter.work(1024).then_some(())?;
        let from = self.num_blocks;
        let most = BLOCKS_TOGETHER.min(tuning.algebra_variants);
        let to = from + self.num_together(&group.shapes[from..], most);
        let shapes: Vec<&QuotientShape> = group.shapes[from..to].iter().collect();
        let targets = &group.targets[from..to];
        let Sum { book, relations, kinds, .. } = &self.sum;
        let costs = Costs { book, relations, measured: &self.measured };
        let (cost, program) = match tuning.algebra_seed {
            Some(seed) => (0.0, choice::random_program(&shapes, targets, seed)?),
            None => choice::best_program(&shapes, targets, &costs, kinds, meter)?,
        };
        self.costs.push(cost);
        let vectors = group.vectors[from..to].to_vec();
        for &vector in &vectors {
            self.sum.program_of[vector as usize] = Some(self.sum.programs.len() as u32);
        }
        self.sum.programs.push((program, vectors));
        if to == group.shapes.len() {
            (self.num_planned, self.num_blocks) = (self.num_planned + 1, 0);
        } else {
            self.num_blocks = to;
        }
        Some(())
    }

    /// How many of these blocks, from the first on, are evaluated together; one at least.
    fn num_together(&self, shapes: &[QuotientShape], most: usize) -> usize {
        let Sum { book, relations, .. } = &self.sum;
        let word = self.sum.bytes_per_number();
        let (mut known, mut bytes) = (FxHashSet::default(), 0);
        let fits = |shape: &&QuotientShape| {
            for &edge in &shape.edges {
                let BookEdge { relation, weights } = book.edges.get(edge);
                if !weights.is_empty() && known.insert(edge) {
                    bytes += word * relations.table(*relation).num_pairs();
                }
            }
            bytes <= INPUT_BYTES_TOGETHER
        };
        shapes.iter().take(most).take_while(fits).count().max(1)
    }

    /// Makes all programs that are missing, and adds up what everything costs.
    pub(crate) fn finish(
        mut self,
        s: &Sieved,
        tuning: &Tuning,
        meter: &mut Meter<'_>,
    ) -> Option<Sum<'a>> {
        while !self.is_ready() {
            self.plan_next(tuning, meter)?;
        }
        let Sum { book, relations, kinds, programs, .. } = &self.sum;
        let costs = Costs { book, relations, measured: &self.measured };
        let mut units = 0.0;
        for number in 0..book.vectors.len() as u32 {
            meter.work(1).then_some(())?;
            if let Vector::Leaf { edge, .. } = book.vectors.get(number) {
                units += costs.of_leaf(*edge);
            }
        }
        for number in 0..book.ears.len() as u32 {
            meter.work(1024).then_some(())?;
            let ear = book.ears.get(number);
            units += costs.of_ear(ear.relation, ear.from_first, ear.from_second);
        }
        for number in 0..book.nodes.len() as u32 {
            let node = book.nodes.get(number);
            let size = relations.homes().range(kinds.list[node.kind as usize].home).len();
            units += (size * node.vectors.len()) as f64;
        }
        // A prediction errs most where it matters most.
        let bare = Bare { book, relations, kinds };
        let total: f64 = units + self.costs.iter().sum::<f64>();
        for ((program, _), &cost) in programs.iter().zip(&self.costs) {
            let is_large = cost > ADDITIONS_WORTH_A_SAMPLE && cost > SHARE_WORTH_A_SAMPLE * total;
            units += if is_large { bare.sampled_cost(program, cost, meter) } else { cost };
        }
        units += self.sum.rooted.as_ref().map_or(0.0, |rooted| rooted.additions(&self.sum));
        self.sum.schedule = Schedule::of(&self.sum, s.num_nodes());
        let sinks = self.sum.rooted.as_ref().map_or(0, |rooted| rooted.num_sums(&self.sum, s));
        let held = self.sum.schedule.most_bytes + self.sum.bytes_per_number() * sinks;
        self.sum.bytes = self.sum.relations.num_bytes() + held;
        self.sum.units = units;
        Some(self.sum)
    }
}
