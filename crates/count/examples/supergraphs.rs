//! Induced counts as a sum over the graphs that contain the pattern, next to search with pairs:
//! `benchmarks/strategies/README.md` has the results.
//!
//! `cargo run --release -p isocount-count --example supergraphs -- SECONDS K...` asks questions of
//! the example `induced`, and denser ones, for induced mappings. With s(Q) = the sets of new edges
//! that make Q of the pattern P,
//!
//! ```text
//! ind(P) = Σ over classes Q   (−1)^(new edges) · s(Q) · inj(Q)
//! ```
//!
//! Each class is a monomorphism count of its own, by whatever the engine chooses. The sum stops
//! once its CPU time exceeds SECONDS, and so does the search. Writes a line for each question: the
//! times of the search and of the sum, the classes, and of how many of them the graph has none.

#![expect(clippy::print_stdout, reason = "its results go to standard output")]
#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on may panic")]

#[path = "measuring/few_labels.rs"]
mod few_labels;
#[path = "../benches/instances/mod.rs"]
#[allow(dead_code, reason = "shared with the benches")]
mod instances;
mod measuring;

use std::collections::HashMap;
use std::time::Duration;

use few_labels::{pattern, relabelled};
use isocount_core::{GraphBuilder, Label, LabeledGraph, NodeId, Pattern, Semantics, Unit};
use isocount_count::Exact;
use isocount_testkit::Rng;
use measuring::{MONOMORPHISM, measure};

/// Sums of classes that have a coefficient: edges as bits of a mask, in the order of `pairs`.
type Classes = HashMap<u32, i128>;

fn pairs(k: usize) -> Vec<(usize, usize)> {
    (0..k).flat_map(|i| (i + 1..k).map(move |j| (i, j))).collect()
}

/// For every order of the nodes that keeps labels, where it sends each pair.
fn renamings(labels: &[Label]) -> Vec<Vec<u32>> {
    let k = labels.len();
    let all = pairs(k);
    let mut orders: Vec<Vec<usize>> = vec![vec![]];
    for i in 0..k {
        let more = |order: Vec<usize>| {
            let free = (0..k).filter(|v| !order.contains(v) && labels[*v] == labels[i]);
            free.map(|v| [&order[..], &[v]].concat()).collect::<Vec<_>>()
        };
        orders = orders.into_iter().flat_map(more).collect();
    }
    let image = |order: &[usize], (i, j): (usize, usize)| {
        let (a, b) = (order[i].min(order[j]), order[i].max(order[j]));
        1 << all.iter().position(|&pair| pair == (a, b)).unwrap()
    };
    orders.iter().map(|order| all.iter().map(|&pair| image(order, pair)).collect()).collect()
}

fn classes(pattern: &Pattern) -> Classes {
    let graph = pattern.plain().unwrap();
    let k = graph.num_nodes();
    let all = pairs(k);
    let renamings = renamings(graph.node_labels());
    let is_linked = |&(i, j): &(usize, usize)| {
        !graph.arcs_between(NodeId(i as u32), NodeId(j as u32)).is_empty()
    };
    let bits = all.iter().enumerate().filter(|(_, pair)| is_linked(pair));
    let own = bits.fold(0_u32, |mask, (bit, _)| mask | 1 << bit);
    let free = !own & ((1 << all.len()) - 1);
    let canonical = |mask: u32| {
        let renamed = |images: &Vec<u32>| {
            (0..all.len()).filter(|bit| mask >> bit & 1 == 1).fold(0, |m, bit| m | images[bit])
        };
        renamings.iter().map(renamed).min().unwrap()
    };
    let mut found = Classes::new();
    let mut added = free;
    loop {
        let sign = if added.count_ones().is_multiple_of(2) { 1 } else { -1 };
        *found.entry(canonical(own | added)).or_insert(0) += sign;
        if added == 0 {
            return found;
        }
        added = (added - 1) & free;
    }
}

fn graph_of(mask: u32, labels: &[Label]) -> Pattern {
    let mut builder = GraphBuilder::default();
    for &label in labels {
        builder.node(label);
    }
    for (bit, (i, j)) in pairs(labels.len()).into_iter().enumerate() {
        if mask >> bit & 1 == 1 {
            builder.undirected_edge(NodeId(i as u32), NodeId(j as u32), Label(0));
        }
    }
    Pattern::try_from(builder.build().unwrap()).unwrap()
}

/// The seconds, the sum if it ended, the slowest class, and the classes that the graph has none of.
fn sum(
    pattern: &Pattern,
    graph: &LabeledGraph,
    classes: &Classes,
    limit: f64,
) -> (f64, Option<i128>, f64, usize) {
    let (mut seconds, mut total, mut slowest, mut none) = (0.0, 0_i128, 0.0_f64, 0);
    let labels = pattern.plain().unwrap().node_labels();
    let mut masks: Vec<(&u32, &i128)> = classes.iter().collect();
    masks.sort_unstable();
    for (&mask, &coefficient) in masks {
        let left = Duration::from_secs_f64((limit - seconds).max(0.001));
        let [one] = measure([(Exact::new(), left)], &graph_of(mask, labels), graph, MONOMORPHISM);
        seconds += one.seconds;
        slowest = slowest.max(one.seconds);
        let Some(count) = one.answer.exact() else { return (seconds, None, slowest, none) };
        none += usize::from(count.0 == 0);
        total += coefficient * count.0.cast_signed();
    }
    (seconds, Some(total), slowest, none)
}

fn main() {
    let mut args = std::env::args().skip(1);
    let limit: f64 = args.next().map_or(3.0, |text| text.parse().unwrap());
    let sizes: Vec<usize> = args.map(|text| text.parse().unwrap()).collect();
    let mut sets = vec![
        ("ER-1k-32", instances::erdos_renyi(1_000, 16_000, 1)),
        ("BA-1k-8", instances::barabasi_albert(1_000, 8, 1)),
        ("BA-10k-4", instances::barabasi_albert(10_000, 4, 1)),
    ];
    if let Some((_, mut graphs)) = instances::hprd() {
        sets.push(("HPRD", graphs.remove(0)));
    }
    println!(
        "set\tlabels\tk\tedges\tsearch\tends\tsum\tends\tclasses\tabsent\tslowest_class\tcount"
    );
    for k in sizes {
        for (s, (name, graph)) in sets.iter().enumerate() {
            for num_labels in [1, 2] {
                let graph = relabelled(graph, num_labels);
                let mut rng = Rng::new(5_000 + (100 * k + 10 * s + num_labels) as u64);
                let most = k * (k - 1) / 2 - (k - 1);
                for extra in [0, 2, 4, most - 3, most - 1] {
                    let pattern = pattern(&mut rng, k, extra, num_labels);
                    let induced = Semantics::Induced(Unit::Mappings);
                    let search = (Exact::new(), Duration::from_secs_f64(limit));
                    let [search] = measure([search], &pattern, &graph, induced);
                    let classes = classes(&pattern);
                    let (seconds, total, slowest, none) = sum(&pattern, &graph, &classes, limit);
                    let count = search.answer.exact().map(|count| count.0.cast_signed());
                    assert!(count.is_none() || total.is_none() || count == total);
                    println!(
                        "{name}\t{num_labels}\t{k}\t{}\t{:.4}\t{}\t{seconds:.4}\t{}\t{}\t{none}\t{slowest:.4}\t{}\t{}",
                        pattern.num_arcs() / 2,
                        search.seconds,
                        count.is_some(),
                        total.is_some(),
                        classes.len(),
                        count.or(total).map_or("-".to_owned(), |count| count.to_string()),
                        search.explanation.strategy.name().replace(' ', "_"),
                    );
                }
            }
        }
    }
}
