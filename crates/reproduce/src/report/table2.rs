//! Table 2: every counter on the test part of a data set.

use isocount_eval::TRIVIAL;

use super::rows::{Row, main_of, title};
use super::tables::words;
use super::{Cell, Grid};
use crate::published::table2;
use crate::{EvaluationRecord, Plan, Set};

/// The methods that are always evaluated, besides models and trivial rows.
const METHODS: [&str; 3] = ["exact", "vf2", "peregrine"];

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
    let mut grid = Grid {
        name: format!("table2-{}", set.name()),
        title: format!("Table 2: {}", set.title()),
        heading: words(&heading),
        rows: cells.collect(),
        caption: caption(set, plan, &main),
    };
    // The best are chosen among the rows that can be wrong; times among all.
    let methods = METHODS.map(title);
    for column in [1, 3] {
        grid.mark_least(column, |row| !methods.contains(&row[0].show()));
    }
    grid.mark_least(8, |row| !is_trivial(&row[0]));
    grid
}

/// Whether a line is that of a trivial baseline.
fn is_trivial(counter: &Cell) -> bool {
    TRIVIAL.iter().any(|name| title(name) == counter.show())
}

/// Methods, trivial rows and models, including those that were not run.
fn counters<'a>(rows: &[&'a Row<'_>]) -> Vec<&'a str> {
    let mut counters: Vec<&str> = Vec::new();
    let rest = rows.iter().map(|row| row.spec.counter.as_str());
    for name in METHODS.into_iter().chain(TRIVIAL.iter().copied()).chain(rest) {
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
    let error =
        |of: &dyn Fn(&EvaluationRecord) -> f64| row.map_or(Cell::NotRun, |row| row.error(of));
    let parameters = row.and_then(|row| row.trainings.first());
    let parameters = parameters.map(|(_, training)| training.parameters.to_string());
    let seeds = row.map_or(0, |row| row.evaluations.len());
    vec![
        Cell::text(title(counter)),
        error(&|it| it.metrics.mae),
        Cell::published(published.and_then(|it| it.mae)),
        error(&|it| it.metrics.q_error),
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
            "Not run: the files are missing. `python3 scripts/mutag.py --files data/MUTAG` fetches them."
        } else {
            "Not run."
        };
        return how.to_owned();
    };
    let mut text = format!(
        "{number} test triples. Our seconds are for these triples on one thread; µs/triple is opening and counting together. \
         Published seconds are for the paper's whole test part on another machine. Numbers are mean ± standard deviation over \
         seeds; each seed has its own split and model."
    );
    text += &on_first_split(rows);
    if records().all(|it| it.metrics.open_seconds == 0.0) {
        text +=
            " Every graph has one question, so no graph is opened beforehand and \"open s\" is 0.";
    }
    for row in rows.iter().filter(|row| !row.is_comparable()) {
        text += &format!(
            " {} ignores {}, as in the paper, and so answers another question: its times are shown, but no errors.",
            title(&row.spec.counter),
            row.ignored().join(" and ").replace('_', " ")
        );
        let sum = |of: fn(&EvaluationRecord) -> usize| row.records().map(of).sum::<usize>();
        let (ended, number) = (sum(|it| it.metrics.cut_short), sum(|it| it.metrics.number));
        if ended > 0 {
            text += &format!(" {ended} of its {number} questions were ended after one second.");
        }
    }
    let silent: Vec<String> = rows.iter().filter_map(|row| unanswered(row)).collect();
    if !silent.is_empty() {
        text += &format!(" Unanswered questions count as 0: {}.", silent.join("; "));
    }
    text
}

/// The errors of rows with several seeds on the split of those with one, for comparison.
fn on_first_split(rows: &[&Row<'_>]) -> String {
    if rows.iter().all(|row| row.evaluations.len() != 1) {
        return String::new();
    }
    let several = rows.iter().filter(|row| row.evaluations.len() > 1);
    let kept = several.filter(|row| ["count-gnn", "zero"].contains(&row.spec.counter.as_str()));
    let first = |row: &&Row<'_>| {
        let (_, error) = row.by_seed(|it| it.metrics.mae).find(|(seed, _)| *seed == 0)?;
        Some(format!("{} is {error:.2}", title(&row.spec.counter)))
    };
    let first: Vec<String> = kept.filter_map(first).collect();
    if first.is_empty() {
        return String::new();
    }
    format!(
        " Rows with one seed are of the first split, where the MAE of {}.",
        first.join(", that of ")
    )
}

/// The number of questions that a counter left unanswered, over all seeds.
fn unanswered(row: &Row<'_>) -> Option<String> {
    let sum = |of: fn(&EvaluationRecord) -> usize| row.records().map(of).sum::<usize>();
    let (unanswered, number) = (sum(|it| it.metrics.unanswered), sum(|it| it.metrics.number));
    let counter = title(&row.spec.counter);
    (unanswered > 0).then(|| format!("{counter}, {unanswered} of {number}"))
}

#[cfg(test)]
mod tests {
    use isocount_nn::MODELS;

    use super::*;
    use crate::published::table2_counters;

    #[test]
    fn every_published_row_is_made_here() {
        let is_model = |name: &str| MODELS.iter().any(|model| model.name == name);
        for name in table2_counters() {
            assert!(METHODS.contains(&name) || is_model(name), "{name}");
        }
    }
}
