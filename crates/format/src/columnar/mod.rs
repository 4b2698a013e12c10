//! Tables of arcs in Parquet and Arrow files: the same columns as in an edge list with a header.
//!
//! ```text
//! access.rs   random access to the bytes of the file     ┐
//! codec.rs    compressed parts of known length           ├─► parquet/ or arrow/: cells, row by row
//! cell.rs     one value                                  ┘                │
//! edge_table.rs   which columns are tail, head and labels; rows to arcs ◄─┘
//! table.rs        reads the graph from a file, using these
//! ```
//!
//! Both formats consist of lengths and offsets, any of which may be wrong. No memory is reserved
//! based on what a file states; decompressed data are at most
//! [`MAX_EXPANSION`](crate::read::limits::MAX_EXPANSION) times as large as their source, once they
//! are large. The Apache Arrow libraries reserve, recurse and slice by such numbers, so they are
//! used only to write the test files.

#[cfg(feature = "columnar")]
mod access;
#[cfg(feature = "columnar")]
mod arrow;
#[cfg(feature = "columnar")]
mod cell;
#[cfg(feature = "columnar")]
mod codec;
#[cfg(feature = "columnar")]
mod edge_table;
#[cfg(feature = "columnar")]
mod parquet;
mod problem;
#[cfg(feature = "columnar")]
mod table;

use crate::format::FormatRow;
use crate::names::GraphNames;
use crate::read::Reader;
use crate::write::Writer;

pub use self::problem::TableProblem;
#[cfg(feature = "columnar")]
use self::table::{TableError, damaged};

pub(crate) const PARQUET: FormatRow = FormatRow {
    name: "parquet",
    extensions: &["parquet", "pq"],
    description: "table of arcs in a Parquet file; columns as in an edge list",
    graph_names: GraphNames::File,
    #[cfg(feature = "columnar")]
    reader: Reader::RandomAccess(table::read_parquet),
    #[cfg(not(feature = "columnar"))]
    reader: Reader::NotBuilt,
    pattern_reader: None,
    writer: Writer::None,
};

pub(crate) const ARROW: FormatRow = FormatRow {
    name: "arrow",
    extensions: &["arrow", "feather", "ipc"],
    description: "the same in an Arrow file or stream, or a Feather file",
    graph_names: GraphNames::File,
    #[cfg(feature = "columnar")]
    reader: Reader::RandomAccess(table::read_arrow),
    #[cfg(not(feature = "columnar"))]
    reader: Reader::NotBuilt,
    pattern_reader: None,
    writer: Writer::None,
};
