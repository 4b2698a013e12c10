//! The reasons why a census fails.

use isocount_core::Cancelled;

/// The reason why a census failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The sizes are not supported.
    #[error("{kind} motifs have {least} to {most} nodes (got {})", sizes_text(*.from, *.to))]
    Sizes {
        /// Undirected, directed or labelled.
        kind: &'static str,
        /// The smallest supported size.
        least: usize,
        /// The largest supported size.
        most: usize,
        /// The smallest requested size.
        from: usize,
        /// The largest requested size.
        to: usize,
    },
    /// Copies of motifs with labels are not counted.
    #[error("motifs with labels are counted as induced subgraphs only")]
    LabelledCopies,
    /// Copies of directed motifs of five nodes are not counted.
    #[error("directed motifs of five nodes are counted as induced subgraphs only")]
    DirectedCopies,
    /// Copies at each edge are not counted.
    #[error("motifs per edge are counted as induced subgraphs only")]
    CopiesPerEdge,
    /// There are too many different labels for the key of a subgraph.
    #[error(
        "motifs of {0} nodes with this many different labels are not supported: ask for smaller motifs or fewer labels"
    )]
    TooManyLabels(usize),
    /// The graph is too large.
    #[error("the graph has {0} nodes (a census supports at most 2^25)")]
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
