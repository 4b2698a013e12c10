//! A data set in formats of other tools.
//!
//! ```text
//! jsonl   a folder: graphs.jsonl, patterns.jsonl, triples.jsonl, dataset.json
//! gml     a folder: graphs/NAME.gml, patterns/NAME.gml, counts.csv, dataset.json
//! parquet a folder: graphs.parquet, patterns.parquet, triples.parquet, dataset.json
//! npz     one file of NumPy arrays
//! ```
//!
//! Patterns and graphs are written as they are in the files of the data set. What the counts count,
//! and what they ignore, is in `dataset.json` (in the array `about` of an npz file). Every triple
//! states the part of the split that it belongs to. The folders of JSON lines and GML can be
//! imported again.

mod about;
mod gml;
mod json_lines;
mod members;
mod npz;
mod parquet;
mod triples;
mod zip;

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use isocount_core::{Control, Task, printable};
use isocount_format::WriteError;
use isocount_platform::{Existing, WholeFolder, whole_folder};

use crate::{DataError, Dataset, Split};
use members::Members;

/// The formats that a data set can be exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExportFormat {
    /// A folder of JSON lines.
    JsonLines,
    /// A folder of GML files, and a table of counts.
    Gml,
    /// A folder of Parquet tables.
    Parquet,
    /// A file of `NumPy` arrays.
    Npz,
}

impl ExportFormat {
    /// All formats.
    pub const ALL: &'static [Self] = &[Self::JsonLines, Self::Gml, Self::Parquet, Self::Npz];

    /// The name of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonLines => "jsonl",
            Self::Gml => "gml",
            Self::Parquet => "parquet",
            Self::Npz => "npz",
        }
    }

    /// A one-line description of the format.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::JsonLines => "A folder of JSON Lines: graphs, patterns, triples",
            Self::Gml => "A folder of GML files and a table of counts",
            Self::Parquet => "A folder of Parquet tables: graphs, patterns, triples",
            Self::Npz => "A file of NumPy arrays, ready for PyTorch Geometric",
        }
    }
}

impl fmt::Display for ExportFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no format of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not an export format", printable(.0))]
pub struct UnknownExportFormat(String);

impl FromStr for ExportFormat {
    type Err = UnknownExportFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().copied().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownExportFormat(name.to_owned()))
    }
}

/// A data set and its split, to be written in another format.
///
/// ```
/// # use std::num::NonZeroUsize;
/// # use isocount_core::Control;
/// # use isocount_count::Exact;
/// # use isocount_data::{Making, Synthetic};
/// # let (folder, control) = (tempfile::tempdir()?, Control::NONE);
/// # let making = Making { counter: &Exact::new(), threads: NonZeroUsize::MIN, control: &control };
/// # let small = folder.path().join("small");
/// # Synthetic::Small.generate(&small, 0, Some(200), making)?;
/// use isocount_data::{Dataset, Existing, Export, ExportFormat, Protocol, Split};
/// # let out = folder.path().join("exported");
///
/// // For a program that knows nothing of isocount: JSON lines, with the part of every triple.
/// let dataset = Dataset::read(&small, &control)?;
/// let split = Split::get(&dataset, Protocol::Paper, 0, &control)?;
/// let export = Export::new(&dataset, &split)?;
/// export.write(ExportFormat::JsonLines, &out, Existing::Refuse, &control)?;
/// let triples = std::fs::read_to_string(out.join("triples.jsonl"))?;
/// assert_eq!(triples.lines().count(), 200);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Export<'a> {
    dataset: &'a Dataset,
    split: &'a Split,
}

impl<'a> Export<'a> {
    /// An export of this data set, whose triples are marked with their part of this split.
    ///
    /// # Errors
    /// If the split is one of another data set.
    pub fn new(dataset: &'a Dataset, split: &'a Split) -> Result<Self, DataError> {
        split.check_divides(dataset)?;
        Ok(Self { dataset, split })
    }

    /// Writes a folder or a file, which appears only when it is complete. The control counts
    /// patterns and graphs.
    ///
    /// # Errors
    /// If the target exists and may not be replaced, the format cannot hold the data set, it cannot
    /// be written, or the work was cancelled. The existing target is then unchanged.
    pub fn write(
        &self,
        format: ExportFormat,
        out: &Path,
        existing: Existing,
        control: &Control,
    ) -> Result<(), DataError> {
        let checked = match format {
            ExportFormat::Npz => existing.check_file(out),
            ExportFormat::JsonLines | ExportFormat::Gml | ExportFormat::Parquet => {
                existing.check_folder(out)
            }
        };
        checked.map_err(|occupied| DataError::occupied(out, &occupied))?;
        let members = self.members().map(|(_, members)| members.len() as u64).iter().sum::<u64>();
        let passes = if format == ExportFormat::Npz { npz::PASSES } else { 1 };
        let name = &self.dataset.about().name;
        control.begin(Task::Exporting, name, Some(members * passes));
        let written = match format {
            ExportFormat::Npz => npz::write(self, out, control),
            ExportFormat::JsonLines => {
                self.folder(out, existing, |folder| json_lines::write(self, folder, control))
            }
            ExportFormat::Gml => {
                self.folder(out, existing, |folder| gml::write(self, folder, control))
            }
            ExportFormat::Parquet => {
                self.folder(out, existing, |folder| parquet::write(self, folder, control))
            }
        };
        control.end();
        written
    }

    fn folder(
        &self,
        out: &Path,
        existing: Existing,
        write: impl FnOnce(&Path) -> Result<(), DataError>,
    ) -> Result<(), DataError> {
        if out.is_dir() {
            check_replaceable(out)?;
        }
        let failed = |source| DataError::write(out, source);
        let folder = WholeFolder::create(out).map_err(failed)?;
        write(folder.path())?;
        Output::create(folder.path(), about::FILE)?
            .put(|file| file.write_all(about::text(self).as_bytes()))?
            .finish()?;
        folder.commit(existing).map_err(failed)
    }

    /// Patterns and graphs, each kind with its name.
    fn members(&self) -> [(&'static str, Members<'a>); 2] {
        let dataset = self.dataset;
        [
            ("patterns", Members::Patterns(dataset.raw_patterns())),
            ("graphs", Members::Graphs(dataset.raw_graphs())),
        ]
    }
}

/// Refuses to replace anything but an export.
fn check_replaceable(folder: &Path) -> Result<(), DataError> {
    let failed = |source| DataError::read(folder, source);
    let is_empty = folder.read_dir().map_err(failed)?.next().is_none();
    if !is_empty && !folder.join(about::FILE).is_file() {
        return Err(DataError::NotReplaced { path: folder.to_owned(), wanted: "an export" });
    }
    let is_ours = |path: &Path| {
        let is_gml = path.extension().is_some_and(|ending| ending == "gml");
        match path.to_str() {
            Some(
                about::FILE
                | gml::COUNTS
                | json_lines::GRAPHS
                | json_lines::PATTERNS
                | json_lines::TRIPLES
                | parquet::GRAPHS
                | parquet::PATTERNS
                | parquet::TRIPLES,
            ) => true,
            _ => is_gml && (path.starts_with("graphs") || path.starts_with("patterns")),
        }
    };
    match whole_folder::foreign_file(folder, &is_ours).map_err(failed)? {
        None => Ok(()),
        Some(found) => {
            Err(DataError::Foreign { path: folder.to_owned(), found, whole: "an export" })
        }
    }
}

/// A file of an export.
struct Output {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Output {
    fn create(folder: &Path, name: &str) -> Result<Self, DataError> {
        let path = folder.join(name);
        let file = File::options().write(true).create_new(true).open(&path);
        let file = file.map_err(|source| DataError::write(&path, source))?;
        Ok(Self { path, file: BufWriter::new(file) })
    }

    fn put(
        &mut self,
        put: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<&mut Self, DataError> {
        put(&mut self.file).map_err(|source| DataError::write(&self.path, source))?;
        Ok(self)
    }

    /// Writes a graph, or anything else that the graph format writers can write.
    fn put_graph(
        &mut self,
        put: impl FnOnce(&mut BufWriter<File>) -> Result<(), WriteError>,
    ) -> Result<(), DataError> {
        put(&mut self.file).map_err(|problem| match problem {
            WriteError::Io(source) => DataError::write(&self.path, source),
            WriteError::Cancelled => DataError::Cancelled(isocount_core::Cancelled),
            problem => DataError::impossible(
                format!("{}: {problem}", crate::error::shown(&self.path)),
                "choose another format",
            ),
        })
    }

    fn finish(&mut self) -> Result<(), DataError> {
        self.put(io::Write::flush).map(|_| ())
    }
}
