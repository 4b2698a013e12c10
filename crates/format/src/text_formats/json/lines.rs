//! JSON lines: one object of isocount's own JSON format per line, many graphs in one file.
//!
//! ```json
//! {"name": "edge", "nodes": [0, 0], "edges": [[0, 1, 0]]}
//! {"name": "loop", "nodes": [0], "edges": [[0, 0, 0]]}
//! ```
//!
//! Blank lines are ignored. A graph without `name` is named after the file and its index.

use std::io::Write;

use isocount_core::Control;

use super::{Layout, ObjectReading, pattern, read_object, write_object};
use crate::error::Found;
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames};
use crate::read::{NamedGraph, NamedPattern, Reader, Source, Text};
use crate::write::{GraphText, Watched, WriteError, Writer};
use crate::{Entry, Format, FormatError, GraphRef, LabelNames};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "json-lines",
    extensions: &["jsonl", "ndjson"],
    description: "one such JSON object per line; many graphs",
    graph_names: GraphNames::OwnOrNumber,
    reader: Reader::Entries(read),
    pattern_reader: Some(read_patterns),
    writer: Writer::Patterns(write),
};

fn read(
    source: Source<'_>,
    mut names: FileLabels<'_>,
) -> Result<Vec<Entry<NamedGraph>>, FormatError> {
    read_lines(source, |line, reading, name| read_object(line, reading, name, &mut names))
}

fn read_patterns(
    source: Source<'_>,
    names: &mut LabelNames,
) -> Result<Vec<Entry<NamedPattern>>, FormatError> {
    let mut labels = FileLabels::new(names, source.options);
    read_lines(source, |line, reading, name| pattern::read_object(line, reading, name, &mut labels))
}

/// Reads one entry per line. `name` is used for an entry without its own name.
fn read_lines<T>(
    source: Source<'_>,
    mut read: impl FnMut(Text<'_>, &ObjectReading<'_>, &str) -> Result<T, FormatError>,
) -> Result<Vec<Entry<T>>, FormatError> {
    let (stem, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    let reading = ObjectReading { end: Found::EndOfLine, options, control };
    let mut lines = source.into_long_lines();
    let mut graphs = Vec::new();
    loop {
        let name = format!("{stem}#{}", graphs.len());
        graphs.push(match lines.next_meaningful(b"") {
            Ok(None) => break,
            Ok(Some(line)) => match read(line, &reading, &name) {
                Ok(graph) => Ok(graph),
                Err(problem) => {
                    let name = || stated_name(line.content).unwrap_or(name);
                    Err(options.faults.entry(name, problem)?)
                }
            },
            Err(problem) => Err(options.faults.entry(|| name, problem)?),
        });
    }
    if graphs.is_empty() {
        return Err(FormatError::Empty { path: path.to_owned(), format: Format::JsonLines });
    }
    Ok(graphs)
}

/// The name that a line states, if it is valid JSON.
fn stated_name(line: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Stated {
        name: String,
    }
    serde_json::from_str(line).ok().map(|Stated { name }| name)
}

fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    write_object(None, text, Layout::OneLine, out)
}

/// Writes many graphs with their names, one per line.
///
/// # Errors
/// If a label has no name, writing fails, or the work was cancelled.
pub fn write_json_lines<'a>(
    graphs: impl IntoIterator<Item = GraphRef<'a>>,
    names: &LabelNames,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    let mut out = Watched::new(out, control);
    for GraphRef { name, graph } in graphs {
        let text = GraphText { graph, sets: None, names, control };
        write_object(Some(name), text, Layout::OneLine, &mut out)?;
    }
    Ok(())
}
