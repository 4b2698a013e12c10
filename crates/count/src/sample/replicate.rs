//! One replicate: the tree of partial mappings, level by level. A particle is a partial mapping φ with
//! a weight W; its score is q = W · h(φ), where h is the product of the masses of the nodes that can
//! be seen from it. All children of all particles are looked at; if there are more than N, they are
//! [pruned](super::resample) to N.
//!
//! The sum of W over full mappings is an unbiased estimate of their number. Survivors are different
//! mappings, so their number alone is a certain lower bound.

use isocount_core::Rng;

use super::amount::Amount;
use super::floor::Floor;
use super::fold::Weights;
use super::look_ahead::{LookAhead, positive_product};
use super::resample::{Kept, resample};
use super::rows::meet;
use super::steps::{Cause, Check, From, LastGroup, Step, Steps};
use super::tails::{Tails, injective_choices};
use crate::meter::Meter;

/// Children are pruned by the masses of their parents to this many times N before their own masses
/// are computed, which takes most of the time.
const LOOKED_AT: usize = 4;

/// The same for the last level, where nothing is kept.
const LOOKED_AT_LAST: usize = 8;

/// More children than this are not even listed: a node without placed neighbours then gets a few
/// images for each particle, drawn by weight.
const MOST_LISTED: usize = 1 << 21;

/// Everything that the replicates of one order share.
pub(super) struct Plan<'f> {
    pub(super) floor: &'f Floor<'f>,
    pub(super) weights: &'f Weights<f64>,
    pub(super) tails: Tails,
    pub(super) look: LookAhead,
    pub(super) steps: Steps,
    /// The natural logarithm of the unit in which outcomes are given.
    pub(super) ln_unit: f64,
}

/// What a replicate found, in the unit of the plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Outcome {
    pub(super) estimate: f64,
    /// The number of mappings that were really seen.
    pub(super) seen: f64,
    /// If false, the estimate is the count.
    pub(super) pruned: bool,
}

/// Particles of one level.
#[derive(Default)]
struct Level {
    /// The images of the placed nodes of each particle.
    images: Vec<u32>,
    /// The masses of the pattern nodes, for each particle.
    masses: Vec<f64>,
    /// W, and the product of ω over the images.
    weights: Vec<[f64; 2]>,
    scores: Vec<f64>,
}

/// A child that has no masses yet.
#[derive(Clone, Copy)]
struct Child {
    parent: u32,
    image: u32,
    factor: f64,
}

/// The working memory of a thread.
#[derive(Default)]
pub(super) struct Room {
    now: Level,
    next: Level,
    children: Vec<Child>,
    scores: Vec<f64>,
    kept: Vec<Kept>,
    sets: Vec<Vec<(u32, f64)>>,
    choices: Vec<f64>,
}

impl Plan<'_> {
    /// None if the budget ran out.
    pub(super) fn replicate(
        &self,
        n: usize,
        rng: &mut Rng,
        room: &mut Room,
        meter: &mut Meter<'_>,
    ) -> Option<Outcome> {
        let num_nodes = self.floor.p.num_nodes();
        room.now.images.clear();
        room.now.masses.clear();
        room.now.masses.resize(num_nodes, 1.0);
        room.now.weights.clear();
        room.now.weights.push([1.0, self.weights.factor]);
        let (mut pruned, mut ln_weight) = (false, 0.0);
        let last = self.steps.each.len() - 1;
        for level in 0..=last {
            self.list_children(level, n, room, rng, &mut pruned, meter)?;
            let most = n * if level == last { LOOKED_AT_LAST } else { LOOKED_AT };
            if room.children.len() > most {
                pruned = true;
                resample(&room.scores, most, rng, &mut room.kept);
                for (i, kept) in room.kept.iter().enumerate() {
                    let child = room.children[kept.item as usize];
                    room.children[i] = Child { factor: child.factor * kept.factor, ..child };
                }
                room.children.truncate(room.kept.len());
            }
            if level == last {
                break;
            }
            self.place(level, room, meter)?;
            if room.next.weights.len() > n {
                pruned = true;
                resample(&room.next.scores, n, rng, &mut room.kept);
                room.next.keep(&room.kept, level + 1, num_nodes);
            }
            ln_weight += room.next.tame();
            std::mem::swap(&mut room.now, &mut room.next);
            if room.now.weights.is_empty() {
                room.children.clear();
                return Some(Outcome { estimate: 0.0, seen: 0.0, pruned });
            }
        }
        let [estimate, seen] = self.finish(room, meter)?;
        let ln_scale = self.weights.ln_scale + self.look.ln_of_tails - self.ln_unit;
        let estimate = if ln_scale + ln_weight == 0.0 {
            estimate
        } else {
            estimate * (ln_scale + ln_weight).exp()
        };
        let seen = if ln_scale == 0.0 { seen } else { seen * ln_scale.exp() };
        Some(Outcome { estimate, seen, pruned })
    }

    /// All images that the node of a level can take, particle by particle, with scores by the masses
    /// of the parents.
    fn list_children(
        &self,
        level: usize,
        n: usize,
        room: &mut Room,
        rng: &mut Rng,
        pruned: &mut bool,
        meter: &mut Meter<'_>,
    ) -> Option<()> {
        let Room { now, children, scores, .. } = room;
        let step = &self.steps.each[level];
        children.clear();
        scores.clear();
        let num_particles = now.weights.len();
        let places = self.floor.places(step.node);
        if step.rows.is_empty() && num_particles.saturating_mul(places.len()) > MOST_LISTED {
            *pruned = true;
            return self.draw_children(level, n, room, rng, meter);
        }
        let num_nodes = self.floor.p.num_nodes();
        for particle in 0..num_particles {
            let images = &now.images[particle * level..(particle + 1) * level];
            let masses = &now.masses[particle * num_nodes..(particle + 1) * num_nodes];
            let [w, done] = now.weights[particle];
            let base = self.product(&step.before, masses, w * done);
            let mut visit = |y: u32| {
                let weight = self.look.weight(step.node, y);
                if weight > 0.0 && self.admits(step, images, y) {
                    children.push(Child { parent: particle as u32, image: y, factor: 1.0 });
                    scores.push(positive_product(base, weight));
                }
            };
            if step.rows.is_empty() {
                for some in meter.stretches(places.len()) {
                    some.for_each(|i| visit(places.start + i as u32));
                }
            } else {
                self.visit_rows(&step.rows, images, meter, |y| {
                    visit(y);
                    true
                });
            }
            if meter.is_spent() {
                return None;
            }
        }
        Some(())
    }

    /// A few images for each particle, by systematic draws from the weights of the node. An image
    /// that is drawn twice is one child with twice the weight.
    fn draw_children(
        &self,
        level: usize,
        n: usize,
        room: &mut Room,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> Option<()> {
        let Room { now, children, scores, .. } = room;
        let step = &self.steps.each[level];
        let num_nodes = self.floor.p.num_nodes();
        let places = self.floor.places(step.node);
        let mut sums = Vec::with_capacity(places.len());
        let mut total = 0.0;
        for some in meter.stretches(places.len()) {
            for i in some {
                total += self.look.weight(step.node, places.start + i as u32);
                sums.push(total);
            }
        }
        let num_particles = now.weights.len();
        let draws = (LOOKED_AT * n).div_ceil(num_particles).max(1);
        let gap = total / draws as f64;
        for particle in 0..num_particles {
            if !meter.work(draws * 16) {
                return None;
            }
            let images = &now.images[particle * level..(particle + 1) * level];
            let masses = &now.masses[particle * num_nodes..(particle + 1) * num_nodes];
            let [w, done] = now.weights[particle];
            let base = self.product(&step.before, masses, w * done);
            let start = rng.unit();
            let first = children.len();
            for draw in 0..draws {
                let i = sums.partition_point(|&sum| sum <= (draw as f64 + start) * gap);
                let y = places.start + i.min(sums.len() - 1) as u32;
                let weight = self.look.weight(step.node, y);
                if weight <= 0.0 || !self.admits(step, images, y) {
                    continue;
                }
                let factor = gap / weight;
                let again = children[first..].last_mut().filter(|child| child.image == y);
                if let Some(child) = again {
                    child.factor += factor;
                } else {
                    children.push(Child { parent: particle as u32, image: y, factor });
                    scores.push(0.0);
                }
                let last = scores.len() - 1;
                scores[last] += positive_product(base, gap);
            }
        }
        Some(())
    }

    #[inline]
    fn admits(&self, step: &Step, images: &[u32], y: u32) -> bool {
        step.distinct.iter().all(|&position| images[position] != y)
            && step.apart.iter().all(|&position| self.floor.are_apart(images[position], y))
    }

    /// Calls `visit` with the nodes that all rows have.
    #[inline]
    fn visit_rows(
        &self,
        rows: &[From],
        images: &[u32],
        meter: &mut Meter<'_>,
        visit: impl FnMut(u32) -> bool,
    ) {
        let row = |from: &From| self.floor.row(from.link, images[from.position]);
        let mut few: [&[u32]; 8] = [&[]; 8];
        let mut many = Vec::new();
        let lists = if rows.len() <= few.len() {
            few.iter_mut().zip(rows).for_each(|(list, from)| *list = row(from));
            &mut few[..rows.len()]
        } else {
            many.extend(rows.iter().map(row));
            &mut many[..]
        };
        let shortest = lists.iter().map(|list| list.len()).min().unwrap_or(0);
        if meter.work(1 + shortest) {
            meet(lists, visit);
        }
    }

    /// Gives the children their masses; those without a future are dropped.
    fn place(&self, level: usize, room: &mut Room, meter: &mut Meter<'_>) -> Option<()> {
        let Room { now, next, children, .. } = room;
        let step = &self.steps.each[level];
        let n = self.floor.p.num_nodes();
        next.images.clear();
        next.masses.clear();
        next.weights.clear();
        next.scores.clear();
        for child in children.iter() {
            let parent = child.parent as usize;
            let (first_image, first_mass) = (next.images.len(), next.masses.len());
            next.images.extend_from_slice(&now.images[parent * level..(parent + 1) * level]);
            next.images.push(child.image);
            next.masses.extend_from_slice(&now.masses[parent * n..(parent + 1) * n]);
            let images = &next.images[first_image..];
            let masses = &mut next.masses[first_mass..];
            let alive =
                step.checks.iter().all(|check| self.check(step, check, images, masses, meter));
            if !meter.step() {
                return None;
            }
            let [w, done] = now.weights[parent];
            let (w, done) =
                (w * child.factor, done.times(self.weights.get(step.node, child.image)));
            let score = if alive { self.product(&step.after, masses, w * done) } else { 0.0 };
            if score > 0.0 {
                next.weights.push([w, done]);
                next.scores.push(score);
            } else {
                next.images.truncate(first_image);
                next.masses.truncate(first_mass);
            }
        }
        Some(())
    }

    /// The product of masses.
    #[inline]
    fn product(&self, nodes: &[usize], masses: &[f64], start: f64) -> f64 {
        nodes
            .iter()
            .fold(start, |product, &u| positive_product(product, self.look.worth(u, masses[u])))
    }

    /// Brings one mass up to date. False if the node has no image left.
    #[inline]
    fn check(
        &self,
        step: &Step,
        check: &Check,
        images: &[u32],
        masses: &mut [f64],
        meter: &mut Meter<'_>,
    ) -> bool {
        let u = check.node;
        let image = images[images.len() - 1];
        let is_set = |y: u32| {
            self.look.weight(u, y) > 0.0
                && check.rows.iter().all(|from| {
                    self.floor.row(from.link, images[from.position]).binary_search(&y).is_ok()
                })
        };
        match check.cause {
            Cause::First => {
                let mut sum = self.look.sum(u, step.node, image);
                let mut lost = 0.0;
                for &position in &check.distinct {
                    if is_set(images[position]) {
                        lost += self.look.weight(u, images[position]);
                    }
                }
                if lost > 0.0 {
                    let whole = self.look.is_whole[u];
                    sum = if whole { sum - lost } else { self.mass(check, images, meter) };
                }
                masses[u] = sum;
                sum > 0.0
            }
            Cause::Meets => {
                masses[u] = self.mass(check, images, meter);
                masses[u] > 0.0
            }
            Cause::Exists => {
                let mut exists = false;
                self.visit_rows(&check.rows, images, meter, |y| {
                    exists = self.look.weight(u, y) > 0.0
                        && check.distinct.iter().all(|&position| images[position] != y);
                    !exists
                });
                exists
            }
            Cause::Taken => {
                if is_set(image) {
                    masses[u] = if self.look.is_whole[u] {
                        masses[u] - self.look.weight(u, image)
                    } else {
                        self.mass(check, images, meter)
                    };
                }
                masses[u] > 0.0
            }
        }
    }

    /// Σ `w_u` over the images that are left for u.
    fn mass(&self, check: &Check, images: &[u32], meter: &mut Meter<'_>) -> f64 {
        let mut sum = 0.0;
        self.visit_rows(&check.rows, images, meter, |y| {
            let weight = self.look.weight(check.node, y);
            if weight > 0.0 && check.distinct.iter().all(|&position| images[position] != y) {
                sum += weight;
            }
            true
        });
        positive_product(sum, self.look.shrink(check.node))
    }

    /// The last level: every child is worth the choices of the tails. Returns the sum of the values
    /// with and without the weights of pruning.
    fn finish(&self, room: &mut Room, meter: &mut Meter<'_>) -> Option<[f64; 2]> {
        let Room { now, children, sets, choices, .. } = room;
        let last = self.steps.each.len() - 1;
        let step = &self.steps.each[last];
        let n = self.floor.p.num_nodes();
        let (mut images, mut masses) = (Vec::new(), Vec::new());
        let mut sums = [0.0; 2];
        // The values of groups that do not see the last image, for the parent they belong to.
        let mut unmoved = (usize::MAX, 1.0);
        for child in children.iter() {
            let parent = child.parent as usize;
            images.clear();
            images.extend_from_slice(&now.images[parent * last..(parent + 1) * last]);
            images.push(child.image);
            if unmoved.0 != parent {
                let groups = self.steps.groups.iter().filter(|group| !group.sees_last);
                let mut value = 1.0;
                for group in groups {
                    value *= self.choices(group, self.weights, &images, sets, choices, meter);
                }
                unmoved = (parent, value);
            }
            if !meter.step() {
                return None;
            }
            if unmoved.1 == 0.0 {
                continue;
            }
            masses.clear();
            masses.extend_from_slice(&now.masses[parent * n..(parent + 1) * n]);
            let alive = step
                .checks
                .iter()
                .all(|check| self.check(step, check, &images, &mut masses, meter));
            if !alive {
                continue;
            }
            let [w, done] = now.weights[parent];
            let done = done.times(self.weights.get(step.node, child.image)).times(unmoved.1);
            let mut value = self.product(&step.after, &masses, done);
            for group in self.steps.groups.iter().filter(|group| group.sees_last) {
                if value == 0.0 {
                    break;
                }
                value *= self.choices(group, self.weights, &images, sets, choices, meter);
            }
            sums[0] += w * child.factor * value;
            sums[1] += value;
        }
        (!meter.is_spent()).then_some(sums)
    }

    /// The injective choices of a group of tails.
    fn choices<T: Amount + Shrink>(
        &self,
        group: &LastGroup,
        weights: &Weights<T>,
        images: &[u32],
        sets: &mut Vec<Vec<(u32, T)>>,
        choices: &mut Vec<T>,
        meter: &mut Meter<'_>,
    ) -> T {
        let kinds = &self.tails.groups[group.number].kinds;
        sets.resize_with(kinds.len().max(sets.len()), Vec::new);
        for (check, set) in group.sets.iter().zip(&mut *sets) {
            set.clear();
            let u = check.node;
            self.visit_rows(&check.rows, images, meter, |y| {
                let admitted = self.floor.stands_for(y, u)
                    && check.distinct.iter().all(|&position| images[position] != y)
                    && group
                        .apart
                        .iter()
                        .all(|&position| self.floor.are_apart(images[position], y));
                let weight = weights.get(u, y);
                if admitted && weight != T::ZERO {
                    set.push((y, weight.shrunk(self.look.shrink(u))));
                }
                true
            });
            if set.is_empty() {
                return T::ZERO;
            }
            if kinds.len() > 1 {
                meter.work(set.len());
            }
        }
        injective_choices(kinds, &mut sets[..kinds.len()], choices)
    }

    /// The count itself, after a replicate that pruned nothing: its children are still in the room.
    /// None if the budget ran out.
    pub(super) fn recount(
        &self,
        weights: &Weights<u128>,
        room: &Room,
        meter: &mut Meter<'_>,
    ) -> Option<u128> {
        let last = self.steps.each.len() - 1;
        let order = self.steps.each.iter().map(|step| step.node);
        let (mut sets, mut choices) = (Vec::new(), Vec::new());
        let mut total = 0_u128;
        for child in &room.children {
            let parent = child.parent as usize;
            let mut images = room.now.images[parent * last..(parent + 1) * last].to_vec();
            images.push(child.image);
            let placed = order.clone().zip(&images);
            let mut value =
                placed.fold(weights.factor, |value, (u, &x)| value.times(weights.get(u, x)));
            for group in &self.steps.all_groups {
                value = value.times(self.choices(
                    group,
                    weights,
                    &images,
                    &mut sets,
                    &mut choices,
                    meter,
                ));
            }
            total = total.plus(value);
            if !meter.work(1) {
                return None;
            }
        }
        Some(total)
    }
}

/// Numbers that can be scaled down if they are not exact.
trait Shrink {
    fn shrunk(self, factor: f64) -> Self;
}

impl Shrink for f64 {
    #[inline]
    fn shrunk(self, factor: f64) -> Self {
        self * factor
    }
}

impl Shrink for u128 {
    #[inline]
    fn shrunk(self, _: f64) -> Self {
        self
    }
}

impl Level {
    /// Divides weights that grow towards the end of what an `f64` holds; returns the natural
    /// logarithm of the divisor.
    fn tame(&mut self) -> f64 {
        let largest = self.weights.iter().fold(0.0, |largest, &[w, _]| f64::max(largest, w));
        if largest < 1e120 {
            return 0.0;
        }
        self.weights.iter_mut().for_each(|[w, _]| *w /= largest);
        largest.ln()
    }

    /// Keeps some particles, which all come before their old places.
    fn keep(&mut self, kept: &[Kept], num_images: usize, num_nodes: usize) {
        for (i, &Kept { item, factor }) in kept.iter().enumerate() {
            let from = item as usize;
            self.images.copy_within(from * num_images..(from + 1) * num_images, i * num_images);
            self.masses.copy_within(from * num_nodes..(from + 1) * num_nodes, i * num_nodes);
            let [w, done] = self.weights[from];
            self.weights[i] = [w * factor, done];
        }
        self.images.truncate(kept.len() * num_images);
        self.masses.truncate(kept.len() * num_nodes);
        self.weights.truncate(kept.len());
    }
}
