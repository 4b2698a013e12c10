//! K layers of the graph isomorphism network over one-hot node labels.

use isocount_grad::{Scope, Tape, Var};

use super::{Encoder, RowsOf};
use crate::layer::{MessagePassing, NodeLayer, NodeRows, gin_conv, written_out};
use crate::{GraphBatch, Vocabulary};

/// The layers.
#[derive(Clone, Debug)]
pub(crate) struct Gin {
    layers: Vec<MessagePassing>,
    labels: usize,
}

impl Gin {
    pub(crate) fn new(
        mut scope: Scope<'_>,
        layers: usize,
        width: usize,
        vocabulary: Vocabulary,
    ) -> Self {
        let layer = |ix: usize| {
            let d_in = if ix == 0 { vocabulary.node_labels } else { width };
            gin_conv(scope.at(format!("layer{ix}")), d_in, width)
        };
        Self { layers: (0..layers).map(layer).collect(), labels: vocabulary.node_labels }
    }
}

impl Encoder for Gin {
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let h = written_out(tape, &graphs.nodes, self.labels);
        self.layers.iter().fold(h, |h, layer| layer.forward(tape, &NodeRows::of(h), graphs))
    }

    fn rows(&self) -> RowsOf {
        RowsOf::Nodes
    }
}
