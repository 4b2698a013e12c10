//! K layers of DMPNN-LRP over nodes and arcs, every arc with its reverse.
//!
//! ```text
//! h⁰_v = code(label)·W        x⁰_e = code(r)·V        x⁰_ē = code(r + R)·V
//! ```
//!
//! R edge labels become 2R. Before the first layer, all arcs of one label have the same state, so
//! operations on them are computed once per label.

use isocount_grad::{RowIndex, Scope, Tape, Var};
use isocount_model::NodeConfig;

use super::{BaselineEncoder, DegreeColumns, Encoder, NodeFeatures, RowsOf};
use crate::digit_code::DigitCode;
use crate::filter::masked;
use crate::layer::{
    ArcRows, ArcStates, BothWays, DualMessageConv, FoldedWays, LabelCode, NodeRows, is_worth_it,
};
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

    /// The states of arcs, followed by those of their reverses.
    fn first_arcs(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> ArcRows {
        let labels = graphs.vocabulary.edge_labels as u32;
        let rows = self.arcs.forward(tape, 0..2 * labels);
        let reverse = graphs.edge_labels.iter().map(|&label| labels + label);
        let of_arc: Vec<u32> = graphs.edge_labels.iter().copied().chain(reverse).collect();
        let of_arc = RowIndex::new(of_arc);
        if graphs.kept_arcs().is_none() {
            return ArcRows::Labels(rows, of_arc);
        }
        let each = tape.gather_rows(rows, &of_arc);
        ArcRows::Each(masked_twice(tape, each, graphs))
    }
}

/// The filter of arcs, for arcs and their reverses.
fn masked_twice(tape: &mut Tape<'_>, x: Var, graphs: &GraphBatch) -> Var {
    let twice = graphs.kept_arcs().map(|kept| {
        let kept = kept.data();
        isocount_grad::Matrix::column([kept, kept].concat())
    });
    masked(tape, x, twice.as_ref())
}

impl DualMessage {
    fn plain(&self, tape: &mut Tape<'_>, mut h: NodeRows, graphs: &GraphBatch) -> Var {
        let control = tape.control().clone();
        let Ok(both) = BothWays::new(graphs, &control) else { return h.each };
        let mut x = self.first_arcs(tape, graphs);
        for (ix, layer) in self.layers.iter().enumerate() {
            if tape.is_stopped() {
                break;
            }
            let is_last = ix + 1 == self.layers.len();
            let (next, arcs) = layer.forward(tape, &h, &x, (graphs, &both), is_last);
            h = self.plus(tape, &h, next, graphs);
            if let Some(arcs) = arcs {
                x = ArcRows::Each(masked_twice(tape, arcs, graphs));
            }
        }
        h.each
    }

    /// Like `plain`, but for many arcs and without a filter.
    fn folded(&self, tape: &mut Tape<'_>, mut h: NodeRows, graphs: &GraphBatch) -> Var {
        let control = tape.control().clone();
        let Ok(both) = FoldedWays::new(graphs, &control) else { return h.each };
        let labels = 2 * graphs.vocabulary.edge_labels as u32;
        let mut x = ArcStates::new(self.arcs.forward(tape, 0..labels));
        for (ix, layer) in self.layers.iter().enumerate() {
            if tape.is_stopped() {
                break;
            }
            let is_last = ix + 1 == self.layers.len();
            let next;
            (next, x) = layer.forward_folded(tape, &h, x, &both, is_last);
            h = self.plus(tape, &h, next, graphs);
        }
        h.each
    }

    /// h + v.
    fn plus(&self, tape: &mut Tape<'_>, h: &NodeRows, next: Var, graphs: &GraphBatch) -> NodeRows {
        let next = tape.thin(next, self.dropout);
        let sum = tape.add(h.each, next);
        NodeRows::of(masked(tape, sum, graphs.kept_nodes()))
    }
}

impl Encoder for DualMessage {
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let h = NodeRows::of_labels(tape, self.nodes, graphs);
        let width = tape.shape(h.each).cols;
        // The following takes time even without numbers.
        let h = match () {
            () if tape.is_stopped() => h.each,
            () if is_worth_it(graphs, width) => self.folded(tape, h, graphs),
            () => self.plain(tape, h, graphs),
        };
        self.features.forward(tape, h, graphs)
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

#[cfg(test)]
mod tests {
    use isocount_grad::{Arena, Grads, Matrix, Params};
    use isocount_testkit::random;

    use super::*;
    use crate::{Prepared, Reverse};

    #[test]
    fn folded_equals_plain() {
        let vocabulary = Vocabulary { node_labels: 4, edge_labels: 4 };
        let config = NodeConfig { width: 6, ..NodeConfig::default() };
        let mut params = Params::new(11);
        let encoder = DualMessage::new(params.at("encoder"), &config, vocabulary);
        for seed in 0..20 {
            // Several graphs at once, some without arcs.
            let cases = (0..6).map(|case| random::small_case(6 * seed + case).graph);
            let prepared: Vec<Prepared> =
                cases.map(|graph| Prepared::new(&graph, vocabulary).unwrap()).collect();
            let each: Vec<&Prepared> = prepared.iter().collect();
            let graphs = GraphBatch::new(&each, vocabulary, Reverse::Include);
            let [plain, folded] = [DualMessage::plain, DualMessage::folded].map(|encode| {
                let mut arena = Arena::new();
                let mut tape = Tape::new(&params, &mut arena);
                let h = NodeRows::of_labels(&mut tape, encoder.nodes, &graphs);
                let rows = encode(&encoder, &mut tape, h, &graphs);
                let shape = tape.shape(rows);
                let factors = Matrix::from_fn(shape.rows, shape.cols, |row, col| {
                    ((3 * row + col) % 7) as f32 - 3.0
                });
                let factors = tape.input(&factors);
                let product = tape.mul(rows, factors);
                let loss = tape.sum(product);
                let values = tape.value(rows).data().to_vec();
                let mut grads = Grads::zeros(&params);
                tape.backward(loss, &mut grads).unwrap();
                (values, grads.values().to_vec())
            });
            for (plain, folded) in [(plain.0, folded.0), (plain.1, folded.1)] {
                let largest = plain.iter().fold(1.0_f32, |most, x| most.max(x.abs()));
                for (a, b) in plain.iter().zip(&folded) {
                    assert!((a - b).abs() < 1e-5 * largest, "{a} and {b}, seed {seed}");
                }
            }
        }
    }
}
