//! Which images a node can take: all that its rows have, particle by particle, or a few that are
//! drawn where there are too many to list.

use isocount_core::Rng;

use super::look_ahead::positive_product;
use super::particles::{Child, ParticleRoom};
use super::replicate::SamplePlan;
use super::steps::SampleStep;
use crate::cost::sample::{CHILDREN_LOOKED_AT, MOST_CHILDREN_LISTED};
use crate::meter::Meter;

impl SamplePlan<'_> {
    /// All images that the node of a level can take, particle by particle, with scores by the
    /// masses of the parents.
    pub(super) fn list_children(
        &self,
        level: usize,
        n: usize,
        room: &mut ParticleRoom,
        rng: &mut Rng,
        pruned: &mut bool,
        meter: &mut Meter<'_>,
    ) -> Option<()> {
        let ParticleRoom { now, children, scores, .. } = room;
        let step = &self.steps.each[level];
        children.clear();
        scores.clear();
        let num_particles = now.weights.len();
        let places = self.floor.places(step.node);
        if step.rows.is_empty() && num_particles.saturating_mul(places.len()) > MOST_CHILDREN_LISTED
        {
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
        room: &mut ParticleRoom,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> Option<()> {
        let ParticleRoom { now, children, scores, .. } = room;
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
        let draws = (CHILDREN_LOOKED_AT * n).div_ceil(num_particles).max(1);
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
    fn admits(&self, step: &SampleStep, images: &[u32], y: u32) -> bool {
        step.distinct.iter().all(|&position| images[position] != y)
            && step.apart.iter().all(|&position| self.floor.are_apart(images[position], y))
            && step
                .banned
                .iter()
                .all(|&(position, table)| !self.floor.is_banned(table, images[position], y))
    }
}
