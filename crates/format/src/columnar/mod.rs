//! Tables of arcs in Parquet and Arrow files: the same columns as in an edge list with a header.
//!
//! ```text
//! access.rs   the bytes of the file, here and there      ┐
//! codec.rs    compressed parts, to a length known before ├─► parquet/ or arrow/: cells, row by row
//! cell.rs     one value                                  ┘                │
//! edge_table.rs   which columns are tail, head and labels; rows to arcs ◄─┘
//! ```
//!
//! Both formats are made of lengths and offsets, and a file may lie about all of them. Nothing is
//! reserved by what a file states; what is unpacked is at most
//! [`MAX_EXPANSION`](crate::limits::MAX_EXPANSION) times as large as what it comes from, once it is
//! large. The libraries of Apache Arrow reserve, recurse and slice by such numbers, so they only
//! write the files of the tests.

mod access;
mod arrow;
mod cell;
mod codec;
mod edge_table;
mod parquet;

use crate::file_labels::FileLabels;
use crate::read::NamedGraph;
use crate::source::Source;
use crate::{FormatError, TableProblem};

use self::access::Access;
use self::edge_table::{NewTable, Table};

pub(crate) fn read_parquet(
    source: Source<'_>,
    names: FileLabels<'_>,
) -> Result<Vec<NamedGraph>, FormatError> {
    read(source, names, parquet::read)
}

pub(crate) fn read_arrow(
    source: Source<'_>,
    names: FileLabels<'_>,
) -> Result<Vec<NamedGraph>, FormatError> {
    read(source, names, arrow::read)
}

/// Finds columns and reads rows.
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
    let (graph, node_names) = table.finish()?;
    Ok(vec![NamedGraph { name, graph, node_names }])
}

/// Why a table is not read; what has no path yet gets it at the end.
#[derive(Debug)]
enum TableError {
    Format(Box<FormatError>),
    Table(TableProblem),
}

impl From<FormatError> for TableError {
    fn from(error: FormatError) -> Self {
        Self::Format(Box::new(error))
    }
}

impl From<isocount_core::Cancelled> for TableError {
    fn from(cancelled: isocount_core::Cancelled) -> Self {
        FormatError::from(cancelled).into()
    }
}

impl From<TableProblem> for TableError {
    fn from(problem: TableProblem) -> Self {
        Self::Table(problem)
    }
}

/// The file contradicts itself.
fn damaged(message: impl Into<String>) -> TableError {
    TableError::Table(TableProblem::Damaged { message: message.into() })
}
