//! How graphs are written in a format.

use std::io::Write;
use std::path::Path;

use super::graph_text::GraphText;
use super::write_error::WriteError;

/// How graphs are written in a format.
#[derive(Clone, Copy)]
pub(crate) enum Writer {
    /// Each node and arc with its single label.
    Graphs(fn(GraphText<'_>, &mut dyn Write) -> Result<(), WriteError>),
    /// Each node and arc with its single label, depending on the file name.
    ByFileName(fn(GraphText<'_>, &Path, &mut dyn Write) -> Result<(), WriteError>),
    /// Including patterns with sets of labels.
    Patterns(fn(GraphText<'_>, &mut dyn Write) -> Result<(), WriteError>),
    /// As a folder of files, by a separate function: [`write_tu`](crate::write_tu).
    Folder,
    /// Not at all; the format can only be read.
    None,
}
