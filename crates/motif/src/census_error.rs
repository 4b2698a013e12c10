//! Why a census is not made.

use isocount_core::Cancelled;

/// Why there is no census.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// Sizes that are not counted.
    #[error("{kind} motifs have {least} to {most} nodes (got {})", sizes_text(*.from, *.to))]
    Sizes {
        /// Undirected, directed or labelled.
        kind: &'static str,
        /// The least size that is counted.
        least: usize,
        /// The greatest size that is counted.
        most: usize,
        /// The least size that was asked for.
        from: usize,
        /// The greatest size that was asked for.
        to: usize,
    },
    /// Copies of motifs with labels.
    #[error("motifs with labels are counted as induced subgraphs only")]
    LabelledCopies,
    /// Copies of directed motifs of five nodes.
    #[error("directed motifs of five nodes are counted as induced subgraphs only")]
    DirectedCopies,
    /// Copies at each edge.
    #[error("motifs per edge are counted as induced subgraphs only")]
    CopiesPerEdge,
    /// Too many different labels for the key of a subgraph.
    #[error(
        "a motif of {0} nodes with so many different labels does not fit: ask for smaller motifs or fewer labels"
    )]
    TooManyLabels(usize),
    /// The graph is too large.
    #[error("the graph has {0} nodes, more than the 2^25 up to which counts are sure to fit")]
    TooManyNodes(usize),
    /// A count does not fit into 128 bits.
    #[error("a count does not fit into 128 bits")]
    Overflow,
    /// The work was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// `7`, or `3 to 7`
fn sizes_text(from: usize, to: usize) -> String {
    if from == to { from.to_string() } else { format!("{from} to {to}") }
}
