//! Patterns as Python objects.

use isocount::session::LoadedPattern;
use isocount::{Label, LabeledGraph, NodeId, PatternBuilder, PatternError, Wanted};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::input;
use crate::graph::{self, About, Graph, Made, Parts, arrays, convert, new_name};
use crate::labels::{session, unlabeled};
use crate::node_names::NodeNames;
use crate::picture;
use crate::reading::{is_text, read_pattern};

/// A small graph to look for, made from any object that represents a graph.
///
/// Takes the same arguments as :class:`Graph`; ``format=`` is the format of a pattern file.
/// Parallel edges of a pattern must differ in their labels.
///
/// Examples
/// --------
/// >>> import isocount
/// >>> isocount.Pattern([(0, 1), (1, 2), (2, 0)], directed=False, name="triangle")
/// Pattern('triangle', 3 nodes, 3 edges)
#[pyclass(frozen, module = "isocount", subclass, weakref)]
pub(crate) struct Pattern {
    pub(crate) loaded: LoadedPattern,
    pub(crate) about: About,
    /// The text that the pattern was read from, if it was typed.
    pub(crate) typed: Option<String>,
}

impl Pattern {
    /// Makes a pattern from any object.
    pub(crate) fn of<'py>(
        source: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        let py = source.py();
        if let Ok(pattern) = source.cast::<Self>() {
            let pattern = pattern.get();
            let (loaded, typed) = (pattern.loaded.clone(), pattern.typed.clone());
            let made = Self { loaded, about: pattern.about.clone_ref(py), typed };
            return Ok(match new_name(py, options, "pattern")? {
                None => made,
                Some(name) => made.renamed(py, &name),
            });
        }
        if let Ok(graph) = source.cast::<Graph>() {
            let Graph { loaded, about } = graph.get();
            if let Some(problem) = loaded.problem() {
                return Ok(Self::_unread(loaded.name(), problem));
            }
            let name = new_name(py, options, "graph")?.unwrap_or_else(|| loaded.name().to_owned());
            let graph = LabeledGraph::clone(loaded.graph());
            let made = Made { name, graph, about: about.clone_ref(py), attributes: None };
            return Self::made(py, made, Vec::new());
        }
        if is_text(source)? {
            return read_pattern(source, options);
        }
        let parts = convert(source, options, "pattern")?;
        let absent = absent_arcs(&parts)?;
        let made = parts.extract::<Parts>()?.build(py, "pattern")?;
        Self::made(py, made, absent)
    }

    fn made(
        py: Python<'_>,
        Made { name, graph, about, .. }: Made,
        absent: Vec<(NodeId, NodeId, Label)>,
    ) -> PyResult<Self> {
        let Ok(pattern) = isocount::Pattern::try_from(graph) else {
            let problem = "the pattern has no nodes";
            return Err(input(py, problem, "a pattern needs at least one"));
        };
        let mut builder = PatternBuilder::from(&pattern);
        for (tail, head, label) in absent {
            builder.absent(tail, head, label);
        }
        let wrong = |error: PatternError| input(py, &error.to_string(), "check the absent edges");
        let pattern = builder.build().map_err(wrong)?;
        let loaded = py.detach(|| session().pattern(&name, pattern));
        Ok(Self { loaded, about, typed: None })
    }

    fn graph(&self) -> &LabeledGraph {
        self.loaded.pattern().graph()
    }
}

#[pymethods]
impl Pattern {
    #[new]
    #[pyo3(
        signature = (graph, /, **options),
        text_signature = "(graph, /, *, node_label=None, edge_label=None, directed=None, num_nodes=None, name=None, \
            atom_label=None, hydrogens=None, aromaticity=None, smarts=None, format=None, duplicates=None, source=None, \
            target=None)"
    )]
    fn new<'py>(graph: &Bound<'py, PyAny>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        Self::of(graph, options)
    }

    /// The name of the pattern.
    #[getter]
    fn name(&self) -> &str {
        self.loaded.name()
    }

    /// Why the pattern could not be read, with file and line, if this object only stands in for an
    /// unreadable pattern (``on_error="record"``); its pairs have no answers.
    #[getter]
    fn problem(&self) -> Option<&str> {
        self.loaded.problem()
    }

    /// A stand-in for a pattern that could not be read.
    #[staticmethod]
    fn _unread(name: &str, problem: &str) -> Self {
        let about = About { nodes: NodeNames::Numbers, is_directed: false };
        Self { loaded: LoadedPattern::unread(name, problem), about, typed: None }
    }

    /// The number of nodes.
    #[getter]
    fn num_nodes(&self) -> usize {
        self.graph().num_nodes()
    }

    /// The number of arcs: an undirected edge is two arcs, a loop is one.
    #[getter]
    fn num_arcs(&self) -> usize {
        self.graph().num_arcs()
    }

    /// The number of edges: an undirected edge is one edge.
    #[getter]
    fn num_edges(&self) -> usize {
        graph::num_edges(self.graph(), self.about.is_directed)
    }

    /// Whether edges have directions.
    #[getter]
    fn directed(&self) -> bool {
        self.about.is_directed
    }

    /// The nodes, as named by the source.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.about.names(py, self.graph())
    }

    /// The labels of the nodes, in the order of the nodes. For a node that accepts several labels,
    /// a ``frozenset``; for one that accepts all but some, an ``AllBut``.
    #[getter]
    fn node_labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pattern = self.loaded.pattern();
        let wanted: Vec<WantedLabels> =
            pattern.nodes().map(|node| wanted(pattern.node_set(node))).collect();
        py.import("isocount._labels")?.getattr("node_labels")?.call_method1("wanted", (wanted,))
    }

    /// The arcs, as triples of tail, head and label.
    #[getter]
    fn arcs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pattern = self.loaded.pattern();
        let labels: Vec<WantedLabels> = pattern.arc_sets().map(|(_, _, it)| wanted(it)).collect();
        let table = py.import("isocount._labels")?.getattr("edge_labels")?;
        let labels = table.call_method1("wanted", (labels,))?;
        let mut list = Vec::with_capacity(pattern.num_arcs());
        for ((tail, head, _), label) in pattern.arc_sets().zip(labels.try_iter()?) {
            list.push((self.about.node(py, tail)?, self.about.node(py, head)?, label?));
        }
        Ok(list.into_pyobject(py)?.into_any())
    }

    /// The arcs that must be absent, as triples of tail, head and the labels that they forbid.
    #[getter]
    fn absent<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pattern = self.loaded.pattern();
        let labels = pattern
            .absent_arcs()
            .map(|(_, _, set)| wanted(set.single().map_or(Wanted::Set(set), Wanted::Label)));
        let labels: Vec<WantedLabels> = labels.collect();
        let table = py.import("isocount._labels")?.getattr("edge_labels")?;
        let labels = table.call_method1("wanted", (labels,))?;
        let mut list = Vec::with_capacity(pattern.absent_arcs().len());
        for ((tail, head, _), label) in pattern.absent_arcs().zip(labels.try_iter()?) {
            list.push((self.about.node(py, tail)?, self.about.node(py, head)?, label?));
        }
        Ok(list.into_pyobject(py)?.into_any())
    }

    /// The attributes of nodes, and of edges, that its conditions name.
    fn _needed_attributes(&self) -> (Vec<String>, Vec<String>) {
        let Some(conditions) = self.loaded.conditions() else { return Default::default() };
        let [nodes, edges] = conditions.attributes();
        let texts = |names: std::collections::BTreeSet<&str>| {
            names.into_iter().map(str::to_owned).collect()
        };
        (texts(nodes), texts(edges))
    }

    /// A checksum of the contents: equal for equal patterns, whatever their source.
    fn checksum(&self, py: Python<'_>) -> String {
        py.detach(|| self.loaded.content_hash())
    }

    /// The pattern under another name.
    fn renamed(&self, py: Python<'_>, name: &str) -> Self {
        let loaded = self.loaded.clone().with_name(name);
        Self { loaded, about: self.about.clone_ref(py), typed: self.typed.clone() }
    }

    /// The number of each node label, the tail, head and label of each arc.
    fn _arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        arrays(py, self.graph())
    }

    fn __len__(&self) -> usize {
        self.num_nodes()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if let Some(problem) = self.problem() {
            return Ok(format!("Pattern({:?}, not read: {problem})", self.name()));
        }
        graph::text(py, "Pattern", self.name(), self.graph(), &self.about)
    }

    fn _repr_html_(&self, py: Python<'_>) -> String {
        py.detach(|| picture::of_pattern(self.loaded.name(), self.loaded.pattern()))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let other = other.get();
        Ok(self.problem() == other.problem()
            && self.loaded.pattern() == other.loaded.pattern()
            && graph::same(py, (self.graph(), &self.about), (other.graph(), &other.about))?)
    }

    fn __hash__(&self) -> u64 {
        graph::hash(self.graph())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, pattern) = (slf.py(), slf.get());
        let state = py.import("isocount._state")?;
        match &pattern.typed {
            _ if pattern.loaded.pattern().plain().is_some()
                && !pattern.loaded.is_smarts()
                && pattern.loaded.conditions().is_none() =>
            {
                state.getattr("reduce_pattern")?.call1((slf,))
            }
            Some(typed) => state.getattr("reduce_typed")?.call1((typed, pattern.name())),
            None => {
                let problem = "a pattern with sets of labels, absent arcs or conditions that was read from a \
                               file cannot be pickled";
                Err(input(py, problem, "type it as text, or pickle the path of its file"))
            }
        }
    }
}

/// The tails, heads and labels of the arcs that must be absent.
type AbsentArrays<'py> =
    (PyReadonlyArray1<'py, u32>, PyReadonlyArray1<'py, u32>, Option<PyReadonlyArray1<'py, u32>>);

/// The arcs that must be absent, from the parts of an object.
fn absent_arcs(parts: &Bound<'_, PyAny>) -> PyResult<Vec<(NodeId, NodeId, Label)>> {
    let arrays: Option<AbsentArrays<'_>> = parts.getattr("absent")?.extract()?;
    let Some((tails, heads, labels)) = arrays else { return Ok(Vec::new()) };
    let labels = labels.as_ref().map(|labels| labels.as_slice()).transpose()?;
    let (_, unlabeled) = unlabeled(parts.py());
    let ends = tails.as_slice()?.iter().zip(heads.as_slice()?).enumerate();
    let arcs = ends.map(|(ix, (&tail, &head))| {
        let label = labels.and_then(|labels| labels.get(ix)).map_or(unlabeled, |&it| Label(it));
        (NodeId(tail), NodeId(head), label)
    });
    Ok(arcs.collect())
}

/// What a node or an arc accepts, for Python: whether it is one label, all but some or some, and
/// the labels.
type WantedLabels = (u8, Vec<u32>);

fn wanted(wanted: Wanted<'_>) -> WantedLabels {
    match wanted {
        Wanted::Label(label) => (0, vec![label.0]),
        Wanted::Set(set) => {
            (if set.excludes() { 2 } else { 1 }, set.labels().iter().map(|label| label.0).collect())
        }
    }
}
