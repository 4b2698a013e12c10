//! Why a model cannot be trained or used.

use std::path::PathBuf;

use isocount_grad::StoreError;
use isocount_nn::UnknownLabel;

/// Why a model cannot be trained or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainError {
    /// A setting is wrong.
    #[error("{0}")]
    Config(String),
    /// A file of the run cannot be read.
    #[error("cannot read {}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file of the run cannot be written.
    #[error("cannot write {}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The weights cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder is no run.
    #[error("{}: found no run, expected a folder with config.toml and weights.safetensors", .path.display())]
    NotARun {
        /// What was given.
        path: PathBuf,
    },
    /// A file of the run is not what it was.
    #[error("{}: {problem}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A new run was asked for where one is.
    #[error("{} exists", .path.display())]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// A run of other settings or other data cannot be continued.
    #[error("{}: this run has other settings or other data", .path.display())]
    OtherRun {
        /// The folder.
        path: PathBuf,
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
    /// The numbers ran away.
    #[error("epoch {epoch}: the loss is not a number any more")]
    Diverged {
        /// When.
        epoch: u64,
    },
}

impl TrainError {
    /// What to do about it, where that is not obvious.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::NotARun { .. } => "`isocount train` makes runs".to_owned(),
            Self::Exists { .. } => "choose another name, or continue it with --resume".to_owned(),
            Self::OtherRun { .. } => {
                "give the settings and the data set that it began with, or start another run"
                    .to_owned()
            }
            Self::Empty { .. } => "use a larger data set or another split".to_owned(),
            Self::Diverged { .. } => {
                "the best weights so far are kept; try a lower training.rate or training.clip"
                    .to_owned()
            }
            Self::Damaged { .. } => "start the run again in another folder".to_owned(),
            _ => return None,
        })
    }
}
