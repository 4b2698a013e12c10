//! Graphs that are uploaded, stored and found again.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::client::Service;

fn files_below(folder: &std::path::Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_below(&path));
        } else {
            found.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    found
}

#[test]
fn an_upload_is_kept_found_again_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.csv"), "tail,head\na,b\n").unwrap();
    fs::write(folder.path().join("broken.gml"), "graph [").unwrap();
    fs::write(folder.path().join("notes.txt.bak"), "nothing").unwrap();
    let with_folder = || Service::with(|settings| settings.graphs = Some(folder.path().to_owned()));
    let service = with_folder();
    let graphs = service.get("/api/v1/graphs").json();
    let of_folder: Vec<_> =
        graphs["graphs"].as_array().unwrap().iter().filter(|it| it["source"] == "folder").collect();
    assert_eq!(of_folder.len(), 1);
    assert_eq!(of_folder[0]["name"], "mine");

    let ring = b"tail,head\nx,y\ny,z\nz,x\n";
    let reply = service.upload("ring.csv", ring);
    assert_eq!(reply.status, 201, "{}", reply.text());
    let about = reply.json();
    assert_eq!(
        (&about["nodes"], &about["arcs"], &about["source"]),
        (&3.into(), &3.into(), &"upload".into())
    );
    let again = service.upload("ring.csv", ring);
    assert_eq!((again.status, &again.json()["id"]), (200, &about["id"]));
    let id = about["id"].as_str().unwrap().to_owned();
    let question = format!(r#"{{"pattern": "a->b->c->a", "graph": "{id}"}}"#);
    assert_eq!(service.count(&question)["count"], "3");
    service.stop();

    let service = with_folder();
    assert_eq!(service.count(&question)["count"], "3");
    let found = service.post("/api/v1/find", &format!(r#"{{"pattern": "a->b", "graph": "{id}"}}"#));
    assert_eq!(found.json()["matches"][0]["names"], serde_json::json!(["x", "y"]));
    assert_eq!(service.send("DELETE", &format!("/api/v1/graphs/{id}"), "", b"").status, 204);
    assert_eq!(service.send("DELETE", &format!("/api/v1/graphs/{id}"), "", b"").status, 404);
    assert_eq!(service.send("DELETE", "/api/v1/graphs/karate", "", b"").status, 403);
    assert_eq!(service.post("/api/v1/count", &question).status, 404);
    service.stop();
    assert_eq!(with_folder().get(&format!("/api/v1/graphs/{id}")).status, 404);
}

#[test]
fn a_broken_file_is_refused_with_its_place() {
    let service = Service::start();
    let reply = service.upload("x.csv", b"tail,head\n1,2\n1\n");
    assert_eq!(reply.status, 422);
    let problem = reply.json();
    assert_eq!((&problem["line"], &problem["column"]), (&3.into(), &1.into()));
    for (name, body, part) in [
        ("x.gml", &b"graph [ node ["[..], "x.gml"),
        ("x.json", b"{\"nodes\": [0, 1], \"edges\": [[0, 7]]}", "7"),
        ("x.unknown", b"1 2", "format"),
        ("x.csv", b"", "empty"),
        ("x.csv", b"\xff\xfe", "UTF-8"),
        ("x.csv.gz", b"\x1f\x8bnot gzip", "gzip"),
        (
            "two.jsonl",
            b"{\"nodes\": [0], \"edges\": []}\n{\"nodes\": [0], \"edges\": []}\n",
            "2 graphs",
        ),
    ] {
        let reply = service.upload(name, body);
        assert_eq!(reply.status, 422, "{name}: {}", reply.text());
        assert!(reply.message().contains(part), "{name}: {}", reply.message());
    }
}

#[test]
fn compressed_files_are_read() {
    let service = Service::start();
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(b"tail,head\n1,2\n2,3\n").unwrap();
    let reply = service.upload("path.csv.gz", &packed.finish().unwrap());
    assert_eq!((reply.status, &reply.json()["name"]), (201, &"path".into()));
}

#[test]
fn names_never_become_paths() {
    let folder = tempfile::tempdir().unwrap();
    let graphs = folder.path().join("graphs");
    fs::create_dir(&graphs).unwrap();
    fs::write(folder.path().join("secret.csv"), "tail,head\nsecret,secret2\n").unwrap();
    let service = Service::with(|settings| settings.graphs = Some(graphs.clone()));
    let body = b"tail,head\n1,2\n";
    for name in [
        "../secret.csv",
        "../../../../tmp/x.csv",
        "/etc/cron.d/x.csv",
        "a/../../b.csv",
        "..\\x.csv",
        "x\0y.csv",
        "x\r\ny.csv",
        "C:\\x.csv",
        "NAME_A.csv",
        ".csv",
        "-",
        "~/x.csv",
        "%2e%2e/x.csv",
        "con.csv",
    ] {
        let reply = service.upload(name, body);
        assert!(
            matches!(reply.status, 200 | 201 | 422),
            "{name}: {} {}",
            reply.status,
            reply.text()
        );
    }
    for path in ["..%2fsecret.csv", "%2e%2e", "..%2f..%2f..%2fetc%2fpasswd", "%00", "%ff"] {
        let reply = service.get(&format!("/api/v1/graphs/{path}"));
        assert!(matches!(reply.status, 400 | 404), "{path}: {}", reply.text());
        assert!(!reply.text().contains("secret2"));
        assert!(matches!(
            service.send("DELETE", &format!("/api/v1/graphs/{path}"), "", b"").status,
            400 | 404
        ));
    }
    let secret = folder.path().join("secret.csv");
    for pattern in [secret.to_str().unwrap(), "../secret.csv", "text:../secret.csv", "-"] {
        let question = serde_json::json!({"pattern": pattern, "graph": "karate"}).to_string();
        assert_eq!(service.post("/api/v1/count", &question).status, 422);
    }
    service.stop();
    // All uploads are in their folder, under names chosen by the service.
    for file in files_below(&graphs) {
        let id = file.strip_suffix(".upload").unwrap_or_else(|| panic!("{file}"));
        assert!(id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{file}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn markup_in_names_and_labels_stays_text() {
    let service = Service::start();
    let markup = "<img src=x onerror=alert(1)>";
    let graph = format!(r#"{{"nodes": ["{markup}", "b"], "edges": [[0, 1, "</script>"]]}}"#);
    let reply = service.upload(&format!("{markup}.json"), graph.as_bytes());
    assert_eq!(reply.status, 201, "{}", reply.text());
    let id = reply.json()["id"].as_str().unwrap().to_owned();
    for reply in [
        service.get("/api/v1/graphs"),
        service.get(&format!("/api/v1/graphs/{id}/drawing")),
        service.post("/api/v1/find", &format!(r#"{{"pattern": "a:*-[*]->b:*", "graph": "{id}"}}"#)),
        service.post("/api/v1/count", &format!(r#"{{"pattern": "{markup}", "graph": "{id}"}}"#)),
        service.get(&format!("/{}", crate::client::escaped(markup))),
    ] {
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    }
    let labels = service.get(&format!("/api/v1/graphs/{id}")).json();
    assert_eq!(labels["node_labels"][0]["label"], markup);
}
