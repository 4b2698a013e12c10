//! What a pattern needs in every graph that it occurs in. Computed once for many zeros.

use std::sync::{Arc, OnceLock, PoisonError};

use isocount_core::{Cancelled, Control, Label, LabelSet, LabeledGraph, Pattern, Wanted};

use super::profile::{ArcType, LoopType};
use crate::facts::label_census::LabelCensus;
use crate::facts::labels::{look, name};
use crate::facts::structure::Structure;
use crate::facts::{LabelLook, LabelOwner};
use crate::loaded::SharedNames;

/// The parts of a pattern that a graph must also have.
#[derive(Debug)]
pub(crate) struct Needs {
    pub(super) nodes: LabelCensus,
    pub(super) edges: LabelCensus,
    pub(super) structure: Structure,
    /// The arcs between different nodes without a reverse arc.
    pub(super) one_way: usize,
    /// The distinct types of its arcs, sorted.
    pub(super) types: Vec<ArcType>,
    /// The distinct types of its loops, sorted.
    pub(super) loops: Vec<LoopType>,
    /// The sets of labels that its nodes and its arcs accept, without repetitions.
    pub(super) sets: [Vec<LabelSet>; 2],
    /// The labels of its nodes, and of its arcs.
    named: [OnceLock<Named>; 2],
}

/// Known facts about labels by name.
#[derive(Debug)]
struct Named {
    look: LabelLook,
    /// In the order of the census.
    names: Vec<Arc<str>>,
}

impl Needs {
    /// O(arcs · log arcs).
    pub(crate) fn of(pattern: &Pattern, control: &Control) -> Result<Self, Cancelled> {
        match pattern.plain() {
            Some(graph) => Self::of_plain(graph, control),
            None => Self::of_sets(pattern, control),
        }
    }

    /// What is certain about a pattern with sets: only nodes and arcs that accept a single label
    /// need it.
    fn of_sets(pattern: &Pattern, control: &Control) -> Result<Self, Cancelled> {
        let mut structure = Structure::of(pattern.graph(), control)?;
        let one_way = if pattern.has_edge_sets() {
            // The arcs of an undirected edge choose their labels independently.
            structure.reciprocated = 0;
            structure.most.mutual = 0;
            0
        } else {
            structure.one_way(pattern)
        };
        let node = |u| pattern.node_set(u).label();
        let mut types: Vec<ArcType> = pattern
            .arc_sets()
            .filter_map(|(tail, head, accepts)| {
                Some(ArcType { tail: node(tail)?, edge: accepts.label()?, head: node(head)? })
            })
            .collect();
        types.sort_unstable();
        types.dedup();
        let mut loops: Vec<LoopType> = pattern
            .arc_sets()
            .filter(|(tail, head, _)| tail == head)
            .filter_map(|(u, _, accepts)| Some(LoopType { node: node(u)?, edge: accepts.label()? }))
            .collect();
        loops.sort_unstable();
        loops.dedup();
        let sets = |all: Vec<Wanted<'_>>| {
            let sets = all.into_iter().filter(|accepts| accepts.label().is_none());
            let mut sets: Vec<LabelSet> = sets.map(Wanted::to_set).collect();
            sets.sort();
            sets.dedup();
            sets
        };
        Ok(Self {
            nodes: LabelCensus::of_labels(pattern.nodes().filter_map(node)),
            edges: LabelCensus::of_labels(pattern.arc_sets().filter_map(|(.., set)| set.label())),
            one_way,
            structure,
            types,
            loops,
            sets: [
                sets(pattern.nodes().map(|u| pattern.node_set(u)).collect()),
                sets(pattern.arc_sets().map(|(.., accepts)| accepts).collect()),
            ],
            named: <[OnceLock<Named>; 2]>::default(),
        })
    }

    fn of_plain(pattern: &LabeledGraph, control: &Control) -> Result<Self, Cancelled> {
        let structure = Structure::of(pattern, control)?;
        let mut types: Vec<_> = pattern.arcs().map(|arc| ArcType::of(arc, pattern)).collect();
        control.check()?;
        types.sort_unstable();
        types.dedup();
        let loops = pattern.arcs().filter(|arc| arc.tail == arc.head);
        let mut loops: Vec<_> = loops
            .map(|arc| LoopType { node: pattern.node_label(arc.tail), edge: arc.label })
            .collect();
        loops.sort_unstable();
        loops.dedup();
        Ok(Self {
            nodes: LabelCensus::of_nodes(pattern, control)?,
            edges: LabelCensus::of_arcs(pattern, control)?,
            one_way: structure.one_way(pattern),
            structure,
            types,
            loops,
            sets: [Vec::new(), Vec::new()],
            named: <[OnceLock<Named>; 2]>::default(),
        })
    }

    /// The classification of its labels.
    pub(super) fn look(&self, owner: LabelOwner, names: &SharedNames) -> LabelLook {
        self.named(owner, names).look
    }

    /// The name of one of its labels.
    pub(super) fn name(&self, owner: LabelOwner, label: Label, names: &SharedNames) -> Arc<str> {
        let place = self.labels(owner).place(label).expect("it is a label of this pattern");
        Arc::clone(&self.named(owner, names).names[place])
    }

    fn named(&self, owner: LabelOwner, names: &SharedNames) -> &Named {
        let [nodes, edges] = &self.named;
        let kept = if owner == LabelOwner::Node { nodes } else { edges };
        kept.get_or_init(|| {
            let names = names.read().unwrap_or_else(PoisonError::into_inner);
            let census = self.labels(owner);
            let name = |label| Arc::from(name(owner, &names, label));
            Named { look: look(census, owner, &names), names: census.labels().map(name).collect() }
        })
    }

    /// The labels of its nodes or arcs.
    pub(super) fn labels(&self, owner: LabelOwner) -> &LabelCensus {
        match owner {
            LabelOwner::Node => &self.nodes,
            LabelOwner::Arc => &self.edges,
        }
    }
}
