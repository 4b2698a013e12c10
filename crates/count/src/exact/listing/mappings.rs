//! The mappings themselves, one by one: an iterator that owns everything it needs.

use std::sync::Arc;
use std::vec;

use isocount_core::{Budget, Control, LabeledGraph, NodeId, Pattern, Semantics, Unit};

use super::head_start::{Ahead, Covered, HeadStart, work_ahead};
use super::walk::{Line, Stop, Walk};
use crate::Tuning;
use crate::cost::listing::MATCHES_AHEAD;
use crate::exact::compiling::{Compiled, MAX_ARCS, MAX_NODES};
use crate::exact::planning::{Facts, Measurements, Plan, Policy};
use crate::exact::sieving::{ArcSource, Form, Sieved, narrow};
use crate::exact::spaces::{KeptTables, Mask, MaskSpace, RowSpace, Space};
use crate::fits::Fits;
use crate::meter::{Left, Meter};
use crate::symmetry::Chain;

/// The reason why matches cannot be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// The pattern is too large to be searched for match by match.
    #[error(
        "the pattern has {nodes} nodes and {arcs} arcs; matches are found for patterns of at most \
         {MAX_NODES} nodes and {MAX_ARCS} arcs (counting has no such limit)"
    )]
    TooLarge {
        /// The number of its nodes.
        nodes: usize,
        /// The number of its arcs.
        arcs: usize,
    },
    /// The pattern has too many sets of labels.
    #[error(
        "the sets of labels in the pattern overlap in too many ways to search for it match by match; use \
         fewer different sets (counting has no such limit)"
    )]
    TooManySets,
}

impl FindError {
    /// Compiles the pattern, or explains why it cannot be searched for.
    pub(crate) fn check(pattern: &Pattern) -> Result<Compiled, Self> {
        let (nodes, arcs) = (pattern.num_nodes(), pattern.num_arcs());
        if nodes > MAX_NODES || arcs > MAX_ARCS {
            return Err(Self::TooLarge { nodes, arcs });
        }
        Compiled::new(pattern).ok_or(Self::TooManySets)
    }
}

/// The reason why there are no further matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// All matches were found.
    Complete,
    /// The requested number of matches was found. There may be more.
    Limited,
    /// The time or the steps of the budget ran out.
    OutOfBudget,
    /// The search was cancelled.
    Cancelled,
}

/// A lazy iterator over the matches of a pattern in a graph. Each match is the list of the graph
/// nodes that the pattern nodes go to.
///
/// If subgraphs are requested, each subgraph comes once, as the least of the mappings onto it in
/// the lexicographic order of images. The order of the matches is the same in every run. Apart from
/// the graph, it takes as much memory as a count, whatever the number of matches.
///
/// ```
/// use std::sync::Arc;
/// use isocount_core::{Budget, Label, LabeledGraph, NodeId, Pattern, Semantics, Unit};
/// use isocount_count::{Ending, Mappings};
///
/// let path = |len| {
///     let mut builder = LabeledGraph::builder();
///     let nodes: Vec<_> = (0..len).map(|_| builder.node(Label(0))).collect();
///     for pair in nodes.windows(2) {
///         builder.undirected_edge(pair[0], pair[1], Label(0));
///     }
///     builder.build().unwrap()
/// };
/// let (edge, graph) = (Arc::new(Pattern::try_from(path(2))?), Arc::new(path(3)));
/// let subgraphs = Semantics::Monomorphism(Unit::Subgraphs);
/// let mut matches = Mappings::new(&edge, &graph, subgraphs, &Budget::UNLIMITED)?;
/// let found: Vec<_> = matches.by_ref().collect();
/// assert_eq!(found, [[NodeId(0), NodeId(1)], [NodeId(1), NodeId(2)]]);
/// assert_eq!(matches.ending(), Some(Ending::Complete));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Mappings {
    pattern: Arc<Pattern>,
    compiled: Arc<Compiled>,
    graph: Arc<LabeledGraph>,
    semantics: Semantics,
    tuning: Tuning,
    left: Left,
    control: Control,
    /// Only if subgraphs are requested; found at the beginning.
    chain: Option<Chain>,
    limit: Option<u64>,
    num_found: u64,
    stage: ListingStage,
    /// Matches that were found and not yet returned, one after the other.
    found: vec::IntoIter<NodeId>,
    /// The number of matches to find at once: one at first.
    at_once: usize,
}

enum ListingStage {
    NotBegun,
    /// The whole graph was not processed yet.
    Ahead(Box<HeadStart>),
    /// The matches that were listed ahead are left out from here on.
    Over(Option<Covered>),
    Walking(Box<dyn Walking>),
    /// The matches found so far are still to be returned.
    Ended(Ending),
}

impl Mappings {
    /// Creates the iterator without searching. The time of the budget begins now.
    ///
    /// # Errors
    /// If the pattern is too large.
    pub fn new(
        pattern: &Arc<Pattern>,
        graph: &Arc<LabeledGraph>,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Self, FindError> {
        Ok(Self {
            compiled: Arc::new(FindError::check(pattern)?),
            pattern: Arc::clone(pattern),
            graph: Arc::clone(graph),
            semantics,
            tuning: Tuning::default(),
            left: Left::of(budget),
            control: budget.control.clone(),
            chain: None,
            limit: None,
            num_found: 0,
            stage: ListingStage::NotBegun,
            found: Vec::new().into_iter(),
            at_once: 1,
        })
    }

    /// Ends after `limit` matches.
    #[must_use]
    pub fn limited_to(self, limit: u64) -> Self {
        Self { limit: Some(limit), ..self }
    }

    /// Sets the switches of the engine, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn tuned(self, tuning: Tuning) -> Self {
        Self { tuning, ..self }
    }

    /// Returns why there are no further matches; `None` while there may be some.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        if self.limit.is_some_and(|limit| self.num_found >= limit) {
            return Some(Ending::Limited);
        }
        match self.stage {
            ListingStage::Ended(ending) if self.found.as_slice().is_empty() => Some(ending),
            _ => None,
        }
    }

    /// The number of matches that can be returned without searching.
    #[must_use]
    pub fn num_ready(&self) -> usize {
        let found = self.found.as_slice().len() / self.pattern.num_nodes();
        match self.limit {
            None => found,
            Some(limit) => found.min(usize::try_from(limit - self.num_found).unwrap_or(found)),
        }
    }

    /// Replaces the contents of `images` with the next match. Returns false if there is none;
    /// [`ending`](Self::ending) returns why.
    pub fn next_into(&mut self, images: &mut Vec<NodeId>) -> bool {
        let len = self.pattern.num_nodes();
        while self.ending().is_none() {
            if let Some(next) = self.found.as_slice().get(..len) {
                images.clear();
                images.extend_from_slice(next);
                self.found.nth(len - 1);
                self.num_found += 1;
                return true;
            }
            self.search();
        }
        false
    }

    /// Finds more matches, or reaches the end.
    fn search(&mut self) {
        let control = self.control.clone();
        let mut meter = Meter::resume(self.left, &control);
        let (mut found, wanted) = (Vec::new(), self.at_once);
        let stop = match &mut self.stage {
            ListingStage::Ended(_) => return,
            ListingStage::NotBegun => self.begin(&mut meter),
            ListingStage::Ahead(ahead) => {
                let (p, g) = (&self.pattern, &self.graph);
                let fits = Fits { p, g, semantics: self.semantics };
                match ahead.run(fits, wanted, &mut found, &mut meter) {
                    Ahead::Stopped(stop) => stop,
                    Ahead::Over => {
                        self.stage = ListingStage::Over(Some(ahead.covered()));
                        Stop::Pause
                    }
                }
            }
            ListingStage::Over(covered) => {
                let covered = covered.take();
                match self.prepare(covered, &mut meter) {
                    Some(walking) => {
                        self.stage = ListingStage::Walking(walking);
                        Stop::Pause
                    }
                    None if meter.is_spent() => Stop::Spent,
                    None => Stop::Complete,
                }
            }
            ListingStage::Walking(walking) => walking.run(wanted, &mut found, &mut meter),
        };
        if !found.is_empty() {
            self.at_once = MATCHES_AHEAD.min(2 * wanted);
        }
        self.left = meter.left();
        self.found = found.into_iter();
        match stop {
            Stop::Pause => {}
            Stop::Complete => self.stage = ListingStage::Ended(Ending::Complete),
            Stop::Spent if self.control.is_cancelled() => {
                self.stage = ListingStage::Ended(Ending::Cancelled);
            }
            Stop::Spent => self.stage = ListingStage::Ended(Ending::OutOfBudget),
        }
    }

    /// Analyses the pattern, and begins the search that needs nothing else.
    fn begin(&mut self, meter: &mut Meter<'_>) -> Stop {
        if meter.is_spent() {
            return Stop::Spent;
        }
        if self.semantics.unit() == Unit::Subgraphs {
            self.chain = Chain::of(&self.pattern, &mut meter.for_time_only());
            if self.chain.is_none() {
                meter.spend();
                return Stop::Spent;
            }
        }
        let Self { pattern: p, graph: g, semantics, chain, .. } = self;
        let work = self.tuning.head_start.unwrap_or_else(|| work_ahead(g));
        if work == 0 {
            self.stage = ListingStage::Over(None);
            return Stop::Pause;
        }
        let fits = Fits { p, g, semantics: *semantics };
        let Some(ahead) = HeadStart::new(fits, chain.as_ref(), work, meter) else {
            return Stop::Spent;
        };
        self.stage = ListingStage::Ahead(Box::new(ahead));
        Stop::Pause
    }

    /// Narrows the graph to what matches can use. None if there are no further matches, or the
    /// budget ran out.
    fn prepare(&self, covered: Option<Covered>, meter: &mut Meter<'_>) -> Option<Box<dyn Walking>> {
        let compiled = Arc::clone(&self.compiled);
        let (mut sieved, semantics) = (Sieved::default(), self.semantics);
        let (graph, representation) = (Arc::clone(&self.graph), self.tuning.representation);
        let source = ArcSource::Scan;
        let form =
            narrow(&compiled, &graph, source, semantics, representation, &mut sieved, meter)?;
        let chain = self.chain.as_ref();
        let base = ListingBase { graph, compiled, sieved, semantics, tuning: self.tuning };
        match form {
            Form::Masks(1) => base.walk_masks::<1>(chain, covered, meter),
            Form::Masks(2) => base.walk_masks::<2>(chain, covered, meter),
            Form::Masks(_) => base.walk_masks::<4>(chain, covered, meter),
            Form::Rows => base.walk_rows(chain, covered, meter),
        }
    }
}

impl Iterator for Mappings {
    type Item = Vec<NodeId>;

    fn next(&mut self) -> Option<Vec<NodeId>> {
        let mut images = Vec::with_capacity(self.pattern.num_nodes());
        self.next_into(&mut images).then_some(images)
    }
}

impl std::iter::FusedIterator for Mappings {}

impl std::fmt::Debug for Mappings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (found, ending) = (self.num_found, self.ending());
        f.debug_struct("Mappings")
            .field("found", &found)
            .field("ending", &ending)
            .finish_non_exhaustive()
    }
}

/// What every kind of space is built from.
struct ListingBase {
    graph: Arc<LabeledGraph>,
    compiled: Arc<Compiled>,
    sieved: Sieved,
    semantics: Semantics,
    tuning: Tuning,
}

impl ListingBase {
    fn walk_masks<const W: usize>(
        self,
        chain: Option<&Chain>,
        covered: Option<Covered>,
        meter: &mut Meter<'_>,
    ) -> Option<Box<dyn Walking>> {
        let mut space = MaskSpace::<W>::default();
        if !space.fill(&self.compiled, &self.graph, &self.sieved, self.semantics, meter) {
            return None;
        }
        let line = self.line(&space, chain, meter)?.without(covered);
        let walk = self.walk(&line);
        Some(Box::new(MaskWalk { base: self, space, line, walk }))
    }

    fn walk_rows(
        self,
        chain: Option<&Chain>,
        covered: Option<Covered>,
        meter: &mut Meter<'_>,
    ) -> Option<Box<dyn Walking>> {
        let Self { compiled, graph, sieved, semantics, .. } = &self;
        let space = RowSpace::new(compiled, graph, sieved, *semantics, meter)?;
        let line = self.line(&space, chain, meter)?.without(covered);
        let (walk, own) = (self.walk(&line), space.put_aside());
        Some(Box::new(RowWalk { base: self, own, line, walk }))
    }

    fn walk<Set: Default>(&self, line: &Line) -> Walk<Set> {
        Walk::new(line, self.compiled.num_nodes(), self.tuning.patience)
    }

    /// None if some part of the pattern has no match, or the budget ran out.
    fn line<S: Space>(
        &self,
        space: &S,
        chain: Option<&Chain>,
        meter: &mut Meter<'_>,
    ) -> Option<Line> {
        let mut measured = Measurements::default();
        measured.take(&self.compiled, &self.sieved, space);
        let facts = Facts {
            pattern: &self.compiled,
            semantics: self.semantics,
            measured: &measured,
            class_starts: &self.sieved.class_starts,
            few_placements: self.tuning.few_placements,
            max_remembered: self.tuning.max_remembered,
        };
        let line_of = |nodes: u64| {
            let mut plan = Plan::default();
            plan.make_line(&facts, Policy::default(), nodes);
            plan
        };
        // A part without a match would be tried for every image of the others.
        let parts = self.compiled.connected_parts();
        for &part in if parts.len() > 1 { &parts[..] } else { &[] } {
            let line = Line::of_mappings(line_of(part));
            let (mut walk, mut found) = (self.walk(&line), Vec::new());
            if walk.run(space, &line, &self.sieved.nodes, 1, &mut found, meter) != Stop::Pause {
                return None;
            }
        }
        let plan = line_of(self.compiled.all());
        Some(match chain {
            None => Line::of_mappings(plan),
            Some(chain) => Line::of_subgraphs(plan, chain, &self.compiled),
        })
    }
}

/// A walk with its space.
trait Walking: Send {
    fn run(&mut self, wanted: usize, found: &mut Vec<NodeId>, meter: &mut Meter<'_>) -> Stop;
}

struct MaskWalk<const W: usize> {
    base: ListingBase,
    space: MaskSpace<W>,
    line: Line,
    walk: Walk<Mask<W>>,
}

impl<const W: usize> Walking for MaskWalk<W> {
    fn run(&mut self, wanted: usize, found: &mut Vec<NodeId>, meter: &mut Meter<'_>) -> Stop {
        let nodes = &self.base.sieved.nodes;
        self.walk.run(&self.space, &self.line, nodes, wanted, found, meter)
    }
}

struct RowWalk {
    base: ListingBase,
    own: KeptTables,
    line: Line,
    walk: Walk<Vec<u32>>,
}

impl Walking for RowWalk {
    fn run(&mut self, wanted: usize, found: &mut Vec<NodeId>, meter: &mut Meter<'_>) -> Stop {
        let ListingBase { graph, compiled, sieved, .. } = &self.base;
        let space = RowSpace::again(compiled, graph, sieved, std::mem::take(&mut self.own));
        let stop = self.walk.run(&space, &self.line, &sieved.nodes, wanted, found, meter);
        self.own = space.put_aside();
        stop
    }
}
