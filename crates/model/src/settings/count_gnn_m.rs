//! Count-GNN\M: the paper's ablation without modulation (Yu, Liu, Fang and Zhang, AAAI 2023). The
//! readout of a graph is that of a pattern, with its own matrix.

use serde::{Deserialize, Serialize};

use super::{EdgeCentricConfig, Settings};

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CountGnnMConfig {
    /// Both encoders.
    pub encoder: EdgeCentricConfig,
}

impl CountGnnMConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { encoder: EdgeCentricConfig::with_width(width) }
    }
}

impl Settings for CountGnnMConfig {
    fn sizes(&self) -> Vec<(&'static str, usize)> {
        self.encoder.sizes().to_vec()
    }
}
