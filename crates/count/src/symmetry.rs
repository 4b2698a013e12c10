//! The automorphisms of a pattern, as a chain of stabilisers: level `i` holds the orbit of node
//! `base[i]` among the automorphisms that leave `base[..i]` in place. The number of automorphisms
//! is the product of the orbit sizes, so they are never listed: a star has too many.

use isocount_core::{HalfArc, LabeledGraph, NodeId, Pattern};

use crate::meter::Meter;

/// The number of automorphisms of a pattern, or [`u128::MAX`] if it does not fit. None if the
/// time of the meter ran out.
pub(crate) fn num_automorphisms(p: &Pattern, meter: &Meter<'_>) -> Option<u128> {
    let meter = &mut meter.for_time_only();
    let p = p.symmetry_shape();
    let base = connected_order(p, meter)?;
    let orbits = orbits(p, &base, base.len(), meter)?;
    let sizes = orbits.iter().map(|orbit| orbit.len() as u128);
    Some(sizes.into_iter().fold(1, u128::saturating_mul))
}

/// The orbits of the first `levels` nodes of a base, which names every node once. None if the
/// budget of the meter ran out.
pub(crate) fn orbits(
    p: &LabeledGraph,
    base: &[NodeId],
    levels: usize,
    meter: &mut Meter<'_>,
) -> Option<Vec<Vec<NodeId>>> {
    let mut search = Extension { p, base, image: vec![None; base.len()], taken: vec![], meter };
    let mut orbits = Vec::with_capacity(levels);
    for (level, &u) in base[..levels].iter().enumerate() {
        let mut orbit = vec![u];
        for &v in &base[level + 1..] {
            if are_twins(p, u, v, search.meter)? || search.finds(level, v)? {
                orbit.push(v);
            }
        }
        orbits.push(orbit);
    }
    Some(orbits)
}

/// The chain of stabilisers in the order of the nodes, with the automorphisms themselves. Of all
/// mappings `f ∘ a` onto one subgraph, that with the least list of images is the one with `f(u) <
/// f(w)` for every `w` in the orbit of every `u`: the automorphisms of level `u` leave the images
/// before `u` in place, and can bring the image of any such `w` to `u`.
#[derive(Debug, Default)]
pub(crate) struct Chain {
    /// For each node `u` and each other node `w` of its orbit, an automorphism that sends `u` to
    /// `w`.
    levels: Vec<Vec<(NodeId, Vec<NodeId>)>>,
}

impl Chain {
    /// None if the budget of the meter ran out.
    pub(crate) fn of(p: &Pattern, meter: &mut Meter<'_>) -> Option<Self> {
        let p = p.symmetry_shape();
        let connected = connected_order(p, meter)?;
        let mut levels = Vec::with_capacity(p.num_nodes());
        for u in p.nodes() {
            // The nodes before `u` stay in place; the others are placed in an order that fails
            // early.
            let mut base: Vec<NodeId> = (0..=u.0).map(NodeId).collect();
            base.extend(connected.iter().filter(|v| **v > u));
            let image = vec![None; base.len()];
            let mut search = Extension { p, base: &base, image, taken: vec![], meter };
            let mut level = Vec::new();
            for w in p.nodes().skip(u.ix() + 1) {
                if are_twins(p, u, w, search.meter)? {
                    let mut exchange: Vec<NodeId> = p.nodes().collect();
                    exchange.swap(u.ix(), w.ix());
                    level.push((w, exchange));
                } else if search.finds(u.ix(), w)? {
                    level.push((w, search.image.iter().flatten().copied().collect()));
                }
            }
            levels.push(level);
        }
        Some(Self { levels })
    }

    /// Pairs `(u, w)`: the least mapping onto a subgraph has `f(u) < f(w)` for all of them, and no
    /// other mapping onto it has.
    pub(crate) fn demands(&self) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
        self.levels
            .iter()
            .enumerate()
            .flat_map(|(u, level)| level.iter().map(move |(w, _)| (NodeId(u as u32), *w)))
    }

    /// The number of automorphisms, or [`u128::MAX`] if it does not fit.
    pub(crate) fn num_automorphisms(&self) -> u128 {
        let sizes = self.levels.iter().map(|level| level.len() as u128 + 1);
        sizes.fold(1, u128::saturating_mul)
    }

    /// Replaces an injective mapping by the least one onto the same subgraph.
    pub(crate) fn make_least(&self, mapping: &mut Vec<NodeId>) {
        for (u, level) in self.levels.iter().enumerate() {
            let least = level.iter().min_by_key(|(w, _)| mapping[w.ix()]);
            if let Some((w, automorphism)) = least
                && mapping[w.ix()] < mapping[u]
            {
                *mapping = automorphism.iter().map(|v| mapping[v.ix()]).collect();
            }
        }
    }
}

/// Every node after one of its neighbours where it has one: searches then fail early. None if the
/// budget of the meter ran out.
fn connected_order(p: &LabeledGraph, meter: &mut Meter<'_>) -> Option<Vec<NodeId>> {
    let mut order = Vec::with_capacity(p.num_nodes());
    let mut seen = vec![false; p.num_nodes()];
    for start in p.nodes() {
        let mut open = vec![start];
        while let Some(u) = open.pop() {
            if !meter.work(1) {
                return None;
            }
            if !std::mem::replace(&mut seen[u.ix()], true) {
                order.push(u);
                for row in [p.out_arcs(u), p.in_arcs(u)] {
                    for some in meter.stretches(row.len()) {
                        let neighbours = row[some].iter().map(|arc| arc.node);
                        open.extend(neighbours.filter(|v| !seen[v.ix()]));
                    }
                }
            }
        }
    }
    (!meter.is_spent()).then_some(order)
}

/// Whether exchanging two nodes, and nothing else, is an automorphism. None if the budget of the
/// meter ran out.
fn are_twins(p: &LabeledGraph, u: NodeId, v: NodeId, meter: &mut Meter<'_>) -> Option<bool> {
    let mut same_others = |a: &[HalfArc], b: &[HalfArc]| {
        let other = |arc: &&HalfArc| arc.node != u && arc.node != v;
        a.iter().filter(other).eq(b.iter().filter(|arc| meter.work(1) && other(arc)))
    };
    let twins = look_alike(p, u, v)
        && same_labels(p.arcs_between(u, v), p.arcs_between(v, u))
        && same_others(p.out_arcs(u), p.out_arcs(v))
        && same_others(p.in_arcs(u), p.in_arcs(v));
    meter.work(1).then_some(twins)
}

/// The properties of a node apart from its neighbours. Nodes that differ in them are in different
/// orbits.
fn look_alike(p: &LabeledGraph, u: NodeId, v: NodeId) -> bool {
    p.node_label(u) == p.node_label(v)
        && p.out_arcs(u).len() == p.out_arcs(v).len()
        && p.in_arcs(u).len() == p.in_arcs(v).len()
        && same_labels(p.arcs_between(u, u), p.arcs_between(v, v))
}

fn same_labels(a: &[HalfArc], b: &[HalfArc]) -> bool {
    a.iter().map(|arc| arc.label).eq(b.iter().map(|arc| arc.label))
}

/// The search for one automorphism.
struct Extension<'a, 'm> {
    p: &'a LabeledGraph,
    base: &'a [NodeId],
    image: Vec<Option<NodeId>>,
    taken: Vec<bool>,
    meter: &'a mut Meter<'m>,
}

impl Extension<'_, '_> {
    /// Whether some automorphism leaves `base[..level]` in place and sends `base[level]` to `v`.
    /// None when the budget is spent. Without recursion: patterns may be long.
    fn finds(&mut self, level: usize, v: NodeId) -> Option<bool> {
        self.meter.work(self.base.len() / 16).then_some(())?;
        self.image.fill(None);
        self.taken = vec![false; self.base.len()];
        for &w in &self.base[..level] {
            self.place(w, w);
        }
        if !self.can_send(self.base[level], v)? {
            return Some(false);
        }
        self.place(self.base[level], v);
        // For each node placed since then, the image to try next.
        let mut next = vec![0];
        while let Some(from) = next.pop() {
            let depth = level + 1 + next.len();
            let Some(&u) = self.base.get(depth) else { return Some(true) };
            if let Some(old) = self.image[u.ix()].take() {
                self.taken[old.ix()] = false;
            }
            for x in (from..self.base.len() as u32).map(NodeId) {
                if self.taken[x.ix()] {
                    self.meter.work(1).then_some(())?;
                } else if self.can_send(u, x)? {
                    self.place(u, x);
                    next.extend([x.0 + 1, 0]);
                    break;
                }
            }
        }
        Some(false)
    }

    fn place(&mut self, u: NodeId, x: NodeId) {
        self.image[u.ix()] = Some(x);
        self.taken[x.ix()] = true;
    }

    /// Whether sending `u` to `x` keeps all arcs between `u` and the nodes that have images.
    fn can_send(&mut self, u: NodeId, x: NodeId) -> Option<bool> {
        let p = self.p;
        if !self.meter.step() {
            return None;
        }
        if !look_alike(p, u, x) {
            return Some(false);
        }
        let mut keeps =
            |row: &[HalfArc], between: fn(&LabeledGraph, NodeId, NodeId) -> &[HalfArc]| {
                row.chunk_by(|a, b| a.node == b.node).all(|arcs| {
                    let image = self.image[arcs[0].node.ix()];
                    self.meter.work(arcs.len())
                        && image.is_none_or(|y| same_labels(arcs, between(p, x, y)))
                })
            };
        // Arcs at `x` need not be checked: a permutation that sends all arcs to arcs covers all of
        // them.
        let kept = keeps(p.out_arcs(u), LabeledGraph::arcs_between)
            && keeps(p.in_arcs(u), |p, x, y| p.arcs_between(y, x));
        (!self.meter.is_spent()).then_some(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_testkit::pattern;

    fn order(text: &str) -> Option<u128> {
        num_automorphisms(&pattern(text), &Meter::unlimited())
    }

    #[test]
    fn known_groups() {
        for (text, expected) in [
            ("a", 1),
            ("a-b", 2),
            ("a->b", 1),
            ("a-b, b-c, c-a", 6),
            ("a-b-c-d-a", 8),
            ("a->b->c->a", 3),
            ("c-a, c-b, c-d, c-e", 24),
            ("a:1-b, b-c", 1),
            ("a, b, c:1", 2),
            ("a->a, b", 1),
            ("a-[1]->b, b-[2]->a", 1),
            ("a-b, c-d, e-f", 48),
            // Absent arcs are kept, too.
            ("a-b-c, a!-c", 2),
            ("a-b-c, a!->c", 1),
            ("a-b-c, a!->a", 1),
            ("a, b, c, a!-b, b!-[*]-c", 1),
            ("a, b, c, a!-b, b!-c, c!-a", 6),
        ] {
            assert_eq!(order(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_large_star_is_not_enumerated() {
        let star = |n| (0..n).map(|i| format!("c-x{i}")).collect::<Vec<_>>().join(", ");
        assert_eq!(order(&star(20)), Some((1..=20).product()));
        assert_eq!(order(&star(100)), Some(u128::MAX));
    }

    #[test]
    fn numbering_does_not_matter() {
        // A path whose nodes are named in a scattered order, and a tree with its leaves first.
        let tree = "a-i, b-i, c-j, d-j, e-k, f-k, g-l, h-l, i-m, j-m, k-n, l-n, m-o, n-o";
        assert_eq!(order(tree), Some(128));
        let path = "n3-n9, n9-n1, n1-n7, n7-n0, n0-n5, n5-n2, n2-n8, n8-n4, n4-n6, n6-n11, n11-n10";
        let nodes = "n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11";
        assert_eq!(order(&format!("{nodes}, {path}")), Some(2));
    }

    #[test]
    fn one_mapping_of_each_class_meets_all_constraints() {
        for text in
            ["a-b-c-d-a", "c-a, c-b, c-d", "a->b->c->a", "a-b, c-d", "a:1-b, b-c", "a, b, c"]
        {
            let p = pattern(text);
            let chain = Chain::of(&p, &mut Meter::unlimited()).unwrap();
            let mut images: Vec<_> = p.nodes().collect();
            images.reverse();
            let mut least = images.clone();
            chain.make_least(&mut least);
            assert!(chain.demands().all(|(u, w)| least[u.ix()] < least[w.ix()]), "{text}");
            // It returns the same mapping for every mapping of a class.
            assert_eq!(Some(chain.num_automorphisms()), order(text));
            for (_, automorphism) in chain.levels.iter().flatten() {
                let mut other: Vec<_> = automorphism.iter().map(|v| images[v.ix()]).collect();
                chain.make_least(&mut other);
                assert_eq!(other, least, "{text}");
            }
        }
    }

    #[test]
    fn orbits_shrink_along_the_base() {
        let square = pattern("a-b-c-d-a");
        let base: Vec<_> = square.nodes().collect();
        let found = orbits(&square, &base, 4, &mut Meter::unlimited()).unwrap();
        let sizes: Vec<_> = found.iter().map(Vec::len).collect();
        assert_eq!(sizes, [4, 2, 1, 1]);
        assert!(orbits(&square, &base, 4, &mut Meter::unlimited().capped(5)).is_none());
    }
}
