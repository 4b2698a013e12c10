//! Count-GNN\E: the paper's ablation with a node-centric encoder, GIN (Yu, Liu, Fang and Zhang,
//! AAAI 2023). Everything else is as in Count-GNN, over nodes; edge labels are lost.

use serde::{Deserialize, Serialize};

use super::Settings;

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CountGnnEConfig {
    /// Layers of each encoder.
    pub layers: usize,
    /// d.
    pub width: usize,
}

impl Default for CountGnnEConfig {
    fn default() -> Self {
        Self { layers: 3, width: 24 }
    }
}

impl CountGnnEConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { width, ..Self::default() }
    }
}

impl Settings for CountGnnEConfig {
    fn sizes(&self) -> Vec<(&'static str, usize)> {
        vec![("layers", self.layers), ("width", self.width)]
    }
}
