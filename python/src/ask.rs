//! Questions: meaning, method, limits.

use std::num::NonZeroUsize;
use std::slice;
use std::sync::Arc;
use std::thread::available_parallelism;

use isocount::View;
use isocount::record::Question;
use isocount::session::{self, AskOptions, LoadedGraph, LoadedPattern, Method, SessionError};
use pyo3::prelude::*;

use crate::advice::{self, Adviser};
use crate::answer::Answer;
use crate::error::{OrRaise, input};
use crate::forecast;
use crate::graph::Graph;
use crate::interrupt::interruptible;
use crate::learn::model::Model;
use crate::matches::{Matches, Wanted};
use crate::open_graph::OpenGraph;
use crate::pattern::Pattern;

/// In a graph with more arcs, the reason for a zero is found with the answer: that takes a while, and
/// an interrupt must end it.
const MOST_ARCS_FOR_LATER: usize = 1 << 14;

/// A question without its pattern and graph.
#[pyclass(frozen, module = "isocount._native")]
pub(crate) struct Ask {
    pub(crate) ask: session::Ask,
    pub(crate) question: Arc<Question>,
}

impl Ask {
    pub(crate) fn new(py: Python<'_>, ask: session::Ask) -> PyResult<Self> {
        ask.check().or_raise(py)?;
        let question = Arc::new(ask.question());
        Ok(Self { ask, question })
    }

    /// Warns if an answer of a model may be far off.
    fn warn(&self, py: Python<'_>, pattern: &LoadedPattern, graph: &LoadedGraph) -> PyResult<()> {
        let Some(model) = self.ask.method().model() else { return Ok(()) };
        advice::warn(py, &model.warnings(slice::from_ref(pattern), slice::from_ref(graph)))
    }
}

/// The options about what is counted, as the session takes them.
fn words(py: Python<'_>, semantics: &str, unit: &str, ignore: &[String]) -> PyResult<AskOptions> {
    let view = View::ignoring(ignore.iter().map(String::as_str));
    let mut options = AskOptions::default();
    semantics.clone_into(&mut options.semantics);
    unit.clone_into(&mut options.unit);
    options.view = view.map_err(SessionError::from).or_raise(py)?;
    Ok(options)
}

/// The given number of threads, or one per processor.
pub(crate) fn threads(py: Python<'_>, threads: Option<usize>) -> PyResult<NonZeroUsize> {
    match threads {
        None => Ok(available_parallelism().unwrap_or(NonZeroUsize::MIN)),
        Some(number) => NonZeroUsize::new(number)
            .ok_or_else(|| input(py, "threads=0", "use at least 1, or None for all processors")),
    }
}

#[pymethods]
impl Ask {
    #[new]
    #[pyo3(signature = (semantics, unit, ignore, method, options, time_limit, step_limit, num_threads))]
    #[expect(
        clippy::too_many_arguments,
        reason = "one caller, isocount/_counting.py, which names them"
    )]
    fn make(
        py: Python<'_>,
        semantics: &str,
        unit: &str,
        ignore: Vec<String>,
        method: &str,
        options: Vec<(String, String)>,
        time_limit: Option<f64>,
        step_limit: Option<u64>,
        num_threads: Option<usize>,
    ) -> PyResult<Self> {
        let mut words = words(py, semantics, unit, &ignore)?;
        words.method = Some(method.to_owned());
        for (name, value) in &options {
            words.options.set(name, value).or_raise(py)?;
        }
        words.time_limit = time_limit.map(session::Ask::time_limit_of).transpose().or_raise(py)?;
        words.step_limit = step_limit;
        words.threads = threads(py, num_threads)?;
        let ask = py.detach(|| words.ask()).or_raise(py)?;
        let question = Arc::new(ask.question());
        Ok(Self { ask, question })
    }

    /// The question for a trained model.
    #[staticmethod]
    fn of_model(py: Python<'_>, model: &Model, num_threads: Option<usize>) -> PyResult<Self> {
        let trained = model.trained.clone();
        let ask = session::Ask::new(trained.meaning(), Method::learned(trained));
        Self::new(py, ask.with_threads(threads(py, num_threads)?))
    }

    /// Counts a pattern in a graph. `forecast` is called with a prediction if an exact count takes
    /// long.
    #[pyo3(signature = (pattern, graph, forecast=None))]
    fn count(
        slf: &Bound<'_, Self>,
        pattern: Py<Pattern>,
        graph: Py<Graph>,
        forecast: Option<Py<PyAny>>,
    ) -> PyResult<Answer> {
        let (this, py) = (slf.get(), slf.py());
        let (loaded, within) = (&pattern.get().loaded, &graph.get().loaded);
        if forecast.is_none() && within.graph().num_arcs() <= MOST_ARCS_FOR_LATER {
            let brief =
                interruptible(py, |control| this.ask.count_briefly(loaded, within, control))?;
            this.warn(py, loaded, within)?;
            return Answer::of_brief(brief, slf, pattern, graph);
        }
        let record = match &forecast {
            None => interruptible(py, |control| this.ask.count(loaded, within, control))?,
            Some(tell) => forecast::count(py, this, &pattern, &graph, tell)?,
        };
        this.warn(py, loaded, within)?;
        Answer::of_record(py, record, &this.question, Some(pattern), Some(graph))
    }

    /// Prepares a graph for many questions.
    fn open(&self, py: Python<'_>, graph: Py<Graph>) -> PyResult<OpenGraph> {
        let loaded = &graph.get().loaded;
        let opened = interruptible(py, |control| self.ask.open(loaded, control))?.or_raise(py)?;
        let adviser = self.ask.method().model().cloned().map(Adviser::Model);
        Ok(OpenGraph::new(opened, Arc::clone(&self.question), graph, adviser))
    }

    /// Starts a search for the matches of a pattern in a graph.
    fn find(
        &self,
        py: Python<'_>,
        pattern: &Pattern,
        graph: &Graph,
        limit: Option<u64>,
        sample: Option<usize>,
        seed: Option<u64>,
    ) -> PyResult<Matches> {
        let wanted = Wanted { limit, sample, seed };
        let asked = (&*self.question, self.ask.threads());
        Matches::begin(py, asked, pattern, graph, None, wanted)
    }

    /// Why a count must be zero, as far as this is visible without searching.
    fn why_zero(&self, py: Python<'_>, pattern: &Pattern, graph: &Graph) -> PyResult<Vec<String>> {
        let (pattern, graph) = (&pattern.loaded, &graph.loaded);
        let reasons = interruptible(py, |control| self.ask.why_zero(pattern, graph, control))?;
        Ok(reasons.or_raise(py)?.iter().map(ToString::to_string).collect())
    }

    /// What is counted, in words.
    #[getter]
    fn meaning(&self) -> String {
        self.question.meaning.to_string()
    }

    /// The name of the method.
    #[getter]
    fn method(&self) -> &str {
        &self.question.method
    }

    fn __repr__(&self) -> String {
        format!("Ask({}, {})", self.question.meaning, self.question.method)
    }
}

/// All methods, the default first: name, summary, and supported options.
#[pyfunction]
pub(crate) fn method_list() -> Vec<(&'static str, &'static str, Vec<&'static str>)> {
    let entry = |method: session::MethodInfo| {
        let options = method.options.iter().map(|option| option.name()).collect();
        (method.name, method.summary, options)
    };
    session::methods().into_iter().map(entry).collect()
}
