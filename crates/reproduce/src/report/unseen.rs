//! Table 2 once more, for patterns that were never seen in training; the paper does not ask it.

use super::rows::{Row, title};
use super::{Cell, Grid};
use crate::Experiment;

/// A table for every data set that has such rows. A row without learning answers as it always does.
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
        let heading = ["counter", "MAE", "Q-error", "MAE when seen", "Q-error when seen"];
        Grid {
            name: format!("unseen-{}", set.name()),
            title: format!("Patterns never seen: {}", set.title()),
            caption: "The protocol held-out-patterns: no test pattern occurs in training. Beside it the numbers of Table 2, \
                      whose patterns do."
                .to_owned(),
            heading: heading.map(str::to_owned).to_vec(),
            rows: cells.collect(),
        }
    };
    sets.into_iter().map(table).collect()
}
