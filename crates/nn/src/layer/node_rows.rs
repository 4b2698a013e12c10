//! The input of a layer over nodes: a row for each node, and, before the first layer, one row for
//! each label.
//!
//! Nodes of one label have the same state until they have received messages. A product of that
//! state with a weight is computed once per label and then looked up: with a table T, `h_v =
//! T[label of v]`, it is `h·W = (T·W)[label of v]`, with few rows instead of N.

use isocount_grad::{RowIndex, Tape, Var};

use super::LabelCode;
use crate::GraphBatch;
use crate::filter::masked;

/// States of nodes.
#[derive(Clone, Debug)]
pub(crate) struct NodeRows {
    /// A row for each node.
    pub(crate) each: Var,
    /// The same states as rows of labels, if they exist.
    pub(crate) labels: Option<LabelRows>,
}

/// A row for each label, and the label of each node.
#[derive(Clone, Debug)]
pub(crate) struct LabelRows {
    pub(crate) table: Var,
    pub(crate) of_node: RowIndex,
    /// The label of each arc's tail.
    pub(crate) of_tail: RowIndex,
}

impl NodeRows {
    /// Rows without known structure.
    pub(crate) fn of(each: Var) -> Self {
        Self { each, labels: None }
    }

    /// The embeddings of labels. A filter zeroes nodes regardless of their labels, so with a filter
    /// there are no rows of labels.
    pub(crate) fn of_labels(tape: &mut Tape<'_>, code: LabelCode, graphs: &GraphBatch) -> Self {
        if graphs.kept_nodes().is_some() {
            let each = code.forward(tape, graphs.node_labels().iter().copied());
            return Self::of(masked(tape, each, graphs.kept_nodes()));
        }
        let table = code.forward(tape, 0..graphs.vocabulary.node_labels as u32);
        let labels = graphs.node_labels();
        let of_tail = graphs.tails.rows().iter().map(|&tail| labels[tail as usize]);
        let labels = LabelRows {
            table,
            of_node: graphs.nodes.places().clone(),
            of_tail: RowIndex::new(of_tail.collect::<Vec<_>>()),
        };
        Self { each: tape.gather_rows(table, &labels.of_node), labels: Some(labels) }
    }

    /// `h·W`.
    pub(crate) fn product(&self, tape: &mut Tape<'_>, weight: Var) -> Var {
        match &self.labels {
            None => tape.matmul(self.each, weight),
            Some(labels) => {
                let rows = tape.matmul(labels.table, weight);
                tape.gather_rows(rows, &labels.of_node)
            }
        }
    }

    /// `h·W + b`.
    pub(crate) fn linear(&self, tape: &mut Tape<'_>, weight: Var, bias: Var) -> Var {
        match &self.labels {
            None => tape.linear(self.each, weight, bias),
            Some(labels) => {
                let rows = tape.linear(labels.table, weight, bias);
                tape.gather_rows(rows, &labels.of_node)
            }
        }
    }

    /// `h·W + base + b`.
    pub(crate) fn linear_onto(
        &self,
        tape: &mut Tape<'_>,
        weight: Var,
        base: Var,
        bias: Var,
    ) -> Var {
        if self.labels.is_none() {
            return tape.linear_onto_both(self.each, [weight, base, bias], 1.0);
        }
        let own = self.linear(tape, weight, bias);
        tape.add(own, base)
    }
}
