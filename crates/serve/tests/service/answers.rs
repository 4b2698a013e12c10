//! Questions and their answers.

use crate::client::Service;

#[test]
fn a_triangle_is_counted_by_name_by_text_and_as_it_is_drawn() {
    let service = Service::start();
    let drawn = r#"{"nodes": [{}, {}, {"name": "z"}], "edges": [
        {"tail": 0, "head": 1, "undirected": true}, {"tail": 1, "head": 2, "undirected": true},
        {"tail": 2, "head": 0, "undirected": true}]}"#;
    for pattern in [r#""triangle""#, r#""a-b-c-a""#, drawn] {
        let question =
            format!(r#"{{"pattern": {pattern}, "graph": "karate", "unit": "subgraphs"}}"#);
        let record = service.count(&question);
        assert_eq!((&record["answer"], &record["count"]), (&"exact".into(), &"45".into()));
        assert_eq!(record["graph_id"], service.get("/api/v1/graphs/karate").json()["id"]);
    }
    // The five meanings, worked out by hand in docs/semantics.md.
    service.upload("kite.pattern", b"0-1-2-0, 2-3");
    for (meaning, count) in [
        (r#""semantics": "homomorphism""#, "18"),
        (r#""semantics": "monomorphism""#, "10"),
        (r#""unit": "subgraphs""#, "5"),
        (r#""semantics": "induced""#, "4"),
        (r#""semantics": "induced", "unit": "subgraphs""#, "2"),
    ] {
        let question = format!(r#"{{"pattern": "a-b-c", "graph": "kite", {meaning}}}"#);
        assert_eq!(service.count(&question)["count"], count, "{meaning}");
    }
}

#[test]
fn a_zero_says_why_and_what_would_help() {
    let service = Service::start();
    let record = service.count(r#"{"pattern": "a:C-b:N", "graph": "karate"}"#);
    assert_eq!(record["count"], "0");
    assert_eq!(record["zero_reasons"][0]["remedy"], "ignore_node_labels");
    assert_eq!(record["zero_reasons"][0]["reason"], record["reason"]);
    let helped = r#"{"pattern": "a:C-b:N", "graph": "karate", "ignore_node_labels": true}"#;
    assert_eq!(service.count(helped)["count"], "156");
    let record =
        service.count(r#"{"pattern": "a->b, b->a", "graph": "karate", "undirected": true}"#);
    assert_eq!(record["ignored"][0], "directions");
}

#[test]
fn smarts_and_smiles_are_asked_about_molecules() {
    let service = Service::start();
    for (pattern, count) in [
        ("smarts:[NX3+](=O)[O-]", "1"),
        ("smarts:c1ccccc1", "4"),
        ("smiles:c1ccccc1", "4"),
        ("smarts:[OX2H]", "0"),
    ] {
        let question =
            format!(r#"{{"pattern": "{pattern}", "graph": "nitropyrene", "unit": "subgraphs"}}"#);
        assert_eq!(service.count(&question)["count"], count, "{pattern}");
    }
    let record = service.count(r#"{"pattern": "smarts:C", "graph": "karate"}"#);
    assert_eq!(record["answer"], "none");
}

#[test]
fn patterns_of_strangers_leave_no_trace() {
    let service = Service::start();
    for label in 0..50 {
        service.count(&format!(r#"{{"pattern": "a:stranger{label}-b", "graph": "karate"}}"#));
    }
    let labels = &service.get("/api/v1/graphs/karate").json()["node_labels"];
    assert_eq!(labels.as_array().unwrap().len(), 1);
    assert_eq!(service.count(r#"{"pattern": "a:*-b:*", "graph": "karate"}"#)["count"], "156");
}

#[test]
fn matches_come_page_by_page_and_each_once() {
    let service = Service::start();
    let (mut after, mut seen) = (String::new(), Vec::new());
    loop {
        let page = service.post(
            "/api/v1/find",
            &format!(r#"{{"pattern": "triangle", "graph": "karate", "unit": "subgraphs", "limit": 10{after}}}"#),
        );
        assert_eq!(page.status, 200, "{}", page.text());
        let page = page.json();
        assert_eq!(page["pattern_nodes"], serde_json::json!(["a", "b", "c"]));
        for found in page["matches"].as_array().unwrap() {
            seen.push(found["nodes"].to_string());
        }
        let Some(next) = page["next"].as_str() else {
            assert_eq!(page["ending"], "complete");
            break;
        };
        assert_eq!(page["ending"], "limit");
        after = format!(r#", "after": "{next}""#);
    }
    let number = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!((number, seen.len()), (45, 45));
}

#[test]
fn a_small_graph_is_drawn_whole_and_a_large_one_in_part() {
    let service = Service::start();
    let karate = service.get("/api/v1/graphs/karate/drawing").json();
    assert_eq!(karate["complete"], true);
    assert_eq!(karate["edges"].as_array().unwrap().len(), 78);
    assert!(karate["nodes"][0]["x"].is_number());
    let part = service.get("/api/v1/graphs/power-law/drawing?nodes=7,8&hops=1&max=40").json();
    let nodes = part["nodes"].as_array().unwrap();
    assert!(
        part["complete"] == false
            && nodes.len() <= 40
            && nodes[0]["id"] == 7
            && nodes[1]["id"] == 8
    );
    let ids: Vec<_> = nodes.iter().map(|node| node["id"].as_u64().unwrap()).collect();
    for edge in part["edges"].as_array().unwrap() {
        assert!(
            ids.contains(&edge["tail"].as_u64().unwrap())
                && ids.contains(&edge["head"].as_u64().unwrap())
        );
    }
    for wrong in ["nodes=99999", "nodes=x", "hops=-1", "what=1"] {
        let reply = service.get(&format!("/api/v1/graphs/karate/drawing?{wrong}"));
        assert!(matches!(reply.status, 400 | 422), "{wrong}: {}", reply.text());
    }
}

#[test]
fn text_and_drawing_stay_in_step() {
    let service = Service::start();
    let parse = |text: &str| {
        let body = serde_json::json!({ "text": text }).to_string();
        service.post("/api/v1/patterns/parse", &body).json()
    };
    let parsed = parse("x:C -[*]- y:F|Cl, y->z:\"Mr. Hi\"");
    assert_eq!(parsed["text"], "x:C-[*]-y:F|Cl->z:\"Mr. Hi\"");
    let drawing = serde_json::json!({ "nodes": parsed["nodes"], "edges": parsed["edges"] });
    let printed = service.post("/api/v1/patterns/print", &drawing.to_string()).json();
    assert_eq!(printed["text"], parsed["text"]);
    // Positions are in UTF-16 units, as a text field counts them.
    let broken = parse("\"𝔊\"-b-[c");
    assert_eq!(broken["problem"]["start"], 9);
    assert_eq!(parse("  ")["problem"], serde_json::Value::Null);
    assert_eq!(parse("smiles:c1ccccc1")["nodes"].as_array().unwrap().len(), 6);
    assert_eq!(parse("smarts:[OX2H]C")["kind"], "smarts");
    assert!(parse("/etc/passwd")["problem"]["message"].is_string());
    for (drawing, key) in [
        (r#"{"nodes": [{"label": "a|"}]}"#, "node"),
        (r#"{"nodes": [{"name": "a"}, {"name": "a"}]}"#, "node"),
        (r#"{"nodes": [{}], "edges": [{"tail": 0, "head": 3}]}"#, "edge"),
    ] {
        let printed = service.post("/api/v1/patterns/print", drawing).json();
        assert!(printed["problem"][key].is_number(), "{printed}");
    }
}

#[test]
fn the_gallery_has_patterns_that_can_be_asked() {
    let service = Service::start();
    let gallery = service.get("/api/v1/patterns").json();
    let gallery = gallery.as_array().unwrap();
    for name in ["triangle", "feed-forward-loop", "carboxyl", "benzene ring"] {
        assert!(gallery.iter().any(|it| it["name"] == name), "{name}");
    }
    for pattern in gallery {
        assert!(!pattern["nodes"].as_array().unwrap().is_empty(), "{pattern}");
        let question = serde_json::json!({ "pattern": pattern["text"], "graph": "nitropyrene" });
        assert_eq!(service.count(&question.to_string())["answer"], "exact", "{pattern}");
    }
}

#[test]
fn mistakes_are_reported_to_the_client() {
    let service = Service::start();
    for (question, status, part) in [
        (r#"{"pattern": "a-b", "graph": "nowhere"}"#, 404, "no graph `nowhere`"),
        (r#"{"pattern": "a-", "graph": "karate"}"#, 422, "expected"),
        (r#"{"pattern": "a-b", "graph": "karate", "method": "magic"}"#, 422, "no method `magic`"),
        (r#"{"pattern": "a-b", "graph": "karate", "udirected": true}"#, 400, "unknown field"),
        (r#"{"pattern": "a-b", "graph": "karate", "precision": 3}"#, 422, "precision"),
        (r#"{"pattern": "a-b", "graph": "karate", "time_limit": -1}"#, 422, "time_limit"),
        (
            r#"{"pattern": "a-b", "graph": "karate", "method": "vf2", "seed": 1}"#,
            422,
            "no option `seed`",
        ),
        (
            r#"{"pattern": "a-b", "graph": "karate", "semantics": "homomorphism", "unit": "subgraphs"}"#,
            422,
            "cannot be counted",
        ),
        (
            r#"{"pattern": "a-b", "graph": "karate", "method": "learned"}"#,
            422,
            "needs the option `model`",
        ),
        (r#"{"pattern": "a-b"}"#, 400, "graph"),
        (r#"{"pattern": 7, "graph": "karate"}"#, 400, "pattern"),
        ("", 400, "EOF"),
    ] {
        let reply = service.post("/api/v1/count", question);
        assert_eq!(reply.status, status, "{question}: {}", reply.text());
        assert!(reply.text().contains(part) || part == "pattern", "{question}: {}", reply.text());
    }
    assert_eq!(
        service.send("POST", "/api/v1/count", "Content-Type: text/plain\r\n", b"{}").status,
        415
    );
    assert_eq!(service.get("/api/v1/count").status, 405);
    assert_eq!(service.get("/api/v1/nothing").status, 404);
    assert_eq!(service.send("PUT", "/nothing", "", b"").status, 404);
}
