//! K edge-centric layers over labels: `h⁰⟨u,v⟩ = x_u ‖ x⟨u,v⟩ ‖ x_v`.

use isocount_grad::{Scope, Tape, Var};
use serde::{Deserialize, Serialize};

use super::{Encoder, RowsOf};
use crate::layer::{EdgeConv, LabelEmbedding};
use crate::{GraphBatch, Vocabulary};

/// How an edge-centric encoder looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EdgeCentricConfig {
    /// K.
    pub layers: usize,
    /// d.
    pub width: usize,
    /// What becomes of the messages that meet in a node.
    pub aggregation: Aggregation,
    /// Whether an arc hears the arc back.
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
    pub(crate) fn sizes(&self) -> [(&'static str, usize); 3] {
        let Self { layers, width, embedding_width, .. } = *self;
        [("layers", layers), ("width", width), ("embedding_width", embedding_width)]
    }
}

/// What becomes of the messages that meet in a node.
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

/// Whether an arc ⟨u,v⟩ hears the arc ⟨v,u⟩, which ends where it begins.
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

/// The layers.
#[derive(Clone, Debug)]
pub(crate) struct EdgeCentric {
    embedding: Option<LabelEmbedding>,
    layers: Vec<EdgeConv>,
    residual: bool,
}

impl EdgeCentric {
    pub(crate) fn new(
        mut scope: Scope<'_>,
        config: &EdgeCentricConfig,
        vocabulary: Vocabulary,
    ) -> Self {
        let width = config.embedding_width;
        let (embedding, d_0) = match config.encoding {
            Encoding::OneHot => (None, 2 * vocabulary.node_labels + vocabulary.edge_labels),
            Encoding::Embedding => {
                let embedding = LabelEmbedding::new(scope.at("labels"), vocabulary, width);
                (Some(embedding), 3 * width)
            }
        };
        let layer = |ix: usize| {
            let d_in = if ix == 0 { d_0 } else { config.width };
            let scope = scope.at(format!("layer{ix}"));
            EdgeConv::new(scope, d_in, config.width, config.aggregation)
        };
        let layers = (0..config.layers).map(layer).collect();
        Self { embedding, layers, residual: config.residual }
    }
}

impl Encoder for EdgeCentric {
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let (first, rest) = self.layers.split_first().expect("a model has a layer");
        let mut h = match self.embedding {
            None => first.forward(tape, &graphs.arcs, graphs),
            Some(embedding) => {
                let labels = embedding.forward(tape, graphs);
                first.forward(tape, labels, graphs)
            }
        };
        for layer in rest {
            let next = layer.forward(tape, h, graphs);
            h = if self.residual { tape.add(h, next) } else { next };
        }
        h
    }

    fn rows(&self) -> RowsOf {
        RowsOf::Arcs
    }
}
