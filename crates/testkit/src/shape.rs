//! Undirected shapes: which nodes are joined, before directions and labels are added.

use isocount_core::{Edge, Label, LabeledGraph, NodeId};

use crate::Rng;
use crate::transform::build;

/// Nodes 0, 1, … and the pairs that are joined.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) num_nodes: usize,
    pub(crate) pairs: Vec<(usize, usize)>,
}

impl Shape {
    /// Node 0 joined to every other.
    pub(crate) fn star(num_leaves: usize) -> Self {
        Self { num_nodes: num_leaves + 1, pairs: (1..=num_leaves).map(|leaf| (0, leaf)).collect() }
    }

    /// Every pair joined.
    pub(crate) fn clique(num_nodes: usize) -> Self {
        let pairs = (0..num_nodes).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        Self { num_nodes, pairs }
    }

    /// Each node joined to the next.
    pub(crate) fn path(num_nodes: usize) -> Self {
        Self { num_nodes, pairs: (1..num_nodes).map(|v| (v - 1, v)).collect() }
    }

    /// A path whose ends are joined; three nodes at least.
    pub(crate) fn cycle(num_nodes: usize) -> Self {
        let mut shape = Self::path(num_nodes);
        shape.pairs.push((num_nodes - 1, 0));
        shape
    }

    /// Each node joined to an earlier one.
    pub(crate) fn tree(num_nodes: usize, rng: &mut Rng) -> Self {
        Self { num_nodes, pairs: (1..num_nodes).map(|v| (rng.below(v), v)).collect() }
    }

    /// Each pair joined with this probability, in percent.
    pub(crate) fn scattered(num_nodes: usize, percent: usize, rng: &mut Rng) -> Self {
        let mut shape = Self::clique(num_nodes);
        shape.pairs.retain(|_| rng.chance(percent));
        shape
    }

    /// The shape as an undirected graph without labels.
    pub(crate) fn undirected(&self) -> LabeledGraph {
        let both = |&(a, b)| [arc(a, b), arc(b, a)];
        build(vec![Label(0); self.num_nodes], self.pairs.iter().flat_map(both))
    }

    /// The shape as a directed graph without labels: each pair from first to second.
    pub(crate) fn directed(&self) -> LabeledGraph {
        build(vec![Label(0); self.num_nodes], self.pairs.iter().map(|&(a, b)| arc(a, b)))
    }
}

fn arc(tail: usize, head: usize) -> Edge {
    Edge { tail: NodeId(tail as u32), head: NodeId(head as u32), label: Label(0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph;

    #[test]
    fn shapes_match_their_names() {
        assert_eq!(Shape::star(3).undirected(), graph("a-b, a-c, a-d"));
        assert_eq!(Shape::clique(3).undirected(), graph("a-b-c-a"));
        assert_eq!(Shape::cycle(4).directed(), graph("a->b->c->d->a"));
        assert_eq!(Shape::path(1).undirected(), graph("a"));
        assert_eq!(Shape::tree(6, &mut Rng::new(1)).pairs.len(), 5);
    }
}
