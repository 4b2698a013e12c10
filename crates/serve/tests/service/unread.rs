//! Files and graphs of the folder that cannot be read are listed, with the reason.

use std::fs;
use std::path::Path;

use isocount_format::Faults;
use serde_json::{Value, json};

use crate::client::Service;

/// Three molecules, of which the second cannot be read; a truncated file; and a good one.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("drugs.smi", "CCO ethanol\nCC( broken\nC methane\n");
    write("half.gml", "graph [");
    write("mine.csv", "tail,head\n1,2\n");
    folder
}

fn service(folder: &Path, faults: Faults) -> Service {
    Service::with(|settings| (settings.graphs, settings.faults) = (Some(folder.to_owned()), faults))
}

/// The names of the graphs of the folder, and what could not be read.
fn listed(service: &Service) -> (Vec<Value>, Value) {
    let reply = service.get("/api/v1/graphs").json();
    let graphs = reply["graphs"].as_array().unwrap().iter();
    let of_folder = graphs.filter(|it| it["source"] == "folder");
    (of_folder.map(|it| it["name"].clone()).collect(), reply["unread"].clone())
}

#[test]
fn one_bad_molecule_leaves_out_its_file_and_is_listed() {
    let folder = folder();
    let (names, unread) = listed(&service(folder.path(), Faults::Refuse));
    assert_eq!(names, [json!("mine")]);
    let unread = unread.as_array().unwrap();
    let molecule = "drugs.smi:2:3: this branch has no closing `)`";
    assert_eq!(
        unread[0],
        json!({"file": "drugs.smi", "name": null, "reason": molecule, "line": 2, "column": 3})
    );
    assert_eq!((unread.len(), &unread[1]["file"]), (2, &"half.gml".into()));
    assert!(unread[1]["reason"].as_str().unwrap().starts_with("half.gml:1:"), "{}", unread[1]);
}

#[test]
fn on_request_the_others_of_its_file_are_there() {
    let folder = folder();
    let service = service(folder.path(), Faults::Keep);
    let (names, unread) = listed(&service);
    assert_eq!(names, ["ethanol", "methane", "mine"].map(Value::from));
    let unread = unread.as_array().unwrap();
    let molecule = "drugs.smi:2:3: this branch has no closing `)`";
    assert_eq!(
        unread[0],
        json!({"file": "drugs.smi", "name": "broken", "reason": molecule, "line": 2, "column": 3})
    );
    assert_eq!((unread.len(), &unread[1]["file"]), (2, &"half.gml".into()));
    let about = service.get("/api/v1/graphs/methane").json();
    assert_eq!((&about["graphs_in_file"], &about["unread_in_file"]), (&3.into(), &1.into()));
    // Questions about them work as if their file had no fault, even with SMARTS, for which it is
    // read again.
    for (pattern, graph, count) in [
        ("smiles:C", "ethanol", "2"),
        ("smarts:[OX2H]", "ethanol", "1"),
        ("smarts:[CX4]", "methane", "1"),
    ] {
        let question = json!({"pattern": pattern, "graph": graph}).to_string();
        assert_eq!(service.count(&question)["count"], count, "{question}");
    }
    assert_eq!(service.get("/api/v1/graphs/broken").status, 404);
}

#[test]
fn models_and_indices_that_cannot_be_read_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("run")).unwrap();
    fs::write(folder.path().join("run/config.toml"), "nonsense").unwrap();
    fs::write(folder.path().join("karate.index"), "nonsense").unwrap();
    let service = Service::with(|settings| settings.models = Some(folder.path().to_owned()));
    for (list, file) in [("models", "run"), ("indices", "karate.index")] {
        let reply = service.get(&format!("/api/v1/{list}")).json();
        assert_eq!((&reply[list], &reply["unread"][0]["file"]), (&json!([]), &file.into()));
        let reason = reply["unread"][0]["reason"].as_str().unwrap();
        // The path of the folder is not revealed.
        let place = folder.path().to_str().unwrap();
        assert!(!reason.is_empty() && !reason.contains(place), "{reason}");
    }
}
