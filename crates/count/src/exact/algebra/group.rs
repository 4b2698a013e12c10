//! Blocks with the same relations between their nodes are evaluated together, whatever factors hang
//! on them: as variants of one program. A block waits for the blocks among its factors, so only
//! blocks of the same depth go together.

use rustc_hash::FxHashMap;

use super::book::{Book, Target, Vector};
use super::canonical::QuotientShape;
use super::quotient::NodeKinds;

/// Blocks that may share a program: their numbers among the vectors, and their shapes with nodes in
/// corresponding order.
#[derive(Debug, Default)]
pub(crate) struct Group {
    pub(crate) vectors: Vec<u32>,
    pub(crate) shapes: Vec<QuotientShape>,
    /// What the values of each belong to.
    pub(crate) targets: Vec<Target>,
}

/// Stands apart from all homes.
const MARK: u32 = 1 << 31;

/// All blocks of a book, in groups; they come after the groups that they need. Blocks whose values
/// belong to different nodes are in different groups, unless that is not asked for.
pub(crate) fn groups(book: &Book, kinds: &NodeKinds, targets_apart: bool) -> Vec<Group> {
    let depths = Depths::of(book);
    let mut groups: Vec<Group> = Vec::new();
    let mut known: FxHashMap<(usize, QuotientShape), usize> = FxHashMap::default();
    for number in 0..book.vectors.len() as u32 {
        let Some((shape, target)) = book.vectors.get(number).as_block() else { continue };
        let home = |(u, &node): (usize, &u32)| {
            let home = kinds.list[book.nodes.get(node).kind as usize].home;
            let is_apart = targets_apart && target == Target::Node(u);
            u32::from(home) | if is_apart { MARK } else { 0 }
        };
        let relation = |&edge: &u32| if edge == 0 { 0 } else { book.edges.get(edge).relation };
        let skeleton = QuotientShape {
            nodes: shape.nodes.iter().enumerate().map(home).collect(),
            edges: shape.edges.iter().map(relation).collect(),
        };
        let order = skeleton.canonical_order();
        let key = (depths.vectors[number as usize], skeleton.part(&order));
        let place = *known.entry(key).or_insert_with(|| {
            groups.push(Group::default());
            groups.len() - 1
        });
        let now = |old: usize| order.iter().position(|&u| u == old).unwrap_or(0);
        groups[place].vectors.push(number);
        groups[place].shapes.push(shape.part(&order));
        groups[place].targets.push(match target {
            Target::Node(out) => Target::Node(now(out)),
            Target::Pair(first, second) => Target::Pair(now(first), now(second)),
        });
    }
    groups
}

/// How many blocks lie one below the other in each factor.
struct Depths {
    vectors: Vec<usize>,
    ears: Vec<usize>,
}

impl Depths {
    fn of(book: &Book) -> Self {
        let mut depths =
            Self { vectors: vec![0; book.vectors.len()], ears: vec![0; book.ears.len()] };
        // Factors hang on each other without cycles, but vectors and ears are numbered apart: a few
        // rounds settle them.
        loop {
            let mut has_changed = false;
            for number in 0..book.ears.len() as u32 {
                let ear = book.ears.get(number);
                let edges =
                    depths.edge(book, ear.from_first).max(depths.edge(book, ear.from_second));
                let depth = edges.max(depths.node(book, ear.node));
                has_changed |= depth != depths.ears[number as usize];
                depths.ears[number as usize] = depth;
            }
            for number in 0..book.vectors.len() as u32 {
                let depth = match book.vectors.get(number) {
                    Vector::Leaf { edge, node } => {
                        depths.edge(book, *edge).max(depths.node(book, *node))
                    }
                    Vector::Block { shape, .. } | Vector::PairBlock { shape, .. } => {
                        let nodes = shape.nodes.iter().map(|&node| depths.node(book, node));
                        let edges = shape.edges.iter().map(|&edge| depths.edge(book, edge));
                        1 + nodes.chain(edges).max().unwrap_or(0)
                    }
                };
                has_changed |= depth != depths.vectors[number as usize];
                depths.vectors[number as usize] = depth;
            }
            if !has_changed {
                return depths;
            }
        }
    }

    fn node(&self, book: &Book, node: u32) -> usize {
        let vectors = book.nodes.get(node).vectors.iter();
        vectors.map(|&vector| self.vectors[vector as usize]).max().unwrap_or(0)
    }

    fn edge(&self, book: &Book, edge: u32) -> usize {
        let weights = book.edges.get(edge).weights.iter();
        weights.map(|&(ear, _)| self.ears[ear as usize]).max().unwrap_or(0)
    }
}
