//! One file per row of the paper's tables, and the list of them.

mod count_gnn;
mod count_gnn_e;
mod count_gnn_m;
mod siamese;

use isocount_grad::{Params, Tape, Var};
use serde::{Deserialize, Serialize};

use crate::encoder::Reverse;
use crate::{Batch, Vocabulary};

pub use count_gnn::CountGnnConfig;
pub use count_gnn_e::CountGnnEConfig;
pub use count_gnn_m::CountGnnMConfig;

/// What a model puts on the tape for a batch.
#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    /// The counts, before they are kept from being negative: `[B, 1]`.
    pub counts: Var,
    /// What the loss charges besides the error, for each question: `[B, 1]`.
    pub penalty: Option<Var>,
}

/// A learned counter.
pub trait Model: Send + Sync {
    /// Answers a batch.
    fn forward(&self, tape: &mut Tape<'_>, batch: &Batch) -> Prediction;

    /// How batches for this model are made.
    fn reverse(&self) -> Reverse {
        Reverse::Include
    }
}

/// Every model with its settings; `model = "count-gnn"` and so on in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "model", rename_all = "kebab-case")]
pub enum ModelConfig {
    /// The paper's model.
    CountGnn(CountGnnConfig),
    /// The paper's ablation without edges: node-centric.
    CountGnnE(CountGnnEConfig),
    /// The paper's ablation without modulation.
    CountGnnM(CountGnnMConfig),
}

/// A model in the list.
#[derive(Clone, Copy, Debug)]
pub struct ModelEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub description: &'static str,
    /// Its settings for a width.
    pub with_width: fn(usize) -> ModelConfig,
}

/// Every model there is.
pub const MODELS: [ModelEntry; 3] = [
    ModelEntry {
        name: "count-gnn",
        description: "Count-GNN, the paper's model: edge-centric, modulated by the pattern",
        with_width: |width| ModelConfig::CountGnn(CountGnnConfig::with_width(width)),
    },
    ModelEntry {
        name: "count-gnn-e",
        description: "the paper's ablation Count-GNN\\E: nodes (GIN) instead of edges",
        with_width: |width| ModelConfig::CountGnnE(CountGnnEConfig { width, ..Default::default() }),
    },
    ModelEntry {
        name: "count-gnn-m",
        description: "the paper's ablation Count-GNN\\M: no modulation",
        with_width: |width| ModelConfig::CountGnnM(CountGnnMConfig::with_width(width)),
    },
];

impl ModelConfig {
    /// Makes the model and its parameters.
    #[must_use]
    pub fn build(&self, vocabulary: Vocabulary, seed: u64) -> (Params, Box<dyn Model>) {
        let mut params = Params::new(seed);
        let model: Box<dyn Model> = match self {
            Self::CountGnn(config) => Box::new(config.build(&mut params, vocabulary)),
            Self::CountGnnE(config) => Box::new(config.build(&mut params, vocabulary)),
            Self::CountGnnM(config) => Box::new(config.build(&mut params, vocabulary)),
        };
        (params, model)
    }
}

#[cfg(test)]
mod tests;
