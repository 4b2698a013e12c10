//! Trained models and indices.

use crate::client::Service;

#[test]
fn without_a_folder_there_are_no_models_and_no_indices() {
    let service = Service::start();
    assert_eq!(service.get("/api/v1/models").text(), r#"{"models":[],"unread":[]}"#);
    assert_eq!(service.get("/api/v1/indices").text(), r#"{"indices":[],"unread":[]}"#);
    let index = service.post("/api/v1/indices", r#"{"graph": "karate", "model": "run"}"#);
    assert_eq!(index.status, 404);
    let question = r#"{"pattern": "a-b", "index": "nothing"}"#;
    assert_eq!(service.post("/api/v1/count", question).status, 404);
    assert_eq!(service.send("DELETE", "/api/v1/indices/..%2fx", "", b"").status, 404);
}
