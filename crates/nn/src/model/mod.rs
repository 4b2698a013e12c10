//! One file per row of the paper's tables, and the list of them.

mod count_gnn;
mod count_gnn_e;
mod count_gnn_m;
mod count_gnn_plus;
mod siamese;

use isocount_grad::{Params, Tape, Var};
use serde::{Deserialize, Serialize};

use crate::encoder::Reverse;
use crate::{Batch, Needs, Vocabulary};

pub use count_gnn::CountGnnConfig;
pub use count_gnn_e::CountGnnEConfig;
pub use count_gnn_m::CountGnnMConfig;
pub use count_gnn_plus::CountGnnPlusConfig;

/// What a model puts on the tape for a batch.
#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    /// The counts in the [`Space`] of the model, before they are kept from being negative: `[B, 1]`.
    pub counts: Var,
    /// What the loss charges besides the error, for each question: `[B, 1]`.
    pub penalty: Option<Var>,
    /// What a count cannot exceed, in the same space: `[B, 1]`. Training does not see it, since an output
    /// above it would get no gradient.
    pub bound: Option<Var>,
}

impl Prediction {
    /// The counts that are predicted, in the space of the model.
    #[must_use]
    pub fn outputs(&self, tape: &Tape<'_>) -> Vec<f32> {
        let counts = tape.value(self.counts).data();
        match self.bound {
            None => counts.to_vec(),
            Some(bound) => {
                let bounds = tape.value(bound).data();
                counts.iter().zip(bounds).map(|(count, bound)| count.min(*bound)).collect()
            }
        }
    }
}

/// A learned counter.
pub trait Model: Send + Sync {
    /// Answers a batch.
    fn forward(&self, tape: &mut Tape<'_>, batch: &Batch) -> Prediction;

    /// How batches for this model are made.
    fn reverse(&self) -> Reverse {
        Reverse::Include
    }

    /// What it wants to see of each pair; `None`: the pattern and the graph on their own.
    fn needs(&self) -> Option<Needs> {
        None
    }

    /// What its outputs are.
    fn space(&self) -> Space {
        Space::Count
    }
}

/// What the output of a model is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// n̂.
    Count,
    /// ln(1 + n̂).
    LogCount,
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
    /// Ours: sieve, both directions, a residual over tree counts.
    CountGnnPlus(CountGnnPlusConfig),
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
pub const MODELS: [ModelEntry; 4] = [
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
    ModelEntry {
        name: "count-gnn-plus",
        description: "ours: the arcs that the pattern can use, heard both ways, beside counts of trees",
        with_width: |width| ModelConfig::CountGnnPlus(CountGnnPlusConfig::with_width(width)),
    },
];

impl ModelConfig {
    /// Whether every size is at least one, so that there is a model.
    #[must_use]
    pub fn has_sizes(&self) -> bool {
        let of_encoder = |it: &crate::EdgeCentricConfig| [it.layers, it.width, it.embedding_width];
        let sizes = match self {
            Self::CountGnn(config) => of_encoder(&config.encoder),
            Self::CountGnnE(config) => [config.layers, config.width, 1],
            Self::CountGnnM(config) => of_encoder(&config.encoder),
            Self::CountGnnPlus(config) => [config.layers, config.width, 1],
        };
        sizes.iter().all(|&size| size > 0)
    }

    /// Its name in the list of models.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::CountGnn(_) => "count-gnn",
            Self::CountGnnE(_) => "count-gnn-e",
            Self::CountGnnM(_) => "count-gnn-m",
            Self::CountGnnPlus(_) => "count-gnn-plus",
        }
    }

    /// Makes the model and its parameters.
    #[must_use]
    pub fn build(&self, vocabulary: Vocabulary, seed: u64) -> (Params, Box<dyn Model>) {
        let mut params = Params::new(seed);
        let model: Box<dyn Model> = match self {
            Self::CountGnn(config) => Box::new(config.build(&mut params, vocabulary)),
            Self::CountGnnE(config) => Box::new(config.build(&mut params, vocabulary)),
            Self::CountGnnM(config) => Box::new(config.build(&mut params, vocabulary)),
            Self::CountGnnPlus(config) => Box::new(config.build(&mut params, vocabulary)),
        };
        (params, model)
    }
}

#[cfg(test)]
mod tests;
