//! Three layers of GraphSAGE with rows of length one, then pooling: one row for each graph.
//!
//! ```text
//! z⁰ = code(label)·W       zᵏ = ReLU( SAGE(drop(zᵏ⁻¹)) ), the last without the ReLU       r = pooling of zᴷ
//! ```

use isocount_grad::{Scope, Tape, Var};
use isocount_model::NodeConfig;

use super::{BaselineEncoder, Encoder, RowsOf};
use crate::filter::masked;
use crate::layer::{DiffPool, LabelCode, NormedSageConv};
use crate::{GraphBatch, Vocabulary};

/// The layers.
pub(crate) struct DiffPoolEncoder {
    labels: LabelCode,
    layers: Vec<NormedSageConv>,
    pooling: DiffPool,
    dropout: f32,
    width: usize,
}

impl DiffPoolEncoder {
    pub(crate) fn new(
        mut scope: Scope<'_>,
        config: &NodeConfig,
        vocabulary: Vocabulary,
        clusters: usize,
        normalise: bool,
    ) -> Self {
        let d = config.width;
        let layers = (0..config.layers)
            .map(|ix| NormedSageConv::new(scope.at(format!("layer{ix}")), d, d, normalise));
        let layers = layers.collect();
        Self {
            labels: LabelCode::new(scope.at("labels"), vocabulary.node_labels, d, 1.0),
            layers,
            pooling: DiffPool::new(scope.at("pooling"), d, clusters, normalise),
            dropout: config.dropout,
            width: d,
        }
    }
}

impl Encoder for DiffPoolEncoder {
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let z = self.labels.forward(tape, graphs.node_labels().iter().copied());
        let mut z = masked(tape, z, graphs.kept_nodes());
        for (ix, layer) in self.layers.iter().enumerate() {
            z = tape.thin(z, self.dropout);
            let heard = NormedSageConv::heard(tape, z, graphs);
            z = layer.forward(tape, z, heard);
            z = if ix + 1 < self.layers.len() { tape.relu(z) } else { z };
            z = masked(tape, z, graphs.kept_nodes());
        }
        self.pooling.forward(tape, z, graphs)
    }

    fn rows(&self) -> RowsOf {
        RowsOf::Graphs
    }
}

impl BaselineEncoder for DiffPoolEncoder {
    fn width(&self) -> usize {
        self.width
    }
}
