//! DPGCNN: Monti et al., *Dual-Primal Graph Convolutional Networks*, 2018, with the head and features of Liu et al., KDD 2020.
//! The row of least certainty: its wiring is ours.

use isocount_grad::Params;
use serde::{Deserialize, Serialize};

use super::pair_model::{PairHead, PairModel};
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{DegreeColumns, DualPrimal, NodeConfig, NodeFeatures};
use crate::head::{PatternBias, SumHead};

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DpgcnnConfig {
    /// The encoder.
    pub encoder: NodeConfig,
    /// Heads of attention among arcs.
    pub heads: usize,
    /// The width of each.
    pub head_width: usize,
}

impl Default for DpgcnnConfig {
    fn default() -> Self {
        Self { encoder: NodeConfig::default(), heads: 4, head_width: 8 }
    }
}

impl RowConfig for DpgcnnConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        let (config, heads) = (self.encoder, [self.heads, self.head_width]);
        let z = NodeFeatures::new(&config, vocabulary, DegreeColumns::In).width();
        Box::new(PairModel::new(
            params,
            &config,
            |scope| DualPrimal::new(scope, &config, vocabulary, heads),
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
        [self.encoder.sizes().as_slice(), &[self.heads, self.head_width]].concat()
    }

    fn node_config(&mut self) -> Option<&mut NodeConfig> {
        Some(&mut self.encoder)
    }
}
