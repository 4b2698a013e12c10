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
    let mut reduction = Reduction::of(quotient, Kept::Nothing, book, relations);
    reduction.run();
    reduction.others()
}

/// No node has such a number.
const MARK: u32 = 1 << 31;
const SECOND_MARK: u32 = 1 << 30;

/// A block, and where its two ends are in it.
type PairShape = (QuotientShape, (usize, usize));
/// Both ends, and the edge between them.
type Ends = (u32, u32, u32);

struct Reduction<'a> {
    shape: QuotientShape,
    near: Vec<u32>,
    alive: u32,
    /// What is to be left in the end: a node, or two adjacent ones; nothing if any will do.
    kept: Kept,
    book: &'a mut Book,
    relations: &'a Relations<'a>,
}

/// What is left of a quotient whatever happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    Nothing,
    Node(usize),
    Pair(usize, usize),
}

impl Kept {
    fn mask(self) -> u32 {
        match self {
            Self::Nothing => 0,
            Self::Node(u) => 1 << u,
            Self::Pair(u, v) => 1 << u | 1 << v,
        }
    }
}

/// What a quotient comes to that keeps something.
pub(crate) struct Rooted {
    /// The nodes whose sums multiply.
    pub(crate) others: Vec<u32>,
    pub(crate) root: Root,
    /// Whether the pair that was kept is seen from its other end.
    pub(crate) is_turned: bool,
}

/// What was kept, with everything that hangs on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Root {
    Node(u32),
    /// Both ends, the edge from the first to the second, and the block that both are in.
    Pair {
        ends: (u32, u32),
        edge: u32,
        block: Option<u32>,
    },
}

/// Reduces the homomorphism count of a quotient, as it depends on the image of a node or of two
/// adjacent ones.
pub(crate) fn reduce_to(
    quotient: &Quotient,
    kept: Kept,
    book: &mut Book,
    relations: &Relations<'_>,
) -> Rooted {
    let mut reduction = Reduction::of(quotient, kept, book, relations);
    reduction.run();
    let (root, is_turned) = match kept {
        Kept::Pair(u, v) => reduction.pair(u, v),
        Kept::Nothing => (Root::Node(0), false),
        Kept::Node(u) => (Root::Node(reduction.shape.nodes[u]), false),
    };
    Rooted { others: reduction.others(), root, is_turned }
}

impl<'a> Reduction<'a> {
    fn of(
        quotient: &Quotient,
        kept: Kept,
        book: &'a mut Book,
        relations: &'a Relations<'a>,
    ) -> Self {
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
        Self { shape, near, alive, kept, book, relations }
    }
}

impl Reduction<'_> {
    /// The nodes that are left, but for what is kept.
    fn others(&self) -> Vec<u32> {
        let others = members((self.alive & !self.kept.mask()).into());
        let mut others: Vec<u32> = others.map(|u| self.shape.nodes[u]).collect();
        others.sort_unstable();
        others
    }

    fn alive(&self) -> impl Iterator<Item = usize> + use<> {
        members(self.alive.into())
    }

    fn run(&mut self) {
        loop {
            // Leaves are taken in rounds: what is left last is the middle, and halves are shared.
            let leaves = self.alive().filter(|&u| self.near[u].is_power_of_two());
            let leaves = leaves.fold(0_u64, |mask, u| mask | 1 << u);
            let leaves = leaves & !u64::from(self.kept.mask());
            if leaves != 0 {
                members(leaves).for_each(|u| self.take_leaf(u));
            } else if let Some((u, a, b)) = self.ear() {
                self.take_ear(u, a, b);
            } else if !self.alive().any(|u| self.near[u] != 0 && self.take_block(u)) {
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
            let is_ear = near.count_ones() == 2 && self.near[a] >> b & 1 == 1;
            (is_ear && self.kept.mask() >> u & 1 == 0).then_some((u, a, b))
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

    /// Takes a block with at most one cut vertex out of the component of `u`. False if all that is
    /// left of it is the block of a pair that is kept.
    fn take_block(&mut self, u: usize) -> bool {
        let kept = self.kept.mask();
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
                if side & (cuts | kept) == 0 {
                    return Some((c, side));
                }
                left &= !side;
            }
            None
        });
        if leaf_block.is_none() && (component & kept).count_ones() == 2 {
            return false;
        }
        let (c, side) = leaf_block.unwrap_or_else(|| {
            // What differs only in the vectors of one node is evaluated once.
            let vectors = |c: &usize| self.book.nodes.get(self.shape.nodes[*c]).vectors.len();
            let c =
                members(component.into()).max_by_key(|c| (vectors(c), self.near[*c].count_ones()));
            let c = members((component & kept).into()).next().or(c).unwrap_or(u);
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
        true
    }

    /// What a pair comes to that was kept, and whether that is seen from its other end: of both
    /// views, equal quotients have the same.
    fn pair(&mut self, u: usize, v: usize) -> (Root, bool) {
        let mut views = [(u, v), (v, u)].map(|(first, second)| {
            let nodes = &self.shape.nodes;
            let ends = (nodes[first], nodes[second], self.shape.edge(first, second));
            (ends, self.pair_block(first, second))
        });
        let key = |view: &(Ends, Option<PairShape>)| {
            let block = view
                .1
                .as_ref()
                .map(|(shape, ends)| (shape.nodes.clone(), shape.edges.clone(), *ends));
            (view.0, block)
        };
        let is_turned = key(&views[1]) < key(&views[0]);
        let ((first, second, edge), block) = std::mem::take(&mut views[usize::from(is_turned)]);
        // The block is in the pair now.
        let rest = self.reach(u, self.alive) & !self.kept.mask();
        members(rest.into()).for_each(|other| self.remove(other));
        let block =
            block.map(|(shape, ends)| self.book.vectors.intern(Vector::PairBlock { shape, ends }));
        (Root::Pair { ends: (first, second), edge, block }, is_turned)
    }

    /// The block of two adjacent nodes, without what hangs on them and between them; none if nothing
    /// is left beside them. Also where they are in it.
    fn pair_block(&mut self, u: usize, v: usize) -> Option<PairShape> {
        let rest = self.reach(u, self.alive) & !(1 << u | 1 << v);
        if rest == 0 {
            return None;
        }
        let inside: Vec<usize> = [u, v].into_iter().chain(members(rest.into())).collect();
        let (mut block, n) = (self.shape.part(&inside), inside.len());
        let bare = [0, 1].map(|i| self.book.bare(block.nodes[i]));
        let relation = self.book.edges.get(block.edges[1]).relation;
        let edge = self.book.edge(&BookEdge { relation, weights: Vec::new() }, self.relations);
        (block.edges[1], block.edges[n]) = (edge, self.book.reverse(edge));
        // Marks keep the two apart from their likes.
        (block.nodes[0], block.nodes[1]) = (MARK | bare[0], SECOND_MARK | bare[1]);
        let order = block.canonical_order();
        let mut shape = block.part(&order);
        let [first, second] = [0, 1].map(|i| order.iter().position(|&j| j == i).unwrap_or(i));
        (shape.nodes[first], shape.nodes[second]) = (bare[0], bare[1]);
        Some((shape, (first, second)))
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
