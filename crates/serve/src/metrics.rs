//! Metrics of the service, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::app::App;

/// Upper bounds of the buckets of request times, in seconds.
const BOUNDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.25, 1.0, 5.0, 30.0];

/// What has happened so far.
#[derive(Default)]
pub(crate) struct Metrics {
    requests: Mutex<BTreeMap<(&'static str, u16), Served>>,
    pub(crate) connections: AtomicI64,
    pub(crate) accepted: AtomicU64,
    pub(crate) answers: AtomicU64,
    pub(crate) cancelled: AtomicU64,
}

#[derive(Default)]
struct Served {
    buckets: [u64; BOUNDS.len()],
    number: u64,
    seconds: f64,
}

impl Metrics {
    /// Records a request to this route that ended with this status.
    pub(crate) fn served(&self, route: &'static str, status: u16, time: Duration) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let served = requests.entry((route, status)).or_default();
        let seconds = time.as_secs_f64();
        for (bucket, bound) in served.buckets.iter_mut().zip(BOUNDS) {
            *bucket += u64::from(seconds <= bound);
        }
        served.number += 1;
        served.seconds += seconds;
    }
}

/// All metrics as text.
pub(crate) fn text(app: &App) -> String {
    let mut out = String::new();
    let metrics = &app.metrics;
    let mut put = |name: &str, kind: &str, help: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "# HELP isocount_{name} {help}");
        let _ = writeln!(out, "# TYPE isocount_{name} {kind}");
        let _ = writeln!(out, "isocount_{name} {value}");
    };
    let (at_work, waiting, turned_away) = app.gate.load();
    let connections = metrics.connections.load(Ordering::Relaxed);
    let accepted = metrics.accepted.load(Ordering::Relaxed);
    put("connections", "gauge", "Open connections.", connections.to_string());
    put("connections_total", "counter", "Connections accepted.", accepted.to_string());
    put("at_work", "gauge", "Pieces of work in progress.", at_work.to_string());
    put("waiting", "gauge", "Pieces of work waiting for their turn.", waiting.to_string());
    put("turned_away_total", "counter", "Requests answered with 429.", turned_away.to_string());
    let answers = metrics.answers.load(Ordering::Relaxed);
    put(
        "answers_total",
        "counter",
        "Questions answered, including those of batches.",
        answers.to_string(),
    );
    let cancelled = metrics.cancelled.load(Ordering::Relaxed);
    put("gone_total", "counter", "Requests whose client disconnected.", cancelled.to_string());
    put("graphs", "gauge", "Graphs that can be asked about.", app.graphs.len().to_string());
    let (_, bytes) = app.graphs.num_uploads();
    put("stored_bytes", "gauge", "Approximate memory of uploaded graphs.", bytes.to_string());
    if let Some(bytes) = resident_bytes() {
        put("resident_bytes", "gauge", "Memory of the process.", bytes.to_string());
    }
    let name = "isocount_request_seconds";
    let _ =
        writeln!(out, "# HELP {name} Time from the head of a request to the head of its answer.");
    let _ = writeln!(out, "# TYPE {name} histogram");
    let requests = metrics.requests.lock().unwrap_or_else(PoisonError::into_inner);
    for ((route, status), served) in &*requests {
        let labels = format!(r#"route="{route}",status="{status}""#);
        for (bucket, bound) in served.buckets.iter().zip(BOUNDS) {
            let _ = writeln!(out, r#"{name}_bucket{{{labels},le="{bound}"}} {bucket}"#);
        }
        let Served { number, seconds, .. } = served;
        let _ = writeln!(out, r#"{name}_bucket{{{labels},le="+Inf"}} {number}"#);
        let _ = writeln!(out, "{name}_sum{{{labels}}} {seconds}");
        let _ = writeln!(out, "{name}_count{{{labels}}} {number}");
    }
    out
}

/// The memory of this process, if the system reports it.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}
