//! How often each node takes part, in the order of degrees: a plan at work that adds up where its
//! images are.
//!
//! Nodes that are counted at once take two passes: one for the numbers, one to add them where they
//! belong. With n members of B in the row of `c`, and the falling factorial n⁽ᵗ⁾,
//!
//! ```text
//! c takes part in n⁽ᵗ⁾ mappings, each of the members in t · (n − 1)⁽ᵗ⁻¹⁾
//! ```

use std::sync::atomic::{AtomicUsize, Ordering};

use isocount_platform::on_threads;

use super::host::{Host, Survey};
use super::plan::{DegreePlan, Pairs, Size, Tail};
use super::sight::{Course, Sight, Value, choices};
use super::ways::{MAX_NODES, Ways};
use super::{Chosen, choose, degrees, draw, plans};
use crate::cost::by_degree::{GIVE_UP_BY_DEGREE, PATIENCE_WITH_A_DENSE_PLAN, PATIENCE_WITH_A_PLAN};
use crate::cost::machine::{SECONDS_PER_ARC_BEFORE_SEARCH, SECONDS_PER_ENTRY_BY_DEGREE};
use crate::cost::routing::PARTS_PER_SEARCH;
use crate::cost::threads::IMAGES_AT_ONCE_BY_DEGREE;
use crate::exact::compiling::Compiled;
use crate::exact::participation::{Found, Tally};
use crate::exact::question::ExactQuestion;
use crate::exact::searching::TOO_MANY;
use crate::exact::tuning::Routing;
use crate::meter::Meter;

/// None if another strategy is better.
pub(in crate::exact) fn participation(
    question: &ExactQuestion<'_>,
    p: &Compiled,
    empty: &Tally,
    meter: &mut Meter<'_>,
) -> Option<Found> {
    let tuning = &question.exact.tuning;
    if tuning.by_degree == Routing::Never || meter.counts_steps() || empty.is_of_arcs() {
        return None;
    }
    let ways = Ways::of(p, question.semantics)?;
    let mut plans = plans(question.pattern, &ways, tuning.by_degree_seed.is_some(), meter);
    plans.retain_mut(DegreePlan::list_tail);
    if plans.is_empty() {
        return None;
    }
    let survey = Survey::of(question.graph, &ways, meter)?;
    if question.semantics.is_induced() && !survey.is_plain {
        return None;
    }
    let host = &survey.host(meter)?;
    let degrees = degrees(host);
    plans.sort_by(|a, b| a.rough_cost(degrees).total_cmp(&b.rough_cost(degrees)));
    let Chosen { course, sampled } = match tuning.by_degree_seed {
        Some(seed) => draw(&plans, seed),
        None => choose(host, &plans, &mut 0, meter),
    };
    let is_only_for_search = ways.is_only_for_search();
    let patience =
        if is_only_for_search { PATIENCE_WITH_A_DENSE_PLAN } else { PATIENCE_WITH_A_PLAN };
    let usual = question.graph.num_arcs() as f64 * SECONDS_PER_ARC_BEFORE_SEARCH;
    let is_slow = sampled.work * SECONDS_PER_ENTRY_BY_DEGREE > patience * usual;
    let may_give_up = tuning.by_degree != Routing::Always && course.plan.steps.len() > 1;
    if may_give_up && is_slow {
        return None;
    }
    let most = sampled.work.max(PATIENCE_WITH_A_PLAN * usual / SECONDS_PER_ENTRY_BY_DEGREE);
    let most =
        if may_give_up { PARTS_PER_SEARCH * GIVE_UP_BY_DEGREE * most } else { f64::INFINITY };
    let mut limited = meter.clone().within_work(most);
    let mut found = add_up(host, course, empty, question.exact.threads, &mut limited);
    if limited.is_spent() {
        if may_give_up && meter.look_now() {
            return None;
        }
        meter.spend();
    }
    found.multiply(course.plan.factor);
    Some(found)
}

impl DegreePlan {
    /// Has the members of the last set listed. False if the tail is of a kind that is only counted.
    fn list_tail(&mut self) -> bool {
        match &self.tail {
            Tail::Groups { shared, program: None, .. } => {
                let set = shared[0].set;
                self.sets.list[set as usize].is_listed = true;
                true
            }
            Tail::Groups { .. } => false,
            Tail::Pairs(pairs) => pairs.leaves.is_none(),
        }
    }
}

fn add_up(
    host: &Host,
    course: Course<'_>,
    empty: &Tally,
    threads: usize,
    meter: &mut Meter<'_>,
) -> Found {
    let next = AtomicUsize::new(0);
    let start = &*meter;
    let threads = if host.num_pairs < 1 << 12 { 1 } else { threads };
    let column = |u: &u8| empty.column_of(*u as usize).unwrap_or(0);
    let [of_steps, of_tail] = [&course.plan.order, &course.plan.tail_nodes]
        .map(|nodes| nodes.iter().map(column).collect::<Vec<_>>());
    let parts = on_threads(threads, |_| {
        let values = vec![Value::default(); course.plan.sets.list.len()];
        let sight = Sight { host, course, images: [0; MAX_NODES], values };
        let mut adding = Adding {
            sight,
            meter: start.clone(),
            met: Vec::new(),
            reached: Vec::new(),
            columns: vec![vec![0; host.num_places]; empty.columns.len()],
            of_steps: &of_steps,
            of_tail: &of_tail,
        };
        let mut total = 0_u128;
        loop {
            let from = next.fetch_add(IMAGES_AT_ONCE_BY_DEGREE, Ordering::Relaxed);
            if from >= host.num_places || total == TOO_MANY || !adding.meter.work(1) {
                return (total, adding.columns, adding.meter.is_spent());
            }
            for x in from as u32..host.num_places.min(from + IMAGES_AT_ONCE_BY_DEGREE) as u32 {
                total = total.saturating_add(adding.at(0, x));
            }
        }
    });
    let mut found = Found { total: 0, tally: empty.clone() };
    for (total, columns, is_spent) in parts {
        found.total = found.total.saturating_add(total);
        for (sums, column) in found.tally.columns.iter_mut().zip(columns) {
            for (&node, more) in host.nodes.iter().zip(column) {
                let sum = &mut sums[node as usize];
                *sum = sum.saturating_add(more);
            }
        }
        if is_spent {
            meter.spend();
        }
    }
    found
}

/// A plan at work.
struct Adding<'a, 'm> {
    sight: Sight<'a>,
    meter: Meter<'m>,
    /// How often each place was met, and which were; 0 and none between two tails.
    met: Vec<u32>,
    reached: Vec<u32>,
    /// By place.
    columns: Vec<Vec<u128>>,
    /// The columns of the nodes of the steps, and of the tail: of its one group, or of `c` and the
    /// others.
    of_steps: &'a [usize],
    of_tail: &'a [usize],
}

impl Adding<'_, '_> {
    /// The mappings with `x` as the image of a step; they are added wherever they have their
    /// images.
    fn at(&mut self, step: usize, x: u32) -> u128 {
        self.sight.place(step, x, &mut self.meter);
        let found = self.below(step + 1);
        self.sight.lift(step);
        if found > 0 {
            self.add(self.of_steps[step], x, found);
        }
        found
    }

    #[inline]
    fn add(&mut self, column: usize, x: u32, mappings: u128) {
        let sum = &mut self.columns[column][x as usize];
        *sum = sum.saturating_add(mappings);
    }

    fn below(&mut self, step: usize) -> u128 {
        let plan = self.sight.course.plan;
        let Some(next) = plan.steps.get(step) else { return self.tail() };
        let mut sum = 0_u128;
        for i in 0..self.sight.values[next.from as usize].len {
            let x = self.sight.members(next.from)[i];
            if next.avoid.iter().any(|&earlier| self.sight.images[earlier as usize] == x) {
                continue;
            }
            if !self.meter.work(1) {
                break;
            }
            sum = sum.saturating_add(self.at(step, x));
        }
        sum
    }

    fn tail(&mut self) -> u128 {
        let plan = self.sight.course.plan;
        match &plan.tail {
            Tail::Groups { multiplicities, shared, .. } => {
                self.group(&shared[0], multiplicities[0])
            }
            Tail::Pairs(pairs) => {
                if self.sight.values[pairs.second.set as usize].len == 0 {
                    return 0;
                }
                match pairs.first {
                    Some(first) => self.pull(pairs, first),
                    None => self.push(pairs),
                }
            }
        }
    }

    /// The images of some steps.
    fn taken(&self, steps: &[u8]) -> Vec<u32> {
        steps.iter().map(|&step| self.sight.images[step as usize]).collect()
    }

    fn group(&mut self, of: &Size, multiplicity: u32) -> u128 {
        let size = self.sight.size(of);
        if size < u64::from(multiplicity) {
            return 0;
        }
        let each = choices(size - 1, multiplicity - 1).saturating_mul(multiplicity.into());
        let taken = self.taken(&of.avoid);
        let members = self.sight.members(of.set);
        if !self.meter.work(members.len()) {
            return 0;
        }
        let column = &mut self.columns[self.of_tail[0]];
        for &x in members.iter().filter(|x| !taken.contains(x)) {
            let sum = &mut column[x as usize];
            *sum = sum.saturating_add(each);
        }
        choices(size, multiplicity)
    }

    /// Goes through the rows of `c`: once to count the members of B in them, once to add to them.
    fn pull(&mut self, pairs: &Pairs, first: u16) -> u128 {
        let set = pairs.second.set;
        if !self.sight.values[set as usize].is_marked {
            self.sight.mark(set, &mut self.meter);
        }
        let table = self.sight.host.table(pairs.way);
        let mut bits = std::mem::take(&mut self.sight.values[set as usize].bits);
        for &step in &pairs.second.avoid {
            bits.clear(self.sight.images[step as usize]);
        }
        let limit = self.sight.limit(self.sight.course.plan.sets.list[set as usize].above);
        let taken = self.taken(&pairs.avoid);
        let t = pairs.multiplicity;
        let mut sum = 0_u128;
        for &c in self.sight.members(first) {
            if taken.contains(&c) {
                continue;
            }
            let row = self.sight.row_of_first(table, c, pairs.is_ordered, limit);
            if !self.meter.work(2 * row.len() + 1) {
                break;
            }
            let number: u64 = row.iter().map(|&b| bits.get(b)).sum();
            if number < u64::from(t) {
                continue;
            }
            let mappings = choices(number, t);
            sum = sum.saturating_add(mappings);
            let of_c = &mut self.columns[self.of_tail[0]][c as usize];
            *of_c = of_c.saturating_add(mappings);
            let each = choices(number - 1, t - 1).saturating_mul(t.into());
            let column = &mut self.columns[self.of_tail[1]];
            for &b in row.iter().filter(|&&b| bits.get(b) == 1) {
                let of_b = &mut column[b as usize];
                *of_b = of_b.saturating_add(each);
            }
        }
        self.sight.values[set as usize].bits = bits;
        if !pairs.second.avoid.is_empty() {
            self.sight.restore_marks(pairs);
        }
        sum
    }

    /// Goes through the rows of B: once to count how often each `c` is met, once to add up for the
    /// member of B whose row it is.
    fn push(&mut self, pairs: &Pairs) -> u128 {
        let t = pairs.multiplicity;
        if self.met.is_empty() {
            self.met = vec![0; self.sight.host.num_places];
        }
        let (mut met, mut reached) =
            (std::mem::take(&mut self.met), std::mem::take(&mut self.reached));
        let taken_by_b = self.taken(&pairs.second.avoid);
        let members = self.sight.members(pairs.second.set).iter();
        let rows: Vec<(u32, &[u32])> = members
            .filter(|b| !taken_by_b.contains(b))
            .map(|&b| (b, row_of_second(&self.sight, pairs, b)))
            .collect();
        let mut is_whole = true;
        for (_, row) in &rows {
            if !self.meter.work(2 * row.len() + 1) {
                is_whole = false;
                break;
            }
            for &c in *row {
                if met[c as usize] == 0 {
                    reached.push(c);
                }
                met[c as usize] += 1;
            }
        }
        let mut sum = 0_u128;
        if is_whole {
            for c in self.taken(&pairs.avoid) {
                met[c as usize] = 0;
            }
            for &c in reached.iter().filter(|&&c| met[c as usize] >= t) {
                let mappings = choices(met[c as usize].into(), t);
                sum = sum.saturating_add(mappings);
                self.add(self.of_tail[0], c, mappings);
            }
            if sum > 0 {
                for (b, row) in rows {
                    let numbers = row.iter().map(|&c| met[c as usize]);
                    let worth = if t == 2 {
                        numbers
                            .map(|number| u64::from(number.saturating_sub(1)))
                            .sum::<u64>()
                            .into()
                    } else {
                        let enough = numbers.filter(|&number| number >= t);
                        let each = enough.map(|number| choices(u64::from(number) - 1, t - 1));
                        each.fold(0_u128, u128::saturating_add)
                    };
                    if worth > 0 {
                        self.add(self.of_tail[1], b, worth.saturating_mul(t.into()));
                    }
                }
            }
        }
        for c in reached.drain(..) {
            met[c as usize] = 0;
        }
        (self.met, self.reached) = (met, reached);
        sum
    }
}

/// The part of the row of a member of B in which `c` can be.
fn row_of_second<'a>(sight: &Sight<'a>, pairs: &Pairs, b: u32) -> &'a [u32] {
    let mut row = sight.host.table(pairs.way.turned()).row(b);
    if let Some(limit) = sight.limit(pairs.above) {
        row = &row[sight.beyond(row, limit)];
    }
    if pairs.is_ordered {
        let beyond = sight.beyond(row, b);
        row = if beyond.start == 0 { &row[beyond.end..] } else { &row[..beyond.start] };
    }
    row
}
