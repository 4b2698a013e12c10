//! Answers that are sent piece by piece.

use std::io::Read;

use serde_json::Value;

use crate::client::{Reply, Service, read_reply};

const EVENTS: &str = "Accept: text/event-stream\r\nContent-Type: application/json\r\n";

/// The names of events, and their data.
fn events(reply: &Reply) -> Vec<(String, Value)> {
    let text = reply.text();
    let event = |event: &str| {
        let (name, data) = event.split_once('\n').unwrap();
        let name = name.strip_prefix("event: ").unwrap().to_owned();
        (name, serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap())
    };
    text.split_terminator("\n\n").map(event).collect()
}

#[test]
fn a_hard_question_reports_progress_and_estimates() {
    let service = Service::start();
    // This question is never counted to the end; the client leaves once it has seen enough events.
    let question = r#"{"pattern": "cycle:14", "graph": "power-law", "time_limit": 3600}"#;
    let mut stream = service.begin("/api/v1/count", "Accept: text/event-stream\r\n", question);
    let mut heard = String::new();
    while !["event: progress\n", "event: estimate\n", "\"low\":\""]
        .iter()
        .all(|it| heard.contains(it))
    {
        let mut buffer = [0; 4096];
        let number = stream.read(&mut buffer).unwrap();
        assert!(number > 0, "it ended: {heard}");
        heard.push_str(&String::from_utf8_lossy(&buffer[..number]));
    }
    assert!(heard.contains("content-type: text/event-stream"), "{heard}");
    drop(stream);
    service.wait_for("at_work", 0);
    // This one ends after some steps.
    let question =
        r#"{"pattern": "path:14", "graph": "power-law", "method": "vf2", "step_limit": 5000000}"#;
    let reply = service.send("POST", "/api/v1/count", EVENTS, question.as_bytes());
    let told = events(&reply);
    let (name, answer) = told.last().unwrap();
    assert_eq!((name.as_str(), &answer["answer"]), ("answer", &"at_least".into()));
    // If possible, a mistake is reported before the stream begins.
    let reply =
        service.send("POST", "/api/v1/count", EVENTS, br#"{"pattern": "a-", "graph": "karate"}"#);
    assert_eq!(reply.status, 422);
    let reply =
        service.send("POST", "/api/v1/count", EVENTS, br#"{"pattern": "a-b", "graph": "karate"}"#);
    assert_eq!(events(&reply).last().unwrap().0, "answer");
}

#[test]
fn a_batch_is_lines_or_events_in_order() {
    let service = Service::start();
    let batch = r#"{"patterns": ["a-b", "triangle", "smarts:c"], "graphs": ["karate", "nitropyrene"], "unit": "subgraphs"}"#;
    let reply = service.post("/api/v1/count-many", batch);
    assert_eq!(reply.header("content-type"), Some("application/x-ndjson"));
    let lines: Vec<Value> =
        reply.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let places: Vec<(u64, u64)> = lines
        .iter()
        .map(|it| (it["graph_place"].as_u64().unwrap(), it["pattern_place"].as_u64().unwrap()))
        .collect();
    assert_eq!(places, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]);
    assert_eq!((&lines[0]["count"], &lines[1]["count"]), (&"78".into(), &"45".into()));
    assert_eq!(lines[2]["answer"], "none");
    assert_eq!(lines[5]["count"], "16");

    let pairs = r#"{"patterns": ["a-b", "triangle"], "graphs": ["karate", "karate"], "pairs": [[1, 0], [0, 1]], "unit": "subgraphs"}"#;
    let reply = service.send("POST", "/api/v1/count-many", EVENTS, pairs.as_bytes());
    let told = events(&reply);
    let answers: Vec<&Value> =
        told.iter().filter(|(name, _)| name == "answer").map(|(_, it)| &it["count"]).collect();
    assert_eq!(answers, ["45", "78"]);
    assert_eq!(told.last().unwrap(), &("end".to_owned(), serde_json::json!({"answers": 2})));

    // A mistake in one pattern ends the batch, and the message names the pattern.
    let broken = r#"{"patterns": ["a-b", "a-"], "graphs": ["karate"]}"#;
    let reply = service.post("/api/v1/count-many", broken);
    assert!(reply.text().contains("pattern 1: "), "{}", reply.text());
    for wrong in [r#""pairs": [[9, 0]]"#, r#""pairs": [[0]]"#] {
        let batch = format!(r#"{{"patterns": ["a-b"], "graphs": ["karate"], {wrong}}}"#);
        assert!(matches!(service.post("/api/v1/count-many", &batch).status, 400 | 422));
    }
}

#[test]
fn a_connection_is_used_again() {
    use std::io::Write;
    let service = Service::start();
    let mut stream = service.connect();
    for _ in 0..3 {
        stream.write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        let mut buffer = [0; 4096];
        let number = stream.read(&mut buffer).unwrap();
        assert!(buffer[..number].starts_with(b"HTTP/1.1 200"));
    }
    stream
        .write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .unwrap();
    assert_eq!(read_reply(&mut stream).status, 200);
    assert_eq!(service.metric("connections_total"), 2);
}
