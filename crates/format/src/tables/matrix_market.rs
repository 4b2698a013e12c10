//! Matrix Market coordinate files, `.mtx`: the entries of a square matrix are arcs.
//!
//! ```text
//! %%MatrixMarket matrix coordinate pattern symmetric
//! % a comment
//! 3 3 2
//! 2 1
//! 3 2
//! ```
//!
//! Rows are tails, columns are heads, both numbered from 1. A symmetric, skew-symmetric or
//! Hermitian matrix is an undirected graph. Every stored entry is an edge, whatever its value.
//! Values are labels only if the options request `value` or `weight`.

use std::io::Write;

use isocount_core::NodeId;

use crate::builder::{Assembly, Direction, NumberedFromOne, StatedNodes};
use crate::error::{SyntaxProblem, no_such_key, shorten};
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames, UNLABELED};
use crate::read::{NamedGraph, Reader, Source, Text};
use crate::write::{GraphText, WriteError, Writer, check_unlabeled};
use crate::{Format, FormatError, Location, NodeTitles};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "matrix-market",
    extensions: &["mtx"],
    description: "Matrix Market: the entries of a sparse square matrix are arcs",
    graph_names: GraphNames::File,
    reader: Reader::Graphs(read),
    pattern_reader: None,
    writer: Writer::Graphs(write),
};

const BANNER: &str = "%%MatrixMarket matrix coordinate";

fn read(source: Source<'_>, mut names: FileLabels<'_>) -> Result<Vec<NamedGraph>, FormatError> {
    let (name, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    if let Some(key) = &options.node_label_key {
        return Err(no_such_key(path, "node", key, std::iter::empty()));
    }
    let mut lines = source.into_lines();
    let Some(first) = lines.next_meaningful(b"")? else {
        return Err(FormatError::Empty { path: path.to_owned(), format: Format::MatrixMarket });
    };
    let banner = Banner::read(first)?;
    let is_labeled = match options.edge_label_key.as_deref() {
        None => false,
        Some("value" | "weight") if banner.num_values > 0 => true,
        Some(key) => {
            let there = (banner.num_values > 0).then_some("value");
            return Err(no_such_key(path, "edge", key, there.into_iter()));
        }
    };
    let Some(header) = lines.next_meaningful(b"%")? else {
        return Err(lines.ended("a line with the numbers of rows, columns and entries"));
    };
    let size = Size::read(header)?;

    let [node_label, unlabeled] = [names.node_label(UNLABELED), names.edge_label(UNLABELED)];
    let mut assembly = Assembly::new(options.most);
    let mut num_entries = 0;
    while let Some(line) = lines.next_meaningful(b"%")? {
        num_entries += 1;
        let mut words = line.words();
        let mut end = |what| {
            let word = words.word(what)?;
            let number: u32 = line.number(word, what)?;
            if number == 0 || u64::from(number) > size.nodes {
                return Err(line.error(word, SyntaxProblem::UnknownNode { name: shorten(word) }));
            }
            Ok(NodeId(number - 1))
        };
        let (tail, head) = (end("the number of a row, from 1")?, end("the number of a column")?);
        let mut label = unlabeled;
        for value in 0..banner.num_values {
            let word = words.word("the value of the entry")?;
            if word.parse::<f64>().is_err() {
                return Err(line.unexpected(word, "a number"));
            }
            if is_labeled && value == 0 {
                label = names.edge_label(word);
            }
        }
        words.end()?;
        match banner.direction {
            Direction::Directed => assembly.arc(tail, head, label, line.first_line),
            Direction::Undirected => assembly.undirected_edge(tail, head, label, line.first_line),
        }
    }
    let at = Location::line(path, size.line);
    if num_entries != size.entries {
        let (stated, found) = (size.entries, num_entries);
        let problem = SyntaxProblem::WrongSize { what: "entries", stated, found };
        return Err(FormatError::Syntax { at, len: 1, problem });
    }
    StatedNodes::default().fill_up(&mut assembly, size.nodes, node_label, &at)?;
    let graph = assembly.build(&NumberedFromOne { path }, options.duplicates, control)?;
    let node_names = options.titles(NodeTitles::from_one);
    Ok(vec![NamedGraph { name, graph, node_names, attributes: None }])
}

/// The first line.
struct Banner {
    /// The number of values after the two indices.
    num_values: usize,
    direction: Direction,
}

impl Banner {
    fn read(line: Text<'_>) -> Result<Self, FormatError> {
        let mut words = line.words();
        let mut word = |expected| {
            let word = words.word(expected)?;
            Ok::<_, FormatError>((word, word.to_ascii_lowercase()))
        };
        let (found, banner) = word("`%%MatrixMarket`")?;
        if banner != "%%matrixmarket" {
            return Err(line.unexpected(found, "`%%MatrixMarket`"));
        }
        let (found, object) = word("`matrix`")?;
        if object != "matrix" {
            return Err(line.unexpected(found, "`matrix`"));
        }
        let (found, layout) = word("`coordinate`")?;
        if layout != "coordinate" {
            return Err(line.unexpected(found, "`coordinate`; a dense matrix is not read"));
        }
        let (found, field) = word("`pattern`, `integer`, `real` or `complex`")?;
        let num_values = match field.as_str() {
            "pattern" => 0,
            "integer" | "real" | "double" | "unsigned-integer" => 1,
            "complex" => 2,
            _ => return Err(line.unexpected(found, "`pattern`, `integer`, `real` or `complex`")),
        };
        let kinds = "`general`, `symmetric`, `skew-symmetric` or `hermitian`";
        let (found, symmetry) = word(kinds)?;
        let direction = match symmetry.as_str() {
            "general" => Direction::Directed,
            "symmetric" | "skew-symmetric" | "hermitian" => Direction::Undirected,
            _ => return Err(line.unexpected(found, kinds)),
        };
        words.end()?;
        Ok(Self { num_values, direction })
    }
}

/// The line of sizes.
struct Size {
    line: u32,
    nodes: u64,
    entries: u64,
}

impl Size {
    fn read(line: Text<'_>) -> Result<Self, FormatError> {
        let mut words = line.words();
        let rows: u32 = words.number("the number of rows")?;
        let word = words.word("the number of columns")?;
        let columns: u32 = line.number(word, "the number of columns")?;
        if rows != columns {
            return Err(line.unexpected(word, "as many columns as rows: a square matrix"));
        }
        let entries = words.number("the number of entries")?;
        words.end()?;
        Ok(Self { line: line.first_line, nodes: rows.into(), entries })
    }
}

fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    check_unlabeled(text, Format::MatrixMarket)?;
    let nodes = text.graph.num_nodes();
    let undirected = match text.count_undirected(Format::MatrixMarket) {
        Ok(num_edges) => Some(num_edges),
        Err(WriteError::Directed { .. }) => None,
        Err(problem) => return Err(problem),
    };
    let symmetry = if undirected.is_some() { "symmetric" } else { "general" };
    let entries = undirected.unwrap_or(text.graph.num_arcs());
    writeln!(out, "{BANNER} pattern {symmetry}\n{nodes} {nodes} {entries}")?;
    // A symmetric matrix is stored as its lower triangle.
    for arc in text.graph.arcs().filter(|arc| undirected.is_none() || arc.tail >= arc.head) {
        writeln!(out, "{} {}", arc.tail.0 + 1, arc.head.0 + 1)?;
    }
    Ok(())
}
