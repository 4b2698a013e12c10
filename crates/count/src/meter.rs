//! Keeps a search within its [`Budget`].

use std::ops::Range;
use std::time::{Duration, Instant};

use isocount_core::{Budget, Control};
use isocount_platform::thread_time;

pub(crate) use crate::cost::clock::STRETCH;
use crate::cost::clock::{LOOKS_PER_OWN_TIME, WORK_PER_LOOK};
use crate::cost::machine::SECONDS_PER_WORK;

/// Counts steps and work, and checks the clock and the control for a cancellation now and then.
#[derive(Clone, Debug)]
pub(crate) struct Meter<'a> {
    deadline: Option<Instant>,
    control: &'a Control,
    steps_left: u64,
    counts_steps: bool,
    work: usize,
    /// All work before the last look.
    done: u64,
    most_work: u64,
    turn: Option<Turn<'a>>,
    gate: Option<&'a dyn Gate>,
    /// What a unit of this work takes, in units of search.
    rate: f32,
    timing: Timing,
    spent: bool,
}

/// What turns are measured in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Timing {
    /// The time of the thread: the same however busy the machine is, nearly.
    #[default]
    OwnTime,
    /// Work, as if every unit took equally long: exactly the same every time.
    CountedWork,
}

/// Pauses work or ends it, so that several kinds of work can share one limit.
pub(crate) trait Gate: Sync + std::fmt::Debug {
    /// Is told of more work, in units of search. Returns when the work may go on; false if it is
    /// to end.
    fn pass(&self, work: f64) -> bool;

    /// Whether all work behind it is to end.
    fn is_closed(&self) -> bool;
}

/// A turn, measured as the meter says.
#[derive(Clone, Copy, Debug)]
struct Turn<'a> {
    end: f64,
    /// The looks so far.
    looks: u32,
    /// What is done after each turn. With `None`, there is only one turn.
    between: Option<&'a dyn Between>,
}

/// What is done between the turns of some work, which is paused meanwhile and loses nothing.
pub(crate) trait Between: Sync + std::fmt::Debug {
    /// How many seconds the next turn takes; nothing if the work is to end. `now` is what the
    /// meter of that work reads.
    fn turn_is_over(&self, now: f64) -> Option<f64>;
}

/// What is left of a budget while work is paused.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Left {
    deadline: Option<Instant>,
    steps: u64,
    counts_steps: bool,
}

impl Left {
    /// All of the budget; its time begins now.
    pub(crate) fn of(budget: &Budget) -> Self {
        Meter::start(budget).left()
    }
}

#[cfg(test)]
impl Meter<'static> {
    pub(crate) fn unlimited() -> Self {
        static NOBODY: Control = Control::NONE;
        Self::watching(&NOBODY)
    }
}

impl<'a> Meter<'a> {
    pub(crate) fn start(budget: &'a Budget) -> Self {
        Self {
            // A limit that is too long for the clock is not a limit.
            deadline: budget.time.and_then(|limit| Instant::now().checked_add(limit)),
            control: &budget.control,
            steps_left: budget.steps.unwrap_or(u64::MAX),
            counts_steps: budget.steps.is_some(),
            work: 0,
            done: 0,
            most_work: u64::MAX,
            turn: None,
            gate: None,
            rate: 1.0,
            timing: Timing::OwnTime,
            spent: budget.control.is_cancelled(),
        }
    }

    /// Resumes with what is left.
    pub(crate) fn resume(left: Left, control: &'a Control) -> Self {
        let Left { deadline, steps, counts_steps } = left;
        let steps_left = steps;
        let meter = Self { deadline, steps_left, counts_steps, ..Self::watching(control) };
        let spent = meter.is_late();
        Self { spent, ..meter }
    }

    /// What is left of the budget.
    pub(crate) fn left(&self) -> Left {
        let Self { deadline, steps_left, counts_steps, .. } = *self;
        Left { deadline, steps: steps_left, counts_steps }
    }

    /// A meter without a limit whose work can be cancelled.
    pub(crate) fn watching(control: &'a Control) -> Self {
        Self {
            deadline: None,
            control,
            steps_left: u64::MAX,
            counts_steps: false,
            work: 0,
            done: 0,
            most_work: u64::MAX,
            turn: None,
            gate: None,
            rate: 1.0,
            timing: Timing::OwnTime,
            spent: false,
        }
    }

    /// The same work behind a gate, if there is one.
    pub(crate) fn behind(self, gate: Option<&'a dyn Gate>, timing: Timing) -> Self {
        Self { gate, timing, ..self }
    }

    /// Removes the gate: the caller reports this work itself, later.
    pub(crate) fn without_gate(self) -> Self {
        Self { gate: None, ..self }
    }

    /// Converts: a unit of the work that follows takes `rate` units of search.
    pub(crate) fn at_rate(self, rate: f64) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a rate has few digits")]
        let rate = rate as f32;
        Self { rate, ..self }
    }

    pub(crate) fn timing(&self) -> Timing {
        self.timing
    }

    /// Seconds from some moment on, in the timing of this meter. They are those of the thread, so
    /// two readings are compared on the thread that took them.
    pub(crate) fn now(&self) -> f64 {
        match self.timing {
            Timing::OwnTime => thread_time().as_secs_f64(),
            Timing::CountedWork => self.total() as f64 * SECONDS_PER_WORK,
        }
    }

    /// The same deadline without a limit on steps, for work that is not a search for mappings. It
    /// may begin even if the budget is spent; what takes a few steps is then still done.
    pub(crate) fn for_time_only(&self) -> Self {
        let Self { deadline, control, gate, rate, timing, .. } = *self;
        Self { deadline, gate, rate, timing, ..Self::watching(control) }
    }

    /// Limits this meter to a turn of at most `seconds` seconds, in CPU time of this thread or in
    /// counted work, so that other work on the machine does not shorten it. Other threads cannot use
    /// it.
    pub(crate) fn for_turn(self, seconds: f64) -> Self {
        let turn = Turn { end: self.now() + seconds, looks: 0, between: None };
        Self { turn: Some(turn), ..self }
    }

    /// Like [`for_turn`](Self::for_turn), but for many turns, the first of `seconds` seconds.
    pub(crate) fn for_turns(self, seconds: f64, between: &'a dyn Between) -> Self {
        let turn = Turn { end: self.now() + seconds, looks: 0, between: Some(between) };
        Self { turn: Some(turn), ..self }
    }

    /// Takes over the state of a copy.
    pub(crate) fn catch_up(&mut self, copy: &Meter<'_>) {
        let Meter { steps_left, work, done, spent, .. } = *copy;
        (self.steps_left, self.work, self.done, self.spent) = (steps_left, work, done, spent);
    }

    /// A meter for a first try that may take half of the remaining budget.
    pub(crate) fn halved(&self) -> Self {
        let now = Instant::now();
        let half = |deadline: Instant| now + deadline.saturating_duration_since(now) / 2;
        let steps_left = if self.counts_steps { self.steps_left / 2 } else { self.steps_left };
        Self { deadline: self.deadline.map(half), steps_left, ..self.clone() }
    }

    /// Takes over the state of a halved meter.
    pub(crate) fn take_over(&mut self, half: &Self) {
        if self.counts_steps {
            self.steps_left -= self.steps_left / 2 - half.steps_left;
        }
        self.spent |= self.is_late();
    }

    /// A meter for a first try of at most `steps` steps, with the same deadline.
    pub(crate) fn capped(&self, steps: u64) -> Self {
        Self { steps_left: self.steps_left.min(steps), ..self.clone() }
    }

    /// Takes over the state of a capped meter. Returns whether the try was completed, or the whole
    /// budget is spent.
    pub(crate) fn settle(&mut self, capped: &Self, cap: u64) -> bool {
        let used = self.steps_left.min(cap) - capped.steps_left;
        let has_work_left = capped.total() < self.most_work;
        let only_the_cap_ended =
            capped.spent && self.steps_left > cap && has_work_left && !self.is_late();
        self.steps_left -= used;
        (self.done, self.work) = (capped.done, capped.work);
        self.spent = capped.spent && !only_the_cap_ended;
        !only_the_cap_ended
    }

    /// The time until the deadline, if there is one.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether steps are limited. Then one thread does the work, so that the same number of steps
    /// always gives the same answer.
    pub(crate) fn counts_steps(&self) -> bool {
        self.counts_steps
    }

    /// Whether the work is limited.
    pub(crate) fn limits_work(&self) -> bool {
        self.most_work != u64::MAX
    }

    /// Marks the budget as spent.
    pub(crate) fn spend(&mut self) {
        self.spent = true;
    }

    fn is_late(&self) -> bool {
        self.is_late_by_clock() || self.gate.is_some_and(Gate::is_closed)
    }

    fn is_late_by_clock(&self) -> bool {
        self.control.is_cancelled()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Counts a step. Returns false once the budget is spent.
    #[inline]
    pub(crate) fn step(&mut self) -> bool {
        if self.steps_left == 0 {
            self.spent = true;
        } else {
            self.steps_left -= 1;
        }
        self.work(1)
    }

    /// Counts an `amount` of work that is not a step, such as scanning a list. Returns false once
    /// the budget is spent.
    #[inline]
    pub(crate) fn work(&mut self, amount: usize) -> bool {
        self.work += amount;
        if self.work >= WORK_PER_LOOK {
            self.look();
        }
        !self.spent
    }

    #[cold]
    fn look(&mut self) {
        let more = std::mem::take(&mut self.work);
        self.done += more as u64;
        if let Some(gate) = self.gate {
            self.spent |= !gate.pass(more as f64 * f64::from(self.rate));
        }
        self.spent |= self.done >= self.most_work || self.is_late_by_clock();
        let Some(mut turn) = self.turn.filter(|_| !self.spent) else { return };
        turn.looks += 1;
        if turn.looks.is_multiple_of(LOOKS_PER_OWN_TIME) && self.now() >= turn.end {
            match turn.between.and_then(|between| between.turn_is_over(self.now())) {
                Some(seconds) => turn.end = self.now() + seconds,
                None => self.spent = true,
            }
        }
        self.turn = Some(turn);
    }

    /// Checks the clock now.
    pub(crate) fn look_now(&mut self) -> bool {
        self.look();
        !self.spent
    }

    /// Limits this meter to about `work` more work. The same work is done on every machine.
    pub(crate) fn within_work(self, work: f64) -> Self {
        let most = (self.total() as f64 + work.max(0.0)).min(u64::MAX as f64);
        #[expect(clippy::cast_sign_loss, reason = "it is not negative")]
        let most_work = self.most_work.min(most as u64);
        Self { most_work, ..self }
    }

    /// All work so far, steps included.
    pub(crate) fn total(&self) -> u64 {
        self.done + self.work as u64
    }

    /// Divides the range `0..len` into stretches, each of which is counted before it begins. Ends
    /// early once the budget is spent: check [`is_spent`](Self::is_spent) after the loop.
    #[inline]
    pub(crate) fn stretches(&mut self, len: usize) -> impl Iterator<Item = Range<usize>> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let stretch = next..len.min(next + STRETCH);
            next = stretch.end;
            (!stretch.is_empty() && self.work(stretch.len())).then_some(stretch)
        })
    }

    /// Whether the budget has run out.
    pub(crate) fn is_spent(&self) -> bool {
        self.spent
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn stretches_cover_everything_unless_the_budget_ends() {
        let len = 3 * STRETCH + 17;
        let mut meter = Meter::unlimited();
        let covered: Vec<usize> = meter.stretches(len).flatten().collect();
        assert_eq!(covered, (0..len).collect::<Vec<_>>());
        assert_eq!(meter.stretches(0).count(), 0);

        let control = Control::new();
        let mut meter = Meter::watching(&control);
        let seen = meter.stretches(len).inspect(|_| control.cancel()).count();
        assert_eq!(seen, 1);
        assert!(meter.is_spent());
    }

    /// Work that is paused a few times, and then ends.
    #[derive(Debug, Default)]
    struct Waits(AtomicU32);

    impl Between for Waits {
        fn turn_is_over(&self, _: f64) -> Option<f64> {
            (self.0.fetch_add(1, Ordering::Relaxed) < 3).then_some(0.0)
        }
    }

    #[test]
    fn turns_end_and_go_on() {
        let looks = |mut meter: Meter<'_>| (0..100).take_while(|_| meter.look_now()).count();
        let each = LOOKS_PER_OWN_TIME as usize;
        assert_eq!(looks(Meter::unlimited().for_turn(0.0)), each - 1);
        assert_eq!(looks(Meter::unlimited().for_turn(f64::INFINITY)), 100);
        let waits = Waits::default();
        assert_eq!(looks(Meter::unlimited().for_turns(0.0, &waits)), 4 * each - 1);
        assert_eq!(waits.0.into_inner(), 4);
    }

    #[test]
    fn a_cancelled_question_does_not_begin() {
        let control = Control::new();
        control.cancel();
        let budget = Budget::UNLIMITED.with_control(&control);
        assert!(Meter::start(&budget).is_spent());
    }
}
