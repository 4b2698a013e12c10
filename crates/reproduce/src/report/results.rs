//! Two tables for other pages to quote: the results in short, and where each of them comes from.

use super::rows::{Row, title};
use super::tables::is_trivial;
use super::{Cell, Grid};
use crate::published::{Spread, table2};
use crate::{EvaluationRecord, Experiment, Set};

/// Every counter against every data set.
pub(crate) fn in_short(rows: &[Row<'_>]) -> Grid {
    let sets = sets(rows);
    let mut counters: Vec<&str> = Vec::new();
    for row in main(rows) {
        if !counters.contains(&row.spec.counter.as_str()) {
            counters.push(&row.spec.counter);
        }
    }
    // Of the trivial rows those that lead somewhere.
    counters.retain(|counter| {
        !is_trivial(counter)
            || *counter == "zero"
            || sets.iter().any(|&set| best_trivial(rows, set) == Some(*counter))
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
        title: "Results in short".to_owned(),
        caption: "Mean absolute error, Q-error, and microseconds for a triple on one thread; means over seeds."
            .to_owned(),
        rows: cells.chain([published(&sets)]).collect(),
        heading,
    }
}

/// Count-GNN as the paper has it.
fn published(sets: &[Set]) -> Vec<Cell> {
    let cell = |spread: Option<Spread>| {
        spread.map_or(Cell::Empty, |spread| Cell::Published(spread.mean, None))
    };
    let mut line = vec![Cell::text("Count-GNN as published")];
    for set in sets {
        let row = table2(set.paper(), "count-gnn");
        line.push(cell(row.and_then(|row| row.mae)));
        line.push(cell(row.and_then(|row| row.q_error)));
    }
    line.extend(sets.first().map(|_| Cell::Empty));
    line
}

/// Where each row comes from: commands, seeds, time.
pub(crate) fn sources(rows: &[Row<'_>]) -> Grid {
    let cells = rows.iter().filter(|row| !row.evaluations.is_empty()).map(|row| {
        let trained = row
            .keyed_trainings()
            .map(|(_, it)| it.seconds_per_epoch * it.curve.num_epochs() as f64);
        let asked = row.each(|it| it.metrics.open_seconds + it.metrics.count_seconds);
        let first = row.trainings.first().map(|(_, it)| it.command.as_str());
        let command = first.or_else(|| row.evaluations.first().map(|it| it.command.as_str()));
        vec![
            Cell::text(row.spec.set.title()),
            Cell::text(question(row.spec.experiment)),
            Cell::text(title(&row.spec.counter)),
            Cell::of(&row.each(|it| it.metrics.mae)),
            Cell::text(row.evaluations.len().to_string()),
            Cell::text(format!("{:.0} s", trained.sum::<f64>() + asked.iter().sum::<f64>())),
            Cell::text(format!("`{}`", command.unwrap_or_default())),
        ]
    });
    let heading = ["set", "question", "counter", "MAE", "seeds", "time", "command for seed 0"];
    Grid {
        name: "sources".to_owned(),
        title: "Where each number comes from".to_owned(),
        caption: "Time is that of training and asking, all seeds together.".to_owned(),
        heading: heading.map(str::to_owned).to_vec(),
        rows: cells.collect(),
    }
}

fn question(experiment: Experiment) -> String {
    match experiment {
        Experiment::Main => "Tables 2, 3, 5".to_owned(),
        Experiment::Secondary(number) => format!("Table 4, Q{number}"),
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

fn best_trivial<'a>(rows: &'a [Row<'_>], set: Set) -> Option<&'a str> {
    let trivial = main(rows).filter(|row| row.spec.set == set && is_trivial(&row.spec.counter));
    let measured = trivial.filter_map(|row| Some((row, row.mean(|it| it.metrics.mae)?)));
    measured.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(row, _)| row.spec.counter.as_str())
}
