//! The weakly connected components of a graph.

use isocount_core::{Cancelled, Control, LabeledGraph, NodeId};

/// The components of a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ComponentFacts {
    /// The number of components.
    pub count: usize,
    /// The number of nodes in the largest component.
    pub largest: usize,
    /// Nodes without arcs to other nodes: components of one node.
    pub isolated: usize,
}

impl ComponentFacts {
    /// O(nodes + arcs).
    pub(super) fn of(graph: &LabeledGraph, control: &Control) -> Result<Self, Cancelled> {
        let mut found = Self::default();
        let mut is_seen = vec![false; graph.num_nodes()];
        let mut waiting: Vec<NodeId> = Vec::new();
        for start in graph.nodes() {
            if is_seen[start.ix()] {
                continue;
            }
            is_seen[start.ix()] = true;
            waiting.push(start);
            let mut size = 0;
            while let Some(v) = waiting.pop() {
                control.check()?;
                size += 1;
                for arc in graph.out_arcs(v).iter().chain(graph.in_arcs(v)) {
                    if !is_seen[arc.node.ix()] {
                        is_seen[arc.node.ix()] = true;
                        waiting.push(arc.node);
                    }
                }
            }
            found.count += 1;
            found.largest = found.largest.max(size);
            found.isolated += usize::from(size == 1);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use isocount_testkit::graph;

    use super::*;

    #[test]
    fn directions_do_not_split_a_component() {
        for (text, count, largest, isolated) in [
            ("", 0, 0, 0),
            ("a->b<-c", 1, 3, 0),
            ("a->b, c->c, d, e-f->g", 4, 3, 2),
            ("a->b->c->d, e->d", 1, 5, 0),
        ] {
            let found = ComponentFacts::of(&graph(text), &Control::NONE).unwrap();
            assert_eq!(found, ComponentFacts { count, largest, isolated }, "{text}");
        }
    }
}
