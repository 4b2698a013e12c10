//! DMPNN-LRP: Liu and Song, *Graph Convolutional Networks with Dual Message Passing for Subgraph
//! Isomorphism Counting and Matching*, AAAI 2022; three layers of width 128, as in the paper of
//! Count-GNN.

use serde::{Deserialize, Serialize};

use super::{NodeConfig, Settings};

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DmpnnLrpConfig {
    /// The encoder. By default it uses no dropout.
    pub encoder: NodeConfig,
}

impl Default for DmpnnLrpConfig {
    fn default() -> Self {
        Self { encoder: NodeConfig { dropout: 0.0, head_dropout: 0.0, ..NodeConfig::default() } }
    }
}

impl DmpnnLrpConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { encoder: NodeConfig { width, ..Self::default().encoder } }
    }
}

impl Settings for DmpnnLrpConfig {
    fn sizes(&self) -> Vec<(&'static str, usize)> {
        self.encoder.sizes().to_vec()
    }

    fn nodes(&self) -> Option<&NodeConfig> {
        Some(&self.encoder)
    }

    fn nodes_mut(&mut self) -> Option<&mut NodeConfig> {
        Some(&mut self.encoder)
    }
}
