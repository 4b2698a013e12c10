//! The questions of every interface, asked on the command line: the same record, or the same
//! refusal in the same words.

use std::process::Command;

use isocount_conformance::interfaces::Interface;
use isocount_conformance::{Graph, Kind, Question, Row, Told, folder, library, random, written};
use serde_json::Value;

use crate::workdir::Workdir;

#[test]
fn written_questions_get_the_answers_of_the_library() {
    let (interface, dir) = (Interface::named("command line"), Workdir::new());
    interface.check_exceptions(&written());
    interface.check(written().into_iter(), |question| ask(&dir, question), library::answer);
}

#[test]
fn random_questions_get_the_answers_of_the_library() {
    let (interface, dir) = (Interface::named("command line"), Workdir::new());
    let questions = random::numbers(300, 5_000).map(random::question);
    interface.check(questions, |question| ask(&dir, question), library::answer);
}

/// Asks with flags, in the folder of the questions.
fn ask(dir: &Workdir, question: &Question) -> Told {
    let graph = match &question.graph {
        Graph::Argument(text) => text.clone(),
        Graph::Json(graph) => {
            dir.write("g.json", graph.to_string());
            dir.path("g.json").to_string_lossy().into_owned()
        }
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_isocount"));
    command.current_dir(folder()).args(words(question, &graph));
    let output = command.output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    if stdout.is_empty() && output.status.code() != Some(0) {
        return Told::Refused(stderr);
    }
    let lines: Vec<Value> =
        stdout.lines().map(|line| serde_json::from_str(line).expect("lines are JSON")).collect();
    match question.kind {
        Kind::Count => Told::record(lines.into_iter().next().unwrap_or_default()),
        Kind::Per => Told::rows(output.status.code() == Some(0), lines.iter().map(row).collect()),
        Kind::Find => Told::matches(lines.iter().map(|line| line["match"].clone()).collect()),
        Kind::Motifs => {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            // A census without motifs has no line that says whether directions mattered.
            let asked = question.directed == Some(true);
            let directed = lines.first().map_or(asked, |line| line["directed"] == true);
            let counts = lines.iter().map(|line| (text(&line["pattern"]), text(&line["count"])));
            Told::motifs(directed, counts)
        }
    }
}

fn words(question: &Question, graph: &str) -> Vec<String> {
    let mut words: Vec<String> = match question.kind {
        Kind::Count => vec!["count".into()],
        Kind::Per => {
            let per = question.per.clone().unwrap_or_default();
            vec!["count".into(), format!("--per={per}")]
        }
        Kind::Find => vec!["find".into()],
        Kind::Motifs => vec!["motifs".into()],
    };
    if question.kind != Kind::Motifs {
        words.push(question.pattern.clone());
    }
    words.extend([graph.to_owned(), "--json".into(), "--quiet".into()]);
    words.extend(question.sizes.map(|[least, most]| format!("--size={least}..{most}")));
    words.extend(question.directed.map(|is| format!("--{}directed", if is { "" } else { "un" })));
    words.extend(question.labels.then(|| "--labels".to_owned()));
    let mut put = |flag: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{flag}={value}")));
    };
    put("semantics", question.semantics.clone());
    put("unit", question.unit.clone());
    put("method", question.method.clone());
    put("precision", question.precision.map(|it| it.to_string()));
    put("confidence", question.confidence.map(|it| it.to_string()));
    put("seed", question.seed.map(|it| it.to_string()));
    put("replicates", question.replicates.map(|it| it.to_string()));
    put("time-limit", question.time_limit.map(|it| format!("{it}s")));
    put("step-limit", question.step_limit.map(|it| it.to_string()));
    put("threads", question.threads.map(|it| it.to_string()));
    put("limit", question.limit.map(|it| it.to_string()));
    words.extend(question.ignore.iter().map(|ignored| match ignored.as_str() {
        "directions" => "--undirected".to_owned(),
        other => format!("--ignore-{}", other.replace('_', "-")),
    }));
    words
}

/// A line of `--per`.
fn row(line: &Value) -> Row {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let nodes = match line.get("node") {
        Some(node) => vec![text(node)],
        None => vec![text(&line["source"]), text(&line["target"])],
    };
    let counts = match line.get("counts").and_then(Value::as_object) {
        Some(counts) => counts.values().map(text).collect(),
        None => vec![text(&line["count"])],
    };
    Row { nodes, counts }
}
