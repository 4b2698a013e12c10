//! What the library says to the questions that every interface is asked.

use isocount_conformance::{Graph, Question, Told, library, random, written};
use serde_json::Value;

#[test]
fn written_questions_are_answered_as_expected() {
    let questions = written();
    assert!(questions.len() >= 60, "only {} questions", questions.len());
    let mut wrong = Vec::new();
    for question in questions {
        assert!(!question.expect.is_null(), "{}: nothing is expected", question.name);
        if let Err(problem) = library::answer(&question).fulfils(&question.expect) {
            wrong.push(format!("{}: {problem}", question.name));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Questions whose answer is nearly always zero, or that are nearly always refused, compare nothing.
#[test]
fn random_questions_see_something() {
    const NUMBER: u64 = 2_000;
    let (mut refused, mut positive, mut zero, mut none) = (0, 0, 0, 0);
    for number in 0..NUMBER {
        match library::answer(&random::question(number)) {
            Told::Refused(_) => refused += 1,
            Told::Answer(record) => match (&record["answer"], &record["count"]) {
                (Value::String(kind), _) if kind == "none" => none += 1,
                (_, Value::String(count)) if count == "0" => zero += 1,
                _ => positive += 1,
            },
        }
    }
    let said = format!("{positive} positive, {zero} zero, {none} none, {refused} refused");
    assert!(positive > NUMBER / 2, "{said}");
    assert!(refused > NUMBER / 50 && refused < NUMBER / 3, "{said}");
    assert!(none < NUMBER / 5, "{said}");
}

/// Gives a question one option.
type SetOption = fn(&mut Question);

/// Every option changes what is said, or is refused. Threads are the exception: answers do not depend on them.
#[test]
fn every_option_matters_or_is_refused() {
    let plain = Question {
        pattern: "x:A-[u]->y:B".to_owned(),
        graph: Graph::Argument("0:A-[u]->1:B, 0-[v]->2:A, 2-[u]->1, 1-[u]->0, 3:C->3".to_owned()),
        ..Question::default()
    };
    let text = |word: &str| Some(word.to_owned());
    let options: [(&str, SetOption); 11] = [
        ("semantics", |it| it.semantics = Some("induced".to_owned())),
        ("unit", |it| it.unit = Some("subgraphs".to_owned())),
        ("node_labels", |it| it.ignore.push("node_labels".to_owned())),
        ("edge_labels", |it| it.ignore.push("edge_labels".to_owned())),
        ("directions", |it| it.ignore.push("directions".to_owned())),
        ("precision", |it| it.precision = Some(0.3)),
        ("confidence", |it| it.confidence = Some(0.7)),
        ("seed", |it| it.seed = Some(5)),
        ("replicates", |it| it.replicates = Some(30)),
        ("time_limit", |it| it.time_limit = Some(3600.0)),
        ("step_limit", |it| it.step_limit = Some(1_000_000)),
    ];
    for method in ["auto", "exact", "sample", "vf2", "peregrine", "brute-force"] {
        for (name, set) in options {
            let without = Question { method: text(method), ..plain.clone() };
            let mut with = without.clone();
            set(&mut with);
            let (without, with) = (library::answer(&without), library::answer(&with));
            assert_ne!(without, with, "{method} takes {name}, and nothing changes");
        }
    }
}
