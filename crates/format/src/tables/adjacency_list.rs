//! Adjacency lists: each line is a node, followed by the heads of its arcs, as networkx writes
//! them.
//!
//! ```text
//! # a comment
//! anna ben carl
//! ben carl
//! carl
//! ```
//!
//! Words are separated by spaces or tabs. Every word after the first is one arc. Nodes are numbered
//! in order of appearance. There are no labels.

use std::io::Write;

use isocount_core::{Control, Label, NodeId};

use super::edge_rows::NamedByRow;
use crate::builder::{Assembly, too_many_nodes};
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames, NodeNames, UNLABELED};
use crate::read::{NamedGraph, Reader, Source, Text};
use crate::write::{GraphText, WriteError, Writer, check_nodes, check_unlabeled};
use crate::{Format, FormatError, Location};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "adjacency-list",
    extensions: &["adjlist", "adj"],
    description: "one node per line and the nodes its arcs lead to, as networkx writes it",
    graph_names: GraphNames::File,
    reader: Reader::Graphs(read),
    pattern_reader: None,
    writer: Writer::Graphs(write),
};

const COMMENTS: &[u8] = b"#";

fn read(source: Source<'_>, mut names: FileLabels<'_>) -> Result<Vec<NamedGraph>, FormatError> {
    let (name, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    source.refuse_label_keys()?;
    let mut lines = source.into_long_lines();
    let mut graph = Unfinished {
        node_label: names.node_label(UNLABELED),
        edge_label: names.edge_label(UNLABELED),
        nodes: NodeNames::new(control),
        assembly: Assembly::new(options.most),
        control,
    };
    while let Some(line) = lines.next_meaningful(COMMENTS)? {
        graph.read_line(line)?;
    }
    if graph.assembly.num_nodes() == 0 {
        return Err(FormatError::Empty { path: path.to_owned(), format: Format::AdjacencyList });
    }
    let origin = NamedByRow { path, nodes: &graph.nodes, locate: Location::line };
    let nodes = &graph.nodes;
    let graph = graph.assembly.build(&origin, options.duplicates, control)?;
    let node_names = options.titles(|| nodes.titles(graph.num_nodes()));
    Ok(vec![NamedGraph { name, graph, node_names, attributes: None }])
}

struct Unfinished<'a> {
    node_label: Label,
    edge_label: Label,
    nodes: NodeNames<'a>,
    assembly: Assembly,
    control: &'a Control,
}

impl Unfinished<'_> {
    fn read_line(&mut self, line: Text<'_>) -> Result<(), FormatError> {
        let mut words = line.words();
        let tail = self.node(line, words.word("the name of a node")?)?;
        while let Some(word) = words.optional() {
            self.control.check()?;
            let head = self.node(line, word)?;
            self.assembly.arc(tail, head, self.edge_label, line.first_line);
        }
        Ok(())
    }

    fn node(&mut self, line: Text<'_>, name: &str) -> Result<NodeId, FormatError> {
        let num_nodes = self.assembly.num_nodes();
        let node = self.nodes.get_or_insert(name, NodeId(num_nodes as u32))?;
        if node.ix() == num_nodes {
            self.assembly.node(self.node_label).ok_or_else(|| too_many_nodes(line.location(0)))?;
        }
        Ok(node)
    }
}

fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    check_nodes(text.graph, Format::AdjacencyList)?;
    check_unlabeled(text, Format::AdjacencyList)?;
    for node in text.graph.nodes() {
        write!(out, "{}", node.0)?;
        for arc in text.graph.out_arcs(node) {
            write!(out, " {}", arc.node.0)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
