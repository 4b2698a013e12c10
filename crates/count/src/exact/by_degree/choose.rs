//! The plans that a pattern has: which nodes are placed, and how the others are counted.
//!
//! As few nodes as possible are placed. Among the plans that place as many, a rough forecast from
//! the degrees picks a few; a sample of their first images decides ([`super::sample`]).

use isocount_core::{NodeId, Pattern};

use super::plan::{DegreePlan, Split, Tail};
use super::sets::Make;
use super::ways::{Way, Ways};
use crate::cost::by_degree::{
    MOST_PLACED, MOST_PLACED_IF_SPARSE, MOST_PLANS, SHARE_IN_ANOTHER_ROW, TRIES_FOR_PLANS,
};
use crate::meter::Meter;
use crate::symmetry;

/// Orders of nodes, each node after one of its neighbours, and the plans they lead to.
struct PlanSearch<'a, 'm> {
    pattern: &'a Pattern,
    ways: &'a Ways,
    num_placed: usize,
    plans: Vec<DegreePlan>,
    /// Descriptions of the plans, which are made once.
    known: Vec<String>,
    meter: &'a mut Meter<'m>,
}

/// The plans with the fewest placed nodes, or with any number; those found in time if there are
/// many.
pub(super) fn plans(
    pattern: &Pattern,
    ways: &Ways,
    of_any_length: bool,
    meter: &Meter<'_>,
) -> Vec<DegreePlan> {
    let (plans, known) = (Vec::new(), Vec::new());
    let meter = &mut meter.for_time_only().capped(TRIES_FOR_PLANS);
    let mut search = PlanSearch { pattern, ways, num_placed: 0, plans, known, meter };
    let many = of_any_length || ways.is_dense();
    let most = if many { MOST_PLACED } else { MOST_PLACED_IF_SPARSE };
    for num_placed in 1..=most.min(ways.num_nodes - 1) {
        search.num_placed = num_placed;
        let is_complete = search.extend(&mut Vec::new()).is_some();
        if !is_complete || !search.plans.is_empty() && !of_any_length {
            break;
        }
    }
    search.plans
}

impl PlanSearch<'_, '_> {
    fn extend(&mut self, order: &mut Vec<u8>) -> Option<()> {
        if self.plans.len() >= MOST_PLANS {
            return Some(());
        }
        if order.len() == self.num_placed {
            return self.close(order);
        }
        // One of each class of nodes that are alike, given those that are placed.
        let mut covered = 0_u64;
        for u in 0..self.ways.num_nodes as u8 {
            let is_next = order.is_empty() || order.iter().any(|&v| self.is_linked(u, v));
            if order.contains(&u) || covered >> u & 1 == 1 || !is_next {
                continue;
            }
            order.push(u);
            let mut base: Vec<NodeId> = order.iter().map(|&v| NodeId(v.into())).collect();
            base.extend(self.pattern.nodes().filter(|v| !order.contains(&(v.0 as u8))));
            let orbits =
                symmetry::orbits(self.pattern.symmetry_shape(), &base, order.len(), self.meter)?;
            covered |= orbits.last()?.iter().fold(0, |mask, w| mask | 1 << w.0);
            self.extend(order)?;
            order.pop();
        }
        Some(())
    }

    fn is_linked(&self, u: u8, v: u8) -> bool {
        self.ways.way(u.into(), v.into()).is_some()
    }

    /// The plans that place these nodes.
    fn close(&mut self, order: &[u8]) -> Option<()> {
        let rest: Vec<u8> = (0..self.ways.num_nodes as u8).filter(|u| !order.contains(u)).collect();
        if rest.iter().all(|&u| rest.iter().all(|&v| !self.is_linked(u, v))) {
            self.add(order, None)?;
        }
        for &c in &rest {
            let seen = |u: u8| {
                order.iter().map(|&v| self.ways.way(u.into(), v.into())).collect::<Vec<_>>()
            };
            let (alike, leaves): (Vec<u8>, Vec<u8>) =
                rest.iter().filter(|&&u| u != c).partition(|&&u| self.is_linked(u, c));
            let Some(&b) = alike.first() else { continue };
            let is_apart = |u: u8| rest.iter().all(|&v| v == c || !self.is_linked(u, v));
            let is_alike = |u: u8| {
                self.ways.way(c.into(), u.into()) == self.ways.way(c.into(), b.into())
                    && seen(u) == seen(b)
                    && is_apart(u)
            };
            let has_row = seen(b).iter().any(Option::is_some);
            let ways_to_leaf = |u: u8| seen(u).iter().flatten().count();
            let is_leaf = |u: u8| is_apart(u) && ways_to_leaf(u) == 1 && seen(u) == seen(leaves[0]);
            if has_row && alike.iter().all(|&u| is_alike(u)) && leaves.iter().all(|&u| is_leaf(u)) {
                self.add(order, Some(&Split { c, alike, leaves }))?;
            }
        }
        Some(())
    }

    fn add(&mut self, order: &[u8], split: Option<&Split>) -> Option<()> {
        if let Some(plan) = DegreePlan::new(self.pattern, self.ways, order, split, self.meter) {
            let description = plan.description();
            if !self.known.contains(&description) {
                self.known.push(description);
                self.plans.push(plan);
            }
        }
        (!self.meter.is_spent()).then_some(())
    }
}

/// The statistics of the degrees for a rough prediction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Degrees {
    pub(super) num_nodes: f64,
    pub(super) mean: f64,
    /// The mean degree at the end of an arc.
    pub(super) at_end: f64,
}

impl DegreePlan {
    /// About how many entries of rows are looked at.
    pub(super) fn rough_cost(&self, degrees: Degrees) -> f64 {
        let Degrees { num_nodes, mean, at_end } = degrees;
        let width = |rows: &[(u8, Way)], above: u8| {
            let of_row = if rows.iter().any(|(step, _)| *step > 0) { at_end } else { mean };
            let halved = if above == 0 { 1.0 } else { 0.5 };
            rows.iter().skip(1).fold(of_row * halved, |width, _| width * SHARE_IN_ANOTHER_ROW)
        };
        let of_set = |number: u16| {
            let set = &self.sets.list[number as usize];
            width(&set.rows, set.above)
        };
        let (mut placed, mut cost) = (num_nodes, num_nodes);
        for (i, step) in self.steps.iter().enumerate() {
            if i > 0 {
                placed *= of_set(step.from);
            }
            let is_met = |&&set: &&u16| matches!(self.sets.list[set as usize].make, Make::Meet(..));
            let num_met = self.sets.of_step[i].iter().filter(is_met).count();
            cost += placed * (1.0 + mean * num_met as f64);
        }
        let tail = match &self.tail {
            Tail::Groups { shared, .. } => shared.len() as f64,
            Tail::Pairs(pairs) => {
                let halved = if pairs.is_ordered { 0.5 } else { 1.0 };
                of_set(pairs.first.unwrap_or(pairs.second.set)) * at_end * halved
            }
        };
        cost + placed * tail
    }
}
