//! A graph as rows: one per arc, or one per node.

mod edge_centric;
mod gin;
mod parallel;

use isocount_core::LabeledGraph;

pub(crate) use edge_centric::{Aggregate, EdgeCentric, Layer as EdgeLayer};
pub(crate) use gin::{Gin, Layer as GinLayer};
pub(crate) use parallel::over_rows;

use crate::error::UnknownLabel;

/// How many labels a model knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vocabulary {
    pub(crate) nodes: usize,
    pub(crate) edges: usize,
}

impl Vocabulary {
    pub(crate) fn check(self, graph: &LabeledGraph) -> Result<(), UnknownLabel> {
        let check = |kind, label: u32, known: usize| {
            if (label as usize) < known { Ok(()) } else { Err(UnknownLabel { kind, label, known }) }
        };
        graph.node_labels().iter().try_for_each(|label| check("node", label.0, self.nodes))?;
        graph.arcs().try_for_each(|arc| check("edge", arc.label.0, self.edges))
    }
}

/// One of the paper's two encoders.
#[derive(Clone, Debug)]
pub(crate) enum Encoder {
    EdgeCentric(EdgeCentric),
    Gin(Gin),
}

impl Encoder {
    /// The rows of a graph whose labels are known.
    pub(crate) fn rows(&self, graph: &LabeledGraph, threads: usize) -> Vec<f32> {
        match self {
            Self::EdgeCentric(encoder) => encoder.rows(graph, threads),
            Self::Gin(encoder) => encoder.rows(graph, threads),
        }
    }
}

/// What a model keeps of a graph.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// h: a row for each arc, or each node, padded.
    pub(crate) h: Vec<f32>,
    /// a and b of each row side by side, if modulation is to be done in one pass.
    pub(crate) ab: Vec<f32>,
    /// Σ h, in double precision.
    pub(crate) total: Vec<f64>,
}

impl Encoded {
    /// How many rows there are.
    #[must_use]
    pub fn num_rows(&self) -> usize {
        if self.total.is_empty() { 0 } else { self.h.len() / self.total.len() }
    }
}
