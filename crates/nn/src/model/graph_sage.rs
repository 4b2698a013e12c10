//! GraphSAGE: Hamilton, Ying and Leskovec, NIPS 2017, with the head and features of Liu et al., KDD 2020. Edge labels
//! are not seen.

use isocount_grad::{Params, Scope};
use serde::{Deserialize, Serialize};

use super::pair_model::PairModel;
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{NodeConfig, NodeStack};
use crate::head::PatternBias;
use crate::layer::{SageAggregator, SageConv};

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GraphSageConfig {
    /// The encoder.
    pub encoder: NodeConfig,
    /// What becomes of the messages that meet in a node.
    pub aggregator: SageAggregator,
}

impl RowConfig for GraphSageConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, aggregator) = (self.encoder, self.aggregator);
        let layer = |scope: Scope<'_>| SageConv::new(scope, config.width, aggregator);
        let encoder = |scope: Scope<'_>| NodeStack::new(scope, &config, vocabulary, layer);
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::Once, encoder))
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        self.encoder.sizes().to_vec()
    }

    fn node_config(&self) -> Option<&NodeConfig> {
        Some(&self.encoder)
    }
}
