//! A search that can be left and taken up again: the images of its first node are done one by one.

use super::pace::{Pace, Stopwatch};
use crate::exact::planning::{PartKind, Plan};
use crate::exact::searching::{Memory, PieceProgress, Search, Stripe};
use crate::exact::spaces::Space;
use crate::meter::{Between, Meter};

const WHOLE: Stripe = Stripe { offset: 0, stride: 1 };

/// How far a search came.
pub(super) enum SearchEnd {
    /// The number, or a bound if the budget ran out.
    Found(u128),
    /// A bound: the steps that were allowed were not enough.
    NotYet(u128),
}

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Most<'a> {
    All,
    Steps(u64),
    Seconds(f64),
    /// In turns with something else; the first turn takes this many seconds.
    Turns(f64, &'a dyn Between),
}

/// A plan, and how much of it is done.
pub(super) struct Steady<'a, 'm, S: Space> {
    search: Search<'a, 'm, S>,
    plan: &'a Plan,
    /// The node that is tried first, if there is one; then a search has one root.
    root: Option<u16>,
    /// Whether the images of the second node can be done one by one, too.
    can_be_striped: bool,
    /// The images of the first node. The first `next` are done, and `next_below` images of the
    /// second node below the one after them.
    images: Vec<u32>,
    next: usize,
    next_below: usize,
    found: u128,
    /// What it has taken so far.
    pub(super) pace: Pace,
}

impl<'a, 'm, S: Space> Steady<'a, 'm, S> {
    pub(super) fn new(
        space: &'a S,
        plan: &'a Plan,
        num_pattern_nodes: usize,
        memory: &'a mut Memory<S::Set>,
        meter: &mut Meter<'m>,
    ) -> Self {
        let is_step =
            |&&root: &&u16| matches!(plan.parts[root as usize].kind, PartKind::Step { .. });
        let root = if plan.roots.len() == 1 { plan.roots.iter().find(is_step) } else { None };
        let mut images = S::Set::default();
        if let Some(&root) = root {
            let first = &plan.sets[plan.parts[root as usize].sets.range()][0];
            space.select(&plan.selection(first), &vec![0; num_pattern_nodes], &mut images, meter);
        }
        Self {
            search: Search::new(space, plan, num_pattern_nodes, memory, meter.clone()),
            plan,
            root: root.copied(),
            can_be_striped: root.is_some_and(|&root| plan.can_be_striped(root)),
            images: S::members(&images).collect(),
            next: 0,
            next_below: 0,
            found: 0,
            pace: Pace::default(),
        }
    }

    /// Whether it goes on where it was left; otherwise it begins anew.
    pub(super) fn can_be_left(&self) -> bool {
        self.root.is_some()
    }

    /// The share of the images of the first node that are done; one is taken to be half done.
    pub(super) fn share_done(&self) -> f64 {
        (self.next as f64 + 0.5) / (self.images.len() as f64 + 0.5)
    }

    /// Goes on, as far as it may.
    pub(super) fn go_on(&mut self, most: Most<'m>, meter: &mut Meter<'m>) -> SearchEnd {
        if meter.is_spent() {
            return SearchEnd::Found(self.found.saturating_mul(self.plan.symmetry_factor));
        }
        // So that it is seen to be less than all, there is a limit on steps in any case.
        let steps = match most {
            Most::All => u64::MAX,
            Most::Steps(steps) => steps,
            Most::Seconds(_) | Most::Turns(..) => u64::MAX / 2,
        };
        let (before, watch) = (meter.total(), Stopwatch::start());
        let capped = meter.capped(steps);
        self.search.meter = match most {
            Most::All | Most::Steps(_) => capped,
            Most::Seconds(seconds) => capped.for_turn(seconds),
            Most::Turns(seconds, between) => capped.for_turns(seconds, between),
        };
        let mut partly = 0;
        let is_complete = if let Some(root) = self.root {
            while self.next < self.images.len() && !self.search.meter.is_spent() {
                partly = self.image(root);
            }
            self.next == self.images.len()
        } else {
            // It cannot be taken apart, and begins anew.
            partly = self.search.run();
            !self.search.meter.is_spent()
        };
        let is_over = meter.settle(&self.search.meter, steps);
        self.pace.add(meter.total() - before, watch.elapsed());
        let found = self.found.saturating_add(partly).saturating_mul(self.plan.symmetry_factor);
        if is_complete || is_over { SearchEnd::Found(found) } else { SearchEnd::NotYet(found) }
    }

    /// Does the next image. Returns what was found below it if it had to be left.
    fn image(&mut self, root: u16) -> u128 {
        let x = self.images[self.next];
        let PieceProgress { found, next, partly } = if self.can_be_striped {
            self.search.run_from(root, x, self.next_below)
        } else {
            let found = self.search.run_piece(root, x, WHOLE);
            if self.search.meter.is_spent() {
                PieceProgress { partly: found, ..PieceProgress::default() }
            } else {
                PieceProgress { found, ..PieceProgress::default() }
            }
        };
        self.found = self.found.saturating_add(found);
        if self.search.meter.is_spent() {
            self.next_below = next;
            return partly;
        }
        (self.next, self.next_below) = (self.next + 1, 0);
        0
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::{Semantics, Unit};
    use isocount_testkit::random;

    use super::*;
    use crate::exact::compiling::Compiled;
    use crate::exact::planning::{Facts, Measurements};
    use crate::exact::sieving::{ArcSource, Sieved, narrow};
    use crate::exact::spaces::RowSpace;
    use crate::exact::tuning::{Representation, Tuning};

    /// However often it is left, it finds the same, and never more.
    #[test]
    fn a_search_that_is_left_finds_the_same() {
        let (semantics, tuning) = (Semantics::Monomorphism(Unit::Mappings), Tuning::default());
        let mut num_left = 0;
        for seed in 0..200 {
            let case = random::large_case(seed);
            let (p, meter) =
                (Compiled::new(&case.pattern).expect("few labels"), &mut Meter::unlimited());
            let mut sieved = Sieved::default();
            let (graph, rows) = (&case.graph, Representation::Rows);
            if narrow(&p, graph, ArcSource::Scan, semantics, rows, &mut sieved, meter).is_none() {
                continue;
            }
            let Some(space) = RowSpace::new(&p, graph, &sieved, semantics, meter) else { continue };
            let mut measured = Measurements::default();
            measured.take(&p, &sieved, &space);
            let facts = Facts {
                pattern: &p,
                semantics,
                measured: &measured,
                class_starts: &sieved.class_starts,
                few_placements: tuning.few_placements,
                max_remembered: tuning.max_remembered,
            };
            let mut plan = Plan::default();
            plan.make_best(&facts, meter);
            plan.break_symmetry(&case.pattern, &facts, meter);
            let k = p.num_nodes();
            let mut memory = Memory::default();
            let whole = Search::new(&space, &plan, k, &mut memory, meter.clone()).run();
            let whole = whole.saturating_mul(plan.symmetry_factor);

            let mut memory = Memory::default();
            let mut steady = Steady::new(&space, &plan, k, &mut memory, meter);
            let mut steps = 1;
            let found = loop {
                match steady.go_on(Most::Steps(steps), meter) {
                    SearchEnd::Found(found) => break found,
                    SearchEnd::NotYet(found) => assert!(found <= whole, "seed {seed}\n{case}"),
                }
                num_left += 1;
                // A single image of the second node may take more than any number of steps.
                steps += 1 + steps / 16;
            };
            assert_eq!(found, whole, "seed {seed}\n{case}");
        }
        assert!(num_left > 100, "{num_left}");
    }
}
