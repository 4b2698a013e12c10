//! Finding the reasons for a zero, the most helpful ones first.
//!
//! Each check compares a fact about the pattern with the same fact about the graph. A failed check
//! proves that there is no mapping; finding none proves nothing. `tests/session/zero.rs` checks
//! every reason against the brute-force counter.

use std::sync::{OnceLock, PoisonError};

use isocount_core::{
    Budget, Cancelled, Control, Label, LabelSet, LabeledGraph, Pattern, Semantics, Wanted,
};
use isocount_count::{FirstMapping, first_mapping};

use super::needs::Needs;
use super::profile::{ArcType, Profile};
use super::reason::{Adjacency, Reverse, ZeroReason};
use crate::facts::LabelOwner;
use crate::facts::label_census::LabelCensus;
use crate::facts::labels::name;
use crate::facts::structure::Structure;
use crate::loaded::SharedNames;

/// A pattern through the view of the question, and its needs, which are computed on first use.
#[derive(Clone, Copy)]
pub(crate) struct PatternSide<'a> {
    pub(crate) pattern: &'a Pattern,
    pub(crate) needs: &'a OnceLock<Needs>,
}

/// A graph through the view of the question, and the known facts about it.
#[derive(Clone, Copy)]
pub(crate) struct GraphSide<'a> {
    pub(crate) graph: &'a LabeledGraph,
    pub(crate) profile: &'a Profile,
    /// The names of the labels of the graph and of the pattern.
    pub(crate) names: &'a SharedNames,
}

/// A question whose answer is zero.
pub(crate) struct WhyZero<'a> {
    pub(crate) pattern: PatternSide<'a>,
    pub(crate) graph: GraphSide<'a>,
    pub(crate) semantics: Semantics,
    pub(crate) control: &'a Control,
}

/// In a larger graph, no mapping is looked for.
const ARCS_SEARCHED: usize = 100_000;
/// The most steps of such a search.
const STEPS_SEARCHED: u64 = 2_000;

type Found = Result<Option<ZeroReason>, Cancelled>;

impl WhyZero<'_> {
    /// The checks. Sizes come first, because two swapped files differ in everything else too; then
    /// reasons that an option can fix, then those that require another pattern.
    const CHECKS: [fn(&Self) -> Found; 16] = [
        Self::nodes_and_emptiness,
        Self::contradiction,
        Self::node_label,
        Self::node_set,
        Self::missing_edge_label,
        Self::edge_set,
        Self::undirected_edges,
        Self::arc_type,
        Self::one_way_arc,
        Self::loop_type,
        Self::parallel_arcs,
        Self::rare_edge_label,
        Self::arcs,
        Self::neighbours,
        Self::loops_everywhere,
        Self::always_forbidden,
    ];

    /// The most helpful reason.
    pub(crate) fn main(&self) -> Found {
        for check in Self::CHECKS {
            if let Some(reason) = check(self)? {
                return Ok(Some(reason));
            }
        }
        Ok(None)
    }

    /// All reasons, the most helpful ones first. A reason that only repeats another is left out.
    pub(crate) fn all(&self) -> Result<Vec<ZeroReason>, Cancelled> {
        let mut reasons: Vec<ZeroReason> = Vec::new();
        for check in Self::CHECKS {
            let Some(reason) = check(self)? else { continue };
            if !reasons.iter().any(|earlier| earlier.says_more_than(&reason)) {
                reasons.push(reason);
            }
        }
        Ok(reasons)
    }

    #[expect(clippy::unnecessary_wraps, reason = "all checks have one type")]
    fn nodes_and_emptiness(&self) -> Found {
        let (PatternSide { pattern, .. }, GraphSide { graph, .. }) = (self.pattern, self.graph);
        let [nodes, arcs] = [pattern.num_nodes(), pattern.num_arcs()];
        Ok(if graph.num_nodes() == 0 {
            Some(ZeroReason::EmptyGraph)
        } else if nodes > graph.num_nodes() && self.semantics.is_injective() {
            Some(ZeroReason::FewerNodes { pattern: nodes, graph: graph.num_nodes() })
        } else if arcs > 0 && graph.num_arcs() == 0 {
            Some(ZeroReason::FewerArcs { pattern: arcs, graph: 0 })
        } else {
            None
        })
    }

    #[expect(clippy::unnecessary_wraps, reason = "all checks have one type")]
    fn contradiction(&self) -> Found {
        let pattern = self.pattern.pattern;
        let is_forbidden = |(tail, head, forbidden): (_, _, &LabelSet)| {
            let mut sets = pattern.arc_sets_between(tail, head);
            sets.any(|accepts| accepts.to_set().and(&forbidden.complement()).is_empty())
        };
        let is_zero = pattern.absent_arcs().any(is_forbidden);
        Ok(is_zero.then_some(ZeroReason::Contradiction))
    }

    /// A short search decides; a long one is not made.
    fn always_forbidden(&self) -> Found {
        let (pattern, graph) = (self.pattern.pattern, self.graph.graph);
        if !pattern.has_absent() || graph.num_arcs() > ARCS_SEARCHED {
            return Ok(None);
        }
        let budget = Budget::steps(STEPS_SEARCHED);
        let first = |pattern: &Pattern| first_mapping(pattern, graph, self.semantics, &budget);
        let is_zero = first(pattern) == FirstMapping::Absent
            && matches!(first(&pattern.without_absent()), FirstMapping::Found(_));
        self.control.check()?;
        Ok(is_zero.then_some(ZeroReason::AlwaysForbidden))
    }

    #[expect(clippy::unnecessary_wraps, reason = "all checks have one type")]
    fn arcs(&self) -> Found {
        let (pattern, graph) = (self.pattern.pattern.num_arcs(), self.graph.graph.num_arcs());
        let is_zero = self.semantics.is_injective() && pattern > graph;
        Ok(is_zero.then_some(ZeroReason::FewerArcs { pattern, graph }))
    }

    /// A label that is missing, or else one that is too rare.
    fn node_label(&self) -> Found {
        let (needs, graph) = (self.needs()?, self.labels(LabelOwner::Node)?);
        let label = needs.nodes.first_missing_in(graph);
        let label = label.or_else(|| self.rarer(&needs.nodes, graph));
        Ok(label.map(|label| self.label(LabelOwner::Node, label, needs, graph)))
    }

    fn node_set(&self) -> Found {
        self.unmet_set(LabelOwner::Node)
    }

    fn edge_set(&self) -> Found {
        self.unmet_set(LabelOwner::Arc)
    }

    /// A set of labels of which none occurs in the graph.
    fn unmet_set(&self, owner: LabelOwner) -> Found {
        let sets = &self.needs()?.sets[usize::from(owner == LabelOwner::Arc)];
        if sets.is_empty() {
            return Ok(None);
        }
        let graph = self.labels(owner)?;
        let is_unmet = |set: &&LabelSet| !graph.labels().any(|label| set.accepts(label));
        let unmet = sets.iter().find(is_unmet).filter(|_| graph.total() > 0);
        Ok(unmet.map(|set| {
            let names = self.graph.names.read().unwrap_or_else(PoisonError::into_inner);
            let text = Wanted::Set(set).text(|label| name(owner, &names, label).into_owned());
            ZeroReason::NoLabelOfSet { owner, set: text.into() }
        }))
    }

    fn missing_edge_label(&self) -> Found {
        let (needs, graph) = (self.needs()?, self.labels(LabelOwner::Arc)?);
        // Without arcs, there is nothing to say about labels.
        let label = needs.edges.first_missing_in(graph).filter(|_| graph.total() > 0);
        Ok(label.map(|label| self.label(LabelOwner::Arc, label, needs, graph)))
    }

    /// A single label is not worth mentioning: there are too few arcs then.
    fn rare_edge_label(&self) -> Found {
        let (needs, graph) = (self.needs()?, self.labels(LabelOwner::Arc)?);
        let label = self.rarer(&needs.edges, graph).filter(|_| graph.distinct() > 1);
        Ok(label.map(|label| self.label(LabelOwner::Arc, label, needs, graph)))
    }

    fn undirected_edges(&self) -> Found {
        let pattern = self.needs()?.structure.reciprocated / 2;
        if pattern == 0 {
            return Ok(None);
        }
        let structure = self.structure()?;
        let graph = structure.reciprocated / 2;
        // A homomorphism may map both ends of an edge to one node with a loop.
        let is_zero = if self.semantics.is_injective() {
            pattern > graph
        } else {
            graph == 0 && structure.loops == 0
        };
        Ok(is_zero.then_some(ZeroReason::FewerUndirectedEdges { pattern, graph }))
    }

    /// An arc of the pattern whose labels all occur, but not in this combination.
    fn arc_type(&self) -> Found {
        let (needs, GraphSide { graph, profile, names }) = (self.needs()?, self.graph);
        let (nodes, edges) = (self.labels(LabelOwner::Node)?, self.labels(LabelOwner::Arc)?);
        let occurs = |it: &ArcType| {
            nodes.count(it.tail) > 0 && nodes.count(it.head) > 0 && edges.count(it.edge) > 0
        };
        let known: Vec<ArcType>;
        let types = if needs.types.iter().all(occurs) {
            &needs.types
        } else {
            known = needs.types.iter().copied().filter(occurs).collect();
            &known
        };
        let Some(missing) = profile.missing_type(graph, types, self.control)? else {
            return Ok(None);
        };
        let reverse = match profile.missing_type(graph, &[missing.reversed()], self.control)? {
            None => Reverse::Occurs,
            Some(_) => Reverse::Absent,
        };
        let has_edge_labels = edges.distinct() > 1 || needs.edges.distinct() > 1;
        Ok(Some(ZeroReason::NoSuchArc {
            tail: needs.name(LabelOwner::Node, missing.tail, names),
            edge: has_edge_labels.then(|| needs.name(LabelOwner::Arc, missing.edge, names)),
            head: needs.name(LabelOwner::Node, missing.head, names),
            reverse,
            graph_look: profile.look(LabelOwner::Node, nodes, names),
        }))
    }

    fn loop_type(&self) -> Found {
        let needs = self.needs()?;
        if needs.loops.is_empty() {
            return Ok(None);
        }
        let GraphSide { graph, profile, names } = self.graph;
        let found = profile.loops(graph, self.control)?;
        let missing = needs.loops.iter().find(|&kind| !found.contains(kind));
        let Some(missing) = missing else { return Ok(None) };
        Ok(Some(ZeroReason::NoSuchLoop {
            node: needs.name(LabelOwner::Node, missing.node, names),
            edge: needs.name(LabelOwner::Arc, missing.edge, names),
            graph_loops: self.structure()?.loops,
        }))
    }

    fn parallel_arcs(&self) -> Found {
        let pattern = self.needs()?.structure.most_parallel;
        // A homomorphism may map arcs that accept a common label to one arc.
        let may_meet = self.pattern.pattern.has_edge_sets() && !self.semantics.is_injective();
        if pattern < 2 || may_meet {
            return Ok(None);
        }
        let graph = self.structure()?.most_parallel;
        Ok((pattern > graph).then_some(ZeroReason::FewerParallelArcs { pattern, graph }))
    }

    fn neighbours(&self) -> Found {
        let pattern = self.needs()?.structure.most;
        if !self.semantics.is_injective() || pattern.any == 0 {
            return Ok(None);
        }
        let graph = self.structure()?.most;
        let kinds = [
            (Adjacency::Any, pattern.any, graph.any),
            (Adjacency::Mutual, pattern.mutual, graph.mutual),
            (Adjacency::Out, pattern.out, graph.out),
            (Adjacency::In, pattern.into, graph.into),
        ];
        let fewer = kinds.into_iter().find(|(_, pattern, graph)| pattern > graph);
        Ok(fewer.map(|(adjacency, pattern, graph)| ZeroReason::FewerNeighbours {
            adjacency,
            pattern,
            graph,
        }))
    }

    fn one_way_arc(&self) -> Found {
        let is_zero = self.semantics.is_induced()
            && self.needs()?.one_way > 0
            && self.structure()?.one_way(self.graph.graph) == 0;
        Ok(is_zero.then_some(ZeroReason::NoOneWayArc))
    }

    fn loops_everywhere(&self) -> Found {
        let is_zero = self.semantics.is_induced()
            && self.needs()?.structure.looped_nodes < self.pattern.pattern.num_nodes()
            && self.structure()?.looped_nodes == self.graph.graph.num_nodes();
        Ok(is_zero.then_some(ZeroReason::LoopsEverywhere))
    }

    /// A label that does not occur often enough in the graph. A homomorphism needs it only once.
    fn rarer(&self, pattern: &LabelCensus, graph: &LabelCensus) -> Option<Label> {
        if self.semantics.is_injective() { pattern.first_rarer_in(graph) } else { None }
    }

    fn label(
        &self,
        owner: LabelOwner,
        label: Label,
        needs: &Needs,
        graph: &LabelCensus,
    ) -> ZeroReason {
        let GraphSide { profile, names, .. } = self.graph;
        ZeroReason::Label {
            owner,
            label: needs.name(owner, label, names),
            needed: if self.semantics.is_injective() {
                needs.labels(owner).count(label)
            } else {
                1
            },
            found: graph.count(label),
            pattern_look: needs.look(owner, names),
            graph_look: profile.look(owner, graph, names),
            graph_labels: graph.distinct(),
        }
    }

    fn needs(&self) -> Result<&Needs, Cancelled> {
        let PatternSide { pattern, needs } = self.pattern;
        if let Some(needs) = needs.get() {
            return Ok(needs);
        }
        let found = Needs::of(pattern, self.control)?;
        Ok(needs.get_or_init(|| found))
    }

    fn labels(&self, owner: LabelOwner) -> Result<&LabelCensus, Cancelled> {
        self.graph.profile.labels(owner, self.graph.graph, self.control)
    }

    fn structure(&self) -> Result<&Structure, Cancelled> {
        self.graph.profile.structure(self.graph.graph, self.control)
    }
}
