//! An answer as plain values, and its time as text.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::Answer;

/// The answer as a dictionary.
pub(crate) fn of<'py>(answer: &Answer, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let ignored: Vec<&str> = answer.question.meaning.view.ignored().collect();
    dict.set_item("pattern", answer.pattern_name())?;
    dict.set_item("graph", answer.graph_name())?;
    dict.set_item("semantics", answer.semantics())?;
    dict.set_item("unit", answer.unit())?;
    dict.set_item("ignored", ignored)?;
    dict.set_item("method", answer.method())?;
    dict.set_item("answer", answer.kind())?;
    dict.set_item("value", answer.value(py)?)?;
    dict.set_item("low", answer.low(py)?)?;
    dict.set_item("high", answer.high(py)?)?;
    dict.set_item("confidence", answer.confidence())?;
    dict.set_item("at_least", answer.at_least(py)?)?;
    dict.set_item("at_most", answer.at_most(py)?)?;
    dict.set_item("relative_standard_error", answer.relative_standard_error())?;
    dict.set_item("reliable", answer.reliable())?;
    dict.set_item("precise", answer.precise())?;
    dict.set_item("reason", answer.reason())?;
    dict.set_item("notes", answer.notes())?;
    dict.set_item("seconds", answer.seconds())?;
    dict.set_item("open_seconds", answer.open_seconds())?;
    Ok(dict)
}

/// A time with three digits.
pub(crate) fn short(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (number, unit) = match seconds {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    match number {
        n if n < 10.0 => format!("{n:.2} {unit}"),
        n if n < 100.0 => format!("{n:.1} {unit}"),
        n => format!("{n:.0} {unit}"),
    }
}
