//! Small questions, to count their instructions: `benchmarks/strategies/README.md` has the results.
//!
//! `cargo run --release -p isocount-count --example instructions -- SET ROUNDS` asks all questions
//! of `small`, `mutag` or `hprd` ROUNDS times. Only questions that a search answers within 20,000
//! steps are asked. The instructions of two rounds minus those of one are the instructions of one
//! round without making the set.

#![expect(clippy::print_stdout, reason = "its results go to standard output")]
#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on may panic")]

#[path = "../benches/instances/mod.rs"]
#[allow(dead_code, reason = "shared with the benches")]
mod instances;

use std::sync::Arc;

use isocount_core::{Budget, Control, Counter, LabeledGraph, Pattern, Semantics, Unit};
use isocount_count::Exact;

const MONOMORPHISMS: Semantics = Semantics::Monomorphism(Unit::Mappings);

/// The number of steps that the engine tries before it plans again.
const FEW_STEPS: u64 = 20_000;

/// Whether a question is a small one.
fn is_small(pattern: &Pattern, graph: &LabeledGraph) -> bool {
    let answer = Exact::new().count(pattern, graph, MONOMORPHISMS, &Budget::steps(FEW_STEPS));
    answer.unwrap().exact().is_some()
}

/// Opens each graph and counts all patterns in it, as in the bench.
fn ask_all(rounds: usize, patterns: &[Pattern], graphs: Vec<LabeledGraph>) -> (usize, u128) {
    let (mut asked, mut total) = (0, 0);
    for graph in graphs.into_iter().map(Arc::new) {
        let small = |pattern: &&Pattern| is_small(pattern, &graph);
        let small: Vec<&Pattern> = patterns.iter().filter(small).collect();
        for _ in 0..rounds {
            let mut open = Exact::new().open(&graph, &Control::NONE).unwrap();
            for pattern in &small {
                let answer = open.count(pattern, MONOMORPHISMS, &Budget::UNLIMITED).unwrap();
                total += answer.exact().unwrap().0;
                asked += 1;
            }
        }
    }
    (asked, total)
}

/// Counts one pattern in each graph.
fn ask_pairs(rounds: usize, pairs: &[(Pattern, LabeledGraph)]) -> (usize, u128) {
    let small: Vec<_> = pairs.iter().filter(|(pattern, graph)| is_small(pattern, graph)).collect();
    let (mut asked, mut total) = (0, 0);
    for _ in 0..rounds {
        for (pattern, graph) in &small {
            let answer = Exact::new().count(pattern, graph, MONOMORPHISMS, &Budget::UNLIMITED);
            total += answer.unwrap().exact().unwrap().0;
            asked += 1;
        }
    }
    (asked, total)
}

fn main() {
    let mut args = std::env::args().skip(1);
    let set = args.next().unwrap();
    let rounds: usize = args.next().map_or(1, |text| text.parse().unwrap());
    let (asked, total) = match set.as_str() {
        "small" => ask_pairs(rounds, &instances::small_like(1_000)),
        "mutag" | "hprd" => {
            let read = if set == "mutag" { instances::mutag() } else { instances::hprd() };
            let (patterns, graphs) = read.expect("the data set is available");
            ask_all(rounds, &patterns, graphs)
        }
        other => panic!("no set {other}"),
    };
    println!("{set}\t{rounds}\t{asked}\t{total}");
}
