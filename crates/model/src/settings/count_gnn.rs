//! Count-GNN: Yu, Liu, Fang and Zhang, AAAI 2023. Edge-centric encoders for patterns and graphs, the
//! graph modulated by the pattern.

use serde::{Deserialize, Serialize};

use super::{EdgeCentricConfig, Settings};

/// Settings; the default is the paper's for SMALL, LARGE and OGB-PPA. MUTAG has width 12.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CountGnnConfig {
    /// Both encoders.
    pub encoder: EdgeCentricConfig,
    /// Whether patterns and graphs have the same encoder; the paper has two.
    pub shared: bool,
}

impl CountGnnConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { encoder: EdgeCentricConfig::with_width(width), shared: false }
    }
}

impl Settings for CountGnnConfig {
    fn sizes(&self) -> Vec<(&'static str, usize)> {
        self.encoder.sizes().to_vec()
    }
}
