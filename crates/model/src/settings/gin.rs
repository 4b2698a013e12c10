//! GIN: Xu et al., ICLR 2019, with the head and features of Liu et al., KDD 2020. Edge labels are
//! not seen.

use serde::{Deserialize, Serialize};

use super::{NodeConfig, Settings};

/// Settings; the default is the paper's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GinConfig {
    /// The encoder.
    pub encoder: NodeConfig,
    /// The kind of layer.
    pub kind: GinKind,
}

/// The kinds of layer called GIN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GinKind {
    /// The layer of the GIN paper: sums, plus (1 + ε) times the node itself.
    #[default]
    SumEps,
    /// The layer that the authors of Count-GNN ran: normalised by degrees as in GCN.
    AsRun,
}

impl GinConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { encoder: NodeConfig::with_width(width), ..Self::default() }
    }
}

impl Settings for GinConfig {
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
