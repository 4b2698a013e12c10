//! RGCN-Sum: Schlichtkrull et al., ESWC 2018, read out by the sum of rows (Liu et al., KDD 2020).

use isocount_grad::{Params, Scope};
use serde::{Deserialize, Serialize};

use super::pair_model::{PairHead, PairModel};
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{DegreeColumns, NodeConfig, NodeFeatures, NodeStack};
use crate::head::{PatternBias, SumHead};
use crate::layer::rgcn_conv;

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RgcnSumConfig {
    /// The encoder.
    pub encoder: NodeConfig,
    /// Blocks of the weight of an edge label, at most.
    pub blocks: usize,
}

impl Default for RgcnSumConfig {
    fn default() -> Self {
        Self { encoder: NodeConfig::default(), blocks: 8 }
    }
}

impl RowConfig for RgcnSumConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, blocks) = (self.encoder, self.blocks);
        let z = NodeFeatures::new(&config, vocabulary, DegreeColumns::In).width();
        let (d, labels) = (config.width, vocabulary.edge_labels);
        Box::new(PairModel::new(
            params,
            &config,
            |scope| {
                let layer = |scope: Scope<'_>| rgcn_conv(scope, d, labels, blocks);
                NodeStack::new(scope, &config, vocabulary, layer)
            },
            |scope| PairHead::Sum(SumHead::new(scope, z, d, PatternBias::Once, config.dropout)),
        ))
    }

    fn sizes(&self) -> Vec<usize> {
        [self.encoder.sizes().as_slice(), &[self.blocks]].concat()
    }

    fn node_config(&mut self) -> Option<&mut NodeConfig> {
        Some(&mut self.encoder)
    }
}
