//! Stacks of layers: from labels to a row for each arc or node.

mod edge_centric;
mod gin;
mod two_way;

use isocount_grad::{Segments, Spans, Tape, Var};

use crate::{Batch, GraphBatch};

pub(crate) use edge_centric::EdgeCentric;
pub use edge_centric::{Aggregation, EdgeCentricConfig, Encoding, Reverse};
pub(crate) use gin::Gin;
pub(crate) use two_way::TwoWay;

/// From labels to rows.
pub(crate) trait Encoder: Send + Sync {
    /// A row for each arc, or for each node, of all graphs.
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var;

    /// Which graph each row belongs to.
    fn rows_of<'a>(&self, graphs: &'a GraphBatch) -> &'a Segments;

    /// The rows of the graph of each question.
    fn spans<'a>(&self, batch: &'a Batch) -> &'a Spans;
}

impl Encoder for Box<dyn Encoder> {
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        self.as_ref().encode(tape, graphs)
    }

    fn rows_of<'a>(&self, graphs: &'a GraphBatch) -> &'a Segments {
        self.as_ref().rows_of(graphs)
    }

    fn spans<'a>(&self, batch: &'a Batch) -> &'a Spans {
        self.as_ref().spans(batch)
    }
}
