//! Names of graphs: nobody can take the name of an example away.

use std::fs;

use serde_json::Value;

use crate::client::{Reply, Service};

/// A path of three nodes: no triangle.
const PATH: &str = "tail,head\n1,2\n2,3\n";

fn triangles(service: &Service, graph: &str) -> Reply {
    let question = format!(r#"{{"pattern": "triangle", "graph": "{graph}", "unit": "subgraphs"}}"#);
    service.post("/api/v1/count", &question)
}

fn count(service: &Service, graph: &str) -> Value {
    let reply = triangles(service, graph);
    assert_eq!(reply.status, 200, "{graph}: {}", reply.text());
    reply.json()["count"].clone()
}

#[test]
fn an_example_keeps_its_name_beside_files_and_uploads_of_the_same_name() {
    let folder = tempfile::tempdir().unwrap();
    // The file that the example was made from lists every friendship once, so it has directions.
    let karate = include_bytes!("../../../../examples/karate.csv");
    fs::write(folder.path().join("karate.csv"), karate).unwrap();
    fs::write(folder.path().join("mine.csv"), PATH).unwrap();
    let service = Service::with(|settings| settings.graphs = Some(folder.path().to_owned()));
    let upload = service.upload("karate.csv", PATH.as_bytes());
    assert_eq!(upload.status, 201, "{}", upload.text());
    assert_eq!(service.upload("mine.csv", b"tail,head\n1,2\n2,3\n3,1\n").status, 201);
    assert_eq!(count(&service, "karate"), "45");
    assert_eq!(count(&service, "example:karate"), "45");
    // The file of the folder has the same meaning as on the command line: its lines are arcs.
    assert_eq!(count(&service, "karate.csv"), "0");
    let undirected = r#"{"pattern": "triangle", "graph": "karate.csv", "unit": "subgraphs", "undirected": true}"#;
    assert_eq!(service.count(undirected)["count"], "45");
    // An upload does not take the name of a file of the folder either.
    let about = service.get("/api/v1/graphs/mine").json();
    assert_eq!((&about["source"], &about["file"]), (&"folder".into(), &"mine.csv".into()));
    // All three have ids of their own.
    let listed = service.get("/api/v1/graphs").json();
    let listed: Vec<&Value> =
        listed["graphs"].as_array().unwrap().iter().filter(|it| it["name"] == "karate").collect();
    let sources: Vec<&str> = listed.iter().map(|it| it["source"].as_str().unwrap()).collect();
    assert_eq!(sources, ["example", "folder", "upload"]);
    for (graph, arcs) in listed.iter().zip([156, 78, 2]) {
        let id = graph["id"].as_str().unwrap();
        assert_eq!(service.get(&format!("/api/v1/graphs/{id}")).json()["arcs"], arcs);
    }
    assert_eq!(listed[0]["file"], Value::Null);
}

#[test]
fn an_upload_of_the_contents_of_an_example_is_another_graph() {
    let service = Service::start();
    let bytes = isocount_session::Example::PowerLaw.bytes();
    let upload = service.upload("power-law.json", &bytes);
    assert_eq!(upload.status, 201);
    let upload = upload.json();
    let example = service.get("/api/v1/graphs/power-law").json();
    assert_eq!((&example["source"], &upload["source"]), (&"example".into(), &"upload".into()));
    assert_ne!(example["id"], upload["id"]);
    // It can be removed, and the example stays.
    let id = upload["id"].as_str().unwrap();
    assert_eq!(service.send("DELETE", &format!("/api/v1/graphs/{id}"), "", b"").status, 204);
    assert_eq!(service.get("/api/v1/graphs/power-law").json(), example);
}

#[test]
fn names_that_mean_nothing_or_several_graphs_are_refused() {
    let service = Service::start();
    let missing = triangles(&service, "example:karat");
    assert_eq!(missing.status, 404);
    assert_eq!(
        missing.message(),
        "there is no example `karat`; the examples are karate, nitropyrene, power-law, proteins"
    );
    // A file cannot claim the name of an example.
    assert_eq!(service.upload("example:mine.csv", PATH.as_bytes()).status, 201);
    assert_eq!(triangles(&service, "example:mine").status, 404);
    for text in [PATH, "tail,head\n1,2\n"] {
        assert_eq!(service.upload("two.csv", text.as_bytes()).status, 201);
    }
    let several = triangles(&service, "two");
    assert_eq!(
        (several.status, several.message().as_str()),
        (422, "several graphs are named `two`")
    );
}
