//! For callers that can fall back on an estimate: they are told how much work a hard question is
//! expected to be, by search or by algebra, and say how much of it may be done.

use std::cell::Cell;
use std::time::Duration;

use super::router::Hard;
use crate::cost::machine::SECONDS_PER_WORK;
use crate::cost::routing::{
    LARGEST_OUTLOOK, OUTLOOK_GROWTH, SHARE_FOR_A_WATCHED_SUM, SHARE_FOR_AN_OUTLOOK,
    SMALLEST_OUTLOOK, WORK_OF_A_WATCHED_TRY,
};
use crate::exact::algebra::{self, Sum};
use crate::exact::explanation::Strategy;
use crate::exact::planning::{Facts, Plan};
use crate::exact::question::ExactQuestion;
use crate::exact::sieving::Sieved;
use crate::exact::spaces::{KeptTables, Space};
use crate::exact::tuning::Routing;
use crate::meter::Meter;

/// Who watches a question.
#[derive(Clone, Copy)]
pub(crate) struct Watch<'a> {
    /// Is told what a search that is not easy will take, and says how much work it may be: nothing
    /// if it is not to begin, infinity if there is no limit.
    pub(crate) hear: &'a dyn Fn(Outlook) -> f64,
    /// How much work may go into finding out; more, if far more is expected of the search.
    pub(crate) care: Care,
    /// How many seconds may go into finding out what algebra would take.
    pub(crate) most_planning: f64,
    /// Where the candidates and tables of a large question are left if it did not come to its end.
    pub(crate) leave: &'a Cell<Option<Prepared>>,
}

/// How carefully the work of a search is to be predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// To the order of magnitude, in a moment.
    Little,
    /// Better than that, in four moments.
    Some,
    /// As well as one per cent of the work of the search allows.
    Much,
}

/// Candidates and tables of rows, to be reused for the same pattern, graph and meaning.
pub(crate) struct Prepared {
    pub(crate) sieved: Sieved,
    pub(crate) tables: KeptTables,
}

/// What the careful search of a question is expected to take. Work is in the unit of the meter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook {
    pub(crate) work: f64,
    /// How long that takes at the pace of the first try, on all threads.
    pub(crate) time: Duration,
    /// The work before the first try: sieve and space.
    pub(crate) preparing: f64,
    /// The part of that which is not done yet: another method would have to begin with it.
    pub(crate) to_prepare: f64,
    /// The seconds that it would take to see whether algebra is less work, if nobody looked.
    pub(crate) to_see_algebra: Option<f64>,
}

/// What a first try took that did not come to its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstTry {
    pub(crate) preparing: f64,
    pub(crate) work: f64,
    pub(crate) seconds: f64,
}

impl FirstTry {
    /// Samples the tree of the plan. If not even that came to an end, the work is infinite, unless
    /// two nodes are counted together.
    fn outlook<S: Space>(
        self,
        plan: &Plan,
        facts: &Facts<'_>,
        space: &S,
        (threads, care): (usize, Care),
        meter: &Meter<'_>,
    ) -> Outlook {
        let growth = OUTLOOK_GROWTH as f64;
        let (mut width, allowed) = match care {
            Care::Little => (SMALLEST_OUTLOOK, WORK_OF_A_WATCHED_TRY),
            Care::Some => (OUTLOOK_GROWTH * SMALLEST_OUTLOOK, growth * WORK_OF_A_WATCHED_TRY),
            Care::Much => (SMALLEST_OUTLOOK, f64::INFINITY),
        };
        let meter = meter.for_time_only().within_work(allowed);
        // Below each partial mapping of a pair plan much is looked at; then its own forecast stands.
        let mut expected = if plan.has_pair() { plan.expected_work(facts) } else { f64::INFINITY };
        while let Some((work, taken)) = plan.sampled_work(facts, space, width, &meter) {
            expected = work;
            let is_worth_more =
                width < LARGEST_OUTLOOK && growth * taken < SHARE_FOR_AN_OUTLOOK * work;
            if care != Care::Much || !is_worth_more {
                break;
            }
            width *= OUTLOOK_GROWTH;
        }
        let time = expected * self.seconds / self.work / threads as f64;
        let time = Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX);
        let (preparing, to_prepare, to_see_algebra) = (self.preparing, 0.0, None);
        Outlook { work: expected, time, preparing, to_prepare, to_see_algebra }
    }
}

impl ExactQuestion<'_> {
    /// Tells the watcher what to expect. Returns the number if algebra found it, or the bound if
    /// nothing more is to be done; otherwise the question goes on, and the meter has its new limit.
    pub(crate) fn watched<S: Space>(
        &self,
        hard: &Hard<'_, S>,
        watch: Watch<'_>,
        tried: FirstTry,
        meter: &mut Meter<'_>,
    ) -> Option<u128> {
        let Hard { plan, facts, space, sieved, .. } = *hard;
        let threads = self.threads(facts.max_remembered, plan.remembered_bytes(facts));
        let mut outlook = tried.outlook(plan, facts, space, (threads, watch.care), meter);
        let by_search = outlook.work * SECONDS_PER_WORK;
        let to_see = self.time_to_see_sum(hard, meter);
        let to_see = to_see.filter(|&time| time <= SHARE_FOR_A_WATCHED_SUM * by_search);
        let sum = match to_see {
            Some(time) if time <= watch.most_planning => self.cheaper_sum(hard, by_search, meter),
            unseen => {
                outlook.to_see_algebra = unseen;
                None
            }
        };
        if let Some(sum) = &sum {
            outlook.work = sum.expected_time() / SECONDS_PER_WORK;
            let time = sum.expected_time() / self.exact.threads as f64;
            outlook.time =
                outlook.time.min(Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX));
        }
        let work = (watch.hear)(outlook);
        if work <= 0.0 {
            meter.spend();
            return Some(0);
        }
        if let Some(sum) = sum {
            // The same number of times what is expected, in the unit of the sum.
            let mut limited = meter.clone().within_work(work / outlook.work * sum.units);
            if let Some(found) = sum.evaluate(sieved, self.exact.threads, &mut limited) {
                self.explain(|e| e.strategy = Strategy::Algebra);
                return Some(found);
            }
        }
        *meter = meter.clone().within_work(work);
        None
    }

    /// How many seconds it takes to see what the sum over quotients would take; nothing if it is
    /// not to be used.
    fn time_to_see_sum<S: Space>(&self, hard: &Hard<'_, S>, meter: &Meter<'_>) -> Option<f64> {
        if self.exact.tuning.algebra != Routing::ByCost || meter.counts_steps() {
            return None;
        }
        algebra::time_to_plan(hard.p, hard.sieved, self.semantics)
    }

    /// The sum over quotients, if it takes less than the search, in seconds.
    fn cheaper_sum<S: Space>(
        &self,
        hard: &Hard<'_, S>,
        by_search: f64,
        meter: &mut Meter<'_>,
    ) -> Option<Sum<'_>> {
        let tuning = &self.exact.tuning;
        let sum = self.sum(hard.p, hard.sieved, meter)?;
        (sum.fits(self.graph, tuning) && sum.expected_time() < by_search).then_some(sum)
    }
}
