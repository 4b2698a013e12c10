//! What `auto` decides between its stages: sums of what is expected, and nothing else, so that
//! every case can be tested without a graph.

use std::time::Duration;

use isocount_core::Budget;

use crate::cost::auto::{
    EXACT_IF_LESS, HOPELESS_EXACT, LEAST_WORK_OF_A_SAMPLER, MOST_LOST_ON_EXACT,
    PATIENCE_WITH_EXACT, SEARCH_PER_UNPREPARED, SECONDS_TO_SEE_A_SUM, SHARE_TO_SEE_A_SUM,
};
use crate::cost::machine::{SAMPLER_WORK_PER_PREPARING, SAMPLER_WORK_PER_SEARCH, SECONDS_PER_WORK};
use crate::exact::{Care, Outlook};

/// What the caller asked for in addition to the count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Goal {
    /// Nothing: exact, until it is done.
    Exact,
    /// An estimate of this precision is as good.
    Precise,
    /// The best answer within a time limit.
    InTime(Duration),
    /// The best answer within a limit on steps.
    InSteps,
}

impl Goal {
    pub(super) fn new(precision: Option<f64>, budget: &Budget) -> Self {
        match (precision, budget.time) {
            (Some(_), _) => Self::Precise,
            (None, Some(limit)) => Self::InTime(limit),
            (None, None) if budget.is_unlimited() => Self::Exact,
            (None, None) => Self::InSteps,
        }
    }

    /// How many seconds the first look may spend on what algebra would take.
    pub(super) fn seconds_to_see_a_sum(self) -> f64 {
        match self {
            Self::InTime(limit) => limit.as_secs_f64() * SHARE_TO_SEE_A_SUM,
            Self::Exact | Self::Precise | Self::InSteps => SECONDS_TO_SEE_A_SUM,
        }
    }

    /// How much work the exact engine may do in the first look, once it knows what to expect: none,
    /// or without end, or some.
    pub(super) fn patience(self, outlook: &Outlook) -> f64 {
        match self {
            Self::Precise => {
                let pilot = LEAST_WORK_OF_A_SAMPLER + SEARCH_PER_UNPREPARED * outlook.to_prepare;
                if outlook.work <= pilot { PATIENCE_WITH_EXACT * outlook.work } else { 0.0 }
            }
            Self::InTime(limit) if outlook.time > limit.saturating_mul(HOPELESS_EXACT) => 0.0,
            Self::InTime(_) | Self::InSteps | Self::Exact => f64::INFINITY,
        }
    }
}

/// What is left to sample after the pilot, in the sampler's unit of work.
#[derive(Clone, Copy, Debug)]
pub(super) struct AfterPilot {
    pub(super) work_left: f64,
}

impl AfterPilot {
    /// How closely to look at the exact engine a second time; nothing if the samples go on.
    pub(super) fn second_look(self, outlook: &Outlook) -> Option<Care> {
        // If much is left, there is time to see what algebra would take, which the first look had
        // not.
        let is_sum_unseen =
            outlook.to_see_algebra.is_some_and(|time| time <= self.seconds_for_planning());
        let is_quickly_prepared =
            SAMPLER_WORK_PER_PREPARING * outlook.preparing < SHARE_TO_SEE_A_SUM * self.work_left;
        if self.is_exact_less(outlook) {
            Some(Care::Some)
        } else if is_sum_unseen && is_quickly_prepared {
            Some(Care::Little)
        } else {
            None
        }
    }

    /// How many seconds the second look may spend on what algebra would take.
    pub(super) fn seconds_to_see_a_sum(self) -> f64 {
        self.seconds_for_planning().max(SECONDS_TO_SEE_A_SUM)
    }

    /// How much work the exact engine may do in the second look. A wrong prediction must not cost
    /// more than the samples.
    pub(super) fn patience(self, closer: &Outlook) -> f64 {
        let most = MOST_LOST_ON_EXACT * self.work_left / SAMPLER_WORK_PER_SEARCH;
        if self.is_exact_less(closer) { (PATIENCE_WITH_EXACT * closer.work).min(most) } else { 0.0 }
    }

    fn is_exact_less(self, outlook: &Outlook) -> bool {
        let exact =
            SAMPLER_WORK_PER_SEARCH * outlook.work + SAMPLER_WORK_PER_PREPARING * outlook.preparing;
        exact < EXACT_IF_LESS * self.work_left
    }

    fn seconds_for_planning(self) -> f64 {
        SHARE_TO_SEE_A_SUM * self.work_left * SECONDS_PER_WORK / SAMPLER_WORK_PER_SEARCH
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the same product, not a close one")]
mod tests {
    use super::*;

    /// A prepared search for which no sum was considered.
    fn outlook(work: f64, seconds: u64) -> Outlook {
        Outlook {
            work,
            time: Duration::from_secs(seconds),
            preparing: 0.0,
            to_prepare: 0.0,
            to_see_algebra: None,
        }
    }

    #[test]
    fn the_goal_is_what_was_asked_for() {
        let second = Budget::time(Duration::from_secs(1));
        assert_eq!(Goal::new(None, &Budget::UNLIMITED), Goal::Exact);
        assert_eq!(Goal::new(Some(0.1), &Budget::UNLIMITED), Goal::Precise);
        assert_eq!(Goal::new(Some(0.1), &second), Goal::Precise);
        assert_eq!(Goal::new(None, &second), Goal::InTime(Duration::from_secs(1)));
        assert_eq!(Goal::new(None, &Budget::steps(9)), Goal::InSteps);
    }

    #[test]
    fn with_a_precision_only_little_work_is_done_exactly() {
        let little = outlook(LEAST_WORK_OF_A_SAMPLER, 0);
        assert_eq!(Goal::Precise.patience(&little), PATIENCE_WITH_EXACT * little.work);
        let more = outlook(1.01 * LEAST_WORK_OF_A_SAMPLER, 0);
        assert_eq!(Goal::Precise.patience(&more), 0.0);
        // Unless the sampler would have to prepare what the search has prepared.
        let unprepared = Outlook { to_prepare: LEAST_WORK_OF_A_SAMPLER, ..more };
        assert!(Goal::Precise.patience(&unprepared) > more.work);
    }

    #[test]
    fn with_a_limit_only_a_hopeless_search_does_not_begin() {
        let goal = Goal::InTime(Duration::from_secs(2));
        let seconds = 2 * u64::from(HOPELESS_EXACT);
        assert_eq!(goal.patience(&outlook(1e9, seconds)), f64::INFINITY);
        assert_eq!(goal.patience(&outlook(1e9, seconds + 1)), 0.0);
        assert_eq!(Goal::InSteps.patience(&outlook(f64::INFINITY, u64::MAX)), f64::INFINITY);
        assert!(goal.seconds_to_see_a_sum() > Goal::Precise.seconds_to_see_a_sum());
    }

    #[test]
    fn after_the_pilot_less_work_is_looked_at_again() {
        let after = AfterPilot { work_left: 1e8 };
        let equal = EXACT_IF_LESS * after.work_left / SAMPLER_WORK_PER_SEARCH;
        assert_eq!(after.second_look(&outlook(0.99 * equal, 1)), Some(Care::Some));
        assert_eq!(after.second_look(&outlook(1.01 * equal, 1)), None);
        // A sum that was not considered yet may be less work, if considering it takes only a part
        // of what is left.
        let planning = after.seconds_for_planning();
        let unseen = |seconds| Outlook { to_see_algebra: Some(seconds), ..outlook(1e99, 1) };
        assert_eq!(after.second_look(&unseen(0.9 * planning)), Some(Care::Little));
        assert_eq!(after.second_look(&unseen(1.1 * planning)), None);
        let unprepared = Outlook { preparing: 1e99, ..unseen(0.9 * planning) };
        assert_eq!(after.second_look(&unprepared), None);
    }

    #[test]
    fn a_wrong_expectation_costs_no_more_than_the_samples() {
        let after = AfterPilot { work_left: 1e8 };
        let samples = after.work_left / SAMPLER_WORK_PER_SEARCH;
        let most = MOST_LOST_ON_EXACT * after.work_left / SAMPLER_WORK_PER_SEARCH;
        for share in [0.001, 0.1, 0.5, 0.7, 0.79, 0.9, 2.0, 1e9] {
            let patience = after.patience(&outlook(share * samples, 1));
            assert!(patience <= most, "{share}: {patience}");
            assert_eq!(patience > 0.0, share < EXACT_IF_LESS, "{share}");
        }
    }
}
