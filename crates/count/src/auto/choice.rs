//! Whose turn it is: what is decided from what both parts have taken and expect, and nothing else,
//! so that every case can be tested without a graph.
//!
//! With a limit L, both parts get what they would have had in half of it: the exact engine L/2, and
//! the sampler its first estimate before that, so that there is one when the limit strikes. With a
//! precision, the part that is expected to take less gets most, and the other one enough to be
//! found out if that was wrong.

use std::time::Duration;

use isocount_core::Budget;

use crate::cost::auto::{
    EXACT_AFTER_SAMPLES, EXACT_IF_LESS, HOPELESS_EXACT, LEAST_EXACT_AFTER_SAMPLES,
    LEAST_WORK_OF_A_SAMPLER, MOST_LOST_ON_EXACT, PATIENCE_WITH_EXACT, PATIENCE_WITH_SETTLED_EXACT,
    PILOTS_PER_FIRST_TURN, SEARCH_PER_UNPREPARED, SECONDS_TO_SEE_A_SUM, SHARE_FOR_A_FIRST_TURN,
    SHARE_FOR_EXACT, SHARE_FOR_THE_FIRST_ESTIMATE, SHARE_IF_NEARLY_DONE, SHARE_TO_SEE_A_SUM,
    SHARE_TO_TRY_EXACT,
};
use crate::cost::machine::SECONDS_PER_WORK;
use crate::meter::Timing;
use crate::sample::SoFar;

/// What the caller asked for in addition to the count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Goal {
    /// Nothing: exact, until it is done.
    Exact,
    /// An estimate of some precision is as good; perhaps with a limit, too.
    Precise(Option<Duration>),
    /// The best there is after a time.
    InTime(Duration),
    /// The best answer within a limit on steps.
    InSteps,
}

/// Which part works, until it has taken `until` seconds in all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Turn {
    Exact {
        until: f64,
    },
    Sample {
        until: f64,
    },
    /// Nobody: what is known is the answer.
    Over,
}

/// What both parts have taken and know. All numbers are seconds in the timing of the goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) exact: f64,
    pub(super) sample: f64,
    /// What the exact engine expects.
    pub(super) expected: Option<Expected>,
    /// What a sampler is expected to take before it knows anything.
    pub(super) pilot: f64,
    pub(super) so_far: Option<SoFar>,
    pub(super) sampled: Option<SampleEnd>,
}

/// What the exact engine expects to take in all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Expected {
    pub(super) total: f64,
    /// Whether it is settled which strategy goes on.
    pub(super) is_settled: bool,
}

impl Expected {
    /// After this much, something is wrong with what was expected.
    fn with_patience(self) -> f64 {
        let patience =
            if self.is_settled { PATIENCE_WITH_SETTLED_EXACT } else { PATIENCE_WITH_EXACT };
        patience * self.total
    }
}

/// How the sampler ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SampleEnd {
    /// It has what was asked for.
    Enough,
    /// An estimate that is not as precise as was asked for.
    Estimate,
    /// It is not for this question.
    Nothing,
    /// It cannot work meanwhile; it will when the exact engine has ended.
    Later,
}

/// The seconds that a sampler's pilot is expected to take, if `to_prepare` nodes and arcs must be
/// prepared.
pub(super) fn seconds_of_a_pilot(to_prepare: f64) -> f64 {
    (LEAST_WORK_OF_A_SAMPLER + SEARCH_PER_UNPREPARED * to_prepare) * SECONDS_PER_WORK
}

impl Known {
    pub(super) fn at_first(pilot: f64) -> Self {
        Self { exact: 0.0, sample: 0.0, expected: None, pilot, so_far: None, sampled: None }
    }
}

impl Goal {
    pub(super) fn new(precision: Option<f64>, budget: &Budget) -> Self {
        match (precision, budget.time) {
            (Some(_), limit) => Self::Precise(limit),
            (None, Some(limit)) => Self::InTime(limit),
            (None, None) if budget.is_unlimited() => Self::Exact,
            (None, None) => Self::InSteps,
        }
    }

    /// With a precision alone, the same is to happen every time.
    pub(super) fn timing(self) -> Timing {
        match self {
            Self::Precise(None) => Timing::CountedWork,
            Self::Exact | Self::Precise(Some(_)) | Self::InTime(_) | Self::InSteps => {
                Timing::OwnTime
            }
        }
    }

    /// How many seconds the exact engine may spend on what algebra would take before it tells what
    /// to expect.
    pub(super) fn seconds_to_see_a_sum(self) -> f64 {
        match self {
            Self::InTime(limit) => limit.as_secs_f64() * SHARE_TO_SEE_A_SUM,
            Self::Exact | Self::Precise(_) | Self::InSteps => SECONDS_TO_SEE_A_SUM,
        }
    }

    /// Whose turn it is.
    pub(super) fn next(self, known: &Known) -> Turn {
        match self {
            Self::Exact | Self::InSteps => Turn::Exact { until: f64::INFINITY },
            Self::InTime(limit) => in_time(limit.as_secs_f64(), known),
            Self::Precise(limit) => precise(limit.map(|limit| limit.as_secs_f64()), known),
        }
    }
}

/// Goes on with the exact engine up to somewhere, if it is not there yet.
fn exact_until(until: f64, known: &Known) -> Option<Turn> {
    (known.exact < until).then_some(Turn::Exact { until })
}

/// With a limit alone.
fn in_time(limit: f64, known: &Known) -> Turn {
    let half = SHARE_FOR_EXACT * limit;
    match known.sampled {
        Some(SampleEnd::Nothing) => return Turn::Exact { until: f64::INFINITY },
        Some(SampleEnd::Enough | SampleEnd::Estimate | SampleEnd::Later) => {
            return exact_until(half, known).unwrap_or(Turn::Over);
        }
        None => {}
    }
    let most = PILOTS_PER_FIRST_TURN * known.pilot;
    let first = match known.expected.map(Expected::with_patience) {
        Some(first) if first < SHARE_IF_NEARLY_DONE * limit && first < most => first,
        _ => most.min(SHARE_FOR_A_FIRST_TURN * limit),
    };
    let to_estimate = SHARE_FOR_THE_FIRST_ESTIMATE * limit;
    let wants_estimate = known.so_far.is_none() && known.sample < to_estimate;
    let is_hopeless = known
        .expected
        .is_some_and(|expected| expected.is_settled && expected.total > HOPELESS_EXACT * limit);
    exact_until(first, known)
        .or(wants_estimate.then_some(Turn::Sample { until: to_estimate }))
        .or_else(|| exact_until(half, known).filter(|_| !is_hopeless))
        .unwrap_or(Turn::Sample { until: f64::INFINITY })
}

/// With a precision, and perhaps a limit.
fn precise(limit: Option<f64>, known: &Known) -> Turn {
    let Known { exact, sample, pilot, .. } = *known;
    match known.sampled {
        Some(SampleEnd::Nothing) => return Turn::Exact { until: f64::INFINITY },
        Some(SampleEnd::Enough) => return Turn::Over,
        Some(SampleEnd::Estimate) => {
            let fair = (EXACT_AFTER_SAMPLES * sample).max(LEAST_EXACT_AFTER_SAMPLES);
            let until = if limit.is_some() { f64::INFINITY } else { fair };
            return exact_until(until, known).unwrap_or(Turn::Over);
        }
        Some(SampleEnd::Later) | None => {}
    }
    let nobody_knows = Expected { total: f64::INFINITY, is_settled: false };
    let expected = known.expected.unwrap_or(nobody_knows);
    let (total, with_patience) = (expected.total, expected.with_patience());
    // A tenth is tried after the pilot in any case.
    let first = match known.expected {
        Some(_) if total < pilot => with_patience,
        Some(_) => 0.0,
        None => pilot,
    };
    if let Some(turn) = exact_until(first, known) {
        return turn;
    }
    if known.sampled.is_some() {
        return Turn::Over;
    }
    match known.so_far {
        Some(SoFar { left, is_reliable: true }) => {
            let by_sampling = sample + left;
            // Nobody knows what splitting search will take, so a part is always tried.
            let expected = if total - exact < EXACT_IF_LESS * left {
                with_patience.min(MOST_LOST_ON_EXACT * by_sampling)
            } else {
                SHARE_TO_TRY_EXACT * by_sampling
            };
            let in_time = limit.filter(|limit| by_sampling > 0.5 * limit);
            let fair = in_time.map_or(0.0, |limit| SHARE_FOR_EXACT * limit);
            exact_until(expected.max(fair), known).unwrap_or(Turn::Sample { until: f64::INFINITY })
        }
        // Nothing is known of what a good estimate takes: both get the same.
        Some(SoFar { is_reliable: false, .. }) => {
            exact_until(sample, known).unwrap_or(Turn::Sample { until: 2.0 * exact })
        }
        None => {
            let until = pilot.max(2.0 * exact);
            if sample < until { Turn::Sample { until } } else { Turn::Exact { until: sample } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two parts whose needs are known.
    #[derive(Clone, Copy, Debug)]
    struct Parts {
        /// What the exact engine takes, and what it expects.
        exact: f64,
        expected: Option<Expected>,
        /// What the sampler takes for a pilot, and in all; and whether pilots say something.
        pilot: f64,
        sample: f64,
        is_reliable: bool,
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum End {
        Exact,
        Precise,
        Estimate,
        Bound,
    }

    /// What comes of it, and the seconds that it takes.
    fn play(goal: Goal, limit: f64, parts: Parts) -> (End, f64) {
        let mut known = Known::at_first(seconds_of_a_pilot(0.0));
        known.expected = parts.expected;
        let mut next_pilot = parts.pilot;
        let end_of = |known: &Known| match known.so_far {
            Some(_) => End::Estimate,
            None => End::Bound,
        };
        for _ in 0..1_000 {
            let spent = known.exact + known.sample;
            let left = limit - spent;
            if left <= 1e-12 {
                return (end_of(&known), spent);
            }
            match goal.next(&known) {
                Turn::Exact { until } => {
                    assert!(until > known.exact, "{parts:?}: {known:?}");
                    known.exact = until.min(parts.exact).min(known.exact + left);
                    if known.exact >= parts.exact {
                        return (End::Exact, known.exact + known.sample);
                    }
                }
                Turn::Sample { until } => {
                    assert!(until > known.sample, "{parts:?}: {known:?}");
                    let goes = until.min(next_pilot).min(parts.sample);
                    known.sample = goes.min(known.sample + left);
                    if known.sample >= parts.sample {
                        known.sampled = Some(SampleEnd::Enough);
                        return (End::Precise, known.exact + known.sample);
                    }
                    if known.sample >= next_pilot {
                        next_pilot *= 4.0;
                        let (left, is_reliable) = (parts.sample - known.sample, parts.is_reliable);
                        known.so_far = Some(SoFar { left, is_reliable });
                    }
                }
                Turn::Over => return (end_of(&known), spent),
            }
        }
        panic!("{parts:?}: turns without end");
    }

    /// What a search expects.
    fn expected(total: f64) -> Expected {
        Expected { total, is_settled: false }
    }

    #[test]
    fn the_goal_is_what_was_asked_for() {
        let second = Duration::from_secs(1);
        let limited = Budget::time(second);
        assert_eq!(Goal::new(None, &Budget::UNLIMITED), Goal::Exact);
        assert_eq!(Goal::new(Some(0.1), &Budget::UNLIMITED), Goal::Precise(None));
        assert_eq!(Goal::new(Some(0.1), &limited), Goal::Precise(Some(second)));
        assert_eq!(Goal::new(None, &limited), Goal::InTime(second));
        assert_eq!(Goal::new(None, &Budget::steps(9)), Goal::InSteps);
        // Without a limit on time, nothing is measured in time.
        assert_eq!(Goal::Precise(None).timing(), Timing::CountedWork);
        assert_eq!(Goal::Precise(Some(second)).timing(), Timing::OwnTime);
    }

    /// The contract: what a part gives in half of the limit, both give in all of it. What the exact
    /// engine expects of itself may be wrong.
    #[test]
    fn with_a_limit_no_answer_is_worse_than_that_of_a_part_in_half_of_it() {
        let limit = 1.0;
        let goal = Goal::InTime(Duration::from_secs_f64(limit));
        for exact in [0.001, 0.03, 0.1, 0.3, 0.4999, 0.7, 100.0] {
            for pilot in [0.001, 0.01, 0.2, 0.4, 0.4999, 0.7] {
                let wrong = [0.1, 1.0, 3.0, 10.0, f64::INFINITY];
                let wrong = wrong.map(|factor| Some(expected(factor * exact)));
                for expected in wrong.into_iter().chain([None]) {
                    let is_reliable = true;
                    let parts = Parts { exact, expected, pilot, sample: 1e9, is_reliable };
                    let (end, _) = play(goal, limit, parts);
                    if exact <= limit / 2.0 && exact + pilot <= limit {
                        assert_eq!(end, End::Exact, "{parts:?}");
                    } else if pilot <= limit / 2.0 {
                        assert!(matches!(end, End::Exact | End::Estimate), "{parts:?}: {end:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn with_a_limit_what_is_exact_soon_costs_little_more() {
        let goal = Goal::InTime(Duration::from_secs(1));
        for exact in [0.01, 0.02, 0.05, 0.1, 0.2, 0.45] {
            let parts =
                Parts { exact, expected: None, pilot: 0.004, sample: 1e9, is_reliable: true };
            let (end, seconds) = play(goal, 1.0, parts);
            assert_eq!(end, End::Exact, "{parts:?}");
            assert!(seconds <= 1.41 * exact, "{parts:?}: {seconds}");
            assert!(exact < 0.05 || seconds <= 1.1 * exact, "{parts:?}: {seconds}");
        }
    }

    #[test]
    fn what_is_hopeless_leaves_the_limit_to_the_sampler() {
        let goal = Goal::InTime(Duration::from_secs(1));
        let hopeless = Expected { total: 2.0 * HOPELESS_EXACT, is_settled: true };
        let first = Known { exact: 0.07, ..Known::at_first(1.0) };
        let after = Known {
            sample: 0.1,
            so_far: Some(SoFar { left: f64::INFINITY, is_reliable: true }),
            expected: Some(hopeless),
            ..first
        };
        assert_eq!(goal.next(&after), Turn::Sample { until: f64::INFINITY });
        // A search may give way to a strategy that is quicker.
        let open = Expected { is_settled: false, ..hopeless };
        let open = Known { expected: Some(open), ..after };
        assert_eq!(goal.next(&open), Turn::Exact { until: SHARE_FOR_EXACT });
        assert!(matches!(goal.next(&first), Turn::Sample { .. }));
    }

    #[test]
    fn with_a_precision_both_together_take_little_more_than_the_better_one() {
        let goal = Goal::Precise(None);
        let pilot = seconds_of_a_pilot(0.0);
        for exact in [0.001, 0.02, 0.3, 5.0, 1e6] {
            for sample in [0.02, 0.3, 4.0, 60.0] {
                for (expected, most) in [
                    (Some(expected(exact)), 1.5),
                    // Search expects far more than splitting search takes.
                    (Some(expected(1e3 * exact)), 1.5),
                    (None, 1.5),
                ] {
                    let parts = Parts { exact, expected, pilot, sample, is_reliable: true };
                    let (end, seconds) = play(goal, f64::INFINITY, parts);
                    let is_known = expected.is_some_and(|e| e.total <= exact);
                    let better = if is_known { exact.min(sample) } else { sample };
                    assert!(seconds <= most * better + 2.0 * pilot, "{parts:?}: {end:?} {seconds}");
                }
            }
        }
    }

    /// Before, an estimate of 0 that says nothing was the answer where exact takes a moment.
    #[test]
    fn what_pilots_say_nothing_of_is_counted_if_that_takes_no_longer_than_they() {
        let goal = Goal::Precise(None);
        for exact in [0.02, 0.09, 0.5, 3.0] {
            let (expected, pilot) = (Some(expected(1e6)), 0.004);
            let parts = Parts { exact, expected, pilot, sample: 1e9, is_reliable: false };
            let (end, seconds) = play(goal, f64::INFINITY, parts);
            assert_eq!(end, End::Exact, "{parts:?}");
            assert!(seconds <= 4.0 * exact, "{parts:?}: {seconds}");
        }
        // And when the sampler gives up.
        let known = Known {
            exact: 0.01,
            sample: 0.1,
            sampled: Some(SampleEnd::Estimate),
            ..Known::at_first(pilot_of_nothing())
        };
        assert_eq!(goal.next(&known), Turn::Exact { until: LEAST_EXACT_AFTER_SAMPLES });
        let tried = Known { exact: 1.0, ..known };
        assert_eq!(goal.next(&tried), Turn::Over);
    }

    fn pilot_of_nothing() -> f64 {
        seconds_of_a_pilot(0.0)
    }

    /// With both, the exact engine has its half if the samples would not be precise in theirs.
    #[test]
    fn with_a_precision_and_a_limit_exact_has_its_half() {
        let goal = Goal::Precise(Some(Duration::from_secs(1)));
        for (exact, is_reliable) in [(0.3, true), (0.45, true), (0.3, false), (0.45, false)] {
            let (expected, pilot) = (Some(expected(1e6)), 0.004);
            let parts = Parts { exact, expected, pilot, sample: 1e9, is_reliable };
            let (end, _) = play(goal, 1.0, parts);
            assert_eq!(end, End::Exact, "{parts:?}");
        }
    }

    #[test]
    fn a_part_that_is_alone_goes_on() {
        let second = Duration::from_secs(1);
        for goal in [Goal::InTime(second), Goal::Precise(None), Goal::Precise(Some(second))] {
            let known = Known { exact: 0.4, ..Known::at_first(0.004) };
            let nothing = Known { sampled: Some(SampleEnd::Nothing), ..known };
            assert_eq!(goal.next(&nothing), Turn::Exact { until: f64::INFINITY });
            let later = Known { sampled: Some(SampleEnd::Later), exact: 0.9, ..known };
            assert_eq!(goal.next(&later), Turn::Over);
        }
    }
}
