//! DiffPool: Ying et al., *Hierarchical Graph Representation Learning with Differentiable Pooling*,
//! NeurIPS 2018, with the head of Liu et al., KDD 2020. Edge labels are not seen.
// PAPER: diffpool-losses

use serde::{Deserialize, Serialize};

use super::{NodeConfig, Settings};

/// The most clusters; a graph has a matrix of clusters by clusters.
const MOST_CLUSTERS: usize = 4_096;

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DiffPoolConfig {
    /// The encoder. The head sees only the row of the whole graph: no labels, no degrees.
    pub encoder: NodeConfig,
    /// The number of clusters as a fraction of `encoder.max_nodes`.
    pub ratio: f64,
    /// Whether rows are scaled to length one, as in the paper of DiffPool; the size of a graph is
    /// then visible only in its number of nodes.
    pub normalise: bool,
}

impl Default for DiffPoolConfig {
    fn default() -> Self {
        Self { encoder: NodeConfig::default(), ratio: 0.1, normalise: true }
    }
}

impl DiffPoolConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { encoder: NodeConfig::with_width(width), ..Self::default() }
    }

    /// The number of clusters of a graph.
    #[must_use]
    #[expect(clippy::cast_sign_loss, reason = "a ratio is not negative")]
    pub fn clusters(&self) -> usize {
        ((self.ratio * self.encoder.max_nodes as f64) as usize).max(1)
    }
}

impl Settings for DiffPoolConfig {
    fn sizes(&self) -> Vec<(&'static str, usize)> {
        self.encoder.sizes().to_vec()
    }

    fn problem(&self) -> Option<String> {
        if self.encoder.ids {
            return Some(
                "the row of a whole graph has no node numbers, so ids must be false".to_owned(),
            );
        }
        let is_ratio = self.ratio > 0.0 && self.ratio <= 1.0;
        if !is_ratio {
            return Some(format!("ratio must be above 0 and at most 1, not {}", self.ratio));
        }
        let clusters = self.clusters();
        (clusters > MOST_CLUSTERS).then(|| {
            format!("{clusters} clusters are more than {MOST_CLUSTERS}; choose a smaller ratio")
        })
    }

    fn nodes(&self) -> Option<&NodeConfig> {
        Some(&self.encoder)
    }

    fn nodes_mut(&mut self) -> Option<&mut NodeConfig> {
        Some(&mut self.encoder)
    }
}
