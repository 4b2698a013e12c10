//! The paper's Tables 1 to 5 from records.

use isocount_data::PublishedStats;
use isocount_eval::TRIVIAL;

use super::rows::{Row, title};
use super::{Cell, Grid};
use crate::plan::Work;
use crate::published::{Spread, table2, table3, table4, table5};
use crate::{DataRecord, Experiment, Plan, ReproduceError, Set, Store};

/// Every table that was asked for.
pub(crate) fn all(
    plan: &Plan,
    store: &Store,
    rows: &[Row<'_>],
) -> Result<Vec<Grid>, ReproduceError> {
    let mut tables = Vec::new();
    let wants = |number: u8| plan.request.tables.contains(&number);
    if wants(1) {
        tables.push(data(plan, store)?);
    }
    let mut sets: Vec<Set> = rows.iter().map(|row| row.spec.set).collect();
    sets.sort_unstable();
    sets.dedup();
    for &set in &sets {
        if wants(2) {
            tables.push(main(set, rows));
        }
    }
    if wants(3) {
        tables.push(seconds(&sets, rows));
    }
    for &set in &sets {
        if wants(4) && rows.iter().any(|row| is_secondary(row, set)) {
            tables.push(secondary(set, rows));
        }
    }
    if wants(5) {
        tables.push(ablation(&sets, rows));
    }
    Ok(tables)
}

fn words(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|&cell| cell.to_owned()).collect()
}

fn data(plan: &Plan, store: &Store) -> Result<Grid, ReproduceError> {
    let mut rows = Vec::new();
    for step in &plan.steps {
        let Work::Data { set, .. } = step.work else { continue };
        let published = PublishedStats::of(set.paper());
        let about: Option<DataRecord> = store.read(&step.key)?;
        let measured = |of: &dyn Fn(&DataRecord) -> u64| {
            about.as_ref().map_or(Cell::NotRun, |about| Cell::text(of(about).to_string()))
        };
        let paper = |of: &dyn Fn(&PublishedStats) -> u64| {
            published.as_ref().map_or(Cell::Empty, |stats| Cell::text(of(stats).to_string()))
        };
        rows.push(vec![
            Cell::text(set.title()),
            measured(&|about| about.patterns),
            paper(&|stats| stats.patterns),
            measured(&|about| about.graphs),
            measured(&|about| about.triples),
            paper(&|stats| stats.triples),
        ]);
    }
    Ok(Grid {
        name: "table1".to_owned(),
        title: "Table 1: data".to_owned(),
        caption: "`isocount data stats` says more about each.".to_owned(),
        heading: words(&["set", "patterns", "published", "graphs", "triples", "published"]),
        rows,
    })
}

fn spread(spread: Option<Spread>) -> Cell {
    spread.map_or(Cell::Empty, |it| Cell::Published(it.mean, it.deviation))
}

fn main(set: Set, rows: &[Row<'_>]) -> Grid {
    let of_set =
        rows.iter().filter(|row| row.spec.set == set && row.spec.experiment == Experiment::Main);
    let cells = of_set.map(|row| {
        let published = table2(set.paper(), &row.spec.counter);
        let parameters = row.trainings.first().map(|(_, training)| training.parameters);
        vec![
            Cell::text(title(&row.spec.counter)),
            Cell::of(&row.each(|it| it.metrics.mae)),
            spread(published.and_then(|it| it.mae)),
            Cell::of(&row.each(|it| it.metrics.q_error)),
            spread(published.and_then(|it| it.q_error)),
            Cell::of(&row.each(|it| it.metrics.open_seconds)),
            Cell::of(&row.each(|it| it.metrics.count_seconds)),
            spread(published.and_then(|it| it.seconds)),
            Cell::of(&row.each(|it| it.metrics.microseconds())),
            parameters.map_or(Cell::Empty, |number| Cell::text(number.to_string())),
            Cell::text(row.evaluations.len().to_string()),
        ]
    });
    let cells: Vec<_> = cells.collect();
    let asked = rows.iter().filter(|row| row.spec.set == set);
    let asked = asked.flat_map(|row| &row.evaluations).map(|it| it.metrics.number).max();
    let caption = match asked {
        None if set.is_imported() => {
            "Not run: give the folder of MUTAG (TU files) with --mutag, or fetch it \
             with scripts/mutag.py."
                .to_owned()
        }
        None => "Not run.".to_owned(),
        Some(number) => format!(
            "{number} test triples. Published seconds are of another machine, for all triples of the paper's test part; ours \
             are of one thread, for these; µs/triple is both of ours for one triple. A number is the mean ± the deviation over so many \
             seeds, each with its own split and model."
        ),
    };
    Grid {
        name: format!("table2-{}", set.name()),
        title: format!("Table 2: {}", set.title()),
        caption,
        heading: words(&[
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
        ]),
        rows: cells,
    }
}

fn seconds(sets: &[Set], rows: &[Row<'_>]) -> Grid {
    let mut cells = Vec::new();
    let mut counters: Vec<&str> = Vec::new();
    for row in rows.iter().filter(|row| !row.spec.trainings.is_empty()) {
        if row.spec.experiment == Experiment::Main && !counters.contains(&row.spec.counter.as_str())
        {
            counters.push(&row.spec.counter);
        }
    }
    for counter in counters {
        let mut line = vec![Cell::text(title(counter))];
        for &set in sets {
            let row = rows.iter().find(|row| {
                row.spec.set == set
                    && row.spec.experiment == Experiment::Main
                    && row.spec.counter == counter
            });
            let seconds: Vec<f64> = row
                .iter()
                .flat_map(|row| &row.trainings)
                .map(|(_, training)| training.seconds_per_epoch)
                .filter(|&seconds| seconds > 0.0)
                .collect();
            line.push(Cell::of(&seconds));
            line.push(
                table3(set.paper(), counter).map_or(Cell::Empty, |it| Cell::Published(it, None)),
            );
        }
        cells.push(line);
    }
    let of_sets = sets.iter().flat_map(|set| [set.title().to_owned(), "published".to_owned()]);
    Grid {
        name: "table3".to_owned(),
        title: "Table 3: seconds of training for an epoch".to_owned(),
        caption: "On all cores of this machine; the paper does not say on what.".to_owned(),
        heading: ["counter".to_owned()].into_iter().chain(of_sets).collect(),
        rows: cells,
    }
}

fn is_secondary(row: &Row<'_>, set: Set) -> bool {
    row.spec.set == set && matches!(row.spec.experiment, Experiment::Secondary(_))
}

fn secondary(set: Set, rows: &[Row<'_>]) -> Grid {
    let cells = rows.iter().filter(|row| is_secondary(row, set)).map(|row| {
        let Experiment::Secondary(number) = row.spec.experiment else { return Vec::new() };
        let published = table4(set.paper(), number, &row.spec.counter);
        let paper = |at: usize| published.map_or(Cell::Empty, |it| Cell::Published(it[at], None));
        vec![
            Cell::text(format!("Q{number}: {}", set.secondary_patterns()[number - 1])),
            Cell::text(title(&row.spec.counter)),
            Cell::of(&row.each(|it| it.metrics.mae)),
            paper(0),
            Cell::of(&row.each(|it| it.metrics.q_error)),
            paper(1),
        ]
    });
    Grid {
        name: format!("table4-{}", set.name()),
        title: format!("Table 4: {}, one model for one pattern", set.title()),
        caption: "The paper gives the sizes of its three patterns and not the patterns.".to_owned(),
        heading: words(&["pattern", "counter", "MAE", "published", "Q-error", "published"]),
        rows: cells.collect(),
    }
}

fn ablation(sets: &[Set], rows: &[Row<'_>]) -> Grid {
    let mut cells = Vec::new();
    for &set in sets {
        for counter in ["count-gnn-e", "count-gnn-m", "count-gnn", "zero"] {
            let row = rows.iter().find(|row| {
                row.spec.set == set
                    && row.spec.experiment == Experiment::Main
                    && row.spec.counter == counter
            });
            let Some(row) = row else { continue };
            let published = table5(set.paper(), counter);
            let paper =
                |at: usize| published.map_or(Cell::Empty, |it| Cell::Published(it[at], None));
            cells.push(vec![
                Cell::text(set.title()),
                Cell::text(title(counter)),
                Cell::of(&row.each(|it| it.metrics.mae)),
                paper(0),
                Cell::of(&row.each(|it| it.metrics.q_error)),
                paper(1),
            ]);
        }
    }
    Grid {
        name: "table5".to_owned(),
        title: "Table 5: ablation".to_owned(),
        caption: "\\E: nodes instead of edges; \\M: no modulation.".to_owned(),
        heading: words(&["set", "counter", "MAE", "published", "Q-error", "published"]),
        rows: cells,
    }
}

/// What was done: every step with its key and command.
pub(crate) fn steps(plan: &Plan, store: &Store) -> Result<Grid, ReproduceError> {
    let mut rows = Vec::new();
    for step in &plan.steps {
        let record: Option<serde_json::Value> = store.read(&step.key)?;
        let state = if record.is_some() { "done" } else { "not run" };
        let is_run = record.is_some() && matches!(step.work, Work::Train { .. });
        rows.push(vec![
            if is_run {
                Cell::Link(step.title.clone(), format!("pages/{}.html", step.key))
            } else {
                Cell::text(&step.title)
            },
            Cell::text(state),
            if record.is_some() {
                Cell::Link(step.key.to_string(), format!("records/{}.json", step.key))
            } else {
                Cell::text(step.key.to_string())
            },
            Cell::text(&step.command),
        ]);
    }
    Ok(Grid {
        name: "steps".to_owned(),
        title: "Steps".to_owned(),
        caption: "A step is known by the hash of its inputs; its key leads to its record, records/KEY.json. What was trained is in runs/KEY.".to_owned(),
        heading: words(&["step", "state", "key", "command"]),
        rows,
    })
}

/// Whether a counter is a row that anyone can have.
pub(crate) fn is_trivial(counter: &str) -> bool {
    TRIVIAL.contains(&counter)
}
