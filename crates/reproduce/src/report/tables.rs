//! The paper's Tables 1 to 5 from records.

use std::collections::BTreeSet;

use super::rows::{Row, best_trivial, main_of, title};
use super::{Cell, Grid, table1, table2};
use crate::published::{table3, table4, table5};
use crate::{Experiment, Plan, ReproduceError, Set, Store};

/// Every requested table.
pub(crate) fn all(
    plan: &Plan,
    store: &Store,
    rows: &[Row<'_>],
) -> Result<Vec<Grid>, ReproduceError> {
    let mut tables = Vec::new();
    let wants = |number: u8| plan.request.tables.contains(&number);
    let mut sets = plan.request.sets.clone();
    sets.sort_unstable();
    sets.dedup();
    if wants(1) {
        tables.push(table1::of(&sets, plan, store)?);
    }
    for &set in &sets {
        if wants(2) {
            tables.push(table2::of(set, plan, rows));
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

/// The cells of a heading.
pub(crate) fn words(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|&cell| cell.to_owned()).collect()
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
    let mut threads = BTreeSet::new();
    for counter in counters {
        let mut line = vec![Cell::text(title(counter))];
        for &set in sets {
            let row = main_of(rows, set).find(|row| row.spec.counter == counter);
            let trainings: Vec<_> = row
                .iter()
                .flat_map(|row| row.keyed_trainings())
                .map(|(_, training)| training)
                .filter(|training| training.seconds_per_epoch > 0.0)
                .collect();
            threads.extend(trainings.iter().map(|training| training.threads));
            let seconds: Vec<f64> = trainings.iter().map(|it| it.seconds_per_epoch).collect();
            line.push(Cell::of(&seconds));
            line.push(Cell::published(table3(set.paper(), counter)));
        }
        cells.push(line);
    }
    let of_sets = sets.iter().flat_map(|set| [set.title().to_owned(), "published".to_owned()]);
    Grid {
        name: "table3".to_owned(),
        title: "Table 3: training time, seconds per epoch".to_owned(),
        caption: match number_of_threads(&threads) {
            Some(threads) => {
                format!("Measured on {threads}. The paper does not name its hardware.")
            }
            None => "The paper does not name its hardware.".to_owned(),
        },
        heading: ["counter".to_owned()].into_iter().chain(of_sets).collect(),
        rows: cells,
    }
}

/// A number of threads, in words.
fn number_of_threads(threads: &BTreeSet<usize>) -> Option<String> {
    let mut numbers: Vec<String> = threads.iter().map(ToString::to_string).collect();
    let most = numbers.pop()?;
    Some(match numbers.join(", ") {
        fewer if !fewer.is_empty() => format!("{fewer} or {most} threads"),
        _ if most == "1" => "1 thread".to_owned(),
        _ => format!("{most} threads"),
    })
}

fn is_secondary(row: &Row<'_>, set: Set) -> bool {
    row.spec.set == set && matches!(row.spec.experiment, Experiment::Secondary(_))
}

fn secondary(set: Set, rows: &[Row<'_>]) -> Grid {
    let cells = rows.iter().filter(|row| is_secondary(row, set)).map(|row| {
        let Experiment::Secondary(number) = row.spec.experiment else { return Vec::new() };
        let published = table4(set.paper(), number, &row.spec.counter);
        let paper = |at: usize| Cell::published(published.map(|it| it[at]));
        vec![
            Cell::text(format!("Q{number}: {}", set.secondary_patterns()[number - 1])),
            Cell::text(title(&row.spec.counter)),
            Cell::of(&row.each(|it| it.metrics.mae)),
            paper(0),
            Cell::of(&row.each(|it| it.metrics.q_error)),
            paper(1),
            Cell::of(&row.each(|it| it.metrics.microseconds())),
            paper(2),
            Cell::text(row.evaluations.len().to_string()),
        ]
    });
    let heading = [
        "pattern",
        "counter",
        "MAE",
        "published",
        "Q-error",
        "published",
        "µs/question",
        "published s",
        "seeds",
    ];
    Grid {
        name: format!("table4-{}", set.name()),
        title: format!("Table 4: {}, one model per pattern", set.title()),
        caption: "The paper gives the sizes of its three patterns, not the patterns themselves. Its seconds are for all test \
                  triples of a pattern on another machine; ours are for one question on one thread, including opening the graph."
            .to_owned(),
        heading: words(&heading),
        rows: cells.collect(),
    }
}

fn ablation(sets: &[Set], rows: &[Row<'_>]) -> Grid {
    let mut cells = Vec::new();
    for &set in sets {
        let mut counters = vec!["count-gnn-e", "count-gnn-m", "count-gnn", "zero"];
        let best = best_trivial(rows, set).map(|row| row.spec.counter.as_str());
        counters.extend(best.filter(|&best| best != "zero"));
        for counter in counters {
            let row = main_of(rows, set).find(|row| row.spec.counter == counter);
            let Some(row) = row else { continue };
            let published = table5(set.paper(), counter);
            let paper = |at: usize| Cell::published(published.map(|it| it[at]));
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
        caption: "\\E: nodes instead of edges. \\M: no modulation. For comparison, \"always 0\" and the trivial rule with the \
                  least MAE."
            .to_owned(),
        heading: words(&["data set", "counter", "MAE", "published", "Q-error", "published"]),
        rows: cells,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_threads_in_words() {
        let words = |threads: &[usize]| number_of_threads(&threads.iter().copied().collect());
        assert_eq!(words(&[]), None);
        assert_eq!(words(&[1]).as_deref(), Some("1 thread"));
        assert_eq!(words(&[2, 2]).as_deref(), Some("2 threads"));
        assert_eq!(words(&[2, 1]).as_deref(), Some("1 or 2 threads"));
        assert_eq!(words(&[2, 1, 4]).as_deref(), Some("1, 2 or 4 threads"));
    }
}
