//! A graph as rows: one per arc, or one per node.

mod edge_centric;
mod gin;
mod parallel;
mod scratch;

use isocount_core::{Cancelled, Control, Label, LabeledGraph};

pub(crate) use edge_centric::{Aggregate, EdgeCentric, Layer as EdgeLayer};
pub(crate) use gin::{Gin, Layer as GinLayer};
pub(crate) use parallel::{over_rows, piece_rows, pieces};
pub(crate) use scratch::Scratch;

use crate::error::{EncodeError, UnknownLabel};
use crate::kernel::add_total;

/// The numbers of labels that a model knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vocabulary {
    pub(crate) nodes: usize,
    pub(crate) edges: usize,
}

/// The number of labels or arcs between two checks of the control.
pub(crate) const STRETCH: usize = 1 << 16;

impl Vocabulary {
    /// Returns an error if the graph has an unknown node label.
    fn check_nodes(self, graph: &LabeledGraph, control: &Control) -> Result<(), EncodeError> {
        for labels in graph.node_labels().chunks(STRETCH) {
            control.check()?;
            labels.iter().try_for_each(|&label| known("node", label, self.nodes))?;
        }
        Ok(())
    }

    /// Returns an error if the graph has an unknown edge label.
    fn check_edges(self, graph: &LabeledGraph, control: &Control) -> Result<(), EncodeError> {
        for arcs in graph.nodes().flat_map(|tail| graph.out_arcs(tail).chunks(STRETCH)) {
            control.check()?;
            arcs.iter().try_for_each(|arc| known("edge", arc.label, self.edges))?;
        }
        Ok(())
    }
}

#[inline]
fn known(kind: &'static str, label: Label, known: usize) -> Result<(), UnknownLabel> {
    let label = label.0;
    if (label as usize) < known { Ok(()) } else { Err(UnknownLabel { kind, label, known }) }
}

/// Σ h, in double precision.
pub(crate) fn total(h: &[f32], width: usize, control: &Control) -> Result<Vec<f64>, Cancelled> {
    let mut total = Vec::new();
    total_into(h, width, control, &mut total)?;
    Ok(total)
}

/// Like [`total`], but in an existing list.
pub(crate) fn total_into(
    h: &[f32],
    width: usize,
    control: &Control,
    total: &mut Vec<f64>,
) -> Result<(), Cancelled> {
    total.clear();
    total.resize(width, 0.0);
    for rows in pieces(h.len(), piece_rows(width) * width) {
        control.check()?;
        add_total(&h[rows], total);
    }
    Ok(())
}

/// One of the paper's two encoders.
#[derive(Clone, Debug)]
pub(crate) enum Encoder {
    EdgeCentric(EdgeCentric),
    Gin(Gin),
}

impl Encoder {
    /// Writes the rows of a graph to [`Scratch::h`].
    pub(crate) fn rows(
        &self,
        graph: &LabeledGraph,
        threads: usize,
        control: &Control,
        scratch: &mut Scratch,
    ) -> Result<(), EncodeError> {
        match self {
            Self::EdgeCentric(encoder) => encoder.rows(graph, threads, control, scratch),
            Self::Gin(encoder) => {
                scratch.h = encoder.rows(graph, threads, control)?;
                Ok(())
            }
        }
    }
}

/// The encoded form of a graph.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// h: a row for each arc, or each node, padded.
    pub(crate) h: Vec<f32>,
    /// a and b of each row, concatenated, if modulation is computed in one pass.
    pub(crate) ab: Vec<f32>,
    /// Σ h, in double precision.
    pub(crate) total: Vec<f64>,
}

impl Encoded {
    /// The number of rows.
    #[must_use]
    pub fn num_rows(&self) -> usize {
        if self.total.is_empty() { 0 } else { self.h.len() / self.total.len() }
    }
}
