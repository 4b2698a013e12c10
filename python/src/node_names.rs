//! The names of the nodes of a graph in Python.

use isocount::format::NodeTitles;
use isocount::session::LoadedGraph;
use isocount::{LabeledGraph, NodeId};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

/// The user's own names of the nodes.
pub(crate) enum NodeNames {
    /// Numbers from 0.
    Numbers,
    /// Any objects, in a sequence.
    Objects(Py<PyAny>),
    /// As in a file, possibly very many: they become objects on demand.
    OfFile { file: LoadedGraph, are_integers: bool },
}

impl NodeNames {
    /// The names that were read with a graph: integers if all of them are written as such,
    /// otherwise strings.
    pub(crate) fn of_file(file: &LoadedGraph) -> Self {
        let titles = file.node_names();
        if *titles == NodeTitles::default() {
            return Self::Numbers;
        }
        let mut nodes = (0..file.graph().num_nodes() as u32).map(NodeId);
        let are_integers = nodes.all(|node| integer(&titles.get(node)).is_some());
        Self::OfFile { file: file.clone(), are_integers }
    }

    /// The names of the nodes of a pattern, converted by the same rule.
    pub(crate) fn of_texts(py: Python<'_>, texts: Option<&[String]>) -> PyResult<Self> {
        let Some(texts) = texts else { return Ok(Self::Numbers) };
        let integers: Option<Vec<i64>> = texts.iter().map(|text| integer(text)).collect();
        let names = match integers {
            Some(integers) => PyList::new(py, integers)?,
            None => PyList::new(py, texts)?,
        };
        Ok(Self::Objects(names.into_any().unbind()))
    }

    pub(crate) fn clone_ref(&self, py: Python<'_>) -> Self {
        match self {
            Self::Numbers => Self::Numbers,
            Self::Objects(names) => Self::Objects(names.clone_ref(py)),
            Self::OfFile { file, are_integers } => {
                Self::OfFile { file: file.clone(), are_integers: *are_integers }
            }
        }
    }

    /// The name of a node.
    pub(crate) fn get<'py>(&self, py: Python<'py>, node: NodeId) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Numbers => Ok(node.0.into_pyobject(py)?.into_any()),
            Self::Objects(names) => names.bind(py).get_item(node.ix()),
            Self::OfFile { file, are_integers } => {
                let text = file.node_names().get(node);
                match integer(&text).filter(|_| *are_integers) {
                    Some(number) => Ok(number.into_pyobject(py)?.into_any()),
                    None => Ok(PyString::new(py, &text).into_any()),
                }
            }
        }
    }

    /// The names of all nodes, as a list.
    pub(crate) fn list<'py>(
        &self,
        py: Python<'py>,
        graph: &LabeledGraph,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Numbers => {
                Ok((0..graph.num_nodes()).collect::<Vec<_>>().into_pyobject(py)?.into_any())
            }
            Self::Objects(names) => py.get_type::<PyList>().call1((names,)),
            Self::OfFile { .. } => {
                let nodes = (0..graph.num_nodes() as u32).map(NodeId);
                let names: PyResult<Vec<_>> = nodes.map(|node| self.get(py, node)).collect();
                Ok(names?.into_pyobject(py)?.into_any())
            }
        }
    }

    pub(crate) fn are_numbers(&self) -> bool {
        matches!(self, Self::Numbers)
    }
}

/// The integer whose only spelling is this text.
fn integer(text: &str) -> Option<i64> {
    let number: i64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
