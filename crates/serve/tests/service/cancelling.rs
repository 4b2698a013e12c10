//! Work ends with the one who asked, and with the service.

use std::io::Read;
use std::net::Shutdown;
use std::time::Duration;

use crate::client::{HOPELESS, Service, read_reply};

#[test]
fn closing_a_connection_ends_its_work() {
    let service = Service::with_limits(|limits| limits.concurrent = 4);
    for headers in ["", "Accept: text/event-stream\r\n"] {
        let stream = service.begin("/api/v1/count", headers, HOPELESS);
        service.wait_for("at_work", 1);
        drop(stream);
        // Long before its limit of a minute.
        service.wait_for("at_work", 0);
    }
    let patterns = vec![r#""path:14""#; 100].join(",");
    let batch = format!(
        r#"{{"patterns": [{patterns}], "graphs": ["power-law"], "method": "vf2", "time_limit": 60}}"#
    );
    let stream = service.begin("/api/v1/count-many", "", &batch);
    service.wait_for("at_work", 1);
    drop(stream);
    service.wait_for("at_work", 0);
    let find =
        r#"{"pattern": "path:14", "graph": "power-law", "after": "99999999999", "time_limit": 60}"#;
    let stream = service.begin("/api/v1/find", "", find);
    service.wait_for("at_work", 1);
    stream.shutdown(Shutdown::Both).unwrap();
    service.wait_for("at_work", 0);
    assert_eq!(service.count(r#"{"pattern": "triangle", "graph": "karate"}"#)["count"], "270");
}

#[test]
fn a_waiting_question_leaves_the_queue_with_its_client() {
    let service = Service::with_limits(|limits| (limits.concurrent, limits.queue) = (1, 4));
    let first = service.begin("/api/v1/count", "", HOPELESS);
    service.wait_for("at_work", 1);
    let second = service.begin("/api/v1/count", "", HOPELESS);
    service.wait_for("waiting", 1);
    drop(second);
    service.wait_for("waiting", 0);
    drop(first);
    service.wait_for("at_work", 0);
}

#[test]
fn a_service_that_stops_cancels_what_does_not_end() {
    let service = Service::with_limits(|limits| limits.stop_time = Duration::from_millis(100));
    let mut stream = service.begin("/api/v1/count", "", HOPELESS);
    service.wait_for("at_work", 1);
    service.stop();
    // What was cut short is no answer.
    assert_eq!(read_reply(&mut stream).status, 503);
}

#[test]
fn a_service_that_stops_finishes_what_ends_soon() {
    let service = Service::with_limits(|limits| limits.stop_time = Duration::from_secs(20));
    let question =
        r#"{"pattern": "path:14", "graph": "power-law", "method": "vf2", "time_limit": 1}"#;
    let mut stream = service.begin("/api/v1/count", "", question);
    service.wait_for("at_work", 1);
    let address = service.address;
    service.stop();
    let reply = read_reply(&mut stream);
    assert_eq!((reply.status, &reply.json()["answer"]), (200, &"at_least".into()));
    assert!(std::net::TcpStream::connect(address).is_err(), "nobody listens any more");
}

#[test]
fn a_client_that_takes_nothing_is_given_up() {
    let service = Service::with_limits(|limits| {
        limits.stall_time = Duration::from_millis(300);
        limits.questions = 1_000_000;
    });
    // Far more than the buffers of two sockets hold.
    let patterns = vec![r#""a-b""#; 90_000].join(",");
    let batch = format!(r#"{{"patterns": [{patterns}], "graphs": ["karate"]}}"#);
    let mut stream = service.begin("/api/v1/count-many", "", &batch);
    service.wait_for("at_work", 1);
    service.wait_for("at_work", 0);
    let mut taken = Vec::new();
    let _ = stream.read_to_end(&mut taken);
    let lines = String::from_utf8_lossy(&taken).lines().count();
    assert!(lines < 90_000, "all {lines} lines were sent");
}
