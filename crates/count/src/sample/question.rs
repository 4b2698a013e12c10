//! One question: the engine's sieve and tables, then a plan, then replicates.

use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Count, CountError, Estimate, Interval, LabeledGraph, Log10, Pattern, Sampled,
    Semantics, Unit,
};

use super::floor::Floor;
use super::fold::{Folding, Weights};
use super::interval::Spread;
use super::look_ahead::LookAhead;
use super::order::{PlacingOrder, orders};
use super::replicate::SamplePlan;
use super::stages::{All, PlanKind, SampleFound, Stages};
use super::steps::SampleSteps;
use super::tails::{TailRule, Tails};
use super::{Company, Sample, Sampling};
use crate::cost::machine::{SAMPLER_WORK_PER_PREPARING, SAMPLER_WORK_PER_SEARCH};
use crate::cost::sample::OTHER_ORDERS;
use crate::exact::Prepared;
use crate::exact::compiling::{Compiled, MAX_ARCS, MAX_NODES};
use crate::exact::sieving::{ArcSource, Sieved, refine};
use crate::exact::spaces::{RowSpace, RowTables};
use crate::meter::Meter;
use crate::symmetry::num_automorphisms;

/// Beyond this, products of sums may overflow, and all numbers are scaled.
const HUGE: f64 = 1e280;

/// Counts below this are exact in an `f64`.
const WHOLE: f64 = 9e15;

pub(super) struct SampleQuestion<'a> {
    pub(super) sample: &'a Sample,
    pub(super) pattern: &'a Pattern,
    pub(super) graph: &'a LabeledGraph,
    pub(super) source: ArcSource<'a>,
    pub(super) semantics: Semantics,
    pub(super) budget: &'a Budget,
    /// Who else works on this question.
    pub(super) company: Option<Company<'a>>,
}

/// The final result about the number of mappings.
enum SampledMappings {
    Exact(u128),
    /// An estimate with a lower and an upper bound, all in units of e^`ln_unit`.
    Estimated {
        spread: Option<Spread>,
        seen: f64,
        most: f64,
        ln_unit: f64,
    },
    /// The budget ran out before anything was known.
    Unknown,
}

impl SampledMappings {
    /// All of them, in units of e^`ln_unit`: more than 128 bits hold, and known as well as an `f64`
    /// is.
    fn rounded(mappings: f64, ln_unit: f64) -> Self {
        let spread = Spread { mean: mappings, relative: 0.0, num: 1, draws: f64::INFINITY };
        Self::Estimated { spread: Some(spread), seen: mappings, most: mappings, ln_unit }
    }
}

impl SampleQuestion<'_> {
    /// The answer, and all work on the thread that asked.
    pub(super) fn answer(&self, sieved: &mut Sieved) -> Result<(Answer, u64), CountError> {
        if self.pattern.num_nodes() > MAX_NODES || self.pattern.num_arcs() > MAX_ARCS {
            let what = "patterns of more than 64 nodes or 4,096 arcs";
            return Err(CountError::UnsupportedInput { method: Sample::NAME, what });
        }
        let Some(p) = Compiled::new(self.pattern) else {
            let what = "patterns whose sets of labels make more than 255 classes";
            return Err(CountError::UnsupportedInput { method: Sample::NAME, what });
        };
        let mut meter = Meter::start(self.budget);
        if let Some(company) = self.company {
            let rate = SAMPLER_WORK_PER_PREPARING / SAMPLER_WORK_PER_SEARCH;
            meter = meter.behind(Some(company.gate), company.timing).at_rate(rate);
        }
        let mappings = if meter.is_spent() {
            SampledMappings::Unknown
        } else {
            match self.company.and_then(|company| company.common.get()) {
                Some(prepared) => self.mappings_on(&p, &prepared, &mut meter),
                None => self.mappings(&p, sieved, &mut meter),
            }
        };
        let per_subgraph = match (self.semantics.unit(), &mappings) {
            (Unit::Mappings, _) | (_, SampledMappings::Exact(0)) => Some(1),
            (Unit::Subgraphs, _) => num_automorphisms(self.pattern, &meter),
        };
        let answer = match (mappings, per_subgraph) {
            (SampledMappings::Exact(mappings), Some(per_subgraph)) => {
                Answer::Exact(Count(mappings / per_subgraph))
            }
            (SampledMappings::Exact(_), None) => Answer::AtLeast(Count(1)),
            (SampledMappings::Unknown, _) => Answer::AtLeast(Count(0)),
            (SampledMappings::Estimated { seen, .. }, None) => {
                Answer::AtLeast(Count(u128::from(seen > 0.0)))
            }
            (SampledMappings::Estimated { spread, seen, most, ln_unit }, Some(per_subgraph)) => {
                self.estimate(spread, [seen, most], ln_unit, per_subgraph as f64)
            }
        };
        Ok((answer, meter.total()))
    }

    fn mappings(
        &self,
        p: &Compiled,
        sieved: &mut Sieved,
        meter: &mut Meter<'_>,
    ) -> SampledMappings {
        let is_left = sieved.run(p, self.graph, self.source, self.semantics, meter)
            && refine(p, sieved, self.semantics, meter)
            && sieved.compact(meter);
        if !is_left {
            return nothing(meter);
        }
        let Some(tables) = RowTables::new(p, self.graph, sieved, self.semantics, meter) else {
            return nothing(meter);
        };
        let prepared = Prepared { sieved: std::mem::take(sieved), tables };
        if let Some(company) = self.company {
            let prepared = Arc::new(prepared);
            company.common.leave(&prepared);
            return self.mappings_on(p, &prepared, meter);
        }
        let found = self.mappings_on(p, &prepared, meter);
        *sieved = prepared.sieved;
        found
    }

    fn mappings_on(&self, p: &Compiled, on: &Prepared, meter: &mut Meter<'_>) -> SampledMappings {
        let space = &RowSpace::over(p, self.graph, &on.sieved, &on.tables);
        let floor =
            Floor::new((self.pattern, p), self.graph, &on.sieved, space, self.semantics, meter);
        let Some(floor) = floor else { return nothing(meter) };
        self.sample(&floor, meter).unwrap_or(SampledMappings::Unknown)
    }

    /// None if the budget ran out before there was a plan.
    fn sample(&self, floor: &Floor<'_>, meter: &mut Meter<'_>) -> Option<SampledMappings> {
        let folding = Folding::new(floor);
        if folding.left == 0 {
            let whole = Weights::new(floor, &folding, |_: &mut [u128]| 0.0, meter)?;
            return Some(if whole.factor == u128::MAX {
                let scaled = Weights::new(floor, &folding, shrink, meter)?;
                SampledMappings::rounded(scaled.factor, scaled.ln_scale)
            } else {
                SampledMappings::Exact(whole.factor)
            });
        }
        let mut weights = Weights::new(floor, &folding, |_: &mut [f64]| 0.0, meter)?;
        let tails = Tails::choose(floor, &folding, TailRule::Close);
        let orders = orders(floor, folding.left & !tails.all);
        let order = &orders[0];
        let mut look = LookAhead::new(floor, &order.nodes, &tails, &weights, false, meter)?;
        let huge = look.total.is_nan() || look.total >= HUGE;
        if huge {
            weights = Weights::new(floor, &folding, shrink, meter)?;
            look = LookAhead::new(floor, &order.nodes, &tails, &weights, true, meter)?;
        }
        if look.total == 0.0 {
            return Some(SampledMappings::Exact(0));
        }
        let weights = &weights;
        let (mut most, ln_unit) = (look.total, look.ln_scale);
        let steps = SampleSteps::new(floor, &order.nodes, &tails, &look, (folding.weighted, false));
        let mut plan = SamplePlan { floor, weights, tails, look, steps, ln_unit, roots: None };
        if self.sample.sampling.rooted && !huge {
            let rooted = SamplePlan::from_a_root(floor, &folding, weights, ln_unit, meter);
            plan = rooted.unwrap_or(plan);
        }
        let others = |kind: PlanKind, meter: &mut Meter<'_>| match kind {
            PlanKind::Root if huge => Vec::new(),
            PlanKind::Root => {
                let plan = SamplePlan::from_a_root(floor, &folding, weights, ln_unit, meter);
                plan.into_iter().collect()
            }
            PlanKind::Order => {
                other_plans(floor, &folding, weights, &orders, (huge, ln_unit), meter)
            }
        };
        *meter = meter.clone().at_rate(1.0 / SAMPLER_WORK_PER_SEARCH);
        let mut stages = Stages::new(self.sample.sampling, self.sample.threads, plan, meter);
        let between = self.company.map(|company| company.between);
        let found = stages.run(between, others);
        let seen = stages.seen;
        for plan in &stages.plans {
            let scale = plan.look.ln_scale - ln_unit;
            most = most.min(if scale == 0.0 {
                plan.look.total
            } else {
                plan.look.total * scale.exp()
            });
        }
        Some(match found {
            SampleFound::Everything(plan, All { room, mappings }) => {
                let plan = stages.plans.swap_remove(plan);
                let whole = Weights::new(floor, &folding, |_: &mut [u128]| 0.0, meter);
                match whole.and_then(|whole| plan.recount(&whole, &room, meter)) {
                    // There are too many for 128 bits, but not for an estimate.
                    Some(u128::MAX) => SampledMappings::rounded(mappings, ln_unit),
                    Some(mappings) => SampledMappings::Exact(mappings),
                    None => SampledMappings::Unknown,
                }
            }
            SampleFound::Estimated(spread) => {
                SampledMappings::Estimated { spread: Some(spread), seen, most, ln_unit }
            }
            SampleFound::Nothing => {
                SampledMappings::Estimated { spread: None, seen, most, ln_unit }
            }
        })
    }

    fn estimate(
        &self,
        spread: Option<Spread>,
        [seen, most]: [f64; 2],
        ln_unit: f64,
        per_subgraph: f64,
    ) -> Answer {
        let confidence = self.sample.sampling.confidence;
        let scale = if ln_unit == 0.0 { 1.0 } else { ln_unit.exp() };
        // The bounds are certain although an `f64` rounds.
        let careful = |bound: f64, slack: f64| {
            if bound < WHOLE && ln_unit == 0.0 { bound } else { bound * slack }
        };
        let at_least = (careful(seen, 1.0 - 1e-9) * scale / per_subgraph).ceil();
        let at_most = (careful(most, 1.0 + 1e-9) * scale / per_subgraph).floor();
        let spread =
            spread.unwrap_or(Spread { mean: seen, relative: f64::INFINITY, num: 0, draws: 0.0 });
        let reliable = spread.num == 1 || spread.is_reliable();
        // Sums of many floats are off by a few of their last digits.
        let half = if spread.num == 1 || !reliable { 0.0 } else { spread.half_width(confidence) };
        let half = half.max(1e-9);
        let below = half.max(spread.unseen(confidence)).min(1.0);
        // A mean may be less than what was seen. Tests of bias fix the number of particles, and get
        // the mean itself.
        let mean = spread.mean * scale / per_subgraph;
        let is_raised = self.sample.sampling.particles.is_none();
        let value = if is_raised { mean.max(at_least) } else { mean };
        let (low, high) = if reliable {
            ((value * (1.0 - below)).max(at_least), (value * (1.0 + half)).min(at_most))
        } else {
            (at_least, at_most)
        };
        let interval = Interval { low: low.min(value), high: high.max(value), confidence };
        let wanted = self.sample.sampling.precision.unwrap_or(Sampling::DEFAULT_PRECISION);
        let standard_error = if spread.num == 1 { 0.0 } else { spread.standard_error() };
        let sampled = Sampled {
            relative_standard_error: standard_error,
            replicates: spread.num as u32,
            at_least,
            at_most,
            reliable,
            precise: reliable && below <= wanted,
        };
        let estimate = Estimate::within(value, interval).with_sampled(sampled);
        if at_most.is_finite() && value.is_finite() {
            return Answer::Estimate(estimate);
        }
        let log10 = |x: f64| (x.ln() + ln_unit - per_subgraph.ln()) / std::f64::consts::LN_10;
        let (low, high) = if reliable {
            ((spread.mean * (1.0 - below)).max(seen), (spread.mean * (1.0 + half)).min(most))
        } else {
            (seen, most)
        };
        let log10 = Log10 { value: log10(spread.mean), low: log10(low), high: log10(high) };
        Answer::Estimate(estimate.with_log10(log10))
    }
}

/// Some node has no candidate left, unless the budget ran out.
fn nothing(meter: &Meter<'_>) -> SampledMappings {
    if meter.is_spent() { SampledMappings::Unknown } else { SampledMappings::Exact(0) }
}

/// Divides a column by its largest number; returns the natural logarithm of it.
fn shrink(column: &mut [f64]) -> f64 {
    let largest = column.iter().fold(0.0, |a, &b| f64::max(a, b));
    if largest == 0.0 {
        return 0.0;
    }
    for number in column.iter_mut().filter(|number| **number > 0.0) {
        *number = (*number / largest).max(f64::MIN_POSITIVE);
    }
    largest.ln()
}

/// Plans with other first nodes, and with fewer tails.
fn other_plans<'f>(
    floor: &'f Floor<'f>,
    folding: &Folding,
    weights: &'f Weights<f64>,
    tried: &[PlacingOrder],
    (huge, ln_unit): (bool, f64),
    meter: &mut Meter<'_>,
) -> Vec<SamplePlan<'f>> {
    let close = Tails::choose(floor, folding, TailRule::Close);
    let leaves = Tails::choose(floor, folding, TailRule::Leaves);
    let mut wanted: Vec<(Tails, Vec<usize>)> = Vec::new();
    // The next best first nodes, as far as the orders differ.
    for order in tried[1..].iter().take(OTHER_ORDERS) {
        wanted.push((close.clone(), order.nodes.clone()));
    }
    if leaves.all != close.all {
        let orders = orders(floor, folding.left & !leaves.all);
        wanted.push((leaves, orders[0].nodes.clone()));
    }
    let make = |(tails, order): (Tails, Vec<usize>)| {
        let look = LookAhead::new(floor, &order, &tails, weights, huge, meter)?;
        let steps = SampleSteps::new(floor, &order, &tails, &look, (folding.weighted, false));
        Some(SamplePlan { floor, weights, tails, look, steps, ln_unit, roots: None })
    };
    wanted.into_iter().map_while(make).collect()
}
