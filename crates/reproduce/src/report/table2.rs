//! Table 2: every counter on the test part of a data set.

use isocount_eval::TRIVIAL;
use isocount_nn::MODELS;

use super::rows::{Row, main_of, title};
use super::tables::words;
use super::{Cell, Grid};
use crate::published::{table2, table2_counters};
use crate::{EvaluationRecord, Plan, Set};

/// What is always asked besides models and trivial rows.
const METHODS: [&str; 2] = ["exact", "vf2"];

pub(crate) fn of(set: Set, plan: &Plan, rows: &[Row<'_>]) -> Grid {
    let main: Vec<&Row<'_>> = main_of(rows, set).collect();
    let cells = counters(&main).into_iter().map(|counter| {
        let row = main.iter().find(|row| row.spec.counter == counter).copied();
        line(set, counter, row)
    });
    let heading = [
        "counter",
        "MAE",
        "published",
        "Q-error",
        "published",
        "open s",
        "count s",
        "published s",
        "µs/triple",
        "parameters",
        "seeds",
    ];
    Grid {
        name: format!("table2-{}", set.name()),
        title: format!("Table 2: {}", set.title()),
        heading: words(&heading),
        rows: cells.collect(),
        caption: caption(set, plan, &main),
    }
}

/// Methods, those of the paper that are not made here, trivial rows, models. Whatever is not measured is there all the same.
fn counters<'a>(rows: &[&'a Row<'_>]) -> Vec<&'a str> {
    let is_ours = |name: &str| MODELS.iter().any(|model| model.name == name);
    let not_ours = table2_counters().into_iter().filter(|name| !is_ours(name));
    let mut counters: Vec<&str> = Vec::new();
    let rest = rows.iter().map(|row| row.spec.counter.as_str());
    for name in METHODS.into_iter().chain(not_ours).chain(TRIVIAL).chain(rest) {
        if !counters.contains(&name) {
            counters.push(name);
        }
    }
    counters
}

fn line(set: Set, counter: &str, row: Option<&Row<'_>>) -> Vec<Cell> {
    let published = table2(set.paper(), counter);
    let measured = |of: &dyn Fn(&EvaluationRecord) -> f64| {
        row.map_or(Cell::NotRun, |row| Cell::of(&row.each(of)))
    };
    let parameters = row.and_then(|row| row.trainings.first());
    let parameters = parameters.map(|(_, training)| training.parameters.to_string());
    let seeds = row.map_or(0, |row| row.evaluations.len());
    vec![
        Cell::text(title(counter)),
        measured(&|it| it.metrics.mae),
        Cell::published(published.and_then(|it| it.mae)),
        measured(&|it| it.metrics.q_error),
        Cell::published(published.and_then(|it| it.q_error)),
        measured(&|it| it.metrics.open_seconds),
        measured(&|it| it.metrics.count_seconds),
        Cell::published(published.and_then(|it| it.seconds)),
        measured(&|it| it.metrics.microseconds()),
        parameters.map_or(Cell::Empty, Cell::text),
        Cell::text(seeds.to_string()),
    ]
}

fn caption(set: Set, plan: &Plan, rows: &[&Row<'_>]) -> String {
    let records = || rows.iter().flat_map(|row| row.records());
    let Some(number) = records().map(|it| it.metrics.number).max() else {
        let is_missing = set.is_imported() && plan.request.mutag.is_none();
        let how = if is_missing {
            "Not run: `python3 scripts/mutag.py --files data/MUTAG` fetches the files; --mutag DIR names others (TU or GML)."
        } else {
            "Not run."
        };
        return how.to_owned();
    };
    let mut text = format!(
        "{number} test triples. Published seconds are of another machine, for all triples of the paper's test part; ours \
         are of one thread, for these; µs/triple is both of ours for one triple. A number is the mean ± the deviation over so many \
         seeds, each with its own split and model."
    );
    if records().all(|it| it.metrics.open_seconds == 0.0) {
        text += " Every graph here has a single question, so nothing is opened beforehand and opening takes 0.";
    }
    let silent: Vec<String> = rows.iter().filter_map(|row| unanswered(row)).collect();
    if !silent.is_empty() {
        text += &format!(" Without an answer, which counts as 0: {}.", silent.join("; "));
    }
    text
}

/// Who had no answer to how many of how many questions, all seeds together.
fn unanswered(row: &Row<'_>) -> Option<String> {
    let sum = |of: fn(&EvaluationRecord) -> usize| row.records().map(of).sum::<usize>();
    let (unanswered, number) = (sum(|it| it.metrics.unanswered), sum(|it| it.metrics.number));
    let counter = title(&row.spec.counter);
    (unanswered > 0).then(|| format!("{counter}, {unanswered} of {number} questions"))
}
