//! How much to sample: a pilot with few particles says how far its replicates differ, from that
//! follows the number N of particles for the final batch (the variance falls as 1/N). Only the
//! final batch is reported; it is fresh, because a batch that ends when it looks narrow is narrower
//! than it should be.

use std::time::Duration;

use isocount_core::Rng;
use isocount_platform::on_threads;

use super::interval::{Spread, half_width_of};
use super::options::Sampling;
use super::particles::ParticleRoom;
use super::replicate::{ReplicateOutcome, SamplePlan};
use crate::cost::sample::{
    AIM_OF_A_BATCH, DEVIATION_WORTH_A_ROOT, GROWTH_WORTH_ANOTHER_BATCH, GROWTH_WORTH_REPEATING,
    LEAST_GROWTH_OF_A_BATCH, LEAST_OF_A_PILOT, MOST_FINAL_BATCHES, MOST_GROWTH_OF_A_BATCH,
    MOST_REPLICATES_OF_A_BATCH, PARTICLE_BYTES, PARTICLES_WORTH_A_RACE, PILOT_GROWTH,
    PILOT_PARTICLES, PILOT_REPLICATES, PILOTS_AFFORDABLE, RACE_AGAIN_BEYOND, RACE_BEYOND,
    SHARE_FOR_A_BATCH, WIDTH_WORTH_REPEATING,
};
use crate::cost::threads::PARTICLES_WORTH_THREADS;
use crate::meter::Meter;

/// Independent replicates with the same number of particles.
#[derive(Clone, Debug)]
pub(super) struct ReplicateBatch {
    particles: usize,
    values: Vec<f64>,
    /// Seconds of one thread for one replicate, if time is limited.
    seconds: f64,
    /// The work of one replicate.
    work: f64,
}

impl ReplicateBatch {
    fn spread(&self) -> Spread {
        Spread::of(&self.values, self.particles)
    }
}

/// What a batch says about larger ones: the deviation of its replicates relative to their mean, and
/// the seconds and work of each of them.
#[derive(Clone, Copy, Debug)]
struct Pilot {
    relative: f64,
    seconds: f64,
    work: f64,
}

impl Pilot {
    /// The work for a precision of one: the variance falls as the work grows.
    fn price(&self) -> f64 {
        self.relative.powi(2) * self.work
    }
}

/// Other plans for the same question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlanKind {
    /// One that begins with a node on all cycles.
    Root,
    /// Other first nodes, or fewer tails.
    Order,
}

/// Makes the plans of a kind.
pub(super) trait Others<'f, 'm>:
    FnMut(PlanKind, &mut Meter<'m>) -> Vec<SamplePlan<'f>>
{
}

impl<'f, 'm, F: FnMut(PlanKind, &mut Meter<'m>) -> Vec<SamplePlan<'f>>> Others<'f, 'm> for F {}

/// The requirements of a final batch.
#[derive(Clone, Copy)]
struct Aim {
    /// The precision; zero for as precise as time allows.
    target: f64,
    /// Whether time or steps are limited.
    limited: bool,
    replicates: usize,
    most_particles: usize,
}

/// The result of sampling.
pub(super) enum SampleFound {
    /// Nothing was pruned by this plan, so all mappings were found; the last level is still in
    /// memory.
    Everything(usize, All),
    /// An estimate from a batch.
    Estimated(Spread),
    /// Not even a pilot was possible.
    Nothing,
}

/// A replicate that pruned nothing.
pub(super) struct All {
    pub(super) room: Box<ParticleRoom>,
    /// The number of mappings, rounded as an `f64` is.
    pub(super) mappings: f64,
}

/// What a sampler knows after a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SoFar {
    /// The work that is left for the precision that was asked for, in units of the meter; infinite
    /// if nobody can tell, or if none was asked for.
    pub(crate) left: f64,
    /// Whether the replicates agree so far that they say something.
    pub(crate) is_reliable: bool,
}

/// Is told after every batch that is not the last, and returns when the sampler may go on.
pub(crate) type Between<'a> = &'a dyn Fn(SoFar);

pub(super) struct Stages<'a, 'f, 'm> {
    pub(super) sampling: Sampling,
    pub(super) threads: usize,
    pub(super) plans: Vec<SamplePlan<'f>>,
    pub(super) meter: &'a mut Meter<'m>,
    /// The largest number of mappings seen by one replicate.
    pub(super) seen: f64,
    stage: u64,
    chosen: usize,
}

impl<'a, 'f, 'm> Stages<'a, 'f, 'm> {
    pub(super) fn new(
        sampling: Sampling,
        threads: usize,
        plan: SamplePlan<'f>,
        meter: &'a mut Meter<'m>,
    ) -> Self {
        let threads = if meter.counts_steps() { 1 } else { threads };
        Self { sampling, threads, plans: vec![plan], meter, seen: 0.0, stage: 0, chosen: 0 }
    }

    /// Samples until it is precise enough, or the budget ends. `others` makes plans with other
    /// orders.
    pub(super) fn run(
        &mut self,
        between: Option<Between<'_>>,
        others: impl Others<'f, 'm>,
    ) -> SampleFound {
        if let Some(particles) = self.sampling.particles {
            return match self.batch(particles, self.sampling.replicates as usize) {
                Ok(batch) if batch.values.len() > 1 => SampleFound::Estimated(batch.spread()),
                Ok(_) => SampleFound::Nothing,
                Err(all) => SampleFound::Everything(self.chosen, all),
            };
        }
        let limited = self.meter.time_left().is_some() || self.meter.counts_steps();
        let target = match self.sampling.precision {
            Some(precision) => precision,
            None if limited => 0.0,
            None => Sampling::DEFAULT_PRECISION,
        };
        let replicates = self.sampling.replicates.max(Sampling::FEWEST) as usize;
        let aim = Aim { target, limited, replicates, most_particles: self.most_particles() };
        let mut best = None;
        let end = match self.pilots(aim, between, others, &mut best) {
            Ok(Some(particles)) => self.finals(aim, particles, between, &mut best).err(),
            Ok(None) => None,
            Err(end) => Some(end),
        };
        match (end, best) {
            (Some(end), _) => end,
            (None, Some(batch)) if batch.values.len() >= 2 => {
                SampleFound::Estimated(batch.spread())
            }
            (None, _) => SampleFound::Nothing,
        }
    }

    /// Pilots, until the final number of particles is in reach. `None` if the time is up.
    fn pilots(
        &mut self,
        aim: Aim,
        between: Option<Between<'_>>,
        others: impl Others<'f, 'm>,
        best: &mut Option<ReplicateBatch>,
    ) -> Result<Option<usize>, SampleFound> {
        let Aim { target, replicates, most_particles, .. } = aim;
        let unit = half_width_of(replicates, self.sampling.confidence);
        let mut others = Some(others);
        let mut n = PILOT_PARTICLES;
        loop {
            let pilot = self.batch(n, PILOT_REPLICATES).map_err(|all| self.everything(all))?;
            let complete = pilot.values.len() == PILOT_REPLICATES;
            let spread = pilot.spread();
            let (seconds, work) = (pilot.seconds, pilot.work);
            if pilot.values.len() >= Sampling::FEWEST as usize || best.is_none() {
                *best = Some(pilot);
            }
            if !complete {
                return Ok(None);
            }
            let mut state = Pilot { relative: spread.relative, seconds, work };
            let mut affordable = self.affordable(n, seconds, replicates);
            let is_cheap = affordable >= PARTICLES_WORTH_A_RACE * n as f64;
            let is_first = others.is_some() && state.relative > RACE_BEYOND;
            if is_first || state.relative > RACE_AGAIN_BEYOND && is_cheap {
                let raced = match others.take() {
                    Some(others) => self.race_new(state, (n, target), others, best),
                    None => self.race(state, (n, target), 0, best),
                };
                state = raced.map_err(|all| self.everything(all))?;
                affordable = self.affordable(n, state.seconds, replicates);
            }
            let Pilot { relative, seconds, work } = state;
            let needed = n as f64 * (unit * relative / (AIM_OF_A_BATCH * target)).powi(2);
            if let Some(between) = between {
                let left = work * replicates as f64 * (needed / n as f64).max(1.0);
                between(SoFar { left, is_reliable: Spread { relative, ..spread }.is_reliable() });
                // Others have taken some of the time.
                affordable = self.affordable(n, seconds, replicates);
            }
            let wanted = needed.max(n as f64).min(affordable);
            if wanted <= (PILOT_GROWTH * n) as f64 || affordable <= PILOTS_AFFORDABLE * n as f64 {
                return Ok((wanted >= LEAST_OF_A_PILOT * n as f64).then_some(whole(wanted)));
            }
            if PILOT_GROWTH * n > most_particles {
                return Ok(Some(whole(needed)));
            }
            n *= PILOT_GROWTH;
        }
    }

    /// The batch that counts, repeated only if it is much too wide, or there is much time left.
    fn finals(
        &mut self,
        aim: Aim,
        particles: usize,
        between: Option<Between<'_>>,
        best: &mut Option<ReplicateBatch>,
    ) -> Result<(), SampleFound> {
        let Aim { target, limited, replicates, most_particles } = aim;
        let mut particles = particles;
        for _ in 0..MOST_FINAL_BATCHES {
            let n = particles.clamp(1, most_particles);
            let more = (particles / n).clamp(1, MOST_REPLICATES_OF_A_BATCH / replicates);
            let batch = self.batch(n, replicates * more).map_err(|all| self.everything(all))?;
            let complete = batch.values.len() == replicates * more;
            let spread = batch.spread();
            let (seconds, work) = (batch.seconds, batch.work);
            let known = best.as_ref().map_or(0, |best| best.particles * best.values.len());
            if batch.values.len() >= Sampling::FEWEST as usize
                && (complete || batch.particles * batch.values.len() > known)
            {
                *best = Some(batch);
            }
            if !complete {
                break;
            }
            let affordable = self.affordable(n, seconds, replicates);
            let (wanted, least) = if target == 0.0 {
                // The clock alone decides, so what is reported does not depend on how it looks.
                (affordable, GROWTH_WORTH_ANOTHER_BATCH)
            } else {
                let width = spread.half_width(self.sampling.confidence);
                if width <= if limited { WIDTH_WORTH_REPEATING } else { 1.0 } * target {
                    break;
                }
                let grown = (width / (AIM_OF_A_BATCH * target))
                    .powi(2)
                    .clamp(LEAST_GROWTH_OF_A_BATCH, MOST_GROWTH_OF_A_BATCH);
                (affordable.min(particles as f64 * grown), GROWTH_WORTH_REPEATING)
            };
            if wanted < least * particles as f64 {
                break;
            }
            if let Some(between) = between.filter(|_| target > 0.0) {
                let left = work * replicates as f64 * wanted / n as f64;
                between(SoFar { left, is_reliable: spread.is_reliable() });
            }
            particles = whole(wanted);
        }
        Ok(())
    }

    fn everything(&self, all: All) -> SampleFound {
        SampleFound::Everything(self.chosen, all)
    }

    /// How many particles a batch can have in the time that is left.
    fn affordable(&self, n: usize, seconds: f64, replicates: usize) -> f64 {
        self.meter.time_left().map_or(f64::INFINITY, |left| {
            let rounds = replicates.div_ceil(self.threads) as f64;
            n as f64 * SHARE_FOR_A_BATCH * left.as_secs_f64() / (seconds * rounds)
        })
    }

    fn most_particles(&self) -> usize {
        // Children before they are pruned, with their images and masses.
        let plan = &self.plans[0];
        let per_child = 4 * plan.steps.each.len() + 8 * plan.floor.p.num_nodes() + 64;
        (PARTICLE_BYTES / self.threads / (5 * per_child)).max(PILOT_PARTICLES)
    }

    /// Makes other plans, and keeps the best. A root is tried first: if it is good enough, the
    /// others are not made.
    fn race_new(
        &mut self,
        mut pilot: Pilot,
        (n, target): (usize, f64),
        mut others: impl Others<'f, 'm>,
        best: &mut Option<ReplicateBatch>,
    ) -> Result<Pilot, All> {
        for kind in [PlanKind::Root, PlanKind::Order] {
            if pilot.relative > RACE_BEYOND {
                let known = self.plans.len();
                self.plans.extend(others(kind, self.meter));
                pilot = self.race(pilot, (n, target), known, best)?;
            }
        }
        Ok(pilot)
    }

    /// Tries the plans from `from` on with as many particles, and keeps the one that is expected to
    /// take the least work for the precision `target`. Without one all of the time is used in any
    /// case, and the one whose replicates differ least goes on.
    fn race(
        &mut self,
        pilot: Pilot,
        (n, target): (usize, f64),
        from: usize,
        best: &mut Option<ReplicateBatch>,
    ) -> Result<Pilot, All> {
        let (mut least, first) = (pilot, self.chosen);
        let mut winner = first;
        for other in (from..self.plans.len()).filter(|&other| other != first) {
            self.chosen = other;
            let batch = self.batch(n, PILOT_REPLICATES)?;
            if batch.values.len() < PILOT_REPLICATES {
                break;
            }
            let ReplicateBatch { seconds, work, .. } = batch;
            let pilot = Pilot { relative: batch.spread().relative, seconds, work };
            let is_better = if target > 0.0 {
                pilot.price() < least.price()
            } else {
                let is_rooted = self.plans[other].roots.is_some();
                let most = if is_rooted { DEVIATION_WORTH_A_ROOT } else { 1.0 };
                pilot.relative < most * least.relative
            };
            if is_better {
                (least, winner, *best) = (pilot, other, Some(batch));
            }
        }
        self.chosen = winner;
        Ok(least)
    }

    /// Runs replicates; fewer than asked for if the budget ends. An error has everything, since
    /// nothing was pruned.
    fn batch(&mut self, n: usize, replicates: usize) -> Result<ReplicateBatch, All> {
        let (start, before) = (self.meter.time_left(), self.meter.total());
        let stage = self.stage;
        self.stage += 1;
        let plan = &self.plans[self.chosen];
        let seed = Rng::for_item(self.sampling.seed, stage).bits();
        if let Some(roots) = &plan.roots {
            let threads = self.threads;
            let outcomes = plan.rooted(roots, (n, replicates, seed), threads, self.meter);
            return Ok(self.note((n, &outcomes, start, before), replicates.div_ceil(threads)));
        }
        let run = |number: usize, room: &mut ParticleRoom, meter: &mut Meter<'_>| {
            let mut rng = Rng::for_item(seed, number as u64);
            plan.replicate(n, &mut rng, room, meter)
        };
        let mut room = Box::new(ParticleRoom::default());
        let Some(first) = run(0, &mut room, self.meter) else {
            return Ok(ReplicateBatch {
                particles: n,
                values: Vec::new(),
                seconds: 0.0,
                work: 0.0,
            });
        };
        if !first.pruned {
            return Err(All { room, mappings: first.estimate });
        }
        let mut outcomes: Vec<Option<ReplicateOutcome>> = vec![None; replicates];
        outcomes[0] = Some(first);
        // A thread takes longer to start than a few particles need.
        let threads = if n * replicates < PARTICLES_WORTH_THREADS {
            1
        } else {
            self.threads.min(replicates - 1)
        };
        if threads <= 1 {
            for (number, outcome) in outcomes.iter_mut().enumerate().skip(1) {
                *outcome = run(number, &mut room, self.meter);
                if self.meter.is_spent() {
                    break;
                }
            }
        } else {
            let start = &*self.meter;
            let parts = on_threads(threads, |thread| {
                let (mut room, mut meter) = (ParticleRoom::default(), start.clone().without_gate());
                let numbers = (1 + thread..replicates).step_by(threads);
                let run = |number| (number, run(number, &mut room, &mut meter));
                let run = numbers.map(run).take_while(|(_, outcome)| outcome.is_some());
                (run.collect::<Vec<_>>(), meter.total() - start.total())
            });
            for (run, work) in parts {
                self.meter.work(work as usize);
                for (number, outcome) in run {
                    outcomes[number] = outcome;
                }
            }
            self.meter.look_now();
        }
        let outcomes: Vec<ReplicateOutcome> = outcomes.into_iter().flatten().collect();
        let rounds = outcomes.len().div_ceil(threads.max(1)).max(1);
        Ok(self.note((n, &outcomes, start, before), rounds))
    }

    /// The outcomes of a batch that began with so much time left, and after so much work.
    fn note(
        &mut self,
        (n, outcomes, start, before): (usize, &[ReplicateOutcome], Option<Duration>, u64),
        rounds: usize,
    ) -> ReplicateBatch {
        for outcome in outcomes {
            self.seen = self.seen.max(outcome.seen);
        }
        let seconds = match (start, self.meter.time_left()) {
            (Some(before), Some(after)) => {
                before.saturating_sub(after).as_secs_f64() / rounds as f64
            }
            _ => 0.0,
        };
        let values = outcomes.iter().map(|outcome| outcome.estimate).collect();
        let work = (self.meter.total() - before) as f64 / outcomes.len().max(1) as f64;
        ReplicateBatch { particles: n, values, seconds: seconds.max(1e-7), work }
    }
}

/// A number of particles, at most 10¹².
#[expect(clippy::cast_sign_loss, reason = "it is not negative")]
fn whole(number: f64) -> usize {
    number.clamp(0.0, 1e12) as usize
}
