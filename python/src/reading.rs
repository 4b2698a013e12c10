//! Graphs and patterns from files and texts.

use std::path::{Path, PathBuf};

use isocount::format::{AtomLabel, Format, Hydrogens, MoleculeOptions, Notation, ReadOptions};
use isocount::session::{LoadedGraph, LoadedPattern, PairList, SessionError, Source};
use isocount::{Cancelled, Control};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{Class, OrRaise, Raise, exception, input};
use crate::graph::{About, Graph, is_symmetric};
use crate::interrupt::interruptible;
use crate::labels::session;
use crate::node_names::NodeNames;
use crate::pattern::Pattern;

/// How a file is read, from what the caller passed by name.
struct FileOptions {
    options: ReadOptions,
    name: Option<String>,
    directed: Option<bool>,
}

impl FileOptions {
    fn of(py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut read =
            Self { options: ReadOptions::new().with_node_names(), name: None, directed: None };
        for (key, value) in given.into_iter().flatten() {
            if value.is_none() {
                continue;
            }
            read.set(py, &key.extract::<String>()?, &value)?;
        }
        Ok(read)
    }

    fn set(&mut self, py: Python<'_>, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let options = std::mem::take(&mut self.options);
        self.options = match key {
            "name" => {
                self.name = Some(value.extract()?);
                options
            }
            "directed" => {
                self.directed = Some(value.extract()?);
                options
            }
            "format" => {
                let name: String = value.extract()?;
                let format = name.parse::<Format>();
                let format = format
                    .map_err(|error| input(py, &error.to_string(), "see isocount.formats()"))?;
                options.with_format(format)
            }
            "node_label" => match label_key(py, key, value)? {
                Some(name) => options.with_node_label_key(name),
                None => options.without_node_labels(),
            },
            "edge_label" => match label_key(py, key, value)? {
                Some(name) => options.with_edge_label_key(name),
                None => options.without_edge_labels(),
            },
            "duplicates" => match value.extract::<String>()?.as_str() {
                "refuse" => options,
                "merge" => options.with_duplicates_merged(),
                other => {
                    let problem = format!("duplicates={other:?} is not a choice");
                    return Err(input(py, &problem, "say \"refuse\" or \"merge\""));
                }
            },
            "hydrogens" => {
                let name: String = value.extract()?;
                let choice = Hydrogens::ALL.iter().copied().find(|choice| choice.name() == name);
                let choice = choice.ok_or_else(|| {
                    let problem = format!("hydrogens={name:?} is not a choice");
                    input(py, &problem, "say \"implicit\" or \"explicit\"")
                })?;
                let molecules: MoleculeOptions = options.molecules.with_hydrogens(choice);
                options.with_molecules(molecules)
            }
            "atom_label" => {
                let label: Result<AtomLabel, _> = value.extract::<String>()?.parse();
                let label = label.map_err(|error| {
                    input(
                        py,
                        &error.to_string(),
                        "say \"element\", or details such as \"charge,aromaticity\"",
                    )
                })?;
                let molecules: MoleculeOptions = options.molecules.with_atom_label(label);
                options.with_molecules(molecules)
            }
            "smarts" => {
                let molecules: MoleculeOptions = options.molecules;
                options.with_molecules(if value.extract()? {
                    molecules.for_smarts()
                } else {
                    molecules
                })
            }
            "num_nodes" => {
                return Err(input(
                    py,
                    "num_nodes goes with arrays of edges",
                    "leave it out: a file says its nodes",
                ));
            }
            _ => {
                let problem = format!("reading a file takes no argument {key:?}");
                return Err(PyTypeError::new_err(problem));
            }
        };
        Ok(())
    }
}

/// The attribute that holds a label; nothing if labels are not wanted.
fn label_key(py: Python<'_>, key: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(is_wanted) = value.extract::<bool>()
        && !is_wanted
    {
        return Ok(None);
    }
    value.extract::<String>().map(Some).map_err(|_| {
        let problem =
            format!("{key} of a file must be the name of an attribute or column, or False");
        input(
            py,
            &problem,
            "for a function or a sequence, read the file with another library first",
        )
    })
}

/// A graph that was read. A file keeps undirected edges as two arcs, so a graph of such pairs alone is undirected.
fn read_as(loaded: LoadedGraph, directed: Option<bool>) -> Graph {
    let is_directed = directed.unwrap_or_else(|| !is_symmetric(loaded.graph()));
    let about = About { nodes: NodeNames::of_file(&loaded), is_directed };
    Graph { loaded, about }
}

/// The same for a pattern.
fn read_as_pattern(
    py: Python<'_>,
    loaded: LoadedPattern,
    directed: Option<bool>,
) -> PyResult<Pattern> {
    let is_directed = directed.unwrap_or_else(|| !is_symmetric(loaded.pattern().graph()));
    let about = About { nodes: NodeNames::of_texts(py, loaded.node_names())?, is_directed };
    Ok(Pattern { loaded, about, typed: None })
}

/// An error of a text that is no notation of ours, but would be SMILES.
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

fn path_of(source: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let text = source.py().import("os")?.call_method1("fspath", (source,))?;
    text.extract()
}

/// Reads the graph of a file, or one that is typed.
pub(crate) fn read_graph(
    source: &Bound<'_, PyAny>,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Graph> {
    let (py, path) = (source.py(), path_of(source)?);
    let FileOptions { options, name, directed } = FileOptions::of(py, given)?;
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

/// Reads the pattern of a file, or one that is typed.
pub(crate) fn read_pattern(
    source: &Bound<'_, PyAny>,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Pattern> {
    let (py, path) = (source.py(), path_of(source)?);
    let FileOptions { options, name, directed } = FileOptions::of(py, given)?;
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
    let typed = path.to_str().filter(|_| Notation::of_argument(&path).is_some()).map(str::to_owned);
    Ok(Pattern { typed, ..read_as_pattern(py, loaded, directed)? })
}

/// Reads all graphs of a file, a folder of files or a TU data set. Files that cannot be read are logged as warnings.
#[pyfunction]
#[pyo3(signature = (path, **options))]
pub(crate) fn read_graphs(
    path: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Graph>> {
    let (py, path) = (path.py(), path_of(path)?);
    let FileOptions { options, directed, .. } = FileOptions::of(py, options)?;
    let read = |control: &Control| {
        let source = Source::argument(&path).with_options(options.clone());
        session().read_graphs(source, None, control)
    };
    let read = interruptible(py, read)?.or_raise(py)?;
    warn_of_unread(py, &read.problems)?;
    let graphs = interruptible(py, |control| {
        let graph = |loaded: &LoadedGraph| match directed {
            Some(false) => Ok(read_as(loaded.clone().undirected(control)?, directed)),
            _ => Ok::<_, Cancelled>(read_as(loaded.clone(), directed)),
        };
        read.members.iter().map(graph).collect::<Result<Vec<_>, _>>()
    })?;
    graphs.or_raise(py)
}

/// Reads a list of pairs, lines `pattern<TAB>graph` or `pattern,graph`: the number of each line, and its names.
#[pyfunction]
pub(crate) fn read_name_pairs(path: &Bound<'_, PyAny>) -> PyResult<Vec<(u32, String, String)>> {
    let (py, path) = (path.py(), path_of(path)?);
    let list = PairList::read(&path).or_raise(py)?;
    Ok(list.names().map(|(line, pattern, graph)| (line, pattern.into(), graph.into())).collect())
}

/// Reads all patterns of a file or a folder. Files that cannot be read are logged as warnings.
#[pyfunction]
#[pyo3(signature = (path, **options))]
pub(crate) fn read_patterns(
    path: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Pattern>> {
    let (py, path) = (path.py(), path_of(path)?);
    let FileOptions { options, directed, .. } = FileOptions::of(py, options)?;
    let read = |control: &Control| {
        let source = Source::argument(&path).with_options(options.clone());
        session().read_patterns(source, None, control)
    };
    let read = interruptible(py, read)?.or_raise(py)?;
    warn_of_unread(py, &read.problems)?;
    let pattern = |loaded: LoadedPattern| match directed {
        Some(false) => read_as_pattern(py, loaded.undirected(), directed),
        _ => read_as_pattern(py, loaded, directed),
    };
    read.members.into_iter().map(pattern).collect()
}

fn warn_of_unread(py: Python<'_>, problems: &[isocount::format::FormatError]) -> PyResult<()> {
    if problems.is_empty() {
        return Ok(());
    }
    let logger = py.import("logging")?.call_method1("getLogger", ("isocount",))?;
    for problem in problems {
        logger.call_method1("warning", ("not read: %s", problem.to_string()))?;
    }
    Ok(())
}

/// The formats of graph files: name, endings, description, and whether it is read and written.
#[pyfunction]
pub(crate) fn format_list() -> Vec<(&'static str, Vec<&'static str>, &'static str, bool, bool)> {
    let entry = |format: &Format| {
        let endings = format.extensions().to_vec();
        (format.name(), endings, format.description(), format.can_read(), format.can_write())
    };
    Format::ALL.iter().map(entry).collect()
}
