//! DPGCNN: Monti et al., *Dual-Primal Graph Convolutional Networks*, 2018, with the head and
//! features of Liu et al., KDD 2020. This is the least certain baseline: its wiring is this
//! project's own.

use serde::{Deserialize, Serialize};

use super::{NodeConfig, Settings};

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DpgcnnConfig {
    /// The encoder.
    pub encoder: NodeConfig,
    /// Attention heads among arcs.
    pub heads: usize,
    /// The width of each head.
    pub head_width: usize,
}

impl Default for DpgcnnConfig {
    fn default() -> Self {
        Self { encoder: NodeConfig::default(), heads: 4, head_width: 8 }
    }
}

impl DpgcnnConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { encoder: NodeConfig::with_width(width), ..Self::default() }
    }
}

impl Settings for DpgcnnConfig {
    fn sizes(&self) -> Vec<(&'static str, usize)> {
        let own = [("heads", self.heads), ("head_width", self.head_width)];
        [self.encoder.sizes().as_slice(), &own].concat()
    }

    fn nodes(&self) -> Option<&NodeConfig> {
        Some(&self.encoder)
    }

    fn nodes_mut(&mut self) -> Option<&mut NodeConfig> {
        Some(&mut self.encoder)
    }
}
