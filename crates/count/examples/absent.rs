//! Patterns with absent arcs: is the choice between search and a sum over absent arcs a good one?
//!
//! `cargo run --release -p isocount-count --example absent -- SECONDS` counts patterns with one to
//! three absent arcs, and writes a line for each: the graph, the pattern, and for search alone, the sum
//! over absent arcs and the engine's own choice the CPU time and whether it ended; then the count and
//! the strategy that was chosen.

#![expect(clippy::print_stdout, reason = "its results go to standard output")]
#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on may panic")]

#[path = "../benches/instances/mod.rs"]
#[allow(dead_code, reason = "shared with the benches")]
mod instances;
mod measuring;

use std::time::Duration;

use isocount_count::{Exact, Routing, Tuning};
use isocount_testkit::pattern;
use measuring::{MONOMORPHISM, Measured, measure};

const PATTERNS: [&str; 8] = [
    "a-b-c, a!-c",
    "a-b-c-d, a!-d",
    "a-b-c-d-a, a!-c",
    "a-b-c-d-a, a!-c, b!-d",
    "a-b-c-a, c-d, d!-a",
    "a-b-c-d, a!-c, b!-d",
    "a-b-c-d-e, a!-e",
    "c-x, c-y, c-z, x!-y, y!-z",
];

fn main() {
    let mut args = std::env::args().skip(1);
    let limit = Duration::from_secs_f64(args.next().map_or(10.0, |text| text.parse().unwrap()));
    let sets = [
        ("ER-1k-32", instances::erdos_renyi(1_000, 16_000, 1)),
        ("BA-10k-4", instances::barabasi_albert(10_000, 4, 1)),
        ("BA-50k-8", instances::barabasi_albert(50_000, 8, 1)),
    ];
    println!("set\tpattern\tsearch\tends\tsum\tends\tchosen\tends\tcount\tstrategy");
    for (name, graph) in &sets {
        for text in PATTERNS {
            let engines = [Routing::Never, Routing::Always, Routing::ByCost]
                .map(|absent| (Exact::new().tuned(Tuning { absent, ..Tuning::default() }), limit));
            let measured = measure(engines, &pattern(text), graph, MONOMORPHISM);
            let exact: Vec<_> = measured.iter().filter_map(|m| m.answer.exact()).collect();
            assert!(exact.windows(2).all(|pair| pair[0] == pair[1]), "{name} {text}: {exact:?}");
            let cells = measured
                .iter()
                .map(|m: &Measured| format!("{:.4}\t{}", m.seconds, m.answer.exact().is_some()));
            println!(
                "{name}\t{text}\t{}\t{}\t{}",
                cells.collect::<Vec<_>>().join("\t"),
                exact.first().map_or("-".to_owned(), |count| count.0.to_string()),
                measured[2].explanation.strategy.name(),
            );
        }
    }
}
