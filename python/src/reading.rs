//! Graphs and patterns from files and texts.

use std::path::{Path, PathBuf};

use isocount::format::{Format, FormatError, ReadOptions};
use isocount::session::{LoadedGraph, LoadedPattern, PairList, SessionError, Source};
use isocount::{Cancelled, Control};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::error::{Class, OrRaise, Raise, exception};
use crate::file_options::FileOptions;
use crate::graph::{About, Graph, is_symmetric};
use crate::interrupt::interruptible;
use crate::labels::session;
use crate::node_names::NodeNames;
use crate::pattern::Pattern;

/// The word that requests unreadable items to be kept, with the reason.
const RECORD: &str = "record";

/// A graph that was read. Files store an undirected edge as two arcs, so a graph that consists of
/// such pairs is undirected.
fn read_as(loaded: LoadedGraph, directed: Option<bool>) -> Graph {
    let is_directed = directed.unwrap_or_else(|| !is_symmetric(loaded.graph()));
    let about = About { nodes: NodeNames::of_file(&loaded), is_directed };
    Graph { loaded, about }
}

/// Like [`read_as`], but for a pattern.
fn read_as_pattern(
    py: Python<'_>,
    loaded: LoadedPattern,
    directed: Option<bool>,
) -> PyResult<Pattern> {
    let is_directed = directed.unwrap_or_else(|| !is_symmetric(loaded.pattern().graph()));
    let about = About { nodes: NodeNames::of_texts(py, loaded.node_names())?, is_directed };
    Ok(Pattern { loaded, about, typed: None })
}

/// An error for a text that is not valid in the notation, but would be SMILES.
fn or_smiles(py: Python<'_>, problem: SessionError, path: &Path) -> PyErr {
    let raised = problem.raise(py);
    let Some(text) = path.to_str().filter(|text| !text.contains(':') && !path.exists()) else {
        return raised;
    };
    let smiles = PathBuf::from(format!("smiles:{text}"));
    let as_smiles = || session().read_graph(Source::argument(&smiles), &Control::NONE).is_ok();
    if !py.detach(as_smiles) {
        return raised;
    }
    let problem = format!("{text:?} is neither a file nor a pattern");
    exception(py, Class::Format, &problem, Some(&format!("SMILES are written \"smiles:{text}\"")))
}

/// Whether a source is the path of a file or a graph as text.
pub(crate) fn is_text(source: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(source.is_instance_of::<PyString>() || source.hasattr("__fspath__")?)
}

pub(crate) fn path_of(source: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let text = source.py().import("os")?.call_method1("fspath", (source,))?;
    text.extract()
}

/// Reads the graph of a file, or a graph given as text.
pub(crate) fn read_graph(
    source: &Bound<'_, PyAny>,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Graph> {
    let (py, path) = (source.py(), path_of(source)?);
    let FileOptions { options, name, directed } = FileOptions::of(source, given)?;
    let read = |control: &Control| {
        let source = Source::argument(&path).with_options(options.clone());
        let read = session().read_graph(source, control)?;
        let read = if directed == Some(false) { read.undirected(control)? } else { read };
        Ok::<_, SessionError>(match &name {
            None => read,
            Some(name) => read.with_name(name),
        })
    };
    let loaded = interruptible(py, read)?.map_err(|problem| or_smiles(py, problem, &path))?;
    Ok(py.detach(|| read_as(loaded, directed)))
}

/// Reads the pattern of a file, or a pattern given as text.
pub(crate) fn read_pattern(
    source: &Bound<'_, PyAny>,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Pattern> {
    let (py, path) = (source.py(), path_of(source)?);
    let FileOptions { options, name, directed } = FileOptions::of(source, given)?;
    let read = |control: &Control| {
        let source = Source::argument(&path).with_options(options.clone());
        let read = session().read_pattern(source, control)?;
        let read = if directed == Some(false) { read.undirected() } else { read };
        Ok::<_, SessionError>(match &name {
            None => read,
            Some(name) => read.with_name(name),
        })
    };
    let loaded = interruptible(py, read)?.map_err(|problem| or_smiles(py, problem, &path))?;
    // The text alone determines the pattern, unless options changed that.
    let is_plain = directed.is_none() && options == ReadOptions::new().with_node_names();
    let is_text = is_plain && Source::argument(&path).notation().is_some();
    let typed = path.to_str().filter(|_| is_text).map(str::to_owned);
    Ok(Pattern { typed, ..read_as_pattern(py, loaded, directed)? })
}

/// Reads all graphs of a file, a folder of files or a TU data set. Unreadable graphs raise an
/// exception, or are recorded: a graph without nodes then stands in for each, with the reason.
#[pyfunction]
#[pyo3(signature = (path, on_error, **options))]
pub(crate) fn read_graphs(
    path: &Bound<'_, PyAny>,
    on_error: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Graph>> {
    let (py, keeps) = (path.py(), on_error == RECORD);
    let FileOptions { options, directed, .. } = FileOptions::of(path, options)?;
    let path = path_of(path)?;
    let options = if keeps { options.with_faults_kept() } else { options };
    let read = |control: &Control| {
        let source = Source::argument(&path).with_options(options.clone());
        session().read_graphs(source, None, control)
    };
    let read = interruptible(py, read)?.or_raise(py)?;
    if !keeps {
        all_read(py, read.problems)?;
    }
    let graphs = interruptible(py, |control| {
        let graph = |loaded: &LoadedGraph| match directed {
            Some(false) => Ok(read_as(loaded.clone().undirected(control)?, directed)),
            _ => Ok::<_, Cancelled>(read_as(loaded.clone(), directed)),
        };
        read.members.iter().map(graph).collect::<Result<Vec<_>, _>>()
    })?;
    graphs.or_raise(py)
}

/// Reads a list of pairs, lines `pattern<TAB>graph` or `pattern,graph`: the number of each line,
/// and its names.
#[pyfunction]
pub(crate) fn read_name_pairs(path: &Bound<'_, PyAny>) -> PyResult<Vec<(u32, String, String)>> {
    let (py, path) = (path.py(), path_of(path)?);
    let list = PairList::read(&path).or_raise(py)?;
    Ok(list.names().map(|(line, pattern, graph)| (line, pattern.into(), graph.into())).collect())
}

/// Reads all patterns of a file or a folder, like [`read_graphs`].
#[pyfunction]
#[pyo3(signature = (path, on_error, **options))]
pub(crate) fn read_patterns(
    path: &Bound<'_, PyAny>,
    on_error: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Pattern>> {
    let (py, keeps) = (path.py(), on_error == RECORD);
    let FileOptions { options, directed, .. } = FileOptions::of(path, options)?;
    let path = path_of(path)?;
    let options = if keeps { options.with_faults_kept() } else { options };
    let read = |control: &Control| {
        let source = Source::argument(&path).with_options(options.clone());
        session().read_patterns(source, None, control)
    };
    let read = interruptible(py, read)?.or_raise(py)?;
    if !keeps {
        all_read(py, read.problems)?;
    }
    let pattern = |loaded: LoadedPattern| match directed {
        Some(false) => read_as_pattern(py, loaded.undirected(), directed),
        _ => read_as_pattern(py, loaded, directed),
    };
    read.members.into_iter().map(pattern).collect()
}

/// Raises the first problem, and mentions how many more there are.
fn all_read(py: Python<'_>, problems: Vec<FormatError>) -> PyResult<()> {
    let more = problems.len().saturating_sub(1);
    let Some(first) = problems.into_iter().next() else { return Ok(()) };
    let raised = first.raise(py);
    let value = raised.value(py);
    let files = if more == 1 { "file" } else { "files" };
    let others =
        if more == 0 { String::new() } else { format!("; {more} more {files} cannot be read") };
    let keep = "on_error=\"record\" goes on and records the reason";
    let message = format!("{}{others}; {keep}", value.str()?);
    value.setattr("args", (message,))?;
    let remedy: Option<String> = value.getattr("remedy")?.extract()?;
    value
        .setattr("remedy", remedy.map_or(keep.to_owned(), |remedy| format!("{remedy}; {keep}")))?;
    Err(raised)
}

/// The formats of graph files: name, extensions, description, and whether they can be read and
/// written.
#[pyfunction]
pub(crate) fn format_list() -> Vec<(&'static str, Vec<&'static str>, &'static str, bool, bool)> {
    let entry = |format: &Format| {
        let endings = format.extensions().to_vec();
        (format.name(), endings, format.description(), format.can_read(), format.can_write())
    };
    Format::ALL.iter().map(entry).collect()
}
