//! Tests that reach every limit.

use std::io::{Read, Write};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::client::{HOPELESS, Service, read_reply, request, until};

#[test]
fn bodies_are_limited_whether_announced_or_not() {
    let service = Service::with_limits(|limits| {
        (limits.upload_bytes, limits.request_bytes) = (1000, 500);
    });
    let long = vec![b'1'; 1001];
    assert_eq!(service.upload("x.csv", &long).status, 413);
    let text = format!(r#"{{"text": "{}"}}"#, "a".repeat(500));
    assert_eq!(service.post("/api/v1/patterns/parse", &text).status, 413);
    // Announced as too large: nothing of it is read.
    let mut stream = service.connect();
    stream
        .write_all(b"POST /api/v1/graphs?name=x.csv HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n")
        .unwrap();
    assert_eq!(read_reply(&mut stream).status, 413);
    // Not announced at all.
    let mut stream = service.connect();
    stream
        .write_all(b"POST /api/v1/graphs?name=x.csv HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        .unwrap();
    for _ in 0..20 {
        let _ = stream.write_all(b"64\r\n").and_then(|()| stream.write_all(&[b'1'; 100]));
        let _ = stream.write_all(b"\r\n");
    }
    assert_eq!(read_reply(&mut stream).status, 413);
}

#[test]
fn graphs_are_limited_in_nodes_arcs_and_unpacked_bytes() {
    let service = Service::with_limits(|limits| {
        (limits.nodes, limits.arcs, limits.unpacked_bytes) = (10, 12, 2000);
    });
    let path = |nodes: usize| {
        let rows =
            (1..nodes).map(|node| format!("{node},{}\n", node + 1)).collect::<Vec<_>>().concat();
        format!("tail,head\n{rows}")
    };
    assert_eq!(service.upload("x.csv", path(10).as_bytes()).status, 201);
    assert_eq!(service.upload("x.csv", path(12).as_bytes()).status, 422);
    let many = service.upload(
        "x.json",
        br#"{"nodes": [0,0,0,0,0], "edges": [[0,1],[0,2],[0,3],[0,4],
        [1,0],[1,2],[1,3],[1,4],[2,0],[2,1],[2,3],[2,4],[3,0]]}"#,
    );
    assert_eq!(many.status, 422);
    assert!(many.message().contains("more than 12 arcs"), "{}", many.message());
    // Nodes that are declared and never listed, and a matrix in which a byte is twelve arcs.
    assert_eq!(service.upload("x.graph", b"t 16000000 0\n").status, 422);
    assert_eq!(service.upload("x.lad", b"16000000\n").status, 422);
    assert_eq!(
        service
            .upload(
                "x.mtx",
                b"%%MatrixMarket matrix coordinate pattern general\n16000000 16000000 0\n"
            )
            .status,
        422
    );
    assert_eq!(service.upload("x.g6", b"I~~~~~~~~\n").status, 422);
    let small = b"D~{\n".repeat(200);
    assert_eq!(service.upload("x.g6", &small).status, 422);
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&b"# nothing but comments\n".repeat(1000)).unwrap();
    let bomb = service.upload("x.csv.gz", &packed.finish().unwrap());
    assert_eq!(bomb.status, 422);
    assert!(bomb.message().contains("2000 bytes"), "{}", bomb.message());
}

#[test]
fn patterns_are_limited() {
    let service =
        Service::with_limits(|limits| (limits.pattern_nodes, limits.pattern_arcs) = (6, 20));
    for (pattern, status) in [
        ("path:6", 200),
        ("path:7", 422),
        ("clique:4", 200),
        ("clique:6", 422),
        ("clique:1000", 422),
    ] {
        let reply = service
            .post("/api/v1/count", &format!(r#"{{"pattern": "{pattern}", "graph": "karate"}}"#));
        assert_eq!(reply.status, status, "{pattern}: {}", reply.text());
    }
    let nodes = ["{}"; 7].join(",");
    let drawn = format!(r#"{{"pattern": {{"nodes": [{nodes}]}}, "graph": "karate"}}"#);
    assert_eq!(service.post("/api/v1/count", &drawn).status, 422);
    let long = format!(r#"{{"pattern": "{}b", "graph": "karate"}}"#, "a-".repeat(50_000));
    assert_eq!(service.post("/api/v1/count", &long).status, 422);
}

#[test]
fn time_threads_pages_and_batches_are_limited() {
    let service = Service::with_limits(|limits| {
        limits.time = Duration::from_millis(300);
        (limits.threads, limits.matches, limits.questions) = (1, 5, 3);
    });
    // A longer time is reduced to that of the service, and the answer contains it.
    let record = service.count(
        r#"{"pattern": "path:14", "graph": "power-law", "method": "vf2", "time_limit": 1e9}"#,
    );
    assert_eq!((&record["answer"], &record["time_limit"]), (&"at_least".into(), &0.3.into()));
    let page = service.post("/api/v1/find", r#"{"pattern": "a-b", "graph": "karate", "limit": 5}"#);
    assert_eq!(page.json()["matches"].as_array().unwrap().len(), 5);
    assert_eq!(page.json()["time_limit"], 0.3);
    for (path, question, message) in [
        (
            "count",
            r#"{"pattern": "a-b", "graph": "karate", "threads": 2}"#,
            "`threads` must be 1 (got 2)",
        ),
        (
            "count",
            r#"{"pattern": "a-b", "graph": "karate", "threads": 0}"#,
            "`threads` must be 1 (got 0)",
        ),
        (
            "find",
            r#"{"pattern": "a-b", "graph": "karate", "limit": 6}"#,
            "`limit` must be at most 5 (got 6)",
        ),
        (
            "participation",
            r#"{"pattern": "a-b", "graph": "karate", "limit": 1001}"#,
            "`limit` must be at most 1000 (got 1001)",
        ),
        (
            "count-many",
            r#"{"patterns": ["a-b", "a-b"], "graphs": ["karate", "karate"]}"#,
            "a batch must have at most 3 questions (got 4)",
        ),
    ] {
        let reply = service.post(&format!("/api/v1/{path}"), question);
        assert_eq!((reply.status, reply.message().as_str()), (422, message), "{question}");
    }
    for max in [0, 1001] {
        let reply = service.get(&format!("/api/v1/graphs/karate/drawing?max={max}"));
        let message = format!("`max` must be from 1 to 1000 (got {max})");
        assert_eq!((reply.status, reply.message()), (422, message));
    }
}

#[test]
fn a_drawing_says_how_many_edges_it_leaves_out() {
    let service = Service::start();
    let rows = (0..210).flat_map(|a| (0..a).map(move |b| format!("{a},{b}\n{b},{a}\n")));
    let clique = format!("tail,head\n{}", rows.collect::<String>());
    assert_eq!(service.upload("clique.csv", clique.as_bytes()).status, 201);
    let drawing = service.get("/api/v1/graphs/clique/drawing?max=210").json();
    assert_eq!(drawing["edges"].as_array().unwrap().len(), 20_000);
    assert_eq!(drawing["edges_left_out"], 210 * 209 / 2 - 20_000);
}

/// Nothing beyond a limit is dropped silently.
#[test]
fn lists_that_are_too_long_are_refused() {
    let service = Service::start();
    let many = vec!["1"; 1001].join(",");
    let drawn = service.get(&format!("/api/v1/graphs/karate/drawing?nodes={many}"));
    let rows = service.post(
        "/api/v1/participation",
        &format!(r#"{{"pattern": "a-b", "graph": "karate", "nodes": [{many}]}}"#),
    );
    let motifs =
        service.post("/api/v1/motifs", &format!(r#"{{"graph": "karate", "nodes": [{many}]}}"#));
    for reply in [drawn, rows, motifs] {
        let message = "`nodes` must have at most 1000 numbers (got 1001)";
        assert_eq!((reply.status, reply.message().as_str()), (422, message));
    }
    let pairs = vec!["[0, 1]"; 1001].join(",");
    let motifs =
        service.post("/api/v1/motifs", &format!(r#"{{"graph": "karate", "edges": [{pairs}]}}"#));
    assert_eq!(motifs.message(), "`edges` must have at most 1000 pairs (got 1001)");
    let motifs = service.post("/api/v1/motifs", r#"{"graph": "karate", "samples": 1001}"#);
    assert_eq!(motifs.message(), "`samples` must be at most 1000 (got 1001)");
}

#[test]
fn a_batch_as_a_whole_has_the_time_of_one_request() {
    let service = Service::with_limits(|limits| limits.time = Duration::from_millis(300));
    // Ten minutes of work.
    let patterns = vec![r#""path:14""#; 2000].join(",");
    let batch =
        format!(r#"{{"patterns": [{patterns}], "graphs": ["power-law"], "method": "vf2"}}"#);
    let reply = service.post("/api/v1/count-many", &batch);
    assert!(reply.text().lines().last().unwrap().contains("problem"), "{}", reply.text());
}

#[test]
fn little_memory_gives_the_same_answer() {
    let question = r#"{"pattern": "path:6", "graph": "power-law", "method": "exact",
        "semantics": "homomorphism", "time_limit": 3600}"#;
    let little = Service::with_limits(|limits| limits.memory = 1 << 12).count(question);
    assert_eq!(little["answer"], "exact");
    assert_eq!(little["count"], Service::start().count(question)["count"]);
}

#[test]
fn clients_are_refused_for_a_while_if_the_queue_is_full() {
    let service = Service::with_limits(|limits| (limits.concurrent, limits.queue) = (1, 2));
    let first = service.begin("/api/v1/count", "", HOPELESS);
    service.wait_for("at_work", 1);
    let waiting = [(); 2].map(|()| service.begin("/api/v1/count", "", HOPELESS));
    service.wait_for("waiting", 2);
    for (path, body) in [
        ("/api/v1/count", HOPELESS),
        ("/api/v1/count-many", r#"{"patterns": ["a-b"], "graphs": ["karate"]}"#),
        ("/api/v1/find", r#"{"pattern": "a-b", "graph": "karate"}"#),
    ] {
        let reply = service.post(path, body);
        assert_eq!((reply.status, reply.header("retry-after")), (429, Some("1")), "{path}");
    }
    assert_eq!(service.upload("x.csv", b"a,b\n").status, 429);
    assert_eq!(service.metric("turned_away_total"), 4);
    // Small pieces of work are still answered: they do not wait behind hard questions. On a busy
    // machine the first milliseconds may be over before the work has started.
    let small = r#"{"pattern": "triangle", "graph": "karate"}"#;
    let answer = || service.post("/api/v1/count", small);
    until(|| answer().status == 200, "a small question was never answered");
    assert_eq!(service.post("/api/v1/patterns/parse", r#"{"text": "a-b"}"#).status, 200);
    assert_eq!(service.get("/health").status, 200);
    assert_eq!(service.get("/api/v1/graphs").status, 200);
    assert_eq!(service.metric("at_work"), 1);
    drop((first, waiting));
    service.wait_for("at_work", 0);
    assert_eq!(service.count(r#"{"pattern": "triangle", "graph": "karate"}"#)["count"], "270");
}

#[test]
fn uploads_are_limited_in_number_and_memory() {
    let service = Service::with_limits(|limits| limits.uploads = 2);
    for (number, status) in [(1, 201), (2, 201), (3, 507)] {
        let reply = service.upload("x.csv", format!("tail,head\n{number},0\n").as_bytes());
        assert_eq!(reply.status, status);
    }
    let service = Service::with_limits(|limits| limits.stored_bytes = 500);
    assert_eq!(service.upload("x.csv", b"tail,head\n1,2\n").status, 201);
    let rows = (0..50).map(|node| format!("{node},{}\n", node + 1)).collect::<Vec<_>>().concat();
    assert_eq!(service.upload("y.csv", format!("tail,head\n{rows}").as_bytes()).status, 507);
    assert_eq!(service.upload(&"x".repeat(300), b"").status, 400);
}

#[test]
fn slow_heads_and_idle_connections_end() {
    let service = Service::with_limits(|limits| limits.head_time = Duration::from_millis(300));
    let mut rest = Vec::new();
    // A connection that sends nothing.
    let mut idle = service.connect();
    assert_eq!(idle.read_to_end(&mut rest).unwrap_or(0), rest.len());
    // A head that never ends.
    let mut slow = service.connect();
    for piece in ["GET / HTTP/1.1\r\n", "Host: localhost\r\n", "X: y\r\n"] {
        let _ = slow.write_all(piece.as_bytes());
    }
    let _ = slow.read_to_end(&mut rest);
    // Between two requests, the answer arrives and then the connection ends. On a busy machine the
    // first request may already be too slow.
    let is_answered = || {
        let mut kept = service.connect();
        let _ = kept.write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
        let mut answer = Vec::new();
        let _ = kept.read_to_end(&mut answer);
        answer.starts_with(b"HTTP/1.1 200")
    };
    until(is_answered, "no request was answered");
}

#[test]
fn slow_bodies_end() {
    let service = Service::with_limits(|limits| limits.body_time = Duration::from_millis(300));
    let mut slow = service.connect();
    slow.write_all(b"POST /api/v1/graphs?name=x.csv HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\na,b\n")
        .unwrap();
    assert_eq!(read_reply(&mut slow).status, 408);
}

#[test]
fn connections_beyond_the_limit_wait_for_a_place() {
    let service = Service::with_limits(|limits| {
        (limits.connections, limits.head_time) = (3, Duration::from_secs(600));
    });
    let mut idle: Vec<_> = (0..3).map(|_| service.connect()).collect();
    let mut stream = service.connect();
    stream.write_all(&request("GET", "/health", "", b"")).unwrap();
    // Nobody answers while three others are connected.
    stream.set_nonblocking(true).unwrap();
    let waits = stream.read(&mut [0; 1]).unwrap_err().kind();
    assert_eq!(waits, std::io::ErrorKind::WouldBlock);
    stream.set_nonblocking(false).unwrap();
    // One of them disconnects, and this one gets its turn.
    idle.pop();
    assert_eq!(read_reply(&mut stream).status, 200);
}
