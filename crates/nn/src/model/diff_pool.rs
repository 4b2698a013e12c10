//! DiffPool: Ying et al., *Hierarchical Graph Representation Learning with Differentiable Pooling*, NeurIPS 2018, with the head
//! of Liu et al., KDD 2020. Edge labels are not seen.
// PAPER: diffpool-losses

use isocount_grad::Params;
use serde::{Deserialize, Serialize};

use super::pair_model::{PairHead, PairModel};
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{DiffPoolEncoder, NodeConfig};
use crate::head::{PatternBias, SumHead};

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DiffPoolConfig {
    /// The encoder. Of a row for a whole graph there is no number, label or degree to be seen.
    pub encoder: NodeConfig,
    /// Clusters for each of `encoder.max_nodes`.
    pub ratio: f64,
    /// Whether rows are scaled to length one, as in its paper; how large a graph is then shows in the numbers of nodes
    /// alone.
    pub normalise: bool,
}

impl Default for DiffPoolConfig {
    fn default() -> Self {
        Self { encoder: NodeConfig::default(), ratio: 0.1, normalise: true }
    }
}

impl DiffPoolConfig {
    #[expect(clippy::cast_sign_loss, reason = "a ratio is not negative")]
    fn clusters(&self) -> usize {
        ((self.ratio * self.encoder.max_nodes as f64) as usize).max(1)
    }
}

impl RowConfig for DiffPoolConfig {
    fn build(&self, params: &mut Params, vocabulary: Vocabulary) -> Box<dyn Model> {
        // The row of a graph has no room for the numbers of its nodes.
        let config = NodeConfig { ids: false, ..self.encoder };
        let (clusters, normalise, d) = (self.clusters(), self.normalise, config.width);
        Box::new(PairModel::new(
            params,
            &config,
            |scope| DiffPoolEncoder::new(scope, &config, vocabulary, clusters, normalise),
            |scope| PairHead::Sum(SumHead::new(scope, d, d, PatternBias::Once, config.dropout)),
        ))
    }

    fn sizes(&self) -> Vec<usize> {
        self.encoder.sizes().to_vec()
    }

    fn problem(&self) -> Option<&'static str> {
        let is_ratio = self.ratio > 0.0 && self.ratio <= 1.0;
        (!is_ratio).then_some("ratio is above 0 and at most 1")
    }

    fn node_config(&mut self) -> Option<&mut NodeConfig> {
        Some(&mut self.encoder)
    }
}
