//! GCN: Kipf and Welling, ICLR 2017, with the head and features of Liu et al., KDD 2020. Edge labels are not seen.

use isocount_grad::Params;
use serde::{Deserialize, Serialize};

use super::pair_model::{PairHead, PairModel};
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{DegreeColumns, NodeConfig, NodeFeatures, NodeStack};
use crate::head::{PatternBias, SumHead};
use crate::layer::gcn_conv;

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GcnConfig {
    /// The encoder.
    pub encoder: NodeConfig,
}

impl RowConfig for GcnConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let config = self.encoder;
        let z = NodeFeatures::new(&config, vocabulary, DegreeColumns::In).width();
        Box::new(PairModel::new(
            params,
            &config,
            |scope| {
                NodeStack::new(scope, &config, vocabulary, |scope| gcn_conv(scope, config.width))
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
