//! Counters on the test part of a data set.

use isocount::data::{TestSet, TrainingSet};
use isocount::eval::{Metrics, TestRun, Trivial, budget_for, run};
use isocount::session::{Method, MethodOptions};
use isocount::train::check_split;
use isocount::{Cancelled, Counter, View};
use pyo3::prelude::*;

use super::dataset::Dataset;
use super::model::Model;
use crate::error::{Class, OrRaise, Raise, exception};
use crate::interrupt::interruptible;
use crate::table::{Column, Table, Values};
use crate::work::Work;

/// What is evaluated: a method by its name, or a model.
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

/// Asks counters about the test part of a data set; gives a table with a row for each, and the trivial rules below.
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
    let training = interruptible(py, |control| TrainingSet::new(data, &split, control))?;
    let training = training.or_raise(py)?;
    let test = TestSet::new(data, &split).or_raise(py)?.even_sample(limit);
    let mut judged: Vec<(String, Box<dyn Counter>, View)> = Vec::new();
    for counter in counters {
        judged.push(match counter {
            Judged::Method(name) => {
                let method = Method::by_name(&name, &MethodOptions::default()).or_raise(py)?;
                (name, method.counter(1, 1), method.view())
            }
            Judged::Model(model) => {
                let trained = &model.get().trained;
                let folder = trained.path().file_name().unwrap_or(trained.path().as_os_str());
                let name = folder.to_string_lossy().into_owned();
                let refuse = |problem: &str, remedy: &str| {
                    exception(py, Class::Learning, &format!("{name}: {problem}"), Some(remedy))
                };
                if trained.meaning() != data.meaning() {
                    return Err(refuse(
                        "the model counts something else than the data set",
                        "train it on such counts",
                    ));
                }
                if *trained.labels() != data.about().labels {
                    return Err(refuse(
                        "the model knows other labels than the data set",
                        "train it on this data set",
                    ));
                }
                let checked = interruptible(py, |control| {
                    check_split(trained.config(), data, &split, control)
                })?;
                if let Err(leak) = checked.or_raise(py)? {
                    return Err(refuse(
                        &leak.to_string(),
                        "evaluate it on the split that it was trained on",
                    ));
                }
                (name, trained.counter(1, 1), View::PLAIN)
            }
        });
    }
    let trivial = interruptible(py, |control| Trivial::rows(&training, control))?.or_raise(py)?;
    for row in trivial {
        judged.push((row.name().to_owned(), Box::new(row), View::PLAIN));
    }
    let work = work.as_ref().map(Py::get);
    let mut rows: Vec<Row> = Vec::new();
    let ended = interruptible(py, |control| -> Result<(), Cancelled> {
        if let Some(work) = work {
            work.follow(control);
        }
        for (name, counter, view) in &judged[rows.len()..] {
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
