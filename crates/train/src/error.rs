//! Why a model cannot be trained or used.

use std::path::PathBuf;

use isocount_core::Cancelled;
use isocount_grad::StoreError;
use isocount_model::ModelError;
use isocount_nn::UnknownLabel;

/// Why a model cannot be trained or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainError {
    /// The settings or the files of a run cannot be used.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A file of the run cannot be written.
    #[error("cannot write {}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The weights do not match the settings.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder of a new run exists already.
    #[error("{} exists", .path.display())]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// The existing file or folder is not a run, and is never replaced.
    #[error("{} is not a run, and is not replaced", .path.display())]
    NotReplaced {
        /// The existing file or folder.
        path: PathBuf,
    },
    /// The folder of a run that should be replaced contains other files.
    #[error("{}: {} is not part of a run; the folder is not replaced", .path.display(), .found.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// The other file.
        found: PathBuf,
    },
    /// Another process is training the same run.
    #[error("{}: another process is training this run", .path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// A run of other settings or other data cannot be continued.
    #[error("{}: this run has other settings or other data: {difference}", .path.display())]
    OtherRun {
        /// The folder.
        path: PathBuf,
        /// The difference.
        difference: String,
    },
    /// A part has no examples.
    #[error("the {part} part is empty")]
    Empty {
        /// `training` or `validation`.
        part: &'static str,
    },
    /// A graph has a label that its data set does not list.
    #[error(transparent)]
    Label(#[from] UnknownLabel),
    /// Training diverged. The best weights so far are kept.
    #[error("epoch {epoch}: the loss is no longer a number")]
    Diverged {
        /// The epoch in which it diverged.
        epoch: u64,
    },
    /// Gradients computed by another process are not those that were requested.
    #[error("gradients computed elsewhere: {problem}")]
    Elsewhere {
        /// What is wrong with them.
        problem: String,
    },
    /// The work was cancelled. Finished epochs are kept, and the run can be continued.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
