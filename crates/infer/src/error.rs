//! What can be wrong with a model or an index.

use std::io;
use std::path::PathBuf;

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
    /// The settings of the model are not as this version writes them.
    #[error("the settings of the model: {0}")]
    Config(String),
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
    #[error("an index of version {found}, and this program reads version {known}; make it anew")]
    Version {
        /// Its version.
        found: u32,
        /// What is known here.
        known: u32,
    },
    /// An index whose bytes have changed.
    #[error("damaged ({what}); make it anew")]
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
