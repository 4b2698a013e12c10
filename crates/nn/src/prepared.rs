//! A graph as lists of numbers, checked against the labels known to a model.

use isocount_core::{Cancelled, Control, Label, LabeledGraph};
use isocount_model::Vocabulary;

use crate::batch::OFTEN;

/// A label that the model was not made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the model knows {known} {kind} labels, and label {} is not among them", .label.0)]
pub struct UnknownLabel {
    /// Node or edge.
    pub kind: &'static str,
    /// The label.
    pub label: Label,
    /// How many are known.
    pub known: usize,
}

/// Why a graph cannot be prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrepareError {
    /// The model was not made for it.
    #[error(transparent)]
    Label(#[from] UnknownLabel),
    /// The work was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A graph, ready to become part of batches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prepared {
    pub(crate) node_labels: Vec<u32>,
    pub(crate) tails: Vec<u32>,
    pub(crate) heads: Vec<u32>,
    pub(crate) edge_labels: Vec<u32>,
}

impl Prepared {
    /// Takes a graph apart.
    ///
    /// # Errors
    /// If it has a label that the vocabulary lacks.
    pub fn new(graph: &LabeledGraph, vocabulary: Vocabulary) -> Result<Self, UnknownLabel> {
        match Self::new_with(graph, vocabulary, &Control::NONE) {
            Ok(prepared) => Ok(prepared),
            Err(PrepareError::Label(problem)) => Err(problem),
            Err(PrepareError::Cancelled(_)) => unreachable!("the control cannot be cancelled"),
        }
    }

    /// The same, stopped by a handle.
    ///
    /// # Errors
    /// If the graph has a label that the vocabulary lacks, or the work was cancelled.
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
        for labels in graph.node_labels().chunks(OFTEN) {
            control.check()?;
            for &label in labels {
                node_labels.push(known("node", label, vocabulary.node_labels)?);
            }
        }
        let (mut tails, mut heads, mut edge_labels) =
            (list(num_arcs), list(num_arcs), list(num_arcs));
        for (ix, arc) in graph.arcs().enumerate() {
            if ix % OFTEN == 0 {
                control.check()?;
            }
            tails.push(arc.tail.0);
            heads.push(arc.head.0);
            edge_labels.push(known("edge", arc.label, vocabulary.edge_labels)?);
        }
        Ok(Self { node_labels, tails, heads, edge_labels })
    }

    /// How many nodes it has.
    #[must_use]
    pub fn num_nodes(&self) -> usize {
        self.node_labels.len()
    }

    /// How many arcs it has.
    #[must_use]
    pub fn num_arcs(&self) -> usize {
        self.tails.len()
    }
}
