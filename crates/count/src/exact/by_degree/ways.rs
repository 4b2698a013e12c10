//! A pattern with one label of nodes and one of arcs: between two of its nodes there is an arc one
//! way, the other way, both ways, or none.

use isocount_core::{Label, Semantics};

use super::triangles::OfTriangles;
use crate::exact::compiling::{Compiled, Direction};

/// Larger patterns have too many orders to look at.
pub(super) const MAX_NODES: usize = 8;

/// How a node sees another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    /// An arc leads there.
    Out,
    /// An arc comes from there.
    In,
    /// Both.
    Both,
}

impl Way {
    /// Seen from the other end.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Out => Self::In,
            Self::In => Self::Out,
            Self::Both => Self::Both,
        }
    }

    /// Whether nodes seen in this way are seen in the other way too.
    pub(super) fn implies(self, other: Self) -> bool {
        self == other || self == Self::Both
    }
}

/// The arcs of a pattern.
#[derive(Debug)]
pub(super) struct Ways {
    pub(super) num_nodes: usize,
    num_links: usize,
    pub(super) node_label: Label,
    pub(super) arc_label: Label,
    /// How each node sees each other.
    seen: [[Option<Way>; MAX_NODES]; MAX_NODES],
}

impl Ways {
    /// None if the pattern is of another kind, or of an unsuitable size.
    pub(super) fn of(p: &Compiled, semantics: Semantics) -> Option<Self> {
        let &[arc] = &p.types[..] else { return None };
        let &[node_label] = &p.class_labels[..] else { return None };
        let num_nodes = p.num_nodes();
        if p.sets.is_some() || arc.is_loop || !(2..=MAX_NODES).contains(&num_nodes) {
            return None;
        }
        if p.connected_parts().len() != 1 {
            return None;
        }
        let mut seen = [[None; MAX_NODES]; MAX_NODES];
        for link in &p.links {
            let way = match p.relations[link.relation as usize].arcs[..] {
                [(Direction::Out, _)] => Way::Out,
                [(Direction::In, _)] => Way::In,
                _ => Way::Both,
            };
            let (a, b) = (link.a as usize, link.b as usize);
            (seen[a][b], seen[b][a]) = (Some(way), Some(way.turned()));
        }
        let num_links = p.links.len();
        let all_linked = 2 * num_links == num_nodes * (num_nodes - 1);
        let is_fit = match semantics {
            Semantics::Homomorphism => false,
            Semantics::Monomorphism(_) => true,
            // No pair of nodes may be without an arc: nothing is to be left out then.
            Semantics::Induced(_) => {
                all_linked && seen.iter().flatten().flatten().all(|way| *way == Way::Both)
            }
        };
        let arc_label = arc.label;
        is_fit.then_some(Self { num_nodes, num_links, node_label, arc_label, seen })
    }

    /// Whether several nodes may have to be placed.
    pub(super) fn is_dense(&self) -> bool {
        4 * self.num_links >= 5 * self.num_nodes
    }

    /// Whether nothing but search is good at it: a sum over quotients would need many pins, or the
    /// pattern is so small that little can be summed up.
    pub(super) fn is_only_for_search(&self) -> bool {
        4 * self.num_links >= 7 * self.num_nodes || self.is_dense() && self.num_nodes <= 5
    }

    /// Whether this is a cycle of five undirected edges.
    pub(super) fn is_cycle_of_five(&self) -> bool {
        let is_fit = |row: &[Option<Way>; MAX_NODES]| {
            row.iter().flatten().count() == 2 && row.iter().flatten().all(|way| *way == Way::Both)
        };
        self.num_nodes == 5 && self.seen[..5].iter().all(is_fit)
    }

    /// Whether this is a clique of five undirected nodes or more.
    pub(super) fn is_large_clique(&self) -> bool {
        self.num_nodes >= 5
            && 2 * self.num_links == self.num_nodes * (self.num_nodes - 1)
            && self.used().all(|way| way == Way::Both)
    }

    /// Whether this is one of the undirected patterns of five nodes that are sums over triangles:
    /// the degrees of their nodes tell them from all others.
    pub(super) fn of_triangles(&self) -> Option<OfTriangles> {
        if self.num_nodes != 5 || self.used().any(|way| way != Way::Both) {
            return None;
        }
        let mut degrees: Vec<usize> =
            self.seen[..5].iter().map(|row| row.iter().flatten().count()).collect();
        degrees.sort_unstable();
        match degrees[..] {
            [1, 2, 3, 3, 3] => Some(OfTriangles::Kite),
            [2, 2, 3, 3, 4] => Some(OfTriangles::Gem),
            [2, 3, 3, 3, 3] => Some(OfTriangles::MeetingTips),
            [3, 3, 3, 3, 4] => Some(OfTriangles::Wheel),
            [2, 3, 3, 4, 4] => Some(OfTriangles::CliqueLessPath),
            [3, 3, 4, 4, 4] => Some(OfTriangles::CliqueLessEdge),
            _ => None,
        }
    }

    /// How `u` sees `v`.
    pub(super) fn way(&self, u: usize, v: usize) -> Option<Way> {
        self.seen[u][v]
    }

    /// The ways that occur, seen from either end.
    pub(super) fn used(&self) -> impl Iterator<Item = Way> + '_ {
        let all = [Way::Out, Way::In, Way::Both].into_iter();
        all.filter(|way| self.seen.iter().flatten().any(|found| *found == Some(*way)))
    }
}
