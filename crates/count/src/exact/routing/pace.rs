//! How long work takes: what the meter counts, in seconds of the thread that does it. Other work on
//! the machine changes nothing about that.

use std::time::Duration;

use isocount_platform::thread_time;

use crate::cost::machine::SECONDS_PER_WORK_AT_FIRST;
use crate::cost::routing::WORK_OF_FIRST_BELIEF;

/// The work and the time of one strategy on one question.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    pub(super) seconds: f64,
    pub(super) work: f64,
}

impl Pace {
    /// The seconds that a unit of work takes.
    pub(super) fn per_work(&self) -> f64 {
        (self.seconds + WORK_OF_FIRST_BELIEF * SECONDS_PER_WORK_AT_FIRST)
            / (self.work + WORK_OF_FIRST_BELIEF)
    }

    pub(super) fn add(&mut self, work: u64, seconds: f64) {
        self.work += work as f64;
        self.seconds += seconds;
    }
}

/// A clock of the thread that started it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch(Duration);

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self(thread_time())
    }

    pub(crate) fn elapsed(self) -> Duration {
        thread_time().saturating_sub(self.0)
    }
}
