//! Matches drawn at random.
//!
//! With equal probabilities if all matches can be counted within the budget: see [`super::draw`].
//! Otherwise by weight: every node in turn goes to one of the `n` images that it may take, each
//! with probability 1/n, and a complete draw is weighted by the product of all `n`, the reciprocal
//! of its probability (D. E. Knuth, *Estimating the efficiency of backtrack programs*, 1975). The
//! sum of the weights, divided by the tries, is then an unbiased estimate of the number of matches.

use std::sync::atomic::{AtomicUsize, Ordering};

use isocount_core::{Budget, Count, LabeledGraph, NodeId, Pattern, Rng, Semantics, Unit};
use isocount_platform::on_threads;

use super::draw::Choices;
use super::mappings::{Ending, FindError};
use super::walk::Line;
use crate::exact::compiling::Compiled;
use crate::exact::planning::{Facts, Measurements, PartKind, Plan, Policy};
use crate::exact::searching::{Memory, Search, Stripe, TOO_MANY};
use crate::exact::sieving::{ArcSource, Form, Sieved, narrow};
use crate::exact::spaces::{MaskSpace, RowSpace, Space};
use crate::meter::Meter;
use crate::symmetry::Chain;
use crate::{Exact, Tuning};

/// Options for drawing matches at random.
///
/// ```
/// use isocount_core::{Budget, Count, Label, LabeledGraph, Pattern, Semantics, Unit};
/// use isocount_count::{Chances, MatchSampling};
///
/// let complete = |n| {
///     let mut builder = LabeledGraph::builder();
///     let nodes: Vec<_> = (0..n).map(|_| builder.node(Label(0))).collect();
///     for (i, &a) in nodes.iter().enumerate() {
///         for &b in &nodes[..i] {
///             builder.undirected_edge(a, b, Label(0));
///         }
///     }
///     builder.build().unwrap()
/// };
/// let triangle = Pattern::try_from(complete(3))?;
/// let subgraphs = Semantics::Monomorphism(Unit::Subgraphs);
/// let sample =
///     MatchSampling::new(5, 1).draw(&triangle, &complete(10), subgraphs, &Budget::UNLIMITED)?;
/// assert_eq!(sample.chances, Chances::Equal { total: Count(120) });
/// assert_eq!(sample.draws.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MatchSampling {
    number: usize,
    seed: u64,
    threads: usize,
    tuning: Tuning,
    only_by_weight: bool,
}

/// One drawn match.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Drawn {
    /// The graph nodes that the pattern nodes go to.
    pub images: Vec<NodeId>,
    /// The reciprocal of the probability of this draw, if the probabilities are not equal.
    pub weight: Option<f64>,
}

/// The probabilities with which matches were drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Chances {
    /// Every match had the same probability in every draw.
    Equal {
        /// The number of matches.
        total: Count,
    },
    /// The matches could not be counted within the budget or within 128 bits. Each draw has its own
    /// weight.
    Weighted {
        /// The number of tries. Tries that do not reach a match have weight 0.
        tries: u64,
    },
}

/// Matches drawn with replacement: a match may occur twice.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MatchSample {
    /// The draws. Draw `i` depends on the seed and on `i`, not on how many there are.
    pub draws: Vec<Drawn>,
    /// The probabilities of the draws.
    pub chances: Chances,
    /// Why drawing ended: [`Ending::Complete`] if all requested matches were drawn, or there is
    /// nothing to draw from.
    pub ending: Ending,
}

impl MatchSampling {
    /// Draws `number` matches from the stream of this seed, on one thread.
    #[must_use]
    pub fn new(number: usize, seed: u64) -> Self {
        Self { number, seed, threads: 1, tuning: Tuning::default(), only_by_weight: false }
    }

    /// Counts the matches on `threads` threads; 0 means one per core. The draws do not depend on
    /// it.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: Exact::with_threads(threads).threads, ..self }
    }

    /// Sets the switches of the engine, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn tuned(self, tuning: Tuning) -> Self {
        Self { tuning, ..self }
    }

    /// Skips counting, as if it took too long; for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn only_by_weight(self) -> Self {
        Self { only_by_weight: true, ..self }
    }

    /// Draws matches. At most half of the budget is spent on counting them.
    ///
    /// # Errors
    /// If the pattern is too large.
    pub fn draw(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<MatchSample, FindError> {
        let compiled = FindError::check(pattern)?;
        let mut whole = Meter::start(budget);
        let meter = &mut whole;
        let (p, mut sieved) = (&compiled, Sieved::default());
        let form = if meter.is_spent() {
            None
        } else {
            let (source, form) = (ArcSource::Scan, self.tuning.representation);
            narrow(p, graph, source, semantics, form, &mut sieved, meter)
        };
        let chain = match semantics.unit() {
            Unit::Mappings => Some(Chain::default()),
            Unit::Subgraphs => Chain::of(pattern, &mut meter.for_time_only()),
        };
        let sample = chain.zip(form).and_then(|(chain, form)| {
            let draw =
                Draw { sampling: self, budget, p, sieved: &sieved, semantics, chain: &chain };
            match form {
                Form::Masks(1) => draw.in_masks::<1>(graph, meter),
                Form::Masks(2) => draw.in_masks::<2>(graph, meter),
                Form::Masks(_) => draw.in_masks::<4>(graph, meter),
                Form::Rows => {
                    let space = RowSpace::new(p, graph, &sieved, semantics, meter)?;
                    Some(draw.run(&space, meter))
                }
            }
        });
        Ok(sample.unwrap_or_else(|| {
            let chances = if meter.is_spent() {
                Chances::Weighted { tries: 0 }
            } else {
                Chances::Equal { total: Count::ZERO }
            };
            MatchSample { draws: Vec::new(), chances, ending: ending(meter, budget) }
        }))
    }
}

fn ending(meter: &Meter<'_>, budget: &Budget) -> Ending {
    if !meter.is_spent() {
        Ending::Complete
    } else if budget.control.is_cancelled() {
        Ending::Cancelled
    } else {
        Ending::OutOfBudget
    }
}

/// One sample from a narrowed graph.
struct Draw<'a> {
    sampling: &'a MatchSampling,
    budget: &'a Budget,
    p: &'a Compiled,
    sieved: &'a Sieved,
    semantics: Semantics,
    chain: &'a Chain,
}

impl Draw<'_> {
    fn in_masks<const W: usize>(
        &self,
        graph: &LabeledGraph,
        meter: &mut Meter<'_>,
    ) -> Option<MatchSample> {
        let mut space = MaskSpace::<W>::default();
        let is_filled = space.fill(self.p, graph, self.sieved, self.semantics, meter);
        is_filled.then(|| self.run(&space, meter))
    }

    fn run<S: Space>(&self, space: &S, meter: &mut Meter<'_>) -> MatchSample {
        let mut measured = Measurements::default();
        measured.take(self.p, self.sieved, space);
        let tuning = &self.sampling.tuning;
        let facts = Facts {
            pattern: self.p,
            semantics: self.semantics,
            measured: &measured,
            class_starts: &self.sieved.class_starts,
            few_placements: tuning.few_placements,
            max_remembered: tuning.max_remembered,
        };
        let mut half = meter.halved();
        if !self.sampling.only_by_weight
            && let Some(sample) = self.with_equal_chances(space, &facts, &mut half)
        {
            return sample;
        }
        meter.take_over(&half);
        self.by_weight(space, &facts, meter)
    }

    /// None if the matches could not be counted, or the budget ran out before all were drawn.
    fn with_equal_chances<S: Space>(
        &self,
        space: &S,
        facts: &Facts<'_>,
        meter: &mut Meter<'_>,
    ) -> Option<MatchSample> {
        let mut plan = Plan::default();
        plan.no_groups = true;
        plan.make_best(facts, meter);
        let mut roots = Vec::with_capacity(plan.roots.len());
        let mut memory = Memory::default();
        let threads = self.threads(facts, &plan, meter);
        let mut search = Search::new(space, &plan, self.p.num_nodes(), &mut memory, meter.clone());
        let mut total = 1_u128;
        for &root in &plan.roots {
            let is_step = matches!(plan.parts[root as usize].kind, PartKind::Step { .. });
            let choices = match is_step {
                false => None,
                true if threads > 1 => Some(self.choices_on_threads(&mut search, root, threads)),
                true => Some(search.choices(root)),
            };
            let mappings = match &choices {
                Some(choices) => choices.total(),
                None => search.value(root),
            };
            total = total.saturating_mul(mappings);
            roots.push((root, choices));
        }
        *meter = search.meter.clone();
        if meter.is_spent() || total == TOO_MANY {
            return None;
        }
        let mut draws = Vec::new();
        let wanted = if total == 0 { 0 } else { self.sampling.number };
        for i in 0..wanted {
            let mut rng = Rng::for_item(self.sampling.seed, i as u64);
            let is_drawn =
                roots.iter().all(|(root, choices)| search.draw(*root, choices.as_ref(), &mut rng));
            if !is_drawn {
                *meter = search.meter.clone();
                return None;
            }
            draws.push(Drawn { images: self.nodes(search.images()), weight: None });
        }
        *meter = search.meter;
        // Every subgraph has as many mappings as the pattern has automorphisms.
        let total = Count(total / self.chain.num_automorphisms());
        Some(MatchSample { draws, chances: Chances::Equal { total }, ending: Ending::Complete })
    }

    /// The number of threads whose remembered values fit in memory.
    fn threads(&self, facts: &Facts<'_>, plan: &Plan, meter: &Meter<'_>) -> usize {
        if meter.counts_steps() {
            return 1;
        }
        let most = facts.max_remembered.checked_div(plan.remembered_bytes(facts));
        self.sampling.threads.min(most.unwrap_or(usize::MAX))
    }

    /// Like [`Search::choices`], but on several threads.
    fn choices_on_threads<S: Space>(
        &self,
        search: &mut Search<'_, '_, S>,
        root: u16,
        threads: usize,
    ) -> Choices {
        let (space, plan, start) = (search.space, search.plan, &search.meter);
        let set = &plan.sets[plan.parts[root as usize].sets.range()][0];
        let mut images = S::Set::default();
        let nowhere = vec![0; self.p.num_nodes()];
        space.select(&plan.selection(set), &nowhere, &mut images, &mut start.clone());
        let images: Vec<u32> = S::members(&images).collect();
        let next = AtomicUsize::new(0);
        let parts = on_threads(threads, |_| {
            let mut memory = Memory::default();
            let num_nodes = self.p.num_nodes();
            let mut search = Search::new(space, plan, num_nodes, &mut memory, start.clone());
            let mut values = Vec::new();
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                let Some(&x) = images.get(i).filter(|_| !search.meter.is_spent()) else { break };
                search.meter.work(1);
                values.push((i, search.run_piece(root, x, Stripe { offset: 0, stride: 1 })));
            }
            (values, search.meter.is_spent())
        });
        if parts.iter().any(|(_, is_spent)| *is_spent) {
            search.meter.spend();
        }
        let mut values: Vec<_> = parts.into_iter().flat_map(|(values, _)| values).collect();
        values.sort_unstable_by_key(|&(i, _)| i);
        let mut choices = Choices::default();
        for (i, value) in values {
            choices.push(images[i], value);
        }
        choices
    }

    fn by_weight<S: Space>(
        &self,
        space: &S,
        facts: &Facts<'_>,
        meter: &mut Meter<'_>,
    ) -> MatchSample {
        let mut plan = Plan::default();
        plan.make_line(facts, Policy::default(), self.p.all());
        let line = match self.semantics.unit() {
            Unit::Mappings => Line::of_mappings(plan),
            Unit::Subgraphs => Line::of_subgraphs(plan, self.chain, self.p),
        };
        let sets = &line.plan.sets;
        let mut images = vec![0_u32; sets.len()];
        let mut set = S::Set::default();
        // The first set is the same in every try, and often the longest.
        space.select(&line.plan.selection(&sets[0]), &images, &mut set, meter);
        let first: Vec<u32> = S::members(&set).collect();
        let (mut draws, mut tries, mut later) = (Vec::new(), 0_u64, Vec::new());
        let mut rng = Rng::new(self.sampling.seed);
        'tries: while draws.len() < self.sampling.number && !meter.is_spent() {
            tries += 1;
            let mut weight = 1.0;
            for (at, spec) in sets.iter().enumerate() {
                let there = if at == 0 {
                    &first
                } else {
                    space.select(&line.plan.selection(spec), &images, &mut set, meter);
                    let bound = line.bound(at, &images);
                    later.clear();
                    let below = S::members(&set).take_while(|&x| x < bound);
                    let nodes = &self.sieved.nodes;
                    later.extend(below.filter(|&x| line.admits(at, x, &images, nodes)));
                    &later
                };
                if !meter.step() || there.is_empty() {
                    continue 'tries;
                }
                images[spec.node as usize] = there[rng.below(there.len())];
                weight *= there.len() as f64;
            }
            draws.push(Drawn { images: self.nodes(&images), weight: Some(weight) });
        }
        let is_whole = draws.len() == self.sampling.number;
        let ending = if is_whole { Ending::Complete } else { ending(meter, self.budget) };
        MatchSample { draws, chances: Chances::Weighted { tries }, ending }
    }

    /// The graph nodes of images, or those of the least mapping where subgraphs are drawn.
    fn nodes(&self, images: &[u32]) -> Vec<NodeId> {
        let mut nodes =
            images.iter().map(|&x| NodeId(self.sieved.nodes[x as usize])).collect::<Vec<_>>();
        self.chain.make_least(&mut nodes);
        nodes
    }
}
