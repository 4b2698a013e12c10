//! The memory of one question in addition to its graph: `benchmarks/strategies/README.md` has the
//! results.
//!
//! `cargo run --release -p isocount-count --example memory -- SECONDS GRAPH DEGREE LABELS K PATTERN
//! WHO` makes a graph of 10,000 nodes, `random` or by `preferential` attachment, counts one pattern
//! in it, and writes a line: the question, the strategy that answered and whether it was in time,
//! the expected memory of the sum, and the peak memory of this process minus the graph itself and
//! an empty process. Memory that making the graph left behind in the process is not subtracted. WHO
//! is `router`, or `algebra` for algebra alone.

#![expect(clippy::print_stdout, reason = "its results go to standard output")]
#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on may panic")]

#[path = "measuring/few_labels.rs"]
mod few_labels;
#[path = "../benches/instances/mod.rs"]
#[allow(dead_code, reason = "shared with the benches")]
mod instances;
mod measuring;

use std::time::Duration;

use few_labels::{pattern, relabelled};
use isocount_count::{Exact, Routing, Tuning};
use isocount_testkit::Rng;
use measuring::{MONOMORPHISM, measure};

const NUM_NODES: usize = 10_000;

/// A value of the status of this process, in bytes.
fn memory(line: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|text| text.starts_with(line)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args[i].parse::<usize>().unwrap();
    let limit = Duration::from_secs_f64(args[0].parse().unwrap());
    let (name, degree, num_labels, k, place) =
        (args[1].as_str(), number(2), number(3), number(4), number(5));
    let empty = memory("VmRSS");
    let graph = match name {
        "random" => instances::erdos_renyi(NUM_NODES, NUM_NODES * degree / 2, 1),
        _ => instances::barabasi_albert(NUM_NODES, degree / 2, 1),
    };
    let graph = relabelled(&graph, num_labels);
    let mut rng = Rng::new(6_000 + (100 * k + num_labels) as u64);
    let patterns = [0, 0, 1, 2, 4].map(|extra| pattern(&mut rng, k, extra, num_labels));
    // The size of the graph according to its documentation.
    let own = 16 * graph.num_arcs() as u64 + 12 * graph.num_nodes() as u64;
    // From here on, the peak is due to the question.
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    let routing = if args[6] == "algebra" { Routing::Always } else { Routing::ByCost };
    let tuning = Tuning { algebra: routing, ..Tuning::default() };
    let engine = Exact::new().tuned(tuning);
    let [measured] = measure([(engine, limit)], &patterns[place], &graph, MONOMORPHISM);
    let peak = memory("VmHWM");
    let e = measured.explanation;
    println!(
        "{name}\t{degree}\t{num_labels}\t{k}\t{place}\t{}\t{}\t{:.3}\t{:.1}\t{:.1}",
        e.strategy.name().replace(' ', "_"),
        measured.answer.exact().is_some(),
        measured.seconds,
        e.sum.map_or(0.0, |sum| sum.bytes as f64 / 1e6),
        peak.saturating_sub(empty + own) as f64 / 1e6,
    );
}
