//! JSON lines: one object of our own JSON per line, many graphs in one file.
//!
//! ```json
//! {"name": "edge", "nodes": [0, 0], "edges": [[0, 1, 0]]}
//! {"name": "loop", "nodes": [0], "edges": [[0, 0, 0]]}
//! ```
//!
//! Blank lines are passed over. A graph without `name` is called after the file and its turn.

use std::io::Write;

use isocount_core::LabeledGraph;

use crate::json::{self, Layout};
use crate::read::NamedGraph;
use crate::source::Source;
use crate::syntax_problem::Found;
use crate::write::WriteError;
use crate::{Format, FormatError, LabelNames};

pub(crate) fn read(
    source: Source<'_>,
    names: &mut LabelNames,
) -> Result<Vec<NamedGraph>, FormatError> {
    let (stem, path) = (source.stem(), source.path);
    let mut lines = source.into_lines();
    let mut graphs = Vec::new();
    while let Some(line) = lines.next_meaningful(b"")? {
        let name = format!("{stem}#{}", graphs.len());
        graphs.push(json::read_object(line, Found::EndOfLine, &name, names)?);
    }
    if graphs.is_empty() {
        return Err(FormatError::Empty { path: path.to_owned(), format: Format::JsonLines });
    }
    Ok(graphs)
}

pub(crate) fn write(
    graph: &LabeledGraph,
    names: &LabelNames,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    json::write(None, graph, names, Layout::OneLine, out)
}

/// Writes many graphs with their names, one in each line.
///
/// # Errors
/// If a label has no name, or writing fails.
pub fn write_json_lines<'a>(
    graphs: impl IntoIterator<Item = (&'a str, &'a LabeledGraph)>,
    names: &LabelNames,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    for (name, graph) in graphs {
        json::write(Some(name), graph, names, Layout::OneLine, out)?;
    }
    Ok(())
}
