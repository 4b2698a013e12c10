//! Reads the graph from a table file.

use isocount_core::Cancelled;

use super::access::Access;
use super::edge_table::{NewTable, Table};
use super::problem::TableProblem;
use super::{arrow, parquet};
use crate::FormatError;
use crate::names::FileLabels;
use crate::read::{NamedGraph, Source};

pub(super) fn read_parquet(
    source: Source<'_>,
    names: FileLabels<'_>,
) -> Result<Vec<NamedGraph>, FormatError> {
    read(source, names, parquet::read)
}

pub(super) fn read_arrow(
    source: Source<'_>,
    names: FileLabels<'_>,
) -> Result<Vec<NamedGraph>, FormatError> {
    read(source, names, arrow::read)
}

/// Assigns columns and reads rows.
type ReadTable = for<'a> fn(&Access<'a>, NewTable<'a>) -> Result<Table<'a>, TableError>;

fn read(
    source: Source<'_>,
    names: FileLabels<'_>,
    read_table: ReadTable,
) -> Result<Vec<NamedGraph>, FormatError> {
    let (path, name, format) = (source.path, source.stem(), source.format);
    let (options, control) = (source.options, source.control);
    let access = Access::new(source)?;
    if access.len() == 0 {
        return Err(FormatError::Empty { path: path.to_owned(), format });
    }
    let table = NewTable { path, options, control, labels: names, len: access.len() };
    let table = read_table(&access, table).map_err(|error| match error {
        TableError::Format(error) => *error,
        TableError::Table(problem) => FormatError::Table { path: path.to_owned(), problem },
    })?;
    access.finish();
    Ok(vec![table.finish()?.named(name)])
}

/// Why a table cannot be read; errors without a path get it at the end.
#[derive(Debug)]
pub(super) enum TableError {
    Format(Box<FormatError>),
    Table(TableProblem),
}

impl From<FormatError> for TableError {
    fn from(error: FormatError) -> Self {
        Self::Format(Box::new(error))
    }
}

impl From<Cancelled> for TableError {
    fn from(cancelled: Cancelled) -> Self {
        FormatError::from(cancelled).into()
    }
}

impl From<TableProblem> for TableError {
    fn from(problem: TableProblem) -> Self {
        Self::Table(problem)
    }
}

/// The file is inconsistent.
pub(super) fn damaged(message: impl Into<String>) -> TableError {
    TableError::Table(TableProblem::Damaged { message: message.into() })
}
