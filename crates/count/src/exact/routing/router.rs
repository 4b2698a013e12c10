//! Hard questions: search or algebra, by predicted cost.
//!
//! A prediction may be wrong, so no decision depends on one alone. Search and the making of the sum
//! take turns: search runs for several times as long as making the sum has taken. Then both are
//! compared, and a search that was preferred gives way once it has taken longer than the sum is
//! expected to. What search has done is not done again. What is expected is counted work, at a pace
//! in the time of the thread itself (`pace.rs`), and turns are measured in that time, so other work
//! on the machine changes nothing.

use std::time::{Duration, Instant};

use super::duel::{Bound, SplittingTurns};
use super::pace::Stopwatch;
use super::steady::{Most, SearchEnd, Steady};
use super::watch::Outlook;
use crate::cost::machine::{SECONDS_PER_ADDITION, SECONDS_PER_WORK};
use crate::cost::routing::{
    CLOSE_CALL, FIRST_TREE_SAMPLE, HOPELESS_SEARCH, HOPELESS_SUM, LARGEST_TREE_SAMPLE,
    LOOK_AGAIN_AFTER, PATIENCE_WITH_SEARCH, SAMPLE_ERROR, SEARCH_PER_PLANNING, SHARE_FOR_A_BOUND,
    SHARE_FOR_A_SAMPLE, SHARE_FOR_A_SAMPLE_IF_OVERDUE, SHARE_IF_OVERDUE, SHARE_TO_GO_BY,
    TREE_SAMPLE_GROWTH, UNSURE_SUM, WORK_PER_SAMPLED_MAPPING,
};
use crate::cost::usual_path::FEWEST_FIRST_STEPS;
use crate::exact::algebra::{self, Sum};
use crate::exact::compiling::Compiled;
use crate::exact::explanation::Strategy;
use crate::exact::planning::{Facts, Plan};
use crate::exact::question::ExactQuestion;
use crate::exact::searching::{Memory, Search, parallel};
use crate::exact::sieving::Sieved;
use crate::exact::spaces::Space;
use crate::exact::tuning::Routing;
use crate::meter::Meter;

/// A search and its inputs.
pub(crate) struct Hard<'a, S: Space> {
    pub(crate) p: &'a Compiled,
    pub(crate) sieved: &'a Sieved,
    pub(crate) space: &'a S,
    pub(crate) plan: &'a Plan,
    pub(crate) facts: &'a Facts<'a>,
    /// What a watcher was told to expect.
    pub(crate) expected: Option<Outlook>,
}

impl ExactQuestion<'_> {
    /// The number of mappings; a bound if the budget ran out.
    pub(crate) fn hard<S: Space>(
        &self,
        hard: &Hard<'_, S>,
        memory: &mut Memory<S::Set>,
        meter: &mut Meter<'_>,
    ) -> u128 {
        // It outlives the search in the middle of which it has its turns.
        let aside = SplittingTurns::new(self, hard, meter);
        let mut own = meter.clone();
        let found = self.routed(hard, &aside, memory, &mut own);
        meter.catch_up(&own);
        found
    }

    fn routed<'m, S: Space>(
        &self,
        hard: &Hard<'_, S>,
        aside: &'m SplittingTurns<'_, 'm>,
        memory: &mut Memory<S::Set>,
        meter: &mut Meter<'m>,
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
        let to_plan = to_plan.flatten();
        self.explain(|e| e.predicted_planning = to_plan);
        let Some(to_plan) = to_plan else {
            if self.may_split(hard, meter) {
                let mut search = Steady::new(space, plan, p.num_nodes(), memory, meter);
                match self.by_turns(hard, &mut search, aside, meter) {
                    Ok(found) => return found,
                    Err(Bound(bound)) => {
                        drop(search);
                        return self.on_threads(hard, aside, memory, meter).max(bound);
                    }
                }
            }
            return self.search_to_the_end(hard, memory, meter);
        };
        let mut race = Race {
            question: self,
            search: Steady::new(space, plan, p.num_nodes(), memory, meter),
            bound: 0,
            expected: 0.0,
            width: FIRST_TREE_SAMPLE,
            sampled: 0.0,
            planned: 0.0,
        };
        let sum = match race.run(hard, to_plan, meter) {
            Lead::Search(found) => return found,
            Lead::Sum(sum) => Some(sum),
            Lead::SearchOnly => None,
        };
        if let Some(sum) = sum
            && let Some(found) = self.evaluate(&sum, sieved, meter)
        {
            self.explain(|e| e.strategy = Strategy::Algebra);
            return found;
        }
        let bound = race.bound;
        if meter.is_spent() {
            return bound;
        }
        if self.exact.threads > 1 {
            drop(race);
            return self.on_threads(hard, aside, memory, meter).max(bound);
        }
        if self.may_split(hard, meter) {
            let (Ok(found) | Err(Bound(found))) =
                self.by_turns(hard, &mut race.search, aside, meter);
            return found.max(bound);
        }
        match race.go_on(Most::All, meter) {
            Some(found) => found,
            None => race.bound,
        }
    }

    /// The whole sum of a question, with all its programs.
    pub(crate) fn sum(
        &self,
        p: &Compiled,
        sieved: &Sieved,
        meter: &mut Meter<'_>,
    ) -> Option<Sum<'_>> {
        let tuning = &self.exact.tuning;
        let draft = Sum::draft(p, self.graph, sieved, self.semantics, None, tuning, meter)?;
        draft.finish(sieved, tuning, meter)
    }

    /// The number of mappings by a sum. None if the budget ran out.
    pub(crate) fn evaluate(
        &self,
        sum: &Sum<'_>,
        sieved: &Sieved,
        meter: &mut Meter<'_>,
    ) -> Option<u128> {
        let (began, watch) = (Instant::now(), Stopwatch::start());
        let rate = SECONDS_PER_ADDITION / SECONDS_PER_WORK;
        let mut rated = meter.clone().at_rate(rate);
        let found = sum.evaluate(sieved, self.exact.threads, &mut rated);
        meter.catch_up(&rated);
        let on_threads = self.exact.threads > 1;
        let spent = if on_threads { began.elapsed() } else { watch.elapsed() };
        self.explain(|e| e.spent_on_algebra += spent);
        found
    }

    /// Search alone, on all threads.
    pub(super) fn search_to_the_end<S: Space>(
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

/// The strategy that goes on.
enum Lead<'a> {
    /// Search found the number; or a bound, if the budget ran out.
    Search(u128),
    Sum(Box<Sum<'a>>),
    /// There is no sum, or none that can end in time.
    SearchOnly,
}

/// Search and the making of a sum, by turns.
struct Race<'q, 'a, 'm, S: Space> {
    question: &'q ExactQuestion<'q>,
    search: Steady<'a, 'm, S>,
    /// The most mappings found so far.
    bound: u128,
    /// The work of the whole search, as far as is known from a sample; the width of that sample,
    /// and its work.
    expected: f64,
    width: usize,
    sampled: f64,
    /// The seconds that making the sum has taken.
    planned: f64,
}

impl<'q, 'm, S: Space> Race<'q, '_, 'm, S> {
    /// Searches for `seconds` seconds. Returns the number if it is found, or a bound if the budget
    /// ran out.
    fn search_for(&mut self, seconds: f64, meter: &mut Meter<'m>) -> Option<u128> {
        self.go_on(Most::Seconds(seconds), meter)
    }

    fn go_on(&mut self, most: Most<'m>, meter: &mut Meter<'m>) -> Option<u128> {
        let before = self.searched();
        let end = self.search.go_on(most, meter);
        self.note_search(self.searched() - before);
        match end {
            SearchEnd::Found(found) => Some(found.max(self.bound)),
            SearchEnd::NotYet(found) => {
                self.bound = self.bound.max(found);
                None
            }
        }
    }

    /// The seconds that search has taken.
    fn searched(&self) -> f64 {
        self.search.pace.seconds
    }

    /// The seconds that search is expected to take until it ends: from the sample of its tree, or
    /// from the share of the images of its first node that are done. Images need not be alike, so
    /// little is made of a small share, unless the search is overdue by the sample: then the truth
    /// is looked for between both.
    fn left_to_search(&self) -> f64 {
        let (done, share) = (self.search.pace.work, self.search.share_done());
        let most = if done < self.expected { 1.0 } else { SAMPLE_ERROR };
        let by_sample = most * self.expected - done;
        let by_share = done * (1.0 - share) / share;
        let left = match (by_sample > 0.0, share > SHARE_TO_GO_BY) {
            (true, true) => by_sample.min(by_share),
            (true, false) => by_sample,
            (false, true) => by_share,
            (false, false) => SHARE_IF_OVERDUE * (done * by_share).sqrt(),
        };
        left * self.search.pace.per_work()
    }

    fn note_search(&self, seconds: f64) {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        self.question.explain(|e| e.spent_on_search += time);
    }

    /// Making the sum has taken the time since then.
    fn note_planning(&mut self, began: f64, meter: &Meter<'_>) {
        let seconds = meter.now() - began;
        self.planned += seconds;
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        self.question.explain(|e| e.spent_on_planning += time);
    }

    /// Continues until it is clear which strategy leads; making the sum in symbols is expected to
    /// take `to_plan` seconds.
    fn run(&mut self, hard: &Hard<'_, S>, to_plan: f64, meter: &mut Meter<'m>) -> Lead<'q> {
        let (q, tuning) = (self.question, &self.question.exact.tuning);
        if let Some(found) =
            self.go_on(Most::Steps(tuning.first_steps.max(FEWEST_FIRST_STEPS)), meter)
        {
            return Lead::Search(found);
        }
        self.sample(hard, meter);
        let ahead = SEARCH_PER_PLANNING * to_plan - self.searched();
        if self.is_worth(ahead)
            && let Some(found) = self.search_for(ahead, meter)
        {
            return Lead::Search(found);
        }
        let began = meter.now();
        let draft = Sum::draft(hard.p, q.graph, hard.sieved, q.semantics, None, tuning, meter);
        self.note_planning(began, meter);
        let Some(mut draft) = draft else { return self.without_sum(hard, meter) };
        loop {
            if let Some(found) = self.search_before(draft.expected_time(), hard, meter) {
                return Lead::Search(found);
            }
            if draft.is_ready() {
                break;
            }
            let began = meter.now();
            let planned = draft.plan_next(tuning, meter);
            self.note_planning(began, meter);
            if planned.is_none() {
                return self.without_sum(hard, meter);
            }
        }
        let began = meter.now();
        let sum = draft.finish(hard.sieved, tuning, meter);
        self.note_planning(began, meter);
        let Some(sum) = sum.filter(|sum| sum.fits(q.graph, tuning)) else {
            return self.without_sum(hard, meter);
        };
        let by_sum = sum.expected_time();
        q.explain(|e| {
            e.sum = Some(sum.outline());
            e.predicted_algebra = Some(by_sum);
        });
        q.tell(by_sum.min(self.left_to_search()));
        let left = meter.time_left().map(|left| left.as_secs_f64());
        // Too late for the sum: what is left of the time finds a better bound by search.
        if left.is_some_and(|left| by_sum > HOPELESS_SUM * left) {
            return Lead::SearchOnly;
        }
        let goes_on = q.exact.threads == 1 && self.search.can_be_left();
        if !goes_on && self.left_to_search() < by_sum {
            return Lead::SearchOnly;
        }
        // If the sum may just end in time, a bound is found first.
        let for_bound = left
            .filter(|left| by_sum > UNSURE_SUM * left)
            .map_or(0.0, |left| SHARE_FOR_A_BOUND * left);
        if let Some(found) = self.search_before(by_sum, hard, meter) {
            return Lead::Search(found);
        }
        let ahead = for_bound - self.searched();
        if ahead > 0.0
            && self.search.can_be_left()
            && let Some(found) = self.search_for(ahead, meter)
        {
            return Lead::Search(found);
        }
        Lead::Sum(Box::new(sum))
    }

    /// Continues the search before a sum that is expected to take `by_sum` seconds: if that is
    /// longer than search would take, at most for as long; otherwise for a time that depends on how
    /// long the sum took to make.
    fn search_before(
        &mut self,
        by_sum: f64,
        hard: &Hard<'_, S>,
        meter: &mut Meter<'m>,
    ) -> Option<u128> {
        loop {
            self.look_closer(by_sum, hard, meter);
            let (left, searched) = (self.left_to_search(), self.searched());
            let patience = if left < by_sum { PATIENCE_WITH_SEARCH * by_sum } else { 0.0 };
            let ahead = patience.max(SEARCH_PER_PLANNING * self.planned) - searched;
            if !self.is_worth(ahead) {
                return None;
            }
            let found = self.search_for(ahead.min(searched.max(LOOK_AGAIN_AFTER * left)), meter);
            if found.is_some() {
                return found;
            }
        }
    }

    /// Whether search should go on for some seconds.
    fn is_worth(&self, seconds: f64) -> bool {
        seconds > 0.0
            && self.left_to_search() < HOPELESS_SEARCH * seconds
            && self.search.can_be_left()
    }

    /// Takes a larger sample, if that may decide about a sum of `by_sum` seconds, or if the search
    /// is overdue.
    fn look_closer(&mut self, by_sum: f64, hard: &Hard<'_, S>, meter: &Meter<'m>) {
        while self.width < LARGEST_TREE_SAMPLE {
            let left = self.left_to_search();
            let taking = TREE_SAMPLE_GROWTH as f64 * self.sampled * self.search.pace.per_work();
            let is_close = left < CLOSE_CALL * by_sum && by_sum < CLOSE_CALL * left;
            let is_overdue = self.expected < self.search.pace.work
                && taking < SHARE_FOR_A_SAMPLE_IF_OVERDUE * self.searched();
            let may_decide = is_close && taking < SHARE_FOR_A_SAMPLE * left.min(by_sum);
            if !(may_decide || is_overdue) {
                return;
            }
            self.width *= TREE_SAMPLE_GROWTH;
            self.sample(hard, meter);
        }
    }

    /// Sets the expected work from a sample of the search tree; from the plan alone if a sample is
    /// too much work.
    fn sample(&mut self, hard: &Hard<'_, S>, meter: &Meter<'m>) {
        let Hard { plan, facts, space, .. } = *hard;
        let watch = Stopwatch::start();
        let mut most = WORK_PER_SAMPLED_MAPPING * self.width as f64;
        if plan.has_pair() {
            // Below each partial mapping all images of another node are looked at.
            most = most.max(SHARE_FOR_A_SAMPLE * plan.expected_work(facts));
        }
        let limited = meter.for_time_only().within_work(most);
        if let Some((expected, taken)) = plan.sampled_work(facts, space, self.width, &limited) {
            (self.expected, self.sampled) = (expected, taken);
        } else {
            if self.width == FIRST_TREE_SAMPLE {
                self.expected = plan.expected_work(facts);
            }
            self.width = LARGEST_TREE_SAMPLE;
        }
        let seconds = self.expected * self.search.pace.per_work();
        self.question.explain(|e| {
            e.spent_on_search += watch.elapsed();
            e.predicted_work = Some(self.expected);
            e.predicted_search = Some(seconds);
        });
    }

    fn without_sum(&self, hard: &Hard<'_, S>, meter: &Meter<'_>) -> Lead<'q> {
        if !self.question.may_split(hard, meter) {
            self.question.tell(self.left_to_search());
        }
        if meter.is_spent() { Lead::Search(self.bound) } else { Lead::SearchOnly }
    }
}
