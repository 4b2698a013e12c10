//! How graphs are written in a format.

use std::io::Write;
use std::path::Path;

use super::graph_text::GraphText;
use super::write_error::WriteError;

/// How graphs are written in a format.
#[derive(Clone, Copy)]
pub(crate) enum Writer {
    /// Each node and arc with its one label.
    Graphs(fn(GraphText<'_>, &mut dyn Write) -> Result<(), WriteError>),
    /// The same, in a way that depends on the name of the file.
    ByFileName(fn(GraphText<'_>, &Path, &mut dyn Write) -> Result<(), WriteError>),
    /// Patterns with sets of labels as well.
    Patterns(fn(GraphText<'_>, &mut dyn Write) -> Result<(), WriteError>),
    /// As a folder of files, by a function of its own: [`write_tu`](crate::write_tu).
    Folder,
    /// Not at all; the format is only read.
    None,
}
