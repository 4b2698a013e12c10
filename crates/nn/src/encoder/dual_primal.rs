//! K layers of DPGCNN: arcs weight the messages between nodes.
//!
//! ```text
//! h⁰_v = code(label)·W       f⁰⟨u,v⟩ = h⁰_u ‖ code(edge label)·V ‖ h⁰_v       hᵏ = hᵏ⁻¹ + h′       fᵏ = f′
//! ```
//!
//! The edge label in f⁰ is an addition of this project: the paper of DPGCNN has none.

use isocount_grad::{RowIndex, Scope, Tape, Var};
use isocount_model::NodeConfig;

use super::{BaselineEncoder, DegreeColumns, Encoder, NodeFeatures, RowsOf};
use crate::filter::masked;
use crate::layer::{DualPrimalConv, LabelCode, NodeRows};
use crate::{GraphBatch, Vocabulary};

/// The layers.
pub(crate) struct DualPrimal {
    nodes: LabelCode,
    arcs: LabelCode,
    layers: Vec<DualPrimalConv>,
    features: NodeFeatures,
}

impl DualPrimal {
    /// `heads` is the number of attention heads among arcs, each of width `head_width`.
    pub(crate) fn new(
        mut scope: Scope<'_>,
        config: &NodeConfig,
        vocabulary: Vocabulary,
        [heads, head_width]: [usize; 2],
    ) -> Self {
        let d = config.width;
        let layer = |ix: usize| {
            let d_arc = if ix == 0 { 3 * d } else { heads * head_width };
            let scope = scope.at(format!("layer{ix}"));
            DualPrimalConv::new(scope, d_arc, d, [heads, head_width], config.dropout)
        };
        let layers = (0..config.layers).map(layer).collect();
        Self {
            nodes: LabelCode::new(scope.at("labels"), vocabulary.node_labels, d, 1.0),
            arcs: LabelCode::new(scope.at("edge_labels"), vocabulary.edge_labels, d, 1.0),
            layers,
            features: NodeFeatures::new(config, vocabulary, DegreeColumns::In),
        }
    }
}

impl DualPrimal {
    /// `[ h_u ‖ x_e ‖ h_v ]·W`, computed from the three parts of W separately; that of the edge by
    /// labels.
    fn first_product(
        &self,
        tape: &mut Tape<'_>,
        weight: Var,
        nodes: &NodeRows,
        graphs: &GraphBatch,
    ) -> Var {
        let d = (tape.shape(weight).rows / 3) as u32;
        let part = |tape: &mut Tape<'_>, ix: u32| {
            tape.gather_rows(weight, &RowIndex::new((ix * d..(ix + 1) * d).collect::<Vec<_>>()))
        };
        let [tail, edge, head] = [0, 1, 2].map(|ix| part(tape, ix));
        let tails = nodes.product(tape, tail);
        let tails = tape.gather_rows(tails, &graphs.tails);
        let heads = nodes.product(tape, head);
        let heads = tape.gather_rows(heads, &graphs.head_of);
        let edges = self.arcs.forward(tape, 0..graphs.vocabulary.edge_labels as u32);
        let edges = tape.matmul(edges, edge);
        let edges = tape.gather_rows(edges, &RowIndex::new(graphs.edge_labels.as_slice()));
        let ends = tape.add(tails, heads);
        tape.add(ends, edges)
    }
}

impl Encoder for DualPrimal {
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let nodes = NodeRows::of_labels(tape, self.nodes, graphs);
        let mut h = nodes.each;
        let mut arcs = None;
        for layer in &self.layers {
            let q = match arcs {
                Some(arcs) => tape.matmul(arcs, layer.weight()),
                None => self.first_product(tape, layer.weight(), &nodes, graphs),
            };
            let [next_arcs, next] = layer.forward(tape, q, h, graphs);
            arcs = Some(next_arcs);
            h = tape.add(h, next);
            h = masked(tape, h, graphs.kept_nodes());
        }
        self.features.forward(tape, h, graphs)
    }

    fn rows(&self) -> RowsOf {
        RowsOf::Nodes
    }
}

impl BaselineEncoder for DualPrimal {
    fn width(&self) -> usize {
        self.features.width()
    }
}
