//! The settings of an edge-centric encoder, shared by Count-GNN and its ablations.

use serde::{Deserialize, Serialize};

/// The settings of an edge-centric encoder.
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
    /// Whether a layer adds its input to its output, from the second layer on.
    pub residual: bool,
    /// How labels are encoded as rows.
    pub encoding: Encoding,
    /// The width of a learned embedding; unused for one-hot labels.
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
    /// Their mean with learned weights.
    Attention,
}

/// How labels are encoded as rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// One-hot vectors.
    #[default]
    OneHot,
    /// Learned rows.
    Embedding,
}

/// Whether an arc ⟨u,v⟩ receives the message of the reverse arc ⟨v,u⟩, which ends where it begins.
// PAPER: reverse-arc
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reverse {
    /// As in Eq. 2.
    #[default]
    Include,
    /// As in the paper's text ("from other nodes") and its example.
    Exclude,
}
