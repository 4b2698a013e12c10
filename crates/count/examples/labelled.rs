//! Large patterns in a labelled network: `benchmarks/strategies/README.md` has the results.
//!
//! `cargo run --release -p isocount-count --example labelled -- SECONDS SKEW NUMBER K...` makes a
//! protein-like network of 3,000 nodes, 12,500 edges and 71 labels, the i-th of them drawn in
//! proportion to i^-SKEW, and asks NUMBER patterns of each size, cut out of the network by random
//! walks: every other one with all the edges between its nodes, the others with those of the walk.
//! Each is asked of `search`, planned search alone, and of the `router`, in turn. It writes a line
//! per answer. A question is given up after so many seconds of CPU time.

#![expect(clippy::print_stdout, reason = "its results go to standard output")]
#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on may panic")]

mod measuring;

use std::time::Duration;

use isocount_core::{Answer, GraphBuilder, Label, LabeledGraph, NodeId, Pattern};
use isocount_count::{Exact, Routing, Tuning};
use isocount_testkit::Rng;
use measuring::{MONOMORPHISM, Measured, measure};

const NUM_NODES: usize = 3_000;
const NUM_EDGES: usize = 12_500;
const NUM_LABELS: usize = 71;

/// Each node joins an earlier one in proportion to degree; further edges close triangles.
fn network(skew: f64) -> LabeledGraph {
    let mut rng = Rng::new(2023);
    let weights: Vec<f64> = (1..=NUM_LABELS).map(|i| (i as f64).powf(-skew)).collect();
    let total: f64 = weights.iter().sum();
    let mut builder = GraphBuilder::default();
    for _ in 0..NUM_NODES {
        let mut at = rng.below(1 << 30) as f64 / f64::from(1 << 30) * total;
        let label = weights.iter().position(|weight| {
            at -= weight;
            at < 0.0
        });
        builder.node(Label(label.unwrap_or(0) as u32));
    }
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); NUM_NODES];
    let mut ends = vec![0];
    let mut num_edges = 0;
    while num_edges < NUM_EDGES {
        let (a, b) = if num_edges + 1 < NUM_NODES {
            (num_edges + 1, ends[rng.below(ends.len())])
        } else {
            let next = |rng: &mut Rng, x: usize| near[x][rng.below(near[x].len())];
            let a = rng.below(NUM_NODES);
            let between = next(&mut rng, a);
            (a, next(&mut rng, between))
        };
        if a != b && !near[a].contains(&b) {
            near[a].push(b);
            near[b].push(a);
            ends.extend([a, b]);
            builder.undirected_edge(NodeId(a as u32), NodeId(b as u32), Label(0));
            num_edges += 1;
        }
    }
    builder.build_merged().unwrap()
}

/// The first `k` nodes of a random walk, with the edges that it took, or with all edges between
/// them.
fn walk(rng: &mut Rng, graph: &LabeledGraph, k: usize, with_all_edges: bool) -> Pattern {
    let mut at = NodeId(rng.below(graph.num_nodes()) as u32);
    let (mut seen, mut edges) = (vec![at], Vec::new());
    while seen.len() < k {
        let row = graph.out_arcs(at);
        let next = row[rng.below(row.len())].node;
        edges.push((at, next));
        if !seen.contains(&next) {
            seen.push(next);
        }
        at = next;
    }
    if with_all_edges {
        let inside = |x: NodeId| graph.out_arcs(x).iter().map(move |arc| (x, arc.node));
        let all = seen.iter().flat_map(|&x| inside(x));
        edges = all.filter(|(_, y)| seen.contains(y)).collect();
    }
    let mut builder = GraphBuilder::default();
    for &x in &seen {
        builder.node(graph.node_label(x));
    }
    let place = |x: NodeId| NodeId(seen.iter().position(|&y| y == x).unwrap() as u32);
    for (x, y) in edges {
        builder.undirected_edge(place(x), place(y), Label(0));
    }
    Pattern::try_from(builder.build_merged().unwrap()).unwrap()
}

fn main() {
    let mut args = std::env::args().skip(1);
    let limit = args.next().map_or(2.0, |text| text.parse().unwrap());
    let limit = Duration::from_secs_f64(limit);
    let skew = args.next().map_or(1.5, |text| text.parse().unwrap());
    let number: usize = args.next().map_or(200, |text| text.parse().unwrap());
    let sizes: Vec<usize> = args.map(|text| text.parse().unwrap()).collect();
    let graph = network(skew);
    println!(
        "who\tk\tpattern\tedges\tpairs\tseconds\tends\tcount\tstrategy\tspent_on_search\tspent_on_splitting"
    );
    for k in sizes {
        let mut rng = Rng::new(7_000 + k as u64);
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
                    "{who}\t{k}\t{i}\t{}\t{pairs}\t{seconds:.4}\t{ends}\t{count}\t{}\t{:.4}\t{:.4}",
                    pattern.num_arcs() / 2,
                    explanation.strategy.name().replace(' ', "_"),
                    explanation.spent_on_search.as_secs_f64(),
                    explanation.spent_on_splitting.as_secs_f64(),
                );
            }
        }
    }
}
