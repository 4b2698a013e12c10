//! Errors of models, indices and graphs.

use std::io;
use std::path::PathBuf;

use isocount_core::{Cancelled, CountError};
use isocount_model::ModelError;

/// Why a model cannot be read, or an index cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InferError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The files of the model cannot be used.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The weights do not match the settings.
    #[error("the weights of the model: {0}")]
    Weights(String),
    /// The model has no fused form; it can be run on the tape.
    #[error("{0}: there are no fused loops for this model")]
    Unsupported(String),
    /// The file exists already.
    #[error("{}: exists already; choose another name, or remove it first", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another process is writing it.
    #[error("{}: another process is writing this index", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A file that is not an index.
    #[error("not an isocount index")]
    NotAnIndex,
    /// An index of another version.
    #[error(
        "an index of version {found}, but this program reads version {known}; rebuild the index"
    )]
    Version {
        /// The version of the file.
        found: u32,
        /// The supported version.
        known: u32,
    },
    /// The index is damaged.
    #[error("damaged ({what}); rebuild the index")]
    Damaged {
        /// The damaged part.
        what: String,
    },
    /// The index belongs to another model.
    #[error("made with a model other than {}", model.display())]
    OtherModel {
        /// The model with which it was compared.
        model: PathBuf,
    },
}

/// A label that the model does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the model knows {known} {kind} labels, and label {label} is not among them")]
pub struct UnknownLabel {
    /// `node` or `edge`.
    pub kind: &'static str,
    /// The label.
    pub label: u32,
    /// The number of known labels.
    pub known: usize,
}

/// Why a graph was not encoded or indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The graph has a label that the model does not know.
    #[error(transparent)]
    UnknownLabel(#[from] UnknownLabel),
    /// The work was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The name of learned counters on the command line and in tables.
pub(crate) const METHOD: &str = "learned";

/// The error for a question that the model cannot answer.
pub(crate) fn unknown(problem: impl std::fmt::Display) -> CountError {
    CountError::Unknown { method: METHOD, problem: problem.to_string() }
}

impl From<EncodeError> for CountError {
    fn from(problem: EncodeError) -> Self {
        match problem {
            EncodeError::UnknownLabel(problem) => unknown(problem),
            EncodeError::Cancelled(cancelled) => cancelled.into(),
        }
    }
}
