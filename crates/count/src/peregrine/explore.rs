//! Exploration: matches the core node by node, and completes each match of the core.

use std::mem;

use super::adjacency::Adjacency;
use super::plan::{Node, Plan, members};
use super::sorted::{Keep, keep, starting_at};
use crate::meter::Meter;

/// The search for matches, one of each class under automorphisms.
pub(super) struct Exploration<'a, 'm> {
    graph: &'a Adjacency,
    plan: &'a Plan<'a>,
    meter: &'a mut Meter<'m>,
    /// The images of the matched nodes, by position in the order.
    images: Vec<u32>,
    /// The candidates of each node, sorted.
    candidates: Vec<Vec<u32>>,
    found: u128,
}

impl<'a, 'm> Exploration<'a, 'm> {
    pub(super) fn new(graph: &'a Adjacency, plan: &'a Plan<'a>, meter: &'a mut Meter<'m>) -> Self {
        let num_nodes = plan.nodes.len();
        let candidates = vec![Vec::new(); num_nodes];
        Self { graph, plan, meter, images: Vec::with_capacity(num_nodes), candidates, found: 0 }
    }

    /// The number of matches that were found before the budget was spent.
    pub(super) fn run(mut self) -> u128 {
        self.match_core();
        self.found
    }

    /// Matches the next node of the core. A pattern has at most 64 nodes, so the calls do not go
    /// deep.
    fn match_core(&mut self) {
        let at = self.images.len();
        if at == self.plan.num_core {
            return self.complete();
        }
        self.collect(at);
        let candidates = mem::take(&mut self.candidates[at]);
        for &x in &candidates {
            if !self.meter.step() {
                break;
            }
            self.images.push(x);
            self.match_core();
            self.images.pop();
        }
        self.candidates[at] = candidates;
    }

    /// The core is matched: collects the candidates of all other nodes.
    fn complete(&mut self) {
        for at in self.plan.num_core..self.plan.nodes.len() {
            self.collect(at);
            if self.candidates[at].is_empty() {
                return;
            }
        }
        if !self.meter.is_spent() {
            self.choose();
        }
    }

    /// Chooses the next image outside the core. Those of the last node are counted and not tried.
    fn choose(&mut self) {
        let (at, plan) = (self.images.len(), self.plan);
        if !self.meter.step() {
            return;
        }
        let chosen = plan.num_core..at;
        let least = self.least_image(&plan.nodes[at], at);
        if at + 1 == plan.nodes.len() {
            let left = starting_at(&self.candidates[at], least);
            let is_taken = |x: &&u32| left.binary_search(x).is_ok();
            let taken = self.images[chosen].iter().filter(is_taken).count();
            self.found += (left.len() - taken) as u128;
            return;
        }
        let candidates = mem::take(&mut self.candidates[at]);
        for &x in starting_at(&candidates, least) {
            if self.meter.is_spent() {
                break;
            }
            if !self.images[chosen.clone()].contains(&x) && self.meter.work(1) {
                self.images.push(x);
                self.choose();
                self.images.pop();
            }
        }
        self.candidates[at] = candidates;
    }

    /// The least number that the partial orders allow for an image, given the first `matched`
    /// nodes.
    fn least_image(&self, node: &Node<'_>, matched: usize) -> u32 {
        let smaller = members(node.smaller).take_while(|&at| at < matched);
        smaller.map(|at| self.images[at] + 1).max().unwrap_or(0)
    }

    /// The candidates of a node, given the current images. None once the budget is spent.
    fn collect(&mut self, at: usize) {
        let (graph, images) = (self.graph, &self.images);
        let node = &self.plan.nodes[at];
        let least = self.least_image(node, images.len());
        let candidates = &mut self.candidates[at];
        candidates.clear();
        let fits = |x: u32| {
            node.accepts.accepts(graph.label(x))
                && node.has_loop.is_none_or(|needed| graph.has_loop(x) == needed)
                && !images.contains(&x)
        };
        // The shortest row is read, and looked up in the others.
        let row = |place: usize| starting_at(graph.row(images[place]), least);
        let shortest = members(node.neighbours).min_by_key(|&place| row(place).len());
        if let Some(place) = shortest {
            let row = row(place);
            for some in self.meter.stretches(row.len()) {
                candidates.extend(row[some].iter().copied().filter(|&x| fits(x)));
            }
            for other in members(node.neighbours & !(1 << place)) {
                keep(candidates, graph.row(images[other]), Keep::Inside, self.meter);
            }
        } else {
            let left = graph.num_nodes().saturating_sub(least as usize);
            for some in self.meter.stretches(left) {
                candidates.extend(some.map(|x| x as u32 + least).filter(|&x| fits(x)));
            }
        }
        for stranger in members(node.strangers) {
            keep(candidates, graph.row(images[stranger]), Keep::Outside, self.meter);
        }
        if self.meter.is_spent() {
            candidates.clear();
        }
    }
}
