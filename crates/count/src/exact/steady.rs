//! A search that can be left and taken up again: the images of its first node are done one by one.

use std::time::Instant;

use super::plan::{Kind, Plan};
use super::search::{Memory, Search, Stripe};
use super::sieve::Sieved;
use super::space::Space;
use crate::meter::Meter;

/// How many images stand for the others of about their degree.
const PER_STRATUM: usize = 3;

/// What a step takes, and a unit of work, about, in seconds.
pub(super) const SECONDS_PER_STEP: f64 = 1.5e-8;
const SECONDS_PER_WORK: f64 = 8e-9;

const WHOLE: Stripe = Stripe { offset: 0, stride: 1 };

/// How far a search came.
pub(super) enum End {
    /// The number, or a bound if the budget ran out.
    Found(u128),
    /// A bound: the steps that were allowed were not enough.
    NotYet(u128),
}

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Most {
    steps: u64,
    seconds: f64,
}

impl Most {
    pub(super) const ALL: Self = Self { steps: u64::MAX, seconds: f64::INFINITY };

    pub(super) fn steps(steps: u64) -> Self {
        Self { steps, ..Self::ALL }
    }

    /// So that it is seen to be less than all, there is a limit on steps as well.
    pub(super) fn seconds(seconds: f64) -> Self {
        Self { steps: u64::MAX / 2, seconds }
    }
}

/// What a search is expected to take until it ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rest {
    pub(super) steps: f64,
    pub(super) seconds: f64,
}

impl Rest {
    fn times(self, factor: f64) -> Self {
        Self { steps: factor * self.steps, seconds: factor * self.seconds }
    }

    fn add(&mut self, other: Self) {
        self.steps += other.steps;
        self.seconds += other.seconds;
    }
}

/// A plan, and how much of it is done.
pub(super) struct Steady<'a, 'm, S: Space> {
    search: Search<'a, 'm, S>,
    plan: &'a Plan,
    /// The node that is tried first, if there is one; then a search has one root.
    root: Option<u16>,
    images: Vec<u32>,
    is_done: Vec<bool>,
    num_done: usize,
    found: u128,
}

impl<'a, 'm, S: Space> Steady<'a, 'm, S> {
    pub(super) fn new(
        space: &'a S,
        plan: &'a Plan,
        num_pattern_nodes: usize,
        memory: &'a mut Memory<S::Set>,
        meter: &mut Meter<'m>,
    ) -> Self {
        let is_step = |&&root: &&u16| matches!(plan.parts[root as usize].kind, Kind::Step { .. });
        let root = if plan.roots.len() == 1 { plan.roots.iter().find(is_step) } else { None };
        let mut images = S::Set::default();
        if let Some(&root) = root {
            let first = &plan.sets[plan.parts[root as usize].sets.range()][0];
            space.select(&plan.selection(first), &vec![0; num_pattern_nodes], &mut images, meter);
        }
        let images: Vec<u32> = S::members(&images).collect();
        Self {
            search: Search::new(space, plan, num_pattern_nodes, memory, meter.clone()),
            plan,
            root: root.copied(),
            is_done: vec![false; images.len()],
            images,
            num_done: 0,
            found: 0,
        }
    }

    /// Whether it goes on where it was left; otherwise it begins anew.
    pub(super) fn can_be_left(&self) -> bool {
        self.root.is_some()
    }

    /// Goes on for at most so many steps and seconds.
    pub(super) fn go_on(&mut self, most: Most, meter: &mut Meter<'m>) -> End {
        if meter.is_spent() {
            return End::Found(self.found.saturating_mul(self.plan.symmetry_factor));
        }
        let Most { steps, seconds } = most;
        self.search.meter = meter.capped(steps).within_time(seconds);
        let mut partly = 0;
        let is_complete = if let Some(root) = self.root {
            for i in 0..self.images.len() {
                partly = self.piece(root, i);
                if self.search.meter.is_spent() {
                    break;
                }
            }
            self.num_done == self.images.len()
        } else {
            // It cannot be taken apart, and begins anew.
            partly = self.search.run();
            !self.search.meter.is_spent()
        };
        let is_over = meter.settle(&self.search.meter, steps);
        let found = self.found.saturating_add(partly).saturating_mul(self.plan.symmetry_factor);
        if is_complete || is_over { End::Found(found) } else { End::NotYet(found) }
    }

    /// Does one image, unless it is done. Returns what was found if it had to be left.
    fn piece(&mut self, root: u16, i: usize) -> u128 {
        if self.is_done[i] {
            return 0;
        }
        let found = self.search.run_piece(root, self.images[i], WHOLE);
        if self.search.meter.is_spent() {
            return found;
        }
        self.is_done[i] = true;
        self.num_done += 1;
        self.found = self.found.saturating_add(found);
        0
    }

    /// How many steps are left, and the seconds they take: from a sample of the images that are not done,
    /// those with many arcs apart from those with few. It takes as many seconds at most. None if the search
    /// cannot be taken apart.
    pub(super) fn sampled_rest(
        &mut self,
        seconds: f64,
        sieved: &Sieved,
        meter: &mut Meter<'m>,
    ) -> Option<Rest> {
        let root = self.root?;
        let mut degrees = vec![0_u32; sieved.num_nodes()];
        for some in meter.stretches(sieved.arcs.len()) {
            for arc in &sieved.arcs[some] {
                degrees[arc.tail as usize] += 1;
                degrees[arc.head as usize] += 1;
            }
        }
        let mut left: Vec<usize> = (0..self.images.len()).filter(|&i| !self.is_done[i]).collect();
        left.sort_by_key(|&i| std::cmp::Reverse(degrees[self.images[i] as usize]));
        let most = u64::MAX / 2;
        self.search.meter = meter.capped(most).within_time(seconds);
        let (mut rest, mut from, mut len) = (Rest::default(), 0, 1);
        let mut last: Option<Rest> = None;
        while from < left.len() {
            let stratum = &left[from..left.len().min(from + len)];
            let num_samples = stratum.len().min(PER_STRATUM);
            let (before, began) = (self.search.meter.steps_left(), Instant::now());
            let work = self.search.meter.total();
            for i in 0..num_samples {
                let i = stratum[(2 * i + 1) * stratum.len() / (2 * num_samples)];
                self.piece(root, i);
            }
            let steps = (before - self.search.meter.steps_left()) as f64 + num_samples as f64;
            let work = (self.search.meter.total() - work) as f64;
            let expected = SECONDS_PER_STEP * steps + SECONDS_PER_WORK * work;
            // A sample is so short that other work on the machine can stretch it by any factor.
            let seconds = began.elapsed().as_secs_f64().clamp(0.5 * expected, 2.0 * expected);
            let each = Rest { steps, seconds }.times(1.0 / num_samples as f64);
            rest.add(each.times(stratum.len() as f64));
            from += len;
            len *= 2;
            if self.search.meter.is_spent() {
                // Those with fewer arcs become cheaper as they did so far.
                let share = last.map_or(1.0, |last| (each.seconds / last.seconds).min(1.0));
                let mut next = each;
                while from < left.len() {
                    next = next.times(share);
                    rest.add(next.times(len.min(left.len() - from) as f64));
                    from += len;
                    len *= 2;
                }
            }
            last = Some(each);
        }
        meter.settle(&self.search.meter, most);
        Some(rest)
    }
}
