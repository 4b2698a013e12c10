//! Proptest strategies with the variety of [`random`](crate::random), small enough for brute force.

use isocount_core::{Edge, Label, LabelSet, LabeledGraph, NodeId, Pattern};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::transform::{as_pattern, build, with_sets};

/// Graphs of at most 8 nodes, including the empty one.
pub fn graph() -> impl Strategy<Value = LabeledGraph> {
    (0..=8_usize).prop_flat_map(|num_nodes| sized(num_nodes, 24))
}

/// Patterns of 1 to 5 nodes, connected or not.
pub fn pattern() -> impl Strategy<Value = Pattern> {
    (1..=5_usize).prop_flat_map(|num_nodes| sized(num_nodes, 8).prop_map(as_pattern))
}

/// Patterns of 1 to 5 nodes whose nodes and arcs may accept sets of labels.
pub fn pattern_with_sets() -> impl Strategy<Value = Pattern> {
    let sets = || vec(proptest::option::of(label_set()), 16);
    (pattern(), sets(), sets()).prop_map(|(pattern, node_sets, arc_sets)| {
        let mut arc_sets = arc_sets.into_iter().cycle();
        let node = |v: NodeId, old| node_sets[v.ix()].clone().unwrap_or(old);
        with_sets(&pattern, node, |old| arc_sets.next().flatten().unwrap_or(old))
    })
}

/// Sets of labels of every kind, including the empty one and those of one label.
pub fn label_set() -> impl Strategy<Value = LabelSet> {
    let labels = vec((0..5_u32).prop_map(Label), 0..=3);
    (any::<bool>(), labels).prop_map(|(all_but, labels)| {
        if all_but { LabelSet::all_but(labels) } else { LabelSet::one_of(labels) }
    })
}

/// The features that a graph has. Fewer labels, no loops and no directions are the simpler values,
/// towards which proptest shrinks.
#[derive(Clone, Debug)]
struct Features {
    num_node_labels: u32,
    num_edge_labels: u32,
    with_loops: bool,
    directed: bool,
}

prop_compose! {
    fn features()(
        num_node_labels in 1..=3_u32,
        num_edge_labels in 1..=3_u32,
        with_loops: bool,
        directed: bool,
    ) -> Features {
        Features { num_node_labels, num_edge_labels, with_loops, directed }
    }
}

fn sized(num_nodes: usize, max_edges: usize) -> impl Strategy<Value = LabeledGraph> {
    let end = 0..num_nodes.max(1) as u32;
    let edges = vec((end.clone(), end, any::<u32>()), 0..=max_edges);
    (features(), vec(any::<u32>(), num_nodes), edges).prop_map(|(features, labels, edges)| {
        let arcs = edges.iter().flat_map(|&(a, b, bits)| arcs_of(&features, (a, b), bits));
        let labels: Vec<Label> =
            labels.iter().map(|bits| Label(bits % features.num_node_labels)).collect();
        let arcs = if labels.is_empty() { Vec::new() } else { arcs.collect() };
        build(labels, arcs)
    })
}

/// One arc, or two, or none where loops are not wanted.
fn arcs_of(features: &Features, (a, b): (u32, u32), bits: u32) -> Vec<Edge> {
    if a == b && !features.with_loops {
        return Vec::new();
    }
    let label = Label(bits % features.num_edge_labels);
    let forward = Edge { tail: NodeId(a), head: NodeId(b), label };
    let backward = Edge { tail: NodeId(b), head: NodeId(a), label };
    if features.directed { vec![forward] } else { vec![forward, backward] }
}

#[cfg(test)]
mod tests {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    use super::*;

    /// Every feature must occur often, or laws about it are never tried.
    #[test]
    fn the_strategy_has_variety() {
        let mut runner = TestRunner::deterministic();
        let graphs: Vec<LabeledGraph> =
            (0..400).map(|_| graph().new_tree(&mut runner).unwrap().current()).collect();
        let share = |has: &dyn Fn(&LabeledGraph) -> bool| graphs.iter().filter(|g| has(g)).count();
        let parallel =
            |g: &LabeledGraph| g.arcs().any(|e| g.arcs_between(e.tail, e.head).len() > 1);
        assert!(share(&|g| g.arcs().any(|e| e.tail == e.head)) > 40);
        assert!(share(&parallel) > 40);
        assert!(share(&|g| g.arcs().all(|e| g.has_arc(e.head, e.tail, e.label))) > 40);
        assert!(share(&|g| g.num_nodes() == 0) > 5);
    }
}
