//! How often each node, or arc, of a graph takes part: all of them from one search, or one sum.
//!
//! ```text
//! n(u, x) = the mappings that send pattern node u to graph node x
//! node x:              Σ over all u      n(u, x)
//! node x, orbit o:     Σ over u in o     n(u, x)
//! arc (x, y, l):       Σ over pattern arcs (u, v) that accept l     the mappings with u ↦ x, v ↦ y
//! ```
//!
//! A count by search is a sum of products; how it changes with each of its factors comes from one
//! pass back through it ([`spread`]), as gradients do, not from one count per node. Hard questions
//! are summed over quotients where that is cheaper ([`routed`], [`summed`]). Large graphs without
//! labels are gone through in the order of degrees ([`by_degree`](super::by_degree)).
//!
//! Where interchangeable nodes are placed in one order only, a mapping stands for several: those
//! that follow from it by automorphisms. They have the same images, and automorphisms keep orbits,
//! so sums over all nodes, over an orbit and over all arcs are right.

mod absent;
mod arcs;
mod routed;
mod spread;
mod summed;
mod tally;

use std::cell::Cell;

use isocount_core::{Budget, CountError, LabeledGraph, NodeId, Pattern, Semantics, Unit};

pub(super) use self::tally::Tally;
use super::compiling::{Compiled, MAX_ARCS, MAX_NODES};
use super::explanation::{Explanation, Strategy};
use super::question::ExactQuestion;
use super::searching::TOO_MANY;
use super::sieving::{ArcSource, Form, Sieved, narrow};
use super::spaces::{MaskSpace, RowSpace, RowTables};
use super::tuning::Routing;
use super::{Exact, by_degree};
use crate::meter::Meter;
use crate::symmetry;

/// The parts of the graph that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// Nodes of the graph.
    Node,
    /// Nodes of the graph, separately for each orbit of the pattern's nodes under its
    /// automorphisms.
    Orbit,
    /// Arcs of the graph.
    Arc,
}

/// How often each node or arc takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Participation {
    /// The number of mappings or subgraphs, each once.
    pub total: u128,
    /// The pattern nodes that each column counts: all of them, or those of one orbit; empty for
    /// arcs.
    pub orbits: Vec<Vec<NodeId>>,
    /// Per orbit, the counts of all graph nodes; for arcs one column, in the order of
    /// [`LabeledGraph::arcs`].
    pub columns: Vec<Vec<u128>>,
    /// Whether everything was counted. If not, the budget ran out, and all numbers are lower
    /// bounds.
    pub is_complete: bool,
}

impl Exact {
    /// Counts in how many mappings or subgraphs each node or arc of the graph takes part. A mapping
    /// that sends two nodes (arcs) of the pattern to the same node (arc) counts twice there, so
    ///
    /// * the counts of all nodes add up to the number of pattern nodes times
    ///   [`total`](Participation::total), those of an orbit to its size times the total;
    /// * the counts of all arcs add up to the number of pattern arcs times the total, if no arc of
    ///   the pattern accepts a set of labels. One that does lies on every parallel arc that it
    ///   accepts.
    ///
    /// ```
    /// use isocount_core::{Budget, Label, LabeledGraph, Pattern, Semantics, Unit};
    /// use isocount_count::{Exact, Per};
    ///
    /// let mut path = LabeledGraph::builder();
    /// let [a, b, c] = [(); 3].map(|()| path.node(Label(0)));
    /// path.undirected_edge(a, b, Label(0)).undirected_edge(b, c, Label(0));
    /// let path = path.build()?;
    /// let mut edge = LabeledGraph::builder();
    /// let [a, b] = [(); 2].map(|()| edge.node(Label(0)));
    /// edge.undirected_edge(a, b, Label(0));
    /// let edge = Pattern::try_from(edge.build()?)?;
    /// let subgraphs = Semantics::Monomorphism(Unit::Subgraphs);
    /// let found = Exact::new().participation(&edge, &path, subgraphs, Per::Node, &Budget::UNLIMITED)?;
    /// assert_eq!((found.total, &found.columns[0][..]), (2, &[1, 2, 1][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a number does not fit into 128 bits, or the pattern has more than 64 nodes or 4,096 arcs,
    /// or sets of labels that overlap in too many ways.
    pub fn participation(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        per: Per,
        budget: &Budget,
    ) -> Result<Participation, CountError> {
        self.explain_participation(pattern, graph, semantics, per, budget).map(|(found, _)| found)
    }

    /// The same, and how it was found.
    ///
    /// # Errors
    /// As [`participation`](Self::participation).
    #[doc(hidden)]
    pub fn explain_participation(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        per: Per,
        budget: &Budget,
    ) -> Result<(Participation, Explanation), CountError> {
        let notes = Cell::new(Explanation::default());
        let exact = self.within(budget);
        let (source, explanation, watch) = (ArcSource::Scan, Some(&notes), None);
        let question =
            ExactQuestion { exact, pattern, graph, source, semantics, budget, explanation, watch };
        let found = question.participation(per)?;
        Ok((found, notes.get()))
    }
}

/// Mappings in total, and what was added up.
pub(super) struct Found {
    pub(super) total: u128,
    pub(super) tally: Tally,
}

impl ExactQuestion<'_> {
    fn participation(&self, per: Per) -> Result<Participation, CountError> {
        let unsupported = |what| CountError::UnsupportedInput { method: Exact::NAME, what };
        if self.pattern.num_nodes() > MAX_NODES || self.pattern.num_arcs() > MAX_ARCS {
            return Err(unsupported(
                "per node or edge: the pattern has more than 64 nodes or 4,096 arcs",
            ));
        }
        let Some(p) = Compiled::new(self.pattern) else {
            return Err(unsupported("per node or edge: sets of labels overlap in too many ways"));
        };
        let mut meter = Meter::start(self.budget);
        let orbits = match per {
            Per::Node => Some(vec![self.pattern.nodes().collect()]),
            Per::Orbit => self.orbits(&meter),
            Per::Arc => Some(Vec::new()),
        };
        let automorphisms = match self.semantics.unit() {
            Unit::Mappings => Some(1),
            Unit::Subgraphs => symmetry::num_automorphisms(self.pattern, &meter),
        };
        let (Some(orbits), Some(automorphisms)) = (orbits, automorphisms) else {
            // Not even the pattern was looked at in time.
            let columns = vec![vec![0; self.graph.num_nodes()]];
            let orbits = vec![self.pattern.nodes().collect()];
            return Ok(Participation { total: 0, orbits, columns, is_complete: false });
        };
        let empty = Tally::new(self.pattern, self.graph, &orbits, per == Per::Arc);
        let Found { total, tally } = self.take_part(&p, &empty, &mut meter);
        if total == TOO_MANY {
            return Err(CountError::Overflow);
        }
        let mut columns = if per == Per::Arc {
            vec![arcs::column(self.pattern, &p, self.graph, &tally)]
        } else {
            tally.columns
        };
        for count in columns.iter_mut().flatten() {
            if *count == TOO_MANY {
                return Err(CountError::Overflow);
            }
            // Only some of the mappings of a subgraph may have been found.
            *count = count.div_ceil(automorphisms);
        }
        let total = total.div_ceil(automorphisms);
        Ok(Participation { total, orbits, columns, is_complete: !meter.is_spent() })
    }

    /// The orbits of the pattern's nodes, by their first nodes. None if the time ran out.
    fn orbits(&self, meter: &Meter<'_>) -> Option<Vec<Vec<NodeId>>> {
        let meter = &mut meter.for_time_only();
        let mut orbits: Vec<Vec<NodeId>> = Vec::new();
        for u in self.pattern.nodes() {
            if orbits.iter().all(|orbit| !orbit.contains(&u)) {
                let mut base = vec![u];
                base.extend(self.pattern.nodes().filter(|v| *v != u));
                let mut orbit = symmetry::orbits(self.pattern.symmetry_shape(), &base, 1, meter)?
                    .swap_remove(0);
                orbit.sort_unstable();
                orbits.push(orbit);
            }
        }
        Some(orbits)
    }

    fn take_part(&self, p: &Compiled, empty: &Tally, meter: &mut Meter<'_>) -> Found {
        let tuning = &self.exact.tuning;
        if let Some(found) = self.parts_without_absent_arcs(empty, meter) {
            return found;
        }
        let is_large = self.graph.num_arcs() >= tuning.arcs_worth_ranking;
        if (is_large || tuning.by_degree == Routing::Always)
            && let Some(found) = by_degree::participation(self, p, empty, meter)
        {
            self.explain(|e| e.strategy = Strategy::ByDegree);
            return found;
        }
        let mut sieved = Sieved::default();
        let (graph, semantics) = (self.graph, self.semantics);
        let form =
            narrow(p, graph, self.source, semantics, tuning.representation, &mut sieved, meter);
        let sieved = &sieved;
        match form {
            None => Found { total: 0, tally: empty.clone() },
            Some(Form::Masks(1)) => self.take_part_in_masks::<1>(p, sieved, empty, meter),
            Some(Form::Masks(2)) => self.take_part_in_masks::<2>(p, sieved, empty, meter),
            Some(Form::Masks(_)) => self.take_part_in_masks::<4>(p, sieved, empty, meter),
            Some(Form::Rows) => match RowTables::new(p, graph, sieved, semantics, meter) {
                None => Found { total: 0, tally: empty.clone() },
                Some(tables) => {
                    let space = RowSpace::over(p, graph, sieved, &tables);
                    self.take_part_in(p, sieved, &space, empty, meter)
                }
            },
        }
    }

    fn take_part_in_masks<const W: usize>(
        &self,
        p: &Compiled,
        sieved: &Sieved,
        empty: &Tally,
        meter: &mut Meter<'_>,
    ) -> Found {
        let mut space = MaskSpace::<W>::default();
        if !space.fill(p, self.graph, sieved, self.semantics, meter) {
            return Found { total: 0, tally: empty.clone() };
        }
        self.take_part_in(p, sieved, &space, empty, meter)
    }
}

impl Found {
    pub(super) fn multiply(&mut self, factor: u128) {
        self.total = self.total.saturating_mul(factor);
        self.tally.multiply(factor);
    }
}
