//! Encoders and heads: the contributions of the encoder and of the head to a result. The paper has
//! no such table.

use super::rows::{Row, title};
use super::tables::words;
use super::{Cell, Grid};
use crate::{Experiment, Set};

const SMALL_HEAD: &str = "of Count-GNN's equations";
const WIDE_HEAD: &str = "of the baselines";

/// An encoder, a head, and the row with both.
const CASES: [(&str, &str, &str); 8] = [
    ("count-gnn", SMALL_HEAD, "count-gnn"),
    ("count-gnn", WIDE_HEAD, "count-gnn-sum-head"),
    ("count-gnn-as-run", WIDE_HEAD, "count-gnn-as-run"),
    ("gin", SMALL_HEAD, "gin-count-head"),
    ("gin", WIDE_HEAD, "gin"),
    ("rgin-sum", SMALL_HEAD, "rgin-sum-count-head"),
    ("rgin-sum", WIDE_HEAD, "rgin-sum"),
    ("count-gnn-sum-log", SMALL_HEAD, "count-gnn-sum-log"),
];

/// The table, if an encoder was run with a head other than its own.
pub(crate) fn of(rows: &[Row<'_>]) -> Option<Grid> {
    let row_of = |counter: &str| {
        rows.iter().find(|row| {
            let is_asked_alike =
                matches!(row.spec.experiment, Experiment::Main | Experiment::Heads);
            row.spec.set == Set::Small && is_asked_alike && row.spec.counter == counter
        })
    };
    let is_exchanged = |&(encoder, _, counter): &(&str, &str, &str)| encoder != counter;
    let mut exchanged = CASES.iter().filter(|case| is_exchanged(case));
    exchanged
        .find(|(_, _, counter)| row_of(counter).is_some_and(|row| !row.evaluations.is_empty()))?;
    let line = |&(encoder, head, counter): &(&str, &str, &str)| {
        let row = row_of(counter)?;
        let parameters = row.trainings.first().map(|(_, training)| training.parameters.to_string());
        Some(vec![
            Cell::text(title(encoder)),
            Cell::text(head),
            Cell::of(&row.each(|it| it.metrics.mae)),
            Cell::of(&row.each(|it| it.metrics.q_error)),
            Cell::of(&row.each(|it| it.metrics.microseconds())),
            parameters.map_or(Cell::Empty, Cell::text),
            Cell::text(row.evaluations.len().to_string()),
        ])
    };
    Some(Grid {
        name: "heads-small".to_owned(),
        title: "Encoders and heads: SMALL".to_owned(),
        caption: "The head of Count-GNN's equations sees the encoder's rows alone and compares at the encoder's width. The head \
                  of the baselines also sees label codes, degrees and numbers of nodes, compares at width 128 and has dropout. \
                  Two rows with the same head compare encoders; two rows with the same encoder compare heads."
            .to_owned(),
        heading: words(&["encoder", "head", "MAE", "Q-error", "µs/triple", "parameters", "seeds"]),
        rows: CASES.iter().filter_map(line).collect(),
    })
}
