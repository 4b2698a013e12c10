//! The twelve patterns: random directed trees with additional arcs, in four sizes.
//!
//! They do not depend on the seed of a data set. Their own seeds were chosen by trial, so that in
//! graphs of this kind every pattern occurs, no two patterns are equivalent, and the mean count of
//! all twelve is close to the paper's. A mean below 14 could not be reached: graphs with a mean
//! above 10 are selected, and counts of larger patterns have a long tail.

use isocount_core::{Label, LabeledGraph, NodeId, Pattern, Rng};

use super::graph::NUM_LABELS;
use crate::NamedPattern;

/// Nodes, arcs, and the seeds of three patterns of each size: 4.50 nodes and 4.75 arcs on average.
const SIZES: [(usize, usize, [u64; 3]); 4] = [
    (3, 3, [121, 106, 262]),
    (4, 4, [183, 61, 0]),
    (5, 5, [64, 690, 208]),
    (6, 7, [406, 220, 973]),
];

/// The twelve patterns of `ppa-stand-in`, named `P_N3_E3_0` and so on: node labels 0 to 7, edge
/// label 0.
#[must_use]
pub fn ppa_patterns() -> Vec<NamedPattern> {
    let mut patterns = Vec::new();
    for (size, (nodes, arcs, seeds)) in SIZES.into_iter().enumerate() {
        for (number, seed) in seeds.into_iter().enumerate() {
            let pattern = draw(nodes, arcs, &mut Rng::for_item(size as u64, seed));
            patterns.push(NamedPattern { name: format!("P_N{nodes}_E{arcs}_{number}"), pattern });
        }
    }
    patterns
}

/// A random tree whose arcs have random directions, and additional arcs between different nodes.
fn draw(num_nodes: usize, num_arcs: usize, rng: &mut Rng) -> Pattern {
    let mut builder = LabeledGraph::builder();
    for _ in 0..num_nodes {
        builder.node(Label(rng.below(NUM_LABELS) as u32));
    }
    let mut arcs = Vec::new();
    for v in 1..num_nodes {
        let u = rng.below(v);
        arcs.push(if rng.chance(50) { (v, u) } else { (u, v) });
    }
    while arcs.len() < num_arcs {
        let arc = (rng.below(num_nodes), rng.below(num_nodes));
        if arc.0 != arc.1 && !arcs.contains(&arc) {
            arcs.push(arc);
        }
    }
    for (tail, head) in arcs {
        builder.edge(NodeId(tail as u32), NodeId(head as u32), Label(0));
    }
    let graph = builder.build().expect("no arc was taken twice");
    Pattern::try_from(graph).expect("a tree has a node")
}

#[cfg(test)]
mod tests {
    use isocount_core::{Directions, View};

    use super::*;
    use crate::isomorphism::DifferentGraphs;

    #[test]
    fn sizes_average_as_in_the_paper() {
        let patterns = ppa_patterns();
        assert_eq!(patterns.len(), 12);
        let sum = |size: fn(&Pattern) -> usize| {
            patterns.iter().map(|named| size(&named.pattern)).sum::<usize>()
        };
        assert_eq!(sum(|pattern| pattern.num_nodes()), 54, "4.50 each");
        assert_eq!(sum(|pattern| pattern.num_arcs()), 57, "4.75 each");
    }

    #[test]
    fn no_two_patterns_are_equivalent_on_symmetric_graphs() {
        let undirected = View { directions: Directions::Ignore, ..View::default() };
        let mut known = DifferentGraphs::default();
        for NamedPattern { name, pattern } in ppa_patterns() {
            assert!(pattern.arcs().all(|arc| arc.tail != arc.head));
            assert!(known.insert(&undirected.apply(&pattern)), "{name}");
        }
    }
}
