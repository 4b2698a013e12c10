//! The census of a graph as a table, and per node or edge as arrays.

use std::path::{Path, PathBuf};

use isocount::motif::Estimated;
use isocount::session::{Ask, MotifOptions, MotifQuestion, MotifRow, MotifTable};
use pyo3::prelude::*;

use crate::ask::threads;
use crate::error::{OrRaise, input};
use crate::graph::Graph;
use crate::interrupt::interruptible;
use crate::parts::{ends, matrix};
use crate::table::{Column, Table, Values};
use crate::work::Work;

/// The ends of edges, if rows are edges; the counts; the titles of their columns.
type PartArrays<'py> = (Option<Bound<'py, PyAny>>, Bound<'py, PyAny>, Vec<String>);

/// What every call specifies: sizes, whether directions and labels matter, the semantics, the
/// number of threads.
type What = ((usize, usize), Option<bool>, bool, String, Option<usize>);

fn options(py: Python<'_>, what: What) -> PyResult<MotifOptions> {
    let ((from, to), directed, labels, semantics, number) = what;
    let mut options = MotifOptions::default();
    options.sizes = from..=to;
    options.directed = directed;
    options.labels = labels;
    options.semantics = semantics;
    options.threads = threads(py, number)?;
    Ok(options)
}

/// How motifs are counted or estimated: the method, the number of randomised graphs, the seed; for
/// an estimate the maximum number of draws, the precision, the seconds and the confidence level.
type Chosen =
    (String, Option<usize>, Option<u64>, Option<u64>, Option<f64>, Option<f64>, Option<f64>);

/// A valid question about all motifs.
#[pyclass(frozen, module = "isocount._native", name = "MotifQuestion")]
pub(crate) struct Question {
    question: MotifQuestion,
}

#[pymethods]
impl Question {
    #[new]
    fn new(py: Python<'_>, what: What, chosen: Chosen) -> PyResult<Self> {
        let mut options = options(py, what)?;
        let (method, samples, seed, draws, precision, seconds, confidence) = chosen;
        options.method = method;
        options.samples = samples;
        options.seed = seed;
        options.draws = draws;
        options.precision = precision;
        options.time_limit = seconds.map(Ask::time_limit_of).transpose().or_raise(py)?;
        options.confidence = confidence;
        Ok(Self { question: options.question().or_raise(py)? })
    }

    /// Counts: a row per motif. `samples_file` stores the counts of randomised graphs.
    fn answer(
        &self,
        py: Python<'_>,
        graph: &Graph,
        samples_file: Option<PathBuf>,
        work: Option<Py<Work>>,
    ) -> PyResult<Table> {
        let (question, work) = (&self.question, work.as_ref().map(Py::get));
        let table = answer(py, question, graph, samples_file.as_deref(), work)?;
        Ok(match question {
            MotifQuestion::Count(ask) => counts(&table, ask.null.is_some()),
            _ => estimates(&table),
        })
    }
}

fn answer(
    py: Python<'_>,
    question: &MotifQuestion,
    graph: &Graph,
    samples_file: Option<&Path>,
    work: Option<&Work>,
) -> PyResult<MotifTable> {
    let answered = interruptible(py, |control| {
        if let Some(work) = work {
            work.follow(control);
        }
        question.answer(&graph.loaded, samples_file, control)
    })?;
    answered.or_raise(py)
}

/// A row per motif; with `null`, a number of samples and a seed, compared with randomised graphs.
/// Used by the workers of a cluster.
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
    let mut options = options(py, what)?;
    (options.samples, options.seed) = null.unzip();
    let (question, work) = (options.question().or_raise(py)?, work.as_ref().map(Py::get));
    let table = answer(py, &question, graph, samples_file.as_deref(), work)?;
    Ok(counts(&table, null.is_some()))
}

/// The columns of a count, and of the comparison with randomised graphs.
fn counts(table: &MotifTable, is_compared: bool) -> Table {
    let rows = &table.rows;
    let mut columns = columns(rows);
    if is_compared {
        columns.extend([
            floats("mean", rows, |row| row.surprise.map(|it| it.mean)),
            floats("deviation", rows, |row| row.surprise.map(|it| it.deviation)),
            floats("z", rows, |row| row.surprise.and_then(|it| it.z)),
            floats("p", rows, |row| row.surprise.map(|it| it.p)),
            floats("q", rows, |row| row.surprise.map(|it| it.q)),
        ]);
    }
    Table::new(columns).with_directed(Some(table.directed))
}

/// The first line of a file of samples, and the lines of the randomised graphs `first..stop`.
#[pyfunction]
pub(crate) fn motif_samples(
    py: Python<'_>,
    graph: &Graph,
    what: What,
    seed: u64,
    first: usize,
    stop: usize,
) -> PyResult<(String, Vec<String>)> {
    let mut options = options(py, what)?;
    (options.samples, options.seed) = (Some(stop), Some(seed));
    let MotifQuestion::Count(ask) = options.question().or_raise(py)? else {
        unreachable!("a count was asked for")
    };
    let lines = interruptible(py, |control| ask.sample_lines(&graph.loaded, first..stop, control))?;
    Ok((ask.sample_heading(&graph.loaded).unwrap_or_default(), lines.or_raise(py)?))
}

/// The columns that every table of motifs has.
fn columns(rows: &[MotifRow]) -> Vec<Column> {
    let texts = |of: fn(&MotifRow) -> Option<String>| Values::Texts(rows.iter().map(of).collect());
    let sizes = rows.iter().map(|row| row.found.motif.shape.num_nodes() as i64).collect();
    vec![
        Column { name: "size", values: Values::Integers { values: sizes, validity: None } },
        Column { name: "motif", values: texts(|row| row.found.motif.name.clone()) },
        Column { name: "pattern", values: texts(|row| Some(row.pattern.clone())) },
        Column {
            name: "count",
            values: Values::of_counts(rows.iter().map(|row| Some(row.found.count)).collect()),
        },
        floats("share", rows, |row| Some(row.share)),
    ]
}

fn floats(name: &'static str, rows: &[MotifRow], of: fn(&MotifRow) -> Option<f64>) -> Column {
    Column { name, values: Values::of_floats(&rows.iter().map(of).collect::<Vec<_>>()) }
}

/// The columns of an estimate.
fn estimates(table: &MotifTable) -> Table {
    let rows = &table.rows;
    let mut columns = columns(rows);
    let whole = |name, of: fn(&Estimated) -> u64| {
        let value = |row: &MotifRow| row.found.estimate.as_ref().map_or(0, of) as i64;
        let values = rows.iter().map(value).collect();
        Column { name, values: Values::Integers { values, validity: None } }
    };
    columns.extend([
        floats("low", rows, |row| row.found.estimate.map(|it| it.low)),
        floats("high", rows, |row| row.found.estimate.map(|it| it.high)),
        whole("hits", |it| it.hits),
        whole("draws", |it| it.draws),
    ]);
    Table::new(columns).with_directed(Some(table.directed))
}

/// The counts of all nodes or edges, as in [`count_per`](crate::parts::count_per): the ends, the
/// counts and their titles.
#[pyfunction]
#[pyo3(signature = (graph, what, per))]
pub(crate) fn node_counts<'py>(
    py: Python<'py>,
    graph: &Graph,
    what: What,
    per: &str,
) -> PyResult<PartArrays<'py>> {
    let mut options = options(py, what)?;
    options.per_edge = per == "edge";
    options.per_node = !options.per_edge;
    let table = answer(py, &options.question().or_raise(py)?, graph, None, None)?;
    let parts = match per {
        "edge" => table.edge_parts(&graph.loaded),
        _ => table.node_parts(&graph.loaded, per == "orbit"),
    };
    let Some(table) = parts else {
        return Err(input(py, "nothing was counted", "use per=\"orbit\""));
    };
    let (counts, titles) = matrix(py, &table)?;
    Ok((ends(py, &table)?, counts, titles))
}
