//! RGCN-Sum: Schlichtkrull et al., ESWC 2018, read out by the sum of rows (Liu et al., KDD 2020).

use isocount_grad::{Params, Scope};
use serde::{Deserialize, Serialize};

use super::pair_model::PairModel;
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{NodeConfig, NodeStack};
use crate::head::PatternBias;
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
        let (config, blocks, labels) = (self.encoder, self.blocks, vocabulary.edge_labels);
        let layer = |scope: Scope<'_>| rgcn_conv(scope, config.width, labels, blocks);
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
