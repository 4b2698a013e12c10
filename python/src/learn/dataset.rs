//! Data sets of counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use isocount::data::{
    self, DataError, Existing, Making, Replacement, Split, Synthetic, Truth, generate_ppa_stand_in,
    label,
};
use isocount::format::NamedGraph;
use isocount::{Control, Exact, Label, LabeledGraph};
use isocount_model::LabelTable;
use pyo3::prelude::*;

use super::labelling::{Description, prepare};
use crate::ask::{Ask, threads};
use crate::error::{OrRaise, input};
use crate::graph::{About as Beside, Graph, is_symmetric};
use crate::interrupt::interruptible;
use crate::labels::session;
use crate::node_names::NodeNames;
use crate::pattern::Pattern;
use crate::table::{Column, Table, Values};
use crate::work::Work;

/// A data set: patterns, graphs, and counts of some pairs of them, in a folder.
///
/// Made by :meth:`Dataset.generate`, :meth:`Dataset.import_` or :meth:`Dataset.load`; immutable.
#[pyclass(frozen, module = "isocount")]
pub(crate) struct Dataset {
    pub(crate) dataset: Arc<data::Dataset>,
}

/// The folder of a data set to make.
struct Place {
    out: PathBuf,
    existing: Existing,
}

impl Place {
    fn new(out: PathBuf, replace: bool) -> Self {
        Self { out, existing: if replace { Existing::Replace } else { Existing::Refuse } }
    }

    /// Makes a data set here, or next to its folder if one is replaced. Continues after a call that
    /// was stopped.
    fn make(
        &self,
        make: impl Fn(&Path) -> Result<data::Completion, DataError>,
    ) -> Result<(), DataError> {
        let is_there = self.out.symlink_metadata().is_ok();
        if self.existing == Existing::Refuse || !is_there {
            return make(&self.out).map(|_| ());
        }
        let replacement = Replacement::of(&self.out)?;
        let place = replacement.place();
        match make(place) {
            // Another call was stopped before it could replace the data set.
            Err(DataError::Exists { path }) if path == place => {
                replacement.clear()?;
                make(place)?
            }
            other => other?,
        };
        replacement.commit()
    }
}

/// Maps the labels of a data set to those of the session.
pub(crate) struct Adopted {
    nodes: Vec<Label>,
    edges: Vec<Label>,
}

impl Adopted {
    pub(crate) fn new(labels: &LabelTable) -> Self {
        let mut session = session();
        let nodes = labels.nodes.iter().map(|name| session.node_label(name)).collect();
        let edges = labels.edges.iter().map(|name| session.edge_label(name)).collect();
        Self { nodes, edges }
    }

    pub(crate) fn graph(&self, graph: &LabeledGraph) -> LabeledGraph {
        let mut builder = LabeledGraph::builder();
        for label in graph.node_labels() {
            builder.node(self.nodes[label.0 as usize]);
        }
        for arc in graph.arcs() {
            builder.edge(arc.tail, arc.head, self.edges[arc.label.0 as usize]);
        }
        builder.build().unwrap_or_else(|_| unreachable!("different names have different numbers"))
    }
}

/// Patterns as data sets store them: with one label each.
pub(crate) fn named_patterns(
    py: Python<'_>,
    patterns: &[Py<Pattern>],
) -> PyResult<Vec<NamedGraph>> {
    let plain = |it: &Py<Pattern>| {
        let loaded = &it.get().loaded;
        let named = |graph: &LabeledGraph| NamedGraph::new(loaded.name(), graph.clone());
        loaded.pattern().plain().map(named).ok_or_else(|| {
            let has_absent = loaded.pattern().has_absent();
            let what = if has_absent { "absent arcs" } else { "sets of labels" };
            let problem = format!("the pattern {:?} has {what}", loaded.name());
            input(py, &problem, "patterns of data sets have one label each, and no absent arcs")
        })
    };
    patterns.iter().map(plain).collect()
}

/// Graphs with their names.
pub(crate) fn named_graphs(graphs: &[Py<Graph>]) -> Vec<NamedGraph> {
    let named = |it: &Py<Graph>| {
        let loaded = &it.get().loaded;
        NamedGraph::new(loaded.name(), LabeledGraph::clone(loaded.graph()))
    };
    graphs.iter().map(named).collect()
}

impl Dataset {
    pub(crate) fn read(py: Python<'_>, folder: &Path) -> PyResult<Self> {
        let dataset = interruptible(py, |control| data::Dataset::read(folder, control))?;
        Ok(Self { dataset: Arc::new(dataset.or_raise(py)?) })
    }

    /// The split with this name.
    pub(crate) fn split(&self, py: Python<'_>, name: &str) -> PyResult<Split> {
        let found = interruptible(py, |control| Split::by_name(&self.dataset, name, control))?;
        let unknown = || {
            let problem = format!("there is no split named {name:?}");
            input(
                py,
                &problem,
                "use \"paper\", \"held-out-patterns\", \"held-out-graphs\", \"training-size-100\" or \"secondary-0\", and a seed for another one: \"paper-seed7\"",
            )
        };
        found.ok_or_else(unknown)?.or_raise(py)
    }
}

#[pymethods]
impl Dataset {
    #[staticmethod]
    #[pyo3(signature = (kind, out, seed, limit, threads, replace, work))]
    #[expect(
        clippy::too_many_arguments,
        reason = "one caller, isocount/learning.py, which names them"
    )]
    fn _generate(
        py: Python<'_>,
        kind: &str,
        out: PathBuf,
        seed: u64,
        limit: Option<usize>,
        threads: Option<usize>,
        replace: bool,
        work: Option<Py<Work>>,
    ) -> PyResult<Self> {
        let set = match kind {
            "small" => Some(Synthetic::Small),
            "large" => Some(Synthetic::Large),
            "ppa-stand-in" => None,
            other => {
                let problem = format!("there is no data set {other:?}");
                return Err(input(py, &problem, "use \"small\", \"large\" or \"ppa-stand-in\""));
            }
        };
        let (threads, place) = (self::threads(py, threads)?, Place::new(out, replace));
        let made = interruptible(py, |control| {
            if let Some(work) = &work {
                work.get().follow(control);
            }
            let counter = Exact::with_threads(1);
            let making = Making { counter: &counter, threads, control };
            place.make(|out| match set {
                Some(set) => set.generate(out, seed, limit, making),
                None => generate_ppa_stand_in(out, seed, limit, making),
            })
        })?;
        made.or_raise(py)?;
        Self::read(py, &place.out)
    }

    /// Reads a data set and verifies all of its bytes.
    #[staticmethod]
    fn load(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        Self::read(py, &folder)
    }

    #[staticmethod]
    #[pyo3(signature = (ask, patterns, graphs, out, name, licence, sample, seed, replace, work))]
    #[expect(
        clippy::too_many_arguments,
        reason = "one caller, isocount/learning.py, which names them"
    )]
    fn _import(
        py: Python<'_>,
        ask: &Ask,
        patterns: Vec<Py<Pattern>>,
        graphs: Vec<Py<Graph>>,
        out: PathBuf,
        name: Option<String>,
        licence: Option<String>,
        sample: Option<usize>,
        seed: u64,
        replace: bool,
        work: Option<Py<Work>>,
    ) -> PyResult<Self> {
        let (patterns, graphs) = (named_patterns(py, &patterns)?, named_graphs(&graphs));
        let place = Place::new(out, replace);
        let own_name = place.out.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let description = Description { name: name.unwrap_or(own_name), licence, sample, seed };
        let work = work.as_ref().map(Py::get);
        let made = interruptible(py, |control: &Control| {
            if let Some(work) = work {
                work.follow(control);
            }
            let labelling = prepare(ask, &patterns, &graphs, &description, control)?;
            let counter = ask.ask.labelling_counter();
            let making = Making { counter: counter.as_ref(), threads: ask.ask.threads(), control };
            let budget = ask.ask.budget(control);
            place.make(|out| label(&labelling.questions(), &budget, out, making))
        })?;
        made.or_raise(py)?;
        Self::read(py, &place.out)
    }

    /// The folder.
    #[getter]
    fn folder(&self) -> PathBuf {
        self.dataset.folder().to_owned()
    }

    /// The name of the data set.
    #[getter]
    fn name(&self) -> &str {
        &self.dataset.about().name
    }

    /// The meaning of its counts, in words.
    #[getter]
    fn meaning(&self) -> String {
        self.dataset.meaning().to_string()
    }

    /// The numbers of patterns, graphs and triples.
    #[getter]
    fn sizes(&self) -> BTreeMap<&'static str, u64> {
        let sizes = self.dataset.about().sizes;
        BTreeMap::from([
            ("patterns", sizes.patterns),
            ("graphs", sizes.graphs),
            ("triples", sizes.triples),
        ])
    }

    /// All patterns.
    #[getter]
    fn patterns(&self, py: Python<'_>) -> Vec<Pattern> {
        py.detach(|| {
            let adopted = Adopted::new(&self.dataset.about().labels);
            let pattern = |named: &data::DatasetPattern| {
                let graph = adopted.graph(named.pattern.graph());
                let is_directed = !is_symmetric(&graph);
                let pattern = isocount::Pattern::try_from(graph)
                    .unwrap_or_else(|_| unreachable!("a pattern keeps its nodes"));
                let loaded = session().pattern(&named.name, pattern);
                Pattern {
                    loaded,
                    about: Beside { nodes: NodeNames::Numbers, is_directed },
                    typed: None,
                }
            };
            self.dataset.raw_patterns().iter().map(pattern).collect()
        })
    }

    /// The graph at this position.
    fn graph(&self, py: Python<'_>, place: usize) -> PyResult<Graph> {
        if place >= self.dataset.num_graphs() {
            let problem = format!("there is no graph {place}");
            let remedy = format!("positions run from 0 to {}", self.dataset.num_graphs() - 1);
            return Err(input(py, &problem, &remedy));
        }
        Ok(py.detach(|| {
            let adopted = Adopted::new(&self.dataset.about().labels);
            let graph = adopted.graph(&self.dataset.raw_graphs().graph(place));
            let is_directed = !is_symmetric(&graph);
            let loaded = session().graph(self.dataset.graph_name(place), graph);
            Graph { loaded, about: Beside { nodes: NodeNames::Numbers, is_directed } }
        }))
    }

    /// The triples as a table: pattern, graph, count, and the kind of the count.
    fn triples(&self, py: Python<'_>) -> Table {
        py.detach(|| {
            let triples = self.dataset.triples();
            let words = |numbers: Vec<i32>, words: Vec<String>| Values::Words { numbers, words };
            let patterns = self.dataset.patterns().iter().map(|it| it.name.clone()).collect();
            let graphs =
                (0..self.dataset.num_graphs()).map(|ix| self.dataset.graph_name(ix).to_owned());
            let count = |truth: Truth| match truth {
                Truth::Exact(count) | Truth::AtLeast(count) | Truth::Estimate { count, .. } => {
                    Some(count.0)
                }
                Truth::TooLarge => None,
            };
            let kind = |truth: Truth| match truth {
                Truth::Exact(_) => 0,
                Truth::AtLeast(_) => 1,
                Truth::TooLarge => 2,
                Truth::Estimate { .. } => 3,
            };
            let kinds = ["exact", "at_least", "none", "estimate"].map(str::to_owned).to_vec();
            let column = |name, values| Column { name, values };
            Table::new(vec![
                column(
                    "pattern",
                    words(triples.iter().map(|it| it.pattern as i32).collect(), patterns),
                ),
                column(
                    "graph",
                    words(triples.iter().map(|it| it.graph as i32).collect(), graphs.collect()),
                ),
                column("answer", words(triples.iter().map(|it| kind(it.truth)).collect(), kinds)),
                column(
                    "count",
                    Values::of_counts(triples.iter().map(|it| count(it.truth)).collect()),
                ),
            ])
        })
    }

    fn __len__(&self) -> usize {
        self.dataset.triples().len()
    }

    fn __repr__(&self) -> String {
        let sizes = self.dataset.about().sizes;
        format!(
            "Dataset({}, {} patterns, {} graphs, {} triples)",
            self.name(),
            sizes.patterns,
            sizes.graphs,
            sizes.triples
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.get().dataset.checksum() == self.dataset.checksum())
    }

    fn __hash__(&self) -> usize {
        self.dataset.triples().len()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (PathBuf,))> {
        Ok((slf.get_type().getattr("load")?, (slf.get().folder(),)))
    }
}
