//! Planned search and splitting search by turns, where there is no sum: it is unknown beforehand
//! which of them ends sooner. Splitting gets less than half of the time that search has taken, so
//! that search is delayed by less than half of its time; more only while search is expected to take
//! many times what it has. Splitting has its turns in the middle of the search, which waits
//! meanwhile; so search loses nothing, and splitting has what it remembers.
//!
//! With several threads, both go on at the same time once a question turns out hard.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use isocount_core::{LabeledGraph, Semantics};
use isocount_platform::on_threads;

use super::router::Hard;
use super::steady::{Most, SearchEnd, Steady};
use super::watch::Outlook;
use crate::cost::machine::SECONDS_PER_WORK;
use crate::cost::planning::MOST_NODES_TO_PAIR;
use crate::cost::routing::{
    FAR_FROM_ITS_END, FIRST_TREE_SAMPLE, SECONDS_BEFORE_THREADS, SPLITTING_IF_FAR,
    SPLITTING_PER_SEARCH, TURN_GROWTH, WORK_PER_SAMPLED_MAPPING,
};
use crate::exact::compiling::Compiled;
use crate::exact::explanation::Strategy;
use crate::exact::question::ExactQuestion;
use crate::exact::searching::{Memory, parallel};
use crate::exact::sieving::Sieved;
use crate::exact::spaces::Space;
use crate::exact::splitting::{IsFound, Splitting, SplittingOutcome};
use crate::exact::tuning::Routing;
use crate::meter::{Between, Meter, Timing};

/// Splitting search in turns with a planned one.
pub(super) struct SplittingTurns<'a, 'm> {
    p: &'a Compiled,
    graph: &'a LabeledGraph,
    sieved: &'a Sieved,
    semantics: Semantics,
    threads: usize,
    meter: Meter<'m>,
    /// Whether turns are measured in work, of which each meter has its own count.
    is_counted: bool,
    /// Who is told how long both together may take, and how many seconds search was expected to.
    hear: Option<(&'a (dyn Fn(Outlook) + Sync), f64)>,
    state: Mutex<State<'a>>,
}

/// How far splitting came.
#[derive(Default)]
struct State<'a> {
    splitting: Option<Splitting<'a>>,
    /// The number, once it is found; until then a bound.
    found: Option<u128>,
    bound: u128,
    /// The seconds that search had taken before its turn, when that began, and the seconds that
    /// splitting has taken.
    searched: f64,
    turn: Option<f64>,
    split: f64,
    /// The seconds that the whole search is expected to take, if a sample of its tree could tell.
    expected: Option<f64>,
}

impl State<'_> {
    /// The time of splitting as a share of the time of search.
    fn share(&self) -> f64 {
        let is_far = |expected: f64| expected - self.searched > FAR_FROM_ITS_END * self.searched;
        if self.expected.is_some_and(is_far) { SPLITTING_IF_FAR } else { SPLITTING_PER_SEARCH }
    }
}

impl<'a, 'm> SplittingTurns<'a, 'm> {
    pub(super) fn new<S: Space>(
        question: &ExactQuestion<'a>,
        hard: &Hard<'a, S>,
        meter: &Meter<'m>,
    ) -> Self {
        let (p, sieved, semantics) = (hard.p, hard.sieved, question.semantics);
        let (threads, meter) = (question.exact.threads, meter.for_time_only());
        let is_counted = meter.timing() == Timing::CountedWork;
        let hear = question.watch.zip(hard.expected).map(|(watch, outlook)| {
            let by_search = if is_counted {
                outlook.work * SECONDS_PER_WORK
            } else {
                outlook.time.as_secs_f64()
            };
            (watch.hear, by_search)
        });
        Self {
            p,
            graph: question.graph,
            sieved,
            semantics,
            threads,
            meter,
            is_counted,
            hear,
            state: Mutex::default(),
        }
    }

    fn with<R>(&self, act: impl FnOnce(&mut State<'a>) -> R) -> R {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Tells the watcher what is left of the strategy that is expected to end first.
    fn tell(&self, state: &State<'a>) {
        let done = state.splitting.as_ref().map_or(0.0, Splitting::progress);
        let Some((hear, by_search)) = self.hear.filter(|_| done > 0.0) else { return };
        // Search goes on meanwhile, and takes more.
        let share = state.share();
        let left_to_split = state.split * (1.0 - done) / done * (1.0 + 1.0 / share);
        let left_to_search = (by_search - state.searched) * (1.0 + share);
        let left =
            if left_to_search > 0.0 { left_to_split.min(left_to_search) } else { left_to_split };
        let time = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
        hear(Outlook { work: left / SECONDS_PER_WORK, time, to_prepare: 0.0, is_settled: false });
    }

    /// A turn of splitting. Returns how long search is to go on then, unless splitting ended, or
    /// several threads should go on.
    fn turn(&self, state: &mut State<'a>) -> Option<f64> {
        let seconds = state.share() * state.searched - state.split;
        let mut limited = self.meter.clone().for_turn(seconds);
        let began = limited.now();
        if state.splitting.is_none() {
            state.splitting =
                Splitting::new(self.p, self.graph, self.sieved, self.semantics, &mut limited);
        }
        let outcome = state.splitting.as_mut().map(|splitting| splitting.go_on(&mut limited));
        state.split += limited.now() - began;
        match outcome {
            Some(SplittingOutcome::Found(found)) => {
                state.found = Some(found);
                return None;
            }
            Some(SplittingOutcome::AtLeast(found)) => state.bound = state.bound.max(found),
            None => {}
        }
        self.tell(state);
        let is_for_threads =
            self.threads > 1 && state.searched + state.split > SECONDS_BEFORE_THREADS;
        (!is_for_threads).then_some(TURN_GROWTH * state.searched)
    }
}

impl fmt::Debug for SplittingTurns<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplittingTurns").finish_non_exhaustive()
    }
}

impl Between for SplittingTurns<'_, '_> {
    fn turn_is_over(&self, now: f64) -> Option<f64> {
        self.with(|state| {
            state.searched += state.turn.map_or(0.0, |began| now - began);
            let next = self.turn(state);
            // Splitting may have taken some of the time of the thread.
            state.turn = Some(if self.is_counted { now } else { self.meter.now() });
            next
        })
    }
}

impl ExactQuestion<'_> {
    /// Whether splitting may take its turns.
    pub(super) fn may_split<S: Space>(&self, hard: &Hard<'_, S>, meter: &Meter<'_>) -> bool {
        self.exact.tuning.splitting == Routing::ByCost
            && !meter.counts_steps()
            // Of small induced patterns, search counts two nodes together.
            && !(self.semantics.is_induced() && hard.p.num_nodes() <= MOST_NODES_TO_PAIR)
            && Splitting::is_for(hard.p, hard.sieved, self.semantics)
    }

    /// Goes on with a search. A bound if several threads should go on with it.
    pub(super) fn by_turns<'m, S: Space>(
        &self,
        hard: &Hard<'_, S>,
        search: &mut Steady<'_, 'm, S>,
        aside: &'m SplittingTurns<'_, 'm>,
        meter: &mut Meter<'m>,
    ) -> Result<u128, Bound> {
        let before = search.pace.seconds;
        let first = search.go_on(Most::Steps(self.exact.tuning.first_steps.max(1)), meter);
        let mut bound = match first {
            SearchEnd::Found(found) => return Ok(found),
            SearchEnd::NotYet(found) => found,
        };
        let expected = expected_work(hard, meter).map(|work| work * search.pace.per_work());
        aside.with(|state| {
            state.searched = search.pace.seconds;
            state.expected = expected;
        });
        let end = match aside.turn_is_over(meter.now()) {
            Some(seconds) => search.go_on(Most::Turns(seconds, aside), meter),
            None => SearchEnd::NotYet(0),
        };
        let (found, split) = aside.with(|state| {
            bound = bound.max(state.bound);
            (state.found, state.split)
        });
        let on_both = search.pace.seconds - before;
        let spent = [if aside.is_counted { on_both } else { on_both - split }, split];
        let [on_search, on_splitting] =
            spent.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default());
        self.explain(|e| {
            e.spent_on_search += on_search;
            e.spent_on_splitting += on_splitting;
        });
        if let Some(found) = found {
            self.explain(|e| e.strategy = Strategy::SplittingSearch);
            return Ok(found);
        }
        match end {
            SearchEnd::NotYet(found) if self.exact.threads > 1 && meter.look_now() => {
                Err(Bound(found.max(bound)))
            }
            SearchEnd::Found(found) | SearchEnd::NotYet(found) => Ok(found.max(bound)),
        }
    }
}

impl ExactQuestion<'_> {
    /// Goes on with both on threads of their own, until one of them has found the number.
    pub(super) fn on_threads<S: Space>(
        &self,
        hard: &Hard<'_, S>,
        aside: &SplittingTurns<'_, '_>,
        memory: &mut Memory<S::Set>,
        meter: &mut Meter<'_>,
    ) -> u128 {
        let is_for_both = self.may_split(hard, meter) && !aside.is_counted;
        let splitting = aside.with(|state| state.splitting.take()).or_else(|| {
            let new = || Splitting::new(hard.p, self.graph, hard.sieved, self.semantics, meter);
            is_for_both.then(new).flatten()
        });
        let Some(mut splitting) = splitting.filter(|_| is_for_both) else {
            return self.search_to_the_end(hard, memory, meter);
        };
        let Hard { p, space, plan, facts, .. } = *hard;
        let began = Instant::now();
        memory.release_long_tables();
        let for_splitting = self.exact.threads / 2;
        let for_search = self.threads(facts.max_remembered, plan.remembered_bytes(facts));
        let for_search = for_search.min(self.exact.threads - for_splitting).max(1);
        let is_found = IsFound::default();
        let splitting = Mutex::new(&mut splitting);
        let start = &*meter;
        // The first one has a thread in any case.
        let ends = on_threads(2, |number| {
            if number == 0 {
                let mut meter = is_found.ends(start.clone());
                let found = parallel::run(space, plan, p.num_nodes(), &mut meter, for_search);
                let found = found.saturating_mul(plan.symmetry_factor);
                let is_complete = !meter.is_spent();
                if is_complete {
                    is_found.note();
                }
                return (found, is_complete);
            }
            let mut splitting = splitting.lock().unwrap_or_else(PoisonError::into_inner);
            match splitting.go_on_threads(for_splitting, start, &is_found) {
                SplittingOutcome::Found(found) => (found, true),
                SplittingOutcome::AtLeast(found) => (found, false),
            }
        });
        let spent = began.elapsed();
        let complete = ends.iter().position(|&(_, is_complete)| is_complete);
        self.explain(|e| {
            e.spent_on_search += spent;
            e.spent_on_splitting += spent;
            if complete == Some(1) {
                e.strategy = Strategy::SplittingSearch;
            }
        });
        if complete.is_none() {
            meter.spend();
        }
        match complete {
            Some(first) => ends[first].0,
            None => ends.iter().map(|&(bound, _)| bound).max().unwrap_or(0),
        }
    }
}

/// The work of the whole search by a sample of its tree. None if that is too much work.
fn expected_work<S: Space>(hard: &Hard<'_, S>, meter: &Meter<'_>) -> Option<f64> {
    let most = WORK_PER_SAMPLED_MAPPING * FIRST_TREE_SAMPLE as f64;
    let limited = meter.for_time_only().within_work(most);
    let sample = hard.plan.sampled_work(hard.facts, hard.space, FIRST_TREE_SAMPLE, &limited);
    sample.map(|(expected, _)| expected)
}

/// A lower bound of the number of mappings.
pub(super) struct Bound(pub(super) u128);
