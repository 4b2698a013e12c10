//! GAT: Veličković et al., ICLR 2018, with the head and features of Liu et al., KDD 2020. Edge labels are not seen.

use isocount_grad::{Params, Scope};
use serde::{Deserialize, Serialize};

use super::pair_model::PairModel;
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{NodeConfig, NodeStack};
use crate::head::PatternBias;
use crate::layer::GatConv;

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GatConfig {
    /// The encoder.
    pub encoder: NodeConfig,
    /// Heads of attention, each of the whole width.
    pub heads: usize,
}

impl Default for GatConfig {
    fn default() -> Self {
        Self { encoder: NodeConfig::default(), heads: 4 }
    }
}

impl RowConfig for GatConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, heads) = (self.encoder, self.heads);
        let layer = |scope: Scope<'_>| GatConv::new(scope, config.width, heads);
        let encoder = |scope: Scope<'_>| NodeStack::new(scope, &config, vocabulary, layer);
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::Once, encoder))
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        [self.encoder.sizes().as_slice(), &[("heads", self.heads)]].concat()
    }

    fn node_config(&self) -> Option<&NodeConfig> {
        Some(&self.encoder)
    }
}
