//! How a block is evaluated: *pins* are tried one after the other, and so chosen that the rest is a
//! forest. Once the pins have images, values go up the trees of the forest: a message from a child is a
//! value for every image of its parent. What does not see the last pin is computed before it is placed.
//! Equal subtrees are one, raised to a power.

use super::canonical::Shape;
use crate::exact::compiled::members;

/// A row that images must lie in: that of an earlier pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RowFrom {
    pub(crate) pin: usize,
    /// From the pin to this node.
    pub(crate) edge: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct Pin {
    pub(crate) node: u32,
    pub(crate) rows: Vec<RowFrom>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Child {
    pub(crate) tree: usize,
    /// From the parent to the child.
    pub(crate) down: u32,
    pub(crate) power: u32,
}

/// A node of the forest; its children come before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tree {
    pub(crate) node: u32,
    pub(crate) rows: Vec<RowFrom>,
    pub(crate) children: Vec<Child>,
    /// The last pin that it or something below it sees.
    pub(crate) level: usize,
    pub(crate) role: Role,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Its values are sent to its parents.
    Inner,
    /// Its values are summed, and the sum raised to this power.
    Root { power: u32 },
    /// Its values are what the block is asked for.
    Out,
}

/// What the values of a block belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Out {
    Pin(usize),
    Tree(usize),
}

/// A way to evaluate a block.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) pins: Vec<Pin>,
    pub(crate) trees: Vec<Tree>,
    pub(crate) out: Out,
}

impl Program {
    /// The program with these pins, in this order, and these roots of the trees of the rest. The
    /// node `out` must be a pin or a root.
    pub(crate) fn new(shape: &Shape, out: usize, pins: &[usize], roots: &[usize]) -> Self {
        let rows_of = |u: usize, before: usize| {
            let earlier = pins[..before].iter().enumerate();
            let rows = earlier.filter(|&(_, &p)| shape.edge(p, u) != 0);
            rows.map(|(pin, &p)| RowFrom { pin, edge: shape.edge(p, u) }).collect()
        };
        let steps = pins.iter().enumerate();
        let steps = steps.map(|(i, &u)| Pin { node: shape.nodes[u], rows: rows_of(u, i) });
        let mut program = Self {
            pins: steps.collect(),
            trees: Vec::new(),
            out: Out::Pin(pins.iter().position(|&p| p == out).unwrap_or(0)),
        };
        let is_pin = pins.iter().fold(0_u32, |mask, &p| mask | 1 << p);
        for &root in roots {
            let rows = |u| rows_of(u, pins.len());
            let role = if root == out { Role::Out } else { Role::Root { power: 1 } };
            program.grow(shape, root, is_pin, role, &rows);
        }
        program
    }

    /// Adds a node of the forest and all below it; `taken` nodes are not below it.
    fn grow(
        &mut self,
        shape: &Shape,
        u: usize,
        taken: u32,
        role: Role,
        rows: &impl Fn(usize) -> Vec<RowFrom>,
    ) -> usize {
        let taken = taken | 1 << u;
        let mut children: Vec<Child> = Vec::new();
        for v in members((shape.near(u) & !taken).into()) {
            let tree = self.grow(shape, v, taken, Role::Inner, rows);
            let down = shape.edge(u, v);
            match children.iter_mut().find(|child| child.tree == tree && child.down == down) {
                Some(same) => same.power += 1,
                None => children.push(Child { tree, down, power: 1 }),
            }
        }
        children.sort_unstable_by_key(|child| (child.tree, child.down));
        let rows = rows(u);
        let seen = rows.iter().map(|row| row.pin);
        let below = children.iter().map(|child| self.trees[child.tree].level);
        let level = seen.chain(below).max().unwrap_or(0);
        let tree = Tree { node: shape.nodes[u], rows, children, level, role };
        let same = |known: &Tree| {
            let same_role = matches!(
                (known.role, role),
                (Role::Inner, Role::Inner) | (Role::Root { .. }, Role::Root { .. })
            );
            same_role && Tree { role, ..known.clone() } == tree
        };
        if let Some(known) = self.trees.iter().position(same) {
            if let Role::Root { power } = &mut self.trees[known].role {
                *power += 1;
            }
            return known;
        }
        self.trees.push(tree);
        let place = self.trees.len() - 1;
        if role == Role::Out {
            self.out = Out::Tree(place);
        }
        place
    }
}

/// How many sets of pins are looked at, at most: a few milliseconds.
const MAX_TRIED: usize = 50_000;

/// Every set of pins after which the rest is a forest, of the least size and, if asked, one more;
/// as masks. None of a block that needs too many.
pub(crate) fn pin_sets(shape: &Shape, extra: u32) -> Vec<u32> {
    let n = shape.num_nodes();
    let near: Vec<u32> = (0..n).map(|u| shape.near(u)).collect();
    let all = crate::exact::compiled::mask_of_first(n) as u32;
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
            if num_tried > MAX_TRIED {
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
pub(crate) fn trees(shape: &Shape, pins: u32) -> Vec<u32> {
    let all = crate::exact::compiled::mask_of_first(shape.num_nodes()) as u32;
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

    fn cycle(n: usize) -> Shape {
        let mut shape = Shape { nodes: vec![0; n], edges: vec![0; n * n] };
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
        let program = Program::new(&cycle(4), 0, &[0], &[2]);
        assert_eq!(program.trees.len(), 2);
        assert_eq!(program.trees[1].children[0].power, 2);
        // Two trees of one node each, both seen by both pins: one sum, squared.
        let program = Program::new(&cycle(4), 0, &[0, 2], &[1, 3]);
        assert_eq!(program.trees.len(), 1);
        assert_eq!(program.trees[0].role, Role::Root { power: 2 });
        assert_eq!(program.trees[0].level, 1);
    }
}
