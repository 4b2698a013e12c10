//! K layers of DPGCNN: arcs weight the messages between nodes.
//!
//! ```text
//! h⁰_v = code(label)·W       f⁰⟨u,v⟩ = h⁰_u ‖ code(edge label)·V ‖ h⁰_v       hᵏ = hᵏ⁻¹ + h′       fᵏ = f′
//! ```
//!
//! The edge label in f⁰ is our addition: the paper of DPGCNN has none.

use isocount_grad::{Scope, Tape, Var};
use isocount_model::NodeConfig;

use super::{BaselineEncoder, DegreeColumns, Encoder, NodeFeatures, RowsOf};
use crate::filter::masked;
use crate::layer::{DualPrimalConv, LabelCode};
use crate::{GraphBatch, Vocabulary};

/// The layers.
pub(crate) struct DualPrimal {
    nodes: LabelCode,
    arcs: LabelCode,
    layers: Vec<DualPrimalConv>,
    features: NodeFeatures,
}

impl DualPrimal {
    /// `heads` are those of the attention among arcs, each of `head_width`.
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

impl Encoder for DualPrimal {
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let h = self.nodes.forward(tape, graphs.node_labels().iter().copied());
        let mut h = masked(tape, h, graphs.kept_nodes());
        let labels = self.arcs.forward(tape, graphs.edge_labels.iter().copied());
        let tails = tape.gather_rows(h, &graphs.tails);
        let heads = tape.gather_rows(h, &graphs.head_of);
        let mut arcs = tape.concat_cols(&[tails, labels, heads]); // [E, 3d]
        for layer in &self.layers {
            let [next_arcs, next] = layer.forward(tape, arcs, h, graphs);
            arcs = next_arcs;
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
