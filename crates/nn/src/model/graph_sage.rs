//! GraphSAGE: Hamilton, Ying and Leskovec, NIPS 2017, with the head and features of Liu et al., KDD 2020. Edge labels
//! are not seen.

use isocount_grad::Params;
use serde::{Deserialize, Serialize};

use super::pair_model::{PairHead, PairModel};
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{DegreeColumns, NodeConfig, NodeFeatures, NodeStack};
use crate::head::{PatternBias, SumHead};
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
        let config = self.encoder;
        let z = NodeFeatures::new(&config, vocabulary, DegreeColumns::In).width();
        Box::new(PairModel::new(
            params,
            &config,
            |scope| {
                NodeStack::new(scope, &config, vocabulary, |scope| {
                    SageConv::new(scope, config.width, self.aggregator)
                })
            },
            |scope| {
                PairHead::Sum(SumHead::new(
                    scope,
                    z,
                    config.width,
                    PatternBias::Once,
                    config.dropout,
                ))
            },
        ))
    }

    fn sizes(&self) -> Vec<usize> {
        self.encoder.sizes().to_vec()
    }

    fn node_config(&mut self) -> Option<&mut NodeConfig> {
        Some(&mut self.encoder)
    }
}
