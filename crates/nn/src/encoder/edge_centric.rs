//! K edge-centric layers over labels: `h⁰⟨u,v⟩ = x_u ‖ x⟨u,v⟩ ‖ x_v`.

use isocount_grad::{Scope, Tape, Var};
use isocount_model::{EdgeCentricConfig, Encoding};

use super::{Encoder, RowsOf};
use crate::layer::{EdgeConv, LabelEmbedding};
use crate::{GraphBatch, Vocabulary};

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
