//! What Count-GNN and its ablations have in common: how an edge-centric encoder looks.

use serde::{Deserialize, Serialize};

/// How an edge-centric encoder looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EdgeCentricConfig {
    /// K.
    pub layers: usize,
    /// d.
    pub width: usize,
    /// How the messages that arrive at a node are combined.
    pub aggregation: Aggregation,
    /// Whether an arc receives the message of its reverse arc.
    pub reverse: Reverse,
    /// Whether a layer adds to what it was given, from the second on.
    pub residual: bool,
    /// How labels become rows.
    pub encoding: Encoding,
    /// The width of a learned embedding; one-hot labels have no use for it.
    pub embedding_width: usize,
}

impl Default for EdgeCentricConfig {
    /// The paper's: three layers of width 24, the mean, no residual, one-hot labels.
    fn default() -> Self {
        Self {
            layers: 3,
            width: 24,
            aggregation: Aggregation::Mean,
            reverse: Reverse::Include,
            residual: false,
            encoding: Encoding::OneHot,
            embedding_width: 8,
        }
    }
}

impl EdgeCentricConfig {
    /// The paper's settings at another width.
    #[must_use]
    pub fn with_width(width: usize) -> Self {
        Self { width, ..Self::default() }
    }

    pub(crate) fn sizes(&self) -> [(&'static str, usize); 3] {
        let Self { layers, width, embedding_width, .. } = *self;
        [("layers", layers), ("width", width), ("embedding_width", embedding_width)]
    }
}

/// How the messages that arrive at a node are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aggregation {
    /// Their mean, as in the paper.
    #[default]
    Mean,
    /// Their sum.
    Sum,
    /// Their mean with weights that are learned.
    Attention,
}

/// How labels become rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// Zeros and a one.
    #[default]
    OneHot,
    /// A row that is learned.
    Embedding,
}

/// Whether an arc ⟨u,v⟩ receives the message of the arc ⟨v,u⟩, which ends where it begins.
// PAPER: reverse-arc
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reverse {
    /// As Eq. 2 is written.
    #[default]
    Include,
    /// As the paper's words ("from other nodes") and its example have it.
    Exclude,
}
