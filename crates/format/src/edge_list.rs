//! Edge lists: one arc per line, in columns.
//!
//! ```csv
//! tail,head,label,tail_label,head_label
//! anna,ben,knows,person,person
//! ben,acme,works at,person,company
//! ```
//!
//! Without the first line: tail, head and maybe the label of the edge. Fields are separated by
//! commas, tabs or spaces; with commas and tabs they may stand in double quotes (RFC 4180). Lines that
//! begin with `#` or `%` are comments. Names of nodes are integers or strings; nodes are numbered as
//! they are met.

use std::io::Write;
use std::path::Path;

use isocount_core::{Control, Label, LabeledGraph, NodeId};

use crate::assembly::{Assembly, Origin, too_many_nodes};
use crate::edge_columns::{Columns, Fields, Separator, Split};
use crate::label_names::UNLABELED;
use crate::lines::Lines;
use crate::node_names::NodeNames;
use crate::open_quote::OpenQuote;
use crate::read::NamedGraph;
use crate::source::Source;
use crate::syntax_problem::{SyntaxProblem, shorten};
use crate::text::Text;
use crate::write::{GraphText, WriteError};
use crate::{Format, FormatError, LabelNames, Location};

const COMMENTS: &[u8] = b"#%";

pub(crate) fn read(
    source: Source<'_>,
    names: &mut LabelNames,
) -> Result<Vec<NamedGraph>, FormatError> {
    let (name, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    let mut lines = source.into_lines();
    let Some(first) = lines.next_meaningful(COMMENTS)? else {
        return Err(FormatError::Empty { path: path.to_owned(), format: Format::EdgeList });
    };
    refuse_attributes(first)?;
    let separator = Separator::choose(path, first.content);
    let mut fields = Fields::default();
    let first = match fields.split(first, separator)? {
        Split::Whole => first,
        Split::OpenQuote { .. } => whole_record(&mut lines, &mut fields, separator)?,
    };
    let mut doubtful = None;
    let mut graph;
    if let Some(columns) = Columns::from_header(first, &fields, options)? {
        graph = Unfinished::new(path, columns, names, control);
    } else {
        let columns = Columns::without_header(first, &fields, options)?;
        graph = Unfinished::new(path, columns, names, control);
        graph.read_line(first, &fields)?;
        doubtful = DoubtfulLine::new(first, &fields);
    }
    while let Some(line) = lines.next_meaningful(COMMENTS)? {
        let line = match fields.split(line, separator)? {
            Split::Whole => line,
            Split::OpenQuote { .. } => whole_record(&mut lines, &mut fields, separator)?,
        };
        graph.read_line(line, &fields)?;
        if let Some(first) = doubtful.take() {
            first.check(line, &fields)?;
        }
    }
    Ok(vec![NamedGraph { name, graph: graph.finish()? }])
}

/// The last line and those that follow, until the quotes that it opens are closed.
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

/// Attributes in braces contain commas and spaces, so the columns would be misread.
fn refuse_attributes(first: Text<'_>) -> Result<(), FormatError> {
    let braced = first.content.find('{').map(|start| &first.content[start..]);
    match braced {
        Some(attributes) if !attributes.starts_with("{}") && !first.content.contains('"') => {
            Err(first.error(attributes, SyntaxProblem::BracedAttributes))
        }
        _ => Ok(()),
    }
}

/// A first line of words above a line of numbers is a header that we do not understand.
struct DoubtfulLine {
    at: Location,
    word: String,
}

impl DoubtfulLine {
    /// `None` if there is no doubt that the line is an arc.
    fn new(line: Text<'_>, fields: &Fields) -> Option<Self> {
        if (0..2).any(|column| is_integer(fields.raw(line, column))) {
            return None;
        }
        let word = fields.raw(line, 0);
        Some(Self { at: line.location(line.offset_of(word)), word: word.to_owned() })
    }

    fn check(self, next: Text<'_>, fields: &Fields) -> Result<(), FormatError> {
        if !(0..2).all(|column| is_integer(fields.raw(next, column))) {
            return Ok(());
        }
        let len = self.word.chars().count();
        let expected = "a node, as below, or a header that names the columns `tail` and `head`";
        let problem = SyntaxProblem::unexpected(&self.word, expected);
        Err(FormatError::Syntax { at: self.at, len, problem })
    }
}

fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

struct Unfinished<'a> {
    path: &'a Path,
    columns: Columns,
    label_names: &'a mut LabelNames,
    default_node_label: Label,
    default_edge_label: Label,
    control: &'a Control,
    nodes: NodeNames<'a>,
    /// The labels of the nodes, if the file has them.
    node_labels: Vec<Label>,
    assembly: Assembly,
}

impl<'a> Unfinished<'a> {
    fn new(
        path: &'a Path,
        columns: Columns,
        label_names: &'a mut LabelNames,
        control: &'a Control,
    ) -> Self {
        Self {
            path,
            default_node_label: label_names.node_label(UNLABELED),
            default_edge_label: label_names.edge_label(UNLABELED),
            columns,
            label_names,
            control,
            nodes: NodeNames::new(control),
            node_labels: Vec::new(),
            assembly: Assembly::default(),
        }
    }

    fn read_line(&mut self, line: Text<'_>, fields: &Fields) -> Result<(), FormatError> {
        let (found, expected) = (fields.len(), self.columns.width);
        if found != expected {
            return Err(line.error(line.content, SyntaxProblem::WrongColumns { found, expected }));
        }
        let label_columns = self.columns.node_labels;
        let tail =
            self.read_node(line, fields, self.columns.tail, label_columns.map(|c| c.tail))?;
        let head =
            self.read_node(line, fields, self.columns.head, label_columns.map(|c| c.head))?;
        let label = match self.columns.edge_label {
            None => self.default_edge_label,
            Some(column) => {
                let text = fields.get(line, column, "the label of the edge")?;
                self.label_names.edge_label(&text)
            }
        };
        self.assembly.arc(tail, head, label, line.first_line);
        Ok(())
    }

    /// The node in a column; a new one if its name is new.
    fn read_node(
        &mut self,
        line: Text<'_>,
        fields: &Fields,
        column: usize,
        label_column: Option<usize>,
    ) -> Result<NodeId, FormatError> {
        let name = fields.get(line, column, "the name of a node")?;
        let num_nodes = self.assembly.num_nodes();
        let node = self.nodes.get_or_insert(&name, NodeId(num_nodes as u32))?;
        let is_new = node.ix() == num_nodes;
        let label = match label_column {
            None => self.default_node_label,
            Some(column) => {
                let text = fields.get(line, column, "the label of the node")?;
                let label = self.label_names.node_label(&text);
                if is_new {
                    self.node_labels.push(label);
                } else if self.node_labels[node.ix()] != label {
                    let (node, label) = (shorten(&name), shorten(&text));
                    let problem = SyntaxProblem::ConflictingLabel { node, label };
                    return Err(line.error(fields.raw(line, column), problem));
                }
                label
            }
        };
        if is_new {
            self.assembly.node(label).ok_or_else(|| too_many_nodes(line.location(0)))?;
        }
        Ok(node)
    }

    fn finish(self) -> Result<LabeledGraph, FormatError> {
        self.assembly.build(&NamedByLine { path: self.path, nodes: &self.nodes }, self.control)
    }
}

/// Places are line numbers, and nodes have names.
struct NamedByLine<'a> {
    path: &'a Path,
    nodes: &'a NodeNames<'a>,
}

impl Origin for NamedByLine<'_> {
    fn locate(&self, line: u32) -> Location {
        Location::line(self.path, line)
    }

    fn node_name(&self, node: NodeId) -> String {
        self.nodes.name_of(node)
    }
}

pub(crate) fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    let graph = text.graph;
    for node in text.nodes() {
        let node = node?;
        if graph.out_arcs(node).is_empty() && graph.in_arcs(node).is_empty() {
            return Err(WriteError::IsolatedNode { format: Format::EdgeList, node });
        }
    }
    writeln!(out, "tail,head,label,tail_label,head_label")?;
    for arc in graph.arcs() {
        write!(out, "{},{},", arc.tail.0, arc.head.0)?;
        write_field(text.edge_label(arc)?, ",", out)?;
        write_field(text.node_label(arc.tail)?, ",", out)?;
        write_field(text.node_label(arc.head)?, "\n", out)?;
    }
    Ok(())
}

/// Quotes every field that is not plainly one word, as RFC 4180 has it.
fn write_field(label: &str, after: &str, out: &mut dyn Write) -> Result<(), WriteError> {
    let plain = |c: char| c.is_alphanumeric() || "-_.+:/".contains(c);
    if !label.is_empty() && label.chars().all(plain) {
        write!(out, "{label}{after}")?;
    } else {
        write!(out, "\"{}\"{after}", label.replace('"', "\"\""))?;
    }
    Ok(())
}
