//! A service that ends with the test, and a client with a minimal implementation of HTTP.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use isocount_serve::{Limits, Server, Settings};
use serde_json::Value;
use tokio::sync::oneshot;

/// Only guards against hanging: nothing here takes nearly as long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(600);

/// A question that is practically impossible to answer: there are far too many paths of this length
/// in a graph with hubs.
pub(crate) const HOPELESS: &str = r#"{"pattern": "path:14", "graph": "power-law", "method": "vf2",
    "time_limit": 3600}"#;

/// A running service.
pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The message of a refusal.
    pub(crate) fn message(&self) -> String {
        self.json()["message"].as_str().unwrap_or_default().to_owned()
    }
}

impl Service {
    pub(crate) fn start() -> Self {
        Self::with(|_| {})
    }

    pub(crate) fn with_limits(change: impl FnOnce(&mut Limits)) -> Self {
        Self::with(|settings| change(&mut settings.limits))
    }

    pub(crate) fn with(change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = Settings::default();
        settings.limits.stop_time = Duration::from_millis(200);
        // Hopeless questions end when they are cancelled, not because the test took long.
        settings.limits.time = Duration::from_secs(3600);
        settings.limits.stall_time = PATIENCE;
        change(&mut settings);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = Server::new(settings, &listener).unwrap();
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            let stop = async {
                let _ = stopped.await;
            };
            server.run(listener, stop).unwrap();
        });
        Self { address, stop: Some(stop), thread: Some(thread) }
    }

    /// Tells the service to stop, and waits until it has.
    pub(crate) fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        if let (Some(stop), Some(thread)) = (self.stop.take(), self.thread.take()) {
            let _ = stop.send(());
            thread.join().unwrap();
        }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends one request on a new connection.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Reply {
        let mut stream = self.connect();
        stream.write_all(request(method, path, headers, body).as_slice()).unwrap();
        read_reply(&mut stream)
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path, "", b"")
    }

    pub(crate) fn post(&self, path: &str, json: &str) -> Reply {
        self.send("POST", path, "Content-Type: application/json\r\n", json.as_bytes())
    }

    pub(crate) fn upload(&self, name: &str, body: &[u8]) -> Reply {
        self.send("POST", &format!("/api/v1/graphs?name={}", escaped(name)), "", body)
    }

    /// The answer to a question.
    pub(crate) fn count(&self, json: &str) -> Value {
        let reply = self.post("/api/v1/count", json);
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    /// The number of a node of a small graph, given its name.
    pub(crate) fn node(&self, graph: &str, name: &str) -> u64 {
        let drawing = self.get(&format!("/api/v1/graphs/{graph}/drawing")).json();
        let nodes = drawing["nodes"].as_array().unwrap();
        nodes.iter().find(|node| node["name"] == name).unwrap()["id"].as_u64().unwrap()
    }

    /// The value of a metric.
    pub(crate) fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").text();
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("isocount_{name} ")));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
    }

    /// Waits until a metric has this value.
    pub(crate) fn wait_for(&self, name: &str, wanted: u64) {
        until(|| self.metric(name) == wanted, &format!("{name} never became {wanted}"));
    }

    /// Waits until a metric, which only grows, is not 0.
    pub(crate) fn wait_for_some(&self, name: &str) {
        until(|| self.metric(name) > 0, &format!("{name} stayed 0"));
    }

    /// Sends a question and does not wait for its answer.
    pub(crate) fn begin(&self, path: &str, headers: &str, json: &str) -> TcpStream {
        let mut stream = self.connect();
        let headers = format!("Content-Type: application/json\r\n{headers}");
        stream.write_all(&request("POST", path, &headers, json.as_bytes())).unwrap();
        stream
    }
}

/// Waits until `is_true` returns true.
pub(crate) fn until(mut is_true: impl FnMut() -> bool, problem: &str) {
    let started = Instant::now();
    while !is_true() {
        assert!(started.elapsed() < PATIENCE, "{problem}");
        thread::sleep(Duration::from_millis(5));
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if !thread::panicking() {
            self.end();
        }
    }
}

pub(crate) fn request(method: &str, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let host = if headers.contains("Host:") { "" } else { "Host: localhost\r\n" };
    let mut bytes = format!(
        "{method} {path} HTTP/1.1\r\n{host}{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
    )
    .into_bytes();
    bytes.extend(body);
    bytes
}

/// Reads until the other side closes.
pub(crate) fn read_reply(stream: &mut TcpStream) -> Reply {
    let mut bytes = Vec::new();
    // A service that refuses a body may close the connection before all of it was sent.
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no answer: {}", String::from_utf8_lossy(&bytes)));
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let body = bytes[end + 4..].to_vec();
    let is_chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if is_chunked { unchunked(&body) } else { body };
    Reply { status, head, body }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|window| window == b"\r\n") {
        let length = std::str::from_utf8(&bytes[..end]).unwrap();
        let length = usize::from_str_radix(length, 16).unwrap();
        let start = end + 2;
        if length == 0 || bytes.len() < start + length {
            break;
        }
        body.extend(&bytes[start..start + length]);
        bytes = &bytes[start + length + 2..];
    }
    body
}

/// A text as a part of a URL.
pub(crate) fn escaped(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => {
                char::from(byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect()
}
