//! What depends on the pattern alone: its core, an order of its nodes, and partial orders.
//!
//! The **core** is a minimum connected vertex cover. No two nodes outside it are joined, so once
//! the core is matched, the candidates of every other node are the common neighbours of known
//! images. Induced mappings forbid edges; an absent edge has to be covered like an edge, and only
//! one node remains outside.
//!
//! The **matching order** takes the core first, every node after one of its neighbours where it has
//! one.
//!
//! The **partial orders** break symmetry: for each node in this order, its image has the least
//! number among the images of its orbit under the automorphisms that leave all earlier nodes in
//! place. Of the mappings that differ by an automorphism, this leaves one (Grochow and Kellis,
//! *Network Motif Discovery Using Subgraph Enumeration and Symmetry-Breaking*, RECOMB 2007).

use isocount_core::{NodeId, Pattern, Semantics, Wanted};

use crate::cost::baselines::BRANCHES_FOR_A_CORE;
use crate::meter::Meter;
use crate::symmetry::orbits;

/// A set of pattern nodes, as the bits of a word.
pub(super) const MAX_NODES: usize = 64;

/// The nodes of the pattern in the order in which they are matched.
#[derive(Debug)]
pub(super) struct Plan<'p> {
    /// The number of nodes of the core, which come first.
    pub(super) num_core: usize,
    /// All nodes; there is always one outside the core.
    pub(super) nodes: Vec<Node<'p>>,
    /// The number of automorphisms, or [`u128::MAX`] if it does not fit.
    pub(super) automorphisms: u128,
}

/// A pattern node. Its sets contain earlier positions in the order.
#[derive(Debug)]
pub(super) struct Node<'p> {
    /// The labels that its image may have.
    pub(super) accepts: Wanted<'p>,
    /// Whether the image needs a loop; `None` if that does not matter.
    pub(super) has_loop: Option<bool>,
    /// The nodes that it is joined to.
    pub(super) neighbours: u64,
    /// The nodes whose images its image must not be joined to.
    pub(super) strangers: u64,
    /// The nodes whose images have smaller numbers.
    pub(super) smaller: u64,
}

/// The members of a set, in order.
pub(super) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let least = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(least)
    })
}

impl<'p> Plan<'p> {
    /// None once the budget is spent.
    pub(super) fn new(p: &'p Pattern, s: Semantics, meter: &mut Meter<'_>) -> Option<Self> {
        let joined: Vec<u64> = p
            .nodes()
            .map(|u| p.out_arcs(u).iter().map(|arc| arc.node).filter(move |&v| v != u))
            .map(|row| row.fold(0, |set, v| set | 1 << v.0))
            .collect();
        let core = core(&joined, s.is_induced(), meter)?;
        let order = order(&joined, core);
        let base: Vec<NodeId> = order.iter().map(|&u| NodeId(u as u32)).collect();
        let orbits = orbits(p, &base, base.len(), meter)?;
        let mut place = [0; MAX_NODES];
        order.iter().enumerate().for_each(|(at, &u)| place[u] = at);
        let mut nodes: Vec<Node<'p>> = Vec::with_capacity(order.len());
        for (at, &u) in order.iter().enumerate() {
            let before = (1_u64 << at) - 1;
            let at_places = members(joined[u]).fold(0, |set, v| set | 1 << place[v]);
            let neighbours = at_places & before;
            let has_loop = !p.arcs_between(base[at], base[at]).is_empty();
            nodes.push(Node {
                accepts: p.node_set(base[at]),
                has_loop: (has_loop || s.is_induced()).then_some(has_loop),
                neighbours,
                strangers: if s.is_induced() { before & !neighbours } else { 0 },
                smaller: 0,
            });
        }
        for (at, orbit) in orbits.iter().enumerate() {
            for v in orbit.iter().filter(|&&v| v != base[at]) {
                nodes[place[v.ix()]].smaller |= 1 << at;
            }
        }
        let sizes = orbits.iter().map(|orbit| orbit.len() as u128);
        let automorphisms = sizes.fold(1, u128::saturating_mul);
        Some(Self { num_core: core.count_ones() as usize, nodes, automorphisms })
    }
}

/// The core, a set of nodes. None once the budget is spent.
fn core(joined: &[u64], induced: bool, meter: &mut Meter<'_>) -> Option<u64> {
    let all = u64::MAX >> (MAX_NODES - joined.len());
    let (pieces, leaves) = pieces_and_leaves(joined, all);
    if induced {
        // All but one node, whose absence leaves its piece connected.
        return Some(all & !(leaves & leaves.wrapping_neg()));
    }
    // The inner nodes of a depth-first tree are a connected cover, at most twice as large as the
    // least: C. Savage, Depth-First Search and the Vertex Cover Problem, Information Processing
    // Letters 14(5), 1982.
    let mut search =
        CoreSearch { joined, pieces, outside: leaves, branches_left: BRANCHES_FOR_A_CORE, meter };
    // The neighbours of a cut node are in the core, on either side of it, so it is in the core
    // itself.
    let free = members(all).filter(|&u| search.leaves_pieces_connected(1 << u));
    let free = free.fold(0, |set, u| set | 1 << u);
    search.extend(0, free);
    (!search.meter.is_spent()).then_some(all & !search.outside)
}

/// The pieces of the pattern, and the leaves of a depth-first tree of each; no two leaves are
/// joined.
fn pieces_and_leaves(joined: &[u64], all: u64) -> (Vec<u64>, u64) {
    let (mut pieces, mut leaves, mut left) = (Vec::new(), 0, all);
    while left != 0 {
        let before = left;
        let mut path = vec![left.trailing_zeros() as usize];
        left &= left - 1;
        let mut is_leaf = true;
        while let Some(&u) = path.last() {
            if let Some(v) = members(joined[u] & left).next() {
                left &= !(1 << v);
                path.push(v);
                is_leaf = true;
            } else {
                leaves |= u64::from(is_leaf) << u;
                is_leaf = false;
                path.pop();
            }
        }
        pieces.push(before & !left);
    }
    (pieces, leaves)
}

/// Looks for the largest independent set without which every piece is still connected.
struct CoreSearch<'a, 'm> {
    joined: &'a [u64],
    pieces: Vec<u64>,
    /// The largest set so far.
    outside: u64,
    branches_left: usize,
    meter: &'a mut Meter<'m>,
}

impl CoreSearch<'_, '_> {
    /// Tries to add the free nodes to the set `outside`.
    fn extend(&mut self, outside: u64, free: u64) {
        let most = outside.count_ones() + free.count_ones();
        if most <= self.outside.count_ones() || self.branches_left == 0 || !self.meter.work(1) {
            return;
        }
        self.branches_left -= 1;
        let Some(u) = members(free).next() else {
            if self.leaves_pieces_connected(outside) {
                self.outside = outside;
            }
            return;
        };
        let free = free & !(1 << u);
        self.extend(outside | 1 << u, free & !self.joined[u]);
        self.extend(outside, free);
    }

    fn leaves_pieces_connected(&self, outside: u64) -> bool {
        self.pieces.iter().all(|piece| {
            let part = piece & !outside;
            let mut reached = part & part.wrapping_neg();
            let mut open = reached;
            while open != 0 {
                let near = members(open).fold(0, |near, u| near | self.joined[u]);
                open = near & part & !reached;
                reached |= open;
            }
            reached == part
        })
    }
}

/// Orders the core first, always taking the node with most earlier neighbours; then the rest, those
/// with most neighbours first, since they have fewest candidates. Ties are broken by degree, then
/// by number.
fn order(joined: &[u64], core: u64) -> Vec<usize> {
    let (mut order, mut placed) = (Vec::with_capacity(joined.len()), 0_u64);
    for part in [core, !core & (u64::MAX >> (MAX_NODES - joined.len()))] {
        let mut left = part;
        while left != 0 {
            let rank = |&u: &usize| ((joined[u] & placed).count_ones(), joined[u].count_ones());
            // The first of equals: later ones have to be greater.
            let next = members(left).reduce(|a, b| if rank(&b) > rank(&a) { b } else { a });
            let next = next.expect("a set that is not empty has a member");
            order.push(next);
            placed |= 1 << next;
            left &= !(1 << next);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_core::Unit;
    use isocount_testkit::{Rng, pattern};

    fn plan(text: &str, induced: bool) -> Plan<'static> {
        let s = if induced { Semantics::Induced } else { Semantics::Monomorphism };
        let pattern = Box::leak(Box::new(pattern(text)));
        Plan::new(pattern, s(Unit::Mappings), &mut Meter::unlimited()).unwrap()
    }

    #[test]
    fn cores_of_known_patterns() {
        for (text, edge_induced, vertex_induced) in [
            ("a", 0, 0),
            ("a, b", 0, 1),
            ("a-b", 1, 1),
            ("a-b-c", 1, 2),
            ("a-b-c-d", 2, 3),
            ("a-b-c-a", 2, 2),
            ("a-b-c-d-a", 3, 3),
            ("c-a, c-b, c-d, c-e", 1, 4),
            ("a-b-c-d-e-f-a", 5, 5),
            ("a-b, c-d", 2, 3),
            ("a-a, a-b", 1, 1),
        ] {
            assert_eq!(plan(text, false).num_core, edge_induced, "{text}");
            assert_eq!(plan(text, true).num_core, vertex_induced, "{text}, induced");
        }
    }

    /// Every subset is tried.
    fn least_core(joined: &[u64]) -> u32 {
        let all = u64::MAX >> (MAX_NODES - joined.len());
        let (pieces, _) = pieces_and_leaves(joined, all);
        let meter = &mut Meter::unlimited();
        let search = CoreSearch { joined, pieces, outside: 0, branches_left: 0, meter };
        let covers = |core: u64| members(all & !core).all(|u| joined[u] & !core == 0);
        let fits = |&core: &u64| covers(core) && search.leaves_pieces_connected(all & !core);
        (0..=all).filter(fits).map(u64::count_ones).min().unwrap()
    }

    #[test]
    fn a_core_is_a_least_connected_cover() {
        for seed in 0..400 {
            let mut rng = Rng::new(seed);
            let (num_nodes, percent) = (rng.between(1, 9), rng.between(10, 80));
            let mut joined = vec![0_u64; num_nodes];
            for (u, v) in (0..num_nodes).flat_map(|v| (0..v).map(move |u| (u, v))) {
                if rng.chance(percent) {
                    joined[u] |= 1 << v;
                    joined[v] |= 1 << u;
                }
            }
            let core = core(&joined, false, &mut Meter::unlimited()).unwrap();
            assert!(
                members(!core).take(num_nodes).all(|u| u >= num_nodes || joined[u] & !core == 0)
            );
            assert_eq!(core.count_ones(), least_core(&joined), "seed {seed}: {joined:?}");
        }
    }

    #[test]
    fn a_large_core_is_found_soon() {
        // A path of 64 nodes has a core of 62, and a grid has more covers than can be tried.
        let path: Vec<u64> =
            (0..64).map(|u: u32| (1_u64 << u).wrapping_shl(1) & !1 | (1_u64 << u) >> 1).collect();
        assert_eq!(core(&path, false, &mut Meter::unlimited()).unwrap().count_ones(), 62);
        let grid: Vec<u64> = (0..64_u32)
            .map(|u| {
                let near = |ok: bool, v: u32| if ok { 1_u64 << (v % 64) } else { 0 };
                near(u % 8 > 0, u.wrapping_sub(1))
                    | near(u % 8 < 7, u + 1)
                    | near(u >= 8, u.wrapping_sub(8))
                    | near(u < 56, u + 8)
            })
            .collect();
        let found = core(&grid, false, &mut Meter::unlimited()).unwrap();
        assert!(members(!found).all(|u| grid[u] & !found == 0) && found.count_ones() < 64);
    }

    #[test]
    fn every_class_of_symmetric_nodes_is_ordered() {
        let orders = |text| plan(text, false).nodes.iter().map(|it| it.smaller).collect::<Vec<_>>();
        // The centre of a star, then its leaves one after the other.
        assert_eq!(orders("c-a, c-b, c-d"), [0, 0, 0b10, 0b110]);
        assert_eq!(orders("a-b-c-a"), [0, 0b1, 0b11]);
        assert_eq!(orders("a:1-b:2-c:3"), [0, 0, 0]);
        assert_eq!(plan("a-b-c-d-a", false).automorphisms, 8);
        let star: Vec<String> = (0..60).map(|leaf| format!("c-n{leaf}")).collect();
        assert_eq!(plan(&star.join(", "), false).automorphisms, u128::MAX);
    }

    #[test]
    fn the_core_comes_first_and_stays_connected() {
        let path = plan("a-b, b-c, c-d, d-e, c-f", false);
        assert_eq!(path.num_core, 3);
        assert!(path.nodes[1..].iter().all(|node| node.neighbours != 0));
        assert!(path.nodes[3..].iter().all(|node| node.neighbours < 1 << 3));
        assert!(plan("a-b-c", true).nodes[2].strangers != 0);
    }
}
