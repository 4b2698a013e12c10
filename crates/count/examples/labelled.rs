//! Large patterns in a labelled network: `benchmarks/strategies/README.md` has the results.
//!
//! `cargo run --release -p isocount-count --example labelled -- SECONDS SKEW NUMBER SEED K...` makes
//! a protein-like network of 3,000 nodes, 12,500 edges and 71 labels, the i-th of them drawn in
//! proportion to i^-SKEW, and asks NUMBER patterns of each size, cut out of the network by random
//! walks: every other one with all the edges between its nodes, the others with those of the walk.
//! Network and patterns depend on SEED. Each pattern is counted by `search` (planned search alone)
//! and by the `router`, in turn. Writes a line per answer. A question is cancelled after SECONDS
//! seconds of CPU time.

#![expect(clippy::print_stdout, reason = "its results go to standard output")]
#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on may panic")]

mod measuring;
#[path = "measuring/walks.rs"]
mod walks;

use std::time::Duration;

use isocount_core::Answer;
use isocount_count::{Exact, Routing, Tuning};
use isocount_testkit::Rng;
use measuring::{MONOMORPHISM, Measured, measure};
use walks::{network_from, walk};

fn main() {
    let mut args = std::env::args().skip(1);
    let limit = args.next().map_or(2.0, |text| text.parse().unwrap());
    let limit = Duration::from_secs_f64(limit);
    let skew = args.next().map_or(1.7, |text| text.parse().unwrap());
    let number: usize = args.next().map_or(200, |text| text.parse().unwrap());
    let seed: u64 = args.next().map_or(0, |text| text.parse().unwrap());
    let sizes: Vec<usize> = args.map(|text| text.parse().unwrap()).collect();
    let graph = network_from(skew, seed);
    println!(
        "seed\twho\tk\tpattern\tedges\tpairs\tseconds\tends\tcount\tstrategy\tspent_on_search\tspent_on_splitting"
    );
    for k in sizes {
        let mut rng = Rng::new(7_000 + k as u64 + 1_000_000 * seed);
        for i in 0..number {
            let pattern = walk(&mut rng, &graph, k, i % 2 == 1);
            let labels = pattern.node_labels();
            let alike = |(u, label)| labels[..u].iter().filter(|other| *other == label).count();
            let pairs: usize = labels.iter().enumerate().map(alike).sum();
            let engine = |routing| {
                let (algebra, splitting) = (routing, routing);
                (Exact::new().tuned(Tuning { algebra, splitting, ..Tuning::default() }), limit)
            };
            let engines = [Routing::Never, Routing::ByCost].map(engine);
            let measured = measure(engines, &pattern, &graph, MONOMORPHISM);
            for (who, Measured { seconds, answer, explanation }) in
                ["search", "router"].into_iter().zip(measured)
            {
                let (ends, count) = match answer {
                    Answer::Exact(count) => (true, count.0),
                    Answer::AtLeast(count) => (false, count.0),
                    other @ Answer::Estimate(_) => panic!("{other:?}"),
                };
                println!(
                    "{seed}\t{who}\t{k}\t{i}\t{}\t{pairs}\t{seconds:.4}\t{ends}\t{count}\t{}\t{:.4}\t{:.4}",
                    pattern.num_arcs() / 2,
                    explanation.strategy.name().replace(' ', "_"),
                    explanation.spent_on_search.as_secs_f64(),
                    explanation.spent_on_splitting.as_secs_f64(),
                );
            }
        }
    }
}
