//! K layers that receive messages at both ends, over one-hot labels: `h⁰⟨u,v⟩ = x_u ‖ x⟨u,v⟩ ‖
//! x_v`, `hᵏ⁺¹ = hᵏ + layer(hᵏ)`.

use isocount_grad::{Scope, Tape, Var};

use super::{Encoder, RowsOf};
use crate::layer::TwoWayConv;
use crate::{GraphBatch, Vocabulary};

/// The layers.
#[derive(Clone, Debug)]
pub(crate) struct TwoWay {
    layers: Vec<TwoWayConv>,
    residual: bool,
}

impl TwoWay {
    pub(crate) fn new(
        mut scope: Scope<'_>,
        layers: usize,
        width: usize,
        residual: bool,
        vocabulary: Vocabulary,
    ) -> Self {
        let d_0 = 2 * vocabulary.node_labels + vocabulary.edge_labels;
        let layer = |ix: usize| {
            let d_in = if ix == 0 { d_0 } else { width };
            TwoWayConv::new(scope.at(format!("layer{ix}")), d_in, width)
        };
        Self { layers: (0..layers).map(layer).collect(), residual }
    }
}

impl Encoder for TwoWay {
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let (first, rest) = self.layers.split_first().expect("a model has a layer");
        let mut h = first.forward(tape, &graphs.arcs, graphs);
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
