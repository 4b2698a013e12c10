//! Intervals for learned answers, from the errors on examples that the weights were not fitted to:
//! split conformal prediction (Vovk, Gammerman and Shafer 2005), by size of the prediction.
//!
//! ```text
//! r_i = ln (1 + n_i) − ln (1 + n̂_i)                    for every validation example i, sorted
//! k   = ⌊(m + 1) α / 2⌋                                 of m errors; 1 − α is the confidence
//! 1 + n  in  (1 + n̂) · [exp r_(k), exp r_(m+1−k)]       with probability at least 1 − α
//! ```
//!
//! | symbol | code            | what                                                      |
//! |--------|-----------------|-----------------------------------------------------------|
//! | n      |                 | the true count                                            |
//! | n̂      | `value`         | the model's output; a negative number counts as zero      |
//! | r      | `errors`        | the log ratio, with one added so that it exists for zeros |
//! | m      | `errors.len()`  | how many validation examples are in the stratum           |
//!
//! The guarantee holds if the new question and the validation examples are exchangeable, that is,
//! drawn alike. It does not extend to larger graphs, or to patterns unlike those of training. Large
//! predictions have other errors than small ones, so each stratum of predictions has its own
//! errors. The epoch with the best validation error was chosen by the same examples, which makes
//! the errors look slightly smaller than they are.

use std::path::Path;

use isocount_core::{Confidence, Interval};
use serde::{Deserialize, Serialize};

use crate::ModelError;

/// The file with the errors of a model, in the folder of its run.
pub const INTERVALS_FILE: &str = "intervals.toml";

/// The default confidence of an interval.
pub const DEFAULT_CONFIDENCE: Confidence = Confidence::DEFAULT;

/// The fewest errors in a stratum: enough for both ends at 98 %.
const FEWEST: usize = 100;

/// The most strata; further ones add little information.
const MOST_STRATA: usize = 8;

/// The errors of a model, by size of the prediction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The SHA-256 of the weights with these errors.
    weights: String,
    /// The strata by size of the prediction, the smallest first.
    strata: Vec<Stratum>,
}

/// The errors of predictions of similar size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stratum {
    /// The smallest prediction of the stratum; the first one also contains all smaller predictions.
    from: f64,
    /// The log ratios, sorted.
    errors: Vec<f64>,
}

impl Calibration {
    /// The errors of predictions compared with the true counts, made with weights of this SHA-256.
    /// Predictions that are not finite are ignored.
    #[must_use]
    pub fn new(pairs: &[(f64, f64)], weights: &str) -> Self {
        let mut pairs: Vec<(f64, f64)> = pairs
            .iter()
            .filter(|(said, _)| said.is_finite())
            .map(|&(said, truth)| (said.max(0.0), round(truth.ln_1p() - said.max(0.0).ln_1p())))
            .collect();
        pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let wanted = (pairs.len() / FEWEST).clamp(1, MOST_STRATA);
        let size = pairs.len().div_ceil(wanted);
        let mut strata: Vec<Stratum> = Vec::new();
        let mut rest = &pairs[..];
        while !rest.is_empty() {
            // Equal predictions belong together, and a small remainder to the stratum before it.
            let mut len = size.min(rest.len());
            while len < rest.len() && rest[len].0 <= rest[len - 1].0 {
                len += 1;
            }
            if rest.len() - len < FEWEST {
                len = rest.len();
            }
            let mut errors: Vec<f64> = rest[..len].iter().map(|pair| pair.1).collect();
            errors.sort_unstable_by(f64::total_cmp);
            strata.push(Stratum { from: rest[0].0, errors });
            rest = &rest[len..];
        }
        Self { weights: weights.to_owned(), strata }
    }

    /// The interval of a prediction; `None` if there are too few errors for this confidence. It
    /// always contains the prediction.
    #[must_use]
    pub fn interval(&self, value: f64, confidence: f64) -> Option<Interval> {
        let value = value.max(0.0);
        let above = self.strata.partition_point(|stratum| stratum.from <= value);
        let own = self.strata.get(above.saturating_sub(1))?;
        let (low, high) = ends(&own.errors, confidence).or_else(|| {
            let mut all: Vec<f64> =
                self.strata.iter().flat_map(|stratum| stratum.errors.iter().copied()).collect();
            all.sort_unstable_by(f64::total_cmp);
            ends(&all, confidence)
        })?;
        let at = |error: f64| (value.ln_1p() + error).exp_m1().max(0.0);
        Some(Interval { low: at(low).min(value), high: at(high).max(value), confidence })
    }

    /// The number of errors.
    #[must_use]
    pub fn num_errors(&self) -> usize {
        self.strata.iter().map(|stratum| stratum.errors.len()).sum()
    }

    /// The number of strata.
    #[must_use]
    pub fn num_strata(&self) -> usize {
        self.strata.len()
    }

    /// The text of the file.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "texts and numbers are TOML")]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("texts and numbers are TOML")
    }

    /// Reads the text of the file; `path` is its origin.
    ///
    /// # Errors
    /// If it is not a valid calibration.
    pub fn from_toml(path: &Path, text: &str) -> Result<Self, ModelError> {
        let damaged = |problem: String| ModelError::damaged(path, problem);
        let it: Self = toml::from_str(text).map_err(|problem| damaged(problem.message().into()))?;
        it.check().map_err(|problem| damaged(problem.to_owned()))?;
        Ok(it)
    }

    /// Checks that the values are consistent, since files can be edited.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        let is_sorted = |errors: &[f64]| {
            errors.is_sorted() && errors.iter().all(|error| error.is_finite() && error.abs() < 1e3)
        };
        if !self.strata.iter().all(|stratum| is_sorted(&stratum.errors)) {
            return Err("the errors of a stratum are not sorted numbers");
        }
        if !self.strata.is_sorted_by(|a, b| a.from < b.from) {
            return Err("the strata are not in order");
        }
        Ok(())
    }

    /// Whether these errors were made with weights of this SHA-256.
    #[must_use]
    pub fn is_of(&self, weights: &str) -> bool {
        self.weights == weights
    }
}

/// The errors at both ends of an interval: the k-th smallest and the k-th largest.
#[expect(clippy::cast_sign_loss, reason = "a confidence is at most 1")]
fn ends(sorted: &[f64], confidence: f64) -> Option<(f64, f64)> {
    // A confidence is a decimal, and 1 − 0.95 is slightly more than 0.05.
    let k = ((sorted.len() + 1) as f64 * (1.0 - confidence) / 2.0 + 1e-9).floor() as usize;
    let k = k.min(sorted.len().div_ceil(2));
    (k > 0).then(|| (sorted[k - 1], sorted[sorted.len() - k]))
}

/// Six decimals are precise enough for a ratio.
fn round(error: f64) -> f64 {
    (error * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use isocount_core::Rng;
    use proptest::prelude::*;

    use super::*;

    fn of(pairs: &[(f64, f64)]) -> Calibration {
        Calibration::new(pairs, "w")
    }

    #[test]
    fn by_hand() {
        // Nineteen errors, 0, ln 2, …, ln 19, of a prediction of 0: k = 1 at 90 %, 5 at 50 %.
        let pairs: Vec<(f64, f64)> = (0..19).map(|truth| (0.0, f64::from(truth))).collect();
        let it = of(&pairs);
        assert_eq!((it.num_errors(), it.num_strata()), (19, 1));
        let ends = |value, confidence| {
            let Interval { low, high, .. } = it.interval(value, confidence).unwrap();
            (low.round(), high.round())
        };
        assert_eq!(ends(0.0, 0.9), (0.0, 18.0));
        assert_eq!(ends(0.0, 0.5), (0.0, 14.0));
        // 1 + n is between 10 · 1 and 10 · 19.
        assert_eq!(ends(9.0, 0.9), (9.0, 189.0));
        assert_eq!(ends(-3.0, 0.9), (0.0, 18.0));
        assert_eq!(it.interval(0.0, 0.95), None, "19 errors are too few for 95 %");
        assert_eq!(of(&[]).interval(1.0, 0.5), None);
    }

    #[test]
    fn large_predictions_have_errors_of_their_own() {
        // Small predictions are right, large ones are a third of the true count.
        let pairs: Vec<(f64, f64)> = (0..200_u32)
            .map(|ix| f64::from(ix) + if ix < 100 { 0.0 } else { 1e6 })
            .map(|said| (said, if said < 1e3 { said } else { 3.0 * said }))
            .collect();
        let it = of(&pairs);
        assert_eq!(it.num_strata(), 2);
        let small = it.interval(50.0, 0.9).unwrap();
        assert!(small.high < 50.1, "{small:?}");
        let large = it.interval(2e6, 0.9).unwrap();
        assert!((large.high / 6e6 - 1.0).abs() < 1e-3 && large.low <= 2e6, "{large:?}");
        // No stratum has enough errors for 99 %, but both together have.
        let sure = it.interval(50.0, 0.99).unwrap();
        assert!(sure.high > 150.0, "{sure:?}");
    }

    #[test]
    fn equal_predictions_are_in_one_stratum() {
        let pairs: Vec<(f64, f64)> = (0..500).map(|truth| (0.0, f64::from(truth % 7))).collect();
        assert_eq!(of(&pairs).num_strata(), 1);
    }

    #[test]
    fn intervals_have_the_stated_coverage() {
        // Errors that grow with the prediction; calibrated on 1,000, tried on 20,000.
        let mut rng = Rng::for_item(7, 0);
        let mut uniform = || (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut draw = |number: usize| -> Vec<(f64, f64)> {
            let pair = |_| {
                let said = (uniform() * 12.0).exp();
                let spread = 0.05 * said.ln().max(0.1);
                (said, (said * ((uniform() + uniform() - 1.0) * spread).exp()).round())
            };
            (0..number).map(pair).collect()
        };
        let it = of(&draw(1_000));
        assert_eq!(it.num_strata(), 8);
        let new = draw(20_000);
        for confidence in [0.5, 0.8, 0.95] {
            let holds = |(said, truth): &&(f64, f64)| {
                let Interval { low, high, .. } = it.interval(*said, confidence).unwrap();
                (low..=high).contains(truth)
            };
            let share = new.iter().filter(holds).count() as f64 / new.len() as f64;
            // 1,000 errors in eight strata: a standard deviation of about 0.016 at 0.5.
            assert!((share - confidence).abs() < 0.05, "{share} of {confidence}");
        }
    }

    #[test]
    fn inconsistent_values_are_refused() {
        let text = of(&[(1.0, 2.0), (1.0, 5.0)]).to_toml();
        let read = |text: &str| Calibration::from_toml(Path::new(INTERVALS_FILE), text);
        assert_eq!(read(&text).unwrap().to_toml(), text);
        for (from, to, problem) in [
            ("errors = [", "errors = [2.5, ", "not sorted"),
            ("errors = [", "errors = [nan, ", "not sorted"),
            ("errors", "mistakes", "unknown field `mistakes`"),
            ("[[strata]]", "[[strata]]\nfrom = 3.0\nerrors = []\n[[strata]]", "not in order"),
        ] {
            let said = read(&text.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(said.starts_with("intervals.toml: ") && said.contains(problem), "{said}");
        }
    }

    proptest! {
        #[test]
        fn laws(
            pairs in prop::collection::vec((-5.0_f64..1e9, 0.0_f64..1e9), 1..400),
            value in 0.0_f64..1e9,
            confidence in 0.01_f64..0.99,
        ) {
            let it = of(&pairs);
            prop_assert_eq!(it.num_errors(), pairs.len());
            prop_assert_eq!(Calibration::from_toml(Path::new("i"), &it.to_toml()).unwrap(), it.clone());
            if let Some(Interval { low, high, .. }) = it.interval(value, confidence) {
                prop_assert!((0.0..=value).contains(&low) && high >= value);
            }
        }
    }
}
