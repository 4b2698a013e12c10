//! Replicates that begin with the image of a [root](super::root). Every replicate draws its own
//! images; what the look-ahead knows below an image is found once, for all replicates that drew it.

use isocount_core::Rng;
use isocount_platform::on_threads;

use super::first_level::FirstLevel;
use super::particles::{Child, ParticleRoom};
use super::replicate::{ReplicateOutcome, SamplePlan};
use super::root::Roots;
use super::root_look::{View, ViewRoom};
use crate::cost::sample::PARTICLES_PER_ROOT;
use crate::meter::Meter;

/// What one replicate samples below one image of the root.
#[derive(Clone, Copy)]
struct Part {
    /// The image, its number, and the weight that it was drawn with.
    from: Child,
    replicate: usize,
    particles: usize,
}

impl SamplePlan<'_> {
    /// The outcomes of replicates with `n` particles each; fewer if the budget ran out.
    pub(super) fn rooted(
        &self,
        roots: &Roots,
        (n, replicates, seed): (usize, usize, u64),
        threads: usize,
        meter: &mut Meter<'_>,
    ) -> Vec<ReplicateOutcome> {
        let first = FirstLevel::new(&roots.images, &roots.scores, n.div_ceil(PARTICLES_PER_ROOT));
        let mut parts = Vec::new();
        let mut kept = Vec::new();
        for replicate in 0..replicates {
            first.draw(&mut Rng::for_item(seed, replicate as u64), &mut kept);
            let share = |it: &Child| it.factor * roots.scores[it.parent as usize];
            let total: f64 = kept.iter().map(share).sum();
            let all = kept.iter().map(|&from| {
                #[expect(clippy::cast_sign_loss, reason = "it is not negative")]
                let particles = (n as f64 * share(&from) / total).ceil() as usize;
                Part { from, replicate, particles: particles.max(1) }
            });
            parts.extend(all);
            if !meter.work(kept.len()) {
                return Vec::new();
            }
        }
        parts.sort_by_key(|part| (part.from.parent, part.replicate));
        let groups: Vec<&[Part]> = parts.chunk_by(|a, b| a.from.parent == b.from.parent).collect();
        let mut outcomes =
            vec![ReplicateOutcome { estimate: 0.0, seen: 0.0, pruned: true }; replicates];
        let found = if threads <= 1 {
            vec![self.below(roots, groups.iter().copied(), seed, meter)]
        } else {
            let start = &*meter;
            let found = on_threads(threads, |thread| {
                let mut meter = start.clone().without_gate();
                let own = groups.iter().copied().skip(thread).step_by(threads);
                let found = self.below(roots, own, seed, &mut meter);
                (found, meter.total() - start.total())
            });
            let work = found.iter().map(|(_, work)| work).sum::<u64>();
            meter.work(work as usize);
            meter.look_now();
            found.into_iter().map(|(found, _)| found).collect()
        };
        let Some(found) = found.into_iter().collect::<Option<Vec<_>>>() else { return Vec::new() };
        // In one order, whatever the number of threads.
        let mut found: Vec<_> = found.into_iter().flatten().collect();
        found.sort_by_key(|(part, _)| (part.from.parent, part.replicate));
        for (part, outcome) in found {
            outcomes[part.replicate].estimate += roots.num_alike * outcome.estimate;
            outcomes[part.replicate].seen += roots.num_alike * outcome.seen;
        }
        outcomes
    }

    /// What the parts of some images come to. None if the budget ran out.
    fn below<'p>(
        &self,
        roots: &Roots,
        groups: impl Iterator<Item = &'p [Part]>,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Option<Vec<(Part, ReplicateOutcome)>> {
        let mut own = SamplePlan {
            tails: self.tails.clone(),
            look: self.look.clone(),
            steps: self.steps.clone(),
            roots: None,
            ..*self
        };
        let (mut room, mut views) = (ParticleRoom::default(), ViewRoom::default());
        let mut found = Vec::new();
        for group in groups {
            let [Part { from, .. }, ..] = *group else { continue };
            let Self { floor, weights, .. } = *self;
            let view = View { x: from.image, roots, floor, weights };
            if !own.look.see_from(view, &mut views, meter)? {
                continue;
            }
            for part in group {
                let seed = Rng::for_item(seed, part.replicate as u64).bits();
                let mut rng = Rng::for_item(seed, u64::from(from.parent));
                let first = Child { parent: 0, ..part.from };
                let n = part.particles;
                found.push((*part, own.replicate_from(first, n, &mut rng, &mut room, meter)?));
            }
        }
        Some(found)
    }
}
