//! Loops, parallel arcs, reverse arcs and neighbours, in one pass over the arcs.

use isocount_core::{Cancelled, Control, HalfArc, LabeledGraph, NodeId};

/// Properties of the arcs of a graph that do not depend on node labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Structure {
    /// Arcs from a node to itself.
    pub(crate) loops: usize,
    /// Nodes with a loop.
    pub(crate) looped_nodes: usize,
    /// Arcs whose reverse, with the same label, also exists. Loops are not included.
    pub(crate) reciprocated: usize,
    /// Arcs in addition to the first one with the same tail and head.
    pub(crate) parallel: usize,
    /// The maximum number of arcs with the same tail and head.
    pub(crate) most_parallel: usize,
    /// The maximum number of neighbours of a node, not counting itself.
    pub(crate) most: Neighbours,
}

/// Numbers of distinct neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Neighbours {
    /// Joined by an arc in either direction.
    pub(crate) any: usize,
    /// Heads of outgoing arcs.
    pub(crate) out: usize,
    /// Tails of incoming arcs.
    pub(crate) into: usize,
    /// Joined by an arc and by its reverse.
    pub(crate) mutual: usize,
}

impl Structure {
    /// O(nodes + arcs): the two sorted rows of each node are merged.
    pub(crate) fn of(graph: &LabeledGraph, control: &Control) -> Result<Self, Cancelled> {
        let mut found = Self::default();
        for v in graph.nodes() {
            control.check()?;
            found.add_node(v, graph.out_arcs(v), graph.in_arcs(v));
        }
        Ok(found)
    }

    /// Arcs between different nodes without a reverse arc.
    pub(crate) fn one_way(&self, graph: &LabeledGraph) -> usize {
        graph.num_arcs() - self.loops - self.reciprocated
    }

    fn add_node(&mut self, v: NodeId, mut out: &[HalfArc], mut into: &[HalfArc]) {
        let mut own = Neighbours::default();
        let first = |row: &[HalfArc]| row.first().map_or(u64::MAX, |arc| u64::from(arc.node.0));
        while !(out.is_empty() && into.is_empty()) {
            let (next_out, next_in) = (first(out), first(into));
            let node = next_out.min(next_in);
            let there = if next_out == node { take_first(&mut out) } else { &[] };
            let back = if next_in == node { take_first(&mut into) } else { &[] };
            self.parallel += there.len().saturating_sub(1);
            self.most_parallel = self.most_parallel.max(there.len());
            if node == u64::from(v.0) {
                self.loops += there.len();
                self.looped_nodes += 1;
                continue;
            }
            let mutual = common(there, back);
            self.reciprocated += mutual;
            own.any += 1;
            own.out += usize::from(!there.is_empty());
            own.into += usize::from(!back.is_empty());
            own.mutual += usize::from(mutual > 0);
        }
        let most = &mut self.most;
        most.any = most.any.max(own.any);
        most.out = most.out.max(own.out);
        most.into = most.into.max(own.into);
        most.mutual = most.mutual.max(own.mutual);
    }
}

/// Splits the arcs to the first neighbour off a sorted row, which must not be empty.
#[inline]
fn take_first<'a>(row: &mut &'a [HalfArc]) -> &'a [HalfArc] {
    let node = row[0].node;
    let mut len = 1;
    while len < row.len() && row[len].node == node {
        len += 1;
    }
    let (taken, rest) = row.split_at(len);
    *row = rest;
    taken
}

/// The number of labels that two sorted slices have in common.
#[inline]
fn common(mut a: &[HalfArc], mut b: &[HalfArc]) -> usize {
    let mut common = 0;
    while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
        common += usize::from(x.label == y.label);
        if x.label <= y.label {
            a = rest_a;
        }
        if y.label <= x.label {
            b = rest_b;
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use isocount_core::Edge;
    use isocount_testkit::{graph, random};

    use super::*;

    fn structure(text: &str) -> Structure {
        Structure::of(&graph(text), &Control::NONE).unwrap()
    }

    /// Computes everything from the definitions above, arc by arc.
    fn plainly(g: &LabeledGraph) -> Structure {
        let is_loop = |e: &Edge| e.tail == e.head;
        let is_mutual = |e: &Edge| !is_loop(e) && g.has_arc(e.head, e.tail, e.label);
        let pairs: BTreeSet<_> = g.arcs().map(|e| (e.tail, e.head)).collect();
        let most = |wanted: &dyn Fn(&Edge, NodeId) -> Option<NodeId>| {
            let of = |v| {
                let others = g.arcs().filter(|e| !is_loop(e)).filter_map(|e| wanted(&e, v));
                others.collect::<BTreeSet<_>>().len()
            };
            g.nodes().map(of).max().unwrap_or(0)
        };
        Structure {
            loops: g.arcs().filter(is_loop).count(),
            looped_nodes: pairs.iter().filter(|(a, b)| a == b).count(),
            reciprocated: g.arcs().filter(is_mutual).count(),
            parallel: g.num_arcs() - pairs.len(),
            most_parallel: pairs
                .iter()
                .map(|&(a, b)| g.arcs_between(a, b).len())
                .max()
                .unwrap_or(0),
            most: Neighbours {
                any: most(&|e, v| {
                    (e.tail == v).then_some(e.head).or((e.head == v).then_some(e.tail))
                }),
                out: most(&|e, v| (e.tail == v).then_some(e.head)),
                into: most(&|e, v| (e.head == v).then_some(e.tail)),
                mutual: most(&|e, v| (e.tail == v && is_mutual(e)).then_some(e.head)),
            },
        }
    }

    #[test]
    fn one_pass_finds_what_the_definitions_say() {
        for seed in 0..2_000 {
            let graph = random::case(seed).graph;
            let found = Structure::of(&graph, &Control::NONE).unwrap();
            assert_eq!(found, plainly(&graph), "seed {seed}");
        }
    }

    #[test]
    fn an_opposite_arc_with_another_label_is_not_a_reverse_arc() {
        let found = structure("a-[1]->b, b-[2]->a, a-c, a->a, a-[1]->a");
        assert_eq!((found.reciprocated, found.loops, found.looped_nodes), (2, 2, 1));
        assert_eq!((found.parallel, found.most_parallel), (1, 2));
        assert_eq!(found.most, Neighbours { any: 2, out: 2, into: 2, mutual: 1 });
        assert_eq!(found.one_way(&graph("a-[1]->b, b-[2]->a, a-c, a->a, a-[1]->a")), 2);
    }

    #[test]
    fn it_can_be_cancelled() {
        let control = Control::new();
        control.cancel();
        assert_eq!(Structure::of(&graph("a-b"), &control), Err(Cancelled));
    }
}
