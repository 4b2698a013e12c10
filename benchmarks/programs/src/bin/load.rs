//! Load on a running service, at a steady rate: 80 % small counts, 15 % batches, 5 % questions that
//! cannot be answered in their time. Requests are due at fixed moments, whether or not earlier ones
//! were answered, so a slow answer delays no other request: times are measured from the moment a
//! request was due.
//!
//! ```text
//! cargo run --release -p isocount-benchmarks --bin load -- 127.0.0.1:8080 RATE SECONDS CONNECTIONS [only-small]
//! ```
//!
//! Prints one line of JSON per kind: the number of requests, errors by status, and quantiles in
//! milliseconds.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

type Anything<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Small questions, asked in rotation.
const SMALL: [&str; 6] = [
    r#"{"pattern":"triangle","graph":"karate","unit":"subgraphs"}"#,
    r#"{"pattern":"a-b-c-d-a","graph":"karate","unit":"subgraphs","semantics":"induced"}"#,
    r#"{"pattern":"star:3","graph":"karate"}"#,
    r#"{"pattern":"smiles:c1ccccc1","graph":"nitropyrene","unit":"subgraphs"}"#,
    r#"{"pattern":"x:kinase-[activates]->y:kinase","graph":"proteins"}"#,
    r#"{"pattern":"a:C-b:O","graph":"karate"}"#,
];

/// Ten patterns in two graphs.
const BATCH: &str = r#"{"patterns":["edge","path:3","path:4","triangle","cycle:4","star:3","a-b-c-a-d","diamond","clique:4","cycle:5"],"graphs":["karate","nitropyrene"],"unit":"subgraphs","ignore_node_labels":true,"ignore_edge_labels":true}"#;

/// Cannot be counted in its time.
const HOPELESS: &str = r#"{"pattern":"cycle:12","graph":"power-law","time_limit":0.05}"#;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Small,
    Batch,
    Hopeless,
}

impl Kind {
    /// The kind of a request, by its number: 80, 15 and 5 of a hundred, well mixed.
    fn of(number: usize, only_small: bool) -> Self {
        match number * 37 % 100 {
            _ if only_small => Self::Small,
            0..80 => Self::Small,
            80..95 => Self::Batch,
            _ => Self::Hopeless,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Batch => "batch",
            Self::Hopeless => "hopeless",
        }
    }

    fn request(self, number: usize) -> (&'static str, &'static str) {
        match self {
            Self::Small => ("count", SMALL[number % SMALL.len()]),
            Self::Batch => ("count-many", BATCH),
            Self::Hopeless => ("count", HOPELESS),
        }
    }
}

/// The results of the requests of one kind.
#[derive(Default)]
struct Tally {
    statuses: BTreeMap<u16, usize>,
    milliseconds: Vec<f32>,
    /// From sending to the answer, without the time that a request waited for a free connection.
    served: Vec<f32>,
}

fn main() -> Anything<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [address, rate, seconds, connections] = words.get(..4).ok_or("see the first lines")? else {
        return Err("see the first lines".into());
    };
    let only_small = words.get(4).is_some_and(|word| word == "only-small");
    let (rate, seconds): (f64, f64) = (rate.parse()?, seconds.parse()?);
    let connections: usize = connections.parse()?;
    #[expect(clippy::cast_sign_loss, reason = "rates and times are positive")]
    let total = (rate * seconds) as usize;
    let next = AtomicUsize::new(0);
    let tallies: Arc<Mutex<BTreeMap<Kind, Tally>>> = Arc::default();
    let started = Instant::now();
    thread::scope(|scope| {
        for _ in 0..connections {
            scope.spawn(|| {
                let mut own: BTreeMap<Kind, Tally> = BTreeMap::new();
                let mut connection = None;
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= total {
                        break;
                    }
                    let due = started + Duration::from_secs_f64(number as f64 / rate);
                    thread::sleep(due.saturating_duration_since(Instant::now()));
                    let kind = Kind::of(number, only_small);
                    let sent = Instant::now();
                    let status = ask(&mut connection, address, kind.request(number)).unwrap_or(0);
                    let tally = own.entry(kind).or_default();
                    *tally.statuses.entry(status).or_default() += 1;
                    tally.milliseconds.push(due.elapsed().as_secs_f32() * 1e3);
                    tally.served.push(sent.elapsed().as_secs_f32() * 1e3);
                }
                let mut all = tallies.lock().unwrap_or_else(PoisonError::into_inner);
                for (kind, tally) in own {
                    let sum = all.entry(kind).or_default();
                    sum.milliseconds.extend(tally.milliseconds);
                    sum.served.extend(tally.served);
                    for (status, number) in tally.statuses {
                        *sum.statuses.entry(status).or_default() += number;
                    }
                }
            });
        }
    });
    let took = started.elapsed().as_secs_f64();
    let mut out = io::stdout().lock();
    let mut tallies = tallies.lock().unwrap_or_else(PoisonError::into_inner);
    for (kind, tally) in &mut *tallies {
        let number = tally.milliseconds.len();
        let per_second = number as f64 / took;
        let line = json!({
            "kind": kind.name(), "requests": number, "per_second": per_second, "statuses": tally.statuses,
            "milliseconds": quantiles(&mut tally.milliseconds), "served_milliseconds": quantiles(&mut tally.served),
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

#[expect(clippy::cast_sign_loss, reason = "shares are positive")]
fn quantiles(times: &mut [f32]) -> serde_json::Value {
    times.sort_by(f32::total_cmp);
    let at = |share: f64| times.get((share * (times.len().max(1) - 1) as f64) as usize).copied();
    json!({"p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "p999": at(0.999), "max": at(1.0)})
}

/// Sends one request on a persistent connection; returns 0 if it fails.
fn ask(
    connection: &mut Option<BufReader<TcpStream>>,
    address: &str,
    (path, body): (&str, &str),
) -> io::Result<u16> {
    let mut stream = if let Some(stream) = connection.take() {
        stream
    } else {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        BufReader::new(stream)
    };
    let request = format!(
        "POST /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.get_mut().write_all(request.as_bytes())?;
    let status = read_answer(&mut stream)?;
    *connection = Some(stream);
    Ok(status)
}

fn read_answer(stream: &mut BufReader<TcpStream>) -> io::Result<u16> {
    let wrong = || io::Error::from(io::ErrorKind::InvalidData);
    let (mut line, mut length, mut is_chunked) = (String::new(), 0, false);
    stream.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
    loop {
        line.clear();
        stream.read_line(&mut line)?;
        let head = line.trim_end().to_ascii_lowercase();
        if head.is_empty() {
            break;
        }
        if let Some(value) = head.strip_prefix("content-length: ") {
            length = value.parse().map_err(|_| wrong())?;
        }
        is_chunked |= head == "transfer-encoding: chunked";
    }
    let mut body = Vec::new();
    if !is_chunked {
        body.resize(length, 0);
        stream.read_exact(&mut body)?;
        return Ok(status);
    }
    loop {
        line.clear();
        stream.read_line(&mut line)?;
        length = usize::from_str_radix(line.trim_end(), 16).map_err(|_| wrong())?;
        body.resize(length + 2, 0);
        stream.read_exact(&mut body)?;
        if length == 0 {
            return Ok(status);
        }
    }
}
