//! Why a data set cannot be read or made.

use std::io;
use std::path::{Path, PathBuf};

use isocount_core::{Cancelled, printable};
use isocount_format::FormatError;
use isocount_platform::Occupied;

/// Why a data set cannot be read or made. The message states the problem, [`help`](Self::help) what
/// to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// A file cannot be read.
    #[error("cannot read {}", shown(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}", shown(path))]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The folder is not a data set.
    #[error(
        "{}: found no data set, expected a folder with dataset.toml and SHA256SUMS",
        shown(path)
    )]
    NotADataset {
        /// The path that was given.
        path: PathBuf,
    },
    /// The folder is still being made, or a run that made it was stopped.
    #[error("{}: this data set is not finished", shown(path))]
    Unfinished {
        /// The path that was given.
        path: PathBuf,
    },
    /// A file has changed since the data set was made.
    #[error("{}: {problem}", shown(path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The folder was made by a later version.
    #[error(
        "{}: the folder has layout {found}, this program supports layouts up to {known}",
        shown(path)
    )]
    Newer {
        /// The file that states the layout.
        path: PathBuf,
        /// Its layout.
        found: u32,
        /// The latest known layout.
        known: u32,
    },
    /// The target of a new data set already exists.
    #[error("{} exists", shown(path))]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// The target is of another kind, and is never replaced.
    #[error("{} is not {wanted}, and is not replaced", shown(path))]
    NotReplaced {
        /// The existing file or folder.
        path: PathBuf,
        /// What could be replaced.
        wanted: &'static str,
    },
    /// A folder that should be replaced contains other files.
    #[error("{}: {} is not part of {whole}; the folder is not replaced", shown(path), shown(found))]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// A file that is not part of it.
        found: PathBuf,
        /// What the folder should be.
        whole: &'static str,
    },
    /// Another process is making the same data set.
    #[error("{}: another run is making this data set", shown(path))]
    Busy {
        /// The folder of the unfinished data set.
        path: PathBuf,
    },
    /// An unfinished data set with other settings already exists.
    #[error("{}: holds an unfinished run with other settings or other input", shown(path))]
    OtherRun {
        /// The folder of the unfinished run.
        path: PathBuf,
    },
    /// A graph file is wrong or missing.
    #[error(transparent)]
    Format(Box<FormatError>),
    /// A table next to the graphs is wrong: counts, pairs, or a table of OGB.
    #[error("{}:{line}: {problem}", shown(path))]
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
    /// The work was cancelled. What was finished is kept, and repeating the call continues from
    /// there.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The request cannot be fulfilled with this input.
    #[error("{problem}")]
    Impossible {
        /// What cannot be made.
        problem: String,
        /// What to do about it.
        help: String,
    },
}

impl DataError {
    /// What to do about it, if that is not obvious.
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
                "give the folder of a data set that was generated or imported".to_owned()
            }
            Self::Unfinished { .. } => {
                "make it again with the same settings; it continues where it stopped".to_owned()
            }
            Self::Damaged { .. } => {
                "make the data set again, or copy it again from where it came; \
                `sha256sum -c SHA256SUMS` in its folder lists every file that differs"
                    .to_owned()
            }
            Self::Newer { .. } => "use a newer isocount".to_owned(),
            Self::Exists { .. } => "choose another name, or remove it first".to_owned(),
            Self::NotReplaced { .. } => "choose another name".to_owned(),
            Self::Foreign { .. } => {
                "move it elsewhere, remove the folder, or choose another name".to_owned()
            }
            Self::Busy { .. } => "wait for it, or choose another name".to_owned(),
            Self::OtherRun { .. } => {
                "repeat the run that began it, remove that folder, or choose another name"
                    .to_owned()
            }
            Self::Format(error) => return error.help(),
            Self::Table { help, .. } | Self::Impossible { help, .. } => help.clone(),
            Self::Read { .. } | Self::Write { .. } | Self::Cancelled(_) => return None,
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

    /// The error for a path that is already occupied.
    pub(crate) fn occupied(path: &Path, occupied: &Occupied) -> Self {
        let path = path.to_owned();
        match occupied {
            Occupied::Exists => Self::Exists { path },
            Occupied::NotAFile => Self::NotReplaced { path, wanted: "a file" },
            Occupied::NotAFolder => Self::NotReplaced { path, wanted: "a folder" },
        }
    }

    pub(crate) fn impossible(problem: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Impossible { problem: problem.into(), help: help.into() }
    }
}

impl From<FormatError> for DataError {
    fn from(error: FormatError) -> Self {
        match error {
            FormatError::Cancelled => Self::Cancelled(Cancelled),
            other => Self::Format(Box::new(other)),
        }
    }
}

/// A path in printable form.
pub(crate) fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_cannot_reach_the_terminal_raw() {
        let error = DataError::Exists { path: PathBuf::from("\x1b[2Jset") };
        assert_eq!(error.to_string(), r"\u{1b}[2Jset exists");
    }
}
