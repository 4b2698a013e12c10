//! Many questions at once, answered as a table.

use std::sync::Mutex;

use isocount::record::Said;
use isocount::session::{Answered, Batch, LoadedGraph, LoadedPattern, Pair};
use isocount::{Answer, Cancelled, Control, Count};
use numpy::PyReadonlyArray2;
use pyo3::prelude::*;

use crate::answer::kind;
use crate::ask::Ask;
use crate::error::input;
use crate::graph::Graph;
use crate::interrupt::interruptible;
use crate::pattern::Pattern;
use crate::table::{Column, Table, Values};
use crate::work::Work;

/// The kinds of answers, by their numbers in a table.
const KINDS: [&str; 4] = ["exact", "at_least", "estimate", "none"];

/// Counts patterns in graphs: all pairs, or those that `pairs` lists as rows of places. The rows of the table have the order of
/// the pairs; without `pairs`, all patterns of the first graph come first.
#[pyfunction]
#[pyo3(signature = (ask, patterns, graphs, pairs, explain, work))]
pub(crate) fn count_many(
    py: Python<'_>,
    ask: &Ask,
    patterns: Vec<Py<Pattern>>,
    graphs: Vec<Py<Graph>>,
    pairs: Option<PyReadonlyArray2<'_, i64>>,
    explain: bool,
    work: Option<Py<Work>>,
) -> PyResult<Table> {
    let patterns: Vec<LoadedPattern> = patterns.iter().map(|it| it.get().loaded.clone()).collect();
    let graphs: Vec<LoadedGraph> = graphs.iter().map(|it| it.get().loaded.clone()).collect();
    let listed = pairs.map(|pairs| places(py, &pairs, patterns.len(), graphs.len())).transpose()?;
    let batch = match &listed {
        None => Batch::all(&ask.ask, &patterns, &graphs),
        Some(pairs) => Batch::listed(&ask.ask, &patterns, &graphs, pairs),
    };
    let work = work.as_ref().map(|work| work.get());
    // What was answered before an interrupt that nobody raised is kept.
    let answered: Mutex<Vec<Answered>> = Mutex::new(Vec::with_capacity(batch.num_pairs()));
    let ended = interruptible(py, |control| {
        if let Some(work) = work {
            work.follow(control);
        }
        run(&batch, &answered, control)
    })?;
    if ended.is_err() {
        // A cancelled batch is an interrupt, which was raised.
        return Err(pyo3::exceptions::PyKeyboardInterrupt::new_err(()));
    }
    let answered = answered.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    Ok(py.detach(|| table(&batch, &answered, listed.as_deref(), explain)))
}

fn run(
    batch: &Batch<'_>,
    answered: &Mutex<Vec<Answered>>,
    control: &Control,
) -> Result<(), Cancelled> {
    let lock = || answered.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let skip = lock().len();
    batch.run(
        skip,
        control,
        |list: &mut Vec<Answered>, one| list.push(one),
        |mut list| {
            lock().append(&mut list);
            Ok(())
        },
    )
}

/// The pairs of an array with two columns: places of patterns, places of graphs.
fn places(
    py: Python<'_>,
    pairs: &PyReadonlyArray2<'_, i64>,
    num_patterns: usize,
    num_graphs: usize,
) -> PyResult<Vec<Pair>> {
    let rows = pairs.as_array();
    if rows.ncols() != 2 {
        let problem = format!("pairs has {} columns", rows.ncols());
        return Err(input(
            py,
            &problem,
            "give the place of a pattern and the place of a graph in each row",
        ));
    }
    let place = |row: usize, column: usize, number: usize, what: &str| {
        let found = rows[[row, column]];
        usize::try_from(found).ok().filter(|&place| place < number).ok_or_else(|| {
            let problem = format!("pairs[{row}] names {what} {found}, and there are {number}");
            input(py, &problem, "places count from 0")
        })
    };
    let pair = |row| {
        let pattern = place(row, 0, num_patterns, "pattern")?;
        Ok(Pair { pattern, graph: place(row, 1, num_graphs, "graph")? })
    };
    (0..rows.nrows()).map(pair).collect()
}

/// Where each answer goes: a batch answers by graph, its caller may have listed pairs in any order.
fn destinations(listed: &[Pair], num_graphs: usize) -> Vec<usize> {
    let mut of_graph: Vec<Vec<usize>> = vec![Vec::new(); num_graphs];
    let mut order = Vec::new();
    for (row, pair) in listed.iter().enumerate() {
        if of_graph[pair.graph].is_empty() {
            order.push(pair.graph);
        }
        of_graph[pair.graph].push(row);
    }
    order.into_iter().flat_map(|graph| std::mem::take(&mut of_graph[graph])).collect()
}

fn table(
    batch: &Batch<'_>,
    answered: &[Answered],
    listed: Option<&[Pair]>,
    explain: bool,
) -> Table {
    let destinations = listed.map(|listed| destinations(listed, batch.graphs().len()));
    let mut rows: Vec<&Answered> = answered.iter().collect();
    if let Some(destinations) = destinations {
        for (answer, &row) in answered.iter().zip(&destinations) {
            rows[row] = answer;
        }
    }
    let answer = |it: &&Answered| it.said.answer();
    let floats = |of: fn(Answer) -> Option<f64>| {
        Values::of_floats(&rows.iter().map(|it| answer(it).and_then(of)).collect::<Vec<_>>())
    };
    let words = |numbers: Vec<i32>, words: Vec<String>| Values::Words { numbers, words };
    let patterns = batch.patterns().iter().map(|it| it.name().to_owned()).collect();
    let graphs = batch.graphs().iter().map(|it| it.name().to_owned()).collect();
    let kind_of = |it: &&Answered| match answer(it) {
        Some(answer) => KINDS.iter().position(|&name| name == kind(&answer)).unwrap_or(3) as i32,
        None => 3,
    };
    let count = |it: &&Answered| match answer(it) {
        Some(Answer::Exact(Count(count)) | Answer::AtLeast(Count(count))) => Some(count),
        _ => None,
    };
    let reason = |it: &&Answered| match &it.said {
        Said::None { reason } => Some(reason.clone()),
        Said::Answer(_) if explain => it.zero_reason.as_ref().map(ToString::to_string),
        Said::Answer(_) => None,
    };
    let high = |answer| match answer {
        Answer::Exact(Count(count)) => Some(count as f64),
        Answer::AtLeast(_) => None,
        Answer::Estimate(estimate) => estimate.interval.map(|it| it.high),
    };
    let low = |answer| match answer {
        Answer::Exact(Count(count)) | Answer::AtLeast(Count(count)) => Some(count as f64),
        Answer::Estimate(estimate) => estimate.interval.map(|it| it.low),
    };
    let seconds = rows.iter().map(|it| it.times.count.as_secs_f64()).collect();
    let column = |name, values| Column { name, values };
    let of_pattern = rows.iter().map(|it| it.pair.pattern as i32).collect();
    let of_graph = rows.iter().map(|it| it.pair.graph as i32).collect();
    let kinds = KINDS.map(str::to_owned).to_vec();
    Table::new(vec![
        column("pattern", words(of_pattern, patterns)),
        column("graph", words(of_graph, graphs)),
        column("answer", words(rows.iter().map(kind_of).collect(), kinds)),
        column("count", Values::of_counts(rows.iter().map(count).collect())),
        column("value", floats(|answer| Some(answer.value()))),
        column("low", floats(low)),
        column("high", floats(high)),
        column("seconds", Values::Floats { values: seconds, validity: None }),
        column("reason", Values::Texts(rows.iter().map(reason).collect())),
    ])
}
