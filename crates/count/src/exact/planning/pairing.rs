//! Induced patterns: every node sees every other, so no part of the pattern can be counted apart.
//! But the last two nodes need not be placed: `spaces/row_pairs.rs` counts the pairs of their
//! images. Here is chosen which two these are, and in which order the others are placed.
//!
//! Orders are extended node by node, the cheapest first, and given up where they are dearer than
//! the best one known. A node that was reached over r links has rows of `M(r+1) / M(r)` entries,
//! where `M(r)` is the mean of the r-th powers of the lengths.

use super::facts::Facts;
use super::plan::Plan;
use crate::cost::planning::{
    ENTRIES_PER_PLACEMENT, ENTRIES_PER_WORK, HIGHEST_ROW_MOMENT, MOST_BEGINNINGS,
    MOST_NODES_TO_PAIR,
};
use crate::exact::compiling::{MAX_NODES, members};
use crate::exact::spaces::{MOST_PLACED, Moments, Space};
use crate::meter::Meter;

/// What one beginning of an order is worth, in entries of rows.
struct Pairing<'a, 'm, 'b> {
    facts: &'a Facts<'a>,
    moments: Vec<Moments>,
    ends: [usize; 2],
    order: Vec<u8>,
    /// How many links of each node lead to placed nodes or from there, as far as it is placed.
    used: [u8; MAX_NODES],
    /// The number of beginnings with an image for the last node of the order, and before that.
    numbers: Vec<f64>,
    left: usize,
    meter: &'b mut Meter<'m>,
    best: f64,
    found: Option<(Vec<u8>, [u8; 2])>,
}

impl Plan {
    /// Replaces the plan of an induced pattern by one that counts two nodes together, where there
    /// is one: both are linked to others.
    pub(crate) fn pair_up<S: Space>(
        &mut self,
        facts: &Facts<'_>,
        space: &S,
        meter: &mut Meter<'_>,
    ) {
        let k = facts.pattern.num_nodes();
        if !facts.semantics.is_induced()
            || !(3..=MOST_NODES_TO_PAIR.min(MOST_PLACED + 3)).contains(&k)
        {
            return;
        }
        if !space.prepare_pairs(meter) {
            return;
        }
        let mut moments = Vec::new();
        for relation in &facts.pattern.relations {
            let forward = moments.len() as u16;
            for back in 0..=1 {
                moments.push(space.moments(forward + back * relation.backward()));
            }
        }
        let num_pairs = k * (k - 1) / 2;
        let mut pairing = Pairing {
            facts,
            moments,
            ends: [0; 2],
            order: Vec::new(),
            used: [0; MAX_NODES],
            numbers: Vec::new(),
            left: 0,
            meter,
            best: f64::INFINITY,
            found: None,
        };
        for b in 0..k {
            for a in 0..b {
                pairing.ends = [a, b];
                pairing.left = MOST_BEGINNINGS / num_pairs + k;
                let others = facts.pattern.all() & !(1 << a | 1 << b);
                if pairing.ends.iter().all(|&end| facts.pattern.linked[end] & others != 0) {
                    pairing.extend(0, others, 0.0);
                }
            }
        }
        if let Some((order, ends)) = pairing.found.take() {
            let entries = pairing.best;
            self.make_paired(facts, &order, ends);
            self.pair_work = entries / ENTRIES_PER_WORK as f64;
        }
    }
}

impl Pairing<'_, '_, '_> {
    /// Tries all nodes that are left as the next one; the beginning costs so much.
    fn extend(&mut self, placed: u64, left: u64, cost: f64) {
        if left == 0 {
            let cost = cost + self.cost_of_ends(placed);
            if cost < self.best {
                self.best = cost;
                self.found = Some((self.order.clone(), self.ends.map(|end| end as u8)));
            }
            return;
        }
        let number = self.numbers.last().copied().unwrap_or(1.0);
        let mut next: Vec<(f64, usize)> =
            members(left).map(|u| (number * self.size(u, placed), u)).collect();
        next.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (number, u) in next {
            let cost = cost + number * (ENTRIES_PER_PLACEMENT + self.row_length(u));
            if cost >= self.best {
                break;
            }
            if self.left == 0 || !self.meter.work(16) {
                return;
            }
            self.left -= 1;
            let linked = self.facts.pattern.linked[u] & placed;
            members(linked).for_each(|v| self.used[v] += 1);
            self.used[u] = linked.count_ones() as u8;
            self.order.push(u as u8);
            self.numbers.push(number);
            self.extend(placed | 1 << u, left & !(1 << u), cost);
            self.numbers.pop();
            self.order.pop();
            self.used[u] = 0;
            members(linked).for_each(|v| self.used[v] -= 1);
        }
    }

    /// What the images of both ends cost once all others are placed.
    fn cost_of_ends(&self, placed: u64) -> f64 {
        let Some((&last, before)) = self.order.split_last() else { return 0.0 };
        let before_last = placed & !(1 << last);
        let number = self.numbers[self.order.len() - 1];
        let is_late = |end: usize| self.facts.pattern.linked[end] >> last & 1 == 1;
        let mut cost = 0.0;
        for end in self.ends {
            let links = self.facts.pattern.linked[end];
            if is_late(end) {
                cost += number * self.row_length(last.into());
            }
            // When its images are first known, they go along all their rows.
            if let Some(born) = before.iter().rposition(|&u| links >> u & 1 == 1) {
                let size = self.size(end, before_last);
                cost += self.numbers[born] * size * self.row_length(end);
                let beginnings = self.numbers.get(self.order.len().wrapping_sub(2));
                cost += beginnings.copied().unwrap_or(1.0) * size;
            }
        }
        if self.ends.iter().all(|&end| is_late(end)) {
            let size = self.ends.map(|end| self.size(end, placed));
            cost += number * size[0].min(size[1]) * self.row_length(self.ends[0]);
        } else {
            cost += number * self.row_length(last.into());
        }
        cost
    }

    /// How many images a node is expected to have once others are placed.
    fn size(&self, u: usize, placed: u64) -> f64 {
        let all = self.facts.measured.num_candidates[u];
        let links = self.facts.pattern.links_into(u).iter();
        let links = links.filter(|(from, _)| placed >> from & 1 == 1);
        let lengths =
            links.map(|&(from, table)| self.length(table, self.used[from as usize].into()));
        lengths.fold(all, |size, length| size * (length / all.max(1.0)).min(1.0))
    }

    /// The expected length of the rows of a node in the plan, once it is placed.
    fn row_length(&self, u: usize) -> f64 {
        let mut links = self.facts.pattern.links_into(u).iter();
        // The first table that leads away from the node, or else towards it.
        links.next().map_or(0.0, |&(_, table)| self.length(table ^ 1, self.used[u].max(1).into()))
    }

    /// The expected length of a row of a node that was reached over `times` links.
    fn length(&self, table: u16, times: usize) -> f64 {
        let moments = &self.moments[table as usize];
        let r = times.min(HIGHEST_ROW_MOMENT - 1);
        if moments[r] > 0.0 { moments[r + 1] / moments[r] } else { 0.0 }
    }
}
