//! What a planner knows about a question: sizes, overlaps, and which nodes depend on which.

use isocount_core::Semantics;

use crate::cost::small::ASSUMED_SELECTIVITY;
use crate::exact::compiling::{Compiled, members};
use crate::exact::sieving::Sieved;
use crate::exact::spaces::Space;

/// The measurements that a plan is made from. The memory is reused from question to question.
#[derive(Debug, Default)]
pub(crate) struct Measurements {
    pub(crate) num_candidates: Vec<f64>,
    /// For each node, the nodes that share a candidate with it.
    pub(crate) overlaps: Vec<u64>,
    /// For each node, the nodes with the same candidates.
    pub(crate) alike: Vec<u64>,
    /// For each table, an upper bound of the share of related pairs.
    selectivity: Vec<f64>,
}

impl Measurements {
    /// What holds in every graph: nodes may share candidates if they accept a common label, and
    /// have the same candidates if they have the same kinds of arcs. Sizes are assumed to be equal.
    pub(crate) fn of_any_graph(p: &Compiled) -> Self {
        let num_nodes = p.num_nodes();
        let alike = |u: usize| {
            let same = |&v: &usize| v != u && p.kind[v] == p.kind[u] && p.need[v] == p.need[u];
            (0..num_nodes).filter(same).fold(0, |alike, v| alike | 1 << v)
        };
        Self {
            num_candidates: vec![1.0; num_nodes],
            overlaps: (0..num_nodes).map(|u| p.rivals[u] & !(1 << u)).collect(),
            alike: (0..num_nodes).map(alike).collect(),
            selectivity: vec![ASSUMED_SELECTIVITY; 2 * p.relations.len()],
        }
    }

    pub(crate) fn take<S: Space>(&mut self, p: &Compiled, sieved: &Sieved, space: &S) {
        self.num_candidates.clear();
        self.overlaps.clear();
        self.alike.clear();
        self.selectivity.clear();
        for u in 0..p.num_nodes() {
            self.num_candidates.push(space.num_candidates(u) as f64);
            let (mut overlaps, mut alike) = (0, 0);
            for v in members(p.rivals[u] & !(1 << u)) {
                overlaps |= u64::from(space.overlap(u, v)) << v;
                alike |= u64::from(space.same_candidates(u, v)) << v;
            }
            self.overlaps.push(overlaps);
            self.alike.push(alike);
        }
        for relation in &p.relations {
            let size = |kind: u8| p.num_accepted(kind, &sieved.class_starts) as f64;
            let pairs = relation.arcs.iter().map(|(_, t)| sieved.num_of_type[*t as usize]).min();
            let share = f64::from(pairs.unwrap_or(0)) / (size(relation.from) * size(relation.to));
            // The arcs were counted before the candidates were narrowed.
            let share = share.min(1.0);
            self.selectivity.extend([share, share]);
        }
    }
}

/// A question as the planner sees it.
#[derive(Clone, Copy)]
pub(crate) struct Facts<'a> {
    pub(crate) pattern: &'a Compiled,
    pub(crate) semantics: Semantics,
    pub(crate) measured: &'a Measurements,
    /// Where the nodes of each class start in the space.
    pub(crate) class_starts: &'a [u32],
    /// If at most this many images can be tried in total, nothing is memoised.
    pub(crate) few_placements: f64,
    /// Maximum memory for memoised values, in bytes.
    pub(crate) max_remembered: usize,
}

impl Facts<'_> {
    /// The nodes whose images constrain the images of `u`.
    pub(crate) fn sees(&self, u: usize) -> u64 {
        match self.semantics {
            Semantics::Homomorphism => self.pattern.linked[u] | self.pattern.bans.between(u),
            Semantics::Monomorphism(_) => {
                let linked = self.pattern.linked[u] | self.pattern.bans.between(u);
                linked | self.measured.overlaps[u]
            }
            Semantics::Induced(_) => self.pattern.all() & !(1 << u),
        }
    }

    /// The length of the range that contains all candidates of `u`.
    pub(crate) fn num_places(&self, u: u8) -> usize {
        let family = self.pattern.families[self.pattern.kind[u as usize] as usize];
        let start = self.class_starts[family.first as usize];
        (self.class_starts[family.end as usize] - start) as usize
    }

    /// The expected number of images of `u` once the nodes of `placed` have images.
    pub(crate) fn expected(&self, u: usize, placed: u64) -> f64 {
        let links = self.pattern.links_into(u).iter();
        links
            .filter(|(from, _)| placed >> from & 1 == 1)
            .fold(self.measured.num_candidates[u], |size, (_, table)| {
                size * self.measured.selectivity[*table as usize]
            })
    }

    /// Splits nodes into independent components.
    pub(crate) fn components(&self, nodes: u64) -> impl Iterator<Item = u64> + '_ {
        let mut left = nodes;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let mut component = left & left.wrapping_neg();
            let mut border = component;
            while border != 0 {
                let u = border.trailing_zeros() as usize;
                border &= border - 1;
                let new = self.sees(u) & left & !component;
                component |= new;
                border |= new;
            }
            left &= !component;
            Some(component)
        })
    }
}
