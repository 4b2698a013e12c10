//! How a model is trained.

use serde::{Deserialize, Serialize};

use crate::ModelError;

/// How a model is trained.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct TrainingConfig {
    /// The seed of first values and of the order of examples.
    pub seed: u64,
    /// Passes over the training part, at most; a cosine falls over all of them.
    pub epochs: u64,
    /// Training ends after this many epochs without a better validation error.
    pub patience: u64,
    /// Examples per step.
    pub batch: usize,
    /// Parts of a batch that are computed at once; the result depends on it in the last digits.
    pub groups: usize,
    /// The highest learning rate.
    pub rate: f64,
    /// Whether the learning rate falls along a cosine over all steps.
    pub cosine: bool,
    /// After this many epochs without a better validation error, the learning rate falls to three
    /// tenths; never if 0.
    pub plateau: u64,
    /// The longest gradient.
    pub clip: f64,
    /// λ of Eq. 9: what modulation costs, per example.
    pub lambda: f64,
    /// μ of Eq. 9: what weights cost.
    pub mu: f64,
    /// What is minimised.
    pub loss: Loss,
    /// How the output is kept from being negative while it is trained.
    pub output: Output,
    /// Whether graphs are shuffled in place of examples: those of a graph follow one another, and
    /// it is encoded once for all of them.
    pub by_graph: bool,
}

impl Default for TrainingConfig {
    fn default() -> Self {
        Self {
            seed: 0,
            epochs: 120,
            patience: 120,
            batch: 128,
            groups: 8,
            rate: 3e-3,
            cosine: true,
            plateau: 0,
            clip: 8.0,
            lambda: 1e-4,
            mu: 1e-5,
            loss: Loss::Absolute,
            output: Output::Annealed,
            by_graph: false,
        }
    }
}

impl TrainingConfig {
    /// These options, changed.
    ///
    /// ```
    /// use isocount_model::TrainingConfig;
    ///
    /// let training = TrainingConfig::default().with(|it| it.epochs = 20);
    /// assert_eq!((training.epochs, training.batch), (20, 128));
    /// ```
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    pub(crate) fn check(&self) -> Result<(), ModelError> {
        let problem = match () {
            () if self.batch == 0 || self.groups == 0 => "batch and groups are at least 1",
            () if self.epochs == 0 => "epochs is at least 1",
            () if self.rate.is_nan() || self.rate <= 0.0 => "rate is above 0",
            () if self.clip.is_nan() || self.clip <= 0.0 => "clip is above 0",
            () if !(self.lambda >= 0.0 && self.mu >= 0.0) => "lambda and mu are not negative",
            () => return Ok(()),
        };
        Err(ModelError::Settings(problem.to_owned()))
    }
}

/// What is minimised. For a model whose outputs are ln(1 + n̂), n and n̂ stand for their
/// logarithms, and `absolute` and `logarithmic` are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// `|n̂ − n|`, as in the paper (Eq. 9).
    Absolute,
    /// `(n̂ − n)²`.
    Squared,
    /// `|ln(1 + n̂) − ln(1 + n)|`: ours. Below zero, n̂ stands for its logarithm.
    Logarithmic,
}

/// What stands for the ReLU of Eq. 8 while training: under the ReLU itself an output below zero
/// would get no gradient, and stay there. Does not apply to a model whose outputs are ln(1 + n̂).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Output {
    /// A leaky ReLU whose slope falls from 1 to 0.01 along half a cosine, over the first half of
    /// all steps.
    Annealed,
    /// `ln(1 + eˣ)`.
    Softplus,
    /// Nothing: negative outputs are charged as they are.
    Plain,
}

impl Output {
    /// The count that an output stands for once training is over: never below zero. An output that
    /// is not a number gives none; it must not pass for zero.
    ///
    /// ```
    /// use isocount_model::Output;
    ///
    /// assert_eq!(Output::Annealed.count(-1.5), 0.0);
    /// assert_eq!(Output::Plain.count(2.5), 2.5);
    /// assert!(Output::Softplus.count(f64::INFINITY).is_nan());
    /// ```
    #[must_use]
    pub fn count(self, raw: f64) -> f64 {
        match self {
            _ if !raw.is_finite() => f64::NAN,
            Self::Softplus => raw.max(0.0) + (-raw.abs()).exp().ln_1p(),
            Self::Annealed | Self::Plain => raw.max(0.0),
        }
    }
}
