//! The stages of a question with a precision or a limit:
//!
//! ```text
//! first look ─── exact and done ──────────────────────────▶ its answer
//!     │  a lower bound, what the search would take
//!     ▼
//! pilot of the sampler ──▶ second look ─── exact and done ─▶ its answer
//!     │                        │  (with a precision, and if exact may be less work)
//!     ▼                        ▼
//! samples ─────────────────────────────────────────────────▶ an estimate, not below the bound
//! ```
//!
//! `choice.rs` decides what each stage may do; here it is done.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use isocount_core::{Answer, Budget, Count, CountError, Estimate, Unit};

use super::AutoQuestion;
use super::choice::{AfterPilot, Goal};
use crate::cost::auto::LIMITS_PER_EXACT;
use crate::exact::{Care, Outlook, Prepared, Watch};
use crate::{Exact, Tuning};

/// A question that has a precision or a limit.
pub(super) struct Stages<'a> {
    question: &'a AutoQuestion<'a>,
    budget: &'a Budget,
    goal: Goal,
    started: Instant,
}

/// What is known about a count that the first look did not finish.
struct Bounded {
    /// The number found, in the unit of the question.
    at_least: u128,
    /// There are too many for 128 bits; an estimate can still say how many.
    is_too_many: bool,
    /// The predicted cost of the search, if it got far enough to predict one.
    outlook: Option<Outlook>,
    /// What the search prepared, for the sampler.
    prepared: Option<Prepared>,
}

/// The answer, or what is known without one.
type FirstLook = ControlFlow<Result<Answer, CountError>, Bounded>;

impl<'a> Stages<'a> {
    pub(super) fn new(question: &'a AutoQuestion<'a>, goal: Goal, budget: &'a Budget) -> Self {
        Self { question, budget, goal, started: Instant::now() }
    }

    pub(super) fn run(&self) -> Result<Answer, CountError> {
        match self.first_look() {
            FirstLook::Break(answer) => answer,
            FirstLook::Continue(bounded) if self.budget.control.is_cancelled() => {
                Ok(Answer::AtLeast(Count(bounded.at_least)))
            }
            FirstLook::Continue(bounded) => self.samples(bounded),
        }
    }

    /// The exact engine, as far as the goal gives it work and time.
    fn first_look(&self) -> FirstLook {
        let (outlook, prepared) = (Cell::new(None), Cell::new(None));
        let hear = |expected: Outlook| {
            outlook.set(Some(expected));
            self.goal.patience(&expected)
        };
        let most_planning = self.goal.seconds_to_see_a_sum();
        let watch = Watch { hear: &hear, care: Care::Little, most_planning, leave: &prepared };
        // Less work than a pilot needs no threads, and then always ends at the same point.
        let exact = match self.goal {
            Goal::Precise => Exact::new(),
            Goal::Exact | Goal::InTime(_) | Goal::InSteps => self.question.auto.exact,
        };
        let asked = self.ask(exact, self.budget.time, watch);
        let is_too_many = asked == Err(CountError::Overflow);
        let at_least = match (asked, self.question.semantics.unit()) {
            (Ok(Answer::AtLeast(Count(found))), _) => found,
            (Err(CountError::Overflow), Unit::Mappings) => u128::MAX,
            // How many of them are one subgraph is not known here.
            (Err(CountError::Overflow), Unit::Subgraphs) => 1,
            (done, _) => return FirstLook::Break(done),
        };
        let (outlook, prepared) = (outlook.get(), prepared.take());
        FirstLook::Continue(Bounded { at_least, is_too_many, outlook, prepared })
    }

    /// After the pilot of the sampler it may turn out that counting would have been quicker.
    fn second_look(&self, bounded: (bool, Option<Outlook>), work_left: f64) -> Option<Answer> {
        let (is_too_many, outlook) = bounded;
        let after = AfterPilot { work_left };
        let care = outlook.filter(|_| !is_too_many).and_then(|it| after.second_look(&it))?;
        let hear = |closer: Outlook| after.patience(&closer);
        let (most_planning, leave) = (after.seconds_to_see_a_sum(), &Cell::new(None));
        let watch = Watch { hear: &hear, care, most_planning, leave };
        // The first look has taken the easy steps.
        let careful = Tuning { easy_steps: 0, ..Tuning::default() };
        let asked = self.ask(self.question.auto.exact.tuned(careful), self.time_left(), watch);
        asked.ok().filter(|answer| answer.exact().is_some())
    }

    /// The sampler, for what is left of the time.
    fn samples(&self, bounded: Bounded) -> Result<Answer, CountError> {
        let Bounded { at_least, is_too_many, outlook, prepared } = bounded;
        let AutoQuestion { auto, pattern, graph, source, semantics } = *self.question;
        let rival = |work_left: f64| self.second_look((is_too_many, outlook), work_left);
        let rival: Option<&dyn Fn(f64) -> Option<Answer>> = match self.goal {
            Goal::Precise => Some(&rival),
            Goal::Exact | Goal::InTime(_) | Goal::InSteps => None,
        };
        let rest = self.budget.clone().with_time(self.time_left());
        match auto.sample.ask(pattern, graph, source, semantics, &rest, (rival, prepared)) {
            Ok(Answer::Estimate(estimate)) => {
                Ok(Answer::Estimate(raised(estimate, at_least as f64)))
            }
            Ok(Answer::AtLeast(Count(seen))) => Ok(Answer::AtLeast(Count(seen.max(at_least)))),
            // A question that it cannot sample, such as one with thousands of arcs, keeps the bound
            // of the search.
            Err(refusal) if refusal.is_refusal() && is_too_many => Err(CountError::Overflow),
            Err(refusal) if refusal.is_refusal() => Ok(Answer::AtLeast(Count(at_least))),
            other => other,
        }
    }

    /// The exact engine for its part of a time.
    fn ask(
        &self,
        exact: Exact,
        time: Option<Duration>,
        watch: Watch<'_>,
    ) -> Result<Answer, CountError> {
        let AutoQuestion { pattern, graph, source, semantics, .. } = *self.question;
        let part = self.budget.clone().with_time(time.map(|time| time / LIMITS_PER_EXACT));
        exact.ask(pattern, graph, source, semantics, &part, Some(watch))
    }

    fn time_left(&self) -> Option<Duration> {
        self.budget.time.map(|limit| limit.saturating_sub(self.started.elapsed()))
    }
}

/// An estimate with a higher certain lower bound.
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
