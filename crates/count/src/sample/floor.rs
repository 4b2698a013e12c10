//! The foundation of a sampler: the engine's candidates and relation tables, narrowed further where
//! that is cheap.
//!
//! A graph node stays a candidate of `u` only if each of its rows holds a candidate of the other
//! end (arc consistency). A pair of nodes stays in a row only if it closes a triangle wherever the
//! pattern does.

use std::ops::Range;

use isocount_core::{LabeledGraph, NodeId, Pattern, Semantics};

use super::rows::{Rows, meet};
use crate::cost::sample::{MOST_COMPARISONS, MOST_PAIRS_COPIED, PASSES_OF_CONSISTENCY};
use crate::exact::compiling::{Compiled, members};
use crate::exact::sieving::Sieved;
use crate::exact::spaces::{LinkTable, RowSpace};
use crate::meter::Meter;

const NO_LINK: u16 = u16::MAX;

/// The candidates and the rows of one question.
pub(super) struct Floor<'a> {
    pub(super) p: &'a Compiled,
    pub(super) pattern: &'a Pattern,
    pub(super) semantics: Semantics,
    graph: &'a LabeledGraph,
    sieved: &'a Sieved,
    /// For each graph node left, the pattern nodes it may stand for.
    stands_for: Vec<u64>,
    pub(super) num_candidates: Vec<usize>,
    /// For each pattern node, those that must differ from it and share a candidate with it.
    pub(super) overlap: Vec<u64>,
    /// Two for each link of the pattern.
    rows: Vec<Rows<'a>>,
    /// The rows from one pattern node to another.
    between: Vec<u16>,
    /// The space, for the tables of bans.
    space: &'a RowSpace<'a>,
}

impl<'a> Floor<'a> {
    /// None if the count is zero, or the budget ran out (the meter knows which).
    pub(super) fn new(
        (pattern, p): (&'a Pattern, &'a Compiled),
        graph: &'a LabeledGraph,
        sieved: &'a Sieved,
        space: &'a RowSpace<'a>,
        semantics: Semantics,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        let n = p.num_nodes();
        let mut between = vec![NO_LINK; n * n];
        let mut rows = Vec::with_capacity(2 * p.links.len());
        for link in &p.links {
            let (a, b) = (link.a as usize, link.b as usize);
            let backward = p.relations[link.relation as usize].backward();
            between[a * n + b] = rows.len() as u16;
            between[b * n + a] = rows.len() as u16 + 1;
            rows.push(Rows::shared(space.table(2 * link.relation as usize)));
            rows.push(Rows::shared(space.table((2 * link.relation + backward) as usize)));
        }
        let stands_for = sieved.stands_for.clone();
        let (num_candidates, overlap) = (vec![0; n], vec![0; n]);
        let mut floor = Self {
            p,
            pattern,
            semantics,
            graph,
            sieved,
            stands_for,
            num_candidates,
            overlap,
            rows,
            between,
            space,
        };
        if floor.rows.iter().map(Rows::len).sum::<usize>() <= 2 * MOST_PAIRS_COPIED {
            let narrowed = floor.narrow(meter)
                && floor.copy_rows(meter)
                && floor.close_triangles(meter)
                && floor.narrow(meter);
            if !narrowed {
                return None;
            }
        }
        floor.measure(meter).then_some(floor)
    }

    /// The graph nodes among which the candidates of `u` are, by their numbers in the space.
    pub(super) fn places(&self, u: usize) -> Range<u32> {
        self.sieved.range_of(self.p, self.p.kind[u])
    }

    /// The number of the first of them.
    pub(super) fn first(&self, u: usize) -> u32 {
        self.places(u).start
    }

    #[inline]
    pub(super) fn stands_for(&self, x: u32, u: usize) -> bool {
        self.stands_for[x as usize] >> u & 1 == 1
    }

    /// The rows from `u` to `v`, which are linked.
    pub(super) fn link(&self, u: usize, v: usize) -> u16 {
        self.between[u * self.p.num_nodes() + v]
    }

    #[inline]
    pub(super) fn row(&self, link: u16, x: u32) -> &[u32] {
        self.rows[link as usize].row(x)
    }

    /// How many pairs the rows of a link hold.
    pub(super) fn num_pairs(&self, link: u16) -> usize {
        self.rows[link as usize].len()
    }

    /// Whether no arc runs between two graph nodes.
    pub(super) fn are_apart(&self, x: u32, y: u32) -> bool {
        let [x, y] = [x, y].map(|place| NodeId(self.sieved.nodes[place as usize]));
        self.graph.arcs_between(x, y).is_empty() && self.graph.arcs_between(y, x).is_empty()
    }

    /// The nodes between which and `u` an arc must be absent. An induced question asks for more.
    pub(super) fn banned(&self, u: usize) -> u64 {
        if self.semantics.is_induced() { 0 } else { self.p.bans.between(u) }
    }

    /// Whether a forbidden arc runs from `x` to `y`, by a table of bans.
    pub(super) fn is_banned(&self, table: u16, x: u32, y: u32) -> bool {
        self.space.is_banned(table, x, y)
    }

    /// Arc consistency. False if some node has no candidate left, or the budget ran out.
    fn narrow(&mut self, meter: &mut Meter<'_>) -> bool {
        let n = self.p.num_nodes();
        for _ in 0..PASSES_OF_CONSISTENCY {
            let mut changed = false;
            for link in &self.p.links {
                for (u, v) in
                    [(link.a as usize, link.b as usize), (link.b as usize, link.a as usize)]
                {
                    let rows = &self.rows[self.between[u * n + v] as usize];
                    let mut left = false;
                    for x in self.sieved.range_of(self.p, self.p.kind[u]) {
                        if self.stands_for[x as usize] >> u & 1 == 0 {
                            continue;
                        }
                        let row = rows.row(x);
                        let partner =
                            row.iter().position(|&y| self.stands_for[y as usize] >> v & 1 == 1);
                        if !meter.work(1 + partner.unwrap_or(row.len())) {
                            return false;
                        }
                        if partner.is_some() {
                            left = true;
                        } else {
                            self.stands_for[x as usize] &= !(1 << u);
                            changed = true;
                        }
                    }
                    if !left {
                        return false;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        true
    }

    /// Gives every link rows of its own, without nodes that are not candidates. If all are
    /// candidates, the rows of the engine are kept.
    fn copy_rows(&mut self, meter: &mut Meter<'_>) -> bool {
        let mut narrowed = 0_u64;
        for u in 0..self.p.num_nodes() {
            let places = self.places(u);
            let stand_for = &self.stands_for[places.start as usize..places.end as usize];
            narrowed |= u64::from(stand_for.iter().any(|mask| mask >> u & 1 == 0)) << u;
        }
        (0..self.p.links.len()).all(|l| {
            let link = self.p.links[l];
            let (a, b) = (link.a as usize, link.b as usize);
            if narrowed & (1 << a | 1 << b) == 0 {
                return true;
            }
            let kept = self.rows[2 * l].pairs();
            let kept = kept.filter(|&(x, y)| self.stands_for(x, a) && self.stands_for(y, b));
            let forward = LinkTable::group(self.places(a), kept, meter);
            self.replace_rows(l, forward, meter)
        })
    }

    fn replace_rows(
        &mut self,
        l: usize,
        forward: Option<LinkTable>,
        meter: &mut Meter<'_>,
    ) -> bool {
        let Some(forward) = forward else { return false };
        let Some(backward) = forward.turned(self.places(self.p.links[l].b as usize), meter) else {
            return false;
        };
        self.rows[2 * l] = Rows::own(forward);
        self.rows[2 * l + 1] = Rows::own(backward);
        true
    }

    /// One pass; a second gains next to nothing.
    fn close_triangles(&mut self, meter: &mut Meter<'_>) -> bool {
        let third = |link: &crate::exact::compiling::Link| {
            self.p.linked[link.a as usize] & self.p.linked[link.b as usize]
        };
        let average = |u: usize, v: usize| {
            let pairs = self.num_pairs(self.link(u, v)) as f64;
            pairs / self.places(u).len().max(1) as f64
        };
        let mut effort = 0.0;
        for (l, link) in self.p.links.iter().enumerate() {
            for t in members(third(link)) {
                let rows = average(link.a as usize, t) + average(link.b as usize, t);
                effort += self.rows[2 * l].len() as f64 * (1.0 + rows);
            }
        }
        if effort > MOST_COMPARISONS {
            return true;
        }
        for l in 0..self.p.links.len() {
            let link = self.p.links[l];
            let (a, b) = (link.a as usize, link.b as usize);
            let corners = self.p.linked[a] & self.p.linked[b];
            if corners == 0 {
                continue;
            }
            let mut kept = Vec::with_capacity(self.rows[2 * l].len());
            for (x, y) in self.rows[2 * l].pairs() {
                if !self.stands_for(x, a) || !self.stands_for(y, b) {
                    continue;
                }
                let mut looked_at = 1;
                let closes = members(corners).all(|t| {
                    let mut closed = false;
                    let mut sides = [self.row(self.link(a, t), x), self.row(self.link(b, t), y)];
                    looked_at += sides[0].len().min(sides[1].len());
                    meet(&mut sides, |z| {
                        closed = self.stands_for(z, t);
                        !closed
                    });
                    closed
                });
                if !meter.work(looked_at) {
                    return false;
                }
                if closes {
                    kept.push((x, y));
                }
            }
            let forward = LinkTable::group(self.places(a), kept.into_iter(), meter);
            if !self.replace_rows(l, forward, meter) {
                return false;
            }
        }
        true
    }

    /// Counts candidates and finds out which nodes share some. False if a node has none.
    fn measure(&mut self, meter: &mut Meter<'_>) -> bool {
        for some in meter.stretches(self.stands_for.len()) {
            for &mask in &self.stands_for[some] {
                for u in members(mask) {
                    self.num_candidates[u] += 1;
                    self.overlap[u] |= mask;
                }
            }
        }
        for (u, overlap) in self.overlap.iter_mut().enumerate() {
            *overlap = if self.semantics.is_injective() { *overlap & !(1 << u) } else { 0 };
        }
        !meter.is_spent() && !self.num_candidates.contains(&0)
    }
}
