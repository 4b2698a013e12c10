//! Isomorphism of small graphs.

use std::hash::{DefaultHasher, Hash, Hasher};

use isocount_core::{LabeledGraph, NodeId};

/// A set of graphs of which no two are isomorphic.
#[derive(Clone, Debug, Default)]
pub(crate) struct DifferentGraphs {
    shapes: Vec<Shape>,
}

impl DifferentGraphs {
    /// Adds a graph unless an isomorphic one is present. Returns whether it was added.
    pub(crate) fn insert(&mut self, graph: &LabeledGraph) -> bool {
        let shape = Shape::of(graph);
        let is_new = !self.shapes.iter().any(|known| known.is_isomorphic_to(&shape));
        if is_new {
            self.shapes.push(shape);
        }
        is_new
    }
}

/// A graph and its invariants under renumbering of the nodes.
#[derive(Clone, Debug)]
struct Shape {
    graph: LabeledGraph,
    /// A colour for each node: isomorphic places have the same colour.
    colours: Vec<u64>,
    /// The colours in ascending order.
    sorted: Vec<u64>,
}

impl Shape {
    fn of(graph: &LabeledGraph) -> Self {
        let colours = colours(graph);
        let mut sorted = colours.clone();
        sorted.sort_unstable();
        Self { graph: graph.clone(), colours, sorted }
    }

    fn is_isomorphic_to(&self, other: &Self) -> bool {
        self.sorted == other.sorted
            && self.graph.num_arcs() == other.graph.num_arcs()
            && self.extend(other, &mut Vec::with_capacity(self.colours.len()))
    }

    /// Whether the images of the first nodes of `self` can be extended to an isomorphism. Colours
    /// leave few candidates; the arcs decide.
    fn extend(&self, other: &Self, images: &mut Vec<NodeId>) -> bool {
        let Some(&colour) = self.colours.get(images.len()) else { return true };
        for image in other.graph.nodes() {
            if other.colours[image.ix()] != colour || images.contains(&image) {
                continue;
            }
            images.push(image);
            if self.last_fits(other, images) && self.extend(other, images) {
                return true;
            }
            images.pop();
        }
        false
    }

    /// Whether the last node has the same arcs to the earlier nodes and itself as its image.
    fn last_fits(&self, other: &Self, images: &[NodeId]) -> bool {
        let labels = |graph: &LabeledGraph, tail, head| -> Vec<_> {
            graph.arcs_between(tail, head).iter().map(|arc| arc.label).collect()
        };
        let (v, image) = (NodeId(images.len() as u32 - 1), images[images.len() - 1]);
        images.iter().zip(self.graph.nodes()).all(|(&x, u)| {
            labels(&self.graph, u, v) == labels(&other.graph, x, image)
                && labels(&self.graph, v, u) == labels(&other.graph, image, x)
        })
    }
}

/// Colour refinement: the initial colour of a node is its label; each round adds the colours around
/// it. Colours are hashes; a collision costs time, not correctness.
fn colours(graph: &LabeledGraph) -> Vec<u64> {
    let hash = |content: &dyn Fn(&mut DefaultHasher)| {
        let mut hasher = DefaultHasher::new();
        content(&mut hasher);
        hasher.finish()
    };
    let mut colours: Vec<u64> =
        graph.node_labels().iter().map(|label| hash(&|hasher| label.hash(hasher))).collect();
    for _ in graph.nodes() {
        let around = |arcs: &[isocount_core::HalfArc]| {
            let mut around: Vec<_> =
                arcs.iter().map(|arc| (arc.label, colours[arc.node.ix()])).collect();
            around.sort_unstable();
            around
        };
        let next = graph.nodes().map(|v| {
            let (out, into) = (around(graph.out_arcs(v)), around(graph.in_arcs(v)));
            hash(&|hasher| (colours[v.ix()], &out, &into).hash(hasher))
        });
        colours = next.collect();
    }
    colours
}

#[cfg(test)]
mod tests {
    use isocount_core::Rng;
    use isocount_testkit::{graph, random, transform};

    use super::*;

    #[test]
    fn a_renumbered_graph_is_not_new() {
        let mut rng = Rng::new(5);
        for seed in 0..300 {
            let graph = random::small_case(seed).graph;
            let order = rng.permutation(graph.num_nodes());
            let mut known = DifferentGraphs::default();
            assert!(known.insert(&graph));
            assert!(!known.insert(&transform::renumbered(&graph, &order)), "{seed}");
        }
    }

    #[test]
    fn graphs_that_differ_are_told_apart() {
        // Each differs from the first in one thing; the last two have equal degrees everywhere.
        let mut known = DifferentGraphs::default();
        for text in [
            "a->b->c->a",
            "a->b->c<-a",
            "a:1->b->c->a",
            "a-[1]->b->c->a",
            "a->b->c->a, a->a",
            "a-b-c-d-e-f-a",
            "a-b-c-a, d-e-f-d",
        ] {
            assert!(known.insert(&graph(text)), "{text}");
        }
        assert!(!known.insert(&graph("d-e-f-d, a-b-c-a")));
    }
}
