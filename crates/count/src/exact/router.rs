//! Hard questions: search or algebra, by predicted cost.
//!
//! A prediction may be wrong, so nothing is staked on one alone: search runs for as long as making the
//! sum would take; then both are compared, and a search that was preferred gives way once it has taken
//! several times what the sum is expected to.

use std::time::{Duration, Instant};

use super::algebra::{self, Sum};
use super::compiled::Compiled;
use super::explanation::Strategy;
use super::facts::Facts;
use super::parallel;
use super::plan::{Kind, Plan};
use super::question::Question;
use super::search::{Memory, Search, Stripe};
use super::sieve::Sieved;
use super::space::Space;
use super::tuning::Routing;
use crate::meter::Meter;

/// What a step of a search takes, in seconds, until it has been measured.
const SECONDS_PER_STEP: f64 = 3e-8;

/// A search that looked better gives way to a sum after this many times its expected time.
const PATIENCE: f64 = 2.0;

/// What is sampled of a search costs at most this share of the sum.
const SHARE_FOR_SAMPLES: f64 = 0.05;

/// A search and what it has to do with.
pub(super) struct Hard<'a, S: Space> {
    pub(super) p: &'a Compiled,
    pub(super) sieved: &'a Sieved,
    pub(super) space: &'a S,
    pub(super) plan: &'a Plan,
    pub(super) facts: &'a Facts<'a>,
}

/// How far a strategy came.
enum End {
    /// The number, or a bound if the budget ran out.
    Found(u128),
    /// A bound: the steps that were allowed were not enough.
    NotYet(u128),
}

impl Question<'_> {
    /// The number of mappings; a bound if the budget ran out.
    pub(super) fn hard<S: Space>(
        &self,
        hard: &Hard<'_, S>,
        memory: &mut Memory<S::Set>,
        meter: &mut Meter<'_>,
    ) -> u128 {
        // A limit on steps means steps of a search.
        let by_algebra = self.exact.tuning.algebra == Routing::ByCost && !meter.counts_steps();
        let to_plan =
            by_algebra.then(|| algebra::time_to_plan(hard.p, hard.sieved, self.semantics));
        let Some(to_plan) = to_plan.flatten() else {
            return match self.search_for(hard, u64::MAX, memory, meter) {
                End::Found(found) | End::NotYet(found) => found,
            };
        };
        let least = self.exact.tuning.first_steps;
        let first = least.max(steps_in(to_plan, SECONDS_PER_STEP).min(1_000 * least));
        let began = Instant::now();
        let mut bound = match self.search_for(hard, first, memory, meter) {
            End::Found(found) => return found,
            End::NotYet(bound) => bound,
        };
        let per_step = (began.elapsed().as_secs_f64() / first as f64).max(SECONDS_PER_STEP / 4.0);

        let began = Instant::now();
        let sum =
            Sum::of(hard.p, self.graph, hard.sieved, self.semantics, &self.exact.tuning, meter);
        let sum = sum.filter(|sum| sum.bytes <= self.exact.tuning.max_factors);
        self.explain(|e| {
            e.spent_on_planning += began.elapsed();
            e.sum = sum.as_ref().map(Sum::outline);
            e.predicted_algebra = sum.as_ref().map(Sum::expected_time);
        });
        if meter.is_spent() {
            return bound;
        }
        if let Some(sum) = sum {
            let by_sum = sum.expected_time();
            let samples = steps_in(by_sum * SHARE_FOR_SAMPLES, per_step).max(least / 4);
            let by_search = self.sampled_steps(hard, samples, memory, meter) * per_step;
            self.explain(|e| e.predicted_search = Some(by_search));
            // Too late for the sum: what is left of the time finds a better bound by search.
            let hopeless = meter.seconds_left().is_some_and(|left| by_sum > 4.0 * left);
            let near = meter.seconds_left().filter(|left| by_sum > 0.5 * left);
            let allowed = match near {
                _ if hopeless => u64::MAX,
                _ if by_search < by_sum => steps_in(PATIENCE * by_sum, per_step),
                Some(left) => steps_in(0.2 * left, per_step),
                None => 0,
            };
            if allowed > first {
                match self.search_for(hard, allowed, memory, meter) {
                    End::Found(found) => return found.max(bound),
                    End::NotYet(more) => bound = bound.max(more),
                }
            }
            let began = Instant::now();
            let found = sum.evaluate(hard.sieved, self.exact.threads, meter);
            self.explain(|e| e.spent_on_algebra += began.elapsed());
            if let Some(found) = found {
                self.explain(|e| e.strategy = Strategy::Algebra);
                return found;
            }
            if meter.is_spent() {
                return bound;
            }
        }
        match self.search_for(hard, u64::MAX, memory, meter) {
            End::Found(found) | End::NotYet(found) => found.max(bound),
        }
    }

    /// Searches for at most so many steps, on each thread.
    fn search_for<S: Space>(
        &self,
        hard: &Hard<'_, S>,
        steps: u64,
        memory: &mut Memory<S::Set>,
        meter: &mut Meter<'_>,
    ) -> End {
        let Hard { p, space, plan, facts, .. } = *hard;
        let began = Instant::now();
        let mut capped = meter.capped(steps);
        let threads = self.threads(facts.max_remembered, plan.remembered_bytes(facts));
        let found = if threads > 1 && !meter.counts_steps() && steps > self.exact.tuning.first_steps
        {
            memory.release_long_tables();
            parallel::run(space, plan, p.num_nodes(), &mut capped, threads)
        } else {
            let mut search = Search::new(space, plan, p.num_nodes(), memory, capped.clone());
            let found = search.run();
            capped = search.meter;
            found
        };
        self.explain(|e| {
            e.spent_on_search += began.elapsed();
            e.strategy = Strategy::PlannedSearch;
        });
        let found = found.saturating_mul(plan.symmetry_factor);
        if meter.settle(&capped, steps) { End::Found(found) } else { End::NotYet(found) }
    }

    /// How many steps the search is expected to take: from a sample of the images of its first node,
    /// those with many arcs apart from those with few. As many as were made if there are more than `most`.
    fn sampled_steps<S: Space>(
        &self,
        hard: &Hard<'_, S>,
        most: u64,
        memory: &mut Memory<S::Set>,
        meter: &mut Meter<'_>,
    ) -> f64 {
        let Hard { p, space, plan, facts, sieved } = *hard;
        let predicted = plan.expected_work(facts);
        let &[root] = &plan.roots[..] else { return predicted };
        let part = &plan.parts[root as usize];
        let Kind::Step { .. } = part.kind else { return predicted };
        let set = plan.selection(&plan.sets[part.sets.range()][0]);
        let mut images = S::Set::default();
        space.select(&set, &vec![0; p.num_nodes()], &mut images, meter);
        let mut images: Vec<u32> = S::members(&images).collect();
        let mut degrees = vec![0_u32; sieved.num_nodes()];
        for some in meter.stretches(sieved.arcs.len()) {
            for arc in &sieved.arcs[some] {
                degrees[arc.tail as usize] += 1;
                degrees[arc.head as usize] += 1;
            }
        }
        images.sort_by_key(|&x| std::cmp::Reverse(degrees[x as usize]));
        let began = Instant::now();
        let start = meter.capped(most);
        let mut search = Search::new(space, plan, p.num_nodes(), memory, start);
        let whole = Stripe { offset: 0, stride: 1 };
        let (mut total, mut from, mut len) = (0.0, 0, 1);
        while from < images.len() && !search.meter.is_spent() {
            let stratum = &images[from..images.len().min(from + len)];
            let num_samples = stratum.len().min(3);
            let before = search.meter.steps_left();
            for i in 0..num_samples {
                let x = stratum[(2 * i + 1) * stratum.len() / (2 * num_samples)];
                _ = search.run_piece(root, x, whole);
            }
            let steps = (before - search.meter.steps_left()) as f64 + num_samples as f64;
            total += steps * stratum.len() as f64 / num_samples as f64;
            from += len;
            len *= 2;
        }
        let is_late = meter.settle(&search.meter, most) && meter.is_spent();
        self.explain(|e| {
            e.spent_on_search += began.elapsed();
            e.predicted_steps = Some(if is_late { predicted } else { total });
        });
        total
    }
}

/// How many steps fit into a time.
fn steps_in(seconds: f64, per_step: f64) -> u64 {
    // A duration rounds and saturates as it should.
    let nanoseconds = Duration::try_from_secs_f64(seconds.max(0.0) / per_step * 1e-9);
    nanoseconds.map_or(u64::MAX, |steps| u64::try_from(steps.as_nanos()).unwrap_or(u64::MAX))
}
