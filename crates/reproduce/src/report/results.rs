//! Tables for other pages to quote: a summary of the results, its most important rows, and the
//! source of each number.

use super::rows::{Row, best_trivial, is_trivial, least, title};
use super::{Cell, Grid};
use crate::published::{Spread, table2};
use crate::{CounterSpec, EvaluationRecord, Experiment, Key, Plan, Set, Work};

/// The most important rows of the summary: the exact engine, the best baseline, Count-GNN,
/// Count-GNN+, always 0, and the published numbers.
pub(crate) fn best_rows(rows: &[Row<'_>]) -> Grid {
    let ours = ["exact", "count-gnn", "count-gnn-plus", "zero"];
    let first = sets(rows).into_iter().next();
    let learned = main(rows).filter(|row| Some(row.spec.set) == first && row.is_learned());
    let baselines = learned.filter(|row| !row.spec.counter.starts_with("count-gnn"));
    let best = least(baselines, |it| it.metrics.mae).map(|(row, _)| row.spec.counter.as_str());
    let kept: Vec<String> = ours.into_iter().chain(best).chain([PUBLISHED]).map(title).collect();
    let all = in_short(rows);
    let is_kept = |row: &Vec<Cell>| row.first().is_some_and(|cell| kept.contains(&cell.show()));
    let (name, title) = ("results-short".to_owned(), "The most important rows".to_owned());
    Grid { rows: all.rows.into_iter().filter(is_kept).collect(), name, title, ..all }
}

/// All counters that were run on all data sets.
pub(crate) fn in_short(rows: &[Row<'_>]) -> Grid {
    let sets = sets(rows);
    let mut counters: Vec<&str> = Vec::new();
    for row in main(rows).filter(|row| !row.evaluations.is_empty()) {
        if !counters.contains(&row.spec.counter.as_str()) {
            counters.push(&row.spec.counter);
        }
    }
    // Of the trivial rows, those that are the best on some data set.
    let is_best = |set: Set, counter: &str| {
        best_trivial(rows, set).is_some_and(|best| best.spec.counter == counter)
    };
    counters.retain(|counter| {
        !is_trivial(counter) || *counter == "zero" || sets.iter().any(|&set| is_best(set, counter))
    });
    let mut heading = vec!["counter".to_owned()];
    for set in &sets {
        heading.extend([format!("{}: MAE", set.title()), "Q-error".to_owned()]);
    }
    heading.extend(sets.first().map(|set| format!("{}: µs", set.title())));
    let cells = counters.iter().map(|counter| {
        let mut line = vec![Cell::text(title(counter))];
        let row =
            |set: Set| main(rows).find(|row| row.spec.set == set && row.spec.counter == *counter);
        let mean = |row: Option<&Row<'_>>, of: &dyn Fn(&EvaluationRecord) -> f64| {
            row.and_then(|row| row.mean(of)).map(|mean| Cell::Measured(mean, None))
        };
        for &set in &sets {
            if row(set).is_some_and(|row| !row.is_comparable()) {
                line.extend([Cell::Empty, Cell::Empty]);
                continue;
            }
            let mae = mean(row(set), &|it| it.metrics.mae);
            line.push(mae.unwrap_or(Cell::NotRun));
            line.push(mean(row(set), &|it| it.metrics.q_error).unwrap_or(Cell::Empty));
        }
        let micros = sets.first().map(|&set| mean(row(set), &|it| it.metrics.microseconds()));
        line.extend(micros.map(|micros| micros.unwrap_or(Cell::Empty)));
        line
    });
    Grid {
        name: "results".to_owned(),
        title: "Summary".to_owned(),
        caption: "Mean absolute error, Q-error, and microseconds per triple on one thread; means over seeds."
            .to_owned(),
        rows: cells.chain([published(&sets)]).collect(),
        heading,
    }
}

/// The name of the last row.
const PUBLISHED: &str = "Count-GNN as published";

/// Count-GNN as published.
fn published(sets: &[Set]) -> Vec<Cell> {
    let cell = |spread: Option<Spread>| Cell::published(spread.map(Spread::without_deviation));
    let mut line = vec![Cell::text(PUBLISHED)];
    for set in sets {
        let row = table2(set.paper(), "count-gnn");
        line.push(cell(row.and_then(|row| row.mae)));
        line.push(cell(row.and_then(|row| row.q_error)));
    }
    line.extend(sets.first().map(|_| Cell::Empty));
    line
}

/// The source of each number, one line per seed.
pub(crate) fn sources(plan: &Plan, rows: &[Row<'_>]) -> Grid {
    let step = |key: &Key| plan.steps.iter().find(|step| step.key == *key);
    let mut lines = Vec::new();
    for row in rows {
        for (key, record) in &row.evaluations {
            let Some(asked) = step(key) else { continue };
            let Work::Evaluate { split, counter, .. } = &asked.work else { continue };
            let trained = match counter {
                CounterSpec::Run(run) => step(run),
                CounterSpec::Method(_) | CounterSpec::Trivial(_) => None,
            };
            let training = trained
                .and_then(|step| row.keyed_trainings().find(|(key, _)| **key == step.key))
                .map(|(_, it)| it.seconds_per_epoch * it.curve.num_epochs() as f64);
            let is_comparable = record.ignored.is_empty();
            let error = |error| if is_comparable { Cell::of(&[error]) } else { Cell::Empty };
            let commands = trained.into_iter().chain([asked]);
            let commands: Vec<String> =
                commands.map(|step| format!("`{}`", step.command)).collect();
            lines.push(vec![
                Cell::text(row.spec.set.title()),
                Cell::text(question(row.spec.experiment)),
                Cell::text(title(&row.spec.counter)),
                Cell::text(split.seed.to_string()),
                error(record.metrics.mae),
                error(record.metrics.q_error),
                training.map_or(Cell::Empty, time),
                time(record.metrics.open_seconds + record.metrics.count_seconds),
                Cell::text(commands.join("; ")),
            ]);
        }
    }
    let heading = [
        "data set",
        "experiment",
        "counter",
        "seed",
        "MAE",
        "Q-error",
        "train s",
        "test s",
        "commands",
    ];
    Grid {
        name: "sources".to_owned(),
        title: "Sources".to_owned(),
        caption: "Seconds are for all epochs of a training and for all triples of a test."
            .to_owned(),
        heading: heading.map(str::to_owned).to_vec(),
        rows: lines,
    }
}

/// Seconds with two significant digits; never zero.
fn time(seconds: f64) -> Cell {
    const LEAST: f64 = 1e-6;
    if seconds < LEAST {
        return Cell::Written("< 0.000001".to_owned(), seconds);
    }
    let rounded = format!("{seconds:.1e}");
    let power = rounded.split_once('e').and_then(|(_, power)| power.parse::<i32>().ok());
    let digits = usize::try_from(1 - power.unwrap_or(0)).unwrap_or(0);
    let rounded: f64 = rounded.parse().unwrap_or(seconds);
    Cell::Written(format!("{rounded:.digits$}"), seconds)
}

fn question(experiment: Experiment) -> String {
    match experiment {
        Experiment::Main => "Tables 2, 3, 5".to_owned(),
        Experiment::Secondary(number) => format!("Table 4, Q{number}"),
        Experiment::Heads => "encoders and heads".to_owned(),
        Experiment::Unseen => "unseen patterns".to_owned(),
        Experiment::Layers(layers) => format!("K = {layers}"),
        Experiment::Lambda(lambda) => format!("λ = {lambda:e}"),
        Experiment::TrainingSize(triples) => format!("{triples} training triples"),
    }
}

fn main<'a, 'b>(rows: &'a [Row<'b>]) -> impl Iterator<Item = &'a Row<'b>> {
    rows.iter().filter(|row| row.spec.experiment == Experiment::Main)
}

fn sets(rows: &[Row<'_>]) -> Vec<Set> {
    let mut sets: Vec<Set> = main(rows).map(|row| row.spec.set).collect();
    sets.sort_unstable();
    sets.dedup();
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_two_significant_digits() {
        let said = [1234.0, 96.4, 99.7, 9.96, 1.0, 0.25, 0.0996, 0.001_234, 0.000_012, 0.0];
        let shown = said.map(|seconds| time(seconds).show());
        let meant =
            ["1,200", "96", "100", "10", "1.0", "0.25", "0.10", "0.0012", "0.000012", "< 0.000001"];
        assert_eq!(shown, meant);
    }
}
