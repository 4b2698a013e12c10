//! The census of a graph as a table, and per node or edge as arrays.

use std::path::PathBuf;

use isocount::Confidence;
use isocount::motif::{CensusOptions, Estimated, NullModel, Occurrence, SampleOptions};
use isocount::session::{Ask, MotifAsk, MotifRow, MotifTable, SessionError};
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

/// What both calls ask: sizes, whether directions and labels matter, the semantics, the number of threads.
type What = ((usize, usize), bool, bool, String, Option<usize>);

fn options(py: Python<'_>, what: What, per: Option<&str>) -> PyResult<CensusOptions> {
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
    let (sizes, per_edge) = (from..=to, per == Some("edge"));
    let per_node = per.is_some() && !per_edge;
    let directed = Some(directed);
    Ok(CensusOptions { sizes, directed, labels, occurrence, per_node, per_edge, threads })
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
    let ask = MotifAsk { census: options(py, what, None)?, null };
    let table = answer(py, &ask, graph, samples_file.as_ref(), work.as_ref().map(Py::get))?;
    let rows = &table.rows;
    let mut columns = columns(rows);
    if ask.null.is_some() {
        columns.extend([
            floats("mean", rows, |row| row.surprise.map(|it| it.mean)),
            floats("deviation", rows, |row| row.surprise.map(|it| it.deviation)),
            floats("z", rows, |row| row.surprise.and_then(|it| it.z)),
            floats("p", rows, |row| row.surprise.map(|it| it.p)),
            floats("q", rows, |row| row.surprise.map(|it| it.q)),
        ]);
    }
    Ok(Table::new(columns).with_directed(Some(table.directed)))
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
    let ask = MotifAsk { census: options(py, what, None)?, null };
    let lines = interruptible(py, |control| ask.sample_lines(&graph.loaded, first..stop, control))?;
    Ok((ask.sample_heading(&graph.loaded).unwrap_or_default(), lines.or_raise(py)?))
}

/// What every table of motifs has.
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

/// How a sample is drawn: the most draws, the precision, the seconds, the confidence, the seed.
type Sampling = (u64, Option<f64>, Option<f64>, f64, u64);

/// The same, estimated from a sample: with the columns `low`, `high`, `hits` and `draws`.
#[pyfunction]
#[pyo3(signature = (graph, what, sampling, work))]
pub(crate) fn sampled_motifs(
    py: Python<'_>,
    graph: &Graph,
    what: What,
    sampling: Sampling,
    work: Option<Py<Work>>,
) -> PyResult<Table> {
    let CensusOptions { sizes, directed, labels, threads, .. } = options(py, what, None)?;
    let (draws, precision, seconds, confidence, seed) = sampling;
    let time_limit = seconds.map(Ask::time_limit_of).transpose().or_raise(py)?;
    let confidence = Confidence::new(confidence).map_err(SessionError::from).or_raise(py)?.get();
    let options = SampleOptions {
        sizes,
        directed,
        labels,
        draws,
        precision,
        time_limit,
        confidence,
        seed,
        threads,
    };
    let table = interruptible(py, |control| {
        if let Some(work) = &work {
            work.get().follow(control);
        }
        MotifTable::estimate(&options, &graph.loaded, control)
    })?;
    let table = table.or_raise(py)?;
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
    Ok(Table::new(columns).with_directed(Some(table.directed)))
}

/// The counts of all nodes or edges: as for [`count_per`](crate::parts::count_per), the ends, the counts and their titles.
#[pyfunction]
#[pyo3(signature = (graph, what, per))]
pub(crate) fn node_counts<'py>(
    py: Python<'py>,
    graph: &Graph,
    what: What,
    per: &str,
) -> PyResult<PartArrays<'py>> {
    let ask = MotifAsk { census: options(py, what, Some(per))?, null: None };
    let table = answer(py, &ask, graph, None, None)?;
    let parts = match per {
        "edge" => table.edge_parts(&graph.loaded),
        _ => table.node_parts(&graph.loaded, per == "orbit"),
    };
    let Some(table) = parts else {
        return Err(input(py, "nothing was counted", "say per=\"orbit\""));
    };
    let (counts, titles) = matrix(py, &table)?;
    Ok((ends(py, &table)?, counts, titles))
}
