//! Graphs to text.

use std::io::{self, Write};
use std::path::Path;

use isocount_core::{
    Cancelled, Control, Edge, Label, LabeledGraph, NodeId, Pattern, Wanted, printable,
};

use crate::names::UNLABELED;
use crate::tables::edge_columns::Separator;
use crate::tables::{adjacency_list, edge_list, matrix_market};
use crate::text_formats::json::{Layout, lines};
use crate::text_formats::{dot, gml, graph, graph6, graphml, json, labeled_lad, lad};
use crate::{Format, LabelNames, notation};

/// Why a graph cannot be written in a format. Nothing is left out silently.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The bytes could not be written.
    #[error("cannot write")]
    Io(#[source] io::Error),
    /// Writing was cancelled; what was written so far is of no use.
    #[error("cancelled")]
    Cancelled,
    /// The format is only read.
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
        /// How many nodes the graph has.
        found: usize,
        /// How many are written.
        max: usize,
    },
    /// The format has one label for each node and edge, and the pattern has sets.
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
    /// The format knows graphs only by their nodes.
    #[error("the format {format} cannot hold a graph without nodes")]
    NoNodes {
        /// The format.
        format: Format,
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

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        // `Watched` cannot say it in any other way.
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

/// Writes a graph. Node names in the file are the node numbers, labels are written by name. Fields
/// of an edge list are separated by commas; [`write_named`] goes by the name of the file.
///
/// # Errors
/// If the format cannot express the graph, writing fails, or it is cancelled.
pub fn write(
    graph: &LabeledGraph,
    names: &LabelNames,
    format: Format,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    write_named(graph, names, format, Path::new(""), out, control)
}

/// Writes a graph as the contents of a file of this name, so that it can be read back from there:
/// the fields of an edge list called `.tsv` or `.tsv.gz` are separated by tabs.
///
/// # Errors
/// As [`write()`].
pub fn write_named(
    graph: &LabeledGraph,
    names: &LabelNames,
    format: Format,
    file: &Path,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    control.check()?;
    let text = GraphText { graph, sets: None, names, control };
    let out = &mut Watched::new(out, control);
    match format {
        Format::Gml => gml::write(text, out),
        Format::GraphMl => graphml::write(text, out),
        Format::Graph => graph::write(text, out),
        Format::Lad => lad::write(text, out),
        Format::LabeledLad => labeled_lad::write(text, out),
        Format::EdgeList => edge_list::write(text, Separator::written_to(file), out),
        Format::Json => json::write(None, text, Layout::Pretty, out),
        Format::JsonLines => lines::write(text, out),
        Format::AdjacencyList => adjacency_list::write(text, out),
        Format::MatrixMarket => matrix_market::write(text, out),
        Format::Graph6 => graph6::write(text, out),
        Format::Text => notation::write(text, out),
        Format::Dot => dot::write(text, out),
        Format::Tu => Err(WriteError::Folder { format }),
        Format::Pajek
        | Format::Gexf
        | Format::Smiles
        | Format::Sdf
        | Format::Smarts
        | Format::Parquet
        | Format::Arrow => Err(WriteError::ReadOnly { format }),
    }
}

/// Passes on what is written until it is cancelled.
pub(crate) struct Watched<'a> {
    out: &'a mut dyn Write,
    control: &'a Control,
}

impl<'a> Watched<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, control: &'a Control) -> Self {
        Self { out, control }
    }
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.control.check().map_err(io::Error::other)?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a pattern, which may have sets of labels.
///
/// # Errors
/// As [`write()`], and if it has sets and the format cannot express them.
pub fn write_pattern(
    pattern: &Pattern,
    names: &LabelNames,
    format: Format,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    write_pattern_named(pattern, names, format, Path::new(""), out, control)
}

/// Writes a pattern as [`write_named`] writes a graph.
///
/// # Errors
/// As [`write_pattern`].
pub fn write_pattern_named(
    pattern: &Pattern,
    names: &LabelNames,
    format: Format,
    file: &Path,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    let Some(graph) = pattern.plain() else {
        control.check()?;
        let text = GraphText { graph: pattern.graph(), sets: Some(pattern), names, control };
        let out = &mut Watched::new(out, control);
        return match format {
            Format::Json => json::write(None, text, Layout::Pretty, out),
            Format::JsonLines => lines::write(text, out),
            Format::Text => notation::write_notation(pattern, None, names, out, control),
            _ => Err(WriteError::Sets { format }),
        };
    };
    write_named(graph, names, format, file, out, control)
}

/// A graph with the names of its labels.
#[derive(Clone, Copy)]
pub(crate) struct GraphText<'a> {
    pub(crate) graph: &'a LabeledGraph,
    /// The pattern whose shape the graph is, if it has sets of labels.
    pub(crate) sets: Option<&'a Pattern>,
    pub(crate) names: &'a LabelNames,
    pub(crate) control: &'a Control,
}

impl<'a> GraphText<'a> {
    /// The nodes, for a loop that writes nothing; it ends when it is cancelled.
    pub(crate) fn nodes(self) -> impl Iterator<Item = Result<NodeId, Cancelled>> + 'a {
        self.graph.nodes().map(move |node| self.control.check().map(|()| node))
    }

    /// The arcs, likewise.
    pub(crate) fn arcs(self) -> impl Iterator<Item = Result<Edge, Cancelled>> + 'a {
        self.graph.arcs().map(move |arc| self.control.check().map(|()| arc))
    }

    pub(crate) fn node_label(&self, node: NodeId) -> Result<&'a str, WriteError> {
        let label = self.graph.node_label(node);
        self.names.node_text(label).ok_or(WriteError::UnnamedLabel { label })
    }

    /// What a node accepts: its label, or a set in a pattern that has sets.
    pub(crate) fn accepted_by(&self, node: NodeId) -> Wanted<'a> {
        let label = || Wanted::Label(self.graph.node_label(node));
        self.sets.map_or_else(label, |pattern| pattern.node_set(node))
    }

    /// What an arc accepts.
    pub(crate) fn accepted_on(&self, arc: Edge) -> Wanted<'a> {
        self.sets.map_or(Wanted::Label(arc.label), |pattern| pattern.edge_set(arc.label))
    }

    pub(crate) fn edge_label(&self, arc: Edge) -> Result<&'a str, WriteError> {
        let label = arc.label;
        self.names.edge_text(label).ok_or(WriteError::UnnamedLabel { label })
    }

    /// How many undirected edges there are; fails if some arc lacks its reverse.
    pub(crate) fn count_undirected(self, format: Format) -> Result<usize, WriteError> {
        let mut num_edges = 0;
        for arc in self.arcs() {
            let arc = arc?;
            if !self.graph.has_arc(arc.head, arc.tail, arc.label) {
                return Err(WriteError::Directed { format, arc });
            }
            num_edges += usize::from(arc.tail <= arc.head);
        }
        Ok(num_edges)
    }
}

/// Fails if anything has a label, in a format that has none.
pub(crate) fn check_unlabeled(text: GraphText<'_>, format: Format) -> Result<(), WriteError> {
    let check = |label: &str| match label {
        UNLABELED => Ok(()),
        label => Err(WriteError::Labeled { format, label: label.to_owned() }),
    };
    for node in text.nodes() {
        check(text.node_label(node?)?)?;
    }
    for arc in text.arcs() {
        check(text.edge_label(arc?)?)?;
    }
    Ok(())
}

/// Fails if there are no nodes, in a format that would have nothing to say then.
pub(crate) fn check_nodes(graph: &LabeledGraph, format: Format) -> Result<(), WriteError> {
    if graph.num_nodes() == 0 { Err(WriteError::NoNodes { format }) } else { Ok(()) }
}

/// The label, if it is one word.
pub(crate) fn one_word(label: &str, format: Format) -> Result<&str, WriteError> {
    if label.is_empty() || label.contains(char::is_whitespace) {
        return Err(WriteError::UnfitLabel { format, label: label.to_owned() });
    }
    Ok(label)
}
