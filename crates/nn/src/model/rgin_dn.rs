//! RGIN-DN: Liu et al., KDD 2020, read out by DIAMNet (Liu et al., KDD 2020). Counts depend on the order of the
//! graph's nodes, since the memory begins with windows of them.

use isocount_grad::{Params, Scope};
use serde::{Deserialize, Serialize};

use super::pair_model::{PairHead, PairModel};
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{DegreeColumns, NodeConfig, NodeFeatures, NodeStack};
use crate::head::{Diamnet, DiamnetConfig};
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
        let (config, blocks, memory) = (self.encoder, self.blocks, self.memory);
        let z = NodeFeatures::new(&config, vocabulary, DegreeColumns::In).width();
        let (d, labels) = (config.width, vocabulary.edge_labels);
        Box::new(PairModel::new(
            params,
            &config,
            |scope| {
                let layer = |scope: Scope<'_>| rgin_conv(scope, d, labels, blocks);
                NodeStack::new(scope, &config, vocabulary, layer)
            },
            |scope| PairHead::Diamnet(Box::new(Diamnet::new(scope, z, d, memory, config.dropout))),
        ))
    }

    fn sizes(&self) -> Vec<usize> {
        let Self { encoder, blocks, memory } = self;
        [encoder.sizes().as_slice(), &[*blocks, memory.steps, memory.heads]].concat()
    }

    fn problem(&self) -> Option<&'static str> {
        let fits = self.encoder.width.is_multiple_of(self.memory.heads.max(1));
        (!fits).then_some("the heads of the memory divide its width")
    }

    fn node_config(&mut self) -> Option<&mut NodeConfig> {
        Some(&mut self.encoder)
    }
}
