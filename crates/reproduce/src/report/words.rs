//! What was learned, in plain words.

use super::rows::{Row, title};
use super::tables::is_trivial;
use crate::{Experiment, Set};

/// A few sentences for each data set.
pub(crate) fn of(rows: &[Row<'_>]) -> Vec<String> {
    let mut sets: Vec<Set> = rows.iter().map(|row| row.spec.set).collect();
    sets.sort_unstable();
    sets.dedup();
    let main = sets.iter().filter_map(|&set| of_set(set, rows));
    let unseen = sets.iter().filter_map(|&set| of_unseen(set, rows));
    main.chain(unseen).collect()
}

/// Patterns that were never seen.
fn of_unseen(set: Set, rows: &[Row<'_>]) -> Option<String> {
    let unseen = rows
        .iter()
        .filter(|row| row.spec.set == set && row.spec.experiment == Experiment::Unseen)
        .filter_map(|row| Some((row, row.mean(|it| it.metrics.mae)?)));
    let best = |is_learned: bool| {
        let some = unseen.clone().filter(|(row, _)| {
            if is_learned { !row.spec.trainings.is_empty() } else { is_trivial(&row.spec.counter) }
        });
        some.min_by(|a, b| a.1.total_cmp(&b.1))
    };
    let ((learned, learned_mae), (trivial, trivial_mae)) = (best(true)?, best(false)?);
    let seen = rows.iter().find(|row| {
        row.spec.set == set
            && row.spec.experiment == Experiment::Main
            && row.spec.counter == learned.spec.counter
    });
    let seen = seen.and_then(|row| row.mean(|it| it.metrics.mae));
    let seen = seen.map_or(String::new(), |mae| format!(", and {mae:.2} on patterns it has seen"));
    Some(format!(
        "{}, patterns never seen in training: the best learned counter ({}) is off by {learned_mae:.2}{seen}; \
         the best rule that learns next to nothing ({}) is off by {trivial_mae:.2}.",
        set.title(),
        title(&learned.spec.counter),
        title(&trivial.spec.counter)
    ))
}

fn of_set(set: Set, rows: &[Row<'_>]) -> Option<String> {
    let main = || {
        rows.iter()
            .filter(move |row| row.spec.set == set && row.spec.experiment == Experiment::Main)
    };
    let mae = |row: &Row<'_>| row.mean(|it| it.metrics.mae);
    let best = |of: &dyn Fn(&Row<'_>) -> bool| {
        let measured = main().filter(|row| of(row)).filter_map(|row| Some((row, mae(row)?)));
        measured.min_by(|a, b| a.1.total_cmp(&b.1))
    };
    let (trivial, trivial_mae) = best(&|row| is_trivial(&row.spec.counter))?;
    let mut text = format!(
        "{}: the best rule that learns next to nothing ({}) is off by {trivial_mae:.2} on average",
        set.title(),
        title(&trivial.spec.counter)
    );
    if let Some((learned, learned_mae)) = best(&|row| !row.spec.trainings.is_empty()) {
        let verdict = if learned_mae < trivial_mae { "better" } else { "no better" };
        text += &format!(
            "; the best learned counter here is {}, off by {learned_mae:.2}: {verdict}",
            title(&learned.spec.counter)
        );
        let as_published = main().find(|row| row.spec.counter == "count-gnn");
        let as_published = as_published.filter(|row| row.spec != learned.spec).and_then(mae);
        if let Some(as_published) = as_published {
            text += &format!(" (Count-GNN as the paper has it: {as_published:.2})");
        }
    }
    let micros = |counter: &str| {
        let row = main().find(|row| row.spec.counter == counter)?;
        row.mean(|it| it.metrics.microseconds())
    };
    if let (Some(exact), Some(vf2)) = (micros("exact"), micros("vf2")) {
        text += &format!(
            ". The exact engine needs {exact:.1} µs for a triple and is never off; VF2 needs {vf2:.0}"
        );
        if let Some(learned) = micros("count-gnn") {
            text += &format!(", Count-GNN {learned:.0}");
        }
    }
    Some(text + ".")
}
