//! Evaluation of counters on the test part of a data set.

use isocount::data::{self, Split, TestSet, TrainingSet};
use isocount::session::{Method, MethodOptions};
use isocount::{Cancelled, Counter, View};
use isocount_eval::{Metrics, Outcome, OutcomeLine, TestRun, Trivial, budget_for, run};
use isocount_train::check_split;
use pyo3::prelude::*;

use super::dataset::Dataset;
use super::model::Model;
use crate::error::{Class, OrRaise, Raise, exception};
use crate::interrupt::interruptible;
use crate::table::{Column, Table, Values};
use crate::work::Work;

/// What is evaluated: a method, given by its name, or a model.
#[derive(FromPyObject)]
pub(crate) enum Judged {
    /// A method of the registry.
    Method(String),
    /// A trained model.
    Model(Py<Model>),
}

/// One row of the table.
struct Row {
    name: String,
    metrics: Option<Metrics>,
    /// Whether it answered the question that the true counts answer.
    is_comparable: bool,
}

/// A counter to evaluate: its name, the counter, and the view under which it can count.
type Counting = (String, Box<dyn Counter>, View);

impl Judged {
    /// The counter, if it can be evaluated on this data set.
    fn counter(self, py: Python<'_>, data: &data::Dataset, split: &Split) -> PyResult<Counting> {
        let model = match self {
            Self::Method(name) => {
                let method = Method::by_name(&name, &MethodOptions::default()).or_raise(py)?;
                return Ok((name, method.counter(1, 1), method.view()));
            }
            Self::Model(model) => model,
        };
        let trained = &model.get().trained;
        let folder = trained.path().file_name().unwrap_or(trained.path().as_os_str());
        let name = folder.to_string_lossy().into_owned();
        let refuse = |problem: &str, remedy: &str| {
            exception(py, Class::Learning, &format!("{name}: {problem}"), Some(remedy))
        };
        if trained.meaning() != data.meaning() {
            return Err(refuse(
                "the model counts something else than the data set",
                "train it on counts of that kind",
            ));
        }
        if *trained.labels() != data.about().labels {
            return Err(refuse(
                "the model knows other labels than the data set",
                "train it on this data set",
            ));
        }
        let checked =
            interruptible(py, |control| check_split(trained.config(), data, split, control))?;
        if let Err(leak) = checked.or_raise(py)? {
            return Err(refuse(
                &leak.to_string(),
                "evaluate it on the split that it was trained on",
            ));
        }
        Ok((name, trained.counter(1, 1), View::PLAIN))
    }
}

/// Evaluates counters on the test part of a data set; returns a table with a row for each, and the
/// trivial baselines below.
#[pyfunction]
#[pyo3(signature = (counters, dataset, split, limit, work))]
pub(crate) fn evaluate(
    py: Python<'_>,
    counters: Vec<Judged>,
    dataset: &Dataset,
    split: &str,
    limit: Option<usize>,
    work: Option<Py<Work>>,
) -> PyResult<Table> {
    let split = dataset.split(py, split)?;
    let data = &dataset.dataset;
    let counters = counters.into_iter().map(|it| it.counter(py, data, &split));
    let judged = counters.collect::<PyResult<Vec<Counting>>>()?;
    judge(py, dataset, &split, limit, Vec::new(), judged, work)
}

/// The rows of counters that have already answered, of those that are asked now, and of the trivial
/// baselines.
fn judge(
    py: Python<'_>,
    dataset: &Dataset,
    split: &Split,
    limit: Option<usize>,
    mut rows: Vec<Row>,
    mut judged: Vec<Counting>,
    work: Option<Py<Work>>,
) -> PyResult<Table> {
    let data = &dataset.dataset;
    let training = interruptible(py, |control| TrainingSet::new(data, split, control))?;
    let training = training.or_raise(py)?;
    let test = TestSet::new(data, split).or_raise(py)?.even_sample(limit);
    let trivial = interruptible(py, |control| Trivial::rows(&training, control))?.or_raise(py)?;
    for row in trivial {
        judged.push((row.name().to_owned(), Box::new(row), View::PLAIN));
    }
    let (work, already) = (work.as_ref().map(Py::get), rows.len());
    let ended = interruptible(py, |control| -> Result<(), Cancelled> {
        if let Some(work) = work {
            work.follow(control);
        }
        for (name, counter, view) in &judged[rows.len() - already..] {
            let seen = test.clone().under(*view, control)?;
            let TestRun { outcomes, .. } =
                run(counter.as_ref(), &seen, &budget_for(&seen), control)?;
            let is_comparable = seen.further_view() == View::PLAIN;
            rows.push(Row { name: name.clone(), metrics: Metrics::of(&outcomes), is_comparable });
        }
        Ok(())
    })?;
    ended.map_err(|cancelled| cancelled.raise(py))?;
    Ok(table(&rows))
}

/// The number of triples in a test part.
#[pyfunction]
pub(crate) fn test_size(
    py: Python<'_>,
    dataset: &Dataset,
    split: &str,
    limit: Option<usize>,
) -> PyResult<usize> {
    let split = dataset.split(py, split)?;
    Ok(TestSet::new(&dataset.dataset, &split).or_raise(py)?.even_sample(limit).len())
}

/// Asks one counter about the triples `start..stop` of a test part. Returns its name, whether it
/// answers the question of the true counts, and each outcome as a line of JSON.
#[pyfunction]
pub(crate) fn evaluate_part(
    py: Python<'_>,
    counter: Judged,
    dataset: &Dataset,
    split: &str,
    limit: Option<usize>,
    start: usize,
    stop: usize,
) -> PyResult<(String, bool, Vec<String>)> {
    let split = dataset.split(py, split)?;
    let data = &dataset.dataset;
    let (name, counter, view) = counter.counter(py, data, &split)?;
    let test = TestSet::new(data, &split).or_raise(py)?.even_sample(limit);
    let asked = interruptible(py, |control| {
        // The view is determined by the whole test, so that all parts agree.
        let seen = test.clone().under(view, control)?;
        let is_comparable = seen.further_view() == View::PLAIN;
        let budget = budget_for(&seen);
        let part = seen.part(start..stop);
        let answered = run(counter.as_ref(), &part, &budget, control)?;
        let lines: Vec<String> = answered.lines(&part).map(|line| line.to_json()).collect();
        Ok::<_, Cancelled>((is_comparable, lines))
    })?;
    let (is_comparable, lines) = asked.map_err(|cancelled| cancelled.raise(py))?;
    Ok((name, is_comparable, lines))
}

/// The table of [`evaluate`] from the outcomes of [`evaluate_part`]: for each counter its name,
/// whether it answers the question of the true counts, and all its lines.
#[pyfunction]
pub(crate) fn judge_outcomes(
    py: Python<'_>,
    answered: Vec<(String, bool, Vec<String>)>,
    dataset: &Dataset,
    split: &str,
    limit: Option<usize>,
) -> PyResult<Table> {
    let split = dataset.split(py, split)?;
    let mut rows = Vec::new();
    for (name, is_comparable, lines) in answered {
        let mut outcomes = Vec::with_capacity(lines.len());
        for line in &lines {
            let line = OutcomeLine::from_json(line).map_err(|problem| {
                exception(py, Class::Format, &format!("no outcome: {problem}"), None)
            })?;
            let OutcomeLine { triple, truth, record } = line;
            outcomes.push(Outcome { triple, truth, said: record.said, times: record.times });
        }
        rows.push(Row { name, metrics: Metrics::of(&outcomes), is_comparable });
    }
    judge(py, dataset, &split, limit, rows, Vec::new(), None)
}

fn table(rows: &[Row]) -> Table {
    let error = |of: fn(&Metrics) -> f64| {
        let value = |row: &Row| row.metrics.as_ref().filter(|_| row.is_comparable).map(of);
        Values::of_floats(&rows.iter().map(value).collect::<Vec<_>>())
    };
    let time = |of: fn(&Metrics) -> f64| {
        Values::of_floats(&rows.iter().map(|row| row.metrics.as_ref().map(of)).collect::<Vec<_>>())
    };
    let number = |of: fn(&Metrics) -> usize| Values::Integers {
        values: rows.iter().map(|row| row.metrics.as_ref().map_or(0, of) as i64).collect(),
        validity: None,
    };
    let names = rows.iter().map(|row| Some(row.name.clone())).collect();
    let column = |name, values| Column { name, values };
    Table::new(vec![
        column("counter", Values::Texts(names)),
        column("mae", error(|it| it.mae)),
        column("q_error", error(|it| it.q_error)),
        column("rmse", error(|it| it.rmse)),
        column("triples", number(|it| it.number)),
        column("unanswered", number(|it| it.unanswered)),
        column("open_seconds", time(|it| it.open_seconds)),
        column("count_seconds", time(|it| it.count_seconds)),
    ])
}
