//! Errors between an interface and the engines: the problem, and a remedy, in words that fit every
//! interface.

use std::io;
use std::path::PathBuf;

use isocount_core::{
    Cancelled, ConfidenceError, Meaning, NotRead, ParseViewError, SemanticsError, printable,
};
use isocount_format::{FaultyEntry, FormatError, Location, Packing, WriteError};
use isocount_motif::CensusError;

use crate::{MethodOption, MotifProblem, methods};

/// A faulty line in a list of pairs or a file of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LineProblem {
    /// Where it is.
    pub at: Location,
    /// The number of characters to mark.
    pub len: usize,
    /// What is wrong.
    pub problem: String,
    /// A remedy.
    pub help: String,
}

/// Why a session cannot do what was requested.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// A graph file is wrong or missing.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A pattern or graph could not be read.
    #[error(transparent)]
    NotRead(#[from] NotRead),
    /// The requested census is not supported.
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
        /// The name.
        name: String,
    },
    /// A file cannot be read.
    #[error("cannot read {}", printable(&.path.to_string_lossy()))]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}", printable(&.path.to_string_lossy()))]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A graph cannot be written in a format.
    #[error("cannot write {}: {problem}", printable(&.path.to_string_lossy()))]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The reason.
        problem: WriteError,
    },
    /// There are several graphs for a file that takes one.
    #[error("{}: this file takes one graph, but there are {found}", printable(&.path.to_string_lossy()))]
    TooManyGraphs {
        /// The file.
        path: PathBuf,
        /// The number of graphs.
        found: usize,
    },
    /// The name of a graph cannot be the name of a file.
    #[error("`{}` cannot be the name of a file", printable(.name))]
    NotAFileName {
        /// The name.
        name: String,
    },
    /// Files with this compression can be read, but not written.
    #[error("{}: files compressed with {} are only read, not written", printable(&.path.to_string_lossy()), .packing.name())]
    PackingOnlyRead {
        /// The file.
        path: PathBuf,
        /// The compression.
        packing: Packing,
    },
    /// The file already exists.
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
    /// There is no example of this name.
    #[error("there is no example `{}`; the examples are {}", printable(.name), crate::Example::names())]
    UnknownExample {
        /// The name.
        name: String,
    },
    /// There is no method of this name.
    #[error("there is no method `{}`", printable(.name))]
    UnknownMethod {
        /// The name.
        name: String,
    },
    /// No method has an option of this name.
    #[error("no method has an option `{}`", printable(.name))]
    UnknownOption {
        /// The name.
        name: String,
    },
    /// The value is not valid for the option.
    #[error("`{}` cannot be `{}`", option.name(), printable(.value))]
    OptionText {
        /// The option.
        option: MethodOption,
        /// The text.
        value: String,
    },
    /// The method does not have the option.
    #[error("the method {method} {}", not_taken(*option))]
    OptionNotTaken {
        /// The method.
        method: &'static str,
        /// The option.
        option: MethodOption,
    },
    /// The option has no effect on this question.
    #[error("`{}` has no effect: without a precision or a limit, {method} counts exactly", option.name())]
    OptionUnused {
        /// The method.
        method: &'static str,
        /// The option.
        option: MethodOption,
    },
    /// An option for estimates was given for counts per node or edge.
    #[error("`{}` has no effect: counts per node and edge are not estimated", option.name())]
    PartsOption {
        /// The option.
        option: MethodOption,
    },
    /// A question about all motifs is invalid.
    #[error(transparent)]
    Motifs(#[from] MotifProblem),
    /// Another method was given for an index than that of its model.
    #[error("an index uses the method learned, not {}", printable(.method))]
    IndexMethod {
        /// The method that was named.
        method: String,
    },
    /// An option was given that an index does not have.
    #[error("an index {}", not_taken(*option))]
    IndexOption {
        /// The option.
        option: MethodOption,
    },
    /// The value of an option is out of range.
    #[error("`{}` {rule} (got {value})", option.name())]
    OptionValue {
        /// The option.
        option: MethodOption,
        /// The rule for its values.
        rule: String,
        /// The value.
        value: String,
    },
    /// A confidence is not between 0 and 1.
    #[error(transparent)]
    Confidence(#[from] ConfidenceError),
    /// A semantics and a unit do not form a meaning.
    #[error(transparent)]
    Semantics(#[from] SemanticsError),
    /// A view ignores something that cannot be ignored.
    #[error(transparent)]
    View(#[from] ParseViewError),
    /// A time limit is not a duration.
    #[error("`time_limit` must be a number of seconds, 0 or more (got {seconds})")]
    TimeLimit {
        /// The number.
        seconds: f64,
    },
    /// The method needs an option that is missing.
    #[error("the method {method} needs the option `{option}`")]
    OptionMissing {
        /// The method.
        method: &'static str,
        /// The option.
        option: &'static str,
    },
    /// A model was trained for another meaning.
    #[error("{}: this model counts {trained}, but {asked} was requested", printable(&.path.to_string_lossy()))]
    OtherMeaning {
        /// The model.
        path: PathBuf,
        /// The meaning it was trained for.
        trained: Box<Meaning>,
        /// The requested meaning.
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
        /// The reason.
        problem: isocount_infer::InferError,
    },
    /// A graph has a label that a model does not know.
    #[cfg(feature = "learn")]
    #[error("{}: {problem}", printable(.name))]
    UnknownLabel {
        /// The name of the graph.
        name: String,
        /// The unknown label.
        problem: String,
    },
    /// The work was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<FaultyEntry> for SessionError {
    fn from(faulty: FaultyEntry) -> Self {
        Self::Format(*faulty.problem)
    }
}

impl From<CensusError> for SessionError {
    fn from(error: CensusError) -> Self {
        match error {
            CensusError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            error => Self::Census(error),
        }
    }
}

impl SessionError {
    /// Whether the question itself is invalid, whatever the files contain.
    #[must_use]
    pub fn is_about_the_question(&self) -> bool {
        matches!(
            self,
            Self::OptionNotTaken { .. }
                | Self::OptionUnused { .. }
                | Self::OptionValue { .. }
                | Self::PartsOption { .. }
                | Self::Motifs(_)
                | Self::IndexMethod { .. }
                | Self::IndexOption { .. }
                | Self::UnknownMethod { .. }
                | Self::Confidence(_)
                | Self::Semantics(_)
        )
    }

    /// A remedy, in words that fit every interface. An interface may offer a better one.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Format(error) => return error.help(),
            Self::Line(problem) => problem.help.clone(),
            Self::Semantics(error) => error.help().to_owned(),
            Self::UnknownMethod { .. } => {
                let names: Vec<&str> = methods().iter().map(|method| method.name).collect();
                format!("the methods are {}", names.join(", "))
            }
            Self::OptionNotTaken { option, .. } => {
                let methods = methods();
                let takes = methods.iter().filter(|method| method.options.contains(option));
                let names: Vec<&str> = takes.map(|method| method.name).collect();
                format!("leave it out, or choose a method that has it: {}", names.join(", "))
            }
            Self::OptionUnused { .. } => "leave it out, or give a precision or a limit".to_owned(),
            Self::PartsOption { .. } => "leave it out, or count the whole graph".to_owned(),
            Self::Motifs(problem) => problem.help().to_owned(),
            Self::IndexMethod { .. } | Self::IndexOption { .. } => {
                "leave it out, or ask about the graph itself".to_owned()
            }
            Self::OptionText { option, .. } => match option {
                MethodOption::Precision | MethodOption::Confidence => {
                    "give a number between 0 and 1".to_owned()
                }
                MethodOption::Seed | MethodOption::Replicates => "give a whole number".to_owned(),
                MethodOption::Readout => {
                    let names: Vec<&str> = crate::Readout::ALL.iter().map(|it| it.name()).collect();
                    format!("choose one of {}", names.join(", "))
                }
                _ => return None,
            },
            Self::OptionMissing { .. } => "give the folder of a trained run".to_owned(),
            Self::OtherMeaning { .. } => {
                "ask for what the model counts, or train another model".to_owned()
            }
            Self::SameName { .. } => "give each a name of its own".to_owned(),
            Self::Busy { .. } => "wait until it ends, or write another file".to_owned(),
            _ => return None,
        })
    }
}

/// The message about an option that a method does not have.
fn not_taken(option: MethodOption) -> String {
    match option {
        MethodOption::Limits => "cannot be limited in time or steps".to_owned(),
        option => format!("has no option `{}`", option.name()),
    }
}
