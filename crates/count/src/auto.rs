//! The default: exact where that is quick, otherwise an estimate.
//!
//! * Neither a precision nor a limit: exact, until it is done.
//! * A precision: exact for a moment, then samples until they are precise enough.
//! * A limit alone: exact for half of it, then samples for the rest.
//!
//! What the exact engine found before it was stopped stays a certain lower bound.

use std::sync::Arc;
use std::time::{Duration, Instant};

use isocount_core::{
    Answer, Budget, Cancelled, Control, Count, CountError, Counter, Estimate, LabeledGraph,
    OpenGraph, Pattern, Semantics,
};

use crate::exact::compiled::MAX_NODES;
use crate::exact::index::Index;
use crate::meter::Meter;
use crate::sample::{ARCS_WORTH_AN_INDEX, Sample, Sampling};
use crate::{Exact, exact, sample};

/// How long the exact engine may try before samples are drawn, if a precision is asked for: a
/// typical sample takes as long.
const MOMENT: Duration = Duration::from_millis(5);

/// A limit on time is shared: one part in this many for the moment of the exact engine.
const SHARE: u32 = 4;

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

    /// Asks the parts, each through its own function.
    fn ask(
        &self,
        pattern: &Pattern,
        budget: &Budget,
        exact: impl FnOnce(&Budget) -> Result<Answer, CountError>,
        sample: impl FnOnce(&Budget) -> Result<Answer, CountError>,
    ) -> Result<Answer, CountError> {
        let precision = self.sample.sampling().precision;
        if precision.is_none() && budget.is_unlimited() || pattern.num_nodes() > MAX_NODES {
            return exact(budget);
        }
        let started = Instant::now();
        let moment = match (precision, budget.time) {
            (Some(_), None) => Some(MOMENT),
            (Some(_), Some(limit)) => Some(MOMENT.min(limit / SHARE)),
            (None, Some(limit)) => Some(limit / 2),
            (None, None) => None,
        };
        let found = match exact(&budget.clone().with_time(moment)) {
            Ok(Answer::AtLeast(Count(found))) => found,
            // There are too many for 128 bits, but not for an estimate.
            Err(CountError::Overflow) => u128::MAX,
            done => return done,
        };
        if budget.control.is_cancelled() {
            return Ok(Answer::AtLeast(Count(found)));
        }
        let left = budget.time.map(|limit| limit.saturating_sub(started.elapsed()));
        match sample(&budget.clone().with_time(left)) {
            Ok(Answer::Estimate(estimate)) => Ok(Answer::Estimate(raised(estimate, found as f64))),
            Ok(Answer::AtLeast(Count(seen))) => Ok(Answer::AtLeast(Count(seen.max(found)))),
            // What it cannot sample, such as thousands of arcs, has the bound of the search.
            Err(refusal) if refusal.is_refusal() && found < u128::MAX => {
                Ok(Answer::AtLeast(Count(found)))
            }
            Err(refusal) if refusal.is_refusal() => Err(CountError::Overflow),
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
        control.check()?;
        let index = if graph.num_arcs() >= ARCS_WORTH_AN_INDEX {
            let index = Index::new(graph, &mut Meter::watching(control));
            Some(Arc::new(index.ok_or(Cancelled)?))
        } else {
            None
        };
        let exact = exact::Opened::new(self.exact, Arc::clone(graph), index.clone());
        let sample = sample::Opened::new(self.sample, Arc::clone(graph), index);
        Ok(Box::new(Opened { auto: *self, exact, sample }))
    }

    fn count(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        self.ask(
            pattern,
            budget,
            |budget| self.exact.count(pattern, graph, semantics, budget),
            |budget| self.sample.count(pattern, graph, semantics, budget),
        )
    }
}

struct Opened {
    auto: Auto,
    exact: exact::Opened,
    sample: sample::Opened,
}

impl OpenGraph for Opened {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        let Self { auto, exact, sample } = self;
        auto.ask(
            pattern,
            budget,
            |budget| exact.count(pattern, semantics, budget),
            |budget| sample.count(pattern, semantics, budget),
        )
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        let (exact, sample) = (self.exact.another(), self.sample.another());
        Box::new(Opened { auto: self.auto, exact, sample })
    }
}
