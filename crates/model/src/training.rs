//! How a model is trained.

use serde::{Deserialize, Serialize};

use crate::ModelError;

/// How a model is trained.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct TrainingConfig {
    /// The seed of the initial values and of the order of examples.
    pub seed: u64,
    /// The most passes over the training part, over all of which a cosine schedule runs.
    pub epochs: u64,
    /// Training ends after this many epochs without a better validation error.
    pub patience: u64,
    /// Examples per step.
    pub batch: usize,
    /// Parts of a batch that are computed in parallel; affects the last digits of the result.
    pub groups: usize,
    /// The highest learning rate.
    pub rate: f64,
    /// Whether the learning rate falls along a cosine over all steps.
    pub cosine: bool,
    /// The number of epochs without a better validation error after which the learning rate is
    /// multiplied by 0.3; 0 for never.
    pub plateau: u64,
    /// The maximum length of a gradient.
    pub clip: f64,
    /// λ of Eq. 9: the weight of the modulation penalty, per example.
    pub lambda: f64,
    /// μ of Eq. 9: the weight of the penalty on the parameters.
    pub mu: f64,
    /// The loss function.
    pub loss: Loss,
    /// How the output is kept from being negative during training.
    pub output: Output,
    /// Whether to shuffle graphs instead of examples: the examples of a graph are then consecutive,
    /// and it is encoded once for all of them.
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
            () if self.batch == 0 || self.groups == 0 => "batch and groups must be at least 1",
            () if self.epochs == 0 => "epochs must be at least 1",
            () if self.rate.is_nan() || self.rate <= 0.0 => "rate must be above 0",
            () if self.clip.is_nan() || self.clip <= 0.0 => "clip must be above 0",
            () if !(self.lambda >= 0.0 && self.mu >= 0.0) => "lambda and mu must not be negative",
            () => return Ok(()),
        };
        Err(ModelError::Settings(problem.to_owned()))
    }
}

/// The loss function. For a model whose outputs are ln(1 + n̂), n and n̂ stand for their
/// logarithms, and `absolute` and `logarithmic` are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// `|n̂ − n|`, as in the paper (Eq. 9).
    Absolute,
    /// `(n̂ − n)²`.
    Squared,
    /// `|ln(1 + n̂) − ln(1 + n)|`, this project's. Below zero, n̂ stands for its logarithm.
    Logarithmic,
}

/// The replacement of the ReLU of Eq. 8 during training: with the ReLU itself, an output below zero
/// would have no gradient, and stay there. Does not apply to a model whose outputs are ln(1 + n̂).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Output {
    /// A leaky ReLU whose slope falls from 1 to 0.01 along half a cosine, over the first half of
    /// all steps.
    Annealed,
    /// `ln(1 + eˣ)`.
    Softplus,
    /// The identity: negative outputs are penalised as they are.
    Plain,
}

impl Output {
    /// The count that an output stands for after training: never below zero. NaN stays NaN, since
    /// it must not be mistaken for zero.
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
