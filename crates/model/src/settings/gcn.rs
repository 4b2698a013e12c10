//! GCN: Kipf and Welling, ICLR 2017, with the head and features of Liu et al., KDD 2020. Edge
//! labels are not seen.

use serde::{Deserialize, Serialize};

use super::{NodeConfig, Settings};

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GcnConfig {
    /// The encoder.
    pub encoder: NodeConfig,
}

impl GcnConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { encoder: NodeConfig::with_width(width) }
    }
}

impl Settings for GcnConfig {
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
