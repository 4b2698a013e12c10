//! Many questions at once, answered as a table.

use std::fs;
use std::path::{Path, PathBuf};

use isocount::record::{Record, Said};
use isocount::session::{
    AnswerFile, AnswerFormat, AnswerLines, Answered, Batch, LoadedGraph, LoadedPattern, Pair,
    SessionError, Subjects,
};
use isocount::{Answer, Cancelled, Control, Count};
use numpy::PyReadonlyArray2;
use pyo3::prelude::*;

use crate::advice;
use crate::answer::kind;
use crate::ask::Ask;
use crate::error::{OrRaise, input};
use crate::graph::Graph;
use crate::interrupt::interruptible;
use crate::pattern::Pattern;
use crate::table::{Column, Table, Values};
use crate::work::Work;

/// The kinds of answers, by their numbers in a table.
pub(crate) const KINDS: [&str; 4] = ["exact", "at_least", "estimate", "none"];

/// One answer of a batch, in the form that tables and files need.
struct Row {
    pair: Pair,
    said: Said,
    zero_reason: Option<String>,
    notes: Vec<String>,
    seconds: f64,
}

impl Row {
    fn of(answered: Answered, explain: bool) -> Self {
        let Answered { pair, said, zero_reason, notes, times, .. } = answered;
        let zero_reason = zero_reason.filter(|_| explain).map(|reason| reason.to_string());
        Self { pair, said, zero_reason, notes, seconds: times.count.as_secs_f64() }
    }
}

/// Counts patterns in graphs: all pairs, or those that `pairs` lists as rows of positions. The rows
/// of the table have the order of the pairs; without `pairs`, all patterns of the first graph come
/// first. With `output`, answers are also written to that file as they arrive, and questions that
/// the file answers already are not asked again.
#[pyfunction]
#[pyo3(signature = (ask, patterns, graphs, pairs, explain, output, work))]
#[expect(
    clippy::too_many_arguments,
    reason = "one caller, isocount/_counting.py, which names them"
)]
pub(crate) fn count_many(
    py: Python<'_>,
    ask: &Ask,
    patterns: Vec<Py<Pattern>>,
    graphs: Vec<Py<Graph>>,
    pairs: Option<PyReadonlyArray2<'_, i64>>,
    explain: bool,
    output: Option<PathBuf>,
    work: Option<Py<Work>>,
) -> PyResult<Table> {
    let patterns: Vec<LoadedPattern> = patterns.iter().map(|it| it.get().loaded.clone()).collect();
    let graphs: Vec<LoadedGraph> = graphs.iter().map(|it| it.get().loaded.clone()).collect();
    let listed = pairs.map(|pairs| places(py, &pairs, patterns.len(), graphs.len())).transpose()?;
    let batch = match &listed {
        None => Batch::all(&ask.ask, &patterns, &graphs),
        Some(pairs) => Batch::listed(&ask.ask, &patterns, &graphs, pairs),
    };
    // A file of answers has the reasons in any case.
    let batch = if explain || output.is_some() { batch } else { batch.without_zero_reasons() };
    let model = ask.ask.method().model();
    if let Some(model) = model {
        advice::warn(py, &model.warnings(&patterns, &graphs))?;
    }
    let work = work.as_ref().map(Py::get);
    // If an interrupt did not raise an exception, what was answered until then is kept.
    let mut rows: Vec<Row> = Vec::with_capacity(batch.num_pairs());
    let ended = interruptible(py, |control| {
        if let Some(work) = work {
            work.follow(control);
        }
        match &output {
            None => run(&batch, &mut rows, explain, control).map_err(SessionError::from),
            Some(path) => {
                write(&batch, path, control)?;
                rows = read_back(&batch, path, explain)?;
                Ok(())
            }
        }
    })?;
    ended.or_raise(py)?;
    Ok(py.detach(|| table(&batch, &rows, listed.as_deref())))
}

fn run(
    batch: &Batch<'_>,
    rows: &mut Vec<Row>,
    explain: bool,
    control: &Control,
) -> Result<(), Cancelled> {
    batch.run(
        rows.len(),
        control,
        |list: &mut Vec<Row>, one| list.push(Row::of(one, explain)),
        |mut list| {
            rows.append(&mut list);
            Ok(())
        },
    )
}

/// Appends the answers that are missing in a file of JSON lines.
fn write(batch: &Batch<'_>, path: &Path, control: &Control) -> Result<(), SessionError> {
    let subjects = Subjects::with_hashes(batch, control)?;
    let format = AnswerFormat::JsonLines;
    let (mut file, earlier) = AnswerFile::resume(path, format, batch, &subjects)?;
    let lines = AnswerLines::new(format, &batch.ask().question(), &subjects);
    let put = |text: &mut String, answered: Answered| lines.write(text, &answered);
    batch.run(earlier.tally.answers, control, put, |text: String| file.append(&text))
}

/// All answers of a file that was just completed.
fn read_back(batch: &Batch<'_>, path: &Path, explain: bool) -> Result<Vec<Row>, SessionError> {
    let failed = |source| SessionError::Read { path: path.to_owned(), source };
    let text = fs::read_to_string(path).map_err(failed)?;
    let row = |(line, pair): (&str, Pair)| {
        let record: Record = serde_json::from_str(line).map_err(|error| failed(error.into()))?;
        let Record { said, zero_reason, notes, times, .. } = record;
        let zero_reason = zero_reason.filter(|_| explain);
        Ok(Row { pair, said, zero_reason, notes, seconds: times.count.as_secs_f64() })
    };
    text.lines().zip(batch.pairs()).map(row).collect()
}

/// The pairs of an array with two columns: positions of patterns and positions of graphs.
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
            "give the position of a pattern and the position of a graph in each row",
        ));
    }
    let place = |row: usize, column: usize, number: usize, what: &str| {
        let found = rows[[row, column]];
        usize::try_from(found).ok().filter(|&place| place < number).ok_or_else(|| {
            let problem = format!("pairs[{row}] names {what} {found}, but there are only {number}");
            input(py, &problem, "positions count from 0")
        })
    };
    let pair = |row| {
        let pattern = place(row, 0, num_patterns, "pattern")?;
        Ok(Pair { pattern, graph: place(row, 1, num_graphs, "graph")? })
    };
    (0..rows.nrows()).map(pair).collect()
}

/// The row of each answer in the table: a batch answers graph by graph, in the order in which
/// graphs first occur, but its caller may have listed pairs in any order.
fn destinations(listed: &[Pair], num_graphs: usize) -> Vec<usize> {
    // A counting sort by the position of each graph in this order.
    let (mut turns, mut starts) = (vec![usize::MAX; num_graphs], Vec::new());
    for pair in listed {
        if turns[pair.graph] == usize::MAX {
            turns[pair.graph] = starts.len();
            starts.push(0);
        }
        starts[turns[pair.graph]] += 1;
    }
    let mut start = 0;
    for number in &mut starts {
        (*number, start) = (start, start + *number);
    }
    let mut order = vec![0; listed.len()];
    for (row, pair) in listed.iter().enumerate() {
        let next = &mut starts[turns[pair.graph]];
        order[*next] = row;
        *next += 1;
    }
    order
}

fn table(batch: &Batch<'_>, answered: &[Row], listed: Option<&[Pair]>) -> Table {
    let mut rows: Vec<&Row> = answered.iter().collect();
    if let Some(listed) = listed {
        for (place, row) in destinations(listed, batch.graphs().len()).into_iter().zip(answered) {
            rows[place] = row;
        }
    }
    let answer = |it: &Row| it.said.answer();
    let floats = |of: fn(Answer) -> Option<f64>| {
        Values::of_floats(&rows.iter().map(|&it| answer(it).and_then(of)).collect::<Vec<_>>())
    };
    let words = |numbers: Vec<i32>, words: Vec<String>| Values::Words { numbers, words };
    let patterns = batch.patterns().iter().map(|it| it.name().to_owned()).collect();
    let graphs = batch.graphs().iter().map(|it| it.name().to_owned()).collect();
    let kind_of = |it: &Row| match answer(it) {
        Some(answer) => KINDS.iter().position(|&name| name == kind(&answer)).unwrap_or(3) as i32,
        None => 3,
    };
    let count = |it: &Row| match answer(it) {
        Some(Answer::Exact(Count(count)) | Answer::AtLeast(Count(count))) => Some(count),
        _ => None,
    };
    let reason = |it: &Row| match &it.said {
        Said::None { reason } => Some(reason.clone()),
        Said::Answer(_) => {
            let notes = (!it.notes.is_empty()).then(|| it.notes.join("; "));
            it.zero_reason.clone().or(notes)
        }
    };
    let column = |name, values| Column { name, values };
    let of_pattern = rows.iter().map(|it| it.pair.pattern as i32).collect();
    let of_graph = rows.iter().map(|it| it.pair.graph as i32).collect();
    let kinds = KINDS.map(str::to_owned).to_vec();
    let seconds = rows.iter().map(|it| it.seconds).collect();
    Table::new(vec![
        column("pattern", words(of_pattern, patterns)),
        column("graph", words(of_graph, graphs)),
        column("answer", words(rows.iter().copied().map(kind_of).collect(), kinds)),
        column("count", Values::of_counts(rows.iter().copied().map(count).collect())),
        column("value", floats(value)),
        column("low", floats(low)),
        column("high", floats(high)),
        column("seconds", Values::Floats { values: seconds, validity: None }),
        column("reason", Values::Texts(rows.iter().copied().map(reason).collect())),
    ])
}

/// The count as a number, if it is known.
fn value(answer: Answer) -> Option<f64> {
    match answer {
        Answer::Estimate(estimate) if estimate.is_unknown() => None,
        answer => Some(answer.value()),
    }
}

/// The lower end of the interval or bound.
fn low(answer: Answer) -> Option<f64> {
    match answer {
        Answer::Exact(Count(count)) | Answer::AtLeast(Count(count)) => Some(count as f64),
        Answer::Estimate(estimate) => estimate.interval.map(|it| it.low),
    }
}

/// The upper end of the interval or bound.
fn high(answer: Answer) -> Option<f64> {
    match answer {
        Answer::Exact(Count(count)) => Some(count as f64),
        Answer::AtLeast(_) => None,
        Answer::Estimate(estimate) => estimate.interval.map(|it| it.high),
    }
}
