//! The answers of the library to the questions that every interface is asked.

use isocount_conformance::{Graph, Kind, Question, Told, library, random, written};
use serde_json::{Map, Value};

#[test]
fn written_questions_are_answered_as_expected() {
    let questions = written();
    assert!(questions.len() >= 60, "only {} questions", questions.len());
    let mut wrong = Vec::new();
    for question in questions {
        let is_said = !question.expect.is_null() && question.expect["refused"] != "";
        assert!(is_said, "{}: nothing is expected", question.name);
        if let Err(problem) = library::answer(&question).fulfils(&question.expect) {
            wrong.push(format!("{}: {problem}", question.name));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// A set of questions whose answers are nearly always zero or refusals would not test anything.
#[test]
fn random_questions_are_not_trivial() {
    const NUMBER: u64 = 2_000;
    let (mut refused, mut positive, mut zero, mut none) = (0, 0, 0, 0);
    for number in 0..NUMBER {
        match library::answer(&random::question(number)) {
            Told::Refused(_) => refused += 1,
            Told::Answer(record) => match (&record["answer"], &record["count"]) {
                (Value::String(kind), _) if kind == "none" => none += 1,
                (_, Value::String(count)) if count == "0" => zero += 1,
                _ if is_empty(&record) => zero += 1,
                _ => positive += 1,
            },
        }
    }
    let said = format!("{positive} positive, {zero} zero, {none} none, {refused} refused");
    assert!(positive > NUMBER / 2, "{said}");
    assert!(refused > NUMBER / 50 && refused < NUMBER / 3, "{said}");
    assert!(none < NUMBER / 5, "{said}");
}

/// Whether there are no matches and no motifs.
fn is_empty(record: &Value) -> bool {
    let none = |value: &Value| {
        value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(Map::is_empty)
    };
    none(&record["matches"]) || none(&record["motifs"])
}

/// Sets one option of a question.
type SetOption = fn(&mut Question);

/// An option of a count: its name, the question and method for which it makes a difference, and how
/// to set it.
type CountOption = (&'static str, fn(&str) -> Question, SetOption);

/// Fields of a record that repeat the question: an option that shows only there has no effect.
const REPEATED: [&str; 8] =
    ["semantics", "unit", "ignored", "method", "options", "time_limit", "step_limit", "seed"];

fn answer(question: &Question) -> Told {
    match library::answer(question) {
        Told::Answer(Value::Object(mut record)) => {
            record.retain(|key, _| !REPEATED.contains(&key.as_str()));
            Told::Answer(Value::Object(record))
        }
        told => told,
    }
}

/// A question whose count depends on what an occurrence is.
fn labelled() -> Question {
    Question {
        pattern: "x:A-[u]->y:B, y-[u]->x".to_owned(),
        graph: Graph::Argument(
            "0:A-[u]->1:B, 1-[u]->0, 0-[v]->1, 2:A-[v]->1, 3:C-[u]->1, 1-[u]->3, 1-[u]->2"
                .to_owned(),
        ),
        ..Question::default()
    }
}

/// Like [`labelled`], but the pattern has a symmetry.
fn symmetric() -> Question {
    Question {
        pattern: "a-b-c".to_owned(),
        graph: Graph::Argument("0-1-2-0, 2-3".to_owned()),
        ..Question::default()
    }
}

/// A question that `method` can only estimate, or that is far too large for it.
fn large(method: &str) -> Question {
    let estimates = matches!(method, "auto" | "sample");
    Question {
        pattern: "cycle:8".to_owned(),
        graph: Graph::Argument("example:power-law".to_owned()),
        precision: estimates.then_some(0.3),
        step_limit: (!estimates).then_some(50_000),
        ..Question::default()
    }
}

/// Every option either changes the answer itself, and not only the question next to it, or is
/// refused. Threads are the exception: answers do not depend on them.
#[test]
fn every_option_matters_or_is_refused() {
    let options: [CountOption; 11] = [
        ("semantics", |_| symmetric(), |it| it.semantics = Some("induced".to_owned())),
        ("unit", |_| symmetric(), |it| it.unit = Some("subgraphs".to_owned())),
        ("node_labels", |_| labelled(), |it| it.ignore.push("node_labels".to_owned())),
        ("edge_labels", |_| labelled(), |it| it.ignore.push("edge_labels".to_owned())),
        ("directions", |_| labelled(), |it| it.ignore.push("directions".to_owned())),
        ("precision", large, |it| it.precision = Some(0.05)),
        ("confidence", large, |it| it.confidence = Some(0.7)),
        ("seed", large, |it| it.seed = Some(5)),
        ("replicates", large, |it| it.replicates = Some(30)),
        ("step_limit", large, |it| it.step_limit = Some(1_000)),
        // A time limit of zero is the only one whose effect does not depend on the machine.
        ("time_limit", large, |it| (it.step_limit, it.time_limit) = (None, Some(0.0))),
    ];
    let mut refused = 0;
    for method in ["auto", "exact", "sample", "vf2", "peregrine", "brute-force"] {
        for (name, base, set) in options {
            let without = Question { method: Some(method.to_owned()), ..base(method) };
            let mut with = without.clone();
            set(&mut with);
            let (without, with) = (answer(&without), answer(&with));
            // Peregrine never answers questions about graphs with directions or edge labels.
            if method == "peregrine" && matches!(&with, Told::Answer(it) if it["answer"] == "none")
            {
                assert!(["node_labels", "edge_labels", "directions"].contains(&name), "{with:?}");
                continue;
            }
            assert_ne!(without, with, "{method} takes {name}, and nothing changes");
            refused += u32::from(matches!(with, Told::Refused(_)));
        }
    }
    // Precision, confidence, seed and replicates, by four methods that do not estimate.
    assert_eq!(refused, 16);
}

#[test]
fn every_option_of_other_questions_matters_or_is_refused() {
    let of = |kind, question: Question| Question { kind, ..question };
    let per = Question { per: Some("node".to_owned()), ..of(Kind::Per, symmetric()) };
    let find = Question { limit: Some(10), ..of(Kind::Find, symmetric()) };
    let both_ways = Graph::Argument("0->1->2->0, 2->3, 3:A->2".to_owned());
    let motifs = Question { graph: both_ways, ..of(Kind::Motifs, symmetric()) };
    let options: [(&str, &Question, SetOption); 16] = [
        ("per", &per, |it| it.per = Some("edge".to_owned())),
        ("semantics", &per, |it| it.semantics = Some("induced".to_owned())),
        ("unit", &per, |it| it.unit = Some("subgraphs".to_owned())),
        ("step_limit", &per, |it| it.step_limit = Some(0)),
        ("precision", &per, |it| it.precision = Some(0.1)),
        ("seed", &per, |it| (it.seed, it.time_limit) = (Some(1), Some(3600.0))),
        ("semantics", &find, |it| it.semantics = Some("induced".to_owned())),
        ("unit", &find, |it| it.unit = Some("subgraphs".to_owned())),
        ("limit", &find, |it| it.limit = Some(1)),
        ("sizes", &motifs, |it| it.sizes = Some([3, 3])),
        ("directed", &motifs, |it| it.directed = Some(false)),
        ("labels", &motifs, |it| it.labels = true),
        ("semantics", &motifs, |it| it.semantics = Some("monomorphism".to_owned())),
        ("seed", &motifs, |it| it.seed = Some(1)),
        ("precision", &motifs, |it| it.precision = Some(0.1)),
        ("confidence", &motifs, |it| it.confidence = Some(0.9)),
    ];
    for (name, without, set) in options {
        let mut with = without.clone();
        set(&mut with);
        let kind = without.kind;
        assert_ne!(answer(without), answer(&with), "{kind:?} takes {name}, and nothing changes");
    }
}
