//! Every limit, reached.

use std::io::{Read, Write};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::client::{HOPELESS, Service, read_reply, request};

#[test]
fn bodies_are_limited_whether_announced_or_not() {
    let service = Service::with_limits(|limits| {
        (limits.upload_bytes, limits.request_bytes) = (1000, 500);
    });
    let long = vec![b'1'; 1001];
    assert_eq!(service.upload("x.csv", &long).status, 413);
    let text = format!(r#"{{"text": "{}"}}"#, "a".repeat(500));
    assert_eq!(service.post("/api/v1/patterns/parse", &text).status, 413);
    // Only announced: nothing of it is read.
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
    // Nodes that are stated and never shown, and a matrix in which a byte is twelve arcs.
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
    let record = service.count(
        r#"{"pattern": "path:14", "graph": "power-law", "method": "vf2", "time_limit": 1e300, "threads": 64}"#,
    );
    assert_eq!((&record["answer"], &record["time_limit"]), (&"at_least".into(), &0.3.into()));
    let page =
        service.post("/api/v1/find", r#"{"pattern": "a-b", "graph": "karate", "limit": 1000}"#);
    assert_eq!(page.json()["matches"].as_array().unwrap().len(), 5);
    let batch = r#"{"patterns": ["a-b", "a-b"], "graphs": ["karate", "karate"]}"#;
    assert_eq!(service.post("/api/v1/count-many", batch).status, 422);
    // A batch as a whole has the time of one request.
    let batch = r#"{"patterns": ["path:14", "path:14", "path:14"], "graphs": ["power-law"], "method": "vf2"}"#;
    let reply = service.post("/api/v1/count-many", batch);
    assert!(reply.text().lines().last().unwrap().contains("problem"), "{}", reply.text());
}

#[test]
fn little_memory_gives_the_same_answer() {
    let question = r#"{"pattern": "path:6", "graph": "power-law", "method": "exact",
        "semantics": "homomorphism", "time_limit": 50}"#;
    let little = Service::with_limits(|limits| limits.memory = 1 << 12).count(question);
    assert_eq!(little["answer"], "exact");
    assert_eq!(little["count"], Service::start().count(question)["count"]);
}

#[test]
fn who_comes_when_the_queue_is_full_is_sent_away_for_a_while() {
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
    // What needs little work or none is still answered: it does not wait behind hard questions.
    assert_eq!(service.count(r#"{"pattern": "triangle", "graph": "karate"}"#)["count"], "270");
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
fn slow_heads_slow_bodies_and_idle_connections_end() {
    let service = Service::with_limits(|limits| {
        (limits.head_time, limits.body_time) =
            (Duration::from_millis(300), Duration::from_millis(300));
    });
    let mut rest = Vec::new();
    // Nothing at all.
    let mut idle = service.connect();
    assert_eq!(idle.read_to_end(&mut rest).unwrap_or(0), rest.len());
    // A head that never ends.
    let mut slow = service.connect();
    for piece in ["GET / HTTP/1.1\r\n", "Host: localhost\r\n", "X: y\r\n"] {
        slow.write_all(piece.as_bytes()).unwrap();
    }
    let _ = slow.read_to_end(&mut rest);
    // A body that never ends.
    let mut slow = service.connect();
    slow.write_all(b"POST /api/v1/graphs?name=x.csv HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\na,b\n")
        .unwrap();
    assert_eq!(read_reply(&mut slow).status, 408);
    // Between two requests.
    let mut kept = service.connect();
    kept.write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    assert_eq!(read_reply(&mut kept).status, 200);
    service.wait_for("connections", 1);
}

#[test]
fn connections_beyond_the_limit_wait_for_a_place() {
    let service = Service::with_limits(|limits| {
        (limits.connections, limits.head_time) = (3, Duration::from_millis(500));
    });
    let idle: Vec<_> = (0..10).map(|_| service.connect()).collect();
    // The idle ones are given up, and this one has its turn.
    let mut stream = service.connect();
    stream.write_all(&request("GET", "/health", "", b"")).unwrap();
    assert_eq!(read_reply(&mut stream).status, 200);
    drop(idle);
}
