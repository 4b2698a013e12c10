//! The front door: a path in, graphs out.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use isocount_core::LabeledGraph;

use crate::natural_order::natural_order;
use crate::source::Source;
use crate::{
    Format, FormatError, LabelNames, ReadOptions, dot_graph, edge_list, gml, graphml, json,
    json_lines, labeled_lad, lad, tu,
};

/// A graph and what to call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGraph {
    /// The name of the file without its ending; with `#` and a number from 0 if the file holds
    /// many graphs; or the name that the file itself gives.
    pub name: String,
    /// The graph.
    pub graph: LabeledGraph,
}

/// Reads all graphs of a file, or of the folder of a TU dataset.
///
/// # Errors
/// If the file cannot be read, its format is unknown, or its text is not a graph.
pub fn read(
    path: &Path,
    options: &ReadOptions<'_>,
    names: &mut LabelNames,
) -> Result<Vec<NamedGraph>, FormatError> {
    if path.is_dir() {
        if options.format == Some(Format::Tu) || tu::is_dataset(path) {
            return tu::read_folder(path, options, names);
        }
        return Err(FormatError::Folder { path: path.to_owned() });
    }
    let format = options.format.or_else(|| Format::from_path(path));
    // A name that is not there is the more helpful complaint.
    let file = File::open(path).map_err(|e| FormatError::io(path, e))?;
    let format = format.ok_or_else(|| FormatError::UnknownFormat { path: path.to_owned() })?;
    if format == Format::Tu {
        return tu::read_beside(path, options, names);
    }
    let source = Source { path, format, options, bytes: Box::new(file) };
    read_source(source, names)
}

/// Reads a file that holds exactly one graph.
///
/// # Errors
/// As [`read`], and if the file holds several graphs or none.
pub fn read_one(
    path: &Path,
    options: &ReadOptions<'_>,
    names: &mut LabelNames,
) -> Result<NamedGraph, FormatError> {
    let mut graphs = read(path, options, names)?;
    match graphs.pop() {
        Some(graph) if graphs.is_empty() => Ok(graph),
        last => {
            let found = graphs.len() + usize::from(last.is_some());
            Err(FormatError::NotOneGraph { path: path.to_owned(), found })
        }
    }
}

/// Reads a file with many graphs, a TU dataset, or a folder of graph files, these in the order
/// of their names, `g2` before `g10`.
///
/// In a folder, sub-folders, hidden files, and files called README, LICENSE, COPYING or
/// CITATION (with any ending) or ending in `.md` are passed over. Any other file must be a graph.
///
/// # Errors
/// As [`read`], and if the folder has no graphs.
pub fn read_collection(
    path: &Path,
    options: &ReadOptions<'_>,
    names: &mut LabelNames,
) -> Result<Vec<NamedGraph>, FormatError> {
    if !path.is_dir() || options.format == Some(Format::Tu) || tu::is_dataset(path) {
        return read(path, options, names);
    }
    let mut graphs = Vec::new();
    for file in graph_files(path)? {
        graphs.append(&mut read(&file, options, names)?);
    }
    if graphs.is_empty() {
        return Err(FormatError::EmptyCollection { path: path.to_owned() });
    }
    Ok(graphs)
}

/// Reads bytes as if they were the contents of the file `path`, which is only named in messages
/// and need not exist.
///
/// For [`Format::Tu`] the bytes are the files `A`, `graph_indicator`, `node_labels` and
/// `edge_labels`, separated by zero bytes; the last two may be left out.
///
/// # Errors
/// If the bytes are not text of this format.
pub fn read_bytes(
    format: Format,
    path: &Path,
    bytes: &[u8],
    options: &ReadOptions<'_>,
    names: &mut LabelNames,
) -> Result<Vec<NamedGraph>, FormatError> {
    if format == Format::Tu {
        return tu::read_joined(path, bytes, options, names);
    }
    read_source(Source { path, format, options, bytes: Box::new(bytes) }, names)
}

fn read_source(source: Source<'_>, names: &mut LabelNames) -> Result<Vec<NamedGraph>, FormatError> {
    match source.format {
        Format::Gml => gml::read(source, names),
        Format::GraphMl => graphml::read(source, names),
        Format::Graph => dot_graph::read(source, names),
        Format::Lad => lad::read(source, names),
        Format::LabeledLad => labeled_lad::read(source, names),
        Format::EdgeList => edge_list::read(source, names),
        Format::Json => json::read(source, names),
        Format::JsonLines => json_lines::read(source, names),
        Format::Tu => Err(FormatError::NotTu { path: source.path.to_owned() }),
    }
}

/// The files of a folder that should be graphs, in natural order.
fn graph_files(folder: &Path) -> Result<Vec<PathBuf>, FormatError> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|e| FormatError::io(folder, e))? {
        let path = entry.map_err(|e| FormatError::io(folder, e))?.path();
        if !path.is_dir() && !is_about_the_folder(&path) {
            files.push(path);
        }
    }
    files.sort_by(|a, b| natural_order(&a.to_string_lossy(), &b.to_string_lossy()));
    Ok(files)
}

/// Whether a file is clearly not a graph.
fn is_about_the_folder(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
    let stem = name.split('.').next().unwrap_or_default();
    name.starts_with('.')
        || path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md"))
        || ["README", "LICENSE", "COPYING", "CITATION"].contains(&stem)
}
