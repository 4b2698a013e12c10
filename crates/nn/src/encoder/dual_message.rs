//! K layers of DMPNN-LRP over nodes and arcs, every arc with its reverse.
//!
//! ```text
//! h⁰_v = code(label)·W        x⁰_e = code(r)·V        x⁰_ē = code(r + R)·V
//! ```
//!
//! R edge labels become 2R. As long as arcs of one label have one state, that is before the first layer, what is done
//! to them is done once for each label.

use isocount_grad::{Scope, Tape, Var};
use isocount_model::NodeConfig;

use super::{BaselineEncoder, DegreeColumns, Encoder, NodeFeatures, RowsOf};
use crate::digit_code::DigitCode;
use crate::filter::masked;
use crate::layer::{ArcStates, BothWays, DualMessageConv, LabelCode, NodeRows};
use crate::{GraphBatch, Vocabulary};

/// The layers.
pub(crate) struct DualMessage {
    nodes: LabelCode,
    arcs: LabelCode,
    layers: Vec<DualMessageConv>,
    features: NodeFeatures,
    dropout: f32,
}

impl DualMessage {
    pub(crate) fn new(mut scope: Scope<'_>, config: &NodeConfig, vocabulary: Vocabulary) -> Self {
        let Vocabulary { node_labels, edge_labels } = vocabulary;
        // A label is the sum of as many rows as it has digits.
        let deviation = |labels: usize| 1.0 / DigitCode::new(labels).digits() as f64;
        let d = config.width;
        let both = 2 * edge_labels;
        let layers = (0..config.layers)
            .map(|ix| DualMessageConv::new(scope.at(format!("layer{ix}")), d))
            .collect();
        Self {
            nodes: LabelCode::new(scope.at("labels"), node_labels, d, deviation(node_labels)),
            arcs: LabelCode::new(scope.at("edge_labels"), both, d, deviation(both)),
            layers,
            features: NodeFeatures::new(config, vocabulary, DegreeColumns::OutAndIn),
            dropout: config.dropout,
        }
    }
}

impl Encoder for DualMessage {
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let mut h = NodeRows::of_labels(tape, self.nodes, graphs);
        let control = tape.control().clone();
        let Ok(both) = BothWays::new(graphs, &control) else {
            return self.features.forward(tape, h.each, graphs);
        };
        let labels = 2 * graphs.vocabulary.edge_labels as u32;
        let table = self.arcs.forward(tape, 0..labels);
        let mut x = ArcStates::first(tape, table, &both);
        for (ix, layer) in self.layers.iter().enumerate() {
            if tape.is_stopped() {
                break;
            }
            let is_last = ix + 1 == self.layers.len();
            let (next, arcs) = layer.forward(tape, &h, x, &both, is_last);
            x = arcs;
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

impl BaselineEncoder for DualMessage {
    fn width(&self) -> usize {
        self.features.width()
    }
}
