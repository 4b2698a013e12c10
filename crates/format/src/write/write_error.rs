//! Why a graph could not be written.

use std::io;

use isocount_core::{Cancelled, Edge, Label, NodeId, printable};

use crate::Format;

/// Why a graph cannot be written in a format. Nothing is silently left out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The bytes could not be written.
    #[error("cannot write")]
    Io(#[source] io::Error),
    /// Writing was cancelled; the output so far is incomplete.
    #[error("cancelled")]
    Cancelled,
    /// The format can only be read.
    #[error("the format {format} is only read, not written")]
    ReadOnly {
        /// The format.
        format: Format,
    },
    /// The format is a folder of files.
    #[error("the format {format} is a folder of files, not one file")]
    Folder {
        /// The format.
        format: Format,
    },
    /// A label without a name.
    #[error("label {} has no name among the given label names", .label.0)]
    UnnamedLabel {
        /// The label.
        label: Label,
    },
    /// The format has only undirected edges.
    #[error(
        "the format {format} is undirected, but the arc from node {} to node {} has no arc back",
        .arc.tail.0, .arc.head.0
    )]
    Directed {
        /// The format.
        format: Format,
        /// An arc without a reverse arc.
        arc: Edge,
    },
    /// The format has no labels, but the graph has.
    #[error("the format {format} has no labels, but the graph has the label `{}`", printable(.label))]
    Labeled {
        /// The format.
        format: Format,
        /// A label other than `0`.
        label: String,
    },
    /// The format separates labels by spaces.
    #[error(
        "the format {format} cannot hold the label `{}`: it is empty, or has spaces or control characters in it",
        printable(.label)
    )]
    UnfitLabel {
        /// The format.
        format: Format,
        /// The label.
        label: String,
    },
    /// The format writes every pair of nodes.
    #[error(
        "the format {format} has a bit for every pair of nodes; {found} nodes are too many, at most {max} are written"
    )]
    TooManyNodes {
        /// The format.
        format: Format,
        /// The number of nodes of the graph.
        found: usize,
        /// The maximum number of nodes.
        max: usize,
    },
    /// The format has no conditions on attributes.
    #[error(
        "the format {format} cannot hold conditions on attributes; the format {} can",
        Format::Text
    )]
    Conditions {
        /// The format.
        format: Format,
    },
    /// The format has one label per node and edge, but the pattern has sets.
    #[error(
        "the format {format} cannot hold sets of labels; the formats {}, {} and {} can",
        Format::Json,
        Format::JsonLines,
        Format::Text
    )]
    Sets {
        /// The format.
        format: Format,
    },
    /// The format has no absent edges, but the pattern has.
    #[error(
        "the format {format} cannot hold absent edges; the formats {}, {} and {} can",
        Format::Json,
        Format::JsonLines,
        Format::Text
    )]
    Absent {
        /// The format.
        format: Format,
    },
    /// The format represents graphs only by their nodes.
    #[error("the format {format} cannot hold a graph without nodes")]
    NoNodes {
        /// The format.
        format: Format,
    },
    /// The format represents nodes only by their arcs.
    #[error("the format {format} lists arcs only, and node {} has none", .node.0)]
    IsolatedNode {
        /// The format.
        format: Format,
        /// A node without arcs.
        node: NodeId,
    },
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        // `Watched` cannot return it in any other way.
        match error.get_ref() {
            Some(inner) if inner.is::<Cancelled>() => Self::Cancelled,
            _ => Self::Io(error),
        }
    }
}

impl From<Cancelled> for WriteError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}
