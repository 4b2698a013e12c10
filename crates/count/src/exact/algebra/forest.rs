//! How blocks are evaluated: *pins* are tried one after the other, and so chosen that the rest is a
//! forest. Once the pins have images, values go up the trees of the forest: a message from a child
//! is a value for every image of its parent. What does not see the last pin is computed before it
//! is placed.
//!
//! Blocks that differ only in the factors of their nodes and edges are *variants*, evaluated
//! together: they share the images of the pins, and every subtree and message that is the same.

use crate::cost::algebra::MOST_SETS_OF_PINS;
use rustc_hash::FxHashMap;

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
    /// blocks with the same relations. The node `out` must be a pin or a root.
    pub(crate) fn new(
        blocks: &[&QuotientShape],
        out: usize,
        pins: &[usize],
        roots: &[usize],
    ) -> Self {
        let mut growing = Growing::default();
        let variants: Vec<Variant> =
            blocks.iter().map(|shape| growing.variant(shape, out, pins, roots)).collect();
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
            if let Out::Tree(tree) = variant.out {
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
    fn variant(
        &mut self,
        shape: &QuotientShape,
        out: usize,
        pins: &[usize],
        roots: &[usize],
    ) -> Variant {
        let earlier = |i: usize| pins[..i].iter().map(move |&p| shape.edge(p, pins[i]));
        let weights = |(i, &u): (usize, &usize)| {
            (shape.nodes[u], earlier(i).filter(|&edge| edge != 0).collect())
        };
        let mut variant = Variant {
            pins: pins.iter().enumerate().map(weights).collect(),
            roots: Vec::new(),
            out: Out::Pin(pins.iter().position(|&p| p == out).unwrap_or(0)),
        };
        let is_pin = pins.iter().fold(0_u32, |mask, &p| mask | 1 << p);
        for &root in roots {
            let tree = self.grow(shape, pins, root, is_pin);
            if root == out {
                variant.out = Out::Tree(tree);
                continue;
            }
            match variant.roots.iter_mut().find(|(known, _)| *known == tree) {
                Some((_, power)) => *power += 1,
                None => variant.roots.push((tree, 1)),
            }
        }
        variant
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
        let program = BlockProgram::new(&[&cycle(4)], 0, &[0], &[2]);
        assert_eq!((program.trees.len(), program.messages.len()), (2, 1));
        assert_eq!(program.trees[1].children, [Child { message: 0, power: 2 }]);
        // Two trees of one node each, both seen by both pins: one sum, squared.
        let program = BlockProgram::new(&[&cycle(4)], 0, &[0, 2], &[1, 3]);
        assert_eq!(program.variants[0].roots, [(0, 2)]);
        assert_eq!(program.trees[0].level, 1);
    }

    #[test]
    fn variants_share_what_is_the_same() {
        // A cycle of five, and the same with another node beside its pin: one arm differs.
        let (plain, mut other) = (cycle(5), cycle(5));
        other.nodes[1] = 7;
        let program = BlockProgram::new(&[&plain, &other], 0, &[0], &[2]);
        assert_eq!(program.variants.len(), 2);
        // Nodes 4 and 1 are one tree in the first; the arm 4-3 is shared; node 1 and the middle are
        // not.
        assert_eq!(program.trees.len(), 5);
    }
}
