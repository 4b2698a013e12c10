//! RGIN-Sum: Liu et al., KDD 2020, read out by the sum of rows.

use isocount_grad::{Params, Scope};
use serde::{Deserialize, Serialize};

use super::pair_model::PairModel;
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{NodeConfig, NodeStack};
use crate::head::PatternBias;
use crate::layer::rgin_conv;

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RginSumConfig {
    /// The encoder.
    pub encoder: NodeConfig,
    /// Blocks of the weight of an edge label, at most.
    pub blocks: usize,
}

impl Default for RginSumConfig {
    fn default() -> Self {
        Self { encoder: NodeConfig::default(), blocks: 8 }
    }
}

impl RowConfig for RginSumConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, blocks, labels) = (self.encoder, self.blocks, vocabulary.edge_labels);
        let layer = |scope: Scope<'_>| rgin_conv(scope, config.width, labels, blocks);
        let encoder = |scope: Scope<'_>| NodeStack::new(scope, &config, vocabulary, layer);
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::Once, encoder))
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        [self.encoder.sizes().as_slice(), &[("blocks", self.blocks)]].concat()
    }

    fn node_config(&self) -> Option<&NodeConfig> {
        Some(&self.encoder)
    }
}
