//! GML, the Graph Modelling Language, as igraph and networkx write it.
//!
//! ```text
//! graph [
//!   directed 0
//!   node [ id 1 label "C" ]
//!   node [ id 2 label "O" ]
//!   edge [ source 1 target 2 label "double" ]
//! ]
//! ```
//!
//! The attribute `label` contains the labels, unless the options name another one. Note that
//! networkx writes the *name* of a node as its `label`. Graphs are undirected unless they contain
//! `directed 1`. All other attributes are ignored.

mod tokens;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write;

use isocount_core::{Control, NodeId, Value};

use self::tokens::{Token, Tokens, string_text};
use crate::builder::{Built, Direction, EdgePart, GraphParts, NodePart, name_all};
use crate::error::{SyntaxProblem, shorten};
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames, canonical};
use crate::read::{NamedGraph, Reader, Source, Text};
use crate::write::{GraphText, WriteError, Writer};
use crate::{FormatError, ReadOptions};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "gml",
    extensions: &["gml"],
    description: "Graph Modelling Language, as igraph and networkx write it",
    graph_names: GraphNames::FileOrNumber,
    reader: Reader::Graphs(read),
    pattern_reader: None,
    writer: Writer::Graphs(write),
};

fn read(source: Source<'_>, names: FileLabels<'_>) -> Result<Vec<NamedGraph>, FormatError> {
    let (stem, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    let content = source.into_text()?;
    let text = Text { path, first_line: 1, content: &content };
    let mut reader = GmlReader { tokens: Tokens::new(text, control), options, control, names };
    let mut graphs = Vec::new();
    while let Some(token) = reader.tokens.next()? {
        match reader.read_item(token)? {
            Item { key: "graph", value: Raw::List(open) } => {
                graphs.push(reader.read_graph(open)?);
            }
            item => reader.skip(item)?,
        }
    }
    if graphs.is_empty() {
        return Err(text.file_ended("`graph [`"));
    }
    Ok(name_all(&stem, graphs))
}

/// A key with its value.
#[derive(Clone, Copy)]
struct Item<'a> {
    key: &'a str,
    value: Raw<'a>,
}

#[derive(Clone, Copy)]
enum Raw<'a> {
    Number(&'a str),
    /// Including quotes.
    String(&'a str),
    /// The opening bracket; the contents have not been read.
    List(&'a str),
}

struct GmlReader<'a> {
    tokens: Tokens<'a>,
    options: &'a ReadOptions,
    control: &'a Control,
    names: FileLabels<'a>,
}

impl<'a> GmlReader<'a> {
    fn text(&self) -> Text<'a> {
        self.tokens.text
    }

    fn read_item(&mut self, token: Token<'a>) -> Result<Item<'a>, FormatError> {
        let Token::Key(key) = token else {
            return Err(self.text().unexpected(token.raw(), "a key"));
        };
        let expected = "a number, a string or `[`";
        let value = match self.tokens.required(expected)? {
            Token::String(raw) => Raw::String(raw),
            Token::Open(raw) => Raw::List(raw),
            // networkx writes these two without a sign.
            Token::Number(raw) | Token::Key(raw @ ("NAN" | "INF")) => Raw::Number(raw),
            other => return Err(self.text().unexpected(other.raw(), expected)),
        };
        Ok(Item { key, value })
    }

    /// The next key and value of a list; `None` at its end.
    fn next_item(&mut self, open: &'a str) -> Result<Option<Item<'a>>, FormatError> {
        match self.tokens.next()? {
            None => Err(self.text().error(open, SyntaxProblem::UnclosedList)),
            Some(Token::Close(_)) => Ok(None),
            Some(token) => self.read_item(token).map(Some),
        }
    }

    fn skip(&mut self, item: Item<'a>) -> Result<(), FormatError> {
        match item.value {
            Raw::List(open) => self.tokens.skip_list(open),
            Raw::Number(_) | Raw::String(_) => Ok(()),
        }
    }

    fn read_graph(&mut self, open: &'a str) -> Result<Built, FormatError> {
        let mut parts = GraphParts::new(self.text(), self.options, self.control);
        let mut direction = Direction::Undirected;
        while let Some(item) = self.next_item(open)? {
            match item {
                Item { key: "node", value: Raw::List(open) } => {
                    self.read_node(open, &mut parts)?;
                }
                Item { key: "edge", value: Raw::List(open) } => {
                    self.read_edge(open, &mut parts)?;
                }
                Item { key: "node" | "edge", value: Raw::Number(raw) | Raw::String(raw) } => {
                    return Err(self.text().unexpected(raw, "`[`"));
                }
                Item { key: "directed", value } => direction = self.direction(value)?,
                other => self.skip(other)?,
            }
        }
        parts.build(direction, &mut self.names)
    }

    fn direction(&self, value: Raw<'a>) -> Result<Direction, FormatError> {
        match value {
            Raw::Number("0") => Ok(Direction::Undirected),
            Raw::Number("1") => Ok(Direction::Directed),
            Raw::Number(raw) | Raw::String(raw) | Raw::List(raw) => {
                Err(self.text().unexpected(raw, "0 (undirected) or 1 (directed)"))
            }
        }
    }

    fn read_node(&mut self, open: &'a str, parts: &mut GraphParts<'a>) -> Result<(), FormatError> {
        let (mut id, mut label) = (None, None);
        while let Some(item) = self.next_item(open)? {
            parts.keys.of_node(item.key);
            if let Some(attributes) = &mut parts.attributes {
                attributes.nodes.put(item.key, || value(item.value));
            }
            if item.key == self.options.node_key() {
                let text = self.label(item)?;
                let interned = self.names.node_label(&text);
                self.set_once(&mut label, interned, item.key)?;
            }
            if item.key == "id" {
                let number = self.integer(item.value)?;
                self.set_once(&mut id, number, item.key)?;
            } else if item.key != self.options.node_key() {
                self.skip(item)?;
            }
        }
        let id = id.ok_or_else(|| self.missing(open, "node", "id"))?;
        parts.add_node(&NodePart { id, label, place: open })
    }

    fn read_edge(&mut self, open: &'a str, parts: &mut GraphParts<'a>) -> Result<(), FormatError> {
        let (mut tail, mut head, mut label) = (None, None, None);
        while let Some(item) = self.next_item(open)? {
            parts.keys.of_edge(item.key);
            if let Some(attributes) = &mut parts.attributes {
                attributes.edges.put(item.key, || value(item.value));
            }
            match item.key {
                "source" => {
                    let number = self.integer(item.value)?;
                    self.set_once(&mut tail, number, item.key)?;
                }
                "target" => {
                    let number = self.integer(item.value)?;
                    self.set_once(&mut head, number, item.key)?;
                }
                key if key == self.options.edge_key() => {
                    let text = self.label(item)?;
                    let interned = self.names.edge_label(&text);
                    self.set_once(&mut label, interned, key)?;
                }
                _ => self.skip(item)?,
            }
        }
        let tail = tail.ok_or_else(|| self.missing(open, "edge", "source"))?;
        let head = head.ok_or_else(|| self.missing(open, "edge", "target"))?;
        parts.add_edge(&EdgePart { tail, head, label, direction: None, place: open });
        Ok(())
    }

    fn set_once<T>(&self, slot: &mut Option<T>, value: T, key: &'a str) -> Result<(), FormatError> {
        if slot.replace(value).is_some() {
            let problem = SyntaxProblem::RepeatedKey { key: shorten(key) };
            return Err(self.text().error(key, problem));
        }
        Ok(())
    }

    fn missing(&self, open: &str, element: &'static str, attribute: &'static str) -> FormatError {
        self.text().error(open, SyntaxProblem::MissingAttribute { element, attribute })
    }

    fn integer(&self, value: Raw<'a>) -> Result<Cow<'a, str>, FormatError> {
        let (Raw::Number(raw) | Raw::String(raw) | Raw::List(raw)) = value;
        let digits = raw.strip_prefix(['-', '+']).unwrap_or(raw);
        if matches!(value, Raw::Number(_)) && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(canonical(raw));
        }
        Err(self.text().unexpected(raw, "the id of a node, an integer"))
    }

    fn label(&self, item: Item<'a>) -> Result<Cow<'a, str>, FormatError> {
        match item.value {
            Raw::Number(raw) => Ok(Cow::Borrowed(raw)),
            Raw::String(raw) => Ok(string_text(raw)),
            Raw::List(raw) => Err(self.text().unexpected(raw, "a label: a number or a string")),
        }
    }
}

/// The value of an attribute. Lists are not kept.
fn value(value: Raw<'_>) -> Value {
    match value {
        Raw::Number(raw) => Value::parse_number(raw).unwrap_or_default(),
        Raw::String(raw) => Value::text(&string_text(raw)),
        Raw::List(_) => Value::Missing,
    }
}

fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    let graph = text.graph;
    writeln!(out, "graph [\n  directed 1")?;
    for node in graph.nodes() {
        let NodeId(id) = node;
        writeln!(out, "  node [ id {id} label {} ]", label_value(text.node_label(node)?))?;
    }
    for arc in graph.arcs() {
        let label = label_value(text.edge_label(arc)?);
        writeln!(out, "  edge [ source {} target {} label {label} ]", arc.tail.0, arc.head.0)?;
    }
    writeln!(out, "]")?;
    Ok(())
}

/// 32-bit integers are written bare, everything else is quoted in ASCII, as the specification
/// requires.
fn label_value(label: &str) -> String {
    if label.parse::<i32>().is_ok() && canonical(label) == label {
        return label.to_owned();
    }
    let mut quoted = String::from('"');
    for character in label.chars() {
        match character {
            ' '..='~' if !"&\"".contains(character) => quoted.push(character),
            _ => {
                let _ = write!(quoted, "&#{};", character as u32);
            }
        }
    }
    quoted.push('"');
    quoted
}
