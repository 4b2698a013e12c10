//! The census of a graph as a table, and per node as arrays.

use std::path::PathBuf;

use isocount::motif::{CensusOptions, NullModel, Occurrence};
use isocount::session::{MotifAsk, MotifRow, MotifTable};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use crate::ask::threads;
use crate::error::{OrRaise, input};
use crate::graph::Graph;
use crate::interrupt::interruptible;
use crate::table::{Column, Table, Values};
use crate::work::Work;

/// What both calls ask: sizes, whether directions and labels matter, the semantics, the number of threads.
type What = ((usize, usize), bool, bool, String, Option<usize>);

fn options(py: Python<'_>, what: What, per_node: bool) -> PyResult<CensusOptions> {
    let ((from, to), directed, labels, semantics, number) = what;
    let occurrence = match semantics.as_str() {
        "induced" => Occurrence::Induced,
        "monomorphism" => Occurrence::Copy,
        other => {
            let problem = format!("semantics={other:?}");
            return Err(input(py, &problem, "motifs are \"induced\" or \"monomorphism\""));
        }
    };
    let threads = threads(py, number)?.get();
    Ok(CensusOptions { sizes: from..=to, directed, labels, occurrence, per_node, threads })
}

fn answer(
    py: Python<'_>,
    ask: &MotifAsk,
    graph: &Graph,
    samples_file: Option<&PathBuf>,
    work: Option<&Work>,
) -> PyResult<MotifTable> {
    let answered = interruptible(py, |control| {
        if let Some(work) = work {
            work.follow(control);
        }
        ask.answer(&graph.loaded, samples_file.map(PathBuf::as_path), control)
    })?;
    answered.or_raise(py)
}

/// A row per motif; with `null`, a number of samples and a seed, beside randomised graphs.
#[pyfunction]
#[pyo3(signature = (graph, what, null, samples_file, work))]
pub(crate) fn motifs(
    py: Python<'_>,
    graph: &Graph,
    what: What,
    null: Option<(usize, u64)>,
    samples_file: Option<PathBuf>,
    work: Option<Py<Work>>,
) -> PyResult<Table> {
    let null = null.map(|(samples, seed)| NullModel { samples, seed });
    let ask = MotifAsk { census: options(py, what, false)?, null };
    let table = answer(py, &ask, graph, samples_file.as_ref(), work.as_ref().map(Py::get))?;
    let rows = &table.rows;
    let texts = |of: fn(&MotifRow) -> Option<String>| Values::Texts(rows.iter().map(of).collect());
    let sizes = rows.iter().map(|row| row.found.motif.shape.num_nodes() as i64).collect();
    let mut columns = vec![
        Column { name: "size", values: Values::Integers { values: sizes, validity: None } },
        Column { name: "motif", values: texts(|row| row.found.motif.name.clone()) },
        Column { name: "pattern", values: texts(|row| Some(row.pattern.clone())) },
        Column {
            name: "count",
            values: Values::of_counts(rows.iter().map(|row| Some(row.found.count)).collect()),
        },
        floats("share", rows, |row| Some(row.share)),
    ];
    if ask.null.is_some() {
        columns.extend([
            floats("mean", rows, |row| row.surprise.map(|it| it.mean)),
            floats("deviation", rows, |row| row.surprise.map(|it| it.deviation)),
            floats("z", rows, |row| row.surprise.and_then(|it| it.z)),
            floats("p", rows, |row| row.surprise.map(|it| it.p)),
            floats("q", rows, |row| row.surprise.map(|it| it.q)),
        ]);
    }
    Ok(Table::new(columns))
}

/// The first line of a file of samples, and the lines of the randomised graphs `first` to `stop − 1`.
#[pyfunction]
pub(crate) fn motif_samples(
    py: Python<'_>,
    graph: &Graph,
    what: What,
    seed: u64,
    first: usize,
    stop: usize,
) -> PyResult<(String, Vec<String>)> {
    let null = Some(NullModel { samples: stop, seed });
    let ask = MotifAsk { census: options(py, what, false)?, null };
    let lines = interruptible(py, |control| ask.sample_lines(&graph.loaded, first..stop, control))?;
    Ok((ask.sample_heading(&graph.loaded).unwrap_or_default(), lines.or_raise(py)?))
}

fn floats(name: &'static str, rows: &[MotifRow], of: fn(&MotifRow) -> Option<f64>) -> Column {
    Column { name, values: Values::of_floats(&rows.iter().map(of).collect::<Vec<_>>()) }
}

/// A matrix with a row per node, and the titles of its columns. Integers of 64 bits if all counts fit, floats otherwise.
#[pyfunction]
#[pyo3(signature = (graph, what, per_orbit))]
pub(crate) fn node_counts<'py>(
    py: Python<'py>,
    graph: &Graph,
    what: What,
    per_orbit: bool,
) -> PyResult<(Bound<'py, PyAny>, Vec<String>)> {
    let ask = MotifAsk { census: options(py, what, true)?, null: None };
    let table = answer(py, &ask, graph, None, None)?;
    let columns = table.columns(per_orbit);
    let nodes = graph.loaded.graph().num_nodes();
    let counts: Vec<u128> = (0..nodes).flat_map(|node| table.node_row(node, &columns)).collect();
    let shape = [nodes, columns.len()];
    let integers: Option<Vec<i64>> = counts.iter().map(|&count| count.try_into().ok()).collect();
    let array = if let Some(integers) = integers {
        PyArray1::from_vec(py, integers).reshape(shape)?.into_any()
    } else {
        let floats = counts.iter().map(|&count| count as f64).collect();
        PyArray1::<f64>::from_vec(py, floats).reshape(shape)?.into_any()
    };
    Ok((array, columns.into_iter().map(|column| column.title).collect()))
}
