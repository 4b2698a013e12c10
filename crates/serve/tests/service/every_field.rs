//! The law of requests: every field of a question changes its outcome. The fields are those of the
//! `OpenAPI` document, so a new field needs a row here.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Reply, Service};

/// Fields in which an answer repeats its question, and times.
const ECHOES: &[&str] = &[
    "pattern",
    "graph",
    "semantics",
    "unit",
    "ignored",
    "method",
    "options",
    "model",
    "time_limit",
    "step_limit",
    "seed",
    "replicates",
    "confidence",
    "open_seconds",
    "count_seconds",
    "graph_id",
    "pattern_place",
    "graph_place",
    "directed",
    "labels",
    "samples",
    "nodes",
    "edges",
];

/// A field that changes the outcome of a question when set to this value.
struct Row {
    path: &'static str,
    field: &'static str,
    question: Value,
    value: Value,
    outcome: Outcome,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Another answer.
    Changed,
    /// A refusal with this message.
    Refused(&'static str),
    /// The same answer, intentionally.
    Same,
}

use Outcome::{Changed, Refused, Same};

/// Three atoms in a ring of arcs, as `ring.json`.
const RING: &[u8] =
    br#"{"nodes": ["C", "N", "O"], "edges": [[0, 1, "s"], [1, 2, "d"], [2, 0, "s"]]}"#;

/// A search that is ended by its limits.
fn search() -> Value {
    json!({"pattern": "path:14", "graph": "power-law", "method": "vf2", "step_limit": 100_000})
}

/// An estimate that is the same on every machine.
fn estimate() -> Value {
    json!({"pattern": "cycle:8", "graph": "power-law", "method": "sample", "seed": 5, "replicates": 8,
        "step_limit": 300_000})
}

/// The fields that determine what is counted, which most questions have.
fn meanings(path: &'static str) -> Vec<Row> {
    let row = |field, question, value| Row { path, field, question, value, outcome: Changed };
    let karate = |pattern: &str| json!({"pattern": pattern, "graph": "karate"});
    let ring = |pattern: &str| json!({"pattern": pattern, "graph": "ring"});
    vec![
        row("pattern", karate("triangle"), json!("a-b")),
        row("graph", karate("a-b"), json!("ring")),
        row("semantics", karate("a-b-c"), json!("induced")),
        row("unit", karate("triangle"), json!("subgraphs")),
        row("undirected", ring("a:N-[s]->b:C"), json!(true)),
        row("ignore_node_labels", ring("a:C-[s]->b:C"), json!(true)),
        row("ignore_edge_labels", ring("a:N-[s]->b:O"), json!(true)),
    ]
}

/// The fields that determine how it is counted.
fn methods(path: &'static str) -> Vec<Row> {
    let row = |field, question, value, outcome| Row { path, field, question, value, outcome };
    let karate = json!({"pattern": "triangle", "graph": "karate"});
    let homomorphisms =
        json!({"pattern": "triangle", "graph": "karate", "semantics": "homomorphism"});
    // A limit may end an estimate before its last replicates; a precision does not.
    let precise = json!({"pattern": "cycle:6", "graph": "power-law", "method": "sample", "seed": 5, "replicates": 8,
        "precision": 0.2});
    let no_option = |field| match field {
        "model" => Refused("the method auto has no option `model`"),
        _ => Refused("the method auto has no option `readout`"),
    };
    vec![
        row("method", homomorphisms, json!("peregrine"), Changed),
        row("precision", estimate(), json!(0.9), Changed),
        row("confidence", estimate(), json!(0.5), Changed),
        row("seed", estimate(), json!(6), Changed),
        row("replicates", precise, json!(16), Changed),
        row("time_limit", search(), json!(0), Changed),
        row("step_limit", search(), json!(5_000), Changed),
        row("threads", karate.clone(), json!(2), Same),
        row("threads", karate.clone(), json!(5), Refused("`threads` must be from 1 to 4 (got 5)")),
        row("model", karate.clone(), json!("run"), no_option("model")),
        row("readout", karate, json!("plain"), no_option("readout")),
    ]
}

fn rows() -> Vec<Row> {
    let row = |path, field, question, value| Row { path, field, question, value, outcome: Changed };
    let mut rows = meanings("count");
    rows.extend(methods("count"));
    let index = row("count", "index", json!({"pattern": "a-b", "graph": "karate"}), json!("x"));
    rows.push(Row { outcome: Refused("an `index` has its own graph and model"), ..index });

    let find = |field, question, value| row("find", field, question, value);
    rows.extend(meanings("find"));
    rows.extend([
        find("limit", json!({"pattern": "a-b", "graph": "karate"}), json!(3)),
        find("after", json!({"pattern": "a-b", "graph": "karate"}), json!("3")),
        find("time_limit", json!({"pattern": "clique:6", "graph": "power-law"}), json!(0)),
        find("step_limit", json!({"pattern": "triangle", "graph": "power-law"}), json!(1)),
    ]);

    let parts = |field, question, value| row("participation", field, question, value);
    let triangles = json!({"pattern": "triangle", "graph": "power-law"});
    rows.extend(meanings("participation"));
    rows.extend([
        parts("per", triangles.clone(), json!("edge")),
        parts("nodes", triangles.clone(), json!([3, 4])),
        parts("limit", triangles.clone(), json!(3)),
        parts("time_limit", json!({"pattern": "clique:6", "graph": "power-law"}), json!(0)),
        parts("step_limit", triangles.clone(), json!(1)),
        Row { outcome: Same, ..parts("threads", triangles, json!(2)) },
    ]);

    let motifs = |field, question, value| row("motifs", field, question, value);
    let (karate, ring) =
        (json!({"graph": "karate", "most": 3}), json!({"graph": "ring", "most": 3}));
    let sample = json!({"graph": "karate", "method": "sample", "most": 3, "draws": 20_000});
    rows.extend([
        motifs("graph", karate.clone(), json!("ring")),
        motifs("least", json!({"graph": "karate"}), json!(4)),
        motifs("most", json!({"graph": "karate"}), json!(3)),
        motifs("directed", ring.clone(), json!(false)),
        motifs("labels", ring.clone(), json!(true)),
        motifs("semantics", karate.clone(), json!("monomorphism")),
        motifs("method", karate.clone(), json!("sample")),
        motifs("nodes", ring.clone(), json!([0])),
        motifs("edges", ring, json!([[0, 1]])),
        motifs("samples", karate, json!(5)),
        motifs("seed", json!({"graph": "karate", "most": 3, "samples": 5}), json!(7)),
        motifs("draws", sample.clone(), json!(5_000)),
        motifs("precision", json!({"graph": "karate", "method": "sample", "most": 3}), json!(0.9)),
        motifs("confidence", sample.clone(), json!(0.5)),
        motifs("time_limit", sample, json!(0)),
    ]);

    // The fields of a single question, and some that only batches have.
    let batch = |mut row: Row| {
        row.path = "count-many";
        for (one, many) in [("pattern", "patterns"), ("graph", "graphs")] {
            let word = row.question.as_object_mut().unwrap().remove(one).unwrap();
            row.question[many] = json!([word]);
            if row.field == one {
                (row.field, row.value) = (many, json!([row.value]));
            }
        }
        row
    };
    rows.extend(meanings("count").into_iter().chain(methods("count")).map(batch));
    let two = json!({"patterns": ["a-b", "a-"], "graphs": ["karate"]});
    rows.extend([
        row(
            "count-many",
            "pairs",
            json!({"patterns": ["a-b", "a-b-c"], "graphs": ["karate"]}),
            json!([[1, 0]]),
        ),
        row("count-many", "on_error", two, json!("record")),
    ]);
    rows
}

/// The outcome of a question, without the fields that repeat the question.
fn outcome(reply: &Reply) -> (u16, Vec<Value>) {
    let text = reply.text();
    let mut lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &mut lines {
        line.as_object_mut().unwrap().retain(|key, _| !ECHOES.contains(&key.as_str()));
    }
    (reply.status, lines)
}

#[test]
fn every_field_of_a_question_changes_its_outcome() {
    // No limit of the service is ever reached.
    let service = Service::with_limits(|limits| {
        limits.default_time = Duration::from_secs(3_600);
        limits.threads = 4;
    });
    assert_eq!(service.upload("ring.json", RING).status, 201);
    for Row { path, field, question, value, outcome: expected } in rows() {
        let address = format!("/api/v1/{path}");
        let before = service.post(&address, &question.to_string());
        assert_eq!(before.status, 200, "{path} {question}: {}", before.text());
        let mut asked = question.clone();
        asked[field] = value;
        let after = service.post(&address, &asked.to_string());
        match expected {
            Refused(words) => {
                assert!(matches!(after.status, 400..500), "{path} {asked}: {}", after.text());
                assert!(after.message().contains(words), "{path} {asked}: {}", after.text());
            }
            Changed => {
                assert_eq!(after.status, 200, "{path} {asked}: {}", after.text());
                let (one, other) = (outcome(&before), outcome(&after));
                assert_ne!(one, other, "{path}: `{field}` changes nothing in {asked}");
            }
            Same => assert_eq!(outcome(&before), outcome(&after), "{path} {asked}"),
        }
    }
}

#[test]
fn every_field_of_the_document_has_a_row() {
    let service = Service::start();
    let document = service.get("/api/v1/openapi.json").json();
    let rows = rows();
    for path in ["count", "count-many", "find", "participation", "motifs"] {
        let operation = &document["paths"][format!("/api/v1/{path}")]["post"];
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        let name = schema.as_str().unwrap().rsplit('/').next().unwrap();
        let fields = document["components"]["schemas"][name]["properties"].as_object().unwrap();
        let fields: BTreeSet<&str> = fields.keys().map(String::as_str).collect();
        let with_rows = rows.iter().filter(|row| row.path == path).map(|row| row.field);
        assert_eq!(with_rows.collect::<BTreeSet<_>>(), fields, "{path}");
    }
}
