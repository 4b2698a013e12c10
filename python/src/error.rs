//! Errors of the Rust crates as Python exceptions. The classes are defined in
//! `package/isocount/errors.py`.

use std::io;

use isocount::data::DataError;
use isocount::format::FormatError;
use isocount::session::SessionError;
use isocount::{CountError, GraphError};
use isocount_model::ModelError;
use isocount_train::TrainError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// The class of an exception.
#[derive(Clone, Copy)]
pub(crate) enum Class {
    /// The input makes no sense.
    Input,
    /// A file is not valid.
    Format,
    /// A file cannot be read or written.
    File,
    /// A question has no answer.
    NoAnswer,
    /// A data set, a run or a model cannot be used.
    Learning,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Self::Input => "InputError",
            Self::Format => "FormatError",
            Self::File => "FileError",
            Self::NoAnswer => "NoAnswer",
            Self::Learning => "LearningError",
        }
    }
}

/// An exception with a message and a remedy.
pub(crate) fn exception(
    py: Python<'_>,
    class: Class,
    message: &str,
    remedy: Option<&str>,
) -> PyErr {
    fn class_of(py: Python<'_>, class: Class) -> PyResult<Bound<'_, PyAny>> {
        py.import("isocount.errors")?.getattr(class.name())
    }
    let made = class_of(py, class).and_then(|class| class.call1((message, remedy)));
    made.map_or_else(|problem| problem, PyErr::from_value)
}

/// What to do if a SMARTS pattern is asked about a graph that was not read for SMARTS.
pub(crate) const FOR_SMARTS: &str = "read the molecule as isocount.Graph(\"smiles:...\", smarts=True), or pass its text or file to the call";

/// The exception for wrong input.
pub(crate) fn input(py: Python<'_>, message: &str, remedy: &str) -> PyErr {
    exception(py, Class::Input, message, Some(remedy))
}

/// The message of an error, followed by those of its causes.
fn full(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}

/// The error after an interrupt; Python raises `KeyboardInterrupt` before this is seen.
fn cancelled() -> PyErr {
    PyKeyboardInterrupt::new_err(())
}

/// An error that can be converted to a Python exception.
pub(crate) trait Raise {
    /// The exception.
    fn raise(self, py: Python<'_>) -> PyErr;
}

fn of_system(py: Python<'_>, error: &dyn std::error::Error, source: &io::Error) -> PyErr {
    // Python chooses `FileNotFoundError` and the like by the number of the system error.
    let remedy = match source.kind() {
        io::ErrorKind::NotFound => "check the spelling, and the folder that the path starts from",
        io::ErrorKind::PermissionDenied => "check who may read and write it",
        _ => return exception(py, Class::File, &full(error), None),
    };
    let raised = exception(py, Class::File, &full(error), Some(remedy));
    if let Some(number) = source.raw_os_error() {
        let _ = raised.value(py).setattr("errno", number);
    }
    raised
}

impl Raise for FormatError {
    fn raise(self, py: Python<'_>) -> PyErr {
        match &self {
            Self::Cancelled => cancelled(),
            Self::Io { source, .. } => of_system(py, &self, source),
            _ => {
                let raised = exception(py, Class::Format, &full(&self), self.help().as_deref());
                if let Some(at) = self.location() {
                    let value = raised.value(py);
                    let _ = value.setattr("path", at.path.to_string_lossy().as_ref());
                    let _ = value.setattr("line", at.line);
                    let _ = value.setattr("column", at.column);
                }
                raised
            }
        }
    }
}

impl Raise for SessionError {
    fn raise(self, py: Python<'_>) -> PyErr {
        match &self {
            Self::Cancelled(_) => return cancelled(),
            Self::Read { source, .. } | Self::Write { source, .. } => {
                return of_system(py, &self, source);
            }
            Self::Line(problem) => {
                let (message, remedy) = (self.to_string(), Some(problem.help.as_str()));
                return exception(py, Class::Format, &message, remedy);
            }
            _ => {}
        }
        let (message, help) = (full(&self), self.help());
        match self {
            Self::Format(error) => error.raise(py),
            Self::Model(error) => error.raise(py),
            Self::Train(error) => error.raise(py),
            Self::Exists { .. } => {
                let remedy = "choose another name, or allow replacing it";
                exception(py, Class::Input, &message, Some(remedy))
            }
            Self::Infer { .. } | Self::UnknownLabel { .. } => {
                exception(py, Class::Learning, &message, None)
            }
            _ => exception(py, Class::Input, &message, help.as_deref()),
        }
    }
}

impl Raise for GraphError {
    fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Cancelled(_) => cancelled(),
            error => exception(py, Class::Input, &error.to_string(), None),
        }
    }
}

impl Raise for CountError {
    fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Cancelled(_) => cancelled(),
            error => exception(py, Class::NoAnswer, &error.to_string(), None),
        }
    }
}

impl Raise for isocount::Cancelled {
    fn raise(self, _: Python<'_>) -> PyErr {
        cancelled()
    }
}

impl Raise for DataError {
    fn raise(self, py: Python<'_>) -> PyErr {
        learning(py, &self)
    }
}

impl Raise for ModelError {
    fn raise(self, py: Python<'_>) -> PyErr {
        learning(py, &self)
    }
}

impl Raise for TrainError {
    fn raise(self, py: Python<'_>) -> PyErr {
        learning(py, &self)
    }
}

fn learning(py: Python<'_>, error: &(dyn std::error::Error + 'static)) -> PyErr {
    if full(error).ends_with("cancelled") {
        return cancelled();
    }
    if let Some(source) = error.source().and_then(|source| source.downcast_ref::<io::Error>()) {
        return of_system(py, error, source);
    }
    exception(py, Class::Learning, &full(error), None)
}

/// Raises the error of a result.
pub(crate) trait OrRaise<T> {
    /// The value, or its exception.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T, E: Raise> OrRaise<T> for Result<T, E> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| error.raise(py))
    }
}
