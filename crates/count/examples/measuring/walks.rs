//! Patterns cut out of a protein-like network of 3,000 nodes, 12,500 edges and 71 labels.

use isocount_core::{GraphBuilder, Label, LabeledGraph, NodeId, Pattern};
use isocount_testkit::Rng;

const NUM_NODES: usize = 3_000;
const NUM_EDGES: usize = 12_500;
const NUM_LABELS: usize = 71;

/// Each node joins an earlier one in proportion to degree; further edges close triangles.
#[allow(dead_code, reason = "not all examples do")]
pub(crate) fn network(skew: f64) -> LabeledGraph {
    network_from(skew, 0)
}

/// Another such network for each seed.
pub(crate) fn network_from(skew: f64, seed: u64) -> LabeledGraph {
    let mut rng = Rng::new(2023 + seed);
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
pub(crate) fn walk(rng: &mut Rng, graph: &LabeledGraph, k: usize, with_all_edges: bool) -> Pattern {
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
