//! Counts of nodes and edges.

use serde_json::json;

use crate::client::Service;

#[test]
fn who_is_in_most_triangles() {
    let service = Service::start();
    let ask = |more: &str| {
        let question = format!(
            r#"{{"pattern": "triangle", "graph": "karate", "unit": "subgraphs", "undirected": true{more}}}"#
        );
        let reply = service.post("/api/v1/participation", &question);
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    };
    let top = ask(r#", "limit": 3"#);
    assert_eq!((&top["count"], &top["complete"]), (&"45".into(), &true.into()));
    let rows: Vec<_> =
        top["rows"].as_array().unwrap().iter().map(|row| &row["counts"][0]).collect();
    assert_eq!(rows, ["18", "15", "13"]);
    assert_eq!(top["rows"][0]["nodes"], json!([service.node("karate", "1")]));
    // Every triangle has three nodes and three edges.
    let all: Vec<String> = (0..34).map(|node| node.to_string()).collect();
    for per in ["node", "edge", "orbit"] {
        let found = ask(&format!(r#", "per": "{per}", "nodes": [{}]"#, all.join(",")));
        let rows = found["rows"].as_array().unwrap();
        assert_eq!(rows.len(), if per == "edge" { 78 } else { 34 });
        let counts = rows.iter().map(|row| row["counts"][0].as_str().unwrap());
        assert_eq!(counts.map(|count| count.parse::<u64>().unwrap()).sum::<u64>(), 3 * 45, "{per}");
    }
    // Edges between the given nodes, and no others.
    let between = ask(r#", "per": "edge", "nodes": [0, 1, 2]"#);
    assert_eq!(between["rows"].as_array().unwrap().len(), 3);
}

#[test]
fn roles_of_a_path() {
    let service = Service::start();
    let question = format!(
        r#"{{"pattern": "x-y-z", "graph": "karate", "unit": "subgraphs", "undirected": true, "per": "orbit", "nodes": [{}]}}"#,
        service.node("karate", "12")
    );
    let found = service.post("/api/v1/participation", &question).json();
    assert_eq!(found["columns"], json!(["x z", "y"]));
    // Member 12 has one friend, the instructor, who has fifteen others.
    assert_eq!(found["rows"][0]["counts"], json!(["15", "0"]));
}

#[test]
fn limits_and_mistakes() {
    let service = Service::with_limits(|limits| limits.memory = 64 * 34);
    let status = |question: &str| service.post("/api/v1/participation", question).status;
    assert_eq!(status(r#"{"pattern": "triangle", "graph": "karate"}"#), 200);
    assert_eq!(status(r#"{"pattern": "triangle", "graph": "karate", "per": "edge"}"#), 422);
    assert_eq!(status(r#"{"pattern": "triangle", "graph": "karate", "nodes": [34]}"#), 422);
    assert_eq!(status(r#"{"pattern": "triangle", "graph": "nobody"}"#), 404);
    assert_eq!(status(r#"{"pattern": "triangle", "graph": "karate", "per": "face"}"#), 400);
}
