//! Who adds up: search or a sum over quotients, by predicted cost.
//!
//! A search that is left has to begin anew, so it is tried only where it is expected to end soon:
//! first for as many steps as an easy question takes, then for about as long as making the sum
//! takes, then for a little longer than the sum is expected to take; each time for several times as
//! long as before. All of that is counted work, so the same question takes the same way on every
//! machine.

use super::spread::spread;
use super::{Found, Tally, summed};
use crate::cost::machine::SECONDS_PER_WORK;
use crate::cost::routing::{
    HOPELESS_SUM, NEXT_TRY_OF_PARTS, PARTS_PER_SEARCH, PATIENCE_WITH_SEARCH, SEARCH_PER_PLANNING,
    TREE_SAMPLE_OF_PARTS, WORK_PER_SAMPLED_MAPPING,
};
use crate::exact::algebra::{self, PartsWanted, Sum};
use crate::exact::compiling::Compiled;
use crate::exact::explanation::Strategy;
use crate::exact::planning::{Facts, Measurements, Plan};
use crate::exact::question::ExactQuestion;
use crate::exact::sieving::Sieved;
use crate::exact::spaces::Space;
use crate::exact::tuning::Routing;
use crate::meter::Meter;

/// A plan at work for those who take part, as often as it is tried.
struct PartSearch<'a, S: Space> {
    space: &'a S,
    plan: &'a Plan,
    nodes: &'a [u32],
    empty: &'a Tally,
    threads: usize,
    /// The most that any try found.
    bound: Found,
}

impl<S: Space> PartSearch<'_, S> {
    /// Searches until a meter of its own is spent; everything if it was not.
    fn run(&mut self, threads: usize, meter: &mut Meter<'_>) -> Option<Found> {
        let mut found = spread(self.space, self.plan, self.nodes, self.empty, threads, meter);
        found.multiply(self.plan.symmetry_factor);
        if !meter.is_spent() {
            return Some(found);
        }
        if found.total > self.bound.total {
            self.bound = found;
        }
        None
    }

    /// Searches for this many steps.
    fn for_steps(&mut self, steps: u64, meter: &mut Meter<'_>) -> Option<Found> {
        let mut capped = meter.capped(steps);
        let found = self.run(1, &mut capped);
        meter.settle(&capped, steps);
        found
    }

    /// Searches for about this many seconds, judged by its work.
    fn for_seconds(&mut self, seconds: f64, meter: &mut Meter<'_>) -> Option<Found> {
        let cap = u64::MAX / 2;
        let work = seconds / (PARTS_PER_SEARCH * SECONDS_PER_WORK);
        let mut capped = meter.capped(cap).within_work(work);
        let found = self.run(self.threads, &mut capped);
        meter.settle(&capped, cap);
        found
    }

    /// Searches instead of something that takes this many seconds, if it is expected to take less. If
    /// it does not end soon, more is expected of it from then on.
    fn instead_of(
        &mut self,
        seconds: f64,
        by_search: &mut f64,
        meter: &mut Meter<'_>,
    ) -> Option<Found> {
        if *by_search > seconds || meter.is_spent() {
            return None;
        }
        let most = (PATIENCE_WITH_SEARCH * seconds).min(NEXT_TRY_OF_PARTS * *by_search);
        let found = self.for_seconds(most, meter);
        *by_search = NEXT_TRY_OF_PARTS * most;
        found
    }

    fn finish(mut self, meter: &mut Meter<'_>) -> Found {
        match self.run(self.threads, meter) {
            Some(found) => found,
            None => self.bound,
        }
    }
}

impl ExactQuestion<'_> {
    pub(super) fn take_part_in<S: Space>(
        &self,
        p: &Compiled,
        sieved: &Sieved,
        space: &S,
        empty: &Tally,
        meter: &mut Meter<'_>,
    ) -> Found {
        let tuning = &self.exact.tuning;
        let wanted = summed::wanted(p, empty).filter(|_| tuning.algebra != Routing::Never);
        if tuning.algebra == Routing::Always
            && let Some(wanted) = &wanted
            && let Some(sum) = self.sum_of_parts(p, sieved, wanted, meter)
            && let Some(found) = self.by_sum(&sum, p, sieved, empty, meter)
        {
            return found;
        }
        let mut measured = Measurements::default();
        measured.take(p, sieved, space);
        // Half of the memory is for the weights, the other half for the values.
        let facts = Facts {
            pattern: p,
            semantics: self.semantics,
            measured: &measured,
            class_starts: &sieved.class_starts,
            few_placements: tuning.few_placements,
            max_remembered: tuning.max_remembered / 2,
        };
        let mut plan = Plan::default();
        plan.no_groups = true;
        plan.make_best(&facts, meter);
        let most = self.most_absent_summed(plan.expected_work(&facts), meter);
        if let Some(most) = most
            && let Some(found) = self.parts_by_absent_sum(most, empty, meter)
        {
            return found;
        }
        if self.semantics.is_injective() {
            plan.break_symmetry(self.pattern, &facts, meter);
        }
        self.explain(|e| e.strategy = Strategy::PlannedSearch);
        let search = PartSearch {
            space,
            plan: &plan,
            nodes: &sieved.nodes,
            empty,
            threads: self.threads(facts.max_remembered, plan.remembered_bytes(&facts)),
            bound: Found { total: 0, tally: empty.clone() },
        };
        // A limit on steps means steps of a search.
        let is_for_search = meter.counts_steps() || meter.limits_work();
        match wanted.filter(|_| tuning.algebra == Routing::ByCost && !is_for_search) {
            Some(wanted) => self.search_or_sum(search, &facts, sieved, &wanted, meter),
            None => search.finish(meter),
        }
    }

    fn search_or_sum<S: Space>(
        &self,
        mut search: PartSearch<'_, S>,
        facts: &Facts<'_>,
        sieved: &Sieved,
        wanted: &PartsWanted,
        meter: &mut Meter<'_>,
    ) -> Found {
        let (p, tuning) = (facts.pattern, &self.exact.tuning);
        let Some(to_plan) = algebra::time_to_plan(p, sieved, self.semantics) else {
            return search.finish(meter);
        };
        if let Some(found) = search.for_steps(tuning.easy_steps, meter) {
            return found;
        }
        if meter.is_spent() {
            return search.bound;
        }
        let most = WORK_PER_SAMPLED_MAPPING * TREE_SAMPLE_OF_PARTS as f64;
        let limited = meter.for_time_only().within_work(most);
        let sampled = search.plan.sampled_work(facts, search.space, TREE_SAMPLE_OF_PARTS, &limited);
        let work = sampled.map_or_else(|| search.plan.expected_work(facts), |(work, _)| work);
        let mut by_search = work * PARTS_PER_SEARCH * SECONDS_PER_WORK;
        self.explain(|e| {
            (e.predicted_work, e.predicted_search) = (Some(work), Some(by_search));
            e.predicted_planning = Some(to_plan);
        });
        if let Some(found) = search.instead_of(SEARCH_PER_PLANNING * to_plan, &mut by_search, meter)
        {
            return found;
        }
        let (graph, semantics) = (self.graph, self.semantics);
        let before = meter.total();
        let draft = Sum::draft(p, graph, sieved, semantics, Some(wanted), tuning, meter);
        let Some(mut draft) = draft else { return search.finish(meter) };
        while !draft.is_ready() {
            // What is planned so far may be too much already, or planning it.
            let planning = (meter.total() - before) as f64 * SECONDS_PER_WORK;
            let by_draft = draft.expected_time() + SEARCH_PER_PLANNING * planning;
            if let Some(found) = search.instead_of(by_draft, &mut by_search, meter) {
                return found;
            }
            if draft.plan_next(tuning, meter).is_none() {
                return search.finish(meter);
            }
        }
        let sum = draft.finish(sieved, tuning, meter).filter(|sum| sum.fits(graph, tuning));
        let Some(sum) = sum else { return search.finish(meter) };
        let by_sum = sum.expected_time();
        self.explain(|e| {
            (e.sum, e.predicted_algebra) = (Some(sum.outline()), Some(by_sum));
        });
        let left = meter.time_left().map(|left| left.as_secs_f64());
        // Too late for the sum: what is left of the time finds a better bound by search.
        if left.is_some_and(|left| by_sum > HOPELESS_SUM * left) {
            return search.finish(meter);
        }
        if let Some(found) = search.instead_of(by_sum, &mut by_search, meter) {
            return found;
        }
        if meter.is_spent() {
            return search.bound;
        }
        self.by_sum(&sum, p, sieved, search.empty, meter).unwrap_or(search.bound)
    }

    /// The whole sum of a question, with all its programs.
    fn sum_of_parts(
        &self,
        p: &Compiled,
        sieved: &Sieved,
        wanted: &PartsWanted,
        meter: &mut Meter<'_>,
    ) -> Option<Sum<'_>> {
        let (graph, semantics, tuning) = (self.graph, self.semantics, &self.exact.tuning);
        let draft = Sum::draft(p, graph, sieved, semantics, Some(wanted), tuning, meter)?;
        let sum = draft.finish(sieved, tuning, meter)?;
        self.explain(|e| {
            (e.sum, e.predicted_algebra) = (Some(sum.outline()), Some(sum.expected_time()));
        });
        Some(sum)
    }

    /// Evaluates a sum. None if the budget ran out.
    fn by_sum(
        &self,
        sum: &Sum<'_>,
        p: &Compiled,
        sieved: &Sieved,
        empty: &Tally,
        meter: &mut Meter<'_>,
    ) -> Option<Found> {
        let found = summed::take_part(sum, p, sieved, empty, self.exact.threads, meter);
        if found.is_some() {
            self.explain(|e| e.strategy = Strategy::Algebra);
        }
        found
    }
}
