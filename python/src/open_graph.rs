//! A graph that is kept open for many questions.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use isocount::Control;
use isocount::record::Question;
use isocount::session::{GraphIndex, LoadedGraph, LoadedPattern, OpenedGraph};
use pyo3::prelude::*;

use crate::advice::Adviser;
use crate::answer::Answer;
use crate::ask::threads;
use crate::error::{OrRaise, input};
use crate::graph::Graph;
use crate::interrupt::interruptible;
use crate::matches::{Matches, Wanted};
use crate::pattern::Pattern;

/// A graph with its index, ready for many patterns. Several threads may use it at the same time.
///
/// Made by :func:`isocount.open`.
#[pyclass(frozen, module = "isocount")]
pub(crate) struct OpenGraph {
    /// Handles that are not in use; never empty.
    idle: Mutex<Vec<OpenedGraph>>,
    question: Arc<Question>,
    graph: Option<Py<Graph>>,
    /// The source of warnings, if a model answers.
    adviser: Option<Adviser>,
    /// The graph under the view of the question, once matches were requested.
    viewed: OnceLock<LoadedGraph>,
    name: String,
    seconds: f64,
}

impl OpenGraph {
    pub(crate) fn new(
        opened: OpenedGraph,
        question: Arc<Question>,
        graph: Py<Graph>,
        adviser: Option<Adviser>,
    ) -> Self {
        Self::made(opened, question, Some(graph), adviser)
    }

    /// A graph from an index file.
    pub(crate) fn of_index(opened: OpenedGraph, index: GraphIndex) -> Self {
        let question = Arc::new(opened.question().clone());
        Self::made(opened, question, None, Some(Adviser::Index(index)))
    }

    fn made(
        opened: OpenedGraph,
        question: Arc<Question>,
        graph: Option<Py<Graph>>,
        adviser: Option<Adviser>,
    ) -> Self {
        let (name, seconds) = (opened.name().to_owned(), opened.open_time().as_secs_f64());
        let (idle, viewed) = (Mutex::new(vec![opened]), OnceLock::new());
        Self { idle, question, graph, adviser, viewed, name, seconds }
    }

    /// Runs work with a handle that no other thread uses.
    fn with_handle<T>(&self, work: impl FnOnce(&mut OpenedGraph) -> T) -> T {
        let mut handle = {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            match idle.len() {
                // The last handle stays, to be forked.
                1 => idle[0].fork(),
                _ => idle.pop().unwrap_or_else(|| unreachable!("there is always a handle")),
            }
        };
        let done = work(&mut handle);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(handle);
        done
    }

    fn warn(&self, py: Python<'_>, patterns: &[LoadedPattern]) -> PyResult<()> {
        let graph = self.graph.as_ref().map(|graph| &graph.get().loaded);
        self.adviser.as_ref().map_or(Ok(()), |adviser| adviser.warn(py, patterns, graph))
    }

    fn graph_ref(&self, py: Python<'_>) -> Option<Py<Graph>> {
        self.graph.as_ref().map(|it| it.clone_ref(py))
    }
}

#[pymethods]
impl OpenGraph {
    fn _count(&self, py: Python<'_>, pattern: Py<Pattern>) -> PyResult<Answer> {
        let loaded = &pattern.get().loaded;
        let record =
            interruptible(py, |control| self.with_handle(|handle| handle.count(loaded, control)))?;
        self.warn(py, std::slice::from_ref(loaded))?;
        Answer::of_record(py, record, &self.question, Some(pattern), self.graph_ref(py))
    }

    fn _count_each(&self, py: Python<'_>, patterns: Vec<Py<Pattern>>) -> PyResult<Vec<Answer>> {
        let loaded: Vec<LoadedPattern> =
            patterns.iter().map(|it| it.get().loaded.clone()).collect();
        let records = interruptible(py, |control| {
            self.with_handle(|handle| handle.count_each(&loaded, control))
        })?;
        self.warn(py, &loaded)?;
        let answered = records.into_iter().zip(patterns).map(|(record, pattern)| {
            Answer::of_record(py, record, &self.question, Some(pattern), self.graph_ref(py))
        });
        answered.collect()
    }

    fn _find(
        &self,
        py: Python<'_>,
        pattern: &Pattern,
        limit: Option<u64>,
        sample: Option<usize>,
        seed: Option<u64>,
    ) -> PyResult<Matches> {
        let Some(graph) = &self.graph else {
            let remedy = "an index file contains no graph: open the graph itself";
            return Err(input(py, "matches cannot be found in an index", remedy));
        };
        let (graph, view) = (graph.get(), self.question.meaning.view);
        let viewed = if let Some(viewed) = self.viewed.get() {
            viewed
        } else {
            let through = |control: &Control| graph.loaded.clone().seen_through(view, control);
            let viewed = interruptible(py, through)?.or_raise(py)?;
            self.viewed.get_or_init(|| viewed)
        };
        let asked = (&*self.question, threads(py, None)?);
        Matches::begin(py, asked, pattern, graph, Some(viewed), Wanted { limit, sample, seed })
    }

    /// The name of the graph.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The graph; ``None`` if it was opened from an index file.
    #[getter]
    fn graph(&self, py: Python<'_>) -> Option<Py<Graph>> {
        self.graph_ref(py)
    }

    /// What is counted, in words.
    #[getter]
    fn meaning(&self) -> String {
        self.question.meaning.to_string()
    }

    /// The method that answers.
    #[getter]
    fn method(&self) -> &str {
        &self.question.method
    }

    /// The time to open the graph, in seconds.
    #[getter]
    fn open_seconds(&self) -> f64 {
        self.seconds
    }

    fn __repr__(&self) -> String {
        format!("OpenGraph({}, {}, {})", self.name, self.question.meaning, self.question.method)
    }
}
