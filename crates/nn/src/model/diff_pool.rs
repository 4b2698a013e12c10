//! DiffPool: Ying et al., *Hierarchical Graph Representation Learning with Differentiable Pooling*, NeurIPS 2018, with the head
//! of Liu et al., KDD 2020. Edge labels are not seen.
// PAPER: diffpool-losses

use isocount_grad::{Params, Scope};
use serde::{Deserialize, Serialize};

use super::pair_model::PairModel;
use super::{Model, RowConfig};
use crate::Vocabulary;
use crate::encoder::{DiffPoolEncoder, NodeConfig};
use crate::head::PatternBias;

/// A graph has a matrix of clusters by clusters.
const MOST_CLUSTERS: usize = 4_096;

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DiffPoolConfig {
    /// The encoder. The head sees nothing but its row for a whole graph: no labels, no degrees.
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
        let (config, clusters, normalise) = (self.encoder, self.clusters(), self.normalise);
        let encoder = |scope: Scope<'_>| {
            DiffPoolEncoder::new(scope, &config, vocabulary, clusters, normalise)
        };
        Box::new(PairModel::with_sum_head(params, &config, PatternBias::Once, encoder))
    }

    fn sizes(&self) -> Vec<(&'static str, usize)> {
        self.encoder.sizes().to_vec()
    }

    fn problem(&self) -> Option<String> {
        if self.encoder.ids {
            return Some(
                "the row of a whole graph has no numbers of nodes: ids = false".to_owned(),
            );
        }
        let is_ratio = self.ratio > 0.0 && self.ratio <= 1.0;
        if !is_ratio {
            return Some(format!("ratio is above 0 and at most 1, not {}", self.ratio));
        }
        let clusters = self.clusters();
        (clusters > MOST_CLUSTERS).then(|| {
            format!("{clusters} clusters are more than {MOST_CLUSTERS}; choose a smaller ratio")
        })
    }

    fn node_config(&self) -> Option<&NodeConfig> {
        Some(&self.encoder)
    }
}
