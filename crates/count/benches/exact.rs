//! The exact engine on well-known instances. `cargo bench -p isocount-count`.
//!
//! MUTAG and HPRD are read from `../shared/data` next to the workspace, and left out if it is
//! absent. `benchmarks/exact/` makes the published comparisons with other tools.

#![expect(clippy::unwrap_used, reason = "a bench that cannot go on may panic")]

mod instances;

use divan::Bencher;
use std::sync::Arc;

use isocount_core::{Budget, Control, Counter, LabeledGraph, Pattern, Semantics, Unit};
use isocount_count::Exact;

fn main() {
    divan::main();
}

const MONOMORPHISMS: Semantics = Semantics::Monomorphism(Unit::Mappings);

/// Opens each graph, then counts every pattern in it.
fn ask_all(patterns: &[Pattern], graphs: &[Arc<LabeledGraph>]) -> u128 {
    let exact = Exact::new();
    let mut total = 0;
    for graph in graphs {
        let mut open = exact.open(graph, &Control::NONE).unwrap();
        for pattern in patterns {
            let answer = open.count(pattern, MONOMORPHISMS, &Budget::UNLIMITED).unwrap();
            total += answer.exact().unwrap().0;
        }
    }
    total
}

/// Counts one pattern in each graph, without opening the graph.
fn ask_pairs(pairs: &[(Pattern, LabeledGraph)]) -> u128 {
    let exact = Exact::new();
    let ask = |(pattern, graph): &(Pattern, LabeledGraph)| {
        let answer = exact.count(pattern, graph, MONOMORPHISMS, &Budget::UNLIMITED);
        answer.unwrap().exact().unwrap().0
    };
    pairs.iter().map(ask).sum()
}

/// 1,000 questions, each with a graph of its own: divide by 1,000.
#[divan::bench]
fn small_like_own_pairs(bencher: Bencher) {
    let pairs = instances::small_like(1_000);
    bencher.bench(|| ask_pairs(divan::black_box(&pairs)));
}

/// 20 random connected patterns of 6 nodes: divide by 20.
#[divan::bench(sample_count = 5)]
fn erdos_renyi_degree_8_one_label_6_nodes(bencher: Bencher) {
    let graph = [Arc::new(instances::erdos_renyi(1_000, 4_000, 1))];
    let patterns = instances::connected_patterns(6, 1, 20);
    bencher.bench(|| ask_all(divan::black_box(&patterns), &graph));
}

/// 20 random connected patterns of 6 nodes: divide by 20.
#[divan::bench(sample_count = 5)]
fn barabasi_albert_8_two_labels_6_nodes(bencher: Bencher) {
    let graph = [Arc::new(instances::barabasi_albert(1_000, 8, 2))];
    let patterns = instances::connected_patterns(6, 2, 20);
    bencher.bench(|| ask_all(divan::black_box(&patterns), &graph));
}

/// All 24 patterns in all 188 molecules: divide by 4,512.
#[divan::bench]
fn mutag_all_pairs(bencher: Bencher) {
    let Some((patterns, graphs)) = instances::mutag() else { return };
    let graphs: Vec<_> = graphs.into_iter().map(Arc::new).collect();
    bencher.bench(|| ask_all(divan::black_box(&patterns), &graphs));
}

/// The same questions with sets: every label of the network is split in two, and every pattern node
/// accepts both halves. The counts are those of `hprd_200_patterns`.
#[divan::bench]
fn hprd_200_patterns_sets_of_two_labels(bencher: Bencher) {
    let Some((patterns, graphs)) = instances::hprd() else { return };
    let (patterns, graphs) = instances::divided(&patterns, &graphs);
    bencher.bench(|| ask_all(divan::black_box(&patterns), &graphs));
}

/// The same questions with wildcards: every pattern arc accepts any label.
#[divan::bench]
fn hprd_200_patterns_any_edge_label(bencher: Bencher) {
    let Some((patterns, graphs)) = instances::hprd() else { return };
    let patterns: Vec<_> = patterns.iter().map(instances::with_any_edge_label).collect();
    let graphs: Vec<_> = graphs.into_iter().map(Arc::new).collect();
    bencher.bench(|| ask_all(divan::black_box(&patterns), &graphs));
}

/// 200 patterns of 16 nodes in one protein network, index included.
#[divan::bench]
fn hprd_200_patterns(bencher: Bencher) {
    let Some((patterns, graphs)) = instances::hprd() else { return };
    let graphs: Vec<_> = graphs.into_iter().map(Arc::new).collect();
    bencher.bench(|| ask_all(divan::black_box(&patterns), &graphs));
}
