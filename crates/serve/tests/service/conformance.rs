//! The questions of every interface, asked over HTTP: the same record, or the same refusal in the
//! same words.

use std::fs;
use std::time::Duration;

use isocount_conformance::interfaces::Interface;
use isocount_conformance::{Graph, Kind, Question, Row, Told, folder, library, random, written};
use serde_json::{Value, json};

use crate::client::{Reply, Service};

/// The time limit of each question; nothing here takes as long, however busy the machine is.
const SECONDS: u64 = 3_600;

#[test]
fn written_questions_get_the_answers_of_the_library() {
    Interface::named("service").check_exceptions(&written());
    check(written().into_iter());
}

#[test]
fn random_questions_get_the_answers_of_the_library() {
    check(random::numbers(500, 5_000).map(random::question));
}

fn check(questions: impl Iterator<Item = Question>) {
    let service = Service::with_limits(|limits| {
        limits.time = Duration::from_secs(SECONDS);
        limits.default_time = limits.time;
        limits.threads = 4;
    });
    let mut shelf = Shelf::default();
    let ask = |question: &Question| shelf.ask(&service, question);
    Interface::named("service").check(questions, ask, |question| {
        // Every question has a limit here, and its record says so.
        let time_limit = question.time_limit.or(Some(SECONDS as f64));
        library::answer(&Question { time_limit, ..question.clone() })
    });
}

/// The graph that was sent last, and its id.
#[derive(Default)]
struct Shelf(Option<(Graph, String)>);

impl Shelf {
    fn ask(&mut self, service: &Service, question: &Question) -> Told {
        let graph = match self.graph(service, question) {
            Ok(graph) => graph,
            Err(refused) => return refused,
        };
        let path = match question.kind {
            Kind::Count => "/api/v1/count",
            Kind::Per => "/api/v1/participation",
            Kind::Find => "/api/v1/find",
            Kind::Motifs => "/api/v1/motifs",
        };
        let mut body = body(question, &graph);
        if question.kind == Kind::Per {
            // By default only the largest counts are listed, and no zeros.
            let about = service.get(&format!("/api/v1/graphs/{graph}")).json();
            let nodes = about["nodes"].as_u64().filter(|&nodes| nodes <= 1_000);
            body["nodes"] = nodes.map(|nodes| (0..nodes).collect::<Vec<_>>()).into();
        }
        let reply = service.post(path, &body.to_string());
        if reply.status != 200 {
            assert!(reply.status < 500, "{}: {}", question.name, reply.text());
            return Told::Refused(reply.message());
        }
        told(question, &reply.json())
    }

    /// Sends the graph of a question, unless it is the last one or an example.
    fn graph(&mut self, service: &Service, question: &Question) -> Result<String, Told> {
        if let Some((graph, id)) = &self.0
            && *graph == question.graph
        {
            return Ok(id.clone());
        }
        let (name, bytes) = match &question.graph {
            Graph::Json(graph) => ("g.json".to_owned(), graph.to_string().into_bytes()),
            Graph::Argument(text) if text.starts_with("example:") => return Ok(text.clone()),
            Graph::Argument(text) => match text.strip_prefix("files/") {
                Some(name) => {
                    let bytes = fs::read(folder().join(text));
                    (name.to_owned(), bytes.map_err(|_| Told::Refused("cannot read".into()))?)
                }
                None if text.starts_with("smiles:") => {
                    ("g.smi".to_owned(), text.as_bytes()["smiles:".len()..].to_vec())
                }
                None => ("g.pattern".to_owned(), text.as_bytes().to_vec()),
            },
        };
        let reply: Reply = service.upload(&name, &bytes);
        if !matches!(reply.status, 200 | 201) {
            return Err(Told::Refused(reply.message()));
        }
        let id = reply.json()["id"].as_str().unwrap().to_owned();
        self.0 = Some((question.graph.clone(), id.clone()));
        Ok(id)
    }
}

/// The question as a request.
fn body(question: &Question, graph: &str) -> Value {
    let mut body = match question.kind {
        Kind::Motifs => json!({ "graph": graph }),
        _ => json!({ "graph": graph, "pattern": pattern(question) }),
    };
    let mut put = |key: &str, value: Value| {
        if !value.is_null() {
            body[key] = value;
        }
    };
    put("semantics", json!(question.semantics));
    put("unit", json!(question.unit));
    put("method", json!(question.method));
    put("precision", json!(question.precision));
    put("confidence", json!(question.confidence));
    put("seed", json!(question.seed));
    put("replicates", json!(question.replicates));
    put("time_limit", json!(question.time_limit));
    put("step_limit", json!(question.step_limit));
    put("threads", json!(question.threads));
    put("per", json!(question.per));
    put("least", json!(question.sizes.map(|[least, _]| least)));
    put("most", json!(question.sizes.map(|[_, most]| most)));
    put("directed", json!(question.directed));
    put("labels", json!(question.labels.then_some(true)));
    put("limit", json!(question.limit.or((question.kind == Kind::Per).then_some(1000))));
    for ignored in &question.ignore {
        match ignored.as_str() {
            "directions" => put("undirected", json!(true)),
            other => put(&format!("ignore_{other}"), json!(true)),
        }
    }
    body
}

/// A pattern is always text here, never the name of a file.
fn pattern(question: &Question) -> String {
    if question.pattern.starts_with("files/") {
        fs::read_to_string(folder().join(&question.pattern)).unwrap()
    } else {
        question.pattern.clone()
    }
}

fn told(question: &Question, reply: &Value) -> Told {
    let texts = |value: &Value| -> Vec<String> {
        let list = value.as_array().unwrap().iter();
        list.map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    match question.kind {
        Kind::Count => Told::record(named(reply.clone(), question)),
        Kind::Per => {
            let row = |row: &Value| Row {
                // The label of a parallel edge follows the nodes.
                nodes: row["name"]
                    .as_str()
                    .and_then(|name| name.split(" (").next())
                    .unwrap()
                    .split([' ', '–', '→'])
                    .filter(|it| !it.is_empty())
                    .map(str::to_owned)
                    .collect(),
                counts: texts(&row["counts"]),
            };
            let rows = reply["rows"].as_array().unwrap().iter().map(row).collect();
            Told::rows(reply["complete"] == true, rows)
        }
        Kind::Find => {
            let names = texts(&reply["pattern_nodes"]);
            let found = |found: &Value| {
                let images = texts(&found["names"]);
                names.iter().cloned().zip(images.into_iter().map(Value::from)).collect()
            };
            let all = reply["matches"].as_array().unwrap().iter();
            Told::matches(all.map(|it| Value::Object(found(it))).collect())
        }
        Kind::Motifs => {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let motifs = reply["motifs"].as_array().unwrap().iter();
            let counts = motifs.map(|motif| (text(&motif["pattern"]), text(&motif["count"])));
            Told::motifs(reply["directed"] == true, counts)
        }
    }
}

/// A graph that other interfaces take as text is a file here, and has its name.
fn named(mut record: Value, question: &Question) -> Value {
    if let Graph::Argument(text) = &question.graph
        && !text.starts_with("files/")
        && !text.starts_with("example:")
    {
        record["graph"] = text.strip_prefix("smiles:").unwrap_or(text).into();
    }
    record
}
