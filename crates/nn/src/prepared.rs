//! A graph as lists of numbers, checked against the labels that a model knows.

use isocount_core::{Label, LabeledGraph};
use isocount_model::Vocabulary;

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

/// A graph, ready to become part of batches.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        let known = |kind, label: Label, known: usize| {
            if (label.0 as usize) < known {
                Ok(label.0)
            } else {
                Err(UnknownLabel { kind, label, known })
            }
        };
        let node_labels = graph.node_labels().iter();
        let node_labels = node_labels
            .map(|&label| known("node", label, vocabulary.node_labels))
            .collect::<Result<_, _>>()?;
        let edge_labels = graph.arcs();
        let edge_labels = edge_labels
            .map(|arc| known("edge", arc.label, vocabulary.edge_labels))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            node_labels,
            tails: graph.arcs().map(|arc| arc.tail.0).collect(),
            heads: graph.arcs().map(|arc| arc.head.0).collect(),
            edge_labels,
        })
    }

    /// How many arcs it has.
    #[must_use]
    pub fn num_arcs(&self) -> usize {
        self.tails.len()
    }
}
