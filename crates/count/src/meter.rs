//! Keeping a search within its [`Budget`].

use std::time::Instant;

use isocount_core::{Budget, Control};

/// How much work may pass between two looks at the clock: well under a millisecond.
const WORK_PER_LOOK: u32 = 1024;

/// Counts steps and looks at the clock now and then.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    deadline: Option<Instant>,
    control: Control,
    steps_left: u64,
    counts_steps: bool,
    work: u32,
    spent: bool,
}

impl Meter {
    pub(crate) fn start(budget: &Budget) -> Self {
        Self {
            // A limit so long that the clock cannot hold it is no limit.
            deadline: budget.time.and_then(|limit| Instant::now().checked_add(limit)),
            control: budget.control.clone(),
            steps_left: budget.steps.unwrap_or(u64::MAX),
            counts_steps: budget.steps.is_some(),
            work: 0,
            spent: false,
        }
    }

    pub(crate) fn unlimited() -> Self {
        Self::start(&Budget::UNLIMITED)
    }

    /// The same deadline without a limit on steps, for work that is not a search for mappings.
    pub(crate) fn for_time_only(&self) -> Self {
        Self { deadline: self.deadline, control: self.control.clone(), ..Self::unlimited() }
    }

    /// A meter for a first try of at most `steps` steps, with the same deadline.
    pub(crate) fn capped(&self, steps: u64) -> Self {
        Self { steps_left: self.steps_left.min(steps), ..self.clone() }
    }

    /// Takes over what a capped meter has seen. Returns whether the try came to its end, or the
    /// whole budget did.
    pub(crate) fn settle(&mut self, capped: &Self, cap: u64) -> bool {
        let used = self.steps_left.min(cap) - capped.steps_left;
        let only_the_cap_ended = capped.spent && self.steps_left > cap && !capped.is_late();
        self.steps_left -= used;
        self.spent = capped.spent && !only_the_cap_ended;
        !only_the_cap_ended
    }

    /// Whether a limit on steps is set: then one thread does the work, so that the same number
    /// of steps always gives the same answer.
    pub(crate) fn counts_steps(&self) -> bool {
        self.counts_steps
    }

    /// Ends the budget.
    pub(crate) fn spend(&mut self) {
        self.spent = true;
    }

    fn is_late(&self) -> bool {
        self.control.is_cancelled()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// One more step; false once the budget is spent.
    pub(crate) fn step(&mut self) -> bool {
        if self.steps_left == 0 {
            self.spent = true;
        } else {
            self.steps_left -= 1;
        }
        self.work(1)
    }

    /// `amount` of work that is not a step of its own, such as scanning a list; false once the
    /// budget is spent.
    pub(crate) fn work(&mut self, amount: usize) -> bool {
        self.work = self.work.saturating_add(u32::try_from(amount).unwrap_or(u32::MAX));
        if self.work >= WORK_PER_LOOK {
            self.work = 0;
            self.spent |= self.is_late();
        }
        !self.spent
    }

    /// Whether the budget has run out.
    pub(crate) fn is_spent(&self) -> bool {
        self.spent
    }
}
