//! Metrics over many answers.
//!
//! ```text
//! MAE     = mean |n̂ - n|                                      n̂ ≥ 0: a negative prediction is zero
//! Q-error = mean max(n̂ / n, n / n̂)                           both floored at 1
//! RMSE    = √ mean (n̂ - n)²
//! ```
//!
//! Sums use double precision and follow the order of the outcomes.

use serde::{Deserialize, Serialize};

use crate::Outcome;

/// The reported quantiles of the Q-error, in percent.
pub const QUANTILES: &[usize] = &[50, 75, 90, 95, 99];

/// The errors and times of many outcomes.
///
/// ```
/// use isocount_core::Count;
/// use isocount_eval::{Metrics, Outcome};
///
/// // Two estimates: 8 of 10, and 6 of 2. They are off by 2 and 4, and by factors of 1.25 and 3.
/// let outcomes = [Outcome::estimate(0, Count(10), 8.0), Outcome::estimate(1, Count(2), 6.0)];
/// let metrics = Metrics::of(&outcomes).expect("there are outcomes");
/// assert_eq!((metrics.mae, metrics.q_error), (3.0, 2.125));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// The number of triples.
    pub number: usize,
    /// The number of triples without an answer; they count as zero.
    pub unanswered: usize,
    /// Why the first of those has no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_reason: Option<String>,
    /// The number of answers that are only lower bounds, since a limit ended the search.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cut_short: usize,
    /// The number of answers with an interval.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub intervals: usize,
    /// The number of these intervals that contain the true count.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub covered: usize,
    /// The median half-width of these intervals, relative to the answer; infinite ones are
    /// excluded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval_half_width: Option<f64>,
    /// Mean absolute error.
    pub mae: f64,
    /// The paper's Q-error: the mean over the triples of the larger ratio.
    pub q_error: f64,
    /// The Q-error of the authors' script: the larger of the two mean ratios. Never greater than
    /// the paper's.
    // PAPER: q-error-of-means
    pub q_error_of_means: f64,
    /// Root mean square error.
    pub rmse: f64,
    /// The Q-errors at the [`QUANTILES`], and the largest.
    pub q_quantiles: Vec<f64>,
    /// The time to prepare all graphs, in seconds.
    pub open_seconds: f64,
    /// The time to answer all questions, in seconds.
    pub count_seconds: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Metrics {
    /// Computes the metrics; `None` if there are no outcomes.
    #[must_use]
    pub fn of(outcomes: &[Outcome]) -> Option<Self> {
        if outcomes.is_empty() {
            return None;
        }
        let number = outcomes.len() as f64;
        let mean = |of: &dyn Fn(&Outcome) -> f64| outcomes.iter().map(of).sum::<f64>() / number;
        let error = |it: &Outcome| it.prediction() - it.true_value();
        let over = |it: &Outcome| it.prediction().max(1.0) / it.true_value().max(1.0);
        let q_error = |it: &Outcome| over(it).max(over(it).recip());
        let mut sorted: Vec<f64> = outcomes.iter().map(q_error).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |percent: usize| sorted[(percent * sorted.len()).div_ceil(100).max(1) - 1];
        Some(Self {
            number: outcomes.len(),
            unanswered: outcomes.iter().filter(|it| it.reason().is_some()).count(),
            first_reason: outcomes.iter().find_map(Outcome::reason).map(str::to_owned),
            cut_short: outcomes.iter().filter(|it| it.is_cut_short()).count(),
            intervals: outcomes.iter().filter(|it| it.interval().is_some()).count(),
            covered: outcomes.iter().filter(|it| it.is_covered()).count(),
            interval_half_width: half_width(outcomes),
            mae: mean(&|it| error(it).abs()),
            q_error: mean(&q_error),
            q_error_of_means: mean(&over).max(mean(&|it| over(it).recip())),
            rmse: mean(&|it| error(it) * error(it)).sqrt(),
            q_quantiles: QUANTILES.iter().copied().chain([100]).map(at).collect(),
            open_seconds: outcomes.iter().map(|it| it.times.open.as_secs_f64()).sum(),
            count_seconds: outcomes.iter().map(|it| it.times.count.as_secs_f64()).sum(),
        })
    }

    /// Microseconds per triple, including opening.
    #[must_use]
    pub fn microseconds(&self) -> f64 {
        (self.open_seconds + self.count_seconds) * 1e6 / self.number as f64
    }
}

/// The median half-width of the intervals.
fn half_width(outcomes: &[Outcome]) -> Option<f64> {
    let width = |it: &Outcome| {
        let width = it.interval()?.relative_half_width(it.prediction());
        width.is_finite().then_some(width)
    };
    let mut widths: Vec<f64> = outcomes.iter().filter_map(width).collect();
    widths.sort_unstable_by(f64::total_cmp);
    widths.get(widths.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use isocount_core::{Answer, Count};
    use isocount_record::{Said, Times};
    use proptest::prelude::*;

    use super::*;

    fn outcomes(pairs: &[(u32, f64)]) -> Vec<Outcome> {
        let outcome = |(triple, &(truth, said)): (usize, &(u32, f64))| {
            let times =
                Times { open: Duration::from_millis(500), count: Duration::from_millis(250) };
            Outcome { times, ..Outcome::estimate(triple, Count(truth.into()), said) }
        };
        pairs.iter().enumerate().map(outcome).collect()
    }

    #[test]
    fn by_hand() {
        // Errors 2, 4 and 1; ratios 2, 1/5 and 1: -3 is taken as 0, and 0 and 1 are floored at 1.
        let metrics = Metrics::of(&outcomes(&[(2, 4.0), (5, 1.0), (1, -3.0)])).unwrap();
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(close(metrics.mae, 7.0 / 3.0), "{metrics:?}");
        assert!(close(metrics.q_error, (2.0 + 5.0 + 1.0) / 3.0), "{metrics:?}");
        assert!(close(metrics.q_error_of_means, (0.5 + 5.0 + 1.0) / 3.0), "{metrics:?}");
        assert!(close(metrics.rmse, 7.0_f64.sqrt()), "{metrics:?}");
        assert_eq!(metrics.q_quantiles, [2.0, 5.0, 5.0, 5.0, 5.0, 5.0]);
        assert!(close(metrics.open_seconds, 1.5) && close(metrics.count_seconds, 0.75));
        assert!(close(metrics.microseconds(), 750_000.0));
        assert_eq!(Metrics::of(&[]), None);
    }

    #[test]
    fn no_answer_and_no_number_are_zero() {
        let mut list = outcomes(&[(8, f64::NAN), (8, 8.0), (8, 8.0)]);
        for (outcome, reason) in list[1..].iter_mut().zip(["too hard", "too late"]) {
            outcome.said = Said::None { reason: reason.to_owned() };
        }
        let metrics = Metrics::of(&list).unwrap();
        assert_eq!((metrics.unanswered, metrics.number), (2, 3));
        assert_eq!(metrics.first_reason.as_deref(), Some("too hard"));
        assert!((metrics.mae - 8.0).abs() < 1e-12);
        let metrics = Metrics::of(&list[..1]).unwrap();
        let json = serde_json::to_string(&metrics).unwrap();
        assert!(!json.contains("reason") && !json.contains("cut_short"), "{json}");
    }

    #[test]
    fn lower_bounds_are_counted() {
        let mut list = outcomes(&[(8, 8.0), (8, 8.0)]);
        list[1].said = Said::Answer(Answer::AtLeast(Count(8)));
        let metrics = Metrics::of(&list).unwrap();
        assert_eq!((metrics.cut_short, metrics.unanswered), (1, 0));
        assert!(serde_json::to_string(&metrics).unwrap().contains("\"cut_short\":1"));
    }

    proptest! {
        #[test]
        fn laws(pairs in prop::collection::vec((0..1_000_000_u32, -10.0_f64..1e6), 1..50)) {
            let metrics = Metrics::of(&outcomes(&pairs)).unwrap();
            prop_assert!(metrics.q_error >= 1.0 - 1e-12);
            prop_assert!(metrics.q_error_of_means <= metrics.q_error + 1e-9 * metrics.q_error);
            prop_assert!(metrics.mae <= metrics.rmse * (1.0 + 1e-9) + 1e-9);
            let perfect: Vec<(u32, f64)> =
                pairs.iter().map(|&(truth, _)| (truth, truth.into())).collect();
            let perfect = Metrics::of(&outcomes(&perfect)).unwrap();
            prop_assert!(perfect.mae < 1e-12 && (perfect.q_error - 1.0).abs() < 1e-12);
        }
    }
}
