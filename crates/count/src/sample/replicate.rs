//! One replicate: the tree of partial mappings, level by level. A particle is a partial mapping φ
//! with a weight W; its score is q = W · h(φ), where h is the product of the masses of the nodes
//! that can be seen from it. All children of all particles are looked at; if there are more than N,
//! they are
//! [pruned](super::resample) to N.
//!
//! The sum of W over full mappings is an unbiased estimate of their number. Survivors are different
//! mappings, so their number alone is a certain lower bound.

use isocount_core::Rng;

use super::amount::Amount;
use super::first_level::FirstLevel;
use super::floor::Floor;
use super::fold::Weights;
use super::look_ahead::LookAhead;
use super::particles::{Child, ParticleRoom};
use super::resample::resample;
use super::root::Roots;
use super::steps::SampleSteps;
use super::tails::Tails;
use crate::cost::sample::{CHILDREN_LOOKED_AT, LAST_CHILDREN_LOOKED_AT};
use crate::meter::Meter;

/// Everything that the replicates of one order share.
pub(super) struct SamplePlan<'f> {
    pub(super) floor: &'f Floor<'f>,
    pub(super) weights: &'f Weights<f64>,
    pub(super) tails: Tails,
    pub(super) look: LookAhead,
    pub(super) steps: SampleSteps,
    /// The natural logarithm of the unit in which outcomes are given.
    pub(super) ln_unit: f64,
    /// If replicates begin with the image of a [root](super::root).
    pub(super) roots: Option<Box<Roots>>,
}

/// What a replicate found, in the unit of the plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ReplicateOutcome {
    pub(super) estimate: f64,
    /// The number of mappings that were really seen.
    pub(super) seen: f64,
    /// If false, the estimate is the count.
    pub(super) pruned: bool,
}

impl SamplePlan<'_> {
    /// None if the budget ran out.
    pub(super) fn replicate(
        &self,
        n: usize,
        rng: &mut Rng,
        room: &mut ParticleRoom,
        meter: &mut Meter<'_>,
    ) -> Option<ReplicateOutcome> {
        self.start(room);
        self.descend((0, n), rng, room, meter)
    }

    /// All of it below one image of the first node. None if the budget ran out.
    pub(super) fn replicate_from(
        &self,
        first: Child,
        n: usize,
        rng: &mut Rng,
        room: &mut ParticleRoom,
        meter: &mut Meter<'_>,
    ) -> Option<ReplicateOutcome> {
        self.start(room);
        room.children.clear();
        room.children.push(first);
        self.place(0, room, meter)?;
        std::mem::swap(&mut room.now, &mut room.next);
        if room.now.weights.is_empty() {
            return Some(ReplicateOutcome { estimate: 0.0, seen: 0.0, pruned: false });
        }
        self.descend((1, n), rng, room, meter)
    }

    /// One particle that has placed nothing.
    fn start(&self, room: &mut ParticleRoom) {
        room.now.images.clear();
        room.now.masses.clear();
        room.now.masses.resize(self.floor.p.num_nodes(), 1.0);
        room.now.weights.clear();
        room.now.weights.push([1.0, self.weights.factor]);
    }

    /// All levels from `from` on, with `n` particles.
    fn descend(
        &self,
        (from, n): (usize, usize),
        rng: &mut Rng,
        room: &mut ParticleRoom,
        meter: &mut Meter<'_>,
    ) -> Option<ReplicateOutcome> {
        let num_nodes = self.floor.p.num_nodes();
        let (mut pruned, mut ln_weight) = (false, 0.0);
        let last = self.steps.each.len() - 1;
        for level in from..=last {
            let most = n * if level == last { LAST_CHILDREN_LOOKED_AT } else { CHILDREN_LOOKED_AT };
            if let (0, Some(first)) = (level, &room.first) {
                pruned |= first.draw(rng, &mut room.children);
                if !meter.work(room.children.len()) {
                    return None;
                }
            } else {
                self.list_children(level, n, room, rng, &mut pruned, meter)?;
            }
            if level == 0 && room.first.is_none() && !pruned {
                let first = FirstLevel::new(&room.children, &room.scores, most);
                pruned |= first.draw(rng, &mut room.children);
                room.first = Some(first);
            }
            if level > 0 && room.children.len() > most {
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
                return Some(ReplicateOutcome { estimate: 0.0, seen: 0.0, pruned });
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
        Some(ReplicateOutcome { estimate, seen, pruned })
    }

    /// Gives the children their masses; those without a future are dropped.
    fn place(&self, level: usize, room: &mut ParticleRoom, meter: &mut Meter<'_>) -> Option<()> {
        let ParticleRoom { now, next, children, .. } = room;
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
}
