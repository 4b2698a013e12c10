//! What can go wrong between a face and the engines.

use std::io;
use std::path::PathBuf;

use isocount_core::{Cancelled, Meaning, printable};
use isocount_format::{FormatError, Location, Packing, WriteError};
use isocount_motif::CensusError;

use crate::MethodOption;

/// A faulty line in a list of pairs or a file of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineProblem {
    /// Where it is.
    pub at: Location,
    /// How many characters are at fault.
    pub len: usize,
    /// What is wrong.
    pub problem: String,
    /// What would help.
    pub help: String,
}

/// Why a session cannot do what it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// A graph file is wrong or missing.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A census was asked for that is not made.
    #[error(transparent)]
    Census(CensusError),
    /// A line of a list of pairs or of a file of answers is wrong.
    #[error("{}: {}", .0.at, .0.problem)]
    Line(Box<LineProblem>),
    /// Two patterns or two graphs have the same name.
    #[error("{}: two {kind}s are called `{}`", printable(.source_name), printable(.name))]
    SameName {
        /// Where they come from.
        source_name: String,
        /// `pattern` or `graph`.
        kind: &'static str,
        /// What they are called.
        name: String,
    },
    /// A file cannot be read.
    #[error("cannot read {}", printable(&.path.to_string_lossy()))]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}", printable(&.path.to_string_lossy()))]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A graph cannot be written in a format.
    #[error("cannot write {}: {problem}", printable(&.path.to_string_lossy()))]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        problem: WriteError,
    },
    /// Several graphs, and a file for one.
    #[error("{}: a file for one graph, and there are {found}", printable(&.path.to_string_lossy()))]
    TooManyGraphs {
        /// The file.
        path: PathBuf,
        /// How many there are.
        found: usize,
    },
    /// A graph has a name that no file can have.
    #[error("`{}` cannot be the name of a file", printable(.name))]
    NotAFileName {
        /// The name.
        name: String,
    },
    /// Files compressed so are only read.
    #[error("{}: files compressed with {} are only read, not written", printable(&.path.to_string_lossy()), .packing.name())]
    PackingOnlyRead {
        /// The file.
        path: PathBuf,
        /// How it would be compressed.
        packing: Packing,
    },
    /// A file is there already.
    #[error("{} exists", printable(&.path.to_string_lossy()))]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another process is writing the file of answers.
    #[error("{}: another process is writing this file", printable(&.path.to_string_lossy()))]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// There is no such method.
    #[error("there is no method `{}`", printable(.name))]
    UnknownMethod {
        /// The name.
        name: String,
    },
    /// No method has such an option.
    #[error("no method has an option `{}`", printable(.name))]
    UnknownOption {
        /// The name.
        name: String,
    },
    /// A text is no value of an option.
    #[error("the option `{}` cannot be `{}`", option.name(), printable(.value))]
    OptionText {
        /// The option.
        option: MethodOption,
        /// The text.
        value: String,
    },
    /// A method was given an option that it does not have.
    #[error("the method {method} has no option `{}`", option.name())]
    OptionNotTaken {
        /// The method.
        method: &'static str,
        /// The option.
        option: MethodOption,
    },
    /// An option has a value that means nothing.
    #[error("the option `{}` {problem}", option.name())]
    OptionValue {
        /// The option.
        option: MethodOption,
        /// What is wrong with the value.
        problem: &'static str,
    },
    /// A method lacks an option that it needs.
    #[error("the method {method} needs the option `{option}`")]
    OptionMissing {
        /// The method.
        method: &'static str,
        /// The option.
        option: &'static str,
    },
    /// A model was trained to count something else.
    #[error("{}: this model counts {trained}, and {asked} is asked for", printable(&.path.to_string_lossy()))]
    OtherMeaning {
        /// The model.
        path: PathBuf,
        /// What it counts.
        trained: Box<Meaning>,
        /// What is asked for.
        asked: Box<Meaning>,
    },
    /// The files of a model cannot be read.
    #[cfg(feature = "learn")]
    #[error(transparent)]
    Model(#[from] isocount_model::ModelError),
    /// A model cannot be used.
    #[cfg(feature = "learn")]
    #[error(transparent)]
    Train(#[from] isocount_train::TrainError),
    /// A model or an index cannot be used.
    #[cfg(feature = "learn")]
    #[error("{}: {problem}", printable(&.path.to_string_lossy()))]
    Infer {
        /// The run or the index.
        path: PathBuf,
        /// Why.
        problem: isocount_infer::InferError,
    },
    /// A graph has a label that a model does not know.
    #[cfg(feature = "learn")]
    #[error("{}: {problem}", printable(.name))]
    UnknownLabel {
        /// The graph.
        name: String,
        /// What is unknown.
        problem: String,
    },
    /// The work was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<CensusError> for SessionError {
    fn from(error: CensusError) -> Self {
        match error {
            CensusError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            error => Self::Census(error),
        }
    }
}
