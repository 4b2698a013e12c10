//! Graphs as Python objects, and how they are made from arrays.

use isocount::session::LoadedGraph;
use isocount::{AttributedGraph, GraphError, LabeledGraph, NodeId};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::arrays::Arrays;
use crate::attributes::{Columns, read_columns};
use crate::error::{Raise, input};
use crate::interrupt::interruptible;
use crate::labels::{session, unlabeled};
use crate::node_names::NodeNames;
use crate::picture;
use crate::reading::{is_text, read_graph};

/// A graph to ask questions about, made from any object that represents a graph.
///
/// Questions about it do not convert it again. An option that does not apply to it is refused.
///
/// Parameters
/// ----------
/// graph
///     A networkx, igraph or rustworkx graph, PyG data, a DGL graph, a scipy sparse matrix, an adjacency matrix, an array or a
///     list of edges, a pandas, polars or Arrow table of edges, a dictionary of columns, an RDKit molecule, the path of a file,
///     or text such as ``"a-b-c"`` and ``"smiles:CCO"``.
/// node_label, edge_label
///     What labels nodes and edges: the name of an attribute or column, a function, or a sequence. Without it they are
///     unlabelled (molecules, files and texts have labels of their own, which ``False`` leaves out).
/// directed
///     Whether edges have directions, for files, lists, arrays and tables of edges.
/// num_nodes, name
///     The number of nodes, for arrays and lists of edges; the name of the graph in answers.
/// atom_label
///     What labels the atoms of molecules: ``"element"``, ``"full"``, or details such as ``"charge,aromaticity"``.
/// hydrogens, aromaticity
///     For SMILES and SDF: whether hydrogen atoms are nodes, ``"implicit"`` or ``"explicit"``; which bonds are aromatic,
///     ``"perceive"`` or ``"as-written"``.
/// smarts
///     ``True`` if SMARTS are to be counted in a molecule from SMILES or SDF.
/// format
///     The format of a file, if its name does not determine it.
/// duplicates
///     ``"merge"`` merges repeated edges of a file; otherwise they are an error.
/// source, target
///     The columns of a table that contain the ends of edges.
/// attributes
///     The attributes of nodes and edges that conditions such as ``"x{age > 30}"`` can refer to, for networkx graphs and
///     files: ``True`` for all, or a list of names. A call with a pattern that has conditions keeps what they need.
///
/// Examples
/// --------
/// >>> import isocount
/// >>> isocount.Graph([("a", "b"), ("b", "c")], directed=False, name="path")
/// Graph('path', 3 nodes, 2 edges)
#[pyclass(frozen, module = "isocount", subclass, weakref)]
pub(crate) struct Graph {
    pub(crate) loaded: LoadedGraph,
    pub(crate) about: About,
}

/// The properties of a Python graph that the core does not store.
pub(crate) struct About {
    pub(crate) nodes: NodeNames,
    pub(crate) is_directed: bool,
}

impl About {
    pub(crate) fn clone_ref(&self, py: Python<'_>) -> Self {
        Self { nodes: self.nodes.clone_ref(py), is_directed: self.is_directed }
    }

    /// The user's own object or name for a node.
    pub(crate) fn node<'py>(&self, py: Python<'py>, node: NodeId) -> PyResult<Bound<'py, PyAny>> {
        self.nodes.get(py, node)
    }

    /// The names of all nodes, as a list.
    pub(crate) fn names<'py>(
        &self,
        py: Python<'py>,
        graph: &LabeledGraph,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.nodes.list(py, graph)
    }
}

/// The parts into which `_convert.py` converts an object, in this order.
#[derive(FromPyObject)]
pub(crate) struct Parts<'py> {
    #[pyo3(attribute)]
    name: Option<String>,
    #[pyo3(attribute)]
    num_nodes: usize,
    #[pyo3(attribute)]
    node_labels: Option<PyReadonlyArray1<'py, u32>>,
    #[pyo3(attribute)]
    tails: PyReadonlyArray1<'py, u32>,
    #[pyo3(attribute)]
    heads: PyReadonlyArray1<'py, u32>,
    #[pyo3(attribute)]
    edge_labels: Option<PyReadonlyArray1<'py, u32>>,
    /// Whether each edge stands for both its arcs.
    #[pyo3(attribute)]
    both: bool,
    #[pyo3(attribute)]
    directed: bool,
    /// Whether equal arcs are merged.
    #[pyo3(attribute)]
    merge: bool,
    #[pyo3(attribute)]
    nodes: Option<Py<PyAny>>,
    #[pyo3(attribute)]
    node_attributes: Option<Columns<'py>>,
    #[pyo3(attribute)]
    edge_attributes: Option<Columns<'py>>,
}

/// A converted Python graph: its name, the graph, and what is kept in addition.
pub(crate) struct Made {
    pub(crate) name: String,
    pub(crate) graph: LabeledGraph,
    pub(crate) about: About,
    /// The graph with its attributes, if any are kept.
    pub(crate) attributes: Option<AttributedGraph>,
}

impl Parts<'_> {
    /// Builds the graph, with the interpreter released.
    pub(crate) fn build(self, py: Python<'_>, default_name: &str) -> PyResult<Made> {
        let (unlabeled_node, unlabeled_edge) = unlabeled(py);
        let (tails, heads) = (self.tails.as_slice()?, self.heads.as_slice()?);
        let node_labels = self.node_labels.as_ref().map(|labels| labels.as_slice()).transpose()?;
        let edge_labels = self.edge_labels.as_ref().map(|labels| labels.as_slice()).transpose()?;
        let lengths = [heads.len(), edge_labels.map_or(tails.len(), <[u32]>::len)];
        if lengths.iter().any(|&len| len != tails.len()) {
            let problem = format!(
                "{} tails, {} heads and {} edge labels",
                tails.len(),
                lengths[0],
                lengths[1]
            );
            return Err(input(py, &problem, "give one label for each edge"));
        }
        if let Some(labels) = node_labels.filter(|labels| labels.len() != self.num_nodes) {
            let problem = format!("{} node labels for {} nodes", labels.len(), self.num_nodes);
            return Err(input(py, &problem, "give one label for each node"));
        }
        let arrays = Arrays {
            num_nodes: self.num_nodes,
            node_labels,
            tails,
            heads,
            edge_labels,
            unlabeled: (unlabeled_node, unlabeled_edge),
            both: self.both,
            merge: self.merge,
        };
        if !arrays.fit_into_memory() {
            let problem = format!(
                "there is not enough memory for a graph with {} nodes and {} arcs",
                arrays.num_nodes,
                arrays.num_arcs()
            );
            let remedy = "use a machine with more memory, or leave out nodes without edges";
            return Err(input(py, &problem, remedy));
        }
        let columns = match (&self.node_attributes, &self.edge_attributes) {
            (Some(nodes), Some(edges)) => Some([
                read_columns(nodes, arrays.num_nodes)?,
                read_columns(edges, arrays.tails.len())?,
            ]),
            _ => None,
        };
        let attributes = columns.map(|columns| arrays.with_attributes(columns)).transpose();
        let attributes = attributes.map_err(|error| error.raise(py))?;
        let built = match &attributes {
            Some(attributes) => Ok(attributes.without_attributes()),
            None => interruptible(py, |control| arrays.build(control))?,
        };
        let nodes = self.nodes.map_or(NodeNames::Numbers, NodeNames::Objects);
        let about = About { nodes, is_directed: self.directed };
        let graph = built.map_err(|error| explain(py, error, &about))?;
        let name = self.name.unwrap_or_else(|| default_name.to_owned());
        Ok(Made { name, graph, about, attributes })
    }
}

/// Describes parallel edges and missing nodes by the user's own names.
fn explain(py: Python<'_>, error: GraphError, about: &About) -> PyErr {
    let GraphError::RepeatedArc { arc, .. } = error else { return error.raise(py) };
    let name = |node| {
        let name = about.node(py, node).and_then(|name| name.repr()).map(|text| text.to_string());
        name.unwrap_or_else(|_| node.0.to_string())
    };
    let (tail, head) = (name(arc.tail), name(arc.head));
    let problem = format!("the pattern has two edges from {tail} to {head} with the same label");
    let remedy = "parallel edges of a pattern must differ in their label: give them labels with edge_label=, or leave one out";
    input(py, &problem, remedy)
}

/// The [`Parts`] of an object that is neither a graph of this package nor text.
pub(crate) fn convert<'py>(
    source: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
    role: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let module = source.py().import("isocount._convert")?;
    module.getattr("parts")?.call((source, role), options)
}

/// The new name of a graph or pattern of this package; it takes no other options.
pub(crate) fn new_name(
    py: Python<'_>,
    options: Option<&Bound<'_, PyDict>>,
    what: &str,
) -> PyResult<Option<String>> {
    let mut name = None;
    for (key, value) in options.into_iter().flatten().filter(|(_, value)| !value.is_none()) {
        let key: String = key.extract()?;
        if key != "name" {
            let problem = format!(
                "{key}= only applies to objects that are converted, and this is already a {what}"
            );
            return Err(input(py, &problem, "convert the object that it was made from again"));
        }
        name = Some(value.extract()?);
    }
    Ok(name)
}

impl Graph {
    /// Makes a graph from any object.
    pub(crate) fn of<'py>(
        source: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        let py = source.py();
        if let Ok(graph) = source.cast::<Self>() {
            let graph = graph.get();
            let made = Self { loaded: graph.loaded.clone(), about: graph.about.clone_ref(py) };
            return Ok(match new_name(py, options, "graph")? {
                None => made,
                Some(name) => made.renamed(py, &name),
            });
        }
        if is_text(source)? {
            return read_graph(source, options);
        }
        let made = convert(source, options, "graph")?.extract::<Parts>()?.build(py, "graph")?;
        Ok(Self::made(py, made))
    }

    fn made(py: Python<'_>, made: Made) -> Self {
        let Made { name, graph, about, attributes } = made;
        let loaded = py.detach(|| session().graph(&name, graph));
        let loaded = match attributes {
            Some(attributes) => loaded.with_attributes(attributes),
            None => loaded,
        };
        Self { loaded, about }
    }
}

#[pymethods]
impl Graph {
    #[new]
    #[pyo3(
        signature = (graph, /, **options),
        text_signature = "(graph, /, *, node_label=None, edge_label=None, directed=None, num_nodes=None, name=None, \
            atom_label=None, hydrogens=None, aromaticity=None, smarts=None, format=None, duplicates=None, source=None, \
            target=None, attributes=None)"
    )]
    fn new<'py>(graph: &Bound<'py, PyAny>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        Self::of(graph, options)
    }

    /// The name of the graph.
    #[getter]
    fn name(&self) -> &str {
        self.loaded.name()
    }

    /// Why the graph could not be read, with file and line, if this object only stands in for an
    /// unreadable graph (``on_error="record"``); its pairs have no answers.
    #[getter]
    fn problem(&self) -> Option<&str> {
        self.loaded.problem()
    }

    /// A stand-in for a graph that could not be read.
    #[staticmethod]
    fn _unread(name: &str, problem: &str) -> Self {
        let about = About { nodes: NodeNames::Numbers, is_directed: false };
        Self { loaded: LoadedGraph::unread(name, problem), about }
    }

    /// The number of nodes.
    #[getter]
    fn num_nodes(&self) -> usize {
        self.loaded.graph().num_nodes()
    }

    /// The number of arcs: an undirected edge is two arcs, a loop is one.
    #[getter]
    fn num_arcs(&self) -> usize {
        self.loaded.graph().num_arcs()
    }

    /// The number of edges: an undirected edge is one edge.
    #[getter]
    fn num_edges(&self) -> usize {
        num_edges(self.loaded.graph(), self.about.is_directed)
    }

    /// Whether edges have directions.
    #[getter]
    fn directed(&self) -> bool {
        self.about.is_directed
    }

    /// The nodes, as named by the source.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.about.names(py, self.loaded.graph())
    }

    /// The labels of the nodes, in the order of the nodes.
    #[getter]
    fn node_labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        node_labels(py, self.loaded.graph())
    }

    /// The arcs, as triples of tail, head and label.
    #[getter]
    fn arcs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        arcs(py, self.loaded.graph(), &self.about)
    }

    /// A checksum of the contents: equal for equal graphs, whatever their source.
    fn checksum(&self, py: Python<'_>) -> String {
        py.detach(|| self.loaded.content_hash())
    }

    /// The graph under another name.
    fn renamed(&self, py: Python<'_>, name: &str) -> Self {
        Self { loaded: self.loaded.clone().with_name(name), about: self.about.clone_ref(py) }
    }

    /// The number of each node label, the tail, head and label of each arc.
    fn _arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        arrays(py, self.loaded.graph())
    }

    fn __len__(&self) -> usize {
        self.num_nodes()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if let Some(problem) = self.problem() {
            return Ok(format!("Graph({:?}, not read: {problem})", self.name()));
        }
        text(py, "Graph", self.name(), self.loaded.graph(), &self.about)
    }

    fn _repr_html_(&self, py: Python<'_>) -> String {
        py.detach(|| picture::of_graph(self.loaded.name(), self.loaded.graph()))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let other = other.get();
        if self.problem() != other.problem() {
            return Ok(false);
        }
        same(py, (self.loaded.graph(), &self.about), (other.loaded.graph(), &other.about))
    }

    fn __hash__(&self) -> u64 {
        hash(self.loaded.graph())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("isocount._state")?.getattr("reduce_graph")?.call1((slf,))
    }
}

pub(crate) fn num_edges(graph: &LabeledGraph, is_directed: bool) -> usize {
    if is_directed {
        return graph.num_arcs();
    }
    let loops = graph.arcs().filter(|arc| arc.tail == arc.head).count();
    usize::midpoint(graph.num_arcs(), loops)
}

/// Whether every arc has its reverse.
pub(crate) fn is_symmetric(graph: &LabeledGraph) -> bool {
    graph.arcs().all(|arc| graph.has_arc(arc.head, arc.tail, arc.label))
}

pub(crate) fn node_labels<'py>(
    py: Python<'py>,
    graph: &LabeledGraph,
) -> PyResult<Bound<'py, PyAny>> {
    let numbers: Vec<u32> = graph.node_labels().iter().map(|label| label.0).collect();
    py.import("isocount._labels")?.getattr("node_labels")?.call_method1("values_of", (numbers,))
}

pub(crate) fn arcs<'py>(
    py: Python<'py>,
    graph: &LabeledGraph,
    about: &About,
) -> PyResult<Bound<'py, PyAny>> {
    let numbers: Vec<u32> = graph.arcs().map(|arc| arc.label.0).collect();
    let labels = py.import("isocount._labels")?.getattr("edge_labels")?;
    let labels = labels.call_method1("values_of", (numbers,))?;
    let mut list = Vec::with_capacity(graph.num_arcs());
    for (arc, label) in graph.arcs().zip(labels.try_iter()?) {
        list.push((about.node(py, arc.tail)?, about.node(py, arc.head)?, label?));
    }
    Ok(list.into_pyobject(py)?.into_any())
}

pub(crate) fn arrays<'py>(py: Python<'py>, graph: &LabeledGraph) -> PyResult<Bound<'py, PyTuple>> {
    let array = |numbers: Vec<u32>| PyArray1::from_vec(py, numbers);
    let nodes = array(graph.node_labels().iter().map(|label| label.0).collect());
    let tails = array(graph.arcs().map(|arc| arc.tail.0).collect());
    let heads = array(graph.arcs().map(|arc| arc.head.0).collect());
    let edges = array(graph.arcs().map(|arc| arc.label.0).collect());
    (nodes, tails, heads, edges).into_pyobject(py)
}

pub(crate) fn text(
    py: Python<'_>,
    class: &str,
    name: &str,
    graph: &LabeledGraph,
    about: &About,
) -> PyResult<String> {
    let (nodes, edges) = (graph.num_nodes(), num_edges(graph, about.is_directed));
    let name = PyString::new(py, name).repr()?;
    let plural = |number: usize, what: &str| {
        format!("{number} {what}{}", if number == 1 { "" } else { "s" })
    };
    let (nodes, what) = (plural(nodes, "node"), if about.is_directed { "arc" } else { "edge" });
    Ok(format!("{class}({name}, {nodes}, {})", plural(edges, what)))
}

/// Whether two graphs have the same nodes by name, labels and arcs.
pub(crate) fn same(
    py: Python<'_>,
    one: (&LabeledGraph, &About),
    other: (&LabeledGraph, &About),
) -> PyResult<bool> {
    if one.0 != other.0 || one.1.is_directed != other.1.is_directed {
        return Ok(false);
    }
    if one.1.nodes.are_numbers() && other.1.nodes.are_numbers() {
        return Ok(true);
    }
    one.1.names(py, one.0)?.eq(other.1.names(py, other.0)?)
}

pub(crate) fn hash(graph: &LabeledGraph) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (graph.num_nodes(), graph.num_arcs()).hash(&mut hasher);
    graph.node_labels().first().hash(&mut hasher);
    hasher.finish()
}
