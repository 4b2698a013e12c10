//! LAD: the number of nodes, then the neighbours of each node; no labels.
//!
//! ```text
//! 3
//! 2 1 2
//! 1 0
//! 1 0
//! ```
//!
//! Each line contains the number of neighbours, then the neighbours. Each is one arc from the node
//! of the line, so an undirected graph lists every edge at both ends.

use std::io::Write;

use isocount_core::{Control, Label, NodeId};

use crate::builder::{Assembly, NumberedByLine, too_many_nodes};
use crate::error::SyntaxProblem;
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames, UNLABELED};
use crate::read::{NamedGraph, Reader, Source, Text, Words};
use crate::write::{GraphText, WriteError, Writer, check_unlabeled};
use crate::{Format, FormatError};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "lad",
    extensions: &["lad"],
    description: "neighbour lists without labels, as the LAD solver reads them",
    graph_names: GraphNames::File,
    reader: Reader::Graphs(read),
    pattern_reader: None,
    writer: Writer::Graphs(write),
};

fn read(source: Source<'_>, mut names: FileLabels<'_>) -> Result<Vec<NamedGraph>, FormatError> {
    let node_label = names.node_label(UNLABELED);
    let edge_label = names.edge_label(UNLABELED);
    read_rows(source, |row| {
        row.start(node_label)?;
        row.neighbours(|_| Ok(edge_label))
    })
}

/// One line of a file of neighbour lists.
pub(crate) struct Row<'a> {
    pub(crate) words: Words<'a>,
    line: Text<'a>,
    node: NodeId,
    assembly: &'a mut Assembly,
    control: &'a Control,
}

impl<'a> Row<'a> {
    /// Adds the node of this line.
    pub(crate) fn start(&mut self, label: Label) -> Result<(), FormatError> {
        let node = self.assembly.node(label);
        self.node = node.ok_or_else(|| too_many_nodes(self.line.location(0)))?;
        Ok(())
    }

    /// Adds the stated number of arcs; `label` reads what follows each neighbour.
    pub(crate) fn neighbours(
        &mut self,
        mut label: impl FnMut(&mut Words<'a>) -> Result<Label, FormatError>,
    ) -> Result<(), FormatError> {
        let degree: u64 = self.words.number("the number of neighbours")?;
        for _ in 0..degree {
            self.control.check()?;
            let head = NodeId(self.words.number("the number of a neighbour, from 0")?);
            let label = label(&mut self.words)?;
            self.assembly.arc(self.node, head, label, self.line.first_line);
        }
        self.words.end()
    }
}

/// Reads the number of nodes, then one row for each.
pub(crate) fn read_rows(
    source: Source<'_>,
    mut read_row: impl FnMut(&mut Row<'_>) -> Result<(), FormatError>,
) -> Result<Vec<NamedGraph>, FormatError> {
    let (name, path, format) = (source.stem(), source.path, source.format);
    let (control, duplicates, most) =
        (source.control, source.options.duplicates, source.options.most);
    let mut lines = source.into_long_lines();
    let Some(header) = lines.next_meaningful(b"")? else {
        return Err(FormatError::Empty { path: path.to_owned(), format });
    };
    let mut words = header.words();
    let stated: u64 = words.number("the number of nodes")?;
    words.end()?;

    let mut assembly = Assembly::new(most);
    let mut found = 0;
    while let Some(line) = lines.next_meaningful(b"")? {
        found += 1;
        if found > stated {
            let problem = SyntaxProblem::WrongSize { what: "nodes", stated, found };
            return Err(line.error(line.content, problem));
        }
        let node = NodeId(0);
        let words = line.words();
        read_row(&mut Row { words, line, node, assembly: &mut assembly, control })?;
    }
    if found < stated {
        return Err(lines.ended("one line for each node that the first line states"));
    }
    let graph = assembly.build(&NumberedByLine { path }, duplicates, control)?;
    Ok(vec![NamedGraph::new(name, graph)])
}

fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    let graph = text.graph;
    check_unlabeled(text, Format::Lad)?;
    writeln!(out, "{}", graph.num_nodes())?;
    for node in graph.nodes() {
        write!(out, "{}", graph.out_arcs(node).len())?;
        for arc in graph.out_arcs(node) {
            write!(out, " {}", arc.node.0)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
