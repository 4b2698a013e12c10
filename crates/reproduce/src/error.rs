//! Errors of making or executing a plan.

use std::path::PathBuf;

use isocount_data::DataError;
use isocount_format::FormatError;
use isocount_train::TrainError;

/// Why a plan cannot be made or executed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReproduceError {
    /// A data set cannot be made or read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A model cannot be trained or read.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// A graph file cannot be read.
    #[error(transparent)]
    Format(Box<FormatError>),
    /// A file cannot be written.
    #[error("cannot write {}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A file cannot be read.
    #[error("cannot read {}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A file of the store is not in the format of this version.
    #[error("{}: {problem}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A line of the packed records is not in the format of this version.
    #[error("{}:{line}: {problem}", .path.display())]
    DamagedLine {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A model that is not in the list.
    #[error("there is no model `{name}`; there are {known}")]
    UnknownModel {
        /// The requested name.
        name: String,
        /// The known models.
        known: String,
    },
    /// A folder without the files of MUTAG.
    #[error(
        "{} has no files of MUTAG: neither NAME_A.txt, as in the TU collection, nor *.gml",
        .folder.display()
    )]
    NoMutag {
        /// The folder.
        folder: PathBuf,
    },
    /// Graphs that are not those of MUTAG.
    #[error("{} has {graphs} graphs (MUTAG has 188)", .folder.display())]
    NotMutag {
        /// Their folder.
        folder: PathBuf,
        /// The number of graphs.
        graphs: usize,
    },
    /// Another process is using the same folder.
    #[error("another process is at work in {}", .folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The path is not a folder.
    #[error("{} is not a folder", .path.display())]
    NoFolder {
        /// The path.
        path: PathBuf,
    },
    /// The work was cancelled. Every finished step is kept.
    #[error(transparent)]
    Cancelled(#[from] isocount_core::Cancelled),
    /// A counter refused a question of the figure of time against arcs.
    #[error(transparent)]
    Count(#[from] isocount_core::CountError),
    /// A model that cannot be read.
    #[error(transparent)]
    Infer(#[from] isocount_infer::InferError),
    /// A data set lacks a pattern of the secondary setting.
    #[error("{set} has no pattern `{pattern}`")]
    UnknownPattern {
        /// The data set.
        set: &'static str,
        /// The pattern.
        pattern: String,
    },
}

impl From<FormatError> for ReproduceError {
    fn from(error: FormatError) -> Self {
        Self::Format(Box::new(error))
    }
}
