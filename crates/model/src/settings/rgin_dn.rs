//! RGIN-DN: Liu et al., KDD 2020, with their readout DIAMNet. Counts depend on the order of the
//! graph's nodes, since the memory is initialised with windows of them.

use serde::{Deserialize, Serialize};

use super::{DiamnetConfig, NodeConfig, Settings};

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RginDnConfig {
    /// The encoder.
    pub encoder: NodeConfig,
    /// The most blocks of the weight of an edge label.
    pub blocks: usize,
    /// The memory.
    pub memory: DiamnetConfig,
}

impl Default for RginDnConfig {
    fn default() -> Self {
        Self { encoder: NodeConfig::default(), blocks: 8, memory: DiamnetConfig::default() }
    }
}

impl RginDnConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { encoder: NodeConfig::with_width(width), ..Self::default() }
    }
}

impl Settings for RginDnConfig {
    fn sizes(&self) -> Vec<(&'static str, usize)> {
        let own = [("blocks", self.blocks)];
        [self.encoder.sizes().as_slice(), &own, &self.memory.sizes()].concat()
    }

    fn problem(&self) -> Option<String> {
        self.memory.problem(&self.encoder)
    }

    fn nodes(&self) -> Option<&NodeConfig> {
        Some(&self.encoder)
    }

    fn nodes_mut(&mut self) -> Option<&mut NodeConfig> {
        Some(&mut self.encoder)
    }
}
