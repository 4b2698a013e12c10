//! Planned search and splitting search by turns, where there is no sum: nobody can tell beforehand which of them
//! ends sooner. Splitting gets less than half of the time that search has taken, so that search is delayed by less than half of
//! its time, and whatever splitting finds is found in three to four times its own. Neither loses what it has done.

use std::time::Duration;

use super::explanation::Strategy;
use super::pace::Stopwatch;
use super::question::Question;
use super::router::Hard;
use super::space::Space;
use super::splitting::{Outcome, Splitting};
use super::steady::{End, Most, Steady};
use super::tuning::Routing;
use crate::meter::Meter;

/// The time of splitting as a share of the time of search.
const SHARE: f64 = 0.45;

/// A turn of search takes this many times what search has taken before.
const GROWTH: f64 = 3.0;

/// With several threads, search alone uses them: turns are taken for this long, in seconds.
const LONGEST_BEFORE_THREADS: f64 = 0.2;

impl Question<'_> {
    /// Whether splitting may take its turns.
    pub(super) fn may_split<S: Space>(&self, hard: &Hard<'_, S>, meter: &Meter<'_>) -> bool {
        self.exact.tuning.splitting == Routing::ByCost
            && !meter.counts_steps()
            && Splitting::is_for(hard.p, hard.sieved, self.semantics)
    }

    /// Goes on with a search. A bound if several threads should go on with it.
    pub(super) fn by_turns<'m, S: Space>(
        &self,
        search: &mut Steady<'_, 'm, S>,
        hard: &Hard<'_, S>,
        meter: &mut Meter<'m>,
    ) -> Result<u128, Bound> {
        let mut splitting: Option<Splitting<'_>> = None;
        let mut turn = Most::steps(self.exact.tuning.first_steps.max(1));
        let (mut split, mut bound) = (0.0, 0);
        loop {
            let before = search.pace.seconds;
            let end = search.go_on(turn, meter);
            let taken = Duration::try_from_secs_f64(search.pace.seconds - before);
            self.explain(|e| e.spent_on_search += taken.unwrap_or_default());
            match end {
                End::Found(found) => return Ok(found.max(bound)),
                End::NotYet(found) => bound = bound.max(found),
            }
            let watch = Stopwatch::start();
            let mut limited = meter.for_time_only().for_turn(SHARE * search.pace.seconds - split);
            if splitting.is_none() {
                splitting = Splitting::new(hard.p, hard.sieved, self.semantics, &mut limited);
            }
            let outcome = splitting.as_mut().map(|splitting| splitting.go_on(&mut limited));
            let taken = watch.elapsed();
            split += taken.as_secs_f64();
            self.explain(|e| e.spent_on_splitting += taken);
            match outcome {
                Some(Outcome::Found(found)) => {
                    self.explain(|e| e.strategy = Strategy::SplittingSearch);
                    return Ok(found);
                }
                Some(Outcome::AtLeast(found)) => bound = bound.max(found),
                None => {}
            }
            if !meter.look_now() {
                return Ok(bound);
            }
            let together = search.pace.seconds + split;
            if self.exact.threads > 1 && together > LONGEST_BEFORE_THREADS {
                return Err(Bound(bound));
            }
            // What a turn leaves unfinished may have to be begun anew, so turns must grow.
            turn = Most::seconds(GROWTH * search.pace.seconds);
        }
    }
}

/// There are at least so many mappings.
pub(super) struct Bound(pub(super) u128);
