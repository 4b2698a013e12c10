//! How a pattern is counted: a few of its nodes are placed one after the other, the rest is counted
//! at once.
//!
//! The rest is one of two kinds:
//!
//! * **Groups** of independent nodes. Each group has a set; the injective choices follow from the
//!   sizes of the sets and of what they share. A star: its centre is placed, and the choices are a
//!   falling factorial of the degree.
//! * **Pairs**: a node `c` and `t` nodes `b`, alike, that `c` and the placed nodes see.
//!
//!   ```text
//!   Σ over c in C   |row(c) ∩ B| · (|row(c) ∩ B| − 1) · … (t factors)
//!   ```
//!
//!   One pass over the rows of C, or over those of B: no set of `c` is ever made. A triangle (t =
//!   1), a 4-cycle or a diamond (t = 2) places one node, a clique of four places two. Leaves at a
//!   placed node that all other nodes see are a factor beside them.
//!
//! Interchangeable nodes get their images in the order of degrees ([`host`](super::host)), either
//! way round.

use isocount_core::{NodeId, Pattern};

use super::sets::DegreeSets;
use super::ways::{Way, Ways};
use crate::cost::by_degree::MOST_GROUPS;
use crate::exact::searching::ChoiceProgram;
use crate::meter::Meter;
use crate::symmetry;

/// A node that is placed.
#[derive(Clone, Debug)]
pub(super) struct DegreeStep {
    /// Where its images come from; the first node goes everywhere.
    pub(super) from: u16,
    /// The steps whose images have to be avoided.
    pub(super) avoid: Vec<u8>,
}

/// A set whose size is needed, without the images of these steps.
#[derive(Clone, Debug)]
pub(super) struct Size {
    pub(super) set: u16,
    pub(super) avoid: Vec<u8>,
}

/// A node and those it sees, all of which are left.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// The images of the node; none if it may be anywhere beyond those of `above`.
    pub(super) first: Option<u16>,
    pub(super) above: u8,
    /// The steps whose images it has to avoid.
    pub(super) avoid: Vec<u8>,
    /// How it sees the others, their number, and their images.
    pub(super) way: Way,
    pub(super) multiplicity: u32,
    pub(super) second: Size,
    /// Whether the others come beyond it.
    pub(super) is_ordered: bool,
    pub(super) leaves: Option<Leaves>,
}

/// Nodes that only one placed node sees. The image of that node sees those of all nodes that are
/// left.
#[derive(Clone, Debug)]
pub(super) struct Leaves {
    pub(super) step: u8,
    pub(super) way: Way,
    pub(super) multiplicity: u32,
    /// How many nodes the placed node sees that are not leaves, whatever the images.
    pub(super) taken: u64,
    /// The steps whose images it may see.
    pub(super) may_see: Vec<u8>,
}

/// What is counted once all steps are placed.
#[derive(Clone, Debug)]
pub(super) enum Tail {
    Groups {
        multiplicities: Vec<u32>,
        /// For each set of groups but the empty one, what their sets share.
        shared: Vec<Size>,
        /// None for a single group.
        program: Option<ChoiceProgram>,
    },
    Pairs(Pairs),
}

#[derive(Clone, Debug)]
pub(super) struct DegreePlan {
    /// The pattern nodes of the steps, and of the tail: one of each group, or `c` and one of those
    /// alike.
    pub(super) order: Vec<u8>,
    pub(super) tail_nodes: Vec<u8>,
    pub(super) steps: Vec<DegreeStep>,
    pub(super) sets: DegreeSets,
    pub(super) tail: Tail,
    /// The number of mappings that each found mapping stands for.
    pub(super) factor: u128,
}

/// The nodes of a rest that is a pair tail: `c`, those alike, and leaves of a placed node.
#[derive(Clone, Debug)]
pub(super) struct Split {
    pub(super) c: u8,
    pub(super) alike: Vec<u8>,
    pub(super) leaves: Vec<u8>,
}

/// Places the nodes of `order`.
struct Maker<'a> {
    ways: &'a Ways,
    order: &'a [u8],
    /// For each pattern node, the steps beyond whose images it has to be.
    above: Vec<u8>,
    sets: DegreeSets,
}

impl DegreePlan {
    /// A plan that places `order` and counts the others in groups, or as pairs. None if that cannot
    /// be, or the budget ran out.
    pub(super) fn new(
        pattern: &Pattern,
        ways: &Ways,
        order: &[u8],
        split: Option<&Split>,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        let mut base: Vec<NodeId> = order.iter().map(|&u| NodeId(u.into())).collect();
        base.extend(split.map(|split| NodeId(split.c.into())));
        let levels = base.len();
        let rest: Vec<NodeId> = pattern.nodes().filter(|u| !base.contains(u)).collect();
        base.extend(rest);
        let orbits = symmetry::orbits(pattern.symmetry_shape(), &base, levels, meter)?;
        let factor = orbits.iter().map(|orbit| orbit.len() as u128).product();
        let mut above = vec![0; ways.num_nodes];
        for (step, orbit) in orbits[..order.len()].iter().enumerate() {
            orbit[1..].iter().for_each(|w| above[w.ix()] |= 1 << step);
        }
        let mut maker = Maker { ways, order, above, sets: DegreeSets::new(order.len()) };
        let steps = (0..order.len()).map(|step| maker.step(step)).collect();
        let tail = match split {
            None => maker.groups()?,
            Some(split) => maker.pairs(split, &orbits[order.len()])?,
        };
        let tail_nodes = match split {
            None => maker.group_nodes(),
            Some(split) => vec![split.c, split.alike[0]],
        };
        let order = order.to_vec();
        Some(Self { order, tail_nodes, steps, sets: maker.sets, tail, factor })
    }

    /// A description that does not depend on the names of its nodes.
    pub(super) fn description(&self) -> String {
        format!("{:?} {:?} {:?} {}", self.steps, self.sets, self.tail, self.factor)
    }

    /// Whether only the degree of the first node matters.
    pub(super) fn is_of_degrees(&self) -> bool {
        self.steps.len() == 1
            && self.sets.list.len() == 1
            && self.sets.list[0].above == 0
            && matches!(self.tail, Tail::Groups { .. })
    }
}

impl Maker<'_> {
    fn step(&mut self, step: usize) -> DegreeStep {
        let node = self.order[step];
        let rows = self.rows(node, step);
        let from = if step == 0 { 0 } else { self.sets.listed(&rows, self.above[node as usize]) };
        DegreeStep { from, avoid: self.avoided(node, step) }
    }

    /// The rows of the first steps in which the images of a node are.
    fn rows(&self, node: u8, num_steps: usize) -> Vec<(u8, Way)> {
        let way = |step: usize| self.ways.way(self.order[step].into(), node.into());
        (0..num_steps).filter_map(|step| Some((step as u8, way(step)?))).collect()
    }

    /// The first steps whose images a node must avoid, though rows and order do not demand it.
    fn avoided(&self, node: u8, num_steps: usize) -> Vec<u8> {
        let is_apart = |step: &u8| {
            self.ways.way(self.order[*step as usize].into(), node.into()).is_none()
                && self.above[node as usize] >> step & 1 == 0
        };
        (0..num_steps as u8).filter(is_apart).collect()
    }

    fn size(&mut self, rows: &[(u8, Way)], above: u8) -> Size {
        let set = self.sets.number(rows, above);
        Size { set, avoid: self.sets.may_hold(set, self.order.len()) }
    }

    fn groups(&mut self) -> Option<Tail> {
        let num_steps = self.order.len();
        let mut groups: Vec<(Vec<(u8, Way)>, u8)> = Vec::new();
        let mut multiplicities = Vec::new();
        for node in (0..self.ways.num_nodes as u8).filter(|node| !self.order.contains(node)) {
            let group = (self.rows(node, num_steps), self.above[node as usize]);
            if let Some(known) = groups.iter().position(|known| *known == group) {
                multiplicities[known] += 1;
            } else {
                groups.push(group);
                multiplicities.push(1);
            }
        }
        if groups.len() > MOST_GROUPS {
            return None;
        }
        let mut shared = Vec::new();
        for subset in 1_usize..1 << groups.len() {
            let (mut rows, mut above) = (Vec::new(), 0);
            for (_, (of_group, above_group)) in
                groups.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1)
            {
                rows.extend_from_slice(of_group);
                above |= above_group;
            }
            rows.sort_unstable();
            rows.dedup();
            shared.push(self.size(&rows, above));
        }
        let program =
            if groups.len() > 1 { Some(ChoiceProgram::new(&multiplicities)?) } else { None };
        Some(Tail::Groups { multiplicities, shared, program })
    }

    /// The first node of each group.
    fn group_nodes(&self) -> Vec<u8> {
        let num_steps = self.order.len();
        let mut groups = Vec::new();
        let mut nodes = Vec::new();
        for node in (0..self.ways.num_nodes as u8).filter(|node| !self.order.contains(node)) {
            let group = (self.rows(node, num_steps), self.above[node as usize]);
            if !groups.contains(&group) {
                groups.push(group);
                nodes.push(node);
            }
        }
        nodes
    }

    fn pairs(&mut self, split: &Split, orbit: &[NodeId]) -> Option<Tail> {
        let num_steps = self.order.len();
        let Split { c, alike, leaves } = split;
        let rows = self.rows(*c, num_steps);
        let above = self.above[*c as usize];
        let first = if rows.is_empty() { None } else { Some(self.sets.listed(&rows, above)) };
        let b = alike[0];
        let second = self.size(&self.rows(b, num_steps), self.above[b as usize]);
        self.sets.list[second.set as usize].is_listed = true;
        // An order between `c` and a leaf would not be seen.
        let is_ordered = match orbit[1..] {
            [] => false,
            [w] if alike.len() == 1 && w.0 == u32::from(b) => true,
            _ => return None,
        };
        let leaves = if leaves.is_empty() { None } else { Some(self.leaves(split)?) };
        Some(Tail::Pairs(Pairs {
            first,
            above,
            avoid: self.avoided(*c, num_steps),
            way: self.ways.way((*c).into(), b.into())?,
            multiplicity: alike.len() as u32,
            second,
            is_ordered,
            leaves,
        }))
    }

    fn leaves(&self, split: &Split) -> Option<Leaves> {
        let leaf = split.leaves[0] as usize;
        let step =
            (0..self.order.len()).find(|&s| self.ways.way(self.order[s].into(), leaf).is_some())?;
        let (center, way) =
            (self.order[step] as usize, self.ways.way(self.order[step].into(), leaf)?);
        let is_certain =
            |u: u8| self.ways.way(center, u.into()).is_some_and(|seen| seen.implies(way));
        let is_ordered = split.leaves.iter().any(|&leaf| self.above[leaf as usize] != 0);
        if is_ordered || !is_certain(split.c) || !split.alike.iter().all(|&b| is_certain(b)) {
            return None;
        }
        let others = (0..self.order.len()).filter(|&other| other != step);
        let (certain, open): (Vec<usize>, Vec<usize>) =
            others.partition(|&other| is_certain(self.order[other]));
        Some(Leaves {
            step: step as u8,
            way,
            multiplicity: split.leaves.len() as u32,
            taken: (certain.len() + split.alike.len() + 1) as u64,
            may_see: open.iter().map(|&other| other as u8).collect(),
        })
    }
}
