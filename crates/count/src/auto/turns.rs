//! Two parts of a question that take turns: one works, the other waits in the middle of what it
//! does, and loses nothing.
//!
//! ```text
//! exact    ──●═════════●          ●════════●        ●═══▶ its number
//! sampler              ●══ pilot ═●        ●═ batch ●
//! ```
//!
//! Both come by a gate every thousand units of work. There `choice.rs` says whose turn it is, and
//! until when. The sampler has a thread of its own, which begins with its first turn, so that an
//! easy question never has one; only one of the two works at any time.

use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use isocount_platform::thread_time;

use super::choice::{Expected, Goal, Known, SampleEnd, Turn};
use crate::cost::auto::MOST_OFF_PACE;
use crate::cost::clock::LOOKS_PER_OWN_TIME;
use crate::cost::machine::{SAMPLER_WORK_PER_SEARCH, SECONDS_PER_WORK};
use crate::exact::Outlook;
use crate::meter::{Gate, Timing};
use crate::sample::SoFar;

/// Who may work, and what both have done.
pub(super) struct Turns {
    goal: Goal,
    timing: Timing,
    state: Mutex<State>,
    moved: Condvar,
}

struct State {
    known: Known,
    turn: Turn,
    has_sampler: bool,
    is_exact_over: bool,
    exact: Part,
    sample: Part,
}

#[derive(Default)]
struct Part {
    must_end: bool,
    clock: OwnClock,
    /// What its work would take at the usual rates.
    counted: f64,
}

impl State {
    /// The seconds that `work` units of the sampler take.
    fn seconds_to_sample(&self, work: f64, timing: Timing) -> f64 {
        let usual = work * SECONDS_PER_WORK / SAMPLER_WORK_PER_SEARCH;
        match timing {
            Timing::CountedWork => usual,
            // At the pace so far, unless that says nothing yet.
            Timing::OwnTime if self.sample.counted == 0.0 => usual,
            Timing::OwnTime => {
                let pace = self.known.sample / self.sample.counted;
                usual * pace.clamp(1.0 / MOST_OFF_PACE, MOST_OFF_PACE)
            }
        }
    }
}

/// The time of the thread that leads a part.
#[derive(Default)]
struct OwnClock {
    began: Option<(ThreadId, Duration)>,
    looks: u32,
}

impl OwnClock {
    /// The seconds since it was first asked, now and then.
    fn read(&mut self) -> Option<f64> {
        let this = thread::current().id();
        let &mut (leader, began) = self.began.get_or_insert_with(|| (this, thread_time()));
        if leader != this {
            return None;
        }
        self.looks += 1;
        let is_time = self.looks.is_multiple_of(LOOKS_PER_OWN_TIME);
        is_time.then(|| thread_time().saturating_sub(began).as_secs_f64())
    }
}

impl Turns {
    /// The exact engine begins. `pilot` is what a sampler is expected to take before it knows
    /// anything.
    pub(super) fn new(goal: Goal, pilot: f64) -> Self {
        let known = Known::at_first(pilot);
        let state = State {
            turn: goal.next(&known),
            known,
            has_sampler: false,
            is_exact_over: false,
            exact: Part::default(),
            sample: Part::default(),
        };
        Self { goal, timing: goal.timing(), state: Mutex::new(state), moved: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decides whose turn it is, and lets that part go on.
    fn decide(&self, state: &mut State) {
        state.turn = if state.is_exact_over {
            Turn::Sample { until: f64::INFINITY }
        } else {
            self.goal.next(&state.known)
        };
        state.exact.must_end |= state.turn == Turn::Over;
        self.moved.notify_all();
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.moved.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// The exact engine has told what the rest of its work will be.
    pub(super) fn hear(&self, outlook: Outlook) {
        let mut state = self.lock();
        let rest = match self.timing {
            Timing::OwnTime => outlook.time.as_secs_f64(),
            Timing::CountedWork => outlook.work * SECONDS_PER_WORK,
        };
        let total = state.known.exact + rest;
        state.known.expected = Some(Expected { total, is_settled: outlook.is_settled });
        state.known.pilot = super::choice::seconds_of_a_pilot(outlook.to_prepare);
        self.decide(&mut state);
    }

    /// A batch of the sampler is over. Returns when it may go on, or has to end.
    pub(super) fn between(&self, so_far: SoFar) {
        let mut state = self.lock();
        if self.timing == Timing::OwnTime
            && let Some((_, began)) = state.sample.clock.began
        {
            state.known.sample = thread_time().saturating_sub(began).as_secs_f64();
        }
        let left = state.seconds_to_sample(so_far.left, self.timing);
        state.known.so_far = Some(SoFar { left, ..so_far });
        self.decide(&mut state);
        drop(self.until_sample_may(state));
    }

    fn until_sample_may<'a>(&self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        while !state.sample.must_end && !matches!(state.turn, Turn::Sample { .. }) {
            state = self.wait(state);
        }
        state
    }

    /// The exact engine is done. With an answer, the sampler ends, too.
    pub(super) fn exact_is_over(&self, has_answer: bool) {
        let mut state = self.lock();
        state.is_exact_over = true;
        state.sample.must_end |= has_answer;
        self.decide(&mut state);
    }

    /// The sampler is done. If its answer is what was asked for, the exact engine ends, too.
    pub(super) fn sample_is_over(&self, end: SampleEnd) {
        let mut state = self.lock();
        state.known.sampled = Some(end);
        state.exact.must_end |= end == SampleEnd::Enough;
        self.decide(&mut state);
    }
}

/// Where the exact engine comes by. `start` starts the sampler, if that is possible.
pub(super) struct ExactGate<'a> {
    pub(super) turns: &'a Turns,
    pub(super) start: &'a (dyn Fn() -> bool + Sync),
}

impl Gate for ExactGate<'_> {
    fn pass(&self, work: f64) -> bool {
        let mut state = self.turns.lock();
        let state_of = &mut *state;
        state_of.exact.counted += work * SECONDS_PER_WORK;
        match self.turns.timing {
            Timing::CountedWork => state_of.known.exact = state_of.exact.counted,
            Timing::OwnTime => {
                if let Some(seconds) = state_of.exact.clock.read() {
                    state_of.known.exact = seconds;
                }
            }
        }
        loop {
            if state.exact.must_end {
                return false;
            }
            match state.turn {
                Turn::Exact { until } if state.known.exact < until => return true,
                Turn::Sample { .. } if state.has_sampler => state = self.turns.wait(state),
                Turn::Sample { .. } => {
                    state.has_sampler = (self.start)();
                    if !state.has_sampler {
                        state.known.sampled = Some(SampleEnd::Later);
                        self.turns.decide(&mut state);
                    }
                }
                Turn::Exact { .. } | Turn::Over => self.turns.decide(&mut state),
            }
        }
    }

    fn is_closed(&self) -> bool {
        self.turns.lock().exact.must_end
    }
}

impl fmt::Debug for ExactGate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExactGate").finish_non_exhaustive()
    }
}

/// Where the sampler comes by.
pub(super) struct SampleGate<'a>(pub(super) &'a Turns);

impl Gate for SampleGate<'_> {
    fn pass(&self, work: f64) -> bool {
        let Self(turns) = *self;
        let mut state = turns.lock();
        let state_of = &mut *state;
        state_of.sample.counted += work * SECONDS_PER_WORK;
        match turns.timing {
            Timing::CountedWork => state_of.known.sample = state_of.sample.counted,
            Timing::OwnTime => {
                if let Some(seconds) = state_of.sample.clock.read() {
                    state_of.known.sample = seconds;
                }
            }
        }
        if let Turn::Sample { until } = state.turn
            && state.known.sample >= until
            && !state.sample.must_end
        {
            turns.decide(&mut state);
        }
        !turns.until_sample_may(state).sample.must_end
    }

    fn is_closed(&self) -> bool {
        self.0.lock().sample.must_end
    }
}

impl fmt::Debug for SampleGate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SampleGate").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::meter::Meter;

    /// Works for `looks` looks at the clock, each after a thousand units of work.
    fn work(gate: &dyn Gate, looks: u32, each: impl Fn(u32)) -> bool {
        (0..looks).all(|look| {
            each(look);
            gate.pass(1e3)
        })
    }

    /// Who worked when: `exact` and `sample` looks each, the latter with a pilot every ten.
    fn trace(exact: u32, sample: u32, end: SampleEnd) -> (String, bool) {
        let turns = Turns::new(Goal::Precise(None), 1e-4);
        let (log, is_two) = (Mutex::new(String::new()), AtomicU32::new(0));
        let note = |who: char| {
            assert_eq!(is_two.fetch_add(1, Ordering::SeqCst), 0, "both work");
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            if !log.ends_with(who) {
                log.push(who);
            }
            is_two.fetch_sub(1, Ordering::SeqCst);
        };
        let sampler = || {
            let is_done = work(&SampleGate(&turns), sample, |look| {
                note('s');
                if look % 10 == 9 {
                    turns.between(SoFar { left: f64::INFINITY, is_reliable: false });
                }
            });
            turns.sample_is_over(if is_done { end } else { SampleEnd::Nothing });
        };
        let is_exact = thread::scope(|scope| {
            let start = || thread::Builder::new().spawn_scoped(scope, sampler).is_ok();
            let gate = ExactGate { turns: &turns, start: &start };
            let is_exact = work(&gate, exact, |_| note('e'));
            turns.exact_is_over(is_exact);
            is_exact
        });
        (log.into_inner().unwrap_or_else(PoisonError::into_inner), is_exact)
    }

    #[test]
    fn one_works_at_a_time_and_the_same_way_every_time() {
        let (first, is_exact) = trace(100, 1_000_000, SampleEnd::Enough);
        assert!(is_exact && first.starts_with("ese") && first.ends_with('e'), "{first}");
        for _ in 0..20 {
            assert_eq!(trace(100, 1_000_000, SampleEnd::Enough).0, first);
        }
    }

    #[test]
    fn the_part_that_is_done_ends_the_other() {
        let (log, is_exact) = trace(u32::MAX, 55, SampleEnd::Enough);
        assert!(!is_exact && log.ends_with('s'), "{log}");
        // A sampler that cannot work leaves everything to the exact engine.
        let (log, is_exact) = trace(1_000, 20, SampleEnd::Nothing);
        assert!(is_exact && log.ends_with('e'), "{log}");
        // After an estimate that is not precise, it gets as long, or a second; then both end.
        let (_, is_exact) = trace(u32::MAX, 55, SampleEnd::Estimate);
        assert!(!is_exact);
        // What is easy never has a second thread.
        assert_eq!(trace(9, 55, SampleEnd::Enough), ("e".to_owned(), true));
    }

    /// The exact engine may end without an answer: the sampler then never waits for it.
    #[test]
    fn a_sampler_goes_on_alone() {
        let turns = Turns::new(Goal::Precise(None), 1e-4);
        turns.exact_is_over(false);
        let gate = SampleGate(&turns);
        for _ in 0..100 {
            assert!(gate.pass(1e6));
            turns.between(SoFar { left: 1e3, is_reliable: false });
        }
        assert!(!gate.is_closed());
        turns.exact_is_over(true);
        assert!(!gate.pass(1e3) && gate.is_closed());
    }

    #[test]
    fn without_threads_the_exact_engine_ends_after_its_share() {
        let turns = Turns::new(Goal::Precise(None), 1e-4);
        let gate = ExactGate { turns: &turns, start: &|| false };
        let mut looks = 0;
        while gate.pass(1e3) {
            looks += 1;
        }
        assert!((5..20).contains(&looks), "{looks}");
        // A meter behind the gate is spent.
        let mut meter = Meter::unlimited().behind(Some(&gate), Timing::CountedWork);
        assert!(!meter.look_now());
    }
}
