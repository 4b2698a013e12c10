//! The findings of a report, in sentences.

use super::rows::{Row, least, main_of, title};
use crate::{EvaluationRecord, Experiment, Plan, Scope, Set};

/// Whether the run is partial, a paragraph for each data set, and how far VF2 checks the exact
/// engine.
pub(crate) fn of(plan: &Plan, rows: &[Row<'_>]) -> Vec<String> {
    let mut sets: Vec<Set> = rows.iter().map(|row| row.spec.set).collect();
    sets.sort_unstable();
    sets.dedup();
    let main = sets.iter().filter_map(|&set| of_set(set, rows));
    let unseen = sets.iter().filter_map(|&set| of_unseen(set, rows));
    let compared = sets.iter().any(|&set| Timed::of(set, rows).is_some_and(|it| it.agree()));
    let check = compared.then(|| VF2_AS_A_CHECK.to_owned());
    of_scope(&plan.request.scope).into_iter().chain(main).chain(unseen).chain(check).collect()
}

const VF2_AS_A_CHECK: &str = "VF2 is a check on the exact engine: its search is separate code. The two share the step meter, \
     the counting of automorphisms and the answer type, and the engine passes patterns of more than 64 nodes to VF2 (the \
     patterns here have at most 16).";

/// A note that the numbers of a partial run differ from those of a full one.
fn of_scope(scope: &Scope) -> Option<String> {
    let data = scope.data.map(|triples| format!("at most {triples} triples of each data set"));
    let epochs = scope.epochs.map(|epochs| {
        let narrow = epochs.narrow;
        match epochs.wide {
            wide if wide == narrow => format!("{narrow} epochs"),
            wide => format!("{narrow} epochs, {wide} for wide models"),
        }
    });
    let parts: Vec<String> = data.into_iter().chain(epochs).collect();
    (!parts.is_empty()).then(|| {
        format!(
            "This is a partial run ({}): its numbers are not comparable with the published ones.",
            parts.join(", ")
        )
    })
}

/// Patterns that do not occur in training.
fn of_unseen(set: Set, rows: &[Row<'_>]) -> Option<String> {
    let unseen =
        rows.iter().filter(|row| row.spec.set == set && row.spec.experiment == Experiment::Unseen);
    let mae = |it: &EvaluationRecord| it.metrics.mae;
    let (learned, learned_mae) = least(unseen.clone().filter(|row| row.is_learned()), mae)?;
    let (trivial, trivial_mae) = least(unseen.filter(|row| row.is_trivial()), mae)?;
    let seen = main_of(rows, set).find(|row| row.spec.counter == learned.spec.counter);
    let seen = seen.and_then(|row| row.mean(mae));
    let seen = seen.map_or(String::new(), |mae| format!(" (on seen patterns {mae:.2})"));
    Some(format!(
        "{}, unseen patterns: the best learned counter is {} with MAE {learned_mae:.2}{seen}; the best trivial rule is {} \
         with MAE {trivial_mae:.2}.",
        set.title(),
        title(&learned.spec.counter),
        title(&trivial.spec.counter)
    ))
}

/// The best learned counter and the best trivial rule, by some error.
struct Comparison<'a, 'b> {
    learned: (&'a Row<'b>, f64),
    trivial: (&'a Row<'b>, f64),
}

impl<'a, 'b> Comparison<'a, 'b> {
    fn by(rows: &'a [Row<'b>], set: Set, error: fn(&EvaluationRecord) -> f64) -> Option<Self> {
        let learned = least(main_of(rows, set).filter(|row| row.is_learned()), error)?;
        let trivial = least(main_of(rows, set).filter(|row| row.is_trivial()), error)?;
        Some(Self { learned, trivial })
    }

    fn sentence(&self, error: &str) -> String {
        let verdict = if self.learned.1 < self.trivial.1 { "better" } else { "no better" };
        let [learned, trivial] = [self.learned, self.trivial]
            .map(|(row, error)| format!("{}, {error:.2}", title(&row.spec.counter)));
        format!(
            "by {error}, the best learned counter ({learned}) is {verdict} than the best trivial rule ({trivial})"
        )
    }
}

/// Whether learning is worthwhile, by both errors.
fn of_learning(set: Set, rows: &[Row<'_>]) -> Option<String> {
    let Some(by_mae) = Comparison::by(rows, set, |it| it.metrics.mae) else {
        // No model is trained yet.
        let trivial = main_of(rows, set).filter(|row| row.is_trivial());
        let (rule, mae) = least(trivial, |it| it.metrics.mae)?;
        let rule = title(&rule.spec.counter);
        return Some(format!(
            "{}: the best trivial rule is {rule} with MAE {mae:.2}.",
            set.title()
        ));
    };
    let by_q_error = Comparison::by(rows, set, |it| it.metrics.q_error)?;
    let mut text =
        format!("{}: {}; {}.", set.title(), by_mae.sentence("MAE"), by_q_error.sentence("Q-error"));
    let (best, _) = by_mae.learned;
    let as_published = main_of(rows, set).find(|row| row.spec.counter == "count-gnn");
    let as_published = as_published.filter(|row| row.spec != best.spec);
    if let Some(mae) = as_published.and_then(|row| row.mean(|it| it.metrics.mae)) {
        text += &format!(" Count-GNN as in the paper has MAE {mae:.2}.");
    }
    Some(text)
}

/// Times and errors of the exact engine and of VF2.
struct Timed {
    exact_micros: f64,
    exact_mae: f64,
    vf2_micros: f64,
    vf2_mae: f64,
}

impl Timed {
    fn of(set: Set, rows: &[Row<'_>]) -> Option<Self> {
        let row = |counter: &str| main_of(rows, set).find(|row| row.spec.counter == counter);
        let (exact, vf2) = (row("exact")?, row("vf2")?);
        Some(Self {
            exact_micros: exact.mean(|it| it.metrics.microseconds())?,
            exact_mae: exact.mean(|it| it.metrics.mae)?,
            vf2_micros: vf2.mean(|it| it.metrics.microseconds())?,
            vf2_mae: vf2.mean(|it| it.metrics.mae)?,
        })
    }

    /// Whether both are right about every triple.
    fn agree(&self) -> bool {
        self.exact_mae == 0.0 && self.vf2_mae == 0.0
    }
}

/// How long exact counting takes, and whether it is exact.
fn of_counting(set: Set, rows: &[Row<'_>]) -> Option<String> {
    let timed = Timed::of(set, rows)?;
    let right = |mae: f64| match mae {
        0.0 => "every count is right".to_owned(),
        mae => format!("MAE {mae:.2}"),
    };
    let mut text = format!(
        "The exact engine takes {:.1} µs per triple ({})",
        timed.exact_micros,
        right(timed.exact_mae)
    );
    text += &format!(", VF2 {:.0} µs", timed.vf2_micros);
    text += &if timed.agree() {
        " (the same counts)".to_owned()
    } else {
        format!(" ({})", right(timed.vf2_mae))
    };
    let count_gnn = main_of(rows, set).find(|row| row.spec.counter == "count-gnn");
    if let Some(micros) = count_gnn.and_then(|row| row.mean(|it| it.metrics.microseconds())) {
        text += &format!(", Count-GNN {micros:.0} µs");
    }
    Some(text + ".")
}

fn of_set(set: Set, rows: &[Row<'_>]) -> Option<String> {
    match (of_learning(set, rows), of_counting(set, rows)) {
        (Some(learning), Some(counting)) => Some(format!("{learning} {counting}")),
        (Some(learning), None) => Some(learning),
        (None, counting) => counting.map(|counting| format!("{}: {counting}", set.title())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Epochs;

    #[test]
    fn a_partial_run_is_called_one() {
        assert_eq!(of_scope(&Scope::FULL), None);
        let said = |scope: &Scope| of_scope(scope).unwrap();
        assert_eq!(
            said(&Scope::QUICK),
            "This is a partial run (at most 8000 triples of each data set, 30 epochs, 6 for wide models): its numbers are \
             not comparable with the published ones."
        );
        let short = Scope { epochs: Some(Epochs { narrow: 2, wide: 2 }), ..Scope::FULL };
        assert!(said(&short).starts_with("This is a partial run (2 epochs): "));
    }
}
