//! Graphs of at most six nodes as bits: canonical forms, automorphisms and orbits by trying every
//! permutation.

use std::sync::OnceLock;

/// The maximum number of nodes of a shape: there are 6! = 720 permutations to try.
pub(crate) const MOST_NODES: usize = 6;

/// A directed graph without loops; an undirected edge is two arcs. Arc (i, j) is bit `6 i + j`.
///
/// ```
/// use isocount_motif::Shape;
///
/// // A feed-forward loop: one gene acts on another one directly and through a third one.
/// let feed_forward = Shape::empty(3).with_arc(0, 1).with_arc(1, 2).with_arc(0, 2);
/// assert_eq!((feed_forward.num_arcs(), feed_forward.automorphisms()), (3, 1));
///
/// // However its nodes are numbered, its canonical form is the same.
/// let renamed = feed_forward.renamed(&[2, 0, 1]);
/// assert_eq!(renamed.canonical().0, feed_forward.canonical().0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    nodes: u8,
    bits: u64,
}

impl Shape {
    /// A shape without arcs.
    ///
    /// # Panics
    /// If it has more than six nodes.
    #[must_use]
    pub fn empty(nodes: usize) -> Self {
        assert!(nodes <= MOST_NODES, "a shape has at most {MOST_NODES} nodes");
        Self { nodes: nodes as u8, bits: 0 }
    }

    /// The undirected shape with these edges.
    #[must_use]
    pub fn undirected(nodes: usize, edges: &[(usize, usize)]) -> Self {
        let both = |shape: Self, &(i, j): &(usize, usize)| shape.with_arc(i, j).with_arc(j, i);
        edges.iter().fold(Self::empty(nodes), both)
    }

    /// The number of nodes.
    #[must_use]
    pub fn num_nodes(self) -> usize {
        usize::from(self.nodes)
    }

    /// The number of arcs; an undirected edge counts twice.
    #[must_use]
    pub fn num_arcs(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// The shape with one more arc.
    #[must_use]
    pub fn with_arc(self, i: usize, j: usize) -> Self {
        debug_assert!(i != j && i < self.num_nodes() && j < self.num_nodes());
        Self { bits: self.bits | bit(i, j), ..self }
    }

    /// Whether there is an arc from `i` to `j`.
    #[must_use]
    pub fn has_arc(self, i: usize, j: usize) -> bool {
        self.bits & bit(i, j) != 0
    }

    /// Whether every arc has its reverse.
    #[must_use]
    pub fn is_undirected(self) -> bool {
        self.arcs().all(|(i, j)| self.has_arc(j, i))
    }

    /// All arcs, ordered by tail and head.
    pub fn arcs(self) -> impl Iterator<Item = (usize, usize)> {
        let nodes = self.num_nodes();
        (0..nodes)
            .flat_map(move |i| (0..nodes).map(move |j| (i, j)))
            .filter(move |&(i, j)| self.has_arc(i, j))
    }

    /// Pairs of nodes with an arc between them, each once.
    pub fn pairs(self) -> impl Iterator<Item = (usize, usize)> {
        let nodes = self.num_nodes();
        (0..nodes)
            .flat_map(move |i| (i + 1..nodes).map(move |j| (i, j)))
            .filter(move |&(i, j)| self.touch(i, j))
    }

    /// Whether there is an arc between the two nodes in either direction.
    #[must_use]
    pub fn touch(self, i: usize, j: usize) -> bool {
        self.bits & (bit(i, j) | bit(j, i)) != 0
    }

    /// The number of nodes that a node shares an arc with.
    #[must_use]
    pub fn degree(self, i: usize) -> usize {
        (0..self.num_nodes()).filter(|&j| j != i && self.touch(i, j)).count()
    }

    /// Whether the shape is connected, regardless of the directions of arcs.
    #[must_use]
    pub fn is_connected(self) -> bool {
        let nodes = self.num_nodes();
        let mut reached = 1_u8;
        for _ in 1..nodes {
            for i in 0..nodes {
                if reached >> i & 1 == 1 {
                    for j in (0..nodes).filter(|&j| self.touch(i, j)) {
                        reached |= 1 << j;
                    }
                }
            }
        }
        nodes == 0 || reached.count_ones() as usize == nodes
    }

    /// The shape with node `i` renumbered as `p[i]`.
    #[must_use]
    pub fn renamed(self, p: &[usize]) -> Self {
        self.arcs().fold(Self::empty(self.num_nodes()), |shape, (i, j)| shape.with_arc(p[i], p[j]))
    }

    /// The canonical form, which is the least of all numberings and so equal for isomorphic shapes,
    /// and the place of each node in it.
    #[must_use]
    pub fn canonical(self) -> (Self, &'static [usize]) {
        let renamed = permutations(self.num_nodes()).iter().map(|p| (self.renamed(p), &p[..]));
        // The first of equal forms, so that the permutation is unique too.
        let best = |best: Option<(Self, &'static [usize])>, next: (Self, &'static [usize])| {
            if best.is_some_and(|best| best.0 <= next.0) { best } else { Some(next) }
        };
        renamed.fold(None, best).unwrap_or((self, &[]))
    }

    /// The number of automorphisms.
    #[must_use]
    pub fn automorphisms(self) -> usize {
        permutations(self.num_nodes()).iter().filter(|p| self.renamed(p) == self).count()
    }

    /// For each node, the least node of its orbit.
    #[must_use]
    pub fn orbit_leaders(self) -> Vec<usize> {
        let mut leaders: Vec<usize> = (0..self.num_nodes()).collect();
        for p in permutations(self.num_nodes()).iter().filter(|p| self.renamed(p) == self) {
            for (i, leader) in leaders.iter_mut().enumerate() {
                *leader = (*leader).min(p[i]);
            }
        }
        leaders
    }

    /// The shape in the notation for typed patterns, with the nodes `a`, `b`, …: `a-b, a-c`.
    #[must_use]
    pub fn notation(self) -> String {
        let name = |i: usize| char::from(b'a' + i as u8);
        let word = |(i, j): (usize, usize)| match (self.has_arc(i, j), self.has_arc(j, i)) {
            (true, true) => format!("{}-{}", name(i), name(j)),
            (true, false) => format!("{}->{}", name(i), name(j)),
            _ => format!("{}->{}", name(j), name(i)),
        };
        self.pairs().map(word).collect::<Vec<_>>().join(", ")
    }
}

fn bit(i: usize, j: usize) -> u64 {
    1 << (MOST_NODES * i + j)
}

/// All permutations of `nodes` nodes, in lexicographic order.
pub(crate) fn permutations(nodes: usize) -> &'static [Vec<usize>] {
    static LISTS: [OnceLock<Vec<Vec<usize>>>; MOST_NODES + 1] =
        [const { OnceLock::new() }; MOST_NODES + 1];
    LISTS[nodes].get_or_init(|| {
        let mut all = Vec::new();
        extend(&mut Vec::new(), nodes, &mut all);
        all
    })
}

fn extend(start: &mut Vec<usize>, nodes: usize, all: &mut Vec<Vec<usize>>) {
    if start.len() == nodes {
        all.push(start.clone());
    }
    for next in 0..nodes {
        if !start.contains(&next) {
            start.push(next);
            extend(start, nodes, all);
            start.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_two_automorphisms_and_two_orbits() {
        let path = Shape::undirected(4, &[(0, 1), (1, 2), (2, 3)]);
        assert_eq!(path.automorphisms(), 2);
        assert_eq!(path.orbit_leaders(), [0, 1, 1, 0]);
        assert_eq!(path.notation(), "a-b, b-c, c-d");
        let other = Shape::undirected(4, &[(2, 0), (0, 3), (3, 1)]);
        assert_eq!(path.canonical().0, other.canonical().0);
        assert_eq!(other.renamed(other.canonical().1), path.canonical().0);
    }

    #[test]
    fn a_one_way_arc_is_not_an_edge() {
        let arc = Shape::empty(2).with_arc(1, 0);
        assert!(arc.is_connected() && !arc.is_undirected());
        assert_eq!((arc.notation().as_str(), arc.automorphisms()), ("b->a", 1));
        assert!(!Shape::empty(2).is_connected());
    }
}
