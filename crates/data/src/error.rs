//! Why a data set cannot be read or made.

use std::io;
use std::path::{Path, PathBuf};

use isocount_format::FormatError;

/// Why a data set cannot be read or made. The message says what is wrong,
/// [`help`](Self::help) what to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// A file cannot be read.
    #[error("cannot read {}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The folder is not a data set.
    #[error("{}: found no data set, expected a folder with dataset.toml and SHA256SUMS", .path.display())]
    NotADataset {
        /// What was given.
        path: PathBuf,
    },
    /// The folder is still being made, or its making was stopped.
    #[error("{}: this data set is not finished", .path.display())]
    Unfinished {
        /// What was given.
        path: PathBuf,
    },
    /// A file is not what it was when the data set was made.
    #[error("{}: {problem}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The folder was made by a later version.
    #[error("{}: the folder has layout {found}, this program knows layouts up to {known}", .path.display())]
    Newer {
        /// The file that says so.
        path: PathBuf,
        /// Its layout.
        found: u32,
        /// The latest known layout.
        known: u32,
    },
    /// The place for a new data set is taken.
    #[error("{} exists", .path.display())]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// Another process makes the same data set.
    #[error("{}: another run is making this data set", .path.display())]
    Busy {
        /// The folder of the unfinished data set.
        path: PathBuf,
    },
    /// An unfinished run of other settings is in the way.
    #[error("{}: holds an unfinished run with other settings or other input", .path.display())]
    OtherRun {
        /// The folder of the unfinished run.
        path: PathBuf,
    },
    /// A graph file is wrong or missing.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A table beside the graphs (counts, pairs, a column of OGB) is wrong.
    #[error("{}:{line}: {problem}", .path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
        /// What to do about it.
        help: String,
    },
    /// What was asked for cannot be had from this input.
    #[error("{problem}")]
    Impossible {
        /// What cannot be had.
        problem: String,
        /// What to do about it.
        help: String,
    },
}

impl DataError {
    /// What to do about it, where that is not obvious.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Read { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                "check the spelling, and the folder that the path starts from".to_owned()
            }
            Self::Write { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                "the folder must exist".to_owned()
            }
            Self::NotADataset { .. } => {
                "`isocount data generate` and `isocount data import` make data sets".to_owned()
            }
            Self::Unfinished { .. } => {
                "run the command that makes it again; it continues where it stopped".to_owned()
            }
            Self::Damaged { .. } => {
                "make the data set again, or copy it again from where it came; \
                `sha256sum -c SHA256SUMS` in its folder lists every file that differs"
                    .to_owned()
            }
            Self::Newer { .. } => "use a newer isocount".to_owned(),
            Self::Exists { .. } => "choose another name, or remove it first".to_owned(),
            Self::Busy { .. } => "wait for it, or choose another name".to_owned(),
            Self::OtherRun { .. } => {
                "repeat the command that began it, or remove that folder, or choose another name"
                    .to_owned()
            }
            Self::Format(error) => return error.help(),
            Self::Table { help, .. } | Self::Impossible { help, .. } => help.clone(),
            Self::Read { .. } | Self::Write { .. } => return None,
        })
    }

    pub(crate) fn read(path: &Path, source: io::Error) -> Self {
        Self::Read { path: path.to_owned(), source }
    }

    pub(crate) fn write(path: &Path, source: io::Error) -> Self {
        Self::Write { path: path.to_owned(), source }
    }

    pub(crate) fn damaged(path: &Path, problem: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), problem: problem.into() }
    }

    pub(crate) fn impossible(problem: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Impossible { problem: problem.into(), help: help.into() }
    }
}
