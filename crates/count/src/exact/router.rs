//! Hard questions: search or algebra, by predicted cost.
//!
//! A prediction may be wrong, so nothing is staked on one alone: search runs for about as long as making
//! the sum would take; then both are compared, and a search that was preferred gives way once it has
//! taken several times what the sum is expected to. What search has done is not done again.

use std::time::{Duration, Instant};

use super::algebra::{self, Sum};
use super::compiled::Compiled;
use super::explanation::Strategy;
use super::facts::Facts;
use super::parallel;
use super::plan::Plan;
use super::question::Question;
use super::search::{Memory, Search};
use super::sieve::Sieved;
use super::space::Space;
use super::steady::{End, Steady};
use super::tuning::Routing;
use crate::meter::Meter;

/// What a step of a search takes, in seconds, until it has been measured.
const SECONDS_PER_STEP: f64 = 3e-8;

/// A search that looked better gives way to a sum after this many times its expected time.
const PATIENCE: f64 = 2.0;

/// Search goes first for this many times what making the sum takes.
const HEAD_START: f64 = 2.0;

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

impl Question<'_> {
    /// The number of mappings; a bound if the budget ran out.
    pub(super) fn hard<S: Space>(
        &self,
        hard: &Hard<'_, S>,
        memory: &mut Memory<S::Set>,
        meter: &mut Meter<'_>,
    ) -> u128 {
        self.explain(|e| e.strategy = Strategy::PlannedSearch);
        // A limit on steps means steps of a search.
        let by_algebra = self.exact.tuning.algebra == Routing::ByCost && !meter.counts_steps();
        let to_plan =
            by_algebra.then(|| algebra::time_to_plan(hard.p, hard.sieved, self.semantics));
        let Some(to_plan) = to_plan.flatten() else {
            return self.search_to_the_end(hard, memory, meter);
        };
        let least = self.exact.tuning.first_steps;
        let began = Instant::now();
        let Hard { p, space, plan, facts, sieved } = *hard;
        let mut search = Steady::new(space, plan, p.num_nodes(), memory, meter);
        let mut end = search.go_on(least, meter);
        let mut took = began.elapsed().as_secs_f64();
        // Steps differ; the first ones say how long they take here.
        let per_step = took / least.max(1) as f64;
        let per_step = per_step.clamp(SECONDS_PER_STEP / 4.0, 100.0 * SECONDS_PER_STEP);
        if matches!(end, End::NotYet(_)) && took < HEAD_START * to_plan {
            end = search.go_on(steps_in(HEAD_START * to_plan - took, per_step), meter);
            took = began.elapsed().as_secs_f64();
        }
        self.explain(|e| e.spent_on_search += Duration::from_secs_f64(took));
        let mut bound = match end {
            End::Found(found) => return found,
            End::NotYet(bound) => bound,
        };

        let began = Instant::now();
        let tuning = &self.exact.tuning;
        let sum = Sum::of(p, self.graph, sieved, self.semantics, tuning, meter);
        let sum = sum.filter(|sum| sum.bytes <= tuning.max_factors);
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
            let began = Instant::now();
            let steps = search.sampled_steps(samples, sieved, meter);
            let steps = steps.unwrap_or_else(|| plan.expected_work(facts));
            let by_search = steps * per_step;
            self.explain(|e| {
                e.predicted_steps = Some(steps);
                e.predicted_search = Some(by_search);
            });
            let seconds_left = meter.time_left().map(|left| left.as_secs_f64());
            // Too late for the sum: what is left of the time finds a better bound by search.
            let hopeless = seconds_left.is_some_and(|left| by_sum > 4.0 * left);
            let near = seconds_left.filter(|left| by_sum > 0.5 * left);
            let allowed = match near {
                _ if hopeless => u64::MAX,
                _ if by_search < by_sum => steps_in(PATIENCE * by_sum, per_step),
                Some(left) => steps_in(0.2 * left, per_step),
                None => 0,
            };
            if self.exact.threads > 1 && (hopeless || by_search < by_sum) {
                drop(search);
                return self.search_to_the_end(hard, memory, meter).max(bound);
            }
            let end = search.go_on(allowed, meter);
            self.explain(|e| e.spent_on_search += began.elapsed());
            match end {
                End::Found(found) => return found.max(bound),
                End::NotYet(more) => bound = bound.max(more),
            }
            let began = Instant::now();
            let found = sum.evaluate(sieved, self.exact.threads, meter);
            self.explain(|e| e.spent_on_algebra += began.elapsed());
            if let Some(found) = found {
                self.explain(|e| e.strategy = Strategy::Algebra);
                return found;
            }
            if meter.is_spent() {
                return bound;
            }
        }
        if self.exact.threads > 1 {
            drop(search);
            return self.search_to_the_end(hard, memory, meter).max(bound);
        }
        let began = Instant::now();
        let (End::Found(found) | End::NotYet(found)) = search.go_on(u64::MAX, meter);
        self.explain(|e| e.spent_on_search += began.elapsed());
        found.max(bound)
    }

    /// Search alone, on all threads.
    fn search_to_the_end<S: Space>(
        &self,
        hard: &Hard<'_, S>,
        memory: &mut Memory<S::Set>,
        meter: &mut Meter<'_>,
    ) -> u128 {
        let Hard { p, space, plan, facts, .. } = *hard;
        let began = Instant::now();
        let threads = self.threads(facts.max_remembered, plan.remembered_bytes(facts));
        let found = if threads > 1 && !meter.counts_steps() {
            memory.release_long_tables();
            parallel::run(space, plan, p.num_nodes(), meter, threads)
        } else {
            let mut search = Search::new(space, plan, p.num_nodes(), memory, meter.clone());
            let found = search.run();
            *meter = search.meter;
            found
        };
        self.explain(|e| e.spent_on_search += began.elapsed());
        found.saturating_mul(plan.symmetry_factor)
    }
}

/// How many steps fit into a time.
fn steps_in(seconds: f64, per_step: f64) -> u64 {
    // A duration rounds and saturates as it should.
    let nanoseconds = Duration::try_from_secs_f64(seconds.max(0.0) / per_step * 1e-9);
    nanoseconds.map_or(u64::MAX, |steps| u64::try_from(steps.as_nanos()).unwrap_or(u64::MAX))
}
