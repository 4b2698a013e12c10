//! Lists mappings one by one: depth first along a line of steps, on the candidates and rows of a
//! space, without recursion, so that the search can stop after any mapping and go on later.
//!
//! A step that has no image left backtracks to the step before it. After a long time without a
//! mapping, it backtracks further: to the last step that contributed to the failure
//! (conflict-directed backjumping, P. Prosser, *Hybrid algorithms for the constraint satisfaction
//! problem*, 1993). So a part of the pattern that has no match is not tried for every image of the
//! other parts.

use std::cmp::Ordering;

use isocount_core::NodeId;

use super::head_start::Covered;
use crate::cost::clock::STEPS_PER_WALK;
use crate::exact::compiling::{Compiled, members};
use crate::exact::planning::{Plan, SetSpec};
use crate::exact::spaces::{Selection, Space};
use crate::meter::Meter;
use crate::symmetry::Chain;

/// The order in which nodes are placed, and the constraints on each image.
#[derive(Debug)]
pub(crate) struct Line {
    /// A plan without branches: set `i` belongs to step `i`.
    pub(crate) plan: Plan,
    /// For each step, the earlier nodes whose images must come later in the space.
    below: Vec<u64>,
    /// For each step, the earlier nodes whose images must have larger and smaller numbers. Used
    /// with sets of labels: they put the candidates of a node into several classes, so that their
    /// order in the space differs from that in the graph.
    numbered: Vec<[u64; 2]>,
    /// The matches that were listed before and are left out.
    covered: Option<Covered>,
    /// The step of the first node that [`Covered`] compares.
    covered_at: usize,
}

impl Line {
    /// A line that finds every mapping.
    pub(crate) fn of_mappings(plan: Plan) -> Self {
        let (below, numbered) = (vec![0; plan.sets.len()], vec![[0; 2]; plan.sets.len()]);
        Self { plan, below, numbered, covered: None, covered_at: usize::MAX }
    }

    /// Leaves out the matches that were listed before.
    pub(crate) fn without(self, covered: Option<Covered>) -> Self {
        let first = covered.as_ref().map(|covered| covered.first().0);
        let at = self.plan.sets.iter().position(|set| Some(set.node) == first);
        Self { covered, covered_at: at.unwrap_or(usize::MAX), ..self }
    }

    /// Compares the image of the first compared node with the matches listed before: `Less` if all
    /// mappings with this image were listed, `Greater` if none was.
    fn compare_first(&self, x: u32, nodes: &[u32]) -> Ordering {
        let first = self.covered.as_ref().map_or(0, |covered| covered.first().1);
        nodes[x as usize].cmp(&first)
    }

    /// Whether a mapping was listed before.
    fn is_covered(&self, images: &[u32], nodes: &[u32]) -> bool {
        let image = |u: usize| nodes[images[u] as usize];
        self.covered.as_ref().is_some_and(|covered| covered.holds(image))
    }

    /// A line that finds the least mapping onto each subgraph.
    pub(crate) fn of_subgraphs(plan: Plan, chain: &Chain, pattern: &Compiled) -> Self {
        let mut line = Self::of_mappings(plan);
        for (u, w) in chain.demands() {
            let place =
                |node: NodeId| line.plan.sets.iter().position(|set| u32::from(set.node) == node.0);
            let (Some(first), Some(second)) = (place(u), place(w)) else { continue };
            if pattern.sets.is_some() {
                let (later, other, side) =
                    if first < second { (second, u, 1) } else { (first, w, 0) };
                line.numbered[later][side] |= 1 << other.0;
            } else if first < second {
                line.plan.sets[second].above |= 1 << u.0;
            } else {
                line.below[first] |= 1 << w.0;
            }
        }
        line
    }

    /// The nodes that restrict the images of step `i`.
    fn looks_at(&self, set: &SetSpec, i: usize) -> u64 {
        let rows = self.plan.rows[set.rows.range()].iter();
        let linked = rows.fold(0, |mask, row| mask | 1_u64 << row.from);
        let numbered = self.numbered[i][0] | self.numbered[i][1];
        linked | set.apart | set.above | set.distinct | self.below[i] | numbered
    }

    /// Whether an image satisfies the constraints on its number.
    #[inline]
    pub(crate) fn admits(&self, i: usize, x: u32, images: &[u32], nodes: &[u32]) -> bool {
        let [larger, smaller] = self.numbered[i];
        let number = |w: usize| nodes[images[w] as usize];
        larger | smaller == 0
            || members(larger).all(|w| nodes[x as usize] < number(w))
                && members(smaller).all(|w| number(w) < nodes[x as usize])
    }

    /// The least image of the nodes that must come after the image of step `i`.
    #[inline]
    pub(crate) fn bound(&self, i: usize, images: &[u32]) -> u32 {
        members(self.below[i]).map(|w| images[w]).min().unwrap_or(u32::MAX)
    }
}

/// One step of a walk.
#[derive(Debug, Default)]
struct WalkFrame<Set> {
    set: Set,
    /// The position of the next image in the set.
    cursor: u32,
    /// Images from here on are too large.
    bound: u32,
    /// The earlier nodes that contributed to the failures below this step.
    conflicts: u64,
    has_found: bool,
}

/// The state of a walk.
#[derive(Debug)]
pub(crate) struct Walk<Set> {
    images: Vec<u32>,
    frames: Vec<WalkFrame<Set>>,
    /// The step that gets its next image; `None` before the first.
    at: Option<usize>,
    spare: Set,
    since_last: u32,
    patience: u32,
    /// Whether mappings with the current image of the first compared node may be covered.
    may_be_covered: bool,
}

/// The reason why a walk stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// To return the matches that were found.
    Pause,
    /// There are no more matches.
    Complete,
    /// The budget ran out.
    Spent,
}

impl<Set: Default> Walk<Set> {
    /// A walk with this much patience, see [`Tuning`](crate::Tuning).
    pub(crate) fn new(line: &Line, num_pattern_nodes: usize, patience: u32) -> Self {
        let len = line.plan.sets.len();
        Self {
            images: vec![0; num_pattern_nodes],
            frames: std::iter::repeat_with(WalkFrame::default).take(len).collect(),
            at: None,
            spare: Set::default(),
            since_last: 0,
            patience,
            may_be_covered: false,
        }
    }

    /// Continues until `wanted` mappings are found, or some are found after many steps. Appends
    /// each to `found`, in the order of the pattern nodes; `nodes` are the graph nodes of the
    /// space.
    pub(crate) fn run<S: Space<Set = Set>>(
        &mut self,
        space: &S,
        line: &Line,
        nodes: &[u32],
        wanted: usize,
        found: &mut Vec<NodeId>,
        meter: &mut Meter<'_>,
    ) -> Stop {
        let len = self.frames.len();
        let enough = found.len() + wanted * self.images.len();
        let mut steps = 0;
        let mut at = match self.at {
            Some(at) => at,
            None => self.enter(space, line, 0, meter),
        };
        loop {
            if meter.is_spent() {
                return Stop::Spent;
            }
            let frame = &mut self.frames[at];
            let next = S::member_at(&frame.set, frame.cursor).filter(|(x, _)| *x < frame.bound);
            let Some((x, cursor)) = next else {
                match self.turn_back(space, line, at, meter) {
                    Some(earlier) => at = earlier,
                    None => return Stop::Complete,
                }
                continue;
            };
            frame.cursor = cursor;
            if !line.admits(at, x, &self.images, nodes) {
                continue;
            }
            if at == line.covered_at {
                let order = line.compare_first(x, nodes);
                self.may_be_covered = order.is_eq();
                if order.is_lt() {
                    continue;
                }
            }
            self.images[line.plan.sets[at].node as usize] = x;
            if !meter.step() {
                return Stop::Spent;
            }
            (steps, self.since_last) = (steps + 1, self.since_last.saturating_add(1));
            if at + 1 < len {
                at = self.enter(space, line, at + 1, meter);
                continue;
            }
            frame.has_found = true;
            self.since_last = 0;
            if self.may_be_covered && line.is_covered(&self.images, nodes) {
                continue;
            }
            found.extend(self.images.iter().map(|&x| NodeId(nodes[x as usize])));
            if found.len() >= enough || steps >= STEPS_PER_WALK {
                self.at = Some(at);
                return Stop::Pause;
            }
        }
    }

    /// Finds the images that a step may take.
    fn enter<S: Space<Set = Set>>(
        &mut self,
        space: &S,
        line: &Line,
        at: usize,
        meter: &mut Meter<'_>,
    ) -> usize {
        let selection = line.plan.selection(&line.plan.sets[at]);
        let frame = &mut self.frames[at];
        space.select(&selection, &self.images, &mut frame.set, meter);
        frame.cursor = 0;
        frame.bound = line.bound(at, &self.images);
        (frame.conflicts, frame.has_found) = (0, false);
        at
    }

    /// The step to backtrack to after a step without further images; `None` if there is none.
    fn turn_back<S: Space<Set = Set>>(
        &mut self,
        space: &S,
        line: &Line,
        at: usize,
        meter: &mut Meter<'_>,
    ) -> Option<usize> {
        if self.since_last < self.patience {
            let has_found = self.frames[at].has_found;
            let earlier = at.checked_sub(1)?;
            self.frames[earlier].has_found |= has_found;
            // This failure was not analysed, so every earlier node may have contributed to it.
            self.frames[earlier].conflicts = u64::MAX;
            return Some(earlier);
        }
        let mut has_found = self.frames[at].has_found;
        let conflicts = if has_found {
            u64::MAX
        } else {
            self.frames[at].conflicts | self.own_conflicts(space, line, at, meter)
        };
        let mut earlier = at;
        loop {
            earlier = earlier.checked_sub(1)?;
            let bit = 1_u64 << line.plan.sets[earlier].node;
            let frame = &mut self.frames[earlier];
            if conflicts & bit != 0 {
                frame.conflicts |= conflicts & !bit;
                frame.has_found |= has_found;
                return Some(earlier);
            }
            has_found |= frame.has_found;
        }
    }

    /// The nodes whose images keep other images from a step.
    fn own_conflicts<S: Space<Set = Set>>(
        &mut self,
        space: &S,
        line: &Line,
        at: usize,
        meter: &mut Meter<'_>,
    ) -> u64 {
        let set = &line.plan.sets[at];
        let selection = Selection { distinct: 0, ..line.plan.selection(set) };
        space.select(&selection, &self.images, &mut self.spare, meter);
        let is_there = |x: u32| S::members(&self.spare).any(|y| x == y);
        let blocking = members(set.distinct).filter(|&w| is_there(self.images[w]));
        let blocking = blocking.fold(0, |mask, w| mask | 1_u64 << w);
        line.looks_at(&SetSpec { distinct: 0, ..*set }, at) | blocking
    }
}
