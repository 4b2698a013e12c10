//! What an attacker might try. Each attempt is refused, and the service goes on.

use std::io::{Read, Write};
use std::time::Duration;

use crate::client::{Service, read_reply};

fn still_counts(service: &Service) {
    assert_eq!(service.count(r#"{"pattern": "triangle", "graph": "karate"}"#)["count"], "270");
}

#[test]
fn deep_and_odd_json_is_refused() {
    let service = Service::start();
    for body in [
        "[".repeat(400_000),
        "{\"pattern\":".repeat(50_000),
        format!(
            r#"{{"pattern": {}"a-b"{}, "graph": "karate"}}"#,
            "[".repeat(5000),
            "]".repeat(5000)
        ),
        r#"{"pattern": "a-b", "graph": "karate", "time_limit": 1e999}"#.to_owned(),
        r#"{"pattern": "a-b", "graph": "karate", "seed": -1}"#.to_owned(),
        r#"{"pattern": "a-b", "graph": "karate", "graph": "karate"}"#.to_owned(),
        "\u{feff}{}".to_owned(),
        "null".to_owned(),
    ] {
        let reply = service.post("/api/v1/count", &body);
        assert_eq!(reply.status, 400, "{}", reply.text());
    }
    let deep = format!("{{\"nodes\": [0], \"edges\": {}", "[".repeat(100_000));
    assert_eq!(service.upload("x.json", deep.as_bytes()).status, 422);
    let deep = format!("graph {}", "[ a ".repeat(100_000));
    assert_eq!(service.upload("x.gml", deep.as_bytes()).status, 422);
    still_counts(&service);
}

#[test]
fn entities_of_graphml_do_not_grow() {
    let service = Service::start();
    let mut bomb = String::from("<?xml version=\"1.0\"?>\n<!DOCTYPE g [\n<!ENTITY a0 \"lol\">\n");
    for level in 1..12 {
        let inner = format!("&a{};", level - 1).repeat(10);
        bomb = format!("{bomb}<!ENTITY a{level} \"{inner}\">\n");
    }
    bomb.push_str(
        "]>\n<graphml><graph edgedefault=\"directed\"><node id=\"&a11;\"/></graph></graphml>",
    );
    let reply = service.upload("x.graphml", bomb.as_bytes());
    assert_eq!(reply.status, 422, "{}", reply.text());
    let outside = "<?xml version=\"1.0\"?><!DOCTYPE g [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n\
        <graphml><graph edgedefault=\"directed\"><node id=\"&x;\"/></graph></graphml>";
    let reply = service.upload("x.graphml", outside.as_bytes());
    assert_eq!(reply.status, 422, "{}", reply.text());
    assert!(!reply.text().contains("root:"));
    let deep = "<graphml>".repeat(50_000);
    assert_eq!(service.upload("x.graphml", deep.as_bytes()).status, 422);
    still_counts(&service);
}

#[test]
fn malformed_http_and_floods_of_headers_are_refused() {
    let service = Service::start();
    let flood = (0..1000).map(|number| format!("X-{number}: y\r\n")).collect::<Vec<_>>().concat();
    let long = format!("X: {}\r\n", "y".repeat(100_000));
    for (bytes, status) in [
        ("NONSENSE\r\n\r\n".to_owned(), 400),
        ("GET /health HTTP/9.9\r\n\r\n".to_owned(), 400),
        ("GET /health\r\n\r\n".to_owned(), 400),
        ("\0\0\0\0\r\n\r\n".to_owned(), 400),
        ("GET /health HTTP/1.1\r\nHost : x\r\n\r\n".to_owned(), 400),
        ("POST /api/v1/count HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n".to_owned(), 400),
        ("POST /api/v1/count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello".to_owned(), 400),
        ("POST /api/v1/graphs?name=x.csv HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n".to_owned(), 400),
        (format!("GET /health HTTP/1.1\r\nHost: localhost\r\n{flood}\r\n"), 431),
        (format!("GET /health HTTP/1.1\r\nHost: localhost\r\n{long}\r\n"), 431),
        (format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(100_000)), 431),
    ] {
        let mut stream = service.connect();
        let _ = stream.write_all(bytes.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        // A flood may be answered by closing the connection before all of it was read.
        let is_refused = answer.starts_with(&format!("HTTP/1.1 {status}"))
            || status == 431 && (answer.is_empty() || answer.starts_with("HTTP/1.1 414"));
        assert!(is_refused, "{bytes:.60}: {answer:.80}");
    }
    // Two requests in one: the second is a separate request, not a part of the first.
    let mut stream = service.connect();
    stream
        .write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nGET GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .unwrap();
    let reply = read_reply(&mut stream);
    assert_eq!(reply.status, 200);
    still_counts(&service);
}

#[test]
fn a_thousand_idle_connections_keep_nobody_out() {
    let service = Service::with_limits(|limits| limits.head_time = Duration::from_secs(600));
    let number = 1000.min(file_limit().saturating_sub(200) / 2);
    let idle: Vec<_> = (0..number).map(|_| service.connect()).collect();
    still_counts(&service);
    assert!(service.metric("connections") >= number as u64);
    drop(idle);
    service.wait_for("connections", 1);
}

/// The number of files that this process may open, for client and service together. The service
/// raises it where it can.
fn file_limit() -> usize {
    let text = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("Max open files"));
    line.and_then(|line| line.split_whitespace().nth(3)?.parse().ok()).unwrap_or(1024)
}
