//! The arcs of an edge list, row by row, from lines of text or from a table.

use std::borrow::Cow;
use std::path::Path;

use isocount_core::{Control, Label, Labels, NodeId, Value};

use super::edge_columns::Columns;
use crate::builder::{
    Assembly, Built, Direction, LabelPresence, Origin, missing_label, too_many_nodes,
};
use crate::error::{FoundInstead, KeysThere, SyntaxProblem, shorten};
use crate::names::{FileLabels, NodeNames, UNLABELED};
use crate::{FormatError, Location, ReadOptions};

/// One arc with its labels.
pub(crate) trait EdgeRow {
    /// How an empty field is described.
    const NOTHING: FoundInstead;

    /// The number of the line or row, from 1.
    fn place(&self) -> u32;

    /// The name of a node, which must not be missing.
    fn node_name(&self, column: usize) -> Result<NodeName<'_>, FormatError>;

    /// The value of a field as text; `None` if it is missing.
    fn text(&self, column: usize) -> Result<Option<Cow<'_, str>>, FormatError>;

    /// The value of a field as an attribute, and whether its spelling tells its kind.
    fn value(&self, column: usize) -> Result<(Value, bool), FormatError>;

    /// The error for a problem with a field.
    fn error(&self, column: usize, problem: SyntaxProblem) -> FormatError;

    /// The error that something else was expected in a field.
    fn unexpected(&self, column: usize, expected: &'static str) -> FormatError;

    /// The location of the row as a whole.
    fn location(&self) -> Location;
}

/// The name of a node in a row.
pub(crate) enum NodeName<'a> {
    #[cfg_attr(not(feature = "columnar"), allow(dead_code, reason = "text has no numbers"))]
    Number(u64),
    Text(Cow<'a, str>),
}

impl NodeName<'_> {
    /// The name for a message.
    fn shown(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => shorten(text),
        }
    }
}

/// A graph under construction.
pub(crate) struct EdgeRows<'a> {
    pub(crate) columns: Columns,
    label_names: FileLabels<'a>,
    options: &'a ReadOptions,
    default_node_label: Label,
    default_edge_label: Label,
    control: &'a Control,
    nodes: NodeNames<'a>,
    /// The labels of the nodes, if the file contains them.
    node_labels: Vec<Label>,
    /// Rows with and without an edge label: Gephi leaves the column empty in all of them.
    edges_labeled: LabelPresence,
    /// The problem with the first empty field, reported if others are filled.
    first_empty: Option<Box<FormatError>>,
    /// The attributes of edges that are not columns.
    pub(crate) keys: KeysThere,
    /// The values of the attributes of each node, if they are kept.
    node_values: Vec<Vec<Value>>,
    pub(crate) assembly: Assembly,
}

impl<'a> EdgeRows<'a> {
    pub(crate) fn new(
        columns: Columns,
        mut label_names: FileLabels<'a>,
        options: &'a ReadOptions,
        control: &'a Control,
    ) -> Self {
        Self {
            default_node_label: label_names.node_label(UNLABELED),
            default_edge_label: label_names.edge_label(UNLABELED),
            columns,
            label_names,
            options,
            control,
            nodes: NodeNames::new(control),
            node_labels: Vec::new(),
            edges_labeled: LabelPresence::default(),
            first_empty: None,
            keys: KeysThere::new(options),
            node_values: Vec::new(),
            assembly: Assembly::with_attributes(options),
        }
    }

    /// The memory for the names of nodes and labels, in bytes of text.
    #[cfg(feature = "columnar")]
    pub(crate) fn text_len(&self) -> usize {
        self.nodes.text_len() + self.label_names.text_len()
    }

    /// Adds the arc of a row.
    pub(crate) fn read<R: EdgeRow>(&mut self, row: &R) -> Result<(), FormatError> {
        let label_columns = self.columns.node_labels;
        let tail = self.node(row, self.columns.tail, label_columns.map(|c| c.tail))?;
        let head = self.node(row, self.columns.head, label_columns.map(|c| c.head))?;
        if self.assembly.attributes.is_some() {
            self.read_attributes(row, [tail, head])?;
        }
        let label = match self.columns.edge_label {
            None => self.default_edge_label,
            Some(column) => {
                let text = row.text(column)?;
                if text.is_none() && self.first_empty.is_none() {
                    let problem =
                        SyntaxProblem::MissingLabel { key: shorten(self.options.edge_key()) };
                    self.first_empty = Some(Box::new(row.error(column, problem)));
                }
                self.edge_label(text.as_deref(), row.place())
            }
        };
        match self.direction(row)? {
            Direction::Directed => self.assembly.arc(tail, head, label, row.place()),
            Direction::Undirected => {
                self.assembly.undirected_edge(tail, head, label, row.place());
            }
        }
        Ok(())
    }

    /// Keeps the attributes of a row: those of the edge, and those of its ends.
    fn read_attributes<R: EdgeRow>(
        &mut self,
        row: &R,
        [tail, head]: [NodeId; 2],
    ) -> Result<(), FormatError> {
        let Some(attributes) = &mut self.assembly.attributes else { return Ok(()) };
        for (name, column) in &self.columns.edge_attributes {
            if !attributes.edges.is_wanted(name) {
                continue;
            }
            let (value, is_spelled) = row.value(*column)?;
            attributes.edges.put(name, || value);
            if is_spelled {
                let column = attributes.edges.column(name);
                attributes.edges.set_spelled(column);
            }
        }
        attributes.edge_row = attributes.edges.row();
        for (name, columns) in &self.columns.node_attributes {
            if !attributes.nodes.is_wanted(name) {
                continue;
            }
            let place = attributes.nodes.column(name);
            for (node, column) in [(tail, columns.tail), (head, columns.head)] {
                let (value, is_spelled) = row.value(column)?;
                if is_spelled {
                    attributes.nodes.set_spelled(place);
                }
                let num_nodes = self.node_values.len().max(node.ix() + 1);
                self.node_values.resize(num_nodes, Vec::new());
                let values = &mut self.node_values[node.ix()];
                values.resize(values.len().max(place + 1), Value::Missing);
                if values[place].is_missing() {
                    values[place] = value;
                } else if !value.is_missing() && values[place] != value {
                    let node = shorten(&self.nodes.name_of(node));
                    let problem = SyntaxProblem::ConflictingAttribute { node, name: shorten(name) };
                    return Err(row.error(column, problem));
                }
            }
        }
        Ok(())
    }

    /// Adds an arc whose label is not in a column.
    pub(crate) fn read_labeled<R: EdgeRow>(
        &mut self,
        row: &R,
        label: Option<&str>,
    ) -> Result<(), FormatError> {
        let tail = self.node(row, self.columns.tail, None)?;
        let head = self.node(row, self.columns.head, None)?;
        let label = self.edge_label(label, row.place());
        self.assembly.arc(tail, head, label, row.place());
        Ok(())
    }

    fn edge_label(&mut self, text: Option<&str>, place: u32) -> Label {
        self.edges_labeled.note(text.is_some(), place);
        text.map_or(self.default_edge_label, |text| self.label_names.edge_label(text))
    }

    /// The value of the column `Type`. If its first entry is something else, the column has another
    /// meaning.
    fn direction<R: EdgeRow>(&mut self, row: &R) -> Result<Direction, FormatError> {
        let Some(column) = self.columns.direction else { return Ok(Direction::Directed) };
        let text = row.text(column)?.unwrap_or_default();
        if text.eq_ignore_ascii_case("directed") {
            return Ok(Direction::Directed);
        }
        if text.eq_ignore_ascii_case("undirected") {
            return Ok(Direction::Undirected);
        }
        if self.assembly.num_arcs() == 0 {
            self.columns.direction = None;
            return Ok(Direction::Directed);
        }
        Err(row.unexpected(column, "`Directed` or `Undirected`, as above"))
    }

    /// The node in a column, which is added if its name is new.
    fn node<R: EdgeRow>(
        &mut self,
        row: &R,
        column: usize,
        label_column: Option<usize>,
    ) -> Result<NodeId, FormatError> {
        let name = row.node_name(column)?;
        let num_nodes = self.assembly.num_nodes();
        let new = NodeId(num_nodes as u32);
        let node = match &name {
            NodeName::Number(number) => self.nodes.get_or_insert_number(*number, new)?,
            NodeName::Text(name) => self.nodes.get_or_insert(name, new)?,
        };
        let is_new = node.ix() == num_nodes;
        let label = match label_column {
            None => self.default_node_label,
            Some(column) => {
                let Some(text) = row.text(column)? else {
                    let (found, expected) = (R::NOTHING, "the label of the node");
                    return Err(row.error(column, SyntaxProblem::Unexpected { found, expected }));
                };
                let label = self.label_names.node_label(&text);
                if is_new {
                    self.node_labels.push(label);
                } else if self.node_labels[node.ix()] != label {
                    let (node, label) = (name.shown(), shorten(&text));
                    let problem = SyntaxProblem::ConflictingLabel { node, label };
                    return Err(row.error(column, problem));
                }
                label
            }
        };
        if is_new {
            self.assembly.node(label).ok_or_else(|| too_many_nodes(row.location()))?;
        }
        Ok(node)
    }

    /// Returns the graph and the names of its nodes; `locate` converts the place of a row to its
    /// location.
    pub(crate) fn finish(
        mut self,
        path: &Path,
        locate: fn(&Path, u32) -> Location,
    ) -> Result<Built, FormatError> {
        let options = self.options;
        let origin = NamedByRow { path, nodes: &self.nodes, locate };
        if let (Some(place), Labels::Keep) =
            (self.edges_labeled.first_missing(), options.edge_labels)
        {
            let at_line = || missing_label(options.edge_key(), origin.locate(place));
            return Err(self.first_empty.map_or_else(at_line, |problem| *problem));
        }
        match &options.edge_label_key {
            Some(key) if !self.edges_labeled.any_labeled() => {
                return Err(self.keys.no_edge_has(path, key));
            }
            _ => {}
        }
        if let Some(attributes) = &mut self.assembly.attributes {
            for (node, values) in (0..).map(NodeId).zip(&self.node_values) {
                let row = attributes.nodes.number_of(values);
                attributes.set_node(node, row);
            }
        }
        let built = self.assembly.build_all(&origin, options.duplicates, self.control)?;
        let node_names = options.titles(|| self.nodes.titles(built.graph.num_nodes()));
        Ok(Built { node_names, ..built })
    }
}

/// Places are numbers of lines or rows, and nodes have names.
pub(crate) struct NamedByRow<'a> {
    pub(crate) path: &'a Path,
    pub(crate) nodes: &'a NodeNames<'a>,
    pub(crate) locate: fn(&Path, u32) -> Location,
}

impl Origin for NamedByRow<'_> {
    fn locate(&self, place: u32) -> Location {
        (self.locate)(self.path, place)
    }

    fn node_name(&self, node: NodeId) -> String {
        self.nodes.name_of(node)
    }
}
