//! The census of a graph.

use std::time::Duration;

use serde_json::Value;

use crate::client::Service;

/// The counts of karate are those of docs/motifs.md, and each motif can be counted as a pattern.
#[test]
fn the_motifs_of_karate() {
    let service = Service::start();
    let nodes = ["1", "34", "12"].map(|name| service.node("karate", name));
    let question = format!(r#"{{"graph": "karate", "nodes": {nodes:?}}}"#);
    let reply = service.post("/api/v1/motifs", &question);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let census = reply.json();
    let motifs = census["motifs"].as_array().unwrap();
    let counts: Vec<&str> = motifs.iter().map(|motif| motif["count"].as_str().unwrap()).collect();
    assert_eq!(counts, ["393", "45", "681", "1098", "36", "452", "85", "11"]);
    for motif in motifs {
        let question = format!(
            r#"{{"pattern": {}, "graph": "karate", "semantics": "induced", "unit": "subgraphs"}}"#,
            motif["pattern"]
        );
        assert_eq!(service.count(&question)["count"], motif["count"]);
        assert_eq!(motif["node_counts"].as_array().unwrap().len(), 3);
        assert_eq!(motif["null"], Value::Null);
    }
    // The instructor and the administrator are in 18 and 15 triangles; member 12 has one friend.
    assert_eq!(motifs[1]["name"], "triangle");
    assert_eq!(motifs[1]["node_counts"], serde_json::json!(["18", "15", "0"]));
    assert_eq!(motifs[1]["edges"].as_array().unwrap().len(), 3);
    assert_eq!(motifs[1]["edges"][0]["undirected"], true);
}

#[test]
fn nodes_and_edges_are_counted_at_once() {
    let service = Service::start();
    let [a, b, c] = ["1", "2", "12"].map(|name| service.node("karate", name));
    let question = format!(
        r#"{{"graph": "karate", "most": 3, "nodes": [{a}, {c}], "edges": [[{b}, {a}], [{a}, {c}]]}}"#
    );
    let reply = service.post("/api/v1/motifs", &question);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let triangle = &reply.json()["motifs"][1];
    // Members 1 and 2 have seven friends in common, members 1 and 12 none.
    assert_eq!(triangle["node_counts"], serde_json::json!(["18", "0"]));
    assert_eq!(triangle["edge_counts"], serde_json::json!(["7", "0"]));
}

#[test]
fn the_same_beside_randomised_graphs() {
    let service = Service::start();
    let question = r#"{"graph": "karate", "most": 3, "samples": 20, "seed": 4}"#;
    let [one, other] =
        [service.post("/api/v1/motifs", question), service.post("/api/v1/motifs", question)];
    assert_eq!(one.json(), other.json());
    let triangle = &one.json()["motifs"][1];
    assert_eq!(triangle["null"]["counts"].as_array().unwrap().len(), 20);
    let counts = triangle["null"]["counts"].as_array().unwrap().iter();
    let mean = counts.map(|count| count.as_f64().unwrap()).sum::<f64>() / 20.0;
    assert!((mean - triangle["null"]["mean"].as_f64().unwrap()).abs() < 1e-9);
    assert_eq!(one.json()["samples"], 20);
}

#[test]
fn directions_labels_and_copies() {
    let service = Service::start();
    service.upload("loop.csv", b"source,target\n0,1\n1,2\n0,2\n2,2\n");
    let ask = |more: &str| {
        let reply =
            service.post("/api/v1/motifs", &format!(r#"{{"graph": "loop", "most": 3{more}}}"#));
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    };
    let directed = ask(r#", "directed": true"#);
    let occur = |census: &Value| {
        let motifs = census["motifs"].as_array().unwrap().iter();
        let found = motifs.filter(|motif| motif["count"] != "0");
        found
            .map(|it| (it["name"].as_str().unwrap_or("").to_owned(), it["count"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(occur(&directed), [("030T".to_owned(), "1".into())]);
    assert_eq!(directed["loops"], 1);
    // The graph has directions, so they matter unless the request says otherwise.
    assert_eq!(ask(""), directed);
    assert_eq!((&directed["directed"], &directed["labels"]), (&true.into(), &false.into()));
    let copies = ask(r#", "semantics": "monomorphism", "directed": false"#);
    assert_eq!(copies["directed"], false);
    let expected = [("path of 3".to_owned(), "3".into()), ("triangle".to_owned(), "1".into())];
    assert_eq!(occur(&copies), expected);
    assert_eq!(ask(r#", "labels": true"#)["num_motifs"], 1);
}

#[test]
fn estimates_have_intervals() {
    let service = Service::start();
    let reply =
        service.post("/api/v1/motifs", r#"{"graph": "karate", "method": "sample", "most": 3}"#);
    assert_eq!(reply.status, 200, "{}", reply.text());
    for (motif, count) in reply.json()["motifs"].as_array().unwrap().iter().zip([393.0, 45.0]) {
        let [low, high] = ["low", "high"].map(|end| motif[end].as_f64().unwrap());
        assert!(low <= count && count <= high && high < 1.2 * low, "{motif}");
    }
    let refused = r#"{"graph": "karate", "method": "sample", "samples": 10}"#;
    assert_eq!(service.post("/api/v1/motifs", refused).status, 422);
}

/// There are far more draws than the time allows: what was drawn until the limit of the service is
/// the answer.
#[test]
fn a_sample_ends_with_the_limit_of_the_service() {
    let service = Service::with_limits(|limits| limits.time = Duration::from_millis(200));
    let draws = 1_u64 << 50;
    let question =
        format!(r#"{{"graph": "karate", "method": "sample", "most": 3, "draws": {draws}}}"#);
    // On a busy machine, more than one attempt may be needed.
    let replies = || service.post("/api/v1/motifs", &question);
    let reply = (0..20).map(|_| replies()).find(|reply| reply.status == 200);
    let reply = reply.expect("every attempt took too long").json();
    assert_eq!(reply["time_limit"], 0.2);
    let number = reply["motifs"][0]["draws"].as_u64().unwrap();
    assert!((1..draws).contains(&number), "{reply}");
}

#[test]
fn what_is_asked_for_is_limited() {
    let service = Service::with_limits(|limits| limits.memory = 400 * 34);
    let refused = |question: &str| {
        let reply = service.post("/api/v1/motifs", question);
        assert_eq!(reply.status, 422, "{question}: {}", reply.text());
        reply.message()
    };
    assert!(refused(r#"{"graph": "karate", "most": 5}"#).contains("memory"));
    assert!(refused(r#"{"graph": "karate", "least": 5, "most": 3}"#).contains("`least`"));
    assert!(refused(r#"{"graph": "karate", "most": 2, "least": 2}"#).contains("motifs have"));
    assert!(refused(r#"{"graph": "karate", "samples": 1001}"#).contains("`samples`"));
    assert!(refused(r#"{"graph": "karate", "nodes": [34]}"#).contains("no node"));
    let many = vec!["1"; 1001].join(",");
    assert!(refused(&format!(r#"{{"graph": "karate", "nodes": [{many}]}}"#)).contains("`nodes`"));
    assert_eq!(service.post("/api/v1/motifs", r#"{"graph": "nobody"}"#).status, 404);
    assert_eq!(service.post("/api/v1/motifs", r#"{"graph": "karate"}"#).status, 200);
}
