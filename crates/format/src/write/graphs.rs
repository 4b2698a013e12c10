//! Writes graphs and patterns as text.

use std::io::Write;
use std::path::Path;

use isocount_core::{Control, LabeledGraph, Pattern};

use super::graph_text::GraphText;
use super::watched::Watched;
use super::write_error::WriteError;
use super::writer::Writer;
use crate::{Format, LabelNames};

/// Writes a graph. Nodes are named by their numbers, labels are written by name. Fields of an edge
/// list are separated by commas; [`write_named`] chooses by file name.
///
/// # Errors
/// If the format cannot express the graph, writing fails, or the work was cancelled.
pub fn write(
    graph: &LabeledGraph,
    names: &LabelNames,
    format: Format,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    write_named(graph, names, format, Path::new(""), out, control)
}

/// Writes a graph as the contents of a file of this name, so that it reads back from there: the
/// fields of an edge list called `.tsv` or `.tsv.gz` are separated by tabs.
///
/// # Errors
/// As [`write()`].
pub fn write_named(
    graph: &LabeledGraph,
    names: &LabelNames,
    format: Format,
    file: &Path,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    control.check()?;
    let text = GraphText { graph, sets: None, names, control };
    let out = &mut Watched::new(out, control);
    match format.row().writer {
        Writer::Graphs(write) | Writer::Patterns(write) => write(text, out),
        Writer::ByFileName(write) => write(text, file, out),
        Writer::Folder => Err(WriteError::Folder { format }),
        Writer::None => Err(WriteError::ReadOnly { format }),
    }
}

/// Writes a pattern, which may have sets of labels.
///
/// # Errors
/// As [`write()`], and if it has sets and the format cannot express them.
pub fn write_pattern(
    pattern: &Pattern,
    names: &LabelNames,
    format: Format,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    write_pattern_named(pattern, names, format, Path::new(""), out, control)
}

/// Writes a pattern, like [`write_named`].
///
/// # Errors
/// As [`write_pattern`].
pub fn write_pattern_named(
    pattern: &Pattern,
    names: &LabelNames,
    format: Format,
    file: &Path,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    let Some(graph) = pattern.plain() else {
        control.check()?;
        let text = GraphText { graph: pattern.graph(), sets: Some(pattern), names, control };
        let out = &mut Watched::new(out, control);
        return match format.row().writer {
            Writer::Patterns(write) => write(text, out),
            _ if pattern.has_absent() => Err(WriteError::Absent { format }),
            _ => Err(WriteError::Sets { format }),
        };
    };
    write_named(graph, names, format, file, out, control)
}
