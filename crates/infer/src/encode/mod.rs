//! A graph as rows: one per arc, or one per node.

mod edge_centric;
mod gin;
mod parallel;

use isocount_core::{Cancelled, Control, LabeledGraph};

pub(crate) use edge_centric::{Aggregate, EdgeCentric, Layer as EdgeLayer};
pub(crate) use gin::{Gin, Layer as GinLayer};
pub(crate) use parallel::{over_rows, piece_rows};

use crate::error::{EncodeError, UnknownLabel};
use crate::kernel::add_total;

/// How many labels a model knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vocabulary {
    pub(crate) nodes: usize,
    pub(crate) edges: usize,
}

/// How many labels or arcs are looked at between two looks at the control.
pub(crate) const STRETCH: usize = 1 << 16;

impl Vocabulary {
    pub(crate) fn check(self, graph: &LabeledGraph, control: &Control) -> Result<(), EncodeError> {
        let check = |kind, label: u32, known: usize| {
            if (label as usize) < known { Ok(()) } else { Err(UnknownLabel { kind, label, known }) }
        };
        for labels in graph.node_labels().chunks(STRETCH) {
            control.check()?;
            labels.iter().try_for_each(|label| check("node", label.0, self.nodes))?;
        }
        for arcs in graph.nodes().flat_map(|tail| graph.out_arcs(tail).chunks(STRETCH)) {
            control.check()?;
            arcs.iter().try_for_each(|arc| check("edge", arc.label.0, self.edges))?;
        }
        Ok(())
    }
}

/// Σ h, in double precision.
pub(crate) fn total(h: &[f32], width: usize, control: &Control) -> Result<Vec<f64>, Cancelled> {
    let mut total = vec![0.0; width];
    for rows in h.chunks(piece_rows(width) * width) {
        control.check()?;
        add_total(rows, &mut total);
    }
    Ok(total)
}

/// One of the paper's two encoders.
#[derive(Clone, Debug)]
pub(crate) enum Encoder {
    EdgeCentric(EdgeCentric),
    Gin(Gin),
}

impl Encoder {
    /// The rows of a graph whose labels are known.
    pub(crate) fn rows(
        &self,
        graph: &LabeledGraph,
        threads: usize,
        control: &Control,
    ) -> Result<Vec<f32>, Cancelled> {
        match self {
            Self::EdgeCentric(encoder) => encoder.rows(graph, threads, control),
            Self::Gin(encoder) => encoder.rows(graph, threads, control),
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
