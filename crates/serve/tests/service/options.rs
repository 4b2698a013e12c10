//! Every field of a request changes its answer or is refused.

use serde_json::{Value, json};

use crate::client::Service;

/// A field that has no effect next to these is refused, with this message.
#[test]
fn what_has_no_effect_is_refused() {
    let service = Service::start();
    for (path, field, message) in [
        ("count", json!({"precisions": 0.1}), "unknown field `precisions`"),
        (
            "count",
            json!({"method": "exact", "precision": 0.1}),
            "the method exact has no option `precision`",
        ),
        ("count", json!({"method": "exact", "seed": 1}), "the method exact has no option `seed`"),
        (
            "count",
            json!({"method": "vf2", "replicates": 8}),
            "the method vf2 has no option `replicates`",
        ),
        (
            "count",
            json!({"method": "exact", "readout": "plain"}),
            "the method exact has no option `readout`",
        ),
        ("count", json!({"model": "run"}), "the method auto has no option `model`"),
        ("count", json!({"replicates": 1}), "`replicates` must be from 4 to 100000"),
        ("count", json!({"readout": "nonsense"}), "unknown variant `nonsense`"),
        ("find", json!({"method": "exact"}), "unknown field `method`"),
        ("participation", json!({"seed": 1}), "unknown field `seed`"),
        ("motifs", json!({"seed": 1}), "`seed` has no effect"),
        ("motifs", json!({"draws": 1000}), "the method exact has no option `draws` for motifs"),
        ("motifs", json!({"precision": 0.1}), "has no option `precision` for motifs"),
        ("motifs", json!({"confidence": 0.9}), "has no option `confidence` for motifs"),
        (
            "motifs",
            json!({"method": "sample", "confidence": 9}),
            "`confidence` must be more than 0 and less than 1",
        ),
        (
            "motifs",
            json!({"method": "sample", "nodes": [0]}),
            "a sample estimates the induced motifs",
        ),
        ("motifs", json!({"method": "sample", "draws": 0}), "`draws` must be 1 or more (got 0)"),
        ("motifs", json!({"method": "sample", "precision": 2}), "`precision` must be more than 0"),
        ("motifs", json!({"nodes": [34]}), "this graph has no node 34"),
        ("motifs", json!({"edges": [[0, 0]]}), "this graph has no edge between nodes 0 and 0"),
    ] {
        let mut question = if path == "motifs" {
            json!({"graph": "karate"})
        } else {
            json!({"pattern": "triangle", "graph": "karate"})
        };
        question.as_object_mut().unwrap().extend(field.as_object().unwrap().clone());
        let reply = service.post(&format!("/api/v1/{path}"), &question.to_string());
        assert!(matches!(reply.status, 400 | 422), "{question}: {}", reply.text());
        assert!(reply.message().contains(message), "{question}: {}", reply.message());
    }
    // The fields of a drawing are checked too, and the message names the field.
    let drawn = r#"{"pattern": {"nodes": [{"name": "a", "colour": 1}]}, "graph": "karate"}"#;
    let reply = service.post("/api/v1/count", drawn);
    assert!(reply.message().contains("unknown field `colour`"), "{}", reply.message());
}

#[test]
fn steps_seed_and_replicates_are_those_of_the_record() {
    let service = Service::start();
    let question = r#"{"pattern": "cycle:8", "graph": "power-law", "method": "sample", "seed": 5,
        "replicates": 8, "step_limit": 300000, "time_limit": 3600}"#;
    let one = service.count(question);
    assert_eq!((&one["answer"], &one["seed"]), (&"estimate".into(), &5.into()), "{one}");
    assert_eq!((&one["step_limit"], &one["options"]["replicates"]), (&300_000.into(), &"8".into()));
    // The same steps give the same estimate.
    assert_eq!(one["count"], service.count(question)["count"]);
    let other = service.count(&question.replace("\"seed\": 5", "\"seed\": 6"));
    assert_ne!(one["count"], other["count"]);
    let cut =
        r#"{"pattern": "path:14", "graph": "power-law", "method": "vf2", "step_limit": 100000}"#;
    assert_eq!(service.count(cut)["answer"], "at_least");
    let page = r#"{"pattern": "path:14", "graph": "power-law", "step_limit": 10}"#;
    assert_eq!(service.post("/api/v1/find", page).json()["ending"], "time");
    let parts = r#"{"pattern": "path:14", "graph": "power-law", "step_limit": 10}"#;
    assert_eq!(service.post("/api/v1/participation", parts).json()["complete"], false);
}

fn lines(service: &Service, batch: &Value) -> Vec<Value> {
    let reply = service.post("/api/v1/count-many", &batch.to_string());
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn what_cannot_be_read_is_recorded_on_request() {
    let service = Service::start();
    let mut batch = json!({"patterns": ["a-b", "a-", "triangle", "smarts:[", "smarts:c", {"nodes": [{"label": "a|"}]}],
        "graphs": ["karate", "nowhere", "nitropyrene"], "unit": "subgraphs"});
    // By default, the request is refused, and the message names the pattern or graph at fault.
    let refused = service.post("/api/v1/count-many", &batch.to_string());
    assert_eq!((refused.status, refused.message().as_str()), (404, "there is no graph `nowhere`"));
    batch["on_error"] = "raise".into();
    assert_eq!(service.post("/api/v1/count-many", &batch.to_string()).status, 404);
    batch["on_error"] = "record".into();
    let found = lines(&service, &batch);
    let places: Vec<(u64, u64)> = found
        .iter()
        .map(|it| (it["graph_place"].as_u64().unwrap(), it["pattern_place"].as_u64().unwrap()))
        .collect();
    let all: Vec<(u64, u64)> =
        (0..3).flat_map(|graph| (0..6).map(move |pattern| (graph, pattern))).collect();
    assert_eq!(places, all);
    let counts: Vec<Option<&str>> = found.iter().map(|it| it["count"].as_str()).collect();
    let none = [None; 6];
    assert_eq!(counts[..6], [Some("78"), None, Some("45"), None, None, None]);
    assert_eq!(counts[6..12], none);
    assert_eq!(counts[12..], [Some("0"), None, Some("0"), None, Some("16"), None]);
    let reason = |place: usize| found[place]["reason"].as_str().unwrap();
    for place in [1, 3, 5, 7, 13, 15, 17] {
        assert_eq!(found[place]["answer"], "none");
        assert!(reason(place).starts_with("the pattern could not be read: "), "{}", reason(place));
    }
    assert_eq!(found[1]["pattern"], "a-");
    assert_eq!(reason(6), "the graph could not be read: there is no graph `nowhere`");
    assert_eq!((&found[6]["graph"], &found[6]["graph_id"]), (&"nowhere".into(), &Value::Null));
    // A bad pattern alone ends the batch, unless it is recorded.
    let batch = json!({"patterns": ["a-b", "a-"], "graphs": ["karate"]});
    assert!(service.post("/api/v1/count-many", &batch.to_string()).text().contains("pattern 1: "));
}
