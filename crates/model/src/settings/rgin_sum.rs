//! RGIN-Sum: Liu et al., KDD 2020, with the sum of rows as readout.

use serde::{Deserialize, Serialize};

use super::{NodeConfig, Settings};

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RginSumConfig {
    /// The encoder.
    pub encoder: NodeConfig,
    /// The most blocks of the weight of an edge label.
    pub blocks: usize,
}

impl Default for RginSumConfig {
    fn default() -> Self {
        Self { encoder: NodeConfig::default(), blocks: 8 }
    }
}

impl RginSumConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { encoder: NodeConfig::with_width(width), ..Self::default() }
    }
}

impl Settings for RginSumConfig {
    fn sizes(&self) -> Vec<(&'static str, usize)> {
        [self.encoder.sizes().as_slice(), &[("blocks", self.blocks)]].concat()
    }

    fn nodes(&self) -> Option<&NodeConfig> {
        Some(&self.encoder)
    }

    fn nodes_mut(&mut self) -> Option<&mut NodeConfig> {
        Some(&mut self.encoder)
    }
}
