//! Hard questions: search or algebra, by predicted cost.
//!
//! A prediction may be wrong, so nothing is staked on one alone. Search and the making of the sum take
//! turns: search runs for several times as long as making the sum has taken. Then both are compared, and a
//! search that was preferred gives way once it has taken longer than the sum is expected to. What search
//! has done is not done again.

use std::time::Instant;

use super::algebra::{self, Sum};
use super::compiled::Compiled;
use super::duel::Bound;
use super::explanation::Strategy;
use super::facts::Facts;
use super::parallel;
use super::plan::Plan;
use super::question::Question;
use super::search::{Memory, Search};
use super::sieve::Sieved;
use super::space::Space;
use super::steady::{End, Most, Rest, SECONDS_PER_STEP, Steady};
use super::tuning::Routing;
use crate::meter::Meter;

/// Search runs this many times as long as the sum is being made: what search finds soon is not delayed.
const SEARCH_PER_PLANNING: f64 = 2.0;

/// A search that looked better gives way to a sum after this many times the sum's expected time.
const PATIENCE: f64 = 1.5;

/// What is sampled of a search takes so many seconds, or this share of what was done before.
const SAMPLE: f64 = 5e-4;
const SHARE_FOR_SAMPLES: f64 = 0.2;

/// A search that is expected to take more than this many times the time it would get does not get it: predictions are
/// seldom that wrong.
const FAR_TOO_LONG: f64 = 12.0;

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
        // Turns are a matter of time; with a limit on work, the same is to happen every time.
        if meter.limits_work() {
            return self.search_to_the_end(hard, memory, meter);
        }
        // A limit on steps means steps of a search.
        let by_algebra = self.exact.tuning.algebra == Routing::ByCost && !meter.counts_steps();
        let to_plan =
            by_algebra.then(|| algebra::time_to_plan(hard.p, hard.sieved, self.semantics));
        let Hard { p, space, plan, sieved, .. } = *hard;
        let Some(to_plan) = to_plan.flatten() else {
            if self.may_split(hard, meter) {
                let mut search = Steady::new(space, plan, p.num_nodes(), memory, meter);
                match self.by_turns(&mut search, 0.0, hard, meter) {
                    Ok(found) => return found,
                    Err(Bound(bound)) => {
                        drop(search);
                        return self.search_to_the_end(hard, memory, meter).max(bound);
                    }
                }
            }
            return self.search_to_the_end(hard, memory, meter);
        };
        let mut race = Race {
            question: self,
            search: Steady::new(space, plan, p.num_nodes(), memory, meter),
            bound: 0,
            searched: 0.0,
            planned: 0.0,
            sampled: 0.0,
        };
        let sum = match race.run(hard, to_plan, meter) {
            Lead::Search(found) => return found,
            Lead::Sum(sum) => Some(sum),
            Lead::SearchOnly => None,
        };
        if let Some(sum) = sum {
            let began = Instant::now();
            let found = sum.evaluate(sieved, self.exact.threads, meter);
            self.explain(|e| e.spent_on_algebra += began.elapsed());
            if let Some(found) = found {
                self.explain(|e| e.strategy = Strategy::Algebra);
                return found;
            }
        }
        let bound = race.bound;
        if meter.is_spent() {
            return bound;
        }
        if self.exact.threads > 1 {
            drop(race);
            return self.search_to_the_end(hard, memory, meter).max(bound);
        }
        if self.may_split(hard, meter) {
            let searched = race.searched;
            let (Ok(found) | Err(Bound(found))) =
                self.by_turns(&mut race.search, searched, hard, meter);
            return found.max(bound);
        }
        match race.go_on(Most::ALL, meter) {
            Some(found) => found,
            None => race.bound,
        }
    }

    /// The whole sum of a question, with all its programs.
    pub(super) fn sum(
        &self,
        p: &Compiled,
        sieved: &Sieved,
        meter: &mut Meter<'_>,
    ) -> Option<Sum<'_>> {
        let tuning = &self.exact.tuning;
        let draft = Sum::draft(p, self.graph, sieved, self.semantics, tuning, meter)?;
        draft.finish(sieved, tuning, meter)
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

/// Who is to go on.
enum Lead<'a> {
    /// Search found the number; or a bound, if the budget ran out.
    Search(u128),
    Sum(Box<Sum<'a>>),
    /// There is no sum, or none that can end in time.
    SearchOnly,
}

/// Search and the making of a sum, by turns.
struct Race<'q, 'a, 'm, S: Space> {
    question: &'q Question<'q>,
    search: Steady<'a, 'm, S>,
    /// The most mappings found so far.
    bound: u128,
    /// The time that each has taken, in seconds.
    searched: f64,
    planned: f64,
    /// What of the search was a sample.
    sampled: f64,
}

impl<'q, 'm, S: Space> Race<'q, '_, 'm, S> {
    /// Searches for so many seconds. Returns the number if it is found, or a bound if the budget ran out.
    fn search_for(&mut self, seconds: f64, meter: &mut Meter<'m>) -> Option<u128> {
        self.go_on(Most::seconds(seconds), meter)
    }

    fn go_on(&mut self, most: Most, meter: &mut Meter<'m>) -> Option<u128> {
        let began = Instant::now();
        let end = self.search.go_on(most, meter);
        self.note_search(began);
        match end {
            End::Found(found) => Some(found.max(self.bound)),
            End::NotYet(found) => {
                self.bound = self.bound.max(found);
                None
            }
        }
    }

    fn note_search(&mut self, began: Instant) {
        self.searched += began.elapsed().as_secs_f64();
        self.question.explain(|e| e.spent_on_search += began.elapsed());
    }

    fn note_planning(&mut self, began: Instant) {
        self.planned += began.elapsed().as_secs_f64();
        self.question.explain(|e| e.spent_on_planning += began.elapsed());
    }

    /// Goes on until it is clear who leads; making the sum's symbols is expected to take `to_plan` seconds.
    fn run(&mut self, hard: &Hard<'_, S>, to_plan: f64, meter: &mut Meter<'m>) -> Lead<'q> {
        let (q, tuning) = (self.question, &self.question.exact.tuning);
        let least = tuning.first_steps.max(64);
        if let Some(found) = self.go_on(Most::steps(least), meter) {
            return Lead::Search(found);
        }
        let mut rest = self.sample(least, hard, meter);
        let ahead = SEARCH_PER_PLANNING * to_plan - self.searched;
        if self.is_worth(ahead, rest.seconds)
            && let Some(found) = self.search_for(ahead, meter)
        {
            return Lead::Search(found);
        }
        let began = Instant::now();
        let draft = Sum::draft(hard.p, q.graph, hard.sieved, q.semantics, tuning, meter);
        self.note_planning(began);
        let Some(mut draft) = draft else { return self.without_sum(meter) };
        // What took longer to make deserves a better look at the alternative.
        if SHARE_FOR_SAMPLES * self.planned > self.sampled && rest.seconds > self.planned {
            rest = self.sample(least, hard, meter);
        }
        let mut by_search = rest.seconds;
        q.explain(|e| {
            e.predicted_steps = Some(rest.steps);
            e.predicted_search = Some(rest.seconds);
        });
        loop {
            let behind = SEARCH_PER_PLANNING * self.planned - self.searched;
            let by_sum = draft.expected_time();
            let ahead = if by_sum > by_search {
                // It looked shorter: if it is not over by then, the prediction was wrong.
                PATIENCE * by_sum
            } else {
                behind
            };
            let is_worth_it = self.is_worth(ahead, by_search);
            if by_sum > by_search {
                by_search = f64::INFINITY;
            }
            if is_worth_it && let Some(found) = self.search_for(ahead, meter) {
                return Lead::Search(found);
            }
            if draft.is_ready() {
                break;
            }
            let began = Instant::now();
            let planned = draft.plan_next(tuning, meter);
            self.note_planning(began);
            if planned.is_none() {
                return self.without_sum(meter);
            }
        }
        let began = Instant::now();
        let sum = draft.finish(hard.sieved, tuning, meter);
        self.note_planning(began);
        let Some(sum) = sum.filter(|sum| sum.bytes <= tuning.max_factors) else {
            return self.without_sum(meter);
        };
        let by_sum = sum.expected_time();
        q.explain(|e| {
            e.sum = Some(sum.outline());
            e.predicted_algebra = Some(by_sum);
        });
        let left = meter.time_left().map(|left| left.as_secs_f64());
        // Too late for the sum: what is left of the time finds a better bound by search.
        if left.is_some_and(|left| by_sum > 4.0 * left) {
            return Lead::SearchOnly;
        }
        let ahead = match left.filter(|left| by_sum > 0.5 * left) {
            _ if by_search < by_sum => PATIENCE * by_sum,
            Some(left) => 0.2 * left,
            None => 0.0,
        };
        if q.exact.threads > 1 && by_search < by_sum {
            return Lead::SearchOnly;
        }
        if ahead > 0.0
            && self.search.can_be_left()
            && let Some(found) = self.search_for(ahead, meter)
        {
            return Lead::Search(found);
        }
        Lead::Sum(Box::new(sum))
    }

    /// Whether a search that is expected to take `left` seconds should go on for some.
    fn is_worth(&self, seconds: f64, left: f64) -> bool {
        seconds > 0.0 && left < FAR_TOO_LONG * seconds && self.search.can_be_left()
    }

    /// What is left to search, from a sample.
    fn sample(&mut self, steps: u64, hard: &Hard<'_, S>, meter: &mut Meter<'m>) -> Rest {
        let began = Instant::now();
        let seconds = SAMPLE.max(SHARE_FOR_SAMPLES * (self.searched + self.planned));
        let rest = self.search.sampled_rest(seconds, hard.sieved, meter).unwrap_or_else(|| {
            // How long the first steps took is known, unless other work was in between.
            let per_step = self.searched / steps as f64;
            let per_step = per_step.clamp(SECONDS_PER_STEP, 8.0 * SECONDS_PER_STEP);
            let steps = hard.plan.expected_work(hard.facts);
            Rest { steps, seconds: steps * per_step }
        });
        self.note_search(began);
        self.sampled += began.elapsed().as_secs_f64();
        rest
    }

    fn without_sum(&self, meter: &Meter<'_>) -> Lead<'q> {
        if meter.is_spent() { Lead::Search(self.bound) } else { Lead::SearchOnly }
    }
}
