//! One file per row of the paper's tables, and the list of them.

mod count_gnn;
mod count_gnn_e;
mod count_gnn_m;
mod count_gnn_plus;
mod diff_pool;
mod dmpnn_lrp;
mod dpgcnn;
mod gat;
mod gcn;
mod gin;
mod graph_sage;
mod lrp;
mod pair_model;
mod rgcn_dn;
mod rgcn_sum;
mod rgin_dn;
mod rgin_sum;
mod siamese;

use isocount_grad::{Params, Tape, Var};
use serde::{Deserialize, Serialize};

use crate::encoder::{NodeConfig, Reverse};
use crate::{Batch, GraphBatch, Needs, Vocabulary};

pub use count_gnn::CountGnnConfig;
pub use count_gnn_e::CountGnnEConfig;
pub use count_gnn_m::CountGnnMConfig;
pub use count_gnn_plus::CountGnnPlusConfig;
pub use diff_pool::DiffPoolConfig;
pub use dmpnn_lrp::DmpnnLrpConfig;
pub use dpgcnn::DpgcnnConfig;
pub use gat::GatConfig;
pub use gcn::GcnConfig;
pub use gin::{GinConfig, GinKind};
pub use graph_sage::GraphSageConfig;
pub use lrp::LrpConfig;
pub use rgcn_dn::RgcnDnConfig;
pub use rgcn_sum::RgcnSumConfig;
pub use rgin_dn::RginDnConfig;
pub use rgin_sum::RginSumConfig;

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
    /// Counts and nothing else.
    pub(crate) fn of(counts: Var) -> Self {
        Self { counts, penalty: None, bound: None }
    }

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

    /// The most nodes that a pattern or graph may have; `None`: any number.
    fn most_nodes(&self) -> Option<usize> {
        None
    }

    /// What graphs come to for every pattern alike, a row for each: [`Model::answer`] needs nothing else of them.
    /// `None` if a graph looks different to each pattern.
    fn summarise(&self, _: &mut Tape<'_>, _: &GraphBatch) -> Option<Var> {
        None
    }

    /// Answers about patterns and graphs, pattern by pattern, from what [`Model::summarise`] made of the graphs.
    ///
    /// # Panics
    /// If it makes nothing.
    fn answer(&self, _: &mut Tape<'_>, _: &GraphBatch, _: Var) -> Prediction {
        unreachable!("this model makes no summaries")
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
    /// Baseline: graph convolutions.
    Gcn(GcnConfig),
    /// Baseline: means of neighbours.
    #[serde(rename = "graphsage")]
    GraphSage(GraphSageConfig),
    /// Baseline: attention.
    Gat(GatConfig),
    /// Baseline: arcs decide whom nodes hear.
    Dpgcnn(DpgcnnConfig),
    /// Baseline: nodes pooled into clusters.
    #[serde(rename = "diffpool")]
    DiffPool(DiffPoolConfig),
    /// Baseline: sums of neighbours and an MLP.
    Gin(GinConfig),
    /// Baseline: weights for edge labels, means.
    RgcnSum(RgcnSumConfig),
    /// The same with a memory.
    RgcnDn(RgcnDnConfig),
    /// Baseline: weights for edge labels, sums.
    RginSum(RginSumConfig),
    /// The same with a memory.
    RginDn(RginDnConfig),
    /// Baseline: local relational pooling, for one pattern.
    Lrp(LrpConfig),
    /// Baseline: nodes and arcs hear each other.
    DmpnnLrp(DmpnnLrpConfig),
}

/// What the settings of every model can do.
pub(crate) trait RowConfig {
    /// Makes the model.
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model>;

    /// Numbers of which none may be zero.
    fn sizes(&self) -> Vec<usize>;

    /// What else is wrong with them.
    fn problem(&self) -> Option<&'static str> {
        None
    }

    /// What it has in common with other baselines.
    fn node_config(&mut self) -> Option<&mut NodeConfig> {
        None
    }
}

/// A model in the list.
#[derive(Clone, Copy, Debug)]
pub struct ModelEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub description: &'static str,
    /// The widths that the paper gives it.
    pub widths: Widths,
    /// Its settings for a width.
    pub with_width: fn(usize) -> ModelConfig,
}

impl ModelEntry {
    /// How many numbers it learns at its usual width.
    #[must_use]
    pub fn num_parameters(&self, vocabulary: Vocabulary) -> usize {
        (self.with_width)(self.widths.usual).build(vocabulary, 0).0.num_scalars()
    }
}

/// The widths that the paper gives to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths {
    /// On most data sets.
    pub usual: usize,
    /// On MUTAG.
    pub mutag: usize,
}

const NARROW: Widths = Widths { usual: 24, mutag: 12 };
const WIDE: Widths = Widths { usual: 128, mutag: 128 };

/// Every model there is.
pub const MODELS: [ModelEntry; 16] = [
    ModelEntry {
        name: "count-gnn",
        description: "Count-GNN, the paper's model: edge-centric, modulated by the pattern",
        widths: NARROW,
        with_width: |width| ModelConfig::CountGnn(CountGnnConfig::with_width(width)),
    },
    ModelEntry {
        name: "count-gnn-e",
        description: "the paper's ablation Count-GNN\\E: nodes (GIN) instead of edges",
        widths: NARROW,
        with_width: |width| ModelConfig::CountGnnE(CountGnnEConfig { width, ..Default::default() }),
    },
    ModelEntry {
        name: "count-gnn-m",
        description: "the paper's ablation Count-GNN\\M: no modulation",
        widths: NARROW,
        with_width: |width| ModelConfig::CountGnnM(CountGnnMConfig::with_width(width)),
    },
    ModelEntry {
        name: "count-gnn-plus",
        description: "ours: the arcs that the pattern can use, heard both ways, beside counts of trees",
        widths: NARROW,
        with_width: |width| ModelConfig::CountGnnPlus(CountGnnPlusConfig::with_width(width)),
    },
    ModelEntry {
        name: "gcn",
        description: "baseline: graph convolutional network",
        widths: WIDE,
        with_width: |width| ModelConfig::Gcn(GcnConfig { encoder: NodeConfig::with_width(width) }),
    },
    ModelEntry {
        name: "graphsage",
        description: "baseline: GraphSAGE, means of neighbours",
        widths: WIDE,
        with_width: |width| {
            ModelConfig::GraphSage(GraphSageConfig {
                encoder: NodeConfig::with_width(width),
                ..Default::default()
            })
        },
    },
    ModelEntry {
        name: "gat",
        description: "baseline: graph attention network, 4 heads",
        widths: WIDE,
        with_width: |width| {
            ModelConfig::Gat(GatConfig {
                encoder: NodeConfig::with_width(width),
                ..Default::default()
            })
        },
    },
    ModelEntry {
        name: "dpgcnn",
        description: "baseline: dual-primal graph convolutions, arcs decide whom nodes hear",
        widths: WIDE,
        with_width: |width| {
            ModelConfig::Dpgcnn(DpgcnnConfig {
                encoder: NodeConfig::with_width(width),
                ..Default::default()
            })
        },
    },
    ModelEntry {
        name: "diffpool",
        description: "baseline: DiffPool, nodes pooled into clusters",
        widths: WIDE,
        with_width: |width| {
            ModelConfig::DiffPool(DiffPoolConfig {
                encoder: NodeConfig::with_width(width),
                ..Default::default()
            })
        },
    },
    ModelEntry {
        name: "gin",
        description: "baseline: graph isomorphism network",
        widths: WIDE,
        with_width: |width| {
            ModelConfig::Gin(GinConfig {
                encoder: NodeConfig::with_width(width),
                ..Default::default()
            })
        },
    },
    ModelEntry {
        name: "rgcn-sum",
        description: "baseline: relational GCN, sum readout",
        widths: WIDE,
        with_width: |width| {
            ModelConfig::RgcnSum(RgcnSumConfig {
                encoder: NodeConfig::with_width(width),
                ..Default::default()
            })
        },
    },
    ModelEntry {
        name: "rgcn-dn",
        description: "baseline: relational GCN, DIAMNet readout",
        widths: WIDE,
        with_width: |width| {
            ModelConfig::RgcnDn(RgcnDnConfig {
                encoder: NodeConfig::with_width(width),
                ..Default::default()
            })
        },
    },
    ModelEntry {
        name: "rgin-sum",
        description: "baseline: relational GIN, sum readout",
        widths: WIDE,
        with_width: |width| {
            ModelConfig::RginSum(RginSumConfig {
                encoder: NodeConfig::with_width(width),
                ..Default::default()
            })
        },
    },
    ModelEntry {
        name: "rgin-dn",
        description: "baseline: relational GIN, DIAMNet readout",
        widths: WIDE,
        with_width: |width| {
            ModelConfig::RginDn(RginDnConfig {
                encoder: NodeConfig::with_width(width),
                ..Default::default()
            })
        },
    },
    ModelEntry {
        name: "lrp",
        description: "baseline: local relational pooling; blind to the pattern, for the protocol `secondary`",
        widths: WIDE,
        with_width: |width| ModelConfig::Lrp(LrpConfig { width }),
    },
    ModelEntry {
        name: "dmpnn-lrp",
        description: "baseline: dual message passing with local relational pooling",
        widths: WIDE,
        with_width: |width| ModelConfig::DmpnnLrp(DmpnnLrpConfig::with_width(width)),
    },
];

impl ModelConfig {
    /// The settings, whatever the model.
    fn row(&self) -> &dyn RowConfig {
        match self {
            Self::CountGnn(config) => config,
            Self::CountGnnE(config) => config,
            Self::CountGnnM(config) => config,
            Self::CountGnnPlus(config) => config,
            Self::Gcn(config) => config,
            Self::GraphSage(config) => config,
            Self::Gat(config) => config,
            Self::Dpgcnn(config) => config,
            Self::DiffPool(config) => config,
            Self::Gin(config) => config,
            Self::RgcnSum(config) => config,
            Self::RgcnDn(config) => config,
            Self::RginSum(config) => config,
            Self::RginDn(config) => config,
            Self::Lrp(config) => config,
            Self::DmpnnLrp(config) => config,
        }
    }

    fn row_mut(&mut self) -> &mut dyn RowConfig {
        match self {
            Self::CountGnn(config) => config,
            Self::CountGnnE(config) => config,
            Self::CountGnnM(config) => config,
            Self::CountGnnPlus(config) => config,
            Self::Gcn(config) => config,
            Self::GraphSage(config) => config,
            Self::Gat(config) => config,
            Self::Dpgcnn(config) => config,
            Self::DiffPool(config) => config,
            Self::Gin(config) => config,
            Self::RgcnSum(config) => config,
            Self::RgcnDn(config) => config,
            Self::RginSum(config) => config,
            Self::RginDn(config) => config,
            Self::Lrp(config) => config,
            Self::DmpnnLrp(config) => config,
        }
    }

    /// What is wrong with the settings, if anything.
    #[must_use]
    pub fn problem(&self) -> Option<&'static str> {
        let row = self.row();
        if row.sizes().contains(&0) {
            return Some("layers and widths are at least 1");
        }
        let dropout = self.clone().row_mut().node_config().map_or(0.0, |config| config.dropout);
        if !(0.0..1.0).contains(&dropout) {
            return Some("dropout is at least 0 and below 1");
        }
        row.problem()
    }

    /// Says how many nodes graphs have at most, to models that want to know.
    pub fn set_max_nodes(&mut self, max_nodes: usize) {
        if let Some(config) = self.row_mut().node_config() {
            config.max_nodes = max_nodes.max(1);
        }
    }

    /// Whether it never sees the pattern, so that one model is for one pattern.
    #[must_use]
    pub fn is_blind(&self) -> bool {
        matches!(self, Self::Lrp(_))
    }

    /// Its name in the list of models.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::CountGnn(_) => "count-gnn",
            Self::CountGnnE(_) => "count-gnn-e",
            Self::CountGnnM(_) => "count-gnn-m",
            Self::CountGnnPlus(_) => "count-gnn-plus",
            Self::Gcn(_) => "gcn",
            Self::GraphSage(_) => "graphsage",
            Self::Gat(_) => "gat",
            Self::Dpgcnn(_) => "dpgcnn",
            Self::DiffPool(_) => "diffpool",
            Self::Gin(_) => "gin",
            Self::RgcnSum(_) => "rgcn-sum",
            Self::RgcnDn(_) => "rgcn-dn",
            Self::RginSum(_) => "rgin-sum",
            Self::RginDn(_) => "rgin-dn",
            Self::Lrp(_) => "lrp",
            Self::DmpnnLrp(_) => "dmpnn-lrp",
        }
    }

    /// Makes the model and its parameters.
    #[must_use]
    pub fn build(&self, vocabulary: Vocabulary, seed: u64) -> (Params, Box<dyn Model>) {
        let mut params = Params::new(seed);
        let model = self.row().build(&mut params, vocabulary);
        (params, model)
    }
}

#[cfg(test)]
mod tests;
