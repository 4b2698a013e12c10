//! How long work takes: what the meter counts, in seconds of the thread that does it. Turns are given out in work, so that
//! other work on the machine does not shorten them.

use std::time::Duration;

use isocount_platform::thread_time;

/// What a unit of work takes before anything is known, in seconds, and for how much work that belief stands.
const SECONDS_PER_WORK: f64 = 8e-9;
const BELIEF: f64 = 1e3;

/// The work and the time of one strategy on one question.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    pub(super) seconds: f64,
    work: f64,
}

impl Pace {
    pub(super) fn per_work(&self) -> f64 {
        (self.seconds + BELIEF * SECONDS_PER_WORK) / (self.work + BELIEF)
    }

    /// How much work takes so many seconds.
    pub(super) fn work_in(&self, seconds: f64) -> f64 {
        seconds.max(0.0) / self.per_work()
    }

    pub(super) fn add(&mut self, work: u64, time: Duration) {
        self.work += work as f64;
        self.seconds += time.as_secs_f64();
    }

    /// All work so far.
    pub(super) fn work(&self) -> f64 {
        self.work
    }
}

/// A clock of the thread that started it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch(Duration);

impl Stopwatch {
    pub(super) fn start() -> Self {
        Self(thread_time())
    }

    pub(super) fn elapsed(self) -> Duration {
        thread_time().saturating_sub(self.0)
    }
}
