//! Graphs with few labels, and patterns that are trees with some further edges.

use isocount_core::{GraphBuilder, Label, LabeledGraph, NodeId, Pattern};
use isocount_testkit::Rng;

/// The same nodes and edges with labels drawn uniformly.
pub(crate) fn relabelled(graph: &LabeledGraph, num_labels: usize) -> LabeledGraph {
    let mut rng = Rng::new(77);
    let mut builder = GraphBuilder::default();
    for _ in graph.nodes() {
        builder.node(Label(rng.below(num_labels) as u32));
    }
    for arc in graph.arcs() {
        builder.edge(arc.tail, arc.head, Label(0));
    }
    builder.build_merged().unwrap()
}

/// A random tree and this many further edges.
pub(crate) fn pattern(rng: &mut Rng, k: usize, extra: usize, num_labels: usize) -> Pattern {
    let mut builder = GraphBuilder::default();
    for _ in 0..k {
        builder.node(Label(rng.below(num_labels) as u32));
    }
    let mut edges = Vec::new();
    for v in 1..k {
        edges.push((rng.below(v), v));
    }
    let most = k * (k - 1) / 2;
    while edges.len() < (k - 1 + extra).min(most) {
        let (a, b) = (rng.below(k), rng.below(k));
        if a < b && !edges.contains(&(a, b)) {
            edges.push((a, b));
        }
    }
    for (a, b) in edges {
        builder.undirected_edge(NodeId(a as u32), NodeId(b as u32), Label(0));
    }
    Pattern::try_from(builder.build().unwrap()).unwrap()
}
