//! The list of models.

use isocount_grad::Params;
use serde::{Deserialize, Serialize};

use super::{
    CountGnnConfig, CountGnnEConfig, CountGnnMConfig, CountGnnPlusConfig, DiffPoolConfig,
    DmpnnLrpConfig, DpgcnnConfig, GatConfig, GcnConfig, GinConfig, GraphSageConfig, LrpConfig,
    Model, RgcnDnConfig, RgcnSumConfig, RginDnConfig, RginSumConfig, RowConfig,
};
use crate::Vocabulary;
use crate::encoder::NodeConfig;

/// No width, number of layers or heads is above it: what is, is a mistake, and would not fit into memory.
const MOST: usize = 4_096;

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

    /// What is wrong with the settings, if anything, and what would be right.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        let row = self.row();
        let sizes = row.sizes();
        if sizes.iter().any(|(_, size)| !(1..=MOST).contains(size)) {
            let named: Vec<String> =
                sizes.iter().map(|(name, size)| format!("{name} = {size}")).collect();
            return Some(format!("sizes are from 1 to {MOST}: {}", named.join(", ")));
        }
        for (name, rate) in row.node_config().into_iter().flat_map(NodeConfig::rates) {
            if !(0.0..1.0).contains(&rate) {
                return Some(format!("{name} is at least 0 and below 1, not {rate}"));
            }
        }
        row.problem()
    }

    /// Says how many nodes graphs have at most, to models that want to know.
    pub fn set_max_nodes(&mut self, max_nodes: usize) {
        let config = match self {
            Self::CountGnn(_)
            | Self::CountGnnE(_)
            | Self::CountGnnM(_)
            | Self::CountGnnPlus(_)
            | Self::Lrp(_) => return,
            Self::Gcn(config) => &mut config.encoder,
            Self::GraphSage(config) => &mut config.encoder,
            Self::Gat(config) => &mut config.encoder,
            Self::Dpgcnn(config) => &mut config.encoder,
            Self::DiffPool(config) => &mut config.encoder,
            Self::Gin(config) => &mut config.encoder,
            Self::RgcnSum(config) => &mut config.encoder,
            Self::RgcnDn(config) => &mut config.encoder,
            Self::RginSum(config) => &mut config.encoder,
            Self::RginDn(config) => &mut config.encoder,
            Self::DmpnnLrp(config) => &mut config.encoder,
        };
        config.max_nodes = max_nodes.max(1);
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
