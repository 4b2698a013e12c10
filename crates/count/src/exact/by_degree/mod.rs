//! Counting in the order of degrees: large graphs without labels, or what patterns with one label
//! of nodes and one of arcs see of others.
//!
//! ```text
//! ways.rs     the pattern: which nodes see which, in which direction
//! host.rs     the graph: nodes numbered by degree, rows as the graph has them; no sieve, no refinement
//! plan.rs     a few nodes are placed, the rest is counted at once; sets.rs: the sets that this takes
//! choose.rs   all plans of a pattern, roughly compared        sample.rs compares the best ones on the graph
//! five_cycles.rs   cycles of five nodes, which have no plan      cliques.rs: cliques of five and more
//! triangles.rs   six patterns of five nodes, as sums over triangles
//! run.rs      a plan at work; sight.rs: what is placed, and the sets in numbers
//! participation.rs   the same, adding up at each node how often it takes part
//! ```
//!
//! A question without a plan that is expected to be quick takes the usual path.

mod choose;
mod cliques;
mod five_cycles;
mod host;
mod participation;
mod plan;
mod run;
mod sample;
mod sets;
mod sight;
mod triangles;
mod ways;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use isocount_platform::on_threads;

use self::choose::{Degrees, plans};
pub(super) use self::host::Host;
use self::host::Survey;
pub(super) use self::participation::participation;
use self::plan::{DegreePlan, Tail};
use self::run::DegreeRun;
use self::sample::{SampledCourse, sample};
use self::sight::{Course, choices};
use self::triangles::OfTriangles;
use self::ways::Ways;
use super::compiling::Compiled;
use super::explanation::Strategy;
use super::question::ExactQuestion;
use super::routing::Outlook;
use super::searching::TOO_MANY;
use super::sieving::{ArcSource, Index};
use super::tuning::Routing;
use crate::cost::by_degree::{
    AWAY_FROM_HUBS_IF_LESS, FIRST_SAMPLE_PER_ENTRY, GIVE_UP_BY_DEGREE, OTHER_SAMPLE_PER_ENTRY,
    PATIENCE_WITH_A_DENSE_PLAN, PATIENCE_WITH_A_PLAN, PLANS_SAMPLED, SHARE_FOR_ANOTHER_PLAN,
    TRIANGLE_BYTES,
};
use crate::cost::machine::{
    SECONDS_PER_ARC_BEFORE_SEARCH, SECONDS_PER_ENTRY_BY_DEGREE, SECONDS_PER_WORK,
};
use crate::cost::threads::{ENTRIES_WORTH_THREADS, IMAGES_AT_ONCE_BY_DEGREE};
use crate::meter::Meter;

/// The outcome of counting in the order of degrees.
pub(super) enum DegreeOutcome {
    /// The number of mappings; a bound if the budget ran out.
    Found(u128),
    /// A bound: another strategy is better.
    Elsewhere(u128),
}

/// A course that was chosen, and what is known of it.
struct Chosen<'a> {
    course: Course<'a>,
    sampled: SampledCourse,
}

impl ExactQuestion<'_> {
    /// Counts in the order of degrees where that is expected to be quick.
    pub(super) fn by_degree(&self, p: &Compiled, meter: &mut Meter<'_>) -> DegreeOutcome {
        let bound = &mut 0;
        let found = self.try_by_degree(p, bound, meter);
        match found {
            Some(found) => {
                self.explain(|e| e.strategy = Strategy::ByDegree);
                DegreeOutcome::Found(found)
            }
            None if meter.is_spent() => DegreeOutcome::Found(*bound),
            None => DegreeOutcome::Elsewhere(*bound),
        }
    }

    /// None if another strategy is better. Mappings that were found meanwhile are recorded in
    /// `bound`.
    fn try_by_degree(&self, p: &Compiled, bound: &mut u128, meter: &mut Meter<'_>) -> Option<u128> {
        let tuning = &self.exact.tuning;
        // A limit on steps means steps of a search.
        if tuning.by_degree == Routing::Never || meter.counts_steps() {
            return None;
        }
        let is_forced = tuning.by_degree == Routing::Always;
        let ways = Ways::of(p, self.semantics)?;
        let began = Instant::now();
        let mut plans = plans(self.pattern, &ways, tuning.by_degree_seed.is_some(), meter);
        let is_five_cycle = tuning.by_degree_seed.is_none() && ways.is_cycle_of_five();
        let is_clique = tuning.by_degree_seed.is_none() && ways.is_large_clique();
        let of_triangles = ways.of_triangles().filter(|_| tuning.by_degree_seed.is_none());
        let has_sum = is_five_cycle || is_clique || of_triangles.is_some();
        if plans.is_empty() && !has_sum {
            return None;
        }
        let index = match self.source {
            ArcSource::Index(index) => Some(index),
            ArcSource::Scan | ArcSource::Small(_) => None,
        };
        let labels = (ways.node_label, ways.arc_label);
        let own: Host;
        let host = if let Some(kept) = index.and_then(|index| index.ranked(labels)) {
            kept
        } else {
            let survey = Survey::of(self.graph, &ways, meter)?;
            if self.semantics.is_induced() && !survey.is_plain {
                return None;
            }
            // Of a graph with many labels, an index gives the few arcs that matter.
            let (node, arc) = labels;
            let num_arcs = |index: &Index| index.arcs_of_type(node, arc, node).len();
            let is_small = index.is_some_and(|i| num_arcs(i) < tuning.arcs_worth_ranking);
            if !survey.is_plain && !is_forced && is_small {
                return None;
            }
            let is_seeded = tuning.by_degree_seed.is_some();
            if let Some(star) = plans.first().filter(|plan| plan.is_of_degrees())
                && survey.is_plain
                && !is_seeded
            {
                return sum_over_degrees(&survey, star, meter);
            }
            let host = survey.host(meter)?;
            if let Some(index) = index.filter(|_| survey.is_plain) {
                index.keep_ranked(labels, host)
            } else {
                own = host;
                &own
            }
        };
        if is_five_cycle {
            return self.five_cycles(host, began, meter);
        }
        if is_clique {
            return Some(self.cliques(host, ways.num_nodes, began, meter));
        }
        if let Some(kind) = of_triangles {
            let found = self.sum_over_triangles(host, kind, began, meter);
            if found.is_some() || meter.is_spent() || plans.is_empty() {
                return found;
            }
        }
        let degrees = degrees(host);
        plans.sort_by(|a, b| a.rough_cost(degrees).total_cmp(&b.rough_cost(degrees)));
        let chosen = match tuning.by_degree_seed {
            Some(seed) => draw(&plans, seed),
            None => choose(host, &plans, bound, meter),
        };
        let Chosen { course, sampled } = chosen;
        let plan = course.plan;
        let by_degree = sampled.work * SECONDS_PER_ENTRY_BY_DEGREE;
        self.explain(|e| e.predicted_by_degree = Some(by_degree));
        let patience = if ways.is_only_for_search() {
            PATIENCE_WITH_A_DENSE_PLAN
        } else {
            PATIENCE_WITH_A_PLAN
        };
        let usual = self.graph.num_arcs() as f64 * SECONDS_PER_ARC_BEFORE_SEARCH;
        if !is_forced && plan.steps.len() > 1 && by_degree > patience * usual {
            self.explain(|e| e.spent_by_degree += began.elapsed());
            return None;
        }
        self.tell_watch(by_degree);
        let may_give_up = !is_forced && plan.steps.len() > 1;
        let most = sampled.work.max(PATIENCE_WITH_A_PLAN * usual / SECONDS_PER_ENTRY_BY_DEGREE);
        let most = if may_give_up { GIVE_UP_BY_DEGREE * most } else { f64::INFINITY };
        let rate = SECONDS_PER_ENTRY_BY_DEGREE / SECONDS_PER_WORK;
        let mut limited = meter.clone().within_work(most).at_rate(rate);
        let found = count(host, course, &sampled.done, self.exact.threads, &mut limited);
        let found = found.saturating_add(sampled.found).saturating_mul(plan.factor);
        self.explain(|e| e.spent_by_degree += began.elapsed());
        if limited.is_spent() && may_give_up && meter.look_now() {
            *bound = (*bound).max(found);
            return None;
        }
        if limited.is_spent() {
            meter.spend();
        }
        Some(found.max(*bound))
    }

    /// Tells the caller that watches how many seconds are expected.
    fn tell_watch(&self, seconds: f64) {
        let Some(watch) = self.watch else { return };
        let time = Duration::try_from_secs_f64(seconds / self.exact.threads as f64);
        let time = time.unwrap_or(Duration::MAX);
        let work = (seconds / SECONDS_PER_WORK).max(1.0);
        let to_prepare = (self.graph.num_arcs() + self.graph.num_nodes()) as f64;
        (watch.hear)(Outlook { work, time, to_prepare, is_settled: true });
    }

    /// The mappings of a clique.
    fn cliques(&self, host: &Host, size: usize, began: Instant, meter: &mut Meter<'_>) -> u128 {
        let seconds = cliques::expected_entries(host) * SECONDS_PER_ENTRY_BY_DEGREE;
        self.explain(|e| e.predicted_by_degree = Some(seconds));
        self.tell_watch(seconds);
        let found = cliques::cliques(host, size, self.exact.threads, meter);
        self.explain(|e| e.spent_by_degree += began.elapsed());
        found
    }

    /// The mappings of a pattern whose plans would go through too many rows; nothing if there are
    /// too many triangles.
    fn sum_over_triangles(
        &self,
        host: &Host,
        kind: OfTriangles,
        began: Instant,
        meter: &mut Meter<'_>,
    ) -> Option<u128> {
        let seconds = triangles::expected_entries(host, kind) * SECONDS_PER_ENTRY_BY_DEGREE;
        self.explain(|e| e.predicted_by_degree = Some(seconds));
        self.tell_watch(seconds);
        let most = TRIANGLE_BYTES / triangles::BYTES_PER_TRIANGLE;
        let found = triangles::sum(host, kind, most, self.exact.threads, meter);
        self.explain(|e| e.spent_by_degree += began.elapsed());
        found
    }

    /// The mappings of a cycle of five: a sum that says nothing before it is complete.
    fn five_cycles(&self, host: &Host, began: Instant, meter: &mut Meter<'_>) -> Option<u128> {
        let entries = five_cycles::expected_entries(host);
        let seconds = entries * SECONDS_PER_ENTRY_BY_DEGREE;
        self.explain(|e| e.predicted_by_degree = Some(seconds));
        self.tell_watch(seconds);
        let found = five_cycles::five_cycles(host, self.exact.threads, meter);
        self.explain(|e| e.spent_by_degree += began.elapsed());
        found
    }
}

/// The inputs of a prediction.
fn degrees(host: &Host) -> Degrees {
    let (num_nodes, pairs) = (host.num_places.max(1) as f64, host.num_pairs.max(1) as f64);
    let squares: f64 = host.degrees().map(|degree| (degree * degree) as f64).sum();
    Degrees { num_nodes, mean: pairs / num_nodes, at_end: squares / pairs }
}

/// A star: no row is looked into. A bound if the budget ran out.
fn sum_over_degrees(survey: &Survey<'_>, plan: &DegreePlan, meter: &mut Meter<'_>) -> Option<u128> {
    let Tail::Groups { multiplicities, .. } = &plan.tail else { return None };
    let mut sum = 0_u128;
    for degree in survey.all_degrees() {
        if !meter.work(1) {
            break;
        }
        sum = sum.saturating_add(choices(degree as u64, multiplicities[0]));
    }
    Some(sum.saturating_mul(plan.factor))
}

/// Any plan, for tests.
fn draw(plans: &[DegreePlan], seed: u64) -> Chosen<'_> {
    let plan = &plans[(seed / 2) as usize % plans.len()];
    Chosen {
        course: Course { plan, hubs_first: seed.is_multiple_of(2) },
        sampled: SampledCourse::default(),
    }
}

/// The one that is expected to take least, by a sample.
fn choose<'a>(
    host: &Host,
    plans: &'a [DegreePlan],
    bound: &mut u128,
    meter: &Meter<'_>,
) -> Chosen<'a> {
    let courses = plans.iter().take(PLANS_SAMPLED).flat_map(|plan| {
        // Without an order there is no direction.
        let directions: &[bool] = if plan.factor == 1 { &[true] } else { &[false, true] };
        directions.iter().map(move |&hubs_first| Course { plan, hubs_first })
    });
    let mut best: Option<Chosen<'_>> = None;
    for course in courses {
        let entries = (host.num_pairs + host.num_places) as f64;
        let most = match &best {
            None => FIRST_SAMPLE_PER_ENTRY * entries,
            Some(best) => {
                (SHARE_FOR_ANOTHER_PLAN * best.sampled.work).min(OTHER_SAMPLE_PER_ENTRY * entries)
            }
        };
        let sampled = sample(host, course, most, meter);
        let found = sampled.found.saturating_add(sampled.besides);
        *bound = (*bound).max(found.saturating_mul(course.plan.factor));
        // Towards hubs, the rows are few and stay near at hand: others must be clearly shorter.
        let share = if course.hubs_first { AWAY_FROM_HUBS_IF_LESS } else { 1.0 };
        if best.as_ref().is_none_or(|best| sampled.work < share * best.sampled.work) {
            best = Some(Chosen { course, sampled });
        }
        if meter.clone().look_now() {
            continue;
        }
        break;
    }
    best.expect("there is a plan")
}

/// The mappings at all images of the first node but those that are done. Threads share the images.
fn count(
    host: &Host,
    course: Course<'_>,
    done: &[u32],
    threads: usize,
    meter: &mut Meter<'_>,
) -> u128 {
    let next = AtomicUsize::new(0);
    let start = &*meter;
    let threads = if host.num_pairs < ENTRIES_WORTH_THREADS { 1 } else { threads };
    let parts = on_threads(threads, |_| {
        let mut run = DegreeRun::new(host, course, start.clone());
        let mut sum = 0_u128;
        loop {
            let from = next.fetch_add(IMAGES_AT_ONCE_BY_DEGREE, Ordering::Relaxed);
            if from >= host.num_places || sum == TOO_MANY || !run.meter.work(1) {
                return (sum, run.meter.is_spent());
            }
            for x in from as u32..host.num_places.min(from + IMAGES_AT_ONCE_BY_DEGREE) as u32 {
                if done.binary_search(&x).is_err() {
                    sum = sum.saturating_add(run.at(x));
                }
            }
        }
    });
    if parts.iter().any(|&(_, is_spent)| is_spent) {
        meter.spend();
    }
    parts.iter().fold(0, |total, &(sum, _)| total.saturating_add(sum))
}
