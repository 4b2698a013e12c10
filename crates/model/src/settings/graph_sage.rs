//! GraphSAGE: Hamilton, Ying and Leskovec, NIPS 2017, with the head and features of Liu et al., KDD
//! 2020. Edge labels are not seen.

use serde::{Deserialize, Serialize};

use super::{NodeConfig, Settings};

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GraphSageConfig {
    /// The encoder.
    pub encoder: NodeConfig,
    /// How the messages that arrive at a node are combined.
    pub aggregator: SageAggregator,
}

/// How the messages that arrive at a node are combined.
// PAPER: sage-aggregator
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SageAggregator {
    /// As the paper says.
    #[default]
    Mean,
    /// As the authors ran it.
    Gcn,
}

impl GraphSageConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { encoder: NodeConfig::with_width(width), ..Self::default() }
    }
}

impl Settings for GraphSageConfig {
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
