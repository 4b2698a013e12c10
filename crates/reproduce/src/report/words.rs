//! What was learned, in plain words.

use super::rows::{Row, least, main_of, title};
use crate::{EvaluationRecord, Experiment, Plan, Scope, Set};

/// Whether this is a part of everything, then a few sentences for each data set.
pub(crate) fn of(plan: &Plan, rows: &[Row<'_>]) -> Vec<String> {
    let mut sets: Vec<Set> = rows.iter().map(|row| row.spec.set).collect();
    sets.sort_unstable();
    sets.dedup();
    let main = sets.iter().filter_map(|&set| of_set(set, rows));
    let unseen = sets.iter().filter_map(|&set| of_unseen(set, rows));
    of_scope(&plan.request.scope).into_iter().chain(main).chain(unseen).collect()
}

/// That numbers of a part are not those of the whole.
fn of_scope(scope: &Scope) -> Option<String> {
    let data = scope.data.map(|triples| format!("at most {triples} triples of each set"));
    let epochs = scope.epochs.map(|[narrow, wide]| {
        let of_wide =
            if narrow == wide { String::new() } else { format!(", {wide} of wide models") };
        format!("{narrow} epochs{of_wide}")
    });
    let parts: Vec<String> = data.into_iter().chain(epochs).collect();
    (!parts.is_empty()).then(|| {
        format!(
            "This is a slice ({}): its numbers are not comparable with the published ones.",
            parts.join(", ")
        )
    })
}

/// Patterns that were never seen.
fn of_unseen(set: Set, rows: &[Row<'_>]) -> Option<String> {
    let unseen =
        rows.iter().filter(|row| row.spec.set == set && row.spec.experiment == Experiment::Unseen);
    let mae = |it: &EvaluationRecord| it.metrics.mae;
    let (learned, learned_mae) = least(unseen.clone().filter(|row| row.is_learned()), mae)?;
    let (trivial, trivial_mae) = least(unseen.filter(|row| row.is_trivial()), mae)?;
    let seen = main_of(rows, set).find(|row| row.spec.counter == learned.spec.counter);
    let seen = seen.and_then(|row| row.mean(mae));
    let seen = seen.map_or(String::new(), |mae| format!(", and {mae:.2} on patterns it has seen"));
    Some(format!(
        "{}, patterns never seen in training: the best learned counter ({}) is off by {learned_mae:.2}{seen}; \
         the best rule that learns next to nothing ({}) is off by {trivial_mae:.2}.",
        set.title(),
        title(&learned.spec.counter),
        title(&trivial.spec.counter)
    ))
}

/// Who is best by some error: of what learns, and of what learns next to nothing.
struct Duel<'a, 'b> {
    learned: (&'a Row<'b>, f64),
    trivial: (&'a Row<'b>, f64),
}

impl<'a, 'b> Duel<'a, 'b> {
    fn by(rows: &'a [Row<'b>], set: Set, error: fn(&EvaluationRecord) -> f64) -> Option<Self> {
        let learned = least(main_of(rows, set).filter(|row| row.is_learned()), error)?;
        let trivial = least(main_of(rows, set).filter(|row| row.is_trivial()), error)?;
        Some(Self { learned, trivial })
    }

    fn learning_pays(&self) -> bool {
        self.learned.1 < self.trivial.1
    }

    fn verdict(&self) -> &'static str {
        if self.learning_pays() { "better" } else { "no better" }
    }

    /// The two with their errors.
    fn names(&self) -> [String; 2] {
        [self.learned, self.trivial]
            .map(|(row, error)| format!("{}, {error:.2}", title(&row.spec.counter)))
    }
}

/// What learning is worth by both errors.
fn of_learning(set: Set, rows: &[Row<'_>]) -> Option<String> {
    let Some(by_mae) = Duel::by(rows, set, |it| it.metrics.mae) else {
        // Nothing has learned yet.
        let (rule, mae) =
            least(main_of(rows, set).filter(|row| row.is_trivial()), |it| it.metrics.mae)?;
        let rule = title(&rule.spec.counter);
        return Some(format!(
            "{}: the best rule that learns next to nothing ({rule}) is off by {mae:.2} on average.",
            set.title()
        ));
    };
    let by_q_error = Duel::by(rows, set, |it| it.metrics.q_error)?;
    let [learned, trivial] = by_mae.names();
    let mut text = format!(
        "{}: by MAE the best learned counter ({learned}) is {} than the best rule that learns next to nothing ({trivial})",
        set.title(),
        by_mae.verdict(),
    );
    let [learned, trivial] = by_q_error.names();
    text += &if by_mae.learning_pays() == by_q_error.learning_pays() {
        ", and so it is by Q-error.".to_owned()
    } else {
        let verdict = by_q_error.verdict();
        format!(
            ", but by Q-error the best ({learned}) is {verdict} than the best such rule ({trivial})."
        )
    };
    let (best, _) = by_mae.learned;
    let as_published = main_of(rows, set).find(|row| row.spec.counter == "count-gnn");
    let as_published = as_published.filter(|row| row.spec != best.spec);
    if let Some(mae) = as_published.and_then(|row| row.mean(|it| it.metrics.mae)) {
        text += &format!(" Count-GNN as the paper has it is off by {mae:.2}.");
    }
    Some(text)
}

/// What exact counting takes, and whether it is exact.
fn of_counting(set: Set, rows: &[Row<'_>]) -> Option<String> {
    let row = |counter: &str| main_of(rows, set).find(|row| row.spec.counter == counter);
    let micros = |counter: &str| row(counter)?.mean(|it| it.metrics.microseconds());
    let mae = |counter: &str| row(counter)?.mean(|it| it.metrics.mae);
    let (exact, vf2) = (micros("exact")?, micros("vf2")?);
    let [is_right, is_confirmed] = ["exact", "vf2"].map(|name| mae(name) == Some(0.0));
    let off = |counter: &str| format!("off by {:.2}", mae(counter).unwrap_or_default());
    let mut text = format!(
        "The exact engine needs {exact:.1} µs for a triple and is {}; VF2",
        if is_right { "never off".to_owned() } else { off("exact") }
    );
    text += &match (is_right, is_confirmed) {
        (true, true) => format!(", which shares no code with it, agrees and needs {vf2:.0}"),
        (false, true) => format!(" needs {vf2:.0}"),
        (_, false) => format!(" needs {vf2:.0} and is {}", off("vf2")),
    };
    if let Some(learned) = micros("count-gnn") {
        text += &format!("; Count-GNN needs {learned:.0}");
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

    #[test]
    fn a_slice_is_called_one() {
        assert_eq!(of_scope(&Scope::FULL), None);
        let said = |scope: &Scope| of_scope(scope).unwrap();
        assert_eq!(
            said(&Scope::QUICK),
            "This is a slice (at most 8000 triples of each set, 30 epochs, 6 of wide models): its numbers are not comparable \
             with the published ones."
        );
        let short = Scope { epochs: Some([2, 2]), ..Scope::FULL };
        assert!(said(&short).starts_with("This is a slice (2 epochs): "));
    }
}
