//! How many mappings or subgraphs each node or edge takes part in, as arrays.

use isocount::session::{PartTable, Parts, Per};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use crate::ask::Ask;
use crate::error::OrRaise;
use crate::graph::Graph;
use crate::interrupt::interruptible;
use crate::pattern::Pattern;

/// The ends of each row, if rows are edges, and its label, if edges have several; the counts, a
/// column per title; the titles; and whether the count is complete.
type Counts<'py> =
    (Option<Bound<'py, PyAny>>, Option<Vec<u32>>, Bound<'py, PyAny>, Vec<String>, bool);

/// Counts for every node, edge or orbit.
#[pyfunction]
#[pyo3(signature = (ask, pattern, graph, per))]
pub(crate) fn count_per<'py>(
    py: Python<'py>,
    ask: &Ask,
    pattern: &Pattern,
    graph: &Graph,
    per: &str,
) -> PyResult<Counts<'py>> {
    let per = match per {
        "edge" => Per::Arc,
        "orbit" => Per::Orbit,
        _ => Per::Node,
    };
    let found = interruptible(py, |control| {
        ask.ask.count_per(&pattern.loaded, &graph.loaded, per, control)
    })?;
    let found = found.or_raise(py)?;
    let ends = ends(py, &found.table)?;
    let (counts, titles) = matrix(py, &found.table)?;
    let labels = match &found.table.parts {
        Parts::Edges(edges) | Parts::Arcs(edges) if found.table.has_edge_labels() => {
            Some(edges.iter().map(|edge| edge.label.0).collect())
        }
        _ => None,
    };
    Ok((ends, labels, counts, titles, found.is_complete))
}

/// The two nodes of every row, if rows are edges.
pub(crate) fn ends<'py>(py: Python<'py>, table: &PartTable) -> PyResult<Option<Bound<'py, PyAny>>> {
    if table.parts == Parts::Nodes {
        return Ok(None);
    }
    let rows = table.num_rows();
    let ends = (0..rows).filter_map(|row| table.ends(row)).flatten();
    let ends: Vec<i64> = ends.map(|node| i64::from(node.0)).collect();
    Ok(Some(PyArray1::from_vec(py, ends).reshape([rows, 2])?.into_any()))
}

/// A row per node or edge, a column per title. 64-bit integers if all counts fit, otherwise floats.
pub(crate) fn matrix<'py>(
    py: Python<'py>,
    table: &PartTable,
) -> PyResult<(Bound<'py, PyAny>, Vec<String>)> {
    let shape = [table.num_rows(), table.columns.len()];
    let cells =
        || (0..shape[0]).flat_map(|row| table.columns.iter().map(move |column| column.counts[row]));
    let integers: Option<Vec<i64>> = cells().map(|count| count.try_into().ok()).collect();
    let array = if let Some(integers) = integers {
        PyArray1::from_vec(py, integers).reshape(shape)?.into_any()
    } else {
        let floats = cells().map(|count| count as f64).collect();
        PyArray1::<f64>::from_vec(py, floats).reshape(shape)?.into_any()
    };
    Ok((array, table.columns.iter().map(|column| column.title.clone()).collect()))
}
