//! K layers of the graph isomorphism network over one-hot node labels.

use isocount_grad::{Scope, Segments, Spans, Tape, Var};

use super::Encoder;
use crate::layer::GinConv;
use crate::{Batch, GraphBatch, Vocabulary};

/// The layers.
#[derive(Clone, Debug)]
pub(crate) struct Gin {
    layers: Vec<GinConv>,
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
            GinConv::new(scope.at(format!("layer{ix}")), d_in, width)
        };
        Self { layers: (0..layers).map(layer).collect() }
    }
}

impl Encoder for Gin {
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let (first, rest) = self.layers.split_first().expect("a model has a layer");
        let h = first.forward(tape, &graphs.nodes, graphs);
        rest.iter().fold(h, |h, layer| layer.forward(tape, h, graphs))
    }

    fn rows_of<'a>(&self, graphs: &'a GraphBatch) -> &'a Segments {
        &graphs.nodes_of
    }

    fn spans<'a>(&self, batch: &'a Batch) -> &'a Spans {
        &batch.node_spans
    }
}
