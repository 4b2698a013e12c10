//! Reading files, folders and bytes.

use std::path::Path;

use isocount_core::{Control, Task};

use super::collection::{self, Member};
use super::entry::all_sound;
use super::named::{NamedGraph, NamedPattern};
use super::packing::{at_most, unpacked};
use super::reader::read_source;
use super::source::Source;
use crate::error::shown;
use crate::names::FileLabels;
use crate::text_formats::tu;
use crate::{Format, FormatError, LabelNames, ReadOptions};

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

/// Reads a file that contains exactly one pattern.
///
/// # Errors
/// As [`read_patterns`], and if the file contains several patterns or none.
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
/// If the file cannot be read, its format is unknown, its text is not a graph, or the work was
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

/// Reads a file that contains exactly one graph.
///
/// # Errors
/// As [`read`], and if the file contains several graphs or none.
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

/// Reads a file with many graphs, a TU dataset, or a folder of graph files: everything that
/// [`collection::list()`] lists.
///
/// # Errors
/// As [`read`], and if the folder contains no graphs. A single faulty file causes an error; use
/// [`collection::list()`] to continue with the others.
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

/// Reads bytes as if they were the contents of the file `path`, which is used only in messages and
/// need not exist. For several files, see [`collection::list_memory`].
///
/// For [`Format::Tu`] the bytes are the files `A`, `graph_indicator`, `node_labels` and
/// `edge_labels`, separated by zero bytes; the last two may be left out.
///
/// # Errors
/// If the bytes are not text of this format, or the work was cancelled.
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
