//! The list of models, from which everything that lists the models is generated.

use serde::{Deserialize, Serialize};

use crate::settings::{
    CountGnnAsRunConfig, CountGnnConfig, CountGnnEConfig, CountGnnMConfig, CountGnnPlusConfig,
    DiffPoolConfig, DmpnnLrpConfig, DpgcnnConfig, GatConfig, GcnConfig, GinConfig, GraphSageConfig,
    LrpConfig, RgcnDnConfig, RgcnSumConfig, RginDnConfig, RginSumConfig, Settings,
};

/// The most for any width, number of layers or heads: larger values are mistakes, and would not fit
/// into memory.
const MOST: usize = 4_096;

/// A model in the list.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ModelEntry {
    /// Its name in files and on the command line.
    pub name: &'static str,
    /// A short description.
    pub description: &'static str,
    /// The widths of the model in the paper.
    pub widths: Widths,
    /// Returns the settings for a width.
    pub with_width: fn(usize) -> ModelConfig,
}

/// The widths of a model in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths {
    /// On most data sets.
    pub usual: usize,
    /// On MUTAG.
    pub mutag: usize,
}

const NARROW: Widths = Widths { usual: 24, mutag: 12 };
const WIDE: Widths = Widths { usual: 128, mutag: 128 };

macro_rules! models {
    ($($(#[$doc:meta])* $variant:ident($config:ident) = $name:literal, $widths:ident, $about:literal;)*) => {
        /// Every model with its settings; `model = "count-gnn"` and so on in a file.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "model")]
        pub enum ModelConfig {
            $($(#[$doc])* #[serde(rename = $name)] $variant($config),)*
        }

        /// All models.
        pub const MODELS: &[ModelEntry] = &[$(ModelEntry {
            name: $name,
            description: $about,
            widths: $widths,
            with_width: |width| ModelConfig::$variant($config::with_width(width)),
        },)*];

        impl ModelConfig {
            /// The name of the model in the list.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name,)*
                }
            }

            fn settings(&self) -> &dyn Settings {
                match self {
                    $(Self::$variant(config) => config,)*
                }
            }

            fn settings_mut(&mut self) -> &mut dyn Settings {
                match self {
                    $(Self::$variant(config) => config,)*
                }
            }
        }
    };
}

models! {
    /// The paper's model.
    CountGnn(CountGnnConfig) = "count-gnn", NARROW,
        "Count-GNN, the paper's model: edge-centric, modulated by the pattern";
    /// The paper's ablation without edges: node-centric.
    CountGnnE(CountGnnEConfig) = "count-gnn-e", NARROW,
        "the paper's ablation Count-GNN\\E: nodes (GIN) instead of edges";
    /// The paper's ablation without modulation.
    CountGnnM(CountGnnMConfig) = "count-gnn-m", NARROW,
        "the paper's ablation Count-GNN\\M: no modulation";
    /// The authors' released code.
    CountGnnAsRun(CountGnnAsRunConfig) = "count-gnn-as-run", NARROW,
        "Count-GNN as its authors ran it: one hop, linear modulation, the head of the baselines";
    /// This project's model: sieve, both directions, a residual over tree counts.
    CountGnnPlus(CountGnnPlusConfig) = "count-gnn-plus", NARROW,
        "ours: only arcs that the pattern can use, messages in both directions, tree counts";
    /// Baseline: graph convolutions.
    Gcn(GcnConfig) = "gcn", WIDE,
        "baseline: graph convolutional network";
    /// Baseline: means of neighbours.
    GraphSage(GraphSageConfig) = "graphsage", WIDE,
        "baseline: GraphSAGE, means of neighbours";
    /// Baseline: attention.
    Gat(GatConfig) = "gat", WIDE,
        "baseline: graph attention network, 4 heads";
    /// Baseline: arcs weight the messages between nodes.
    Dpgcnn(DpgcnnConfig) = "dpgcnn", WIDE,
        "baseline: dual-primal graph convolutions, arcs weight the messages";
    /// Baseline: nodes pooled into clusters.
    DiffPool(DiffPoolConfig) = "diffpool", WIDE,
        "baseline: DiffPool, nodes pooled into clusters";
    /// Baseline: sums of neighbours and an MLP.
    Gin(GinConfig) = "gin", WIDE,
        "baseline: graph isomorphism network";
    /// Baseline: weights for edge labels, means.
    RgcnSum(RgcnSumConfig) = "rgcn-sum", WIDE,
        "baseline: relational GCN, sum readout";
    /// Baseline: [`RgcnSum`](Self::RgcnSum) with a memory.
    RgcnDn(RgcnDnConfig) = "rgcn-dn", WIDE,
        "baseline: relational GCN, DIAMNet readout";
    /// Baseline: weights for edge labels, sums.
    RginSum(RginSumConfig) = "rgin-sum", WIDE,
        "baseline: relational GIN, sum readout";
    /// Baseline: [`RginSum`](Self::RginSum) with a memory.
    RginDn(RginDnConfig) = "rgin-dn", WIDE,
        "baseline: relational GIN, DIAMNet readout";
    /// Baseline: local relational pooling, for a single pattern.
    Lrp(LrpConfig) = "lrp", WIDE,
        "baseline: local relational pooling; ignores the pattern, for the protocol `secondary`";
    /// Baseline: messages between nodes and arcs.
    DmpnnLrp(DmpnnLrpConfig) = "dmpnn-lrp", WIDE,
        "baseline: dual message passing with local relational pooling";
}

impl ModelConfig {
    /// What is wrong with the settings, if anything, and what is allowed.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        let settings = self.settings();
        let sizes = settings.sizes();
        if sizes.iter().any(|(_, size)| !(1..=MOST).contains(size)) {
            let named: Vec<String> =
                sizes.iter().map(|(name, size)| format!("{name} = {size}")).collect();
            return Some(format!("sizes must be from 1 to {MOST}: {}", named.join(", ")));
        }
        for (name, rate) in settings.rates() {
            if !(0.0..1.0).contains(&rate) {
                return Some(format!("{name} must be at least 0 and below 1, not {rate}"));
            }
        }
        settings.problem()
    }

    /// Sets the maximum number of nodes of a graph, for models that depend on it.
    pub fn set_max_nodes(&mut self, max_nodes: usize) {
        if let Some(nodes) = self.settings_mut().nodes_mut() {
            nodes.max_nodes = max_nodes.max(1);
        }
    }

    /// Whether the model never sees the pattern, so that it is trained for a single one.
    #[must_use]
    pub fn is_blind(&self) -> bool {
        self.settings().is_blind()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_round_trips_through_a_file_and_refuses_unknown_keys() {
        for entry in MODELS {
            let config = (entry.with_width)(12);
            assert_eq!(config.name(), entry.name);
            assert_eq!(config.problem(), None, "{}", entry.name);
            let text = toml::to_string(&config).unwrap();
            assert!(text.contains(&format!("model = \"{}\"", entry.name)), "{text}");
            assert_eq!(toml::from_str::<ModelConfig>(&text).unwrap(), config, "{text}");
            let refused = toml::from_str::<ModelConfig>(&format!("gates = 2\n{text}"));
            let said = refused.unwrap_err().to_string();
            assert!(said.contains("unknown field `gates`"), "{}: {said}", entry.name);
            if text.contains("[encoder]") {
                let refused = toml::from_str::<ModelConfig>(&text.replace("layers", "layer"));
                assert!(refused.is_err(), "{}", entry.name);
            }
        }
    }
}
