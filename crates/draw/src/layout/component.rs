//! A connected part of a graph, without directions, labels, loops and parallel arcs.

use std::collections::VecDeque;

use isocount_core::{LabeledGraph, NodeId};

/// A component; its nodes are numbered from 0 in the order of `nodes`.
pub(super) struct Component {
    /// The graph's nodes, in breadth-first order from the lowest.
    pub(super) nodes: Vec<NodeId>,
    /// The neighbours of each node, sorted.
    pub(super) neighbours: Vec<Vec<usize>>,
}

impl Component {
    /// The number of steps from `from` to each node.
    pub(super) fn distances(&self, from: usize) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.nodes.len()];
        distances[from] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(v) = queue.pop_front() {
            for &w in &self.neighbours[v] {
                if distances[w] == u32::MAX {
                    distances[w] = distances[v] + 1;
                    queue.push_back(w);
                }
            }
        }
        distances
    }

    /// If the component is a chain, its end with the lower number.
    pub(super) fn end_of_chain(&self) -> Option<usize> {
        let has_no_fork = self.neighbours.iter().all(|row| row.len() <= 2);
        let end = self.neighbours.iter().position(|row| row.len() <= 1);
        end.filter(|_| has_no_fork)
    }

    /// Every pair of neighbours once.
    pub(super) fn edges(&self) -> impl Iterator<Item = (usize, usize)> + Clone + '_ {
        let rows = self.neighbours.iter().enumerate();
        rows.flat_map(|(v, row)| row.iter().filter(move |&&w| v < w).map(move |&w| (v, w)))
    }
}

/// The components of a graph, in the order of their lowest nodes.
pub(super) fn components(graph: &LabeledGraph) -> Vec<Component> {
    let mut number = vec![None; graph.num_nodes()];
    let mut found = Vec::new();
    for first in graph.nodes() {
        if number[first.ix()].is_none() {
            number[first.ix()] = Some(0);
            found.push(component_of(graph, first, &mut number));
        }
    }
    found
}

fn component_of(graph: &LabeledGraph, first: NodeId, number: &mut [Option<usize>]) -> Component {
    let ends = |v: NodeId| graph.out_arcs(v).iter().chain(graph.in_arcs(v)).map(|arc| arc.node);
    let mut nodes = vec![first];
    let mut at = 0;
    while let Some(&v) = nodes.get(at) {
        at += 1;
        for w in ends(v) {
            if number[w.ix()].is_none() {
                number[w.ix()] = Some(nodes.len());
                nodes.push(w);
            }
        }
    }
    let row = |&v: &NodeId| {
        let mut row: Vec<usize> =
            ends(v).filter(|&w| w != v).filter_map(|w| number[w.ix()]).collect();
        row.sort_unstable();
        row.dedup();
        row
    };
    let neighbours = nodes.iter().map(row).collect();
    Component { nodes, neighbours }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_and_parallel_arcs_vanish() {
        let graph = isocount_testkit::graph("a->a, a-[1]->c, a-[2]->c, c->a, b");
        let found = components(&graph);
        let nodes: Vec<&[NodeId]> = found.iter().map(|c| c.nodes.as_slice()).collect();
        assert_eq!(nodes, [&[NodeId(0), NodeId(1)][..], &[NodeId(2)]]);
        assert_eq!(found[0].neighbours, [[1], [0]]);
        assert_eq!(found[0].edges().collect::<Vec<_>>(), [(0, 1)]);
    }

    #[test]
    fn distances_count_steps() {
        let graph = isocount_testkit::graph("a->b<-c-d-e");
        assert_eq!(components(&graph)[0].distances(0), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn chains_have_ends() {
        let end = |text| components(&isocount_testkit::graph(text))[0].end_of_chain();
        assert_eq!(end("b-c, a-b"), Some(1));
        assert_eq!(end("a"), Some(0));
        assert_eq!(end("a-b-c-a"), None);
        assert_eq!(end("a-b, a-c, a-d"), None);
    }
}
