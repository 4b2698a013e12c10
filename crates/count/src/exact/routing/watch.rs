//! For callers that can fall back on an estimate: they are told how much work a hard question is
//! expected to be, and let it through a [gate](Gate) for as long as they like. What was prepared
//! for the question is common property.

use std::sync::{Arc, Mutex, PoisonError};
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
use crate::exact::spaces::{RowTables, Space};
use crate::exact::tuning::Routing;
use crate::meter::{Gate, Meter, Timing};

/// The caller that watches a question.
#[derive(Clone, Copy)]
pub(crate) struct Watch<'a> {
    /// Is told what the rest of a question that is not easy will take; again, when more is known.
    pub(crate) hear: &'a (dyn Fn(Outlook) + Sync),
    /// How much work may go into finding out; more, if far more is expected of the search.
    pub(crate) care: Care,
    /// How many seconds may go into finding out what algebra would take.
    pub(crate) most_planning: f64,
    /// Where the candidates and tables of a large question are, once somebody has made them.
    pub(crate) common: Option<&'a Common>,
    /// Where the work may have to wait, or ends.
    pub(crate) gate: Option<&'a dyn Gate>,
    pub(crate) timing: Timing,
}

/// How carefully the work of a search is to be predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// To the order of magnitude, very quickly.
    Little,
    /// As well as one per cent of the work of the search allows.
    Much,
}

/// Candidates and tables of rows, to be used by all who ask for the same pattern, graph and
/// meaning.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) sieved: Sieved,
    pub(crate) tables: RowTables,
}

/// What was prepared: the part that comes first leaves it here for the other.
#[derive(Debug, Default)]
pub(crate) struct Common(Mutex<Option<Arc<Prepared>>>);

impl Common {
    pub(crate) fn get(&self) -> Option<Arc<Prepared>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn leave(&self, prepared: &Arc<Prepared>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(prepared));
    }

    /// Takes back what nobody else uses.
    pub(crate) fn take_back(&self, own: Arc<Prepared>) -> Option<Prepared> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Arc::try_unwrap(own).ok()
    }
}

/// The expected cost of the careful search of a question. Work is in the unit of the meter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook {
    pub(crate) work: f64,
    /// How long that takes at the pace of the first try, on all threads.
    pub(crate) time: Duration,
    /// What another method would have to prepare: nodes and arcs that nobody has looked at yet.
    pub(crate) to_prepare: f64,
    /// Whether it is settled which strategy goes on: a search may give way to another.
    pub(crate) is_settled: bool,
}

/// The cost of a first try that did not finish.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstTry {
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
        let mut width = SMALLEST_OUTLOOK;
        let allowed = match care {
            Care::Little => WORK_OF_A_WATCHED_TRY,
            Care::Much => f64::INFINITY,
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
        Outlook { work: expected, time, to_prepare: 0.0, is_settled: false }
    }
}

impl ExactQuestion<'_> {
    /// Tells the watcher what to expect. Returns the number if algebra found it; otherwise what was
    /// told, and the question goes on.
    pub(crate) fn watched<S: Space>(
        &self,
        hard: &Hard<'_, S>,
        watch: Watch<'_>,
        tried: FirstTry,
        meter: &mut Meter<'_>,
    ) -> Result<u128, Outlook> {
        let Hard { plan, facts, space, sieved, .. } = *hard;
        let threads = self.threads(facts.max_remembered, plan.remembered_bytes(facts));
        let mut outlook = tried.outlook(plan, facts, space, (threads, watch.care), meter);
        let by_search = outlook.work * SECONDS_PER_WORK;
        let to_see = self.time_to_see_sum(hard, meter);
        let most_planning = watch.most_planning.min(SHARE_FOR_A_WATCHED_SUM * by_search);
        let to_see = to_see.filter(|&time| time <= most_planning);
        let sum = to_see.and_then(|_| self.cheaper_sum(hard, by_search, meter));
        if let Some(sum) = &sum {
            outlook.is_settled = true;
            outlook.work = sum.expected_time() / SECONDS_PER_WORK;
            let time = sum.expected_time() / self.exact.threads as f64;
            outlook.time =
                outlook.time.min(Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX));
        }
        (watch.hear)(outlook);
        let found = sum.and_then(|sum| self.evaluate(&sum, sieved, meter)).ok_or(outlook)?;
        self.explain(|e| e.strategy = Strategy::Algebra);
        Ok(found)
    }

    /// Tells the watcher, if there is one, that the strategy is settled, and that the rest is
    /// expected to take `seconds` seconds.
    pub(super) fn tell(&self, seconds: f64) {
        if let Some(watch) = self.watch {
            let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            let work = seconds / SECONDS_PER_WORK;
            (watch.hear)(Outlook { work, time, to_prepare: 0.0, is_settled: true });
        }
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
