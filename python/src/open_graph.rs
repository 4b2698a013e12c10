//! A graph that is kept open for many questions.

use std::sync::{Arc, Mutex, PoisonError};

use isocount::record::Question;
use isocount::session::{LoadedPattern, OpenedGraph};
use pyo3::prelude::*;

use crate::answer::Answer;
use crate::graph::Graph;
use crate::interrupt::interruptible;
use crate::pattern::Pattern;

/// A graph with its index, ready for many patterns. Several threads may ask it at the same time.
///
/// Made by :func:`isocount.open`.
#[pyclass(frozen, module = "isocount")]
pub(crate) struct OpenGraph {
    /// Handles that nobody uses now; never empty.
    idle: Mutex<Vec<OpenedGraph>>,
    question: Arc<Question>,
    graph: Option<Py<Graph>>,
    name: String,
    seconds: f64,
}

impl OpenGraph {
    pub(crate) fn new(opened: OpenedGraph, question: Arc<Question>, graph: Py<Graph>) -> Self {
        Self::made(opened, question, Some(graph))
    }

    /// A graph from an index file.
    pub(crate) fn of_index(opened: OpenedGraph) -> Self {
        let question = Arc::new(opened.question().clone());
        Self::made(opened, question, None)
    }

    fn made(opened: OpenedGraph, question: Arc<Question>, graph: Option<Py<Graph>>) -> Self {
        let (name, seconds) = (opened.name().to_owned(), opened.open_time().as_secs_f64());
        Self { idle: Mutex::new(vec![opened]), question, graph, name, seconds }
    }

    /// Uses a handle that no other thread uses.
    fn with_handle<T>(&self, work: impl FnOnce(&mut OpenedGraph) -> T) -> T {
        let mut handle = {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            match idle.len() {
                // The last one stays, to be forked.
                1 => idle[0].fork(),
                _ => idle.pop().unwrap_or_else(|| unreachable!("there is always a handle")),
            }
        };
        let done = work(&mut handle);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(handle);
        done
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
        Answer::of_record(py, record, &self.question, Some(pattern), self.graph_ref(py))
    }

    fn _count_each(&self, py: Python<'_>, patterns: Vec<Py<Pattern>>) -> PyResult<Vec<Answer>> {
        let loaded: Vec<LoadedPattern> =
            patterns.iter().map(|it| it.get().loaded.clone()).collect();
        let records = interruptible(py, |control| {
            self.with_handle(|handle| handle.count_each(&loaded, control))
        })?;
        let answered = records.into_iter().zip(patterns).map(|(record, pattern)| {
            Answer::of_record(py, record, &self.question, Some(pattern), self.graph_ref(py))
        });
        answered.collect()
    }

    /// What the graph is called.
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

    /// The seconds that opening took.
    #[getter]
    fn open_seconds(&self) -> f64 {
        self.seconds
    }

    fn __repr__(&self) -> String {
        format!("OpenGraph({}, {}, {})", self.name, self.question.meaning, self.question.method)
    }
}
