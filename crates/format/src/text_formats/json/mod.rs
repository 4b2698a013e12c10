//! isocount's own JSON format: node labels, and arcs as node numbers.
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
//! Labels are strings or integers; an edge without a label has the label 0. `directed` defaults to
//! true; false makes every edge two arcs. `name` is optional. `node_attributes` and
//! `edge_attributes` hold attributes in columns. Other keys are errors.
//!
//! In a pattern, a set of labels may take the place of a label, and `absent` lists arcs that must
//! not be there (`pattern.rs`).

mod attributes;
pub(crate) mod lines;
mod node_link;
mod object;
mod pattern;

use std::borrow::Cow;
use std::io::{self, Write};

use isocount_core::{Control, Label, NodeId, Wanted};
use serde_json::value::RawValue;

use self::attributes::json_value;
use self::object::Object;
use crate::builder::{Assembly, Built, Origin, too_many_nodes};
use crate::error::{FoundInstead, SyntaxProblem, shorten_message};
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames, UNLABELED, canonical};
use crate::read::{NamedGraph, Reader, Source, Text};
use crate::write::{GraphText, WriteError, Writer};
use crate::{FormatError, LabelNames, Location, ReadOptions, Role};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "json",
    extensions: &["json"],
    description: "one object: {\"nodes\": [label...], \"edges\": [[tail, head, label]...]}, \
                  or node-link data",
    graph_names: GraphNames::OwnOrFile,
    reader: Reader::Graphs(read),
    pattern_reader: Some(pattern::read),
    writer: Writer::Patterns(write),
};

fn read(source: Source<'_>, mut names: FileLabels<'_>) -> Result<Vec<NamedGraph>, FormatError> {
    let (stem, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    let text = source.into_text()?;
    let text = Text { path, first_line: 1, content: &text };
    let reading = ObjectReading { end: FoundInstead::EndOfFile, options, control };
    Ok(vec![read_object(text, &reading, &stem, &mut names)?])
}

/// How an object is read, which may be one line of many.
struct ObjectReading<'a> {
    /// Where the rest of the object is missing, if it ends too early.
    end: FoundInstead,
    options: &'a ReadOptions,
    control: &'a Control,
}

/// Reads one object: our own format, or node-link data.
fn read_object(
    text: Text<'_>,
    reading: &ObjectReading<'_>,
    default_name: &str,
    names: &mut FileLabels<'_>,
) -> Result<NamedGraph, FormatError> {
    let ObjectReading { options, control, .. } = reading;
    let object = parse_object(text, reading)?;
    if let Some(raw) = object.absent.first() {
        return Err(text.unexpected(raw.get(), "no absent edges; only a pattern can have them"));
    }
    let built = if pattern::is_node_link(&object) {
        node_link::build(&object, text, options, names, control)?
    } else {
        build(&object, text, options, names, control)?
    };
    let name = object.name.unwrap_or_else(|| default_name.to_owned());
    Ok(built.named(name))
}

/// The parts of one object.
fn parse_object<'a>(
    text: Text<'a>,
    reading: &ObjectReading<'_>,
) -> Result<Object<'a>, FormatError> {
    let ObjectReading { end, control, .. } = reading;
    // The parser would also accept an array of the object's values.
    let trimmed = text.content.trim_ascii();
    if trimmed.starts_with('[') {
        return Err(text.unexpected(trimmed, "an object with the keys `nodes` and `edges`"));
    }
    let parsed = Object::parse(text.content, control);
    control.check()?;
    parsed.map_err(|error| {
        if error.is_eof() { cut_off(text, end.clone()) } else { json_error(text, &error) }
    })
}

fn build(
    object: &Object<'_>,
    text: Text<'_>,
    options: &ReadOptions,
    names: &mut FileLabels<'_>,
    control: &Control,
) -> Result<Built, FormatError> {
    let no_set = |raw: &str| refuse_set(text, raw, options.role);
    let mut assembly = Assembly::with_attributes(options);
    let edge_rows = attributes::rows(object, text, &mut assembly)?;
    for raw in &object.nodes {
        control.check()?;
        no_set(raw.get())?;
        let label = names.node_label(&label_text(text, raw.get())?);
        let at = || text.location(text.offset_of(raw.get()));
        assembly.node(label).ok_or_else(|| too_many_nodes(at()))?;
    }
    for (number, raw) in object.edges.iter().enumerate() {
        control.check()?;
        if let Some(attributes) = &mut assembly.attributes {
            attributes.edge_row = edge_rows.get(number).copied().unwrap_or_default();
        }
        let edge = read_edge(text, raw.get())?;
        let label = edge.label.map_or(Ok(Cow::Borrowed(UNLABELED)), |raw| {
            no_set(raw).and_then(|()| label_text(text, raw))
        })?;
        let label = names.edge_label(&label);
        let place = u32::try_from(text.offset_of(raw.get())).unwrap_or(u32::MAX);
        if object.directed.unwrap_or(true) {
            assembly.arc(edge.tail, edge.head, label, place);
        } else {
            assembly.undirected_edge(edge.tail, edge.head, label, place);
        }
    }
    assembly.build_all(&NumberedByOffset(text), options.duplicates, control)
}

/// An edge; its label has not been parsed.
struct EdgeRow<'a> {
    tail: NodeId,
    head: NodeId,
    label: Option<&'a str>,
}

const EDGE: &str = "an edge: [tail, head] or [tail, head, label]";
const NODE: &str = "the number of a node, from 0";
const LABEL: &str = "a label: a string or an integer";

fn read_edge<'a>(text: Text<'_>, raw: &'a str) -> Result<EdgeRow<'a>, FormatError> {
    if let Some(edge) = plain_edge(raw) {
        return Ok(edge);
    }
    let row: Vec<&RawValue> = serde_json::from_str(raw).map_err(|_| text.unexpected(raw, EDGE))?;
    let (tail, head, label) = match row.as_slice() {
        [tail, head] => (tail, head, None),
        [tail, head, label] => (tail, head, Some(label.get())),
        _ => return Err(text.unexpected(raw, EDGE)),
    };
    let tail = NodeId(text.number(tail.get(), NODE)?);
    let head = NodeId(text.number(head.get(), NODE)?);
    Ok(EdgeRow { tail, head, label })
}

/// An edge as nearly all are written: short numbers, and a label that is a number or a string without
/// escapes. `raw` is valid JSON.
fn plain_edge(raw: &str) -> Option<EdgeRow<'_>> {
    let inside = raw.strip_prefix('[')?.strip_suffix(']')?;
    let (tail, rest) = plain_number(inside)?;
    let (head, rest) = plain_number(rest.strip_prefix(',')?)?;
    let label = match rest.strip_prefix(',') {
        Some(label) => Some(label.trim_ascii()),
        None if rest.is_empty() => None,
        None => return None,
    };
    let is_plain = |byte: &u8| !matches!(byte, b',' | b'[' | b'{' | b'\\' | b'"');
    let is_plain = label.is_none_or(|label| match label.as_bytes() {
        [b'"', text @ .., b'"'] | text => text.iter().all(is_plain),
    });
    is_plain.then_some(EdgeRow { tail, head, label })
}

/// A number of a few digits, and what follows it.
fn plain_number(text: &str) -> Option<(NodeId, &str)> {
    let text = text.trim_ascii_start();
    let len = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(len);
    let is_short = (1..=9).contains(&len);
    let short = digits.bytes().take(9);
    let number = short.fold(0, |number, byte| 10 * number + u32::from(byte - b'0'));
    is_short.then_some((NodeId(number), rest.trim_ascii_start()))
}

/// Sets of labels are allowed only in patterns, and only if the result is a pattern.
fn refuse_set(text: Text<'_>, raw: &str, role: Role) -> Result<(), FormatError> {
    if !raw.starts_with('{') {
        return Ok(());
    }
    let expected = match role {
        Role::Graph => "one label, a string or an integer; only patterns have sets of labels",
        Role::Pattern => {
            "one label, a string or an integer; a pattern with sets of labels cannot be used here"
        }
    };
    Err(text.unexpected(raw, expected))
}

fn label_text<'a>(text: Text<'_>, raw: &'a str) -> Result<Cow<'a, str>, FormatError> {
    if raw.starts_with('"') {
        if !raw.contains('\\') {
            return Ok(Cow::Borrowed(&raw[1..raw.len() - 1]));
        }
        let expected = "a string whose escapes are characters";
        let label = serde_json::from_str(raw).map_err(|_| text.unexpected(raw, expected))?;
        return Ok(Cow::Owned(label));
    }
    let digits = raw.strip_prefix('-').unwrap_or(raw);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Cow::Borrowed(raw));
    }
    Err(text.unexpected(raw, LABEL))
}

fn cut_off(text: Text<'_>, found: FoundInstead) -> FormatError {
    let end = &text.content[text.content.trim_end().len()..];
    let expected = "the rest of the JSON object";
    text.error(&end[..0], SyntaxProblem::Unexpected { found, expected })
}

/// The parser's message at the parser's position.
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

/// Places are offsets into the text, and nodes are identified by number.
struct NumberedByOffset<'a>(Text<'a>);

impl Origin for NumberedByOffset<'_> {
    fn locate(&self, place: u32) -> Location {
        self.0.location(place as usize)
    }

    fn node_name(&self, node: NodeId) -> String {
        node.0.to_string()
    }
}

/// Writes node labels on one line each, or all on one line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Pretty,
    OneLine,
}

fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    write_object(None, text, Layout::Pretty, out)
}

fn write_object(
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
        write_wanted(text, text.accepted_by(node), LabelNames::node_text, out)?;
    }
    write!(out, "],{before_key}\"edges\": [")?;
    for (i, arc) in graph.arcs().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        write!(out, "{comma}{between}[{}, {}, ", arc.tail.0, arc.head.0)?;
        write_wanted(text, text.accepted_on(arc), LabelNames::edge_text, out)?;
        write!(out, "]")?;
    }
    write!(out, "{}]", if graph.num_arcs() > 0 { before_key } else { "" })?;
    if let Some(pattern) = text.sets.filter(|pattern| pattern.has_absent()) {
        write!(out, ",{before_key}\"absent\": [")?;
        for (i, (tail, head, set)) in pattern.absent_arcs().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(out, "{comma}{between}[{}, {}, ", tail.0, head.0)?;
            let forbidden = set.single().map_or(Wanted::Set(set), Wanted::Label);
            write_wanted(text, forbidden, LabelNames::edge_text, out)?;
            write!(out, "]")?;
        }
        write!(out, "{before_key}]")?;
    }
    writeln!(out, "{}}}", if layout == Layout::Pretty { "\n" } else { "" })?;
    Ok(())
}

/// Writes a label, or a set of labels as `pattern.rs` reads it.
fn write_wanted(
    text: GraphText<'_>,
    accepts: Wanted<'_>,
    name: fn(&LabelNames, Label) -> Option<&str>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let name = |label| name(text.names, label).ok_or(WriteError::UnnamedLabel { label });
    let set = match accepts {
        Wanted::Label(label) => return Ok(write_label(name(label)?, out)?),
        Wanted::Set(set) if set.is_any() => return Ok(write!(out, "{{\"any\": true}}")?),
        Wanted::Set(set) => set,
    };
    write!(out, "{{\"{}\": [", if set.excludes() { "all_but" } else { "one_of" })?;
    for (i, &label) in set.labels().iter().enumerate() {
        write!(out, "{}", if i == 0 { "" } else { ", " })?;
        write_label(name(label)?, out)?;
    }
    Ok(write!(out, "]}}")?)
}

/// Integers that any JSON reader can represent are written bare.
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
    use std::path::Path;

    fn parse(text: &str) -> Result<NamedGraph, FormatError> {
        let text = Text { path: Path::new("x.json"), first_line: 1, content: text };
        let options = &ReadOptions::new();
        let reading =
            ObjectReading { end: FoundInstead::EndOfFile, options, control: &Control::NONE };
        let mut names = LabelNames::new();
        read_object(text, &reading, "x", &mut FileLabels::new(&mut names, options))
    }

    /// What is not plain is left to the parser.
    #[test]
    fn plain_edges_are_taken_apart() {
        for (raw, expected) in [
            ("[0,1]", Some((0, 1, None))),
            ("[ 10 , 2 ,\t7 ]", Some((10, 2, Some("7")))),
            ("[0, 1, -3]", Some((0, 1, Some("-3")))),
            ("[0, 1, \"a b]\"]", Some((0, 1, Some("\"a b]\"")))),
            ("[0, 1, \"\"]", Some((0, 1, Some("\"\"")))),
            ("[0, 1, \"a,b\"]", None),
            (r#"[0, 1, "\u0041"]"#, None),
            ("[0, 1, 2, 3]", None),
            ("[0, 1, [2]]", None),
            ("[0, 1.0]", None),
            ("[0, -1]", None),
            ("[1234567890, 0]", None),
            ("[0]", None),
            ("[]", None),
            ("{}", None),
        ] {
            let found = plain_edge(raw).map(|edge| (edge.tail.0, edge.head.0, edge.label));
            assert_eq!(found, expected, "{raw}");
        }
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
