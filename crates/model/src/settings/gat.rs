//! GAT: Veličković et al., ICLR 2018, with the head and features of Liu et al., KDD 2020. Edge
//! labels are not seen.

use serde::{Deserialize, Serialize};

use super::{NodeConfig, Settings};

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GatConfig {
    /// The encoder.
    pub encoder: NodeConfig,
    /// Attention heads, each of the full width.
    pub heads: usize,
}

impl Default for GatConfig {
    fn default() -> Self {
        Self { encoder: NodeConfig::default(), heads: 4 }
    }
}

impl GatConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { encoder: NodeConfig::with_width(width), ..Self::default() }
    }
}

impl Settings for GatConfig {
    fn sizes(&self) -> Vec<(&'static str, usize)> {
        [self.encoder.sizes().as_slice(), &[("heads", self.heads)]].concat()
    }

    fn nodes(&self) -> Option<&NodeConfig> {
        Some(&self.encoder)
    }

    fn nodes_mut(&mut self) -> Option<&mut NodeConfig> {
        Some(&mut self.encoder)
    }
}
