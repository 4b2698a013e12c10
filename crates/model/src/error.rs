//! What can be wrong with a model's settings or files.

use std::path::PathBuf;

/// Why the settings or the files of a model cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// Unknown or inconsistent settings.
    #[error("{0}")]
    Settings(String),
    /// There is no model.
    #[error("{}: found no run, expected a folder with config.toml and weights.safetensors", .path.display())]
    NotARun {
        /// The path that was given.
        path: PathBuf,
    },
    /// A file cannot be read.
    #[error("cannot read {}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A file was written by a newer version.
    #[error(
        "{}: layout {found} of runs is newer than layout {known}, the newest that this version reads",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The layout of the file.
        found: u64,
        /// The newest known layout.
        known: u64,
    },
    /// A file has changed since it was written.
    #[error("{}: {problem}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
}

impl ModelError {
    pub(crate) fn damaged(path: &std::path::Path, problem: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), problem: problem.into() }
    }
}
