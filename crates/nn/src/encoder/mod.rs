//! Stacks of layers: from labels to a row for each arc, node or graph.

mod arc_features;
mod diff_pool;
mod dual_message;
mod dual_primal;
mod edge_branches;
mod edge_centric;
mod gin;
mod node_features;
mod node_stack;
mod two_way;

use isocount_grad::{Tape, Var};

use crate::GraphBatch;

pub(crate) use arc_features::ArcFeatures;
pub(crate) use diff_pool::DiffPoolEncoder;
pub(crate) use dual_message::DualMessage;
pub(crate) use dual_primal::DualPrimal;
pub(crate) use edge_branches::{Branches, EdgeBranches};
pub(crate) use edge_centric::EdgeCentric;
pub(crate) use gin::Gin;
pub(crate) use node_features::{DegreeColumns, NodeFeatures};
pub(crate) use node_stack::NodeStack;
pub(crate) use two_way::TwoWay;

/// Encodes labels as rows.
pub(crate) trait Encoder: Send + Sync {
    /// The rows of all graphs, one graph after the other.
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var;

    /// The kind of its rows.
    fn rows(&self) -> RowsOf;
}

/// An encoder and the width of its rows.
pub(crate) trait BaselineEncoder: Encoder {
    /// The width of a row.
    fn width(&self) -> usize;
}

/// The kinds of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowsOf {
    Arcs,
    Nodes,
    Graphs,
}

impl Encoder for Box<dyn Encoder> {
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        self.as_ref().encode(tape, graphs)
    }

    fn rows(&self) -> RowsOf {
        self.as_ref().rows()
    }
}
