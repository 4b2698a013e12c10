//! How blocks are evaluated: *pins* are tried one after the other, and so chosen that the rest is a
//! forest. Once the pins have images, values go up the trees of the forest: a message from a child
//! is a value for every image of its parent. What does not see the last pin is computed before it
//! is placed.
//!
//! Blocks that differ only in the factors of their nodes and edges are *variants*, evaluated
//! together: they share the images of the pins, and every subtree and message that is the same.

use crate::cost::algebra::MOST_SETS_OF_PINS;
use rustc_hash::FxHashMap;

use super::book::Target;
use super::canonical::QuotientShape;
use crate::exact::compiling::members;

/// A row that images must lie in: that of an earlier pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RowFrom {
    pub(crate) pin: usize,
    /// From the pin to this node.
    pub(crate) edge: u32,
}

/// A pin, as the first variant has it; the relations of its rows are those of all variants.
#[derive(Clone, Debug)]
pub(crate) struct Pin {
    pub(crate) node: u32,
    pub(crate) rows: Vec<RowFrom>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Child {
    /// Which message it sends.
    pub(crate) message: usize,
    pub(crate) power: u32,
}

/// A tree, independent of where it is used; its children come before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tree {
    pub(crate) node: u32,
    pub(crate) rows: Vec<RowFrom>,
    pub(crate) children: Vec<Child>,
    /// The last pin that it or something below it sees.
    pub(crate) level: usize,
}

/// The values that the parents of a tree receive over one edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Message {
    pub(crate) tree: usize,
    /// From the parent to the child.
    pub(crate) down: u32,
}

/// The nodes that the values of a block belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Out {
    Pin(usize),
    Tree(usize),
    /// The pairs of an edge.
    Pair(OutPair),
}

/// The pairs of an edge between two nodes of a block, seen from the node where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutPair {
    pub(crate) edge: u32,
    pub(crate) ends: PairEnds,
    /// Whether the values are asked for as seen from the node where it ends.
    pub(crate) is_turned: bool,
}

/// Where the ends of an edge are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairEnds {
    /// From a pin to a later one, of which it is this row.
    Pins { late: usize, row: usize },
    /// From a pin to the root of a tree.
    PinAndTree { pin: usize, tree: usize },
    /// From the root of a tree to the root of another.
    Trees { above: usize, below: usize },
}

/// One of the blocks that are evaluated together.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// For each pin, its node and the edges of its rows.
    pub(crate) pins: Vec<(u32, Vec<u32>)>,
    /// The trees whose values are summed, each with the power of its sum.
    pub(crate) roots: Vec<(usize, u32)>,
    pub(crate) out: Out,
}

/// A way to evaluate some blocks.
#[derive(Clone, Debug)]
pub(crate) struct BlockProgram {
    pub(crate) pins: Vec<Pin>,
    pub(crate) trees: Vec<Tree>,
    pub(crate) messages: Vec<Message>,
    pub(crate) variants: Vec<Variant>,
    /// For each message, whether a parent is computed for several images of a later pin.
    pub(crate) is_ahead: Vec<bool>,
    /// For each tree, whether its values are used, and whether their sum is.
    pub(crate) has_values: Vec<bool>,
    pub(crate) has_sum: Vec<bool>,
}

impl BlockProgram {
    /// The program with these pins, in this order, and these roots of the trees of the rest, for
    /// blocks with the same relations and for what their values belong to. A tree in which they
    /// belong to a node has that as its root instead.
    pub(crate) fn new(
        blocks: &[&QuotientShape],
        targets: &[Target],
        pins: &[usize],
        roots: &[usize],
    ) -> Self {
        let mut growing = Growing::default();
        let forest = trees(blocks[0], pins.iter().fold(0, |mask, &p| mask | 1 << p));
        let tree_of = |&root: &usize| forest.iter().find(|&&tree| tree >> root & 1 == 1);
        let roots: Vec<(usize, u32)> =
            roots.iter().filter_map(|root| Some((*root, *tree_of(root)?))).collect();
        let each = blocks.iter().zip(targets);
        let variants: Vec<Variant> =
            each.map(|(shape, target)| growing.variant(shape, *target, pins, &roots)).collect();
        let Growing { trees, messages, .. } = growing;
        let steps = variants.first().into_iter().flat_map(|first| &first.pins).enumerate();
        let pins = steps.map(|(i, (node, edges))| {
            let earlier = (0..i).filter(|&p| blocks[0].edge(pins[p], pins[i]) != 0);
            let rows = earlier.zip(edges).map(|(pin, &edge)| RowFrom { pin, edge });
            Pin { node: *node, rows: rows.collect() }
        });
        let pins = pins.collect();
        let mut is_ahead = vec![false; messages.len()];
        let (mut has_values, mut has_sum) = (vec![false; trees.len()], vec![false; trees.len()]);
        for tree in &trees {
            for child in &tree.children {
                let below = messages[child.message].tree;
                has_values[below] = true;
                is_ahead[child.message] |= trees[below].level < tree.level;
            }
        }
        for variant in &variants {
            variant.roots.iter().for_each(|&(tree, _)| has_sum[tree] = true);
            for tree in variant.out.trees() {
                has_values[tree] = true;
            }
        }
        Self { pins, trees, messages, variants, is_ahead, has_values, has_sum }
    }
}

/// The trees and messages of all variants so far.
#[derive(Default)]
struct Growing {
    trees: Vec<Tree>,
    messages: Vec<Message>,
    known_trees: FxHashMap<Tree, usize>,
    known_messages: FxHashMap<Message, usize>,
}

impl Growing {
    /// The roots come with the nodes of their trees.
    fn variant(
        &mut self,
        shape: &QuotientShape,
        target: Target,
        pins: &[usize],
        roots: &[(usize, u32)],
    ) -> Variant {
        let earlier = |i: usize| pins[..i].iter().map(move |&p| shape.edge(p, pins[i]));
        let weights = |(i, &u): (usize, &usize)| {
            (shape.nodes[u], earlier(i).filter(|&edge| edge != 0).collect())
        };
        let mut variant = Variant {
            pins: pins.iter().enumerate().map(weights).collect(),
            roots: Vec::new(),
            out: out_at_pins(shape, target, pins),
        };
        let is_pin = pins.iter().fold(0_u32, |mask, &p| mask | 1 << p);
        for &(root, nodes) in roots {
            if let Some(out) = self.out_in_tree(shape, target, pins, nodes) {
                variant.out = out;
                continue;
            }
            let tree = self.grow(shape, pins, root, is_pin);
            match variant.roots.iter_mut().find(|(known, _)| *known == tree) {
                Some((_, power)) => *power += 1,
                None => variant.roots.push((tree, 1)),
            }
        }
        variant
    }

    /// What the values belong to, if that is in a tree of these nodes: the tree then grows from
    /// there.
    fn out_in_tree(
        &mut self,
        shape: &QuotientShape,
        target: Target,
        pins: &[usize],
        nodes: u32,
    ) -> Option<Out> {
        let is_pin = pins.iter().fold(0_u32, |mask, &p| mask | 1 << p);
        let is_here = |u: usize| nodes >> u & 1 == 1;
        let (first, second) = match target {
            Target::Node(out) => {
                return is_here(out).then(|| Out::Tree(self.grow(shape, pins, out, is_pin)));
            }
            Target::Pair(first, second) => (first, second),
        };
        if is_here(first) && is_here(second) {
            let above = self.grow(shape, pins, first, is_pin | 1 << second);
            let below = self.grow(shape, pins, second, is_pin | 1 << first);
            let (edge, ends) = (shape.edge(first, second), PairEnds::Trees { above, below });
            return Some(Out::Pair(OutPair { edge, ends, is_turned: false }));
        }
        let (here, other) = if is_here(first) { (first, second) } else { (second, first) };
        let pin = pins.iter().position(|&p| p == other).filter(|_| is_here(here))?;
        let ends = PairEnds::PinAndTree { pin, tree: self.grow(shape, pins, here, is_pin) };
        let (edge, is_turned) = (shape.edge(other, here), here == first);
        Some(Out::Pair(OutPair { edge, ends, is_turned }))
    }

    /// Adds a node of the forest and all below it; `taken` nodes are not below it.
    fn grow(&mut self, shape: &QuotientShape, pins: &[usize], u: usize, taken: u32) -> usize {
        let taken = taken | 1 << u;
        let mut children: Vec<Child> = Vec::new();
        for v in members((shape.near(u) & !taken).into()) {
            let tree = self.grow(shape, pins, v, taken);
            let message = Message { tree, down: shape.edge(u, v) };
            let message = *self.known_messages.entry(message).or_insert_with(|| {
                self.messages.push(message);
                self.messages.len() - 1
            });
            match children.iter_mut().find(|child| child.message == message) {
                Some(same) => same.power += 1,
                None => children.push(Child { message, power: 1 }),
            }
        }
        children.sort_unstable();
        let rows = pins.iter().enumerate().filter(|&(_, &p)| shape.edge(p, u) != 0);
        let rows: Vec<RowFrom> =
            rows.map(|(pin, &p)| RowFrom { pin, edge: shape.edge(p, u) }).collect();
        let seen = rows.iter().map(|row| row.pin);
        let below =
            children.iter().map(|child| self.trees[self.messages[child.message].tree].level);
        let level = seen.chain(below).max().unwrap_or(0);
        let tree = Tree { node: shape.nodes[u], rows, children, level };
        if let Some(&known) = self.known_trees.get(&tree) {
            return known;
        }
        self.trees.push(tree.clone());
        self.known_trees.insert(tree, self.trees.len() - 1);
        self.trees.len() - 1
    }
}

/// What the values of a block belong to, if that is pins alone.
fn out_at_pins(shape: &QuotientShape, target: Target, pins: &[usize]) -> Out {
    let level = |u: usize| pins.iter().position(|&p| p == u).unwrap_or(0);
    match target {
        Target::Node(out) => Out::Pin(level(out)),
        Target::Pair(first, second) => {
            let (a, b) = (level(first), level(second));
            let (early, late) = (a.min(b), a.max(b));
            let row = pins[..early].iter().filter(|&&p| shape.edge(p, pins[late]) != 0).count();
            let edge = shape.edge(pins[early], pins[late]);
            Out::Pair(OutPair { edge, ends: PairEnds::Pins { late, row }, is_turned: b < a })
        }
    }
}

impl Out {
    /// The trees whose values are used.
    fn trees(self) -> impl Iterator<Item = usize> {
        let (one, other) = match self {
            Self::Pin(_) => (None, None),
            Self::Tree(tree) => (Some(tree), None),
            Self::Pair(pair) => match pair.ends {
                PairEnds::Pins { .. } => (None, None),
                PairEnds::PinAndTree { tree, .. } => (Some(tree), None),
                PairEnds::Trees { above, below } => (Some(above), Some(below)),
            },
        };
        one.into_iter().chain(other)
    }
}

/// Every set of pins after which the rest is a forest, of the least size and, if asked, one more;
/// as masks. None of a block that needs too many.
pub(crate) fn pin_sets(shape: &QuotientShape, extra: u32) -> Vec<u32> {
    let n = shape.num_nodes();
    let near: Vec<u32> = (0..n).map(|u| shape.near(u)).collect();
    let all = crate::exact::compiling::mask_of_first(n) as u32;
    let mut found: Vec<u32> = Vec::new();
    let (mut least, mut num_tried) = (None, 0);
    for size in 1..=n as u32 {
        if least.is_some_and(|least| size > least + extra) {
            break;
        }
        // All masks of this many bits, ascending.
        let mut mask: u64 = (1 << size) - 1;
        while mask <= u64::from(all) {
            num_tried += 1;
            if num_tried > MOST_SETS_OF_PINS {
                return found;
            }
            if is_forest(&near, all & !(mask as u32)) {
                found.push(mask as u32);
                least = least.or(Some(size));
            }
            let low = mask & mask.wrapping_neg();
            let next = mask + low;
            mask = next | ((mask ^ next) / low) >> 2;
        }
    }
    found
}

/// Whether the nodes of a mask induce no cycle.
fn is_forest(near: &[u32], mut rest: u32) -> bool {
    loop {
        let low = members(rest.into()).find(|&u| (near[u] & rest).count_ones() <= 1);
        match low {
            Some(u) => rest &= !(1 << u),
            None => return rest == 0,
        }
    }
}

/// The trees of the rest, as masks.
pub(crate) fn trees(shape: &QuotientShape, pins: u32) -> Vec<u32> {
    let all = crate::exact::compiling::mask_of_first(shape.num_nodes()) as u32;
    let mut left = all & !pins;
    let mut found = Vec::new();
    while left != 0 {
        let mut tree = left & left.wrapping_neg();
        loop {
            let wider = members(tree.into()).fold(tree, |m, u| m | shape.near(u) & left);
            if wider == tree {
                break;
            }
            tree = wider;
        }
        found.push(tree);
        left &= !tree;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycle(n: usize) -> QuotientShape {
        let mut shape = QuotientShape { nodes: vec![0; n], edges: vec![0; n * n] };
        for u in 0..n {
            let v = (u + 1) % n;
            shape.edges[u * n + v] = 1;
            shape.edges[v * n + u] = 1;
        }
        shape
    }

    #[test]
    fn one_pin_opens_a_cycle() {
        assert_eq!(pin_sets(&cycle(5), 0), [1, 2, 4, 8, 16]);
        assert_eq!(pin_sets(&cycle(5), 1).len(), 5 + 10);
        assert_eq!(trees(&cycle(5), 1), [0b11110]);
        assert_eq!(trees(&cycle(6), 0b1001), [0b110, 0b11_0000]);
    }

    #[test]
    fn equal_branches_are_one() {
        // The middle of the path that is left has two equal children.
        let program = BlockProgram::new(&[&cycle(4)], &[Target::Node(0)], &[0], &[2]);
        assert_eq!((program.trees.len(), program.messages.len()), (2, 1));
        assert_eq!(program.trees[1].children, [Child { message: 0, power: 2 }]);
        // Two trees of one node each, both seen by both pins: one sum, squared.
        let program = BlockProgram::new(&[&cycle(4)], &[Target::Node(0)], &[0, 2], &[1, 3]);
        assert_eq!(program.variants[0].roots, [(0, 2)]);
        assert_eq!(program.trees[0].level, 1);
    }

    #[test]
    fn variants_share_what_is_the_same() {
        // A cycle of five, and the same with another node beside its pin: one arm differs.
        let (plain, mut other) = (cycle(5), cycle(5));
        other.nodes[1] = 7;
        let program = BlockProgram::new(&[&plain, &other], &[Target::Node(0); 2], &[0], &[2]);
        assert_eq!(program.variants.len(), 2);
        // Nodes 4 and 1 are one tree in the first; the arm 4-3 is shared; node 1 and the middle are
        // not.
        assert_eq!(program.trees.len(), 5);
    }
}
