//! Writing, independent of the format: from graphs to the writer of a format, and code shared by
//! all writers.

mod checks;
mod graph_ref;
mod graph_text;
mod graphs;
mod watched;
mod write_error;
mod writer;

pub(crate) use checks::{check_nodes, check_unlabeled, one_word};
pub use graph_ref::GraphRef;
pub(crate) use graph_text::GraphText;
pub use graphs::{write, write_named, write_pattern, write_pattern_named};
pub(crate) use watched::Watched;
pub use write_error::WriteError;
pub(crate) use writer::Writer;
