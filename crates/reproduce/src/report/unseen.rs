//! Table 2 again, for patterns that do not occur in training; the paper has no such table.

use super::rows::{Row, title};
use super::{Cell, Grid};
use crate::Experiment;

/// A table for every data set that has such rows.
pub(crate) fn all(rows: &[Row<'_>]) -> Vec<Grid> {
    let of_unseen = |row: &&Row<'_>| row.spec.experiment == Experiment::Unseen;
    let mut sets: Vec<_> = rows.iter().filter(of_unseen).map(|row| row.spec.set).collect();
    sets.dedup();
    let table = |set| {
        let unseen = rows.iter().filter(of_unseen).filter(|row| row.spec.set == set);
        let cells = unseen.map(|row| {
            let seen = rows.iter().find(|seen| {
                seen.spec.set == set
                    && seen.spec.experiment == Experiment::Main
                    && seen.spec.counter == row.spec.counter
            });
            vec![
                Cell::text(title(&row.spec.counter)),
                Cell::of(&row.each(|it| it.metrics.mae)),
                Cell::of(&row.each(|it| it.metrics.q_error)),
                seen.map_or(Cell::NotRun, |seen| Cell::of(&seen.each(|it| it.metrics.mae))),
                seen.map_or(Cell::NotRun, |seen| Cell::of(&seen.each(|it| it.metrics.q_error))),
            ]
        });
        let heading = ["counter", "MAE", "Q-error", "MAE, seen", "Q-error, seen"];
        Grid {
            name: format!("unseen-{}", set.name()),
            title: format!("Unseen patterns: {}", set.title()),
            caption: "Protocol held-out-patterns: no test pattern occurs in training. The columns named \"seen\" repeat \
                      Table 2, where every test pattern occurs in training."
                .to_owned(),
            heading: heading.map(str::to_owned).to_vec(),
            rows: cells.collect(),
        }
    };
    sets.into_iter().map(table).collect()
}
