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
        /// What the system says.
        source: std::io::Error,
    },
    /// The weights are not those of the settings.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder of a new run exists already.
    #[error("{} exists", .path.display())]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// Something else than a run is there, which is never replaced.
    #[error("{} is not a run, and is not replaced", .path.display())]
    NotReplaced {
        /// What is there.
        path: PathBuf,
    },
    /// A run that should be replaced has files of somebody else in its folder.
    #[error("{}: {} is not part of a run; the folder is not replaced", .path.display(), .found.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// What it holds.
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
        /// What differs.
        difference: String,
    },
    /// There is nothing to learn from.
    #[error("the {part} part is empty")]
    Empty {
        /// Training or validation.
        part: &'static str,
    },
    /// A graph has a label that its data set does not list.
    #[error(transparent)]
    Label(#[from] UnknownLabel),
    /// The numbers ran away. The best weights so far are kept.
    #[error("epoch {epoch}: the loss is not a number any more")]
    Diverged {
        /// When.
        epoch: u64,
    },
    /// Gradients that another process has computed are not those that were asked for.
    #[error("gradients from elsewhere: {problem}")]
    Elsewhere {
        /// What is wrong with them.
        problem: String,
    },
    /// The work was cancelled. Finished epochs are kept, and the run can be continued.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
