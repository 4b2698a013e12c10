#![expect(clippy::print_stdout, reason = "its results go to standard output")]
#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on may panic")]
#![allow(dead_code)]

mod measuring;
#[path = "measuring/walks.rs"]
mod walks;

use std::time::Duration;

use isocount_core::Answer;
use isocount_count::{Exact, Routing, Tuning};
use isocount_testkit::Rng;
use measuring::{MONOMORPHISM, within};
use walks::{network_from, walk};

// tail SECONDS SKEW NUMBER SEED ENGINE K...
fn main() {
    let mut args = std::env::args().skip(1);
    let mut next = || args.next().unwrap();
    let limit = Duration::from_secs_f64(next().parse().unwrap());
    let skew: f64 = next().parse().unwrap();
    let number: usize = next().parse().unwrap();
    let seed: u64 = next().parse().unwrap();
    let engine = next();
    let sizes: Vec<usize> = args.map(|text| text.parse().unwrap()).collect();
    let graph = network_from(skew, seed);
    let (algebra, splitting) = match engine.as_str() {
        "search" => (Routing::Never, Routing::Never),
        "split" => (Routing::Never, Routing::Always),
        _ => (Routing::ByCost, Routing::ByCost),
    };
    let exact = Exact::new().tuned(Tuning { algebra, splitting, ..Tuning::default() });
    let only: Option<usize> = std::env::var("ONLY").ok().map(|t| t.parse().unwrap());
    for k in sizes {
        let mut rng = Rng::new(7_000 + k as u64 + 1_000_000 * seed);
        for i in 0..number {
            let pattern = walk(&mut rng, &graph, k, i % 2 == 1);
            if only.is_some_and(|only| only != i) || std::env::var("SPARSE").is_ok() && i % 2 == 1 {
                continue;
            }
            let (seconds, (answer, e)) =
                within(limit, |budget| exact.explain(&pattern, &graph, MONOMORPHISM, budget).unwrap());
            let (ends, count) = match answer {
                Answer::Exact(count) => (true, count.0),
                Answer::AtLeast(count) => (false, count.0),
                other @ Answer::Estimate(_) => panic!("{other:?}"),
            };
            println!(
                "{engine}\t{k}\t{i}\t{}\t{seconds:.4}\t{ends}\t{count}\t{}",
                pattern.num_arcs() / 2,
                e.strategy.name().replace(' ', "_"),
            );
            if only.is_some() {
                println!("{}", pattern.arcs().filter(|a| a.tail.0 < a.head.0).map(|a| format!("{}:{}-{}:{}", a.tail.0, pattern.node_label(a.tail).0, a.head.0, pattern.node_label(a.head).0)).collect::<Vec<_>>().join(" "));
            }
        }
    }
}
