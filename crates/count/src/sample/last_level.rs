//! The last level: every child is worth the choices of the tails, which are never placed.

use super::amount::Amount;
use super::fold::Weights;
use super::particles::ParticleRoom;
use super::replicate::SamplePlan;
use super::steps::LastGroup;
use super::tails::injective_choices;
use crate::meter::Meter;

impl SamplePlan<'_> {
    /// The last level: every child is worth the choices of the tails. Returns the sum of the values
    /// with and without the weights of pruning.
    pub(super) fn finish(
        &self,
        room: &mut ParticleRoom,
        meter: &mut Meter<'_>,
    ) -> Option<[f64; 2]> {
        let ParticleRoom { now, children, sets, choices, sizes, .. } = room;
        let last = self.steps.each.len() - 1;
        let step = &self.steps.each[last];
        let n = self.floor.p.num_nodes();
        let (mut images, mut masses) = (Vec::new(), Vec::new());
        let mut sums = [0.0; 2];
        // The values of groups that do not see the last image, for the parent they belong to.
        let mut unmoved = (usize::MAX, 1.0);
        let mut worth = |group: &LastGroup, images: &[u32], meter: &mut Meter<'_>| {
            let quick = group.sizes.as_ref().and_then(|prepared| {
                self.unweighted_choices(group, prepared, images, sizes, meter)
            });
            quick.unwrap_or_else(|| self.choices(group, self.weights, images, sets, choices, meter))
        };
        for child in children.iter() {
            let parent = child.parent as usize;
            images.clear();
            images.extend_from_slice(&now.images[parent * last..(parent + 1) * last]);
            images.push(child.image);
            if unmoved.0 != parent {
                let groups = self.steps.groups.iter().filter(|group| !group.sees_last);
                let mut value = 1.0;
                for group in groups {
                    value *= worth(group, &images, meter);
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
                value *= worth(group, &images, meter);
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

    /// The count itself, after a replicate that pruned nothing: its children are still in memory.
    /// None if the budget ran out.
    pub(super) fn recount(
        &self,
        weights: &Weights<u128>,
        room: &ParticleRoom,
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
