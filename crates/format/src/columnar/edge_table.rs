//! Assigns the columns of a table to tail, head and labels; rows become arcs like the lines of an
//! edge list.

use std::borrow::Cow;
use std::path::Path;

use isocount_core::{Control, Labels, Value};

use crate::builder::Built;
use crate::error::{FoundInstead, SyntaxProblem, shorten};
use crate::names::FileLabels;
use crate::read::limits::{MAX_EXPANSION, MAX_UNCHECKED, ROW_SIZE};
use crate::tables::edge_columns::{Columns, NodeLabelColumns};
use crate::tables::edge_rows::{EdgeRow, EdgeRows, NodeName};
use crate::{FormatError, Location, ReadOptions, TableProblem};

use super::TableError;
use super::cell::{Cell, CellProblem, Kind};

/// A column as the file describes it.
pub(super) struct Field {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// The roles of columns. A row has one cell per role.
pub(super) const NUM_ROLES: usize = 6;
const TAIL: usize = 0;
const HEAD: usize = 1;
const EDGE_LABEL: usize = 2;
const TAIL_LABEL: usize = 3;
const HEAD_LABEL: usize = 4;
const DIRECTION: usize = 5;

/// The column of each role, if there is one.
pub(super) type Roles = [Option<usize>; NUM_ROLES];

/// A table whose columns have not been assigned.
pub(super) struct NewTable<'a> {
    pub(super) path: &'a Path,
    pub(super) options: &'a ReadOptions,
    pub(super) control: &'a Control,
    pub(super) labels: FileLabels<'a>,
    /// The length of the file in bytes.
    pub(super) len: u64,
}

/// A table that is being converted to a graph.
pub(super) struct Table<'a> {
    path: &'a Path,
    control: &'a Control,
    len: u64,
    roles: Roles,
    /// The names of the columns in their roles, for messages.
    names: [String; NUM_ROLES],
    rows: EdgeRows<'a>,
    num_rows: u64,
    /// The length of all names before the first row.
    text_before: usize,
}

/// After a text of this length, the total length of the texts is checked immediately.
const LONG_TEXT: usize = 1 << 10;

/// How many rows are read between two checks for cancellation and of the total length of all names.
const STRIDE: u64 = 1 << 10;

impl<'a> NewTable<'a> {
    /// Assigns the columns.
    pub(super) fn choose(self, fields: &[Field]) -> Result<Table<'a>, TableError> {
        let names: Vec<String> = fields.iter().map(|field| field.name.clone()).collect();
        let Some(columns) = Columns::from_names(self.path, &names, self.options)? else {
            // The column in which pandas stores its row index.
            let found = names.iter().filter(|name| !name.starts_with("__index_level_"));
            let found = found.map(|name| shorten(name)).collect();
            let problem = SyntaxProblem::UnknownColumns { found };
            let at = Location::row(self.path, 0);
            return Err(FormatError::Syntax { at, len: 1, problem }.into());
        };
        let mut roles: Roles = [None; NUM_ROLES];
        roles[TAIL] = Some(columns.tail);
        roles[HEAD] = Some(columns.head);
        let ReadOptions { node_labels, edge_labels, node_label_key, edge_label_key, .. } =
            self.options;
        if *edge_labels == Labels::Keep || edge_label_key.is_some() {
            roles[EDGE_LABEL] = columns.edge_label;
        }
        if *node_labels == Labels::Keep || node_label_key.is_some() {
            roles[TAIL_LABEL] = columns.node_labels.map(|c| c.tail);
            roles[HEAD_LABEL] = columns.node_labels.map(|c| c.head);
        }
        roles[DIRECTION] = columns.direction.filter(|&column| fields[column].kind == Kind::Text);
        let mut names: [String; NUM_ROLES] = Default::default();
        for (name, column) in names.iter_mut().zip(roles) {
            let Some(field) = column.map(|column| &fields[column]) else { continue };
            name.clone_from(&field.name);
            if let Kind::Other(found) = field.kind {
                let at = Location::field(self.path, 0, &field.name);
                let problem = SyntaxProblem::ColumnType { found };
                return Err(FormatError::Syntax { at, len: 1, problem }.into());
            }
        }
        let columns = Columns {
            tail: TAIL,
            head: HEAD,
            edge_label: roles[EDGE_LABEL].map(|_| EDGE_LABEL),
            direction: roles[DIRECTION].map(|_| DIRECTION),
            node_labels: roles[TAIL_LABEL]
                .map(|_| NodeLabelColumns { tail: TAIL_LABEL, head: HEAD_LABEL }),
            width: NUM_ROLES,
            ..Columns::default()
        };
        let Self { path, options, control, labels, len } = self;
        let rows = EdgeRows::new(columns, labels, options, control);
        let text_before = rows.text_len();
        Ok(Table { path, control, len, roles, names, rows, num_rows: 0, text_before })
    }
}

impl Table<'_> {
    /// The columns that form a row.
    pub(super) fn roles(&self) -> Roles {
        self.roles
    }

    /// Checks that the file may contain `more` further rows: few bytes may encode many rows.
    pub(super) fn expect_rows(&self, more: u64) -> Result<(), TableError> {
        let num_rows = self.num_rows.saturating_add(more);
        if expands(num_rows.saturating_mul(ROW_SIZE), self.len) {
            return Err(TableProblem::Expands { what: "rows" }.into());
        }
        Ok(())
    }

    /// Adds the arc of a row. The caller must have checked the number of rows.
    pub(super) fn row(&mut self, cells: &[Cell<'_>; NUM_ROLES]) -> Result<(), TableError> {
        self.num_rows += 1;
        let number = u32::try_from(self.num_rows).unwrap_or(u32::MAX);
        let row = Row { path: self.path, number, names: &self.names, cells };
        self.rows.read(&row)?;
        let is_long = |cell: &Cell<'_>| matches!(cell, Cell::Text(t) if t.len() > LONG_TEXT);
        if self.num_rows.is_multiple_of(STRIDE) || cells.iter().any(is_long) {
            self.control.check()?;
            let text_len = self.rows.text_len().saturating_sub(self.text_before);
            if expands(text_len as u64, self.len) {
                return Err(TableProblem::Expands { what: "names in the rows" }.into());
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Built, FormatError> {
        self.rows.finish(self.path, Location::row)
    }
}

/// Whether `bytes` is too much for a file of this length.
fn expands(bytes: u64, file_len: u64) -> bool {
    bytes > MAX_UNCHECKED && bytes / MAX_EXPANSION > file_len
}

struct Row<'a> {
    path: &'a Path,
    number: u32,
    names: &'a [String; NUM_ROLES],
    cells: &'a [Cell<'a>; NUM_ROLES],
}

impl Row<'_> {
    #[cold]
    fn cell_error(&self, column: usize, problem: CellProblem) -> FormatError {
        match problem {
            CellProblem::NotUtf8 => self.error(column, SyntaxProblem::NotUtf8),
            CellProblem::Outside => {
                let (row, name) = (self.number, shorten(&self.names[column]));
                let message = format!("row {row} of the column `{name}` lies outside of its data");
                let problem = TableProblem::Damaged { message };
                FormatError::Table { path: self.path.to_owned(), problem }
            }
        }
    }
}

impl EdgeRow for Row<'_> {
    const NOTHING: FoundInstead = FoundInstead::MissingValue;

    fn place(&self) -> u32 {
        self.number
    }

    fn node_name(&self, column: usize) -> Result<NodeName<'_>, FormatError> {
        let cell = self.cells[column].rounded();
        match cell {
            Cell::Unsigned(number) => return Ok(NodeName::Number(number)),
            Cell::Single(number) if !number.is_nan() => {
                return Err(self.unexpected(column, NODE_NAME));
            }
            Cell::Double(number) if !number.is_nan() => {
                return Err(self.unexpected(column, NODE_NAME));
            }
            _ => {}
        }
        match cell.text().map_err(|problem| self.cell_error(column, problem))? {
            Some(text) => Ok(NodeName::Text(text)),
            None => Err(self.unexpected(column, NODE_NAME)),
        }
    }

    fn text(&self, column: usize) -> Result<Option<Cow<'_, str>>, FormatError> {
        self.cells[column].text().map_err(|problem| self.cell_error(column, problem))
    }

    fn value(&self, column: usize) -> Result<(Value, bool), FormatError> {
        let value = match self.cells[column] {
            Cell::Bool(truth) => truth.into(),
            Cell::Unsigned(number) => Value::Integer(number.into()),
            Cell::Negative(number) => Value::Integer(number.into()),
            Cell::Single(number) => Value::number(number.into()),
            Cell::Double(number) => Value::number(number),
            Cell::Missing => Value::Missing,
            Cell::Text(_) | Cell::Outside => {
                self.text(column)?.map_or(Value::Missing, |text| Value::text(&text))
            }
        };
        Ok((value, false))
    }

    fn error(&self, column: usize, problem: SyntaxProblem) -> FormatError {
        let at = Location::field(self.path, self.number, &self.names[column]);
        FormatError::Syntax { at, len: 1, problem }
    }

    #[cold]
    fn unexpected(&self, column: usize, expected: &'static str) -> FormatError {
        let found = match self.cells[column].text() {
            Ok(Some(text)) => FoundInstead::text(&text),
            Ok(None) => FoundInstead::MissingValue,
            Err(problem) => return self.cell_error(column, problem),
        };
        self.error(column, SyntaxProblem::Unexpected { found, expected })
    }

    fn location(&self) -> Location {
        Location::row(self.path, self.number)
    }
}

const NODE_NAME: &str = "an integer or text, the name of a node";
