//! Our own JSON: node labels, and arcs as numbers of nodes.
//!
//! ```json
//! {
//!   "name": "hydroxyl",
//!   "directed": false,
//!   "nodes": ["C", "O", "H"],
//!   "edges": [[0, 1, "single"], [1, 2, "single"]]
//! }
//! ```
//!
//! Labels are strings or integers; an edge without label has label 0. `directed` is true unless
//! stated, false makes two arcs of every edge. `name` is optional. Other keys are errors.

use std::io::{self, Write};

use isocount_core::{Control, LabeledGraph, NodeId};
use serde_json::value::RawValue;

use crate::assembly::{Assembly, Origin, too_many_nodes};
use crate::file_labels::FileLabels;
use crate::json_object::Object;
use crate::label_names::{UNLABELED, canonical};
use crate::read::NamedGraph;
use crate::source::Source;
use crate::syntax_problem::{Found, SyntaxProblem, shorten_message};
use crate::text::Text;
use crate::write::{GraphText, WriteError};
use crate::{Duplicates, FormatError, Location, NodeTitles, ReadOptions, node_link};

pub(crate) fn read(
    source: Source<'_>,
    mut names: FileLabels<'_>,
) -> Result<Vec<NamedGraph>, FormatError> {
    let (stem, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    let text = source.into_text()?;
    let text = Text { path, first_line: 1, content: &text };
    let reading = ObjectReading { end: Found::EndOfFile, options, control };
    Ok(vec![read_object(text, &reading, &stem, &mut names)?])
}

/// How an object is read, which may be one line of many.
pub(crate) struct ObjectReading<'a> {
    /// What a missing rest would follow.
    pub(crate) end: Found,
    pub(crate) options: &'a ReadOptions,
    pub(crate) control: &'a Control,
}

/// One object: ours, or node-link data.
pub(crate) fn read_object(
    text: Text<'_>,
    reading: &ObjectReading<'_>,
    default_name: &str,
    names: &mut FileLabels<'_>,
) -> Result<NamedGraph, FormatError> {
    let ObjectReading { end, options, control } = reading;
    // The parser would take an array for the object's values.
    let trimmed = text.content.trim_ascii();
    if trimmed.starts_with('[') {
        return Err(text.unexpected(trimmed, "an object with the keys `nodes` and `edges`"));
    }
    let parsed = Object::parse(text.content, control);
    control.check()?;
    let object = parsed.map_err(|error| {
        if error.is_eof() { cut_off(text, end.clone()) } else { json_error(text, &error) }
    })?;
    let (graph, node_names) = if object.is_node_link || node_link::has_node_objects(&object) {
        node_link::build(&object, text, options, names, control)?
    } else {
        let graph = build(&object, text, options.duplicates, names, control)?;
        (graph, NodeTitles::default())
    };
    let name = object.name.unwrap_or_else(|| default_name.to_owned());
    Ok(NamedGraph { name, graph, node_names })
}

fn build(
    object: &Object<'_>,
    text: Text<'_>,
    duplicates: Duplicates,
    names: &mut FileLabels<'_>,
    control: &Control,
) -> Result<LabeledGraph, FormatError> {
    let mut assembly = Assembly::default();
    for raw in &object.nodes {
        control.check()?;
        let label = names.node_label(&label_text(text, raw.get())?);
        let at = || text.location(text.offset_of(raw.get()));
        assembly.node(label).ok_or_else(|| too_many_nodes(at()))?;
    }
    for raw in &object.edges {
        control.check()?;
        let edge = read_edge(text, raw.get())?;
        let label = names.edge_label(&edge.label);
        let place = u32::try_from(text.offset_of(raw.get())).unwrap_or(u32::MAX);
        if object.directed.unwrap_or(true) {
            assembly.arc(edge.tail, edge.head, label, place);
        } else {
            assembly.undirected_edge(edge.tail, edge.head, label, place);
        }
    }
    assembly.build(&NumberedByOffset(text), duplicates, control)
}

struct EdgeRow {
    tail: NodeId,
    head: NodeId,
    label: String,
}

const EDGE: &str = "an edge: [tail, head] or [tail, head, label]";
const NODE: &str = "the number of a node, from 0";
const LABEL: &str = "a label: a string or an integer";

fn read_edge(text: Text<'_>, raw: &str) -> Result<EdgeRow, FormatError> {
    let row: Vec<&RawValue> = serde_json::from_str(raw).map_err(|_| text.unexpected(raw, EDGE))?;
    let (tail, head, label) = match row.as_slice() {
        [tail, head] => (tail, head, UNLABELED.to_owned()),
        [tail, head, label] => (tail, head, label_text(text, label.get())?),
        _ => return Err(text.unexpected(raw, EDGE)),
    };
    let tail = NodeId(text.number(tail.get(), NODE)?);
    let head = NodeId(text.number(head.get(), NODE)?);
    Ok(EdgeRow { tail, head, label })
}

pub(crate) fn label_text(text: Text<'_>, raw: &str) -> Result<String, FormatError> {
    if raw.starts_with('"') {
        let expected = "a string whose escapes are characters";
        return serde_json::from_str(raw).map_err(|_| text.unexpected(raw, expected));
    }
    let digits = raw.strip_prefix('-').unwrap_or(raw);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(raw.to_owned());
    }
    Err(text.unexpected(raw, LABEL))
}

fn cut_off(text: Text<'_>, found: Found) -> FormatError {
    let end = &text.content[text.content.trim_end().len()..];
    let expected = "the rest of the JSON object";
    text.error(&end[..0], SyntaxProblem::Unexpected { found, expected })
}

/// The parser's words at the parser's place.
fn json_error(text: Text<'_>, error: &serde_json::Error) -> FormatError {
    let newlines = memchr::memchr_iter(b'\n', text.content.as_bytes());
    let line_start = newlines.map(|newline| newline + 1).nth(error.line().wrapping_sub(2));
    let offset = line_start.unwrap_or(0) + error.column().saturating_sub(1);
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(words, _)| words);
    let message = shorten_message(message);
    let problem = if error.is_syntax() {
        SyntaxProblem::NotJson { message }
    } else {
        SyntaxProblem::JsonShape { message }
    };
    FormatError::Syntax { at: text.location(offset), len: 1, problem }
}

/// Places are offsets into the text, and nodes are called by their number.
struct NumberedByOffset<'a>(Text<'a>);

impl Origin for NumberedByOffset<'_> {
    fn locate(&self, place: u32) -> Location {
        self.0.location(place as usize)
    }

    fn node_name(&self, node: NodeId) -> String {
        node.0.to_string()
    }
}

/// Node labels on one line each, or all on one line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    Pretty,
    OneLine,
}

pub(crate) fn write(
    name: Option<&str>,
    text: GraphText<'_>,
    layout: Layout,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let graph = text.graph;
    let between = if layout == Layout::Pretty { "\n    " } else { "" };
    let before_key = if layout == Layout::Pretty { "\n  " } else { "" };
    write!(out, "{{{before_key}")?;
    if let Some(name) = name {
        let separator = if layout == Layout::Pretty { before_key } else { " " };
        write!(out, "\"name\": {},{separator}", serde_json::Value::from(name))?;
    }
    write!(out, "\"nodes\": [")?;
    for (i, node) in graph.nodes().enumerate() {
        write!(out, "{}", if i == 0 { "" } else { ", " })?;
        write_label(text.node_label(node)?, out)?;
    }
    write!(out, "],{before_key}\"edges\": [")?;
    for (i, arc) in graph.arcs().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        write!(out, "{comma}{between}[{}, {}, ", arc.tail.0, arc.head.0)?;
        write_label(text.edge_label(arc)?, out)?;
        write!(out, "]")?;
    }
    let end = if layout == Layout::Pretty { "\n" } else { "" };
    writeln!(out, "{}]{end}}}", if graph.num_arcs() > 0 { before_key } else { "" })?;
    Ok(())
}

/// Integers that any JSON reader can hold are written bare.
fn write_label(label: &str, out: &mut dyn Write) -> io::Result<()> {
    let is_integer = label.parse::<i32>().is_ok() && canonical(label) == label;
    if is_integer {
        return write!(out, "{label}");
    }
    Ok(serde_json::to_writer(out, label)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LabelNames;
    use std::path::Path;

    fn parse(text: &str) -> Result<NamedGraph, FormatError> {
        let text = Text { path: Path::new("x.json"), first_line: 1, content: text };
        let options = &ReadOptions::new();
        let reading = ObjectReading { end: Found::EndOfFile, options, control: &Control::NONE };
        let mut names = LabelNames::new();
        read_object(text, &reading, "x", &mut FileLabels::new(&mut names, options))
    }

    #[test]
    fn undirected_edges_are_two_arcs() {
        let text =
            r#"{"directed": false, "name": "g", "nodes": [0, 1], "edges": [[0, 1], [1, 1]]}"#;
        let read = parse(text).unwrap();
        assert_eq!(read.name, "g");
        assert_eq!(read.graph.num_arcs(), 3);
    }

    #[test]
    fn a_bad_edge_is_located() {
        let error = parse("{\"nodes\": [0],\n \"edges\": [[0, 0],\n [0, 7]]}").unwrap_err();
        assert_eq!(error.location().unwrap().to_string(), "x.json:3:2");
        let error = parse("{\"nodes\": [0], \"edges\": [[0, \"a\"]]}").unwrap_err();
        assert_eq!(
            error.to_string(),
            "x.json:1:30: found `\"a\"`, expected the number of a node, from 0"
        );
    }
}
