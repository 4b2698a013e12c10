//! GAT: Veličković et al., ICLR 2018, with the head and features of Liu et al., KDD 2020. Edge labels are not seen.

use isocount_grad::Params;
use serde::{Deserialize, Serialize};

use super::pair_model::{PairHead, PairModel};
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{DegreeColumns, NodeConfig, NodeFeatures, NodeStack};
use crate::head::{PatternBias, SumHead};
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
        let config = self.encoder;
        let z = NodeFeatures::new(&config, vocabulary, DegreeColumns::In).width();
        Box::new(PairModel::new(
            params,
            &config,
            |scope| {
                NodeStack::new(scope, &config, vocabulary, |scope| {
                    GatConv::new(scope, config.width, self.heads)
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
        [self.encoder.sizes().as_slice(), &[self.heads]].concat()
    }

    fn node_config(&mut self) -> Option<&mut NodeConfig> {
        Some(&mut self.encoder)
    }
}
