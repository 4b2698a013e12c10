//! Splitting search: the rest of a question splits into parts as images are chosen.
//!
//! A planned search (`../planning/plan.rs`) splits the pattern once and for all: two nodes that
//! might ever share an image stay together. In large labelled patterns, most nodes have some label
//! in common with another, so little is split and little is remembered, although few of the
//! remaining images can actually collide. Here the images that each node can still take are kept as
//! a set, its *domain*, and are narrowed after every choice. Then:
//!
//! ```text
//! value(nodes) = Π value(part)     over parts without a link between them and without a common image
//! value(part)  = Σ value(part, u → x)           over the images x of a node u that is placed, or
//!              = Σ value(part, u → x) + value(part, u elsewhere)   over the images x that others can take, too
//! ```
//!
//! The second sum is the one that matters: it does not separate `u` from its neighbours, but from
//! the nodes it could collide with, and has no more terms than there are collisions. Where these
//! are many, a node can be freed of its condition instead (`gluing.rs`). Parts without collisions
//! are trees more often than not, and a tree is one pass over its links (`tree.rs`). The value of a
//! part depends on its nodes and domains alone, so it is remembered by these (`memory.rs`): images
//! of distant nodes matter only if it could collide with them.
//!
//! ```text
//! domains.rs   sets of images            narrowing.rs   narrows them after a choice
//! parts.rs     the sums and products     branch.rs      which node is placed, kept apart or freed
//! gluing.rs    nodes that are one        siblings.rs    leaves with a common neighbour
//! induced.rs   arcs that must not be     threads.rs     several threads, one memory
//! progress.rs  how much is done
//! ```
//!
//! The terms of sums over images are counts of mappings, so what is found when time runs out is a
//! lower bound.

mod branch;
mod domains;
mod gluing;
mod induced;
mod memory;
mod narrowing;
mod parts;
mod progress;
mod siblings;
mod threads;
mod tree;

use isocount_core::{LabeledGraph, Semantics};

use super::algebra::{RelationTable, Relations, is_for};
use super::compiling::{Compiled, members};
use super::searching::TOO_MANY;
use super::sieving::Sieved;
use crate::cost::splitting::MOST_WORDS_OF_DOMAINS;
use crate::meter::Meter;
use domains::{Domains, Store};
use gluing::{Glued, Terms};
use memory::PartValues;
use progress::Progress;
pub(crate) use threads::IsFound;
use tree::TreeScratch;

/// The outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SplittingOutcome {
    /// The number of mappings.
    Found(u128),
    /// A lower bound of the number of mappings.
    AtLeast(u128),
}

/// The neighbours of a pattern node, with the tables that lead there.
type Links = Vec<(u8, u32)>;

/// A question, and its state so far.
pub(crate) struct Splitting<'a> {
    on: Fixed<'a>,
    /// The initial domains, after narrowing.
    start: Option<Domains>,
    is_narrow: bool,
    own: Own,
}

/// The part of a question that does not change.
struct Fixed<'a> {
    relations: Relations<'a>,
    pattern: Glued,
    /// As masks, for each node the others that must have another image.
    rivals: Vec<u64>,
    /// If induced, the candidates that are adjacent to each.
    adjacent: Option<RelationTable>,
    all: u64,
}

/// The working memory of a thread.
struct Own {
    store: Store,
    values: PartValues,
    scratch: TreeScratch,
    /// Where the thread begins with the terms of a sum: the share of those before it.
    begins_at: f64,
    /// How much the last try did, as far as can be told.
    progress: Progress,
}

impl Own {
    fn with(store: Store, values: PartValues, begins_at: f64) -> Self {
        let progress = Progress::at_first();
        Self { store, values, scratch: TreeScratch::default(), begins_at, progress }
    }
}

impl<'a> Splitting<'a> {
    /// Whether splitting search supports a question.
    pub(crate) fn is_for(p: &Compiled, s: &Sieved, semantics: Semantics) -> bool {
        let words = |&kind: &u8| s.range_of(p, kind).len().div_ceil(64);
        is_for(p, semantics) && p.kind.iter().map(words).sum::<usize>() <= MOST_WORDS_OF_DOMAINS
    }

    /// None if splitting search does not support the question, or the budget ran out.
    pub(crate) fn new(
        p: &Compiled,
        graph: &'a LabeledGraph,
        s: &Sieved,
        semantics: Semantics,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        if !Self::is_for(p, s, semantics) {
            return None;
        }
        let induced = semantics.is_induced().then_some(graph);
        let mut relations = Relations::new(p, s, induced);
        let k = p.num_nodes();
        let mut links = vec![Links::new(); k];
        let ranges: Vec<_> = (0..k).map(|u| relations.homes().range_of(p, u)).collect();
        for link in &p.links {
            let relation = relations.of_link(p, s, link.relation, meter)?;
            links[link.a as usize].push((link.b, relation));
            links[link.b as usize].push((link.a, relations.reverse(relation)));
        }
        relations.settle();
        let rivals = |u: usize| match semantics {
            Semantics::Homomorphism => 0,
            // An arc of an injective mapping is never a loop, so linked nodes differ anyway.
            Semantics::Monomorphism(_) => p.rivals[u] & !p.linked[u] & !(1 << u),
            Semantics::Induced(_) => p.all() & !p.linked[u] & !(1 << u),
        };
        let mut store = Store::new(ranges);
        let start = store.candidates(s, meter)?;
        let rivals = (0..k).map(rivals).collect();
        let adjacent = match induced {
            Some(graph) => Some(induced::adjacent(graph, s, meter)?),
            None => None,
        };
        let pattern = Glued::none(&p.linked, links);
        Some(Self {
            on: Fixed { relations, pattern, rivals, adjacent, all: p.all() },
            start: Some(start),
            is_narrow: false,
            own: Own::with(store, PartValues::default(), 0.0),
        })
    }

    /// The share of the search that is done, as far as can be told: the next try gets there in a
    /// moment.
    pub(crate) fn progress(&self) -> f64 {
        self.own.progress.done
    }

    /// Continues until the meter is spent. Values remembered from earlier tries are not computed
    /// again.
    pub(crate) fn go_on(&mut self, meter: &mut Meter<'_>) -> SplittingOutcome {
        if !self.narrow_once(meter) {
            return SplittingOutcome::AtLeast(0);
        }
        let Some(domains) = self.start else { return SplittingOutcome::Found(0) };
        SplittingRun { on: &self.on, own: &mut self.own, meter }.whole(&domains)
    }

    /// Narrows the initial domains, unless that has been done. False if the budget ran out.
    fn narrow_once(&mut self, meter: &mut Meter<'_>) -> bool {
        if self.is_narrow {
            return true;
        }
        let Some(mut domains) = self.start else { return true };
        let first = self.own.store.mark();
        let mut run = SplittingRun { on: &self.on, own: &mut self.own, meter };
        let is_possible = run.narrow_all(&mut domains);
        if meter.is_spent() {
            self.own.store.release(first);
            return false;
        }
        (self.is_narrow, self.start) = (true, is_possible.then_some(domains));
        true
    }
}

/// The execution of a search.
struct SplittingRun<'r, 'a, 'm> {
    on: &'r Fixed<'a>,
    own: &'r mut Own,
    meter: &'r mut Meter<'m>,
}

impl SplittingRun<'_, '_, '_> {
    fn whole(&mut self, domains: &Domains) -> SplittingOutcome {
        let on = self.on;
        self.own.progress = Progress::at_first();
        let terms = Terms { glued: &on.pattern, free: 0 };
        let found = self.product(terms, domains, on.all);
        if self.meter.is_spent() && found != TOO_MANY {
            SplittingOutcome::AtLeast(found)
        } else {
            SplittingOutcome::Found(found)
        }
    }
}

/// The nodes of a set that can be reached from one of them.
fn reach(from: usize, within: u64, next: impl Fn(usize) -> u64) -> u64 {
    let mut reached = 1_u64 << from;
    let mut border = reached;
    while border != 0 {
        let new = members(border).fold(0, |m, u| m | next(u)) & within & !reached;
        reached |= new;
        border = new;
    }
    reached
}
