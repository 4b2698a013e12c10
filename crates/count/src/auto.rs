//! The default: exact where that is quick, otherwise an estimate.
//!
//! * Neither a precision nor a limit: exact, until it is done. The caller may ask for a
//!   [forecast](crate::forecast) meanwhile.
//! * A precision: exact if that is expected to be less work than an estimate.
//! * A limit alone: exact for half of it, unless far more is expected; then samples for the rest.
//!
//! What to expect of the exact engine is known after its first try, from a sample of its search
//! tree; what to expect of the sampler is known after its pilot. What the exact engine found before
//! it was stopped stays a certain lower bound.

use crate::cost::auto::{
    EXACT_IF_LESS, HOPELESS_EXACT, LEAST_WORK_OF_A_SAMPLER, LIMITS_PER_EXACT, MOST_LOST_ON_EXACT,
    PATIENCE_WITH_EXACT, SEARCH_PER_UNPREPARED, SECONDS_TO_SEE_A_SUM, SHARE_TO_SEE_A_SUM,
};
use crate::cost::machine::{SAMPLER_WORK_PER_PREPARING, SAMPLER_WORK_PER_SEARCH, SECONDS_PER_WORK};
use crate::cost::road::ARCS_WORTH_AN_INDEX;
use std::cell::Cell;
use std::sync::Arc;
use std::time::Instant;

use isocount_core::{
    Answer, Budget, Control, Count, CountError, Counter, Estimate, LabeledGraph, OpenGraph,
    Pattern, Semantics, Unit,
};

use crate::exact::compiling::MAX_NODES;
use crate::exact::sieving::ArcSource;
use crate::exact::{Care, Outlook, Watch};
use crate::indexed::Indexed;
use crate::sample::{Sample, Sampling};
use crate::{Exact, Tuning, forecast};

/// Exact or sampled, whatever is better within precision and limits.
#[derive(Clone, Copy, Debug)]
pub struct Auto {
    exact: Exact,
    sample: Sample,
}

impl Auto {
    /// Its name in tables and on the command line.
    pub const NAME: &'static str = "auto";

    /// One thread.
    #[must_use]
    pub fn new(sampling: Sampling) -> Self {
        Self { exact: Exact::new(), sample: Sample::new(sampling) }
    }

    /// Both parts use so many threads; 0 means one per core.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { exact: Exact::with_threads(threads), sample: self.sample.with_threads(threads) }
    }
}

/// One question to both parts.
#[derive(Clone, Copy)]
pub(crate) struct AutoQuestion<'a> {
    pub(crate) auto: Auto,
    pub(crate) pattern: &'a Pattern,
    pub(crate) graph: &'a LabeledGraph,
    pub(crate) source: ArcSource<'a>,
    pub(crate) semantics: Semantics,
}

impl AutoQuestion<'_> {
    /// `hear` is told what to expect of a search that is not easy, and says how much work it may
    /// be.
    pub(crate) fn exact(
        &self,
        budget: &Budget,
        hear: &dyn Fn(Outlook) -> f64,
    ) -> Result<Answer, CountError> {
        let Self { auto, pattern, graph, source, semantics } = *self;
        let (care, most_planning) = (Care::Much, f64::INFINITY);
        let watch = Watch { hear, care, most_planning, leave: &Cell::new(None) };
        auto.exact.ask(pattern, graph, source, semantics, budget, Some(watch))
    }

    pub(crate) fn sample(&self, sample: Sample, budget: &Budget) -> Result<Answer, CountError> {
        let Self { pattern, graph, source, semantics, .. } = *self;
        sample.ask(pattern, graph, source, semantics, budget, (None, None))
    }

    fn answer(&self, budget: &Budget) -> Result<Answer, CountError> {
        let Self { auto, pattern, graph, source, semantics } = *self;
        let precision = auto.sample.sampling().precision;
        if pattern.num_nodes() > MAX_NODES {
            return auto.exact.ask(pattern, graph, source, semantics, budget, None);
        }
        if precision.is_none() && budget.is_unlimited() {
            return match budget.control.wants_forecasts() {
                None => auto.exact.ask(pattern, graph, source, semantics, budget, None),
                Some(after) => forecast::exact_with_forecast(self, after, budget),
            };
        }
        let started = Instant::now();
        let expected = Cell::new(None);
        let hear = |outlook: Outlook| {
            expected.set(Some(outlook));
            match (precision, budget.time) {
                (Some(_), _)
                    if outlook.work
                        <= LEAST_WORK_OF_A_SAMPLER + SEARCH_PER_UNPREPARED * outlook.to_prepare =>
                {
                    PATIENCE_WITH_EXACT * outlook.work
                }
                (Some(_), _) => 0.0,
                (None, Some(limit)) if outlook.time > limit.saturating_mul(HOPELESS_EXACT) => 0.0,
                (None, _) => f64::INFINITY,
            }
        };
        let half = budget.clone().with_time(budget.time.map(|limit| limit / LIMITS_PER_EXACT));
        // What is less work than a pilot needs no threads, and then ends at the same place every
        // time.
        let exact = if precision.is_some() { Exact::new() } else { auto.exact };
        let prepared = Cell::new(None);
        let most_planning = match (precision, budget.time) {
            (None, Some(limit)) => limit.as_secs_f64() * SHARE_TO_SEE_A_SUM,
            _ => SECONDS_TO_SEE_A_SUM,
        };
        let care = Care::Little;
        let watch = Watch { hear: &hear, care, most_planning, leave: &prepared };
        let asked = exact.ask(pattern, graph, source, semantics, &half, Some(watch));
        // There may be too many mappings for 128 bits, but not for an estimate.
        let is_too_many = asked == Err(CountError::Overflow);
        let found = match (asked, semantics.unit()) {
            (Ok(Answer::AtLeast(Count(found))), _) => found,
            (Err(CountError::Overflow), Unit::Mappings) => u128::MAX,
            // How many of them are one subgraph is not known here.
            (Err(CountError::Overflow), Unit::Subgraphs) => 1,
            (done, _) => return done,
        };
        if budget.control.is_cancelled() {
            return Ok(Answer::AtLeast(Count(found)));
        }
        let left = || budget.time.map(|limit| limit.saturating_sub(started.elapsed()));
        // After the pilot of the sampler it may turn out that counting would have been quicker.
        let rival = |work_left: f64| {
            let outlook: Outlook = expected.get()?;
            let is_less = |outlook: Outlook| {
                let exact = SAMPLER_WORK_PER_SEARCH * outlook.work
                    + SAMPLER_WORK_PER_PREPARING * outlook.preparing;
                exact < EXACT_IF_LESS * work_left
            };
            // If much is left, there is time to see what algebra would take, which the first look
            // had not.
            let planning =
                SHARE_TO_SEE_A_SUM * work_left * SECONDS_PER_WORK / SAMPLER_WORK_PER_SEARCH;
            let is_open = outlook.to_see_algebra.is_some_and(|time| time <= planning)
                && SAMPLER_WORK_PER_PREPARING * outlook.preparing < SHARE_TO_SEE_A_SUM * work_left;
            if !is_less(outlook) && !is_open || is_too_many {
                return None;
            }
            // A second, closer look; and what was wrongly expected must not cost more than the
            // samples.
            let hear = |closer: Outlook| {
                let most = MOST_LOST_ON_EXACT * work_left / SAMPLER_WORK_PER_SEARCH;
                if is_less(closer) { (PATIENCE_WITH_EXACT * closer.work).min(most) } else { 0.0 }
            };
            let half = budget.clone().with_time(left().map(|left| left / LIMITS_PER_EXACT));
            let easy_steps = 0;
            let exact = auto.exact.tuned(Tuning { easy_steps, ..Tuning::default() });
            let care = if is_less(outlook) { Care::Some } else { Care::Little };
            let (most_planning, leave) = (planning.max(SECONDS_TO_SEE_A_SUM), &Cell::new(None));
            let watch = Watch { hear: &hear, care, most_planning, leave };
            let asked = exact.ask(pattern, graph, source, semantics, &half, Some(watch));
            asked.ok().filter(|answer| answer.exact().is_some())
        };
        let rest = budget.clone().with_time(left());
        let rival: Option<&dyn Fn(f64) -> Option<Answer>> =
            if precision.is_some() { Some(&rival) } else { None };
        let given = (rival, prepared.take());
        match auto.sample.ask(pattern, graph, source, semantics, &rest, given) {
            Ok(Answer::Estimate(estimate)) => Ok(Answer::Estimate(raised(estimate, found as f64))),
            Ok(Answer::AtLeast(Count(seen))) => Ok(Answer::AtLeast(Count(seen.max(found)))),
            // What it cannot sample, such as thousands of arcs, has the bound of the search.
            Err(refusal) if refusal.is_refusal() && is_too_many => Err(CountError::Overflow),
            Err(refusal) if refusal.is_refusal() => Ok(Answer::AtLeast(Count(found))),
            other => other,
        }
    }
}

/// An estimate beside another certain lower bound.
fn raised(estimate: Estimate, at_least: f64) -> Estimate {
    let Some(mut sampled) = estimate.sampled.filter(|sampled| sampled.at_least < at_least) else {
        return estimate;
    };
    sampled.at_least = at_least.min(sampled.at_most);
    let mut estimate = estimate.with_sampled(sampled);
    estimate.value = estimate.value.max(sampled.at_least);
    if let Some(interval) = &mut estimate.interval {
        interval.low = interval.low.max(sampled.at_least);
        interval.high = interval.high.max(estimate.value);
    }
    estimate
}

impl Counter for Auto {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        let on = Indexed::open(graph, ARCS_WORTH_AN_INDEX, control)?;
        Ok(Box::new(Opened { auto: *self, on }))
    }

    fn count(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        AutoQuestion { auto: *self, pattern, graph, source: ArcSource::Scan, semantics }
            .answer(budget)
    }
}

#[derive(Clone)]
struct Opened {
    auto: Auto,
    on: Indexed,
}

impl OpenGraph for Opened {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        let (auto, graph, source) = (self.auto, &*self.on.graph, self.on.source());
        AutoQuestion { auto, pattern, graph, source, semantics }.answer(budget)
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(self.clone())
    }
}
