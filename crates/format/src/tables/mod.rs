//! Formats with one arc, one node or one pair of names per line.
//!
//! The columns and rows of an edge list are also those of the tables in `columnar/`.

pub(crate) mod adjacency_list;
pub(crate) mod edge_columns;
pub(crate) mod edge_list;
pub(crate) mod edge_rows;
pub(crate) mod matrix_market;
mod name_pairs;

pub use name_pairs::{Comments, NameLine, NameLines, NamePair, read_name_pairs};
