//! The command that is equivalent to a step, in the folder of the plan.

use crate::step::{CounterSpec, SplitSpec, Step, Work};
use crate::{Key, Plan, Scope, Set};

/// The command of the next step of a plan, which has this key.
pub(crate) fn of(work: &Work, key: &Key, plan: &Plan) -> String {
    let before = &plan.steps;
    match work {
        Work::Data { set, limit, .. } => {
            let out = format!("--out data/{}-{key}", set.name());
            let limit = limit.map(|limit| format!(" --limit {}", set.limit(limit)));
            let limit = limit.unwrap_or_default();
            let blind = if *set == Set::MutagEdgeBlind { " --ignore-edge-labels" } else { "" };
            match plan.request.mutag.as_ref().filter(|_| set.is_imported()) {
                Some(files) => format!(
                    "isocount data import {} --from {} --patterns mutag --as mutag{blind} {out}",
                    files.format(),
                    quoted(&files.folder().to_string_lossy())
                ),
                None => format!("isocount data generate {} {out}{limit}", set.name()),
            }
        }
        Work::Train { data, split, model, settings, seed, .. } => {
            let data = folder(data, before);
            let split = flags(split);
            let set: String = settings.iter().map(|setting| format!(" --set {setting}")).collect();
            format!(
                "isocount train {model} --data {data}{split} --seed {seed}{set} --out runs/{key}"
            )
        }
        Work::Evaluate { data, split, counter, limit } => {
            let counter = match counter {
                CounterSpec::Run(run) => format!("runs/{run}"),
                CounterSpec::Method(name) => name.clone(),
                // `isocount eval` always prints the trivial rows.
                CounterSpec::Trivial(_) => "exact".to_owned(),
            };
            let (data, split) = (folder(data, before), flags(split));
            let limit = limit.map(|limit| format!(" --limit {limit}")).unwrap_or_default();
            format!("isocount eval {counter} --data {data}{split}{limit}")
        }
        Work::Scale { .. } => {
            let quick = if plan.request.scope == Scope::QUICK { " --quick" } else { "" };
            format!("isocount reproduce small{quick} --figures scalability --out .")
        }
    }
}

/// Quotes a word for a shell if necessary.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The folder of a data set.
fn folder(data: &Key, before: &[Step]) -> String {
    let made = before.iter().find(|step| step.key == *data).map(|step| &step.work);
    match made {
        Some(Work::Data { set, .. }) => format!("data/{}-{data}", set.name()),
        _ => unreachable!("a step comes after the data that it reads"),
    }
}

fn flags(split: &SplitSpec) -> String {
    let seed = split.seed;
    match (&split.pattern, split.training_triples) {
        (Some(pattern), _) => format!(" --split secondary --pattern {pattern} --split-seed {seed}"),
        (None, Some(triples)) => {
            format!(" --split training-size --training-triples {triples} --split-seed {seed}")
        }
        (None, None) if split.held_out_patterns => {
            format!(" --split held-out-patterns --split-seed {seed}")
        }
        (None, None) => format!(" --split-seed {seed}"),
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;
    use crate::{Figure, Plan, Request, Scope, Set};

    #[test]
    fn folders_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted("data/MUTAG"), "data/MUTAG");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }

    #[test]
    fn commands_name_their_inputs() {
        let request = Request {
            sets: vec![Set::Small],
            tables: vec![2, 4],
            extras: Vec::new(),
            figures: vec![Figure::TrainingSize],
            models: Some(vec!["count-gnn".to_owned(), "lrp".to_owned()]),
            seeds: Some(2),
            scope: Scope::QUICK,
            mutag: None,
        };
        let plan = Plan::new(request).unwrap();
        let of = |title: &str| {
            let step = plan.steps.iter().find(|step| step.title == title).unwrap();
            let data = plan.steps[0].key.to_string();
            step.command.replace(&data, "DATA").replace(&step.key.to_string(), "RUN")
        };
        assert_eq!(
            of("small: data"),
            "isocount data generate small --out data/small-DATA --limit 8000"
        );
        assert_eq!(
            of("small: vf2, split 0"),
            "isocount eval vf2 --data data/small-DATA --split-seed 0 --limit 2000"
        );
        assert_eq!(
            of("small: count-gnn, seed 1: train"),
            "isocount train count-gnn --data data/small-DATA --split-seed 1 --seed 1 --set \
             training.epochs=30 --set training.patience=30 --out runs/RUN"
        );
        assert_eq!(
            of("small: lrp, batch=16, P_N3_E4_NL2_EL4_0, seed 0: train"),
            "isocount train lrp --data data/small-DATA --split secondary --pattern P_N3_E4_NL2_EL4_0 \
             --split-seed 0 --seed 0 --set training.batch=16 --set training.epochs=6 --set \
             training.patience=6 --out runs/RUN"
        );
        let test = of("small: count-gnn, 2000 triples, seed 0: test");
        let flags = "--split training-size --training-triples 2000 --split-seed 0 --limit 2000";
        assert!(test.starts_with("isocount eval runs/") && test.ends_with(flags), "{test}");
    }
}
