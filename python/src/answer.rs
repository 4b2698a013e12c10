//! An answer as a Python object: an integer if it is exact.

use std::sync::{Arc, OnceLock};

use isocount::record::{Question, Record, Said, Subject, Times};
use isocount::session::{Brief, NoMolecules};
use isocount::{Control, Count, Sampled};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyTuple};

use crate::answer_dict::{self, short};
use crate::answer_html;
use crate::ask::Ask;
use crate::error::{Class, FOR_SMARTS, exception};
use crate::graph::Graph;
use crate::pattern::Pattern;

/// The answer to one question.
///
/// An exact answer is an integer of any size: ``int(answer)``, arithmetic and comparisons work as
/// they do for Python's integers. An estimate is a float. A lower bound is neither: use
/// ``answer.low``. Nor is an estimate that found nothing: use ``answer.at_most``.
///
/// Examples
/// --------
/// >>> import isocount
/// >>> triangle = [(0, 1), (1, 2), (2, 0)]
/// >>> answer = isocount.count(triangle, triangle, directed=False, unit="subgraphs")
/// >>> answer == 1, answer + 1, answer.kind, answer.meaning
/// (True, 2, 'exact', 'subgraphs (monomorphism)')
#[pyclass(frozen, module = "isocount")]
pub(crate) struct Answer {
    said: isocount::Answer,
    pub(crate) question: Arc<Question>,
    /// Found when somebody wants to know it, unless it came with the answer.
    zero_reason: OnceLock<Option<String>>,
    /// The question, with which that reason is found.
    ask: Option<Py<Ask>>,
    notes: Vec<String>,
    times: Times,
    names: (Arc<str>, Arc<str>),
    pattern: Option<Py<Pattern>>,
    graph: Option<Py<Graph>>,
}

impl Answer {
    /// The answer of a record; raises an exception with the reason if there is no answer.
    pub(crate) fn of_record(
        py: Python<'_>,
        record: Record,
        question: &Arc<Question>,
        pattern: Option<Py<Pattern>>,
        graph: Option<Py<Graph>>,
    ) -> PyResult<Self> {
        let Record { pattern: of, graph: within, said, zero_reason, notes, times, .. } = record;
        match said {
            Said::Answer(answer) => Ok(Self {
                said: answer,
                question: Arc::clone(question),
                zero_reason: OnceLock::from(zero_reason),
                ask: None,
                notes,
                times,
                names: (of.name.into(), within.name.into()),
                pattern,
                graph,
            }),
            Said::None { reason } => Err(no_answer(py, &reason)),
        }
    }

    /// The answer to a question about a small graph.
    pub(crate) fn of_brief(
        brief: Brief,
        ask: &Bound<'_, Ask>,
        pattern: Py<Pattern>,
        graph: Py<Graph>,
    ) -> PyResult<Self> {
        let Brief { said, notes, times, .. } = brief;
        match said {
            Said::Answer(answer) => Ok(Self {
                said: answer,
                question: Arc::clone(&ask.get().question),
                zero_reason: OnceLock::new(),
                ask: Some(ask.clone().unbind()),
                notes,
                times,
                names: (pattern.get().loaded.shared_name(), graph.get().loaded.shared_name()),
                pattern: Some(pattern),
                graph: Some(graph),
            }),
            Said::None { reason } => Err(no_answer(ask.py(), &reason)),
        }
    }

    fn zero_reason(&self) -> Option<&str> {
        let find = || {
            let (ask, pattern, graph) =
                (self.ask.as_ref()?, self.pattern.as_ref()?, self.graph.as_ref()?);
            if self.said != isocount::Answer::Exact(Count::ZERO) {
                return None;
            }
            let (pattern, graph) = (&pattern.get().loaded, &graph.get().loaded);
            let found = ask.get().ask.zero_reason(pattern, graph, &Control::NONE);
            found.ok().flatten().map(|reason| reason.to_string())
        };
        self.zero_reason.get_or_init(find).as_deref()
    }

    fn record(&self) -> Record {
        let (pattern, graph) = (Subject::named(&*self.names.0), Subject::named(&*self.names.1));
        let question = Question::clone(&self.question);
        Record::new(pattern, graph, question, Said::Answer(self.said))
            .with_zero_reason(self.zero_reason().map(str::to_owned))
            .with_notes(self.notes.clone())
            .with_times(self.times)
    }

    /// What a sampler reports in addition to the interval.
    fn sampled(&self) -> Option<Sampled> {
        match self.said {
            isocount::Answer::Estimate(estimate) => estimate.sampled,
            _ => None,
        }
    }

    /// The number that arithmetic operations use.
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.said {
            isocount::Answer::Exact(Count(count)) => Ok(count.into_pyobject(py)?.into_any()),
            isocount::Answer::Estimate(estimate) if estimate.is_unknown() => {
                Err(PyTypeError::new_err(format!(
                    "the answer is {}, which is not a number; use answer.at_most, or ask for more precision",
                    self.__str__()
                )))
            }
            isocount::Answer::Estimate(estimate) => Ok(PyFloat::new(py, estimate.value).into_any()),
            isocount::Answer::AtLeast(count) => Err(PyTypeError::new_err(format!(
                "the answer is a lower bound, at least {count}, which is not a number; use answer.low, or ask without a limit"
            ))),
        }
    }

    fn value_of<'py>(other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match other.cast::<Self>() {
            Ok(answer) => answer.get().number(other.py()),
            Err(_) => Ok(other.clone()),
        }
    }

    /// `self op other` by the function of that name in Python's module `operator`.
    fn operate<'py>(
        &self,
        name: &str,
        other: &Bound<'py, PyAny>,
        is_reversed: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (own, other) = (self.number(other.py())?, Self::value_of(other)?);
        let pair = if is_reversed { (other, own) } else { (own, other) };
        pair.0.py().import("operator")?.call_method1(name, pair)
    }
}

#[pymethods]
impl Answer {
    /// The count: an ``int`` if it is exact or a lower bound, a ``float`` if it is an estimate.
    /// ``None`` if a sampler found nothing but cannot rule out occurrences; then only ``at_most``
    /// is known.
    #[getter]
    pub(crate) fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.said {
            isocount::Answer::AtLeast(Count(count)) => Ok(count.into_pyobject(py)?.into_any()),
            isocount::Answer::Estimate(estimate) if estimate.is_unknown() => {
                Ok(py.None().into_bound(py))
            }
            _ => self.number(py),
        }
    }

    /// ``"exact"``, ``"at_least"`` (a limit was reached) or ``"estimate"``.
    #[getter]
    pub(crate) fn kind(&self) -> &'static str {
        kind(&self.said)
    }

    /// Whether the count is exact.
    #[getter]
    fn is_exact(&self) -> bool {
        self.said.exact().is_some()
    }

    /// A lower bound of the count, or ``None``. For an estimate, the lower end of its interval.
    #[getter]
    pub(crate) fn low<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(match self.said {
            isocount::Answer::Exact(Count(count)) | isocount::Answer::AtLeast(Count(count)) => {
                Some(count.into_pyobject(py)?.into_any())
            }
            isocount::Answer::Estimate(estimate) => {
                estimate.interval.map(|interval| PyFloat::new(py, interval.low).into_any())
            }
        })
    }

    /// An upper bound of the count, or ``None``. For an estimate, the upper end of its interval.
    #[getter]
    pub(crate) fn high<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(match self.said {
            isocount::Answer::Exact(Count(count)) => Some(count.into_pyobject(py)?.into_any()),
            isocount::Answer::AtLeast(_) => None,
            isocount::Answer::Estimate(estimate) => {
                estimate.interval.map(|interval| PyFloat::new(py, interval.high).into_any())
            }
        })
    }

    /// The interval ``(low, high)``; an end is ``None`` if it is not known.
    #[getter]
    fn interval<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (self.low(py)?, self.high(py)?).into_pyobject(py)
    }

    /// The probability that the interval contains the true count: 1 for exact answers and bounds,
    /// ``None`` without an interval.
    #[getter]
    pub(crate) fn confidence(&self) -> Option<f64> {
        match self.said {
            isocount::Answer::Exact(_) | isocount::Answer::AtLeast(_) => Some(1.0),
            isocount::Answer::Estimate(estimate) => estimate.interval.map(|it| it.confidence),
        }
    }

    /// A certain lower bound: the count itself if it is exact or a lower bound, for an estimate
    /// what a sampler has proven; ``None`` if nothing is certain.
    #[getter]
    pub(crate) fn at_least<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.said {
            isocount::Answer::Estimate(_) => Ok(certain(py, self.sampled().map(|it| it.at_least))),
            _ => self.low(py),
        }
    }

    /// A certain upper bound; ``None`` if nothing is certain.
    #[getter]
    pub(crate) fn at_most<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.said {
            isocount::Answer::Estimate(_) => Ok(certain(py, self.sampled().map(|it| it.at_most))),
            _ => self.high(py),
        }
    }

    /// The standard error of an estimate by sampling, relative to it; ``None`` for other answers,
    /// or if it is unknown.
    #[getter]
    pub(crate) fn relative_standard_error(&self) -> Option<f64> {
        self.sampled().map(|it| it.relative_standard_error).filter(|error| error.is_finite())
    }

    /// Whether the spread of an estimate by sampling is a good measure of its error; if not, the
    /// interval consists of the certain bounds. ``None`` for other answers.
    #[getter]
    pub(crate) fn reliable(&self) -> Option<bool> {
        self.sampled().map(|it| it.reliable)
    }

    /// Whether the interval of an estimate by sampling is as narrow as requested; ``None`` for
    /// other answers.
    #[getter]
    pub(crate) fn precise(&self) -> Option<bool> {
        self.sampled().map(|it| it.precise)
    }

    /// Remarks on the answer: that a model was asked about something larger than it was trained on,
    /// or why there is no interval.
    #[getter]
    pub(crate) fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// The answer as a dictionary of values that ``json.dumps`` accepts.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        answer_dict::of(self, py)
    }

    /// What was counted, in words.
    #[getter]
    fn meaning(&self) -> String {
        self.question.meaning.to_string()
    }

    /// ``"homomorphism"``, ``"monomorphism"`` or ``"induced"``.
    #[getter]
    pub(crate) fn semantics(&self) -> &'static str {
        self.question.meaning.semantics.name()
    }

    /// ``"mappings"`` or ``"subgraphs"``.
    #[getter]
    pub(crate) fn unit(&self) -> &'static str {
        self.question.meaning.semantics.unit().name()
    }

    /// The method that answered.
    #[getter]
    pub(crate) fn method(&self) -> &str {
        &self.question.method
    }

    /// The time to answer, in seconds.
    #[getter]
    pub(crate) fn seconds(&self) -> f64 {
        self.times.count.as_secs_f64()
    }

    /// The time to open the graph, once for all its questions, in seconds; 0 if it was not opened.
    #[getter]
    pub(crate) fn open_seconds(&self) -> f64 {
        self.times.open.as_secs_f64()
    }

    /// Why the count is zero, if the reason is visible without searching.
    #[getter]
    pub(crate) fn reason(&self) -> Option<&str> {
        self.zero_reason()
    }

    /// The name of the pattern.
    #[getter]
    pub(crate) fn pattern_name(&self) -> &str {
        &self.names.0
    }

    /// The name of the graph.
    #[getter]
    pub(crate) fn graph_name(&self) -> &str {
        &self.names.1
    }

    /// The pattern; ``None`` for an answer that was unpickled.
    #[getter]
    fn pattern(&self, py: Python<'_>) -> Option<Py<Pattern>> {
        self.pattern.as_ref().map(|it| it.clone_ref(py))
    }

    /// The graph; ``None`` for an answer that was unpickled.
    #[getter]
    fn graph(&self, py: Python<'_>) -> Option<Py<Graph>> {
        self.graph.as_ref().map(|it| it.clone_ref(py))
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        match self.said {
            isocount::Answer::Exact(Count(count)) => Ok(count.into_pyobject(py)?),
            isocount::Answer::Estimate(_) => Err(PyTypeError::new_err(
                "the answer is an estimate; use float(answer) or round(answer.value)",
            )),
            isocount::Answer::AtLeast(_) => {
                self.number(py)?;
                Err(PyTypeError::new_err("the answer is a lower bound"))
            }
        }
    }

    fn __index__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        self.__int__(py)
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        self.number(py)?.extract()
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        match self.said {
            // A lower bound above zero is certainly not zero.
            isocount::Answer::AtLeast(count) if count > Count::ZERO => Ok(true),
            _ => self.number(py)?.is_truthy(),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.value(py)?.hash()
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        // An answer that is not a number equals only the same answer.
        let answer = other.cast::<Self>().ok().map(|other| other.get().said);
        let are_numbers = is_number(&self.said) && answer.as_ref().is_none_or(is_number);
        if matches!(op, CompareOp::Eq | CompareOp::Ne) && !are_numbers {
            let (is_same, is_wanted) = (answer == Some(self.said), matches!(op, CompareOp::Eq));
            return Ok((is_same == is_wanted).into_pyobject(py)?.to_owned().into_any());
        }
        self.number(py)?.rich_compare(Self::value_of(other)?, op)
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("add", other, false)
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("add", other, true)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("sub", other, false)
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("sub", other, true)
    }

    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("mul", other, false)
    }

    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("mul", other, true)
    }

    fn __truediv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("truediv", other, false)
    }

    fn __rtruediv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("truediv", other, true)
    }

    fn __floordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("floordiv", other, false)
    }

    fn __rfloordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("floordiv", other, true)
    }

    fn __mod__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("mod", other, false)
    }

    fn __rmod__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.operate("mod", other, true)
    }

    fn __pow__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        modulo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.number(other.py())?.pow(Self::value_of(other)?, modulo)
    }

    fn __rpow__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        _modulo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.operate("pow", other, true)
    }

    fn __neg__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number(py)?.neg()
    }

    fn __pos__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number(py)
    }

    fn __abs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number(py)?.abs()
    }

    fn __divmod__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let own = self.number(other.py())?;
        own.py().import("builtins")?.call_method1("divmod", (own, Self::value_of(other)?))
    }

    fn __rdivmod__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let own = self.number(other.py())?;
        own.py().import("builtins")?.call_method1("divmod", (other, own))
    }

    fn __trunc__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("math")?.call_method1("trunc", (self.number(py)?,))
    }

    fn __floor__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("math")?.call_method1("floor", (self.number(py)?,))
    }

    fn __ceil__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("math")?.call_method1("ceil", (self.number(py)?,))
    }

    /// The number as a numpy array.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // The array is always new.
        let _ = copy;
        py.import("numpy")?.call_method1("array", (self.number(py)?, dtype))
    }

    #[pyo3(signature = (digits = None))]
    fn __round__<'py>(&self, py: Python<'py>, digits: Option<i32>) -> PyResult<Bound<'py, PyAny>> {
        py.import("builtins")?.call_method1("round", (self.number(py)?, digits))
    }

    fn __format__<'py>(&self, py: Python<'py>, form: &str) -> PyResult<Bound<'py, PyAny>> {
        match (form, self.said) {
            ("", _) => Ok(self.__str__().into_pyobject(py)?.into_any()),
            (_, isocount::Answer::Estimate(_)) => {
                self.number(py)?.call_method1("__format__", (form,))
            }
            _ => self.value(py)?.call_method1("__format__", (form,)),
        }
    }

    fn __str__(&self) -> String {
        match self.said {
            isocount::Answer::Exact(count) => count.to_string(),
            isocount::Answer::AtLeast(count) => format!("at least {count}"),
            isocount::Answer::Estimate(estimate) if estimate.is_unknown() => {
                let most = estimate.sampled.map_or(f64::INFINITY, |it| it.at_most);
                if most.is_finite() {
                    format!("unknown, at most {most}")
                } else {
                    "unknown".to_owned()
                }
            }
            isocount::Answer::Estimate(estimate) => format!("about {}", estimate.value),
        }
    }

    fn __repr__(&self) -> String {
        let record = self.record();
        let more = record.zero_reason.iter().chain(&record.notes);
        let more: String = more.flat_map(|text| ["; ", text]).collect();
        let (method, time) = (self.method(), short(self.times.count));
        format!("Answer({record}, {method}, {time}{more})")
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let escape = py.import("html")?.getattr("escape")?;
        let line: String = escape.call1((self.__repr__(),))?.extract()?;
        let (Some(pattern), Some(graph)) = (&self.pattern, &self.graph) else {
            return Ok(format!("<div><code>{line}</code></div>"));
        };
        let shown = answer_html::of_match(py, pattern.get(), graph.get(), self.question.meaning)?;
        Ok(format!("<div><code>{line}</code>{shown}</div>"))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// The record of the answer, as the command line writes it: one line of JSON.
    fn to_json(&self) -> String {
        self.record().to_json()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let from_json = slf.get_type().getattr("from_json")?;
        Ok((from_json, (slf.get().to_json(),)))
    }

    /// Reads an answer from the line of JSON that ``to_json`` returns.
    #[staticmethod]
    fn from_json(py: Python<'_>, line: &str) -> PyResult<Self> {
        let record: Record = serde_json::from_str(line)
            .map_err(|error| exception(py, Class::Format, &error.to_string(), None))?;
        let question = Arc::new(record.question.clone());
        Self::of_record(py, record, &question, None, None)
    }
}

/// The exception for a question without an answer.
fn no_answer(py: Python<'_>, reason: &str) -> PyErr {
    let remedy = if reason.ends_with(&NoMolecules.to_string()) {
        FOR_SMARTS
    } else {
        "another method or another meaning may have an answer: see isocount.methods()"
    };
    exception(py, Class::NoAnswer, reason, Some(remedy))
}

/// Whether arithmetic works on an answer of this kind.
fn is_number(answer: &isocount::Answer) -> bool {
    match answer {
        isocount::Answer::Exact(_) => true,
        isocount::Answer::AtLeast(_) => false,
        isocount::Answer::Estimate(estimate) => !estimate.is_unknown(),
    }
}

/// A bound of a sampler, if it is a number.
fn certain(py: Python<'_>, bound: Option<f64>) -> Option<Bound<'_, PyAny>> {
    bound.filter(|bound| bound.is_finite()).map(|bound| PyFloat::new(py, bound).into_any())
}

/// The name of a kind of answer.
pub(crate) fn kind(answer: &isocount::Answer) -> &'static str {
    match answer {
        isocount::Answer::Exact(_) => "exact",
        isocount::Answer::AtLeast(_) => "at_least",
        isocount::Answer::Estimate(_) => "estimate",
    }
}
