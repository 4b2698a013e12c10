//! K layers over nodes with residuals, the shape of most baselines.
//!
//! ```text
//! h⁰ = code(label)·W            hᵏ = hᵏ⁻¹ + drop( layer(hᵏ⁻¹) )            z = features of hᴷ
//! ```
//!
//! Nodes that a filter drops are zero after every layer.

use isocount_grad::{Scope, Tape, Var};
use isocount_model::NodeConfig;

use super::{BaselineEncoder, DegreeColumns, Encoder, NodeFeatures, RowsOf};
use crate::filter::masked;
use crate::layer::{LabelCode, NodeLayer, NodeRows};
use crate::{GraphBatch, Vocabulary};

/// The layers.
pub(crate) struct NodeStack {
    labels: LabelCode,
    layers: Vec<Box<dyn NodeLayer>>,
    features: NodeFeatures,
    dropout: f32,
}

impl NodeStack {
    /// `layer` creates one layer of the configured width.
    pub(crate) fn new<L: NodeLayer + 'static>(
        mut scope: Scope<'_>,
        config: &NodeConfig,
        vocabulary: Vocabulary,
        layer: impl Fn(Scope<'_>) -> L,
    ) -> Self {
        let labels = vocabulary.node_labels;
        Self {
            labels: LabelCode::new(scope.at("labels"), labels, config.width, 1.0),
            layers: (0..config.layers)
                .map(|ix| Box::new(layer(scope.at(format!("layer{ix}")))) as Box<dyn NodeLayer>)
                .collect(),
            features: NodeFeatures::new(config, vocabulary, DegreeColumns::In),
            dropout: config.dropout,
        }
    }
}

impl Encoder for NodeStack {
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let mut h = NodeRows::of_labels(tape, self.labels, graphs);
        for layer in &self.layers {
            if tape.is_stopped() {
                break;
            }
            let next = layer.forward(tape, &h, graphs);
            let next = tape.thin(next, self.dropout);
            let sum = tape.add(h.each, next);
            h = NodeRows::of(masked(tape, sum, graphs.kept_nodes()));
        }
        self.features.forward(tape, h.each, graphs)
    }

    fn rows(&self) -> RowsOf {
        RowsOf::Nodes
    }
}

impl BaselineEncoder for NodeStack {
    fn width(&self) -> usize {
        self.features.width()
    }
}
