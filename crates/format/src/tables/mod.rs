//! Formats with one arc, one node or one pair of names per line.
//!
//! The tables in `columnar/` use the same code for columns and rows as edge lists.

pub(crate) mod adjacency_list;
pub(crate) mod edge_columns;
pub(crate) mod edge_list;
pub(crate) mod edge_rows;
pub(crate) mod matrix_market;
mod name_pairs;

pub use name_pairs::{Comments, NameLine, NameLines, NamePair, read_name_pairs};
