//! Trained models.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use isocount::data::Existing;
use isocount::session::{GraphIndex, Method, MethodOptions, SessionError, TrainedModel};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::ask::threads;
use crate::error::OrRaise;
use crate::graph::Graph;
use crate::interrupt::interruptible;
use crate::open_graph::OpenGraph;
use crate::work::Work;

/// Run, readout and confidence.
type LoadArguments = (PathBuf, &'static str, f64);

/// A trained model, read from the folder of a run.
///
/// Made by :meth:`Model.load` or :func:`isocount.train`. It is pickled by its path.
#[pyclass(frozen, module = "isocount")]
pub(crate) struct Model {
    pub(crate) trained: TrainedModel,
}

#[pymethods]
impl Model {
    /// Reads the model of a run. ``readout`` is how it computes an answer: ``"auto"``, ``"plain"``,
    /// ``"fused"`` or ``"indexed"``. Its answers have intervals that are derived from its errors on
    /// the validation part; ``confidence`` is their confidence level.
    #[staticmethod]
    #[pyo3(signature = (run, readout = "auto", confidence = 0.95))]
    pub(crate) fn load(
        py: Python<'_>,
        run: PathBuf,
        readout: &str,
        confidence: f64,
    ) -> PyResult<Self> {
        let mut options = MethodOptions::default().with(|it| it.model = Some(run));
        options.set("readout", readout).or_raise(py)?;
        options.confidence = Some(confidence);
        let method = py.detach(|| Method::by_name("learned", &options)).or_raise(py)?;
        let trained = method.model().expect("a learned method has a model").clone();
        Ok(Self { trained })
    }

    /// The confidence level of the intervals of its answers.
    #[getter]
    fn confidence(&self) -> f64 {
        self.trained.confidence().get()
    }

    /// The folder of the run.
    #[getter]
    fn path(&self) -> PathBuf {
        self.trained.path().to_owned()
    }

    /// The name of the kind of model.
    #[getter]
    fn name(&self) -> &'static str {
        self.trained.config().settings().model.name()
    }

    /// What it counts, in words.
    #[getter]
    fn meaning(&self) -> String {
        self.trained.meaning().to_string()
    }

    /// The settings of the run, as TOML.
    #[getter]
    fn settings(&self) -> &str {
        self.trained.files().text()
    }

    /// A checksum of its settings and weights.
    #[getter]
    fn checksum(&self) -> String {
        self.trained.checksum()
    }

    /// The node labels and the edge labels that it knows.
    #[getter]
    fn labels(&self) -> (Vec<String>, Vec<String>) {
        let labels = self.trained.labels();
        (labels.nodes.clone(), labels.edges.clone())
    }

    /// The file of weights, in the safetensors format.
    fn _weights_file<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.trained.files().weights())
    }

    fn _index_file(
        &self,
        py: Python<'_>,
        graph: Py<Graph>,
        path: PathBuf,
        replace: bool,
        num_threads: Option<usize>,
        work: Option<Py<Work>>,
    ) -> PyResult<OpenGraph> {
        let threads: NonZeroUsize = threads(py, num_threads)?;
        let existing = if replace { Existing::Replace } else { Existing::Refuse };
        let (loaded, view) = (&graph.get().loaded, self.trained.meaning().view);
        let work = work.as_ref().map(Py::get);
        let made = interruptible(py, |control| {
            if let Some(work) = work {
                work.follow(control);
            }
            let graph = loaded.clone().seen_through(view, control)?;
            GraphIndex::create(&path, existing, &self.trained, &graph, threads.get(), control)?;
            let index = GraphIndex::open(&path, None)?.with_confidence(self.trained.confidence());
            Ok::<_, SessionError>((index.open_graph(self.trained.meaning())?, index))
        })?;
        let (opened, index) = made.or_raise(py)?;
        Ok(OpenGraph::of_index(opened, index))
    }

    /// Opens an index file that was made for this model.
    fn _open_index_file(&self, py: Python<'_>, path: PathBuf) -> PyResult<OpenGraph> {
        let opened = py.detach(|| {
            let index = GraphIndex::open(&path, Some(self.trained.path()))?;
            let index = index.with_confidence(self.trained.confidence());
            Ok::<_, SessionError>((index.open_graph(self.trained.meaning())?, index))
        });
        let (opened, index) = opened.or_raise(py)?;
        Ok(OpenGraph::of_index(opened, index))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().checksum() == self.checksum())
    }

    fn __hash__(&self) -> u64 {
        let hash = self.trained.files().hash();
        hash.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    fn __repr__(&self) -> String {
        format!("Model({}, {}, {})", self.name(), self.meaning(), self.trained.path().display())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, LoadArguments)> {
        let (path, trained) = (slf.get().path(), &slf.get().trained);
        let arguments = (path, trained.readout().name(), trained.confidence().get());
        Ok((slf.get_type().getattr("load")?, arguments))
    }
}
