//! Splitting search on several threads: all compute the same sums and share the values they
//! remember, but begin with different terms. So a thread finds most terms done, and helps with
//! those that are not; the first one to have them all ends the others.

use std::sync::atomic::{AtomicBool, Ordering};

use isocount_platform::on_threads;

use super::{Own, Splitting, SplittingOutcome, SplittingRun};
use crate::meter::{Between, Meter};

/// Whether somebody has found the number.
#[derive(Debug, Default)]
pub(crate) struct IsFound(AtomicBool);

impl IsFound {
    pub(crate) fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The same work, which ends once the number is found.
    pub(crate) fn ends<'m>(&'m self, meter: Meter<'m>) -> Meter<'m> {
        // The first turn is over at once on any thread, whatever its clock reads.
        meter.for_turns(f64::NEG_INFINITY, self)
    }
}

impl Between for IsFound {
    fn turn_is_over(&self, _: f64) -> Option<f64> {
        (!self.0.load(Ordering::Relaxed)).then_some(0.0)
    }
}

impl Splitting<'_> {
    /// The same as [`go_on`](Self::go_on), on as many threads as are allowed. Steps are counted on
    /// one thread.
    pub(crate) fn run(&mut self, threads: usize, meter: &mut Meter<'_>) -> SplittingOutcome {
        if threads == 1 || meter.counts_steps() || meter.limits_work() {
            return self.go_on(meter);
        }
        let outcome = self.go_on_threads(threads, meter, &IsFound::default());
        if matches!(outcome, SplittingOutcome::AtLeast(_)) {
            meter.spend();
        }
        outcome
    }

    /// The same as [`go_on`](Self::go_on), on several threads, until somebody has found the number.
    pub(crate) fn go_on_threads(
        &mut self,
        threads: usize,
        meter: &Meter<'_>,
        is_found: &IsFound,
    ) -> SplittingOutcome {
        if !self.narrow_once(&mut meter.clone()) {
            return SplittingOutcome::AtLeast(0);
        }
        let Some(domains) = self.start else { return SplittingOutcome::Found(0) };
        let (values, store, on) = (&self.own.values.share(), &self.own.store, &self.on);
        let outcomes = on_threads(threads, |number| {
            let begins_at = number as f64 / threads as f64;
            let mut own = Own::with(store.clone(), values.clone(), begins_at);
            let mut meter = is_found.ends(meter.clone());
            let outcome = SplittingRun { on, own: &mut own, meter: &mut meter }.whole(&domains);
            if matches!(outcome, SplittingOutcome::Found(_)) {
                is_found.note();
            }
            outcome
        });
        outcomes.into_iter().fold(SplittingOutcome::AtLeast(0), SplittingOutcome::better)
    }
}

impl SplittingOutcome {
    fn better(self, other: Self) -> Self {
        match (self, other) {
            (Self::Found(found), _) | (_, Self::Found(found)) => Self::Found(found),
            (Self::AtLeast(a), Self::AtLeast(b)) => Self::AtLeast(a.max(b)),
        }
    }
}
