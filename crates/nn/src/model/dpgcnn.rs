//! DPGCNN: Monti et al., *Dual-Primal Graph Convolutional Networks*, 2018, with the head and features of Liu et al., KDD 2020.
//! The row of least certainty: its wiring is ours.

use isocount_grad::{Params, Scope};
use serde::{Deserialize, Serialize};

use super::pair_model::PairModel;
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{DualPrimal, NodeConfig};
use crate::head::PatternBias;

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
        let encoder = |scope: Scope<'_>| DualPrimal::new(scope, &config, vocabulary, heads);
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::Once, encoder))
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        let own = [("heads", self.heads), ("head_width", self.head_width)];
        [self.encoder.sizes().as_slice(), &own].concat()
    }

    fn node_config(&self) -> Option<&NodeConfig> {
        Some(&self.encoder)
    }
}
