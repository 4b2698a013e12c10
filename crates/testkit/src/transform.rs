//! Changes to whole graphs, for laws of the form "doing this to the graph does that to the count".

use isocount_core::{
    Edge, GraphBuilder, Label, LabelSet, LabeledGraph, NodeId, Pattern, PatternBuilder,
};

/// The graph in which node `v` has the number `order[v]`.
///
/// # Panics
/// If `order` is not a permutation of the graph's nodes.
#[must_use]
pub fn renumbered(graph: &LabeledGraph, order: &[usize]) -> LabeledGraph {
    let mut labels = vec![None; graph.num_nodes()];
    for v in graph.nodes() {
        let old = labels[order[v.ix()]].replace(graph.node_label(v));
        assert!(old.is_none(), "{order:?} names a node twice");
    }
    let new = |v: NodeId| NodeId(order[v.ix()] as u32);
    let labels = labels.into_iter().flatten();
    build(labels, graph.arcs().map(|e| Edge { tail: new(e.tail), head: new(e.head), ..e }))
}

/// The graph with the direction of every arc reversed.
#[must_use]
pub fn reversed(graph: &LabeledGraph) -> LabeledGraph {
    let turned = graph.arcs().map(|e| Edge { tail: e.head, head: e.tail, ..e });
    build(graph.node_labels().iter().copied(), turned)
}

/// The disjoint union of both graphs; the nodes of `right` come after those of `left`.
#[must_use]
pub fn disjoint_union(left: &LabeledGraph, right: &LabeledGraph) -> LabeledGraph {
    let shift = left.num_nodes() as u32;
    let moved = |v: NodeId| NodeId(v.0 + shift);
    let labels = left.node_labels().iter().chain(right.node_labels()).copied();
    let right_arcs = right.arcs().map(|e| Edge { tail: moved(e.tail), head: moved(e.head), ..e });
    build(labels, left.arcs().chain(right_arcs))
}

/// The graph with one more arc, or unchanged if it already has this arc.
#[must_use]
pub fn with_arc(graph: &LabeledGraph, arc: Edge) -> LabeledGraph {
    build(graph.node_labels().iter().copied(), graph.arcs().chain([arc]))
}

/// The graph with node label `from` replaced by `to`.
#[must_use]
pub fn with_merged_node_labels(graph: &LabeledGraph, from: Label, to: Label) -> LabeledGraph {
    let labels = graph.node_labels().iter().map(|&l| if l == from { to } else { l });
    build(labels, graph.arcs())
}

/// The graph with another label at one node.
#[must_use]
pub fn with_node_label(graph: &LabeledGraph, node: NodeId, label: Label) -> LabeledGraph {
    let labels = graph.nodes().map(|v| if v == node { label } else { graph.node_label(v) });
    build(labels, graph.arcs())
}

/// The graph with edge label `from` replaced by `to`; arcs that become equal are merged.
#[must_use]
pub fn with_merged_edge_labels(graph: &LabeledGraph, from: Label, to: Label) -> LabeledGraph {
    let merged = |label| if label == from { to } else { label };
    let arcs = graph.arcs().map(|e| Edge { label: merged(e.label), ..e });
    build(graph.node_labels().iter().copied(), arcs)
}

/// The graph with all labels of nodes and of arcs replaced.
pub fn with_labels(
    graph: &LabeledGraph,
    mut node: impl FnMut(Label) -> Label,
    mut edge: impl FnMut(Label) -> Label,
) -> LabeledGraph {
    let labels: Vec<Label> = graph.node_labels().iter().map(|&label| node(label)).collect();
    build(labels, graph.arcs().map(|arc| Edge { label: edge(arc.label), ..arc }))
}

/// The connected component of the first node, ignoring directions and absent arcs.
#[must_use]
pub fn first_component(pattern: &Pattern) -> Pattern {
    let mut order = vec![NodeId(0)];
    let mut done = 0;
    while done < order.len() {
        let v = order[done];
        for arc in pattern.out_arcs(v).iter().chain(pattern.in_arcs(v)) {
            if !order.contains(&arc.node) {
                order.push(arc.node);
            }
        }
        done += 1;
    }
    let place = |v: NodeId| order.iter().position(|&w| w == v).map(|ix| NodeId(ix as u32));
    let arcs = pattern
        .arc_sets()
        .filter_map(|(tail, head, accepts)| Some((place(tail)?, place(head)?, accepts.to_set())));
    let component = pattern_of(order.iter().map(|&v| pattern.node_set(v).to_set()), arcs);
    let absent = pattern.absent_arcs();
    forbidding(
        &component,
        absent.filter_map(|(u, v, set)| Some((place(u)?, place(v)?, set.clone()))),
    )
}

/// The pattern in which node `v` has the number `order[v]`.
///
/// # Panics
/// If `order` is not a permutation of the pattern's nodes.
#[must_use]
pub fn renumbered_pattern(pattern: &Pattern, order: &[usize]) -> Pattern {
    let old = |new: usize| order.iter().position(|&place| place == new).expect("a permutation");
    let nodes = (0..order.len()).map(|new| pattern.node_set(NodeId(old(new) as u32)).to_set());
    let new = |v: NodeId| NodeId(order[v.ix()] as u32);
    let arcs = pattern.arc_sets();
    let arcs = arcs.map(|(tail, head, set)| (new(tail), new(head), set.to_set()));
    let absent = pattern.absent_arcs().map(|(u, v, set)| (new(u), new(v), set.clone()));
    forbidding(&pattern_of(nodes, arcs), absent)
}

/// The pattern with the direction of every arc reversed.
#[must_use]
pub fn reversed_pattern(pattern: &Pattern) -> Pattern {
    let nodes = pattern.nodes().map(|v| pattern.node_set(v).to_set());
    let arcs = pattern.arc_sets().map(|(tail, head, set)| (head, tail, set.to_set()));
    let absent = pattern.absent_arcs().map(|(tail, head, set)| (head, tail, set.clone()));
    forbidding(&pattern_of(nodes, arcs), absent)
}

/// The pattern with all sets of nodes and all sets of arcs, absent ones included, replaced; arcs that become equal are
/// merged if they accept one label only.
pub fn with_sets(
    pattern: &Pattern,
    mut node: impl FnMut(NodeId, LabelSet) -> LabelSet,
    mut arc: impl FnMut(LabelSet) -> LabelSet,
) -> Pattern {
    let nodes: Vec<LabelSet> =
        pattern.nodes().map(|v| node(v, pattern.node_set(v).to_set())).collect();
    let mut arcs: Vec<(NodeId, NodeId, LabelSet)> = Vec::new();
    for (tail, head, set) in pattern.arc_sets() {
        let new = (tail, head, arc(set.to_set()));
        if new.2.single().is_none() || !arcs.contains(&new) {
            arcs.push(new);
        }
    }
    let absent: Vec<_> =
        pattern.absent_arcs().map(|(tail, head, set)| (tail, head, arc(set.clone()))).collect();
    forbidding(&pattern_of(nodes, arcs), absent)
}

/// The pattern with more absent arcs.
///
/// # Panics
/// If one of them joins nodes that the pattern does not have.
pub fn forbidding(
    pattern: &Pattern,
    absent: impl IntoIterator<Item = (NodeId, NodeId, LabelSet)>,
) -> Pattern {
    let mut builder = PatternBuilder::from(pattern);
    for (tail, head, set) in absent {
        builder.absent(tail, head, set);
    }
    builder.build().expect("every absent arc joins nodes of the pattern")
}

/// The set that results when label `from` is replaced by `to`.
#[must_use]
pub fn merged_set(set: &LabelSet, from: Label, to: Label) -> LabelSet {
    if set.excludes() {
        let accepts_either = set.accepts(from) || set.accepts(to);
        let labels = set.labels().iter().copied().filter(|&label| label != from && label != to);
        return LabelSet::all_but(labels.chain((!accepts_either).then_some(to)));
    }
    set.map(|label| if label == from { to } else { label })
}

fn pattern_of(
    nodes: impl IntoIterator<Item = LabelSet>,
    arcs: impl IntoIterator<Item = (NodeId, NodeId, LabelSet)>,
) -> Pattern {
    let mut builder = Pattern::builder();
    for accepts in nodes {
        builder.node(accepts);
    }
    for (tail, head, accepts) in arcs {
        builder.edge(tail, head, accepts);
    }
    builder.build().expect("every arc joins nodes of the pattern")
}

/// The part of the graph on these nodes, in their order, with all arcs between them.
#[must_use]
pub fn induced_by(graph: &LabeledGraph, nodes: &[NodeId]) -> LabeledGraph {
    let new = |v: NodeId| nodes.iter().position(|&w| w == v).map(|ix| NodeId(ix as u32));
    let arcs = graph
        .arcs()
        .filter_map(|e| Some(Edge { tail: new(e.tail)?, head: new(e.head)?, label: e.label }));
    build(nodes.iter().map(|&v| graph.node_label(v)), arcs)
}

/// Converts a graph that is known to have nodes to a pattern.
///
/// # Panics
/// If it has none.
#[must_use]
pub fn as_pattern(graph: LabeledGraph) -> Pattern {
    Pattern::try_from(graph).expect("the graph has a node")
}

/// A graph from its node labels and its arcs; equal arcs are merged.
pub(crate) fn build(
    labels: impl IntoIterator<Item = Label>,
    arcs: impl IntoIterator<Item = Edge>,
) -> LabeledGraph {
    let mut builder = GraphBuilder::default();
    for label in labels {
        builder.node(label);
    }
    for arc in arcs {
        builder.edge(arc.tail, arc.head, arc.label);
    }
    builder.build_merged().expect("every arc joins nodes of the graph")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{graph, pattern, to_text};

    #[test]
    fn renumbering_moves_labels_and_arcs() {
        let moved = renumbered(&graph("a:1->b:2->c:3"), &[2, 0, 1]);
        assert_eq!(to_text(&moved), "0:2, 1:3, 2:1, 0->1, 2->0");
    }

    #[test]
    fn reversing_twice_changes_nothing() {
        let g = graph("a:1-[3]->b, b->b, b-c");
        assert_eq!(reversed(&g), graph("a:1<-[3]-b, b->b, b-c"));
        assert_eq!(reversed(&reversed(&g)), g);
    }

    #[test]
    fn a_union_keeps_both_sides() {
        let both = disjoint_union(&graph("a:1->b"), &graph("x->y:2"));
        assert_eq!(to_text(&both), "0:1, 1, 2, 3:2, 0->1, 2->3");
    }

    #[test]
    fn merged_edge_labels_merge_arcs() {
        let g = with_merged_edge_labels(&graph("a-[1]->b, a-[2]->b"), Label(1), Label(2));
        assert_eq!(g, graph("a-[2]->b"));
        let g = with_merged_node_labels(&graph("a:1->b:2"), Label(1), Label(2));
        assert_eq!(g, graph("a:2->b:2"));
    }

    #[test]
    fn the_first_component_follows_arcs_both_ways() {
        assert_eq!(first_component(&pattern("a, b<-a, c, d->b")), pattern("a->b<-d"));
    }

    #[test]
    fn an_added_arc_is_there_once() {
        let g = graph("a, b");
        let arc = Edge { tail: NodeId(0), head: NodeId(1), label: Label(0) };
        assert_eq!(with_arc(&g, arc), graph("a->b"));
        assert_eq!(with_arc(&graph("a->b"), arc), graph("a->b"));
    }
}
