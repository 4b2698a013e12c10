//! Count-GNN: Yu, Liu, Fang and Zhang, AAAI 2023. Edge-centric encoders for patterns and graphs,
//! with the graph modulated by the pattern.

use serde::{Deserialize, Serialize};

use super::{EdgeCentricConfig, HeadKind, Settings};

/// Settings; the default is the paper's for SMALL, LARGE and OGB-PPA. MUTAG has width 12.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CountGnnConfig {
    /// Both encoders.
    pub encoder: EdgeCentricConfig,
    /// Whether patterns and graphs share an encoder; the paper has two.
    pub shared: bool,
    /// The head; the paper's equations use the small one.
    pub head: HeadKind,
    /// The width of the head [`HeadKind::Sum`].
    pub head_width: usize,
    /// The dropout rate of the input of that head in training.
    pub head_dropout: f32,
}

impl Default for CountGnnConfig {
    fn default() -> Self {
        Self {
            encoder: EdgeCentricConfig::default(),
            shared: false,
            head: HeadKind::Count,
            head_width: 128,
            head_dropout: 0.2,
        }
    }
}

impl CountGnnConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { encoder: EdgeCentricConfig::with_width(width), ..Self::default() }
    }
}

impl Settings for CountGnnConfig {
    fn sizes(&self) -> Vec<(&'static str, usize)> {
        [self.encoder.sizes().as_slice(), &[("head_width", self.head_width)]].concat()
    }

    fn rates(&self) -> Vec<(&'static str, f32)> {
        vec![("head_dropout", self.head_dropout)]
    }
}
