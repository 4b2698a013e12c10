//! A question with a precision or a limit: the exact engine and the sampler by turns.
//!
//! ```text
//! first turn of exact ── done ───────────────▶ its answer
//!     ▼
//! preparation, pilot of the sampler           candidates and tables are common property
//!     ▼
//! exact and sampler by turns ── one is done ─▶ its answer; an estimate is not below the bound
//! ```
//!
//! `choice.rs` decides whose turn it is; `turns.rs` makes the other one wait.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use isocount_core::{Answer, Budget, Count, CountError, Estimate, Unit};

use super::AutoQuestion;
use super::choice::{Goal, SampleEnd, seconds_of_a_pilot};
use super::turns::{ExactGate, SampleGate, Turns};
use crate::exact::{Care, Common, Outlook, Watch};
use crate::meter::Gate;
use crate::sample::{Company, SoFar};

/// A question that has a precision or a limit.
pub(super) struct Stages<'a> {
    question: &'a AutoQuestion<'a>,
    budget: &'a Budget,
    goal: Goal,
    started: Instant,
    common: Common,
}

type Asked = Result<Answer, CountError>;

/// Lets everything pass.
#[derive(Debug)]
struct Open;

impl Gate for Open {
    fn pass(&self, _: f64) -> bool {
        true
    }

    fn is_closed(&self) -> bool {
        false
    }
}

/// Lets the sampler go on, and ends it if the exact engine panics: nobody waits for ever.
struct EndsTurns<'a>(&'a Turns);

impl Drop for EndsTurns<'_> {
    fn drop(&mut self) {
        self.0.exact_is_over(thread::panicking());
    }
}

/// Lets the exact engine go on, whatever becomes of the sampler.
struct EndsSampling<'a> {
    turns: &'a Turns,
    end: SampleEnd,
}

impl Drop for EndsSampling<'_> {
    fn drop(&mut self) {
        self.turns.sample_is_over(self.end);
    }
}

impl<'a> Stages<'a> {
    pub(super) fn new(question: &'a AutoQuestion<'a>, goal: Goal, budget: &'a Budget) -> Self {
        Self { question, budget, goal, started: Instant::now(), common: Common::default() }
    }

    pub(super) fn run(&self) -> Asked {
        let (asked, sampled) = match self.goal {
            Goal::Exact | Goal::InSteps => (self.exact(&|_| {}, None), None),
            Goal::Precise(_) | Goal::InTime(_) => self.by_turns(),
        };
        let is_too_many = asked == Err(CountError::Overflow);
        let at_least = match (asked, self.question.semantics.unit()) {
            (Ok(Answer::AtLeast(Count(found))), _) => found,
            (Err(CountError::Overflow), Unit::Mappings) => u128::MAX,
            // How many of them are one subgraph is not known here.
            (Err(CountError::Overflow), Unit::Subgraphs) => 1,
            (done, _) => return done,
        };
        if self.budget.control.is_cancelled() {
            return Ok(Answer::AtLeast(Count(at_least)));
        }
        match sampled.unwrap_or_else(|| self.sample(&Open, &|_| {})) {
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

    /// What the exact engine came to; and the sampler, if it had a turn.
    fn by_turns(&self) -> (Asked, Option<Asked>) {
        let graph = self.question.graph;
        let pilot = seconds_of_a_pilot((graph.num_arcs() + graph.num_nodes()) as f64);
        let turns = Turns::new(self.goal, pilot);
        let sampled = Mutex::new(None);
        let work = || {
            let mut last = EndsSampling { turns: &turns, end: SampleEnd::Nothing };
            let answer = self.sample(&SampleGate(&turns), &|so_far| turns.between(so_far));
            last.end = self.end_of_sampling(&answer);
            *sampled.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
        };
        let asked = thread::scope(|scope| {
            // Where there are no threads, it comes after the exact engine.
            let start = || thread::Builder::new().spawn_scoped(scope, work).is_ok();
            let gate = ExactGate { turns: &turns, start: &start };
            let _last = EndsTurns(&turns);
            let asked = self.exact(&|outlook| turns.hear(outlook), Some(&gate));
            turns.exact_is_over(matches!(asked, Ok(Answer::Exact(_))));
            asked
        });
        (asked, sampled.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn end_of_sampling(&self, answer: &Asked) -> SampleEnd {
        let wants_precision = matches!(self.goal, Goal::Precise(_));
        match answer {
            Ok(Answer::Exact(_)) => SampleEnd::Enough,
            Ok(Answer::Estimate(Estimate { sampled: Some(sampled), .. }))
                if wants_precision && sampled.precise =>
            {
                SampleEnd::Enough
            }
            Ok(Answer::Estimate(_)) => SampleEnd::Estimate,
            _ => SampleEnd::Nothing,
        }
    }

    fn exact(&self, hear: &(dyn Fn(Outlook) + Sync), gate: Option<&dyn Gate>) -> Asked {
        let AutoQuestion { auto, pattern, graph, source, semantics } = *self.question;
        let watch = Watch {
            hear,
            care: Care::Little,
            most_planning: self.goal.seconds_to_see_a_sum(),
            common: Some(&self.common),
            gate,
            timing: self.goal.timing(),
        };
        auto.exact.ask(pattern, graph, source, semantics, self.budget, Some(watch))
    }

    /// The sampler, for what is left of the time.
    fn sample(&self, gate: &dyn Gate, between: &dyn Fn(SoFar)) -> Asked {
        let AutoQuestion { auto, pattern, graph, source, semantics } = *self.question;
        let rest = self.budget.clone().with_time(self.time_left());
        let company = Company { common: &self.common, gate, timing: self.goal.timing(), between };
        auto.sample.ask(pattern, graph, source, semantics, &rest, Some(company))
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
