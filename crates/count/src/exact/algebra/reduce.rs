//! A quotient becomes a product of sums over single nodes, in symbols: nodes of degree 1 become
//! vectors, nodes of degree 2 with adjacent neighbours become weights of that edge, and what is
//! left is cut at its cut vertices.

use super::book::{Book, BookEdge, Ear, Vector};
use super::canonical::QuotientShape;
use super::quotient::Quotient;
use super::relation::Relations;
use crate::exact::compiling::members;

/// Reduces the homomorphism count of a quotient to nodes of the book: the count is the product of
/// their sums.
pub(crate) fn reduce(quotient: &Quotient, book: &mut Book, relations: &Relations<'_>) -> Vec<u32> {
    let QuotientShape { nodes, edges } = &quotient.shape;
    let nodes = nodes.iter().map(|&kind| book.node(kind, Vec::new())).collect();
    let plain = |&relation: &u32| match relation {
        0 => 0,
        relation => book.edge(&BookEdge { relation, weights: Vec::new() }, relations),
    };
    let edges = edges.iter().map(plain).collect();
    let shape = QuotientShape { nodes, edges };
    let alive = crate::exact::compiling::mask_of_first(shape.num_nodes()) as u32;
    let near = (0..shape.num_nodes()).map(|u| shape.near(u)).collect();
    let mut reduction = Reduction { shape, near, alive, book, relations };
    reduction.run();
    let mut left: Vec<u32> = reduction.alive().map(|u| reduction.shape.nodes[u]).collect();
    left.sort_unstable();
    left
}

/// No node has such a number.
const MARK: u32 = 1 << 31;

struct Reduction<'a> {
    shape: QuotientShape,
    near: Vec<u32>,
    alive: u32,
    book: &'a mut Book,
    relations: &'a Relations<'a>,
}

impl Reduction<'_> {
    fn alive(&self) -> impl Iterator<Item = usize> + use<> {
        members(self.alive.into())
    }

    fn run(&mut self) {
        loop {
            // Leaves are taken in rounds: what is left last is the middle, and halves are shared.
            let leaves = self.alive().filter(|&u| self.near[u].is_power_of_two());
            let leaves = leaves.fold(0_u64, |mask, u| mask | 1 << u);
            if leaves != 0 {
                members(leaves).for_each(|u| self.take_leaf(u));
            } else if let Some((u, a, b)) = self.ear() {
                self.take_ear(u, a, b);
            } else if let Some(u) = self.alive().find(|&u| self.near[u] != 0) {
                self.take_block(u);
            } else {
                return;
            }
        }
    }

    fn remove(&mut self, u: usize) {
        self.alive &= !(1 << u);
        for v in members(self.near[u].into()) {
            self.near[v] &= !(1 << u);
        }
        self.near[u] = 0;
    }

    fn multiply(&mut self, u: usize, vector: Vector) {
        let vector = self.book.vectors.intern(vector);
        self.shape.nodes[u] = self.book.node_with(self.shape.nodes[u], vector);
    }

    fn take_leaf(&mut self, u: usize) {
        if self.near[u] == 0 {
            return; // It was the last neighbour of another leaf.
        }
        let v = self.near[u].trailing_zeros() as usize;
        let (edge, node) = (self.shape.edge(v, u), self.shape.nodes[u]);
        self.remove(u);
        self.multiply(v, Vector::Leaf { edge, node });
    }

    /// A node with two neighbours that are adjacent.
    fn ear(&self) -> Option<(usize, usize, usize)> {
        self.alive().find_map(|u| {
            let near = self.near[u];
            let (a, b) = (near.trailing_zeros(), near.checked_ilog2()?);
            let (a, b) = (a as usize, b as usize);
            (near.count_ones() == 2 && self.near[a] >> b & 1 == 1).then_some((u, a, b))
        })
    }

    fn take_ear(&mut self, u: usize, a: usize, b: usize) {
        let n = self.shape.num_nodes();
        let edge = self.shape.edge(a, b);
        let ear = Ear {
            relation: self.book.edges.get(edge).relation,
            from_first: self.shape.edge(a, u),
            from_second: self.shape.edge(b, u),
            node: self.shape.nodes[u],
        };
        self.remove(u);
        let edge = self.book.edge_with(edge, ear, self.relations);
        self.shape.edges[a * n + b] = edge;
        self.shape.edges[b * n + a] = self.book.reverse(edge);
    }

    /// Takes a block with at most one cut vertex out of the component of `u`.
    fn take_block(&mut self, u: usize) {
        let component = self.reach(u, self.alive);
        let is_cut = |c: usize| {
            let rest = component & !(1 << c);
            self.reach(rest.trailing_zeros() as usize, rest) != rest
        };
        let cuts = members(component.into()).filter(|&c| is_cut(c)).fold(0_u32, |m, c| m | 1 << c);
        let leaf_block = members(cuts.into()).find_map(|c| {
            let rest = component & !(1 << c);
            let mut left = rest;
            while left != 0 {
                let side = self.reach(left.trailing_zeros() as usize, rest);
                if side & cuts == 0 {
                    return Some((c, side));
                }
                left &= !side;
            }
            None
        });
        let (c, side) = leaf_block.unwrap_or_else(|| {
            // What differs only in the vectors of one node is evaluated once.
            let vectors = |c: &usize| self.book.nodes.get(self.shape.nodes[*c]).vectors.len();
            let c =
                members(component.into()).max_by_key(|c| (vectors(c), self.near[*c].count_ones()));
            let c = c.unwrap_or(u);
            (c, component & !(1 << c))
        });
        let inside: Vec<usize> = std::iter::once(c).chain(members(side.into())).collect();
        let mut block = self.shape.part(&inside);
        block.nodes[0] = self.book.bare(block.nodes[0]);
        // Edges between removed nodes are gone; those inside a block all exist. A mark keeps the
        // first node apart from its likes.
        let bare = block.nodes[0];
        block.nodes[0] = MARK | bare;
        let order = block.canonical_order();
        let mut shape = block.part(&order);
        let out = order.iter().position(|&i| i == 0).unwrap_or(0);
        shape.nodes[out] = bare;
        for u in members(side.into()) {
            self.remove(u);
        }
        self.multiply(c, Vector::Block { shape, out });
    }

    /// The nodes that can be reached from `u` within a set.
    fn reach(&self, u: usize, within: u32) -> u32 {
        let mut reached = 1_u32 << u;
        let mut border = reached;
        while border != 0 {
            let v = border.trailing_zeros() as usize;
            border &= border - 1;
            let new = self.near[v] & within & !reached;
            reached |= new;
            border |= new;
        }
        reached
    }
}
