//! A graph as lists of numbers, checked against the labels that a model knows.

use isocount_core::{Cancelled, Control, Label, LabeledGraph};
use isocount_model::Vocabulary;

use crate::batch::ITEMS_PER_CHECK;

/// A label that the model does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the model knows {known} {kind} labels, and label {} is not among them", .label.0)]
pub struct UnknownLabel {
    /// `node` or `edge`.
    pub kind: &'static str,
    /// The label.
    pub label: Label,
    /// The number of known labels.
    pub known: usize,
}

/// Why a graph cannot be prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrepareError {
    /// The graph has an unknown label.
    #[error(transparent)]
    Label(#[from] UnknownLabel),
    /// The work was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A graph, ready to be added to batches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prepared {
    pub(crate) node_labels: Vec<u32>,
    pub(crate) tails: Vec<u32>,
    pub(crate) heads: Vec<u32>,
    pub(crate) edge_labels: Vec<u32>,
}

impl Prepared {
    /// Converts a graph.
    ///
    /// # Errors
    /// If it has a label that is not in the vocabulary.
    pub fn new(graph: &LabeledGraph, vocabulary: Vocabulary) -> Result<Self, UnknownLabel> {
        match Self::new_with(graph, vocabulary, &Control::NONE) {
            Ok(prepared) => Ok(prepared),
            Err(PrepareError::Label(problem)) => Err(problem),
            Err(PrepareError::Cancelled(_)) => unreachable!("the control cannot be cancelled"),
        }
    }

    /// Like [`new`](Self::new), but cancellable.
    ///
    /// # Errors
    /// If the graph has a label that is not in the vocabulary, or the work was cancelled.
    pub fn new_with(
        graph: &LabeledGraph,
        vocabulary: Vocabulary,
        control: &Control,
    ) -> Result<Self, PrepareError> {
        let known = |kind, label: Label, known: usize| {
            if (label.0 as usize) < known {
                Ok(label.0)
            } else {
                Err(UnknownLabel { kind, label, known })
            }
        };
        let list = |len| Vec::with_capacity(len);
        let (mut node_labels, num_arcs) = (list(graph.num_nodes()), graph.num_arcs());
        for labels in graph.node_labels().chunks(ITEMS_PER_CHECK) {
            control.check()?;
            for &label in labels {
                node_labels.push(known("node", label, vocabulary.node_labels)?);
            }
        }
        let (mut tails, mut heads, mut edge_labels) =
            (list(num_arcs), list(num_arcs), list(num_arcs));
        for (ix, arc) in graph.arcs().enumerate() {
            if ix % ITEMS_PER_CHECK == 0 {
                control.check()?;
            }
            tails.push(arc.tail.0);
            heads.push(arc.head.0);
            edge_labels.push(known("edge", arc.label, vocabulary.edge_labels)?);
        }
        Ok(Self { node_labels, tails, heads, edge_labels })
    }

    /// The number of nodes.
    #[must_use]
    pub fn num_nodes(&self) -> usize {
        self.node_labels.len()
    }

    /// The number of arcs.
    #[must_use]
    pub fn num_arcs(&self) -> usize {
        self.tails.len()
    }
}
