//! What can be wrong with a model, an index or a graph.

use std::io;
use std::path::PathBuf;

use isocount_core::{Cancelled, CountError};
use isocount_model::ModelError;

/// Why a model cannot be read, or an index cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InferError {
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The files of the model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The weights are not those of the settings.
    #[error("the weights of the model: {0}")]
    Weights(String),
    /// A model that has no fused form; the tape can answer for it.
    #[error("{0}: there are no fused loops for this model")]
    Unsupported(String),
    /// There is a file already.
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
    #[error("not an index of isocount")]
    NotAnIndex,
    /// An index of another version.
    #[error(
        "an index of version {found}, and this program reads version {known}; rebuild the index"
    )]
    Version {
        /// Its version.
        found: u32,
        /// What is known here.
        known: u32,
    },
    /// An index whose bytes have changed.
    #[error("damaged ({what}); rebuild the index")]
    Damaged {
        /// Where.
        what: String,
    },
    /// An index of another model.
    #[error("made with another model than {}", model.display())]
    OtherModel {
        /// The model it was held against.
        model: PathBuf,
    },
}

/// A label that the model was not made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the model knows {known} {kind} labels, and label {label} is not among them")]
pub struct UnknownLabel {
    /// Node or edge.
    pub kind: &'static str,
    /// The label.
    pub label: u32,
    /// How many are known.
    pub known: usize,
}

/// Why a graph was not encoded or indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// A label that the model was not trained for.
    #[error(transparent)]
    UnknownLabel(#[from] UnknownLabel),
    /// The work was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The name of learned counters on the command line and in tables.
pub(crate) const METHOD: &str = "learned";

/// A question that the model cannot answer.
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
