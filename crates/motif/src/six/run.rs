//! Plans at work: one pass over the images of a and b for all of them.
//!
//! What several plans need is made once for each image: the numbers of common neighbours of a and
//! of every node, of a, b and every node, and the walks of three steps from a.

use std::sync::atomic::{AtomicUsize, Ordering};

use isocount_core::{Cancelled, Control};
use isocount_platform::on_threads;

use super::plan::{FactorId, NUM_FACTORS, Plan, walk};
use crate::ranked::Ranked;
use crate::triangles::Common;

/// What is known about edges.
pub(super) struct EdgeTables<'a> {
    pub(super) graph: &'a Ranked,
    /// Triangles of each edge, and the third nodes of these.
    pub(super) triangles: &'a [u32],
    pub(super) common: &'a Common,
    /// Walks of three steps from end to end.
    pub(super) walks: &'a [u64],
}

/// The homomorphisms of each plan, modulo 2¹²⁸.
pub(super) fn run(
    tables: &EdgeTables<'_>,
    plans: &[&Plan],
    threads: usize,
    shown: &Control,
    control: &Control,
) -> Result<Vec<u128>, Cancelled> {
    let nodes = tables.graph.num_nodes();
    let next = AtomicUsize::new(0);
    let parts = on_threads(threads, |_| {
        let mut pass = Pass::new(tables, plans);
        loop {
            let done = next.fetch_add(1, Ordering::Relaxed);
            if done >= nodes {
                return Ok(pass.sums);
            }
            // Hubs first: they take longest.
            pass.at(nodes - 1 - done, control)?;
            shown.advance(1);
        }
    });
    let mut sums = vec![0_u128; plans.len()];
    for part in parts {
        sums.iter_mut().zip(part?).for_each(|(sum, more)| *sum = sum.wrapping_add(more));
    }
    Ok(sums)
}

/// How many members of a list are next to each node.
struct Reached {
    times: Vec<u32>,
    nodes: Vec<u32>,
    is_filled: bool,
}

impl Reached {
    fn new(nodes: usize) -> Self {
        Self { times: vec![0; nodes], nodes: Vec::new(), is_filled: false }
    }

    fn fill(&mut self, graph: &Ranked, list: impl Iterator<Item = usize>) {
        self.is_filled = true;
        for x in list {
            for (y, _) in graph.row(x) {
                if self.times[y] == 0 {
                    self.nodes.push(y as u32);
                }
                self.times[y] += 1;
            }
        }
    }

    fn clear(&mut self) {
        self.is_filled = false;
        for y in self.nodes.drain(..) {
            self.times[y as usize] = 0;
        }
    }

    fn at(&self, node: usize) -> u64 {
        u64::from(self.times[node])
    }
}

/// Plans whose images of c are the same: c is linked to the same of a and b, and with them is next
/// to some node or not.
struct Group {
    near: u8,
    is_reached: bool,
    plans: Vec<usize>,
    /// The factors of any of them that are known with c.
    factors: Vec<FactorId>,
}

/// The state of a thread.
struct Pass<'a> {
    tables: &'a EdgeTables<'a>,
    plans: &'a [&'a Plan],
    groups: Vec<Group>,
    sums: Vec<u128>,
    values: [u64; NUM_FACTORS],
    /// The edge from a, or from b, to a node, plus one.
    to_a: Vec<u32>,
    to_b: Vec<u32>,
    of_a: Reached,
    of_ab: Reached,
    of_ac: Reached,
    of_bc: Reached,
    of_abc: Reached,
    /// Walks of three steps from a.
    walks: Vec<u64>,
    walked: Vec<u32>,
    needs_walks: bool,
    needs_ab: Vec<bool>,
    /// For each plan, the product of the factors that are known with b.
    with_b: Vec<u128>,
    list: Vec<u32>,
}

impl<'a> Pass<'a> {
    fn new(tables: &'a EdgeTables<'a>, plans: &'a [&'a Plan]) -> Self {
        let nodes = tables.graph.num_nodes();
        let kinds = (1..=3_u8).flat_map(|near| [(near, false), (near, true)]);
        let groups = kinds.map(|(near, is_reached)| {
            let is_member = |plan: &Plan| {
                plan.placed > 2 && (plan.near[2], plan.uses(0b111)) == (near, is_reached)
            };
            let members: Vec<usize> = (0..plans.len()).filter(|&i| is_member(plans[i])).collect();
            let factors = members.iter().flat_map(|&i| plans[i].factors[1].iter().copied());
            let mut factors: Vec<FactorId> = factors.collect();
            factors.sort_unstable();
            factors.dedup();
            Group { near, is_reached, plans: members, factors }
        });
        let is_far = |plan: &&Plan, j: usize| plan.near[j] & 1 == 0 && plan.uses(walk(0, j));
        let reached = || Reached::new(nodes);
        Self {
            tables,
            plans,
            groups: groups.filter(|group| !group.plans.is_empty()).collect(),
            sums: vec![0; plans.len()],
            values: [0; NUM_FACTORS],
            to_a: vec![0; nodes],
            to_b: vec![0; nodes],
            of_a: reached(),
            of_ab: reached(),
            of_ac: reached(),
            of_bc: reached(),
            of_abc: reached(),
            walks: vec![0; nodes],
            walked: Vec::new(),
            needs_walks: plans.iter().any(|plan| is_far(plan, 2) || is_far(plan, 3)),
            needs_ab: plans.iter().map(|plan| plan.uses(0b111) || plan.uses(0b1011)).collect(),
            with_b: vec![0; plans.len()],
            list: Vec::new(),
        }
    }

    /// Adds up at one image of a.
    fn at(&mut self, a: usize, control: &Control) -> Result<(), Cancelled> {
        let graph = self.tables.graph;
        self.of_a.fill(graph, graph.row(a).map(|(u, _)| u));
        if self.needs_walks {
            for &x in &self.of_a.nodes {
                let times = self.of_a.at(x as usize);
                for (y, _) in graph.row(x as usize) {
                    if self.walks[y] == 0 {
                        self.walked.push(y as u32);
                    }
                    self.walks[y] += times;
                }
            }
        }
        for (u, edge) in graph.row(a) {
            self.to_a[u] = edge as u32 + 1;
        }
        self.values[0b1] = graph.degree(a) as u64;
        for (b, ab) in graph.row(a) {
            control.check()?;
            self.with_b(a, b, ab);
        }
        for (u, _) in graph.row(a) {
            self.to_a[u] = 0;
        }
        self.of_a.clear();
        for y in self.walked.drain(..) {
            self.walks[y as usize] = 0;
        }
        Ok(())
    }

    fn product(&self, factors: &[FactorId], start: u128) -> u128 {
        let mut product = start;
        for &factor in factors {
            let value = self.values[factor as usize];
            if value == 0 {
                return 0;
            }
            product = product.wrapping_mul(u128::from(value));
        }
        product
    }

    fn with_b(&mut self, a: usize, b: usize, ab: usize) {
        let EdgeTables { graph, triangles, common, walks } = *self.tables;
        self.values[0b10] = graph.degree(b) as u64;
        self.values[0b11] = u64::from(triangles[ab]);
        self.values[walk(0, 1) as usize] = walks[ab];
        let mut needs_ab = false;
        for (i, plan) in self.plans.iter().enumerate() {
            // With no common neighbour of a and b, there is none of a, b and another node either.
            let is_zero = self.needs_ab[i] && triangles[ab] == 0;
            let product = if is_zero { 0 } else { self.product(&plan.factors[0], 1) };
            self.with_b[i] = product;
            needs_ab |= product != 0 && self.needs_ab[i];
            if plan.placed == 2 {
                self.sums[i] = self.sums[i].wrapping_add(product);
            }
        }
        if needs_ab {
            self.of_ab.fill(graph, common.of(ab).iter().map(|&x| x as usize));
        }
        for (u, edge) in graph.row(b) {
            self.to_b[u] = edge as u32 + 1;
        }
        for g in 0..self.groups.len() {
            if self.groups[g].plans.iter().all(|&i| self.with_b[i] == 0) {
                continue;
            }
            let Group { near, is_reached, .. } = self.groups[g];
            let row = match near {
                0b01 => graph.degree(a),
                0b10 => graph.degree(b),
                _ => triangles[ab] as usize,
            };
            if is_reached && self.of_ab.nodes.len() < row {
                for place in 0..self.of_ab.nodes.len() {
                    let c = self.of_ab.nodes[place] as usize;
                    let (is_a, is_b) = (self.to_a[c] != 0, self.to_b[c] != 0);
                    if (near & 0b01 == 0 || is_a) && (near & 0b10 == 0 || is_b) {
                        self.with_c(g, [a, b, c], ab);
                    }
                }
                continue;
            }
            match near {
                0b01 => graph.row(a).for_each(|(c, _)| self.with_c(g, [a, b, c], ab)),
                0b10 => graph.row(b).for_each(|(c, _)| self.with_c(g, [a, b, c], ab)),
                _ => common.of(ab).iter().for_each(|&c| self.with_c(g, [a, b, c as usize], ab)),
            }
        }
        for (u, _) in graph.row(b) {
            self.to_b[u] = 0;
        }
        self.of_ab.clear();
    }

    fn with_c(&mut self, group: usize, [a, b, c]: [usize; 3], ab: usize) {
        let EdgeTables { graph, triangles, walks, .. } = *self.tables;
        let near = self.groups[group].near;
        for place in 0..self.groups[group].factors.len() {
            let factor = self.groups[group].factors[place];
            self.values[factor as usize] = match factor {
                0b100 => graph.degree(c) as u64,
                0b101 => self.of_a.at(c),
                0b110 => u64::from(triangles[self.to_b[c] as usize - 1]),
                0b111 => self.of_ab.at(c),
                _ if factor == walk(1, 2) => walks[self.to_b[c] as usize - 1],
                // A walk from a to c.
                _ if near & 1 == 1 => walks[self.to_a[c] as usize - 1],
                _ => self.walks[c],
            };
        }
        for place in 0..self.groups[group].plans.len() {
            let i = self.groups[group].plans[place];
            if self.with_b[i] == 0 {
                continue;
            }
            let plan = self.plans[i];
            let product = self.product(&plan.factors[1], self.with_b[i]);
            if product == 0 {
                continue;
            }
            let times = if plan.placed == 3 { 1 } else { self.images_of_d(plan, [a, b, c], ab) };
            self.sums[i] = self.sums[i].wrapping_add(product.wrapping_mul(times));
        }
        for reached in [&mut self.of_ac, &mut self.of_bc, &mut self.of_abc] {
            reached.clear();
        }
    }

    /// The sum over the images of d of its factors.
    fn images_of_d(&mut self, plan: &Plan, [a, b, c]: [usize; 3], ab: usize) -> u128 {
        let EdgeTables { graph, common, .. } = *self.tables;
        let mut list = std::mem::take(&mut self.list);
        for (factor, is_a, is_b) in
            [(0b1101, true, false), (0b1110, false, true), (0b1111, true, true)]
        {
            let is_filled = match factor {
                0b1101 => self.of_ac.is_filled,
                0b1110 => self.of_bc.is_filled,
                _ => self.of_abc.is_filled,
            };
            if is_filled || !plan.uses(factor) {
                continue;
            }
            list.clear();
            list.extend(self.common_with_c(c, is_a, is_b));
            let reached = match factor {
                0b1101 => &mut self.of_ac,
                0b1110 => &mut self.of_bc,
                _ => &mut self.of_abc,
            };
            reached.fill(graph, list.iter().map(|&x| x as usize));
        }
        self.list = list;
        let edge = |number: u32| number as usize - 1;
        let sum = |images: &mut dyn Iterator<Item = (usize, usize)>| {
            images.fold(0_u128, |sum, (d, cd)| sum.wrapping_add(self.at_d(plan, d, cd)))
        };
        let near = |u: &u32| (*u as usize, usize::MAX);
        match plan.near[3] {
            0b001 => sum(&mut graph.row(a)),
            0b010 => sum(&mut graph.row(b)),
            0b011 => sum(&mut common.of(ab).iter().map(near)),
            0b100 => sum(&mut graph.row(c)),
            mask if plan.follows_row_of_c => {
                let (is_a, is_b) = (mask & 1 == 1, mask & 2 == 2);
                let fits = |d: usize| (!is_a || self.to_a[d] != 0) && (!is_b || self.to_b[d] != 0);
                sum(&mut graph.row(c).filter(|&(d, _)| fits(d)))
            }
            0b101 => sum(&mut common.of(edge(self.to_a[c])).iter().map(near)),
            0b110 => sum(&mut common.of(edge(self.to_b[c])).iter().map(near)),
            _ if plan.near[2] & 2 == 2 => {
                let images = common.of(edge(self.to_b[c])).iter().map(near);
                sum(&mut images.filter(|&(d, _)| self.to_a[d] != 0))
            }
            _ => {
                let images = common.of(edge(self.to_a[c])).iter().map(near);
                sum(&mut images.filter(|&(d, _)| self.to_b[d] != 0))
            }
        }
    }

    /// The common neighbours of c and of a, b or both.
    fn common_with_c(
        &self,
        c: usize,
        is_a: bool,
        is_b: bool,
    ) -> impl Iterator<Item = u32> + use<'_, 'a> {
        let row = self.tables.graph.row(c).map(|(x, _)| x);
        let common =
            row.filter(move |&x| (!is_a || self.to_a[x] != 0) && (!is_b || self.to_b[x] != 0));
        common.map(|x| x as u32)
    }

    fn at_d(&self, plan: &Plan, d: usize, cd: usize) -> u128 {
        let EdgeTables { graph, triangles, walks, .. } = *self.tables;
        let mut product = 1_u128;
        for &factor in &plan.factors[2] {
            let value = match factor {
                0b1000 => graph.degree(d) as u64,
                0b1001 => self.of_a.at(d),
                0b1010 => u64::from(triangles[self.to_b[d] as usize - 1]),
                0b1100 => u64::from(triangles[cd]),
                0b1011 => self.of_ab.at(d),
                0b1101 => self.of_ac.at(d),
                0b1110 => self.of_bc.at(d),
                0b1111 => self.of_abc.at(d),
                _ if factor == walk(1, 3) => walks[self.to_b[d] as usize - 1],
                _ if factor == walk(2, 3) => walks[cd],
                // A walk from a to d.
                _ if plan.near[3] & 1 == 1 => walks[self.to_a[d] as usize - 1],
                _ => self.walks[d],
            };
            if value == 0 {
                return 0;
            }
            product = product.wrapping_mul(u128::from(value));
        }
        product
    }
}
