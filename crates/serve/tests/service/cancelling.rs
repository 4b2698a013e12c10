//! Work ends when its client disconnects, and when the service stops.

use std::io::Read;
use std::net::Shutdown;
use std::thread;
use std::time::Duration;

use crate::client::{HOPELESS, Service, read_reply, until};

#[test]
fn closing_a_connection_ends_its_work() {
    let service = Service::with_limits(|limits| limits.concurrent = 4);
    for headers in ["", "Accept: text/event-stream\r\n"] {
        let stream = service.begin("/api/v1/count", headers, HOPELESS);
        service.wait_for("at_work", 1);
        drop(stream);
        // Long before its limit of an hour.
        service.wait_for("at_work", 0);
    }
    let patterns = vec![r#""path:14""#; 100].join(",");
    let batch = format!(
        r#"{{"patterns": [{patterns}], "graphs": ["power-law"], "method": "vf2", "time_limit": 3600}}"#
    );
    let stream = service.begin("/api/v1/count-many", "", &batch);
    service.wait_for("at_work", 1);
    drop(stream);
    service.wait_for("at_work", 0);
    let find = r#"{"pattern": "path:14", "graph": "power-law", "after": "99999999999", "time_limit": 3600}"#;
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
    // A count that was cut short is not an answer.
    assert_eq!(read_reply(&mut stream).status, 503);
}

/// This many answers are far more than the buffers of two sockets can hold: the work goes on until
/// somebody reads.
const MANY: usize = 40_000;

fn long_batch() -> String {
    let patterns = vec![r#""a-b""#; MANY].join(",");
    format!(r#"{{"patterns": [{patterns}], "graphs": ["karate"]}}"#)
}

#[test]
fn a_service_that_stops_finishes_what_it_can() {
    let service = Service::with_limits(|limits| limits.stop_time = Duration::from_secs(600));
    let mut stream = service.begin("/api/v1/count-many", "", &long_batch());
    service.wait_for_some("answers_total");
    let address = service.address;
    let stopping = thread::spawn(move || service.stop());
    let is_refused = || std::net::TcpStream::connect(address).is_err();
    until(is_refused, "connections are still accepted");
    assert!(!stopping.is_finished(), "the batch is not read yet");
    let reply = read_reply(&mut stream);
    let text = reply.text();
    assert_eq!((reply.status, text.lines().count()), (200, MANY));
    assert!(text.lines().last().unwrap().contains(r#""count":"156""#));
    stopping.join().unwrap();
}

#[test]
fn a_client_that_takes_nothing_is_given_up() {
    let service = Service::with_limits(|limits| limits.stall_time = Duration::from_millis(300));
    let mut stream = service.begin("/api/v1/count-many", "", &long_batch());
    service.wait_for_some("answers_total");
    service.wait_for("at_work", 0);
    let mut taken = Vec::new();
    let _ = stream.read_to_end(&mut taken);
    let lines = String::from_utf8_lossy(&taken).lines().count();
    assert!(lines < MANY, "all {lines} lines were sent");
}
