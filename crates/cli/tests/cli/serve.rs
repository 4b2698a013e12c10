//! `isocount serve`: started, asked, ended, killed.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use isocount::Rng;
use serde_json::Value;

use crate::workdir::{PATIENCE, Workdir};

/// A service that is killed at the end of the test.
pub(crate) struct Service {
    child: Child,
    pub(crate) address: String,
    /// The log before the line with its address.
    first_lines: String,
    log: Log,
}

/// What a service writes to its standard error.
enum Log {
    /// Nobody reads it, so the pipe fills up.
    Unread(BufReader<ChildStderr>),
    /// It is read as it arrives.
    Read(Option<JoinHandle<String>>),
}

impl Service {
    pub(crate) fn start(dir: &Workdir, words: &str) -> Self {
        let mut service = Self::start_unread(dir, words);
        if let Log::Unread(mut log) = std::mem::replace(&mut service.log, Log::Read(None)) {
            let reading = thread::spawn(move || {
                let mut text = String::new();
                let _ = log.read_to_string(&mut text);
                text
            });
            service.log = Log::Read(Some(reading));
        }
        service
    }

    /// Like [`Self::start`], but nobody reads the log.
    fn start_unread(dir: &Workdir, words: &str) -> Self {
        let mut child = dir.spawn(&format!("serve --listen 127.0.0.1:0 {words}"));
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut first_lines = String::new();
        let address = loop {
            let mut line = String::new();
            assert!(log.read_line(&mut line).unwrap() > 0, "it ended: {:?}", child.wait());
            if let Some((_, address)) = line.split_once("http://") {
                break address.trim_end_matches(['"', '}', '\n']).to_owned();
            }
            first_lines += &line;
        };
        Self { child, address, first_lines, log: Log::Unread(log) }
    }

    fn send_signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// The log after the line with its address, once the service has ended.
    fn rest_of_log(&mut self) -> String {
        match &mut self.log {
            Log::Read(reading) => reading.take().unwrap().join().unwrap(),
            Log::Unread(_) => String::new(),
        }
    }

    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        body: &[u8],
    ) -> std::io::Result<(u16, Value)> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let kind = if path.contains('?') { "text/plain" } else { "application/json" };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let cut = || std::io::Error::from(std::io::ErrorKind::UnexpectedEof);
        let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(cut)?;
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or_else(cut)?;
        Ok((status, serde_json::from_str(body).unwrap_or(Value::Null)))
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        self.ask("GET", path, b"").unwrap().1
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_answers_and_ends_when_told() {
    let dir = Workdir::new();
    for (signal, log) in [("-TERM", "text"), ("-INT", "json")] {
        let mut service = Service::start(&dir, &format!("--log {log}"));
        let question = br#"{"pattern": "triangle", "graph": "karate", "unit": "subgraphs"}"#;
        let (status, record) = service.ask("POST", "/api/v1/count", question).unwrap();
        assert_eq!((status, &record["count"]), (200, &"45".into()));
        service.send_signal(signal);
        assert_eq!(service.child.wait().unwrap().code(), Some(0));
        let rest = service.rest_of_log();
        let line = rest.lines().find(|line| line.contains("/api/v1/count")).unwrap();
        if log == "json" {
            let line: Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["status"], 200);
            assert!(line["span"]["id"].is_string(), "{line}");
        } else {
            assert!(line.contains("status=200") && line.contains("id="), "{line}");
        }
        assert!(rest.contains("stopped"), "{rest}");
    }
}

#[test]
fn what_cannot_be_served_is_reported() {
    let dir = Workdir::new();
    dir.write("short", "abc\n");
    for (words, part) in [
        ("--listen 0.0.0.0:0", "there is no token"),
        ("--listen 0.0.0.0:0 --token-file short", "shorter than 16"),
        ("--listen 127.0.0.1:0 --token-file missing", "cannot read missing"),
        ("--listen 127.0.0.1:0 --graphs missing", "cannot use the folder missing"),
        ("--listen 127.0.0.1:0 --models missing", "cannot use the folder missing"),
        ("--listen nonsense", "invalid value"),
    ] {
        let outcome = dir.run(&format!("serve {words}"));
        assert!(matches!(outcome.code, Some(1 | 2)), "{outcome:?}");
        assert!(outcome.stderr.contains(part), "{words}: {}", outcome.stderr);
    }
}

/// A pipe holds 64 KB, and these requests log several times as much.
#[test]
fn a_log_that_nobody_reads_stops_no_request() {
    let dir = Workdir::new();
    let mut service = Service::start_unread(&dir, "--log json");
    let name = "n".repeat(200);
    for _ in 0..1000 {
        let (status, _) = service.ask("GET", &format!("/api/v1/graphs/{name}"), b"").unwrap();
        assert_eq!(status, 404);
    }
    service.send_signal("-TERM");
    assert_eq!(service.child.wait().unwrap().code(), Some(0));
}

/// Uploads of one round.
const UPLOADS: usize = 6;

/// When a service is killed, after some uploads were answered.
#[derive(Clone, Copy)]
enum Moment {
    /// While the next one is on its way.
    AtOnce,
    /// When the file of the next one is being written.
    Writing,
    /// After the last one.
    AtTheEnd,
}

/// Uploads go on while the service is killed again and again. Afterwards every listed upload is
/// complete, every acknowledged upload is listed, and no partial files remain.
#[test]
fn uploads_survive_kills_whole_or_not_at_all() {
    let dir = Workdir::new();
    dir.write("graphs/mine.csv", "tail,head\n1,2\n");
    let mut rng = Rng::new(22);
    let mut answered: Vec<(String, u64)> = Vec::new();
    let rows = (0..5_000).map(|node| format!("{node},{}\n", node + 1)).collect::<Vec<_>>().concat();
    let moments = [Moment::AtOnce, Moment::Writing, Moment::Writing, Moment::AtTheEnd];
    for round in 0..8 {
        let service = Service::start(&dir, "--graphs graphs --log json");
        for (id, arcs) in &answered {
            let about = service.get(&format!("/api/v1/graphs/{id}"));
            assert_eq!(about["arcs"].as_u64(), Some(*arcs), "{about}");
        }
        let kept = thread::scope(|scope| {
            let (tell, told) = mpsc::channel();
            let service = &service;
            let rows = &rows;
            let uploads = scope.spawn(move || {
                let mut kept = Vec::new();
                for number in 0..UPLOADS {
                    let name = format!("/api/v1/graphs?name=r{round}n{number}.csv");
                    let body = format!("tail,head\n{rows}r{round},n{number}\n");
                    match service.ask("POST", &name, body.as_bytes()) {
                        Ok((201, about)) => {
                            let id = about["id"].as_str().unwrap().to_owned();
                            kept.push((id, about["arcs"].as_u64().unwrap()));
                        }
                        _ => break,
                    }
                    let _ = tell.send(());
                }
                kept
            });
            for _ in 0..rng.below(UPLOADS) {
                told.recv().unwrap();
            }
            match moments[round % moments.len()] {
                Moment::AtOnce => {}
                Moment::Writing => {
                    while !is_writing(&dir) && !uploads.is_finished() {
                        thread::sleep(Duration::from_micros(100));
                    }
                }
                Moment::AtTheEnd => while told.recv().is_ok() {},
            }
            service.send_signal("-KILL");
            uploads.join().unwrap()
        });
        answered.extend(kept);
        service.kill();
    }
    let service = Service::start(&dir, "--graphs graphs");
    let listed = service.get("/api/v1/graphs");
    let uploads = listed["graphs"].as_array().unwrap().iter().filter(|it| it["source"] == "upload");
    let uploads: Vec<&str> = uploads.map(|it| it["id"].as_str().unwrap()).collect();
    assert!(answered.iter().all(|(id, _)| uploads.contains(&id.as_str())));
    let files = fs::read_dir(dir.path("graphs/uploads")).unwrap();
    let files: Vec<String> =
        files.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(files.len(), uploads.len(), "{files:?}");
    assert!(answered.len() >= UPLOADS, "a round that went to its end has answers");
}

/// Whether an incomplete file of an upload exists.
fn is_writing(dir: &Workdir) -> bool {
    let entries = fs::read_dir(dir.path("graphs/uploads")).unwrap();
    entries.flatten().any(|entry| entry.path().extension().is_some_and(|it| it == "part"))
}

/// A model in `models/run`, and a graph that it knows.
pub(crate) fn train_a_model(dir: &Workdir) {
    dir.run("data generate small --limit 300 --out small -q").ok();
    dir.run("train count-gnn --data small --set training.epochs=1 --out models/run -q").ok();
    let graph = r#"{"nodes": [0, 1, 2, 0], "edges": [[0, 1, 0], [1, 2, 1], [2, 3, 0]]}"#;
    dir.write("graphs/g.json", graph);
}

/// Every unreadable molecule is logged with file, line and name, and all of them are counted.
#[test]
fn what_cannot_be_read_is_logged_and_counted() {
    let dir = Workdir::new();
    dir.write("graphs/drugs.smi", "CCO ethanol\nCC( broken\nC methane\n");
    dir.write("graphs/half.gml", "graph [");
    for (words, names, parts) in [
        ("", vec![], ["drugs.smi", "2 graphs or files of graphs could not be read"]),
        (
            " --on-error record",
            vec!["ethanol", "methane"],
            ["name=\"broken\"", "2 graphs or files of graphs could not be read"],
        ),
    ] {
        let service = Service::start(&dir, &format!("--graphs graphs{words}"));
        let listed = service.get("/api/v1/graphs");
        let graphs = listed["graphs"].as_array().unwrap().iter();
        let graphs = graphs.filter(|it| it["source"] == "folder").map(|it| it["name"].clone());
        assert_eq!(graphs.collect::<Vec<_>>(), names);
        assert_eq!(listed["unread"].as_array().unwrap().len(), 2);
        let text = &service.first_lines;
        for part in parts.into_iter().chain(["line=2", "half.gml", "has no closing"]) {
            assert!(text.contains(part), "{words}: {part} is not in {text}");
        }
    }
}

#[test]
fn models_and_indices_are_asked_and_survive_kills() {
    let dir = Workdir::new();
    train_a_model(&dir);
    let words = "--graphs graphs --models models";
    let service = Service::start(&dir, words);
    assert_eq!(service.get("/api/v1/models")["models"][0]["id"], "run");
    let pattern = r#""pattern": "a:0-[0]->b:1""#;
    let question = format!(r#"{{{pattern}, "graph": "g", "method": "learned", "model": "run"}}"#);
    let (status, direct) = service.ask("POST", "/api/v1/count", question.as_bytes()).unwrap();
    assert_eq!((status, &direct["answer"]), (200, &"estimate".into()), "{direct}");
    let wanted = br#"{"graph": "g", "model": "run"}"#;
    let (status, index) = service.ask("POST", "/api/v1/indices", wanted).unwrap();
    assert_eq!(status, 201, "{index}");
    let id = index["id"].as_str().unwrap().to_owned();
    service.kill();

    // Partial files left by a kill are removed, and acknowledged indices are there.
    dir.write("models/indices/half.index.part", "half");
    let service = Service::start(&dir, words);
    assert_eq!(service.get("/api/v1/indices")["indices"][0]["id"].as_str(), Some(&*id));
    assert!(!dir.path("models/indices/half.index.part").exists());
    let question = format!(r#"{{{pattern}, "index": "{id}"}}"#);
    let (status, indexed) = service.ask("POST", "/api/v1/count", question.as_bytes()).unwrap();
    assert_eq!(status, 200, "{indexed}");
    let value = |record: &Value| record["count"].as_str().unwrap().parse::<f64>().unwrap();
    assert!((value(&direct) - value(&indexed)).abs() <= 1e-3 * value(&direct).abs().max(1.0));
    // The only option that it takes is the confidence.
    for (field, message) in [
        (r#""precision": 0.1"#, "an index has no option `precision`"),
        (r#""seed": 1"#, "an index has no option `seed`"),
        (r#""replicates": 8"#, "an index has no option `replicates`"),
        (r#""readout": "plain""#, "an index has no option `readout`"),
        (r#""time_limit": 1"#, "an index cannot be limited in time or steps"),
        (r#""step_limit": 1"#, "an index cannot be limited in time or steps"),
        (r#""threads": 1"#, "an index has no option `threads`"),
        (r#""method": "exact""#, "an index uses the method learned, not exact"),
    ] {
        let question = format!(r#"{{{pattern}, "index": "{id}", {field}}}"#);
        let (status, problem) = service.ask("POST", "/api/v1/count", question.as_bytes()).unwrap();
        assert_eq!((status, problem["message"].as_str()), (422, Some(message)), "{field}");
    }
    // A trained model also takes a readout: the listed model answers, whatever has happened to its
    // folder.
    let listed = service.get("/api/v1/models")["models"][0]["checksum"].clone();
    fs::remove_dir_all(dir.path("models/run")).unwrap();
    for (readout, status) in [("plain", 200), ("fused", 200), ("indexed", 200), ("nonsense", 400)] {
        let question = format!(
            r#"{{{pattern}, "graph": "g", "method": "learned", "model": "run", "readout": "{readout}"}}"#
        );
        let (found, record) = service.ask("POST", "/api/v1/count", question.as_bytes()).unwrap();
        assert_eq!(found, status, "{record}");
        if status == 200 {
            assert_eq!(record["options"]["readout"], readout);
            assert_eq!(record["model"], listed);
            assert!(
                (value(&direct) - value(&record)).abs() <= 1e-3 * value(&direct).abs().max(1.0)
            );
        }
    }
    let removed = service.ask("DELETE", &format!("/api/v1/indices/{id}"), b"").unwrap();
    assert_eq!(removed.0, 204);
    assert_eq!(fs::read_dir(dir.path("models/indices")).unwrap().count(), 0);
}
