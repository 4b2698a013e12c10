//! Graphs to text.

use std::io::Write;

use isocount_core::{Edge, Label, LabeledGraph, NodeId};

use crate::json::Layout;
use crate::{
    Format, LabelNames, dot_graph, edge_list, gml, graphml, json, json_lines, labeled_lad, lad,
};

/// Why a graph cannot be written in a format. Nothing is left out silently.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The bytes could not be written.
    #[error("cannot write")]
    Io(#[from] std::io::Error),
    /// The format is only read.
    #[error("the format {format} is only read, not written")]
    ReadOnly {
        /// The format.
        format: Format,
    },
    /// A label has no name.
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
        /// An arc without its reverse.
        arc: Edge,
    },
    /// The format has no labels, and the graph has.
    #[error("the format {format} has no labels, but the graph has the label `{label}`")]
    Labeled {
        /// The format.
        format: Format,
        /// A label other than `0`.
        label: String,
    },
    /// The format separates labels by spaces.
    #[error("the format {format} cannot hold the label `{label}`: it is empty or has spaces in it")]
    UnfitLabel {
        /// The format.
        format: Format,
        /// The label.
        label: String,
    },
    /// The format knows nodes only by their arcs.
    #[error("the format {format} lists arcs only, and node {} has none", .node.0)]
    IsolatedNode {
        /// The format.
        format: Format,
        /// A node without arcs.
        node: NodeId,
    },
}

/// Writes a graph. Node names in the file are the node numbers, labels are written by name.
///
/// # Errors
/// If the format cannot express the graph, or writing fails.
pub fn write(
    graph: &LabeledGraph,
    names: &LabelNames,
    format: Format,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    match format {
        Format::Gml => gml::write(graph, names, out),
        Format::GraphMl => graphml::write(graph, names, out),
        Format::Graph => dot_graph::write(graph, names, out),
        Format::Lad => lad::write(graph, names, out),
        Format::LabeledLad => labeled_lad::write(graph, names, out),
        Format::EdgeList => edge_list::write(graph, names, out),
        Format::Json => json::write(None, graph, names, Layout::Pretty, out),
        Format::JsonLines => json_lines::write(graph, names, out),
        Format::Tu => Err(WriteError::ReadOnly { format }),
    }
}

/// A graph with the names of its labels.
#[derive(Clone, Copy)]
pub(crate) struct GraphText<'a> {
    pub(crate) graph: &'a LabeledGraph,
    pub(crate) names: &'a LabelNames,
}

impl<'a> GraphText<'a> {
    pub(crate) fn node_label(&self, node: NodeId) -> Result<&'a str, WriteError> {
        let label = self.graph.node_label(node);
        self.names.node_text(label).ok_or(WriteError::UnnamedLabel { label })
    }

    pub(crate) fn edge_label(&self, arc: Edge) -> Result<&'a str, WriteError> {
        let label = arc.label;
        self.names.edge_text(label).ok_or(WriteError::UnnamedLabel { label })
    }

    /// Fails if some arc lacks its reverse.
    pub(crate) fn check_undirected(&self, format: Format) -> Result<(), WriteError> {
        let one_way = |arc: &Edge| !self.graph.has_arc(arc.head, arc.tail, arc.label);
        match self.graph.arcs().find(one_way) {
            Some(arc) => Err(WriteError::Directed { format, arc }),
            None => Ok(()),
        }
    }
}

/// The label, if it is one word.
pub(crate) fn one_word(label: &str, format: Format) -> Result<&str, WriteError> {
    if label.is_empty() || label.contains(char::is_whitespace) {
        return Err(WriteError::UnfitLabel { format, label: label.to_owned() });
    }
    Ok(label)
}
