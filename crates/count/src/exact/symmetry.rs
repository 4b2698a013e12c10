//! The automorphisms of a pattern, as a chain of stabilisers: level `i` holds the orbit of node
//! `base[i]` among the automorphisms that leave `base[..i]` in place. The number of automorphisms
//! is the product of the orbit sizes, so they are never listed: a star has too many.

use isocount_core::{Pattern, Semantics, Unit};

use super::compiled::{MAX_NODES, mask_of_first, members};
use crate::Vf2;
use crate::meter::Meter;
use crate::unindexed::Enumerate;

/// What is between each ordered pair of pattern nodes, as small numbers: an automorphism is a
/// permutation that keeps them all.
pub(crate) struct Symmetry {
    num_nodes: usize,
    /// `between[u * n + v]`; on the diagonal the node's label and loops.
    between: Vec<u32>,
    /// Nodes with different invariants are in different orbits.
    invariant: Vec<Vec<u32>>,
}

impl Symmetry {
    pub(crate) fn new(p: &Pattern) -> Self {
        let n = p.num_nodes();
        let mut known = Vec::new();
        let mut between = Vec::with_capacity(n * n);
        for u in p.nodes() {
            for v in p.nodes() {
                let own_label = (u == v).then(|| p.node_label(u));
                let labels = |u, v| p.arcs_between(u, v).iter().map(|arc| arc.label).collect();
                let what: (_, Vec<_>, Vec<_>) = (own_label, labels(u, v), labels(v, u));
                let number = known.iter().position(|k| *k == what).unwrap_or_else(|| {
                    known.push(what);
                    known.len() - 1
                });
                between.push(number as u32);
            }
        }
        let invariant = (0..n).map(|u| {
            let mut row = between[u * n..(u + 1) * n].to_vec();
            row.swap_remove(u);
            row.sort_unstable();
            row.push(between[u * n + u]);
            row
        });
        Self { num_nodes: n, invariant: invariant.collect(), between }
    }

    /// The orbits of the first `levels` nodes of a base, as masks. A base names every node once.
    /// None if that takes more than `effort` tries.
    pub(crate) fn orbits(&self, base: &[u8], levels: usize, effort: u64) -> Option<Vec<u64>> {
        let mut search = Extension { symmetry: self, base, image: vec![0; base.len()], effort };
        let mut orbits = Vec::with_capacity(levels);
        for (level, &u) in base[..levels].iter().enumerate() {
            let placed = base[..level].iter().fold(0_u64, |m, &v| m | 1 << v);
            let mut orbit = 1_u64 << u;
            for v in members(mask_of_first(self.num_nodes) & !placed & !orbit) {
                for &w in &base[..level] {
                    search.image[w as usize] = w;
                }
                if search.exists(level, v, placed)? {
                    orbit |= 1 << v;
                }
            }
            orbits.push(orbit);
        }
        Some(orbits)
    }

    pub(crate) fn num_nodes(&self) -> usize {
        self.num_nodes
    }

    /// The number of automorphisms, if it fits.
    pub(crate) fn order(&self) -> Option<u128> {
        let base: Vec<u8> = (0..self.num_nodes as u8).collect();
        let orbits = self.orbits(&base, base.len(), u64::MAX)?;
        orbits.iter().try_fold(1_u128, |order, orbit| order.checked_mul(orbit.count_ones().into()))
    }
}

/// The search for one automorphism.
struct Extension<'a> {
    symmetry: &'a Symmetry,
    base: &'a [u8],
    image: Vec<u8>,
    effort: u64,
}

impl Extension<'_> {
    /// Whether some automorphism sends `base[..level]` to `image` and `base[level]` to `v`. None
    /// when the effort is spent.
    fn exists(&mut self, level: usize, v: usize, taken: u64) -> Option<bool> {
        self.effort = self.effort.checked_sub(1)?;
        let Symmetry { num_nodes: n, between, invariant } = self.symmetry;
        let u = self.base[level] as usize;
        let keeps = invariant[u] == invariant[v]
            && self.base[..level].iter().all(|&w| {
                let y = self.image[w as usize] as usize;
                between[u * n + w as usize] == between[v * n + y]
            });
        if !keeps {
            return Some(false);
        }
        self.image[u] = v as u8;
        let taken = taken | 1 << v;
        if level + 1 == self.base.len() {
            return Some(true);
        }
        for next in members(mask_of_first(*n) & !taken) {
            if self.exists(level + 1, next, taken)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// The number of automorphisms of a pattern, if it fits in 128 bits.
pub(crate) fn num_automorphisms(p: &Pattern) -> Option<u128> {
    if p.num_nodes() > MAX_NODES {
        // Masks do not hold them; such patterns are counted by VF2 anyway.
        let to_itself = Semantics::Induced(Unit::Mappings);
        return Some(Vf2.mappings(p, p, to_itself, &mut Meter::unlimited()));
    }
    Symmetry::new(p).order()
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_testkit::pattern;

    #[test]
    fn known_groups() {
        for (text, order) in [
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
        ] {
            assert_eq!(num_automorphisms(&pattern(text)), Some(order), "{text}");
        }
    }

    #[test]
    fn a_large_star_is_not_enumerated() {
        let leaves: Vec<String> = (0..20).map(|i| format!("c-x{i}")).collect();
        let factorial = (1..=20_u128).product();
        assert_eq!(num_automorphisms(&pattern(&leaves.join(", "))), Some(factorial));
    }

    #[test]
    fn orbits_shrink_along_the_base() {
        let square = Symmetry::new(&pattern("a-b-c-d-a"));
        let orbits = square.orbits(&[0, 1, 2, 3], 4, u64::MAX);
        assert_eq!(orbits, Some(vec![0b1111, 0b1010, 0b0100, 0b1000]));
        assert_eq!(square.orbits(&[0, 1, 2, 3], 4, 5), None);
    }
}
