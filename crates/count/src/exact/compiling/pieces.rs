//! Counts disconnected patterns without trying every image of one piece for every image of the
//! other.
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
//!
//! Nodes that accept sets of labels can be glued if they accept a common label; what both accept is
//! left. Where arcs of A and arcs of B come to lie between the same nodes, each part needs arcs of
//! its own for its arcs, and not for those of the other part. A pattern can express that if
//! different sets of these arcs have no label in common; otherwise the pieces are not separated.

use std::collections::BTreeMap;

use isocount_core::{GraphBuilder, LabelSet, LabeledGraph, NodeId, Pattern};

use crate::cost::usual_path::MOST_GLUED_PATTERNS;
use crate::meter::Meter;

/// A pattern in two parts, and the patterns that arise from gluing them.
pub(crate) struct Pieces {
    pub(crate) first: Pattern,
    pub(crate) rest: Pattern,
    pub(crate) glued: Vec<Pattern>,
}

impl Pieces {
    /// Separates the piece of node 0 from the rest. None if there is no rest, there are too many
    /// ways to glue, or the budget ran out.
    pub(crate) fn of(p: &Pattern, meter: &mut Meter<'_>) -> Option<Self> {
        // Absent arcs tie pieces together.
        if p.has_absent() {
            return None;
        }
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
        Some(Self { first: alone(&a)?, rest: alone(&b)?, glued: gluings.found })
    }
}

/// All ways to glue nodes of `a` onto nodes of `b`.
struct Gluings<'a> {
    p: &'a Pattern,
    a: &'a [NodeId],
    b: &'a [NodeId],
    /// For each node of `a`, the index in `b` of the node it is glued to.
    onto: Vec<Option<usize>>,
    found: Vec<Pattern>,
}

impl Gluings<'_> {
    /// Enumerates the choices for the nodes of `a` from `next` on. False if there are too many
    /// ways, or the budget ran out.
    fn collect(&mut self, next: usize, meter: &mut Meter<'_>) -> bool {
        if !meter.work(self.a.len() * self.b.len()) {
            return false;
        }
        if next == self.a.len() {
            if self.onto.iter().any(Option::is_some) {
                let Some(glued) = self.glued() else { return false };
                self.found.push(glued);
            }
            return self.found.len() <= MOST_GLUED_PATTERNS;
        }
        self.onto[next] = None;
        if !self.collect(next + 1, meter) {
            return false;
        }
        for place in 0..self.b.len() {
            if self.can_be_one(self.a[next], self.b[place])
                && !self.onto[..next].contains(&Some(place))
            {
                self.onto[next] = Some(place);
                if !self.collect(next + 1, meter) {
                    return false;
                }
            }
        }
        self.onto[next] = None;
        true
    }

    fn can_be_one(&self, u: NodeId, v: NodeId) -> bool {
        if self.p.has_sets() {
            return !self.p.node_set(u).to_set().and(&self.p.node_set(v).to_set()).is_empty();
        }
        self.p.node_label(u) == self.p.node_label(v)
    }

    /// Makes the glued pattern: first the nodes of `b`, then those of `a` that are not glued. None
    /// if no pattern can express it.
    fn glued(&self) -> Option<Pattern> {
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

/// The pattern with its nodes moved to places from 0 on; nodes without a place are left out. None
/// if no pattern can express it.
fn image(p: &Pattern, place: impl Fn(NodeId) -> Option<usize>) -> Option<Pattern> {
    let places: Vec<Option<usize>> = p.nodes().map(place).collect();
    let num_nodes = places.iter().flatten().max().map_or(0, |most| most + 1);
    if p.has_sets() {
        return image_with_sets(p, &places, num_nodes);
    }
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
    Some(Pattern::try_from(graph).expect("each part has a node"))
}

/// The arcs of each part, with equal arcs numbered, so that the arcs of one part can be merged with
/// equal ones of the other.
fn image_with_sets(p: &Pattern, places: &[Option<usize>], num_nodes: usize) -> Option<Pattern> {
    let mut builder = Pattern::builder();
    for i in 0..num_nodes {
        let here = p.nodes().filter(|u| places[u.ix()] == Some(i));
        let accepts = here.map(|u| p.node_set(u).to_set()).reduce(|a, b| a.and(&b));
        builder.node(accepts.expect("every place has a node"));
    }
    // For each pair of places, the sets of its arcs, and the number of arcs of one part with each
    // set.
    let mut between: BTreeMap<(usize, usize), BTreeMap<LabelSet, usize>> = BTreeMap::new();
    for (u, v) in p.nodes().flat_map(|u| p.nodes().map(move |v| (u, v))) {
        if let (Some(tail), Some(head)) = (places[u.ix()], places[v.ix()]) {
            let mut own: BTreeMap<LabelSet, usize> = BTreeMap::new();
            for accepts in p.arc_sets_between(u, v) {
                *own.entry(accepts.to_set()).or_default() += 1;
            }
            let all = between.entry((tail, head)).or_default();
            let are_glued = !all.is_empty() && !own.is_empty();
            for (set, number) in own {
                let most = all.entry(set).or_default();
                *most = number.max(*most);
            }
            let sets: Vec<&LabelSet> = all.keys().collect();
            let mut pairs =
                sets.iter().enumerate().flat_map(|(i, a)| sets[..i].iter().map(move |b| (a, b)));
            if are_glued && pairs.any(|(a, b)| !a.and(b).is_empty()) {
                return None;
            }
        }
    }
    for ((tail, head), sets) in between {
        for (set, number) in sets {
            for _ in 0..number {
                builder.edge(NodeId(tail as u32), NodeId(head as u32), set.clone());
            }
        }
    }
    Some(builder.build().expect("the ends of the arcs are nodes"))
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
    fn sets_are_glued_to_what_both_accept() {
        let pieces = pieces_of("a:1|2, b:2|3").unwrap();
        assert_eq!(pieces.glued, [pattern("a:2")]);
        assert!(pieces_of("a:1|2, b:3|4").unwrap().glued.is_empty());
        // Equal sets are merged, disjoint sets are kept side by side, and other combinations cannot
        // be expressed.
        let glued = |text: &str| pieces_of(text).map(|pieces| pieces.glued);
        let found = glued("a-[1|2]->b, a-[1|2]->b, c-[1|2]->d").unwrap();
        assert!(found.contains(&pattern("a-[1|2]->b, a-[1|2]->b")));
        assert!(glued("a-[1|2]->b, c-[3]->d").unwrap().contains(&pattern("a-[1|2]->b, a-[3]->b")));
        assert!(glued("a-[1|2]->b, c-[2|3]->d").is_none());
    }

    #[test]
    fn too_much_to_glue_is_left_alone() {
        let path = |names: &str| names.chars().map(String::from).collect::<Vec<_>>().join("-");
        assert!(pieces_of(&format!("{}, {}", path("abcdefg"), path("hijklmn"))).is_none());
    }
}
