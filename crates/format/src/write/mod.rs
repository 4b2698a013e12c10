//! Writing, whatever the format: from graphs to the writer of the format, with what all writers
//! need.

mod graphs;

pub(crate) use graphs::{GraphText, Watched, check_nodes, check_unlabeled, one_word};
pub use graphs::{WriteError, write, write_named, write_pattern, write_pattern_named};
