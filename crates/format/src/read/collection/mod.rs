//! Folders and other collections of graphs, one file at a time.
//!
//! [`list()`] lists the contents of a path without reading them, [`Member::read`] reads one of
//! them. So a caller can skip unneeded members, and continue after a faulty one:
//!
//! ```
//! use isocount_core::Control;
//! use isocount_format::collection::{self, Holds, MemoryFile};
//! use isocount_format::{LabelNames, ReadOptions};
//!
//! // The same as `collection::list(path, &options)` for a folder of these files.
//! let files = vec![
//!     MemoryFile::new("edge.txt", "a b"),
//!     MemoryFile::new("broken.gml", "graph ["),
//!     MemoryFile::new("loop.txt", "a a"),
//! ];
//! let (options, mut names) = (ReadOptions::new(), LabelNames::new());
//! for member in collection::list_memory(files, &options)? {
//!     if member.holds("loop") != Holds::No {
//!         let graphs = member.read(&options, &mut names, &Control::NONE)?;
//!         assert_eq!(graphs[0].name, "loop");
//!     }
//! }
//! # Ok::<(), isocount_format::FormatError>(())
//! ```

mod found_file;
mod member;
mod natural_order;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::found_file::is_about_the_folder;
use self::natural_order::natural_order;
use super::source::STDIN;
use crate::text_formats::tu;
use crate::{Format, FormatError, ReadOptions};

pub use self::member::{Holds, Member};

/// A file that is not on disk: a name and its contents.
///
/// ```
/// use std::path::Path;
/// use isocount_format::collection::MemoryFile;
///
/// // A file that somebody uploaded.
/// let upload = MemoryFile::new("ethanol.smi", b"CCO");
/// assert_eq!(upload.path, Path::new("ethanol.smi"));
/// assert_eq!(&*upload.bytes, b"CCO");
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct MemoryFile {
    /// The name, for messages and for the graph. Its extension determines the format.
    pub path: PathBuf,
    /// The contents.
    pub bytes: Arc<[u8]>,
}

impl MemoryFile {
    /// A file of this name and these contents.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), bytes: bytes.into().into() }
    }
}

impl fmt::Debug for MemoryFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.bytes.len();
        f.debug_struct("MemoryFile").field("path", &self.path).field("size", &size).finish()
    }
}

/// Lists the contents of a path: the files of a folder in the order of their names, `g2` before
/// `g10`, the TU dataset in a folder, or the file itself. Nothing is read.
///
/// In a folder, subfolders, hidden files, and files called README, LICENSE, COPYING or CITATION
/// (with any extension) or ending in `.md` are skipped. Any other file must be a graph; otherwise
/// reading it fails.
///
/// # Errors
/// If nothing exists at the path, or the folder contains no graph.
pub fn list(path: &Path, options: &ReadOptions) -> Result<Vec<Member>, FormatError> {
    if path == Path::new(STDIN) {
        return Ok(vec![Member::at(path, options)?]);
    }
    let about = fs::metadata(path).map_err(|e| FormatError::io(path, e))?;
    if !about.is_dir() || options.format == Some(Format::Tu) || tu::arcs_file(path).is_ok() {
        return Ok(vec![Member::at(path, options)?]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(|e| FormatError::io(path, e))? {
        let file = entry.map_err(|e| FormatError::io(path, e))?.path();
        if !file.is_dir() && !is_about_the_folder(&file) {
            files.push(file);
        }
    }
    if files.is_empty() {
        return Err(FormatError::EmptyCollection { path: path.to_owned() });
    }
    files.sort_by(|a, b| natural_order(&a.to_string_lossy(), &b.to_string_lossy()));
    Ok(files.into_iter().map(|path| Member::found(path, options)).collect())
}

/// Lists files in memory, like [`list()`] for a folder with these files.
///
/// # Errors
/// If none of them is a graph.
pub fn list_memory(
    files: Vec<MemoryFile>,
    options: &ReadOptions,
) -> Result<Vec<Member>, FormatError> {
    let arcs = tu::the_arcs_file(files.iter().map(|file| file.path.clone()));
    if let Some(arcs) = arcs {
        return Ok(vec![Member::tu_in_memory(arcs, files)]);
    }
    let mut members: Vec<Member> = files
        .into_iter()
        .filter(|file| !is_about_the_folder(&file.path))
        .map(|file| Member::in_memory(file, options))
        .collect();
    if members.is_empty() {
        return Err(FormatError::EmptyCollection { path: PathBuf::new() });
    }
    members.sort_by(|a, b| natural_order(&a.path().to_string_lossy(), &b.path().to_string_lossy()));
    Ok(members)
}
