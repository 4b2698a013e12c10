//! Edge lists: one arc per line, in columns.
//!
//! ```csv
//! tail,head,label,tail_label,head_label
//! anna,ben,knows,person,person
//! ben,acme,works at,person,company
//! ```
//!
//! Without the first line, the columns are tail, head and optionally the label of the edge. Fields
//! are separated by commas, semicolons, tabs or spaces; except with spaces, they may be in double
//! quotes (RFC 4180). Lines that begin with `#` or `%` are comments. Names of nodes are integers or
//! strings; nodes are numbered in order of appearance.

mod braced_attributes;
mod open_quote;

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use isocount_core::Value;

use self::braced_attributes::BracedLine;
use self::open_quote::OpenQuote;
use super::edge_columns::{Columns, Fields, Separator, Split, unknown_columns};
use super::edge_rows::{EdgeRow, EdgeRows, NodeName};
use crate::error::{FoundInstead, SyntaxProblem};
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames};
use crate::read::{Lines, NamedGraph, Reader, Source, Text};
use crate::write::{GraphText, WriteError, Writer};
use crate::{Format, FormatError, Location, ReadOptions};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "edge-list",
    extensions: &["csv", "tsv", "txt", "edges", "edgelist", "ncol"],
    description: "one arc per line: tail, head and optional labels; CSV, TSV or spaces",
    graph_names: GraphNames::File,
    reader: Reader::Graphs(read),
    pattern_reader: None,
    writer: Writer::ByFileName(write),
};

const COMMENTS: &[u8] = b"#%";

fn read(source: Source<'_>, names: FileLabels<'_>) -> Result<Vec<NamedGraph>, FormatError> {
    let (name, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    let mut lines = source.into_lines();
    let Some(first) = lines.next_meaningful(COMMENTS)? else {
        return Err(FormatError::Empty { path: path.to_owned(), format: Format::EdgeList });
    };
    let mut fields = Fields::default();
    if let Some(braced) = BracedLine::split(first).filter(|_| !first.content.contains('"')) {
        let separator = Separator::choose(path, braced.columns.content);
        fields.split(braced.columns, separator)?;
        let columns = Columns::before_attributes(braced.columns, &fields, options)?;
        let mut graph = EdgeRows::new(columns, names, options, control);
        read_braced(&mut graph, first, separator, &mut fields, options)?;
        while let Some(line) = lines.next_meaningful(COMMENTS)? {
            read_braced(&mut graph, line, separator, &mut fields, options)?;
        }
        return Ok(vec![graph.finish(path, Location::line)?.named(name)]);
    }
    let separator = Separator::choose(path, first.content);
    let first = match fields.split(first, separator)? {
        Split::Whole => first,
        Split::OpenQuote { .. } => whole_record(&mut lines, &mut fields, separator)?,
    };
    let mut doubtful = None;
    let mut graph;
    if let Some(columns) = Columns::from_header(first, &fields, options)? {
        graph = EdgeRows::new(columns, names, options, control);
    } else {
        let columns = Columns::without_header(first, &fields, options)?;
        graph = EdgeRows::new(columns, names, options, control);
        read_line(&mut graph, first, &fields)?;
        doubtful = DoubtfulLine::new(first, &fields);
    }
    while let Some(line) = lines.next_meaningful(COMMENTS)? {
        let line = match fields.split(line, separator)? {
            Split::Whole => line,
            Split::OpenQuote { .. } => whole_record(&mut lines, &mut fields, separator)?,
        };
        read_line(&mut graph, line, &fields)?;
        if let Some(first) = doubtful.take() {
            first.check(line, &fields)?;
        }
    }
    Ok(vec![graph.finish(path, Location::line)?.named(name)])
}

/// The current line and the following ones, until all quotes are closed.
#[cold]
fn whole_record<'a>(
    lines: &'a mut Lines<'_>,
    fields: &mut Fields,
    separator: Separator,
) -> Result<Text<'a>, FormatError> {
    let mut quote = OpenQuote::new(separator.byte().unwrap_or(b','));
    let record = lines.join(|line| quote.follow(line))?;
    match fields.split(record, separator)? {
        Split::Whole => Ok(record),
        Split::OpenQuote { field } => {
            let quoted = record.content[field..].trim_start_matches(' ');
            Err(record.error(quoted, SyntaxProblem::UnclosedString))
        }
    }
}

/// A first line of words above a line of numbers is an unknown header.
struct DoubtfulLine(FormatError);

impl DoubtfulLine {
    /// `None` if the line is certainly an arc.
    fn new(line: Text<'_>, fields: &Fields) -> Option<Self> {
        let is_arc = (0..2).any(|column| is_integer(fields.raw(line, column)));
        (!is_arc).then(|| Self(unknown_columns(line, fields)))
    }

    fn check(self, next: Text<'_>, fields: &Fields) -> Result<(), FormatError> {
        let is_header = (0..2).all(|column| is_integer(fields.raw(next, column)));
        if is_header { Err(self.0) } else { Ok(()) }
    }
}

fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A line and its fields.
struct Line<'a> {
    line: Text<'a>,
    fields: &'a Fields,
}

impl EdgeRow for Line<'_> {
    const NOTHING: FoundInstead = FoundInstead::EmptyField;

    fn place(&self) -> u32 {
        self.line.first_line
    }

    fn node_name(&self, column: usize) -> Result<NodeName<'_>, FormatError> {
        let name = self.text(column)?.ok_or_else(|| {
            let (found, expected) = (Self::NOTHING, "the name of a node");
            self.error(column, SyntaxProblem::Unexpected { found, expected })
        })?;
        Ok(NodeName::Text(name))
    }

    /// An empty text in quotes is still a text.
    fn text(&self, column: usize) -> Result<Option<Cow<'_, str>>, FormatError> {
        let is_empty = self.fields.raw(self.line, column).is_empty();
        Ok((!is_empty).then(|| self.fields.unquoted(self.line, column)))
    }

    fn value(&self, column: usize) -> Result<(Value, bool), FormatError> {
        let raw = self.fields.raw(self.line, column);
        let text = self.fields.unquoted(self.line, column);
        let value = if raw.is_empty() { Value::Missing } else { Value::text(&text) };
        Ok((value, true))
    }

    fn error(&self, column: usize, problem: SyntaxProblem) -> FormatError {
        self.line.error(self.fields.raw(self.line, column), problem)
    }

    fn unexpected(&self, column: usize, expected: &'static str) -> FormatError {
        self.line.unexpected(self.fields.raw(self.line, column), expected)
    }

    fn location(&self) -> Location {
        self.line.location(0)
    }
}

fn read_line(graph: &mut EdgeRows<'_>, line: Text<'_>, fields: &Fields) -> Result<(), FormatError> {
    check_width(graph, line, fields)?;
    graph.read(&Line { line, fields })
}

/// A line with attributes in braces.
fn read_braced(
    graph: &mut EdgeRows<'_>,
    line: Text<'_>,
    separator: Separator,
    fields: &mut Fields,
    options: &ReadOptions,
) -> Result<(), FormatError> {
    let expected = "attributes in braces, as in the first line; `{}` for none";
    let braced = BracedLine::split(line).ok_or_else(|| line.line_ended(expected))?;
    fields.split(braced.columns, separator)?;
    check_width(graph, line, fields)?;
    let (attributes, key) = (braced.attributes, options.edge_key());
    let mut kept = graph.assembly.attributes.as_mut();
    let edges = kept.as_mut().map(|kept| &mut kept.edges);
    let label = braced_attributes::find(line, attributes, key, &mut graph.keys, edges)?;
    if let Some(kept) = kept {
        kept.edge_row = kept.edges.row();
    }
    graph.read_labeled(&Line { line: braced.columns, fields }, label.as_deref())
}

/// Checks that the line has as many fields as the first one.
fn check_width(graph: &EdgeRows<'_>, line: Text<'_>, fields: &Fields) -> Result<(), FormatError> {
    let (found, expected) = (fields.len(), graph.columns.width);
    if found != expected {
        return Err(line.error(line.content, SyntaxProblem::WrongColumns { found, expected }));
    }
    Ok(())
}

fn write(text: GraphText<'_>, file: &Path, out: &mut dyn Write) -> Result<(), WriteError> {
    let separator = Separator::written_to(file);
    let between = if separator == Separator::Tab { "\t" } else { "," };
    let graph = text.graph;
    for node in text.nodes() {
        let node = node?;
        if graph.out_arcs(node).is_empty() && graph.in_arcs(node).is_empty() {
            return Err(WriteError::IsolatedNode { format: Format::EdgeList, node });
        }
    }
    writeln!(out, "{}", ["tail", "head", "label", "tail_label", "head_label"].join(between))?;
    for arc in graph.arcs() {
        write!(out, "{}{between}{}{between}", arc.tail.0, arc.head.0)?;
        write_field(text.edge_label(arc)?, between, out)?;
        write_field(text.node_label(arc.tail)?, between, out)?;
        write_field(text.node_label(arc.head)?, "\n", out)?;
    }
    Ok(())
}

/// Quotes every field that is not a plain word, according to RFC 4180.
fn write_field(label: &str, after: &str, out: &mut dyn Write) -> Result<(), WriteError> {
    let plain = |c: char| c.is_alphanumeric() || "-_.+:/".contains(c);
    if !label.is_empty() && label.chars().all(plain) {
        write!(out, "{label}{after}")?;
    } else {
        write!(out, "\"{}\"{after}", label.replace('"', "\"\""))?;
    }
    Ok(())
}
