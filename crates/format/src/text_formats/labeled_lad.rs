//! Labelled LAD: like LAD, with a label before each list and after each neighbour.
//!
//! ```text
//! 3
//! 6 1 1 2
//! 8 2 0 2 2 1
//! 1 1 1 1
//! ```
//!
//! The second line is node 0: label 6, one neighbour, which is node 1 over an edge with label 2.

use std::io::Write;

use isocount_core::Edge;

use super::lad::read_rows;
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames};
use crate::read::{NamedGraph, Reader, Source};
use crate::write::{GraphText, WriteError, Writer, one_word};
use crate::{Format, FormatError};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "labeled-lad",
    extensions: &["llad"],
    description: "neighbour lists with node and edge labels",
    graph_names: GraphNames::File,
    reader: Reader::Graphs(read),
    pattern_reader: None,
    writer: Writer::Graphs(write),
};

fn read(source: Source<'_>, mut names: FileLabels<'_>) -> Result<Vec<NamedGraph>, FormatError> {
    read_rows(source, |row| {
        let label = row.words.word("the label of the node")?;
        row.start(names.node_label(label))?;
        row.neighbours(|words| Ok(names.edge_label(words.word("the label of the edge")?)))
    })
}

fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    let graph = text.graph;
    writeln!(out, "{}", graph.num_nodes())?;
    for tail in graph.nodes() {
        let label = one_word(text.node_label(tail)?, Format::LabeledLad)?;
        write!(out, "{label} {}", graph.out_arcs(tail).len())?;
        for arc in graph.out_arcs(tail) {
            let edge = Edge { tail, head: arc.node, label: arc.label };
            let label = one_word(text.edge_label(edge)?, Format::LabeledLad)?;
            write!(out, " {} {label}", arc.node.0)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
