//! The settings that all node-centric baselines share.

use serde::{Deserialize, Serialize};

use super::HeadKind;

/// The settings of a baseline, apart from its layer and its head; the default is the paper's.
///
/// Liu et al., KDD 2020: labels in binary digits, embedded; layers with residuals, the same for
/// patterns and graphs; the head sees the digits of the label, the in-degree and the last layer
/// side by side.
// PAPER: node-numbers
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NodeConfig {
    /// Layers.
    pub layers: usize,
    /// The width of every layer, and of the head.
    pub width: usize,
    /// The dropout rate of a layer's output in training.
    pub dropout: f32,
    /// The dropout rate of the head's input in training.
    pub head_dropout: f32,
    /// Which nodes of a graph are kept for a pattern.
    pub filter: Filter,
    /// Whether the head sees degrees.
    pub degrees: bool,
    /// Whether the head sees node numbers, as the authors ran it. Counts then depend on the
    /// numbering of the nodes.
    pub ids: bool,
    /// The number of nodes of the largest graph: it determines the number of digits of node
    /// numbers, and, proportionally, the number of clusters of DiffPool.
    pub max_nodes: usize,
    /// Whether patterns and graphs share an encoder.
    pub shared: bool,
    /// The head; [`HeadKind::Count`] sees only the last layer.
    pub head: HeadKind,
}

impl Default for NodeConfig {
    fn default() -> Self {
        Self {
            layers: 3,
            width: 128,
            dropout: 0.2,
            head_dropout: 0.2,
            filter: Filter::None,
            degrees: true,
            ids: false,
            max_nodes: 64,
            shared: true,
            head: HeadKind::Sum,
        }
    }
}

impl NodeConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { width, ..Self::default() }
    }

    pub(crate) fn sizes(&self) -> [(&'static str, usize); 2] {
        [("layers", self.layers), ("width", self.width)]
    }

    pub(crate) fn rates(&self) -> [(&'static str, f32); 2] {
        [("dropout", self.dropout), ("head_dropout", self.head_dropout)]
    }
}

/// Which nodes of a graph are kept.
// PAPER: filter
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Filter {
    /// All nodes are kept, so a graph looks the same to every pattern.
    #[default]
    None,
    /// As the authors ran some of their baselines.
    MaxLabel,
    /// As in DMPNN-LRP.
    Member,
}
