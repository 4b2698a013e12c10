//! RGIN-DN: Liu et al., KDD 2020, read out by their DIAMNet. Counts depend on the order of the graph's nodes, since the
//! memory begins with windows of them.

use isocount_grad::{Params, Scope};
use serde::{Deserialize, Serialize};

use super::pair_model::PairModel;
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{NodeConfig, NodeStack};
use crate::head::DiamnetConfig;
use crate::layer::rgin_conv;

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RginDnConfig {
    /// The encoder.
    pub encoder: NodeConfig,
    /// Blocks of the weight of an edge label, at most.
    pub blocks: usize,
    /// The memory.
    pub memory: DiamnetConfig,
}

impl Default for RginDnConfig {
    fn default() -> Self {
        Self { encoder: NodeConfig::default(), blocks: 8, memory: DiamnetConfig::default() }
    }
}

impl RowConfig for RginDnConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, blocks, labels) = (self.encoder, self.blocks, vocabulary.edge_labels);
        let layer = |scope: Scope<'_>| rgin_conv(scope, config.width, labels, blocks);
        let encoder = |scope: Scope<'_>| NodeStack::new(scope, &config, vocabulary, layer);
        Box::new(PairModel::with_memory(params, &config, self.memory, encoder))
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        let own = [("blocks", self.blocks)];
        [self.encoder.sizes().as_slice(), &own, &self.memory.sizes()].concat()
    }

    fn problem(&self) -> Option<String> {
        self.memory.problem(self.encoder.width)
    }

    fn node_config(&self) -> Option<&NodeConfig> {
        Some(&self.encoder)
    }
}
