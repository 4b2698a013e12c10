//! Patterns in several pieces, without trying every image of one for every image of the other.
//!
//! For a pattern of two parts A and B without arcs between them,
//!
//! ```text
//! mono(A ⊎ B) = mono(A) · mono(B) − Σ over σ   mono((A ⊎ B) / σ)
//! ```
//!
//! where σ runs over the ways to glue some nodes of A to as many nodes of B with the same labels: a
//! mapping of A and one of B meet in exactly the pairs of one σ, and are then one mapping of the
//! glued pattern. Glued patterns have fewer nodes, and mostly fewer pieces.

use isocount_core::{GraphBuilder, LabeledGraph, NodeId, Pattern};

use crate::meter::Meter;

/// More ways to glue than this are not worth it.
const MAX_GLUED: usize = 200;

/// A pattern in two parts, and the patterns that arise from gluing them.
pub(crate) struct Pieces {
    pub(crate) first: Pattern,
    pub(crate) rest: Pattern,
    pub(crate) glued: Vec<Pattern>,
}

impl Pieces {
    /// Takes the piece of node 0 from the rest. None if there is no rest, or too much to glue, or the
    /// budget ran out.
    pub(crate) fn of(p: &LabeledGraph, meter: &mut Meter<'_>) -> Option<Self> {
        let in_first = piece_of_first_node(p);
        let (a, b): (Vec<NodeId>, Vec<NodeId>) = p.nodes().partition(|u| in_first[u.ix()]);
        if b.is_empty() {
            return None;
        }
        let mut gluings = Gluings { p, a: &a, b: &b, onto: vec![None; a.len()], found: Vec::new() };
        if !gluings.collect(0, meter) {
            return None;
        }
        let alone = |nodes: &[NodeId]| image(p, |u| nodes.iter().position(|&v| u == v));
        Some(Self { first: alone(&a), rest: alone(&b), glued: gluings.found })
    }
}

/// All ways to glue nodes of `a` onto nodes of `b`.
struct Gluings<'a> {
    p: &'a LabeledGraph,
    a: &'a [NodeId],
    b: &'a [NodeId],
    /// For each node of `a`, the place in `b` of the node it is glued to.
    onto: Vec<Option<usize>>,
    found: Vec<Pattern>,
}

impl Gluings<'_> {
    /// Decides about the nodes of `a` from `next` on. False if there are too many ways, or the budget
    /// ran out.
    fn collect(&mut self, next: usize, meter: &mut Meter<'_>) -> bool {
        if !meter.work(self.a.len() * self.b.len()) {
            return false;
        }
        if next == self.a.len() {
            if self.onto.iter().any(Option::is_some) {
                let glued = self.glued();
                self.found.push(glued);
            }
            return self.found.len() <= MAX_GLUED;
        }
        self.onto[next] = None;
        if !self.collect(next + 1, meter) {
            return false;
        }
        for place in 0..self.b.len() {
            let same = self.p.node_label(self.a[next]) == self.p.node_label(self.b[place]);
            if same && !self.onto[..next].contains(&Some(place)) {
                self.onto[next] = Some(place);
                if !self.collect(next + 1, meter) {
                    return false;
                }
            }
        }
        self.onto[next] = None;
        true
    }

    /// First the nodes of `b`, then those of `a` that stay on their own.
    fn glued(&self) -> Pattern {
        let single: Vec<usize> = (0..self.a.len()).filter(|&i| self.onto[i].is_none()).collect();
        image(self.p, |u| {
            let in_b = self.b.iter().position(|&v| u == v);
            in_b.or_else(|| {
                let i = self.a.iter().position(|&v| u == v)?;
                let own = single.iter().position(|&j| i == j);
                self.onto[i].or(own.map(|place| self.b.len() + place))
            })
        })
    }
}

/// The pattern with its nodes sent to places from 0 on; nodes without a place are left out.
fn image(p: &LabeledGraph, place: impl Fn(NodeId) -> Option<usize>) -> Pattern {
    let places: Vec<Option<usize>> = p.nodes().map(place).collect();
    let num_nodes = places.iter().flatten().max().map_or(0, |most| most + 1);
    let mut builder = GraphBuilder::default();
    for i in 0..num_nodes {
        let source = places.iter().position(|&place| place == Some(i));
        let source = source.expect("every place has a node");
        builder.node(p.node_label(NodeId(source as u32)));
    }
    for arc in p.arcs() {
        if let (Some(tail), Some(head)) = (places[arc.tail.ix()], places[arc.head.ix()]) {
            builder.edge(NodeId(tail as u32), NodeId(head as u32), arc.label);
        }
    }
    let graph = builder.build_merged().expect("the ends of the arcs are nodes");
    Pattern::try_from(graph).expect("each part has a node")
}

fn piece_of_first_node(p: &LabeledGraph) -> Vec<bool> {
    let mut reached = vec![false; p.num_nodes()];
    let mut open = vec![NodeId(0)];
    while let Some(u) = open.pop() {
        if !std::mem::replace(&mut reached[u.ix()], true) {
            let near = p.out_arcs(u).iter().chain(p.in_arcs(u));
            open.extend(near.map(|arc| arc.node));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_testkit::pattern;

    fn pieces_of(text: &str) -> Option<Pieces> {
        Pieces::of(&pattern(text), &mut Meter::unlimited())
    }

    #[test]
    fn two_edges_glue_in_six_ways() {
        // Neither node, one of two with one of two (four ways), or both (two ways).
        let pieces = pieces_of("a-b, c-d").unwrap();
        assert_eq!((pieces.first.num_nodes(), pieces.rest.num_nodes()), (2, 2));
        let sizes: Vec<usize> = pieces.glued.iter().map(|glued| glued.num_nodes()).collect();
        assert_eq!(sizes.iter().filter(|&&n| n == 3).count(), 4);
        assert_eq!(sizes.iter().filter(|&&n| n == 2).count(), 2);
    }

    #[test]
    fn labels_forbid_gluing() {
        let pieces = pieces_of("a:1-b:2, c:3").unwrap();
        assert!(pieces.glued.is_empty());
        assert!(pieces_of("a-b, b-c").is_none());
    }

    #[test]
    fn too_much_to_glue_is_left_alone() {
        let path = |names: &str| names.chars().map(String::from).collect::<Vec<_>>().join("-");
        assert!(pieces_of(&format!("{}, {}", path("abcdefg"), path("hijklmn"))).is_none());
    }
}
