//! Reading files, folders and bytes.

use std::path::Path;

use isocount_core::{Control, LabeledGraph, Pattern, Task};

use super::collection;
use super::collection::Member;
use super::entry::all_sound;
use super::packing::{at_most, unpacked};
use super::source::Source;
#[cfg(feature = "columnar")]
use crate::columnar;
use crate::error::shown;
use crate::molecules::{sdf, smarts, smiles};
use crate::names::FileLabels;
use crate::tables::{adjacency_list, edge_list, matrix_market};
use crate::text_formats::json::{lines, pattern};
use crate::text_formats::{gexf, gml, graph, graph6, graphml, json, labeled_lad, lad, pajek, tu};
use crate::{
    Entry, Faults, Format, FormatError, LabelNames, Location, NodeTitles, Notation, ReadOptions,
    Smarts, SmartsProblem, notation,
};

/// A graph and what to call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGraph {
    /// The name of the file without its ending; with `#` and a number from 0 if the file holds
    /// many graphs; or the name that the file itself gives. It comes from outside: show it through
    /// [`printable`](isocount_core::printable).
    pub name: String,
    /// The graph.
    pub graph: LabeledGraph,
    /// What its nodes are called, if that was [asked for](ReadOptions::node_names); else numbers.
    pub node_names: NodeTitles,
}

impl NamedGraph {
    /// A graph whose nodes are called by their numbers from 0.
    #[must_use]
    pub fn new(name: impl Into<String>, graph: LabeledGraph) -> Self {
        Self { name: name.into(), graph, node_names: NodeTitles::default() }
    }
}

/// A pattern and what to call it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedPattern {
    /// As that of a [`NamedGraph`].
    pub name: String,
    /// The pattern.
    pub pattern: Pattern,
    /// What its nodes are called, where the file says so.
    pub node_names: Option<Vec<String>>,
    /// The conditions, if it is SMARTS: the pattern has their sets among the labels that were known
    /// when it was read.
    pub smarts: Option<Smarts>,
}

/// Reads all patterns of a file; `options` should have the role of patterns.
///
/// ```
/// use isocount_core::Control;
/// use isocount_format::{LabelNames, ReadOptions, Role, read_patterns};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("halide.json");
/// let halide = r#"{"directed": false, "nodes": ["C", {"one_of": ["F", "Cl"]}], "edges": [[0, 1]]}"#;
/// std::fs::write(&path, halide)?;
/// let options = ReadOptions::new().with_role(Role::Pattern);
/// let mut names = LabelNames::new();
/// let patterns = read_patterns(&path, &options, &mut names, &Control::NONE)?;
/// assert!(patterns[0].pattern.has_sets());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`read`], and if a pattern has no nodes.
pub fn read_patterns(
    path: &Path,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<Vec<NamedPattern>, FormatError> {
    let member = Member::at(path, options)?;
    control.begin(Task::Reading, &shown(path), member.size());
    member.read_patterns(options, names, control)
}

/// Reads a file that holds exactly one pattern.
///
/// # Errors
/// As [`read_patterns`], and if the file holds several patterns or none.
pub fn read_one_pattern(
    path: &Path,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedPattern, FormatError> {
    only(path, read_patterns(path, options, names, control)?)
}

/// Reads all graphs of a file, or of the folder of a TU dataset.
///
/// # Errors
/// If the file cannot be read, its format is unknown, its text is not a graph, or reading is
/// cancelled.
pub fn read(
    path: &Path,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<Vec<NamedGraph>, FormatError> {
    let member = Member::at(path, options)?;
    control.begin(Task::Reading, &shown(path), member.size());
    member.read(options, names, control)
}

/// Reads a file that holds exactly one graph.
///
/// # Errors
/// As [`read`], and if the file holds several graphs or none.
pub fn read_one(
    path: &Path,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedGraph, FormatError> {
    only(path, read(path, options, names, control)?)
}

fn only<T>(path: &Path, mut graphs: Vec<T>) -> Result<T, FormatError> {
    match graphs.pop() {
        Some(graph) if graphs.is_empty() => Ok(graph),
        last => {
            let found = graphs.len() + usize::from(last.is_some());
            Err(FormatError::NotOneGraph { path: path.to_owned(), found })
        }
    }
}

/// Reads a file with many graphs, a TU dataset, or a folder of graph files: all that
/// [`collection::list()`] lists.
///
/// # Errors
/// As [`read`], and if the folder has no graphs. One faulty file is enough; use
/// [`collection::list()`] to go on with the others.
pub fn read_collection(
    path: &Path,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<Vec<NamedGraph>, FormatError> {
    let members = collection::list(path, options)?;
    let size = members.iter().map(Member::size).sum();
    control.begin(Task::Reading, &shown(path), size);
    let mut graphs = Vec::new();
    for member in members {
        graphs.append(&mut member.read(options, names, control)?);
    }
    Ok(graphs)
}

/// Reads bytes as if they were the contents of the file `path`, which is only named in messages
/// and need not exist. For several files see [`collection::list_memory`].
///
/// For [`Format::Tu`] the bytes are the files `A`, `graph_indicator`, `node_labels` and
/// `edge_labels`, separated by zero bytes; the last two may be left out.
///
/// # Errors
/// If the bytes are not text of this format, or reading is cancelled.
pub fn read_bytes(
    format: Format,
    path: &Path,
    bytes: &[u8],
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<Vec<NamedGraph>, FormatError> {
    control.begin(Task::Reading, &shown(path), Some(bytes.len() as u64));
    let entries = if format == Format::Tu {
        tu::read_joined(path, bytes, FileLabels::new(names, options), options, control)?
    } else {
        let bytes = at_most(unpacked(path, Box::new(bytes))?, options.most.bytes);
        read_source(Source { path, format, options, control, bytes, file: None }, names)?
    };
    all_sound(entries)
}

/// Reads a graph that was typed, such as `c1ccccc1`. Its name is the text, and messages call it by
/// [`Notation::argument`].
///
/// # Errors
/// If the text is not of this notation, or reading is cancelled.
pub fn read_text(
    notation: Notation,
    text: &str,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedGraph, FormatError> {
    read_typed(notation.argument(text).as_ref(), notation, text, options, names, control)
}

/// Reads a pattern that was typed, as [`read_text`] reads a graph. In the notation, it may have
/// sets of labels.
///
/// ```
/// use isocount_core::Control;
/// use isocount_format::{LabelNames, Notation, ReadOptions, read_pattern_text};
///
/// let (options, mut names) = (ReadOptions::new(), LabelNames::new());
/// let text = "x:C -[*]- y:F|Cl|Br";
/// let named = read_pattern_text(Notation::Text, text, &options, &mut names, &Control::NONE)?;
/// assert!(named.pattern.has_sets());
/// assert_eq!(named.node_names.unwrap(), ["x", "y"]);
/// # Ok::<(), isocount_format::FormatError>(())
/// ```
///
/// # Errors
/// As [`read_text`], and if the pattern has no nodes.
pub fn read_pattern_text(
    notation: Notation,
    text: &str,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedPattern, FormatError> {
    let path = notation.argument(text);
    read_typed_pattern(path.as_ref(), notation, text, options, names, control)
}

/// Reads a graph that was typed; messages call it by `path`.
pub(crate) fn read_typed(
    path: &Path,
    notation: Notation,
    text: &str,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedGraph, FormatError> {
    match notation {
        Notation::Smiles => smiles::read_text(text, options, names, control),
        Notation::Smarts => {
            let (at, problem) = (Location::line(path, 1), SmartsProblem::NotAGraph);
            let len = text.chars().count();
            Err(FormatError::Syntax { at, len, problem: problem.into() }.typed())
        }
        Notation::Text => notation::read_typed(path, text, options, names, control),
    }
}

/// Reads a pattern that was typed; messages call it by `path`.
pub(crate) fn read_typed_pattern(
    path: &Path,
    notation: Notation,
    text: &str,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedPattern, FormatError> {
    match notation {
        Notation::Smiles => smiles::read_text(text, options, names, control)?.into_pattern(path),
        Notation::Smarts => smarts::read_text(path, text, options, names, control),
        Notation::Text => notation::read_typed_pattern(path, text, options, names, control),
    }
}

/// The patterns of a file: in formats that can say what a pattern accepts, with its sets of labels.
pub(crate) fn read_pattern_source(
    source: Source<'_>,
    names: &mut LabelNames,
) -> Result<Vec<Entry<NamedPattern>>, FormatError> {
    if source.format == Format::Smarts {
        return smarts::read(source, names);
    }
    let (labels, path) = (FileLabels::new(names, source.options), source.path);
    match source.format {
        Format::Text => Ok(vec![Ok(notation::read_pattern(source, labels)?)]),
        Format::Json => Ok(entries(pattern::read(source, labels)?)),
        Format::JsonLines => lines::read_patterns(source, labels),
        _ => {
            let faults = source.options.faults;
            as_patterns(read_source(source, names)?, path, faults)
        }
    }
}

/// Graphs as patterns; one without nodes is a fault.
pub(crate) fn as_patterns(
    graphs: Vec<Entry<NamedGraph>>,
    path: &Path,
    faults: Faults,
) -> Result<Vec<Entry<NamedPattern>>, FormatError> {
    let as_pattern = |graph: Entry<NamedGraph>| {
        Ok(match graph {
            Err(unread) => Err(unread),
            Ok(named) => {
                let name = named.name.clone();
                match named.into_pattern(path) {
                    Ok(pattern) => Ok(pattern),
                    Err(problem) => Err(faults.entry(|| name, problem)?),
                }
            }
        })
    };
    graphs.into_iter().map(as_pattern).collect()
}

/// What was read, each an entry.
fn entries<T>(all: Vec<T>) -> Vec<Entry<T>> {
    all.into_iter().map(Ok).collect()
}

impl NamedGraph {
    /// The same as a pattern.
    pub(crate) fn into_pattern(self, path: &Path) -> Result<NamedPattern, FormatError> {
        let Self { name, graph, node_names } = self;
        let node_names = node_names.to_texts(graph.num_nodes());
        match Pattern::try_from(graph) {
            Ok(pattern) => Ok(NamedPattern { name, pattern, node_names, smarts: None }),
            Err(_) => Err(FormatError::EmptyPattern { path: path.to_owned(), name }),
        }
    }
}

pub(crate) fn read_source(
    source: Source<'_>,
    names: &mut LabelNames,
) -> Result<Vec<Entry<NamedGraph>>, FormatError> {
    let names = FileLabels::new(names, source.options);
    let graphs = match source.format {
        Format::JsonLines => return lines::read(source, names),
        Format::Graph6 => return graph6::read(source, names),
        Format::Smiles => return smiles::read(source, names),
        Format::Sdf => return sdf::read(source, names),
        Format::Gml => gml::read(source, names),
        Format::GraphMl => graphml::read(source, names),
        Format::Graph => graph::read(source, names),
        Format::Lad => lad::read(source, names),
        Format::LabeledLad => labeled_lad::read(source, names),
        Format::EdgeList => edge_list::read(source, names),
        Format::Json => json::read(source, names),
        Format::AdjacencyList => adjacency_list::read(source, names),
        Format::Pajek => pajek::read(source, names),
        Format::Gexf => gexf::read(source, names),
        Format::MatrixMarket => matrix_market::read(source, names),
        Format::Text => notation::read(source, names),
        Format::Smarts => {
            let (at, problem) = (Location::line(source.path, 1), SmartsProblem::NotAGraph);
            Err(FormatError::Syntax { at, len: 1, problem: problem.into() })
        }
        #[cfg(feature = "columnar")]
        Format::Parquet => columnar::read_parquet(source, names),
        #[cfg(feature = "columnar")]
        Format::Arrow => columnar::read_arrow(source, names),
        #[cfg(not(feature = "columnar"))]
        Format::Parquet | Format::Arrow => {
            Err(FormatError::NotBuilt { path: source.path.to_owned(), format: source.format })
        }
        Format::Tu => Err(FormatError::NotTu { path: source.path.to_owned() }),
        Format::Dot => {
            Err(FormatError::WriteOnly { path: source.path.to_owned(), format: source.format })
        }
    };
    graphs.map(entries)
}
