//! The facts about a graph that explain a zero. Each is computed when it is first needed, and kept
//! for the next zero.

use std::cell::{Cell, OnceCell};
use std::sync::PoisonError;

use isocount_core::{Cancelled, Control, Edge, Label, LabeledGraph};
use rustc_hash::FxHashSet;

use crate::facts::label_census::LabelCensus;
use crate::facts::labels::{look, look_by_numbers};
use crate::facts::structure::Structure;
use crate::facts::{LabelLook, LabelOwner};
use crate::loaded::SharedNames;

/// The labels of the tail, of the arc and of the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ArcType {
    pub(crate) tail: Label,
    pub(crate) edge: Label,
    pub(crate) head: Label,
}

/// The labels of a loop and of its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LoopType {
    pub(crate) node: Label,
    pub(crate) edge: Label,
}

impl ArcType {
    pub(crate) fn of(arc: Edge, graph: &LabeledGraph) -> Self {
        let (tail, head) = (graph.node_label(arc.tail), graph.node_label(arc.head));
        Self { tail, edge: arc.label, head }
    }

    pub(crate) fn reversed(self) -> Self {
        Self { tail: self.head, head: self.tail, ..self }
    }
}

/// More types than this are not stored: a graph with so many is scanned every time.
const MOST_TYPES: usize = 1 << 20;

/// The facts. They belong to one graph, which is passed to each call. Threads share it through a
/// lock.
#[derive(Debug, Default)]
pub(crate) struct Profile {
    nodes: OnceCell<LabelCensus>,
    edges: OnceCell<LabelCensus>,
    structure: OnceCell<Structure>,
    loops: OnceCell<FxHashSet<LoopType>>,
    /// `None` if there are too many.
    types: OnceCell<Option<FxHashSet<ArcType>>>,
    /// Whether types have been requested before.
    is_asked_again: Cell<bool>,
    /// The labels of its nodes, and of its arcs.
    looks: [OnceCell<LabelLook>; 2],
}

/// The value of a cell, which is computed if it is empty.
#[inline]
fn known<T>(
    cell: &OnceCell<T>,
    make: impl FnOnce() -> Result<T, Cancelled>,
) -> Result<&T, Cancelled> {
    if let Some(value) = cell.get() {
        return Ok(value);
    }
    let value = make()?;
    Ok(cell.get_or_init(|| value))
}

impl Profile {
    /// The labels of the nodes or arcs.
    pub(super) fn labels(
        &self,
        owner: LabelOwner,
        graph: &LabeledGraph,
        control: &Control,
    ) -> Result<&LabelCensus, Cancelled> {
        match owner {
            LabelOwner::Node => known(&self.nodes, || LabelCensus::of_nodes(graph, control)),
            LabelOwner::Arc => known(&self.edges, || LabelCensus::of_arcs(graph, control)),
        }
    }

    /// The classification of the labels of the nodes or arcs.
    pub(super) fn look(
        &self,
        owner: LabelOwner,
        census: &LabelCensus,
        names: &SharedNames,
    ) -> LabelLook {
        let [nodes, edges] = &self.looks;
        let kept = if owner == LabelOwner::Node { nodes } else { edges };
        if let Ok(look) = look_by_numbers(census, owner) {
            return look;
        }
        *kept.get_or_init(|| {
            look(census, owner, &names.read().unwrap_or_else(PoisonError::into_inner))
        })
    }

    pub(super) fn structure(
        &self,
        graph: &LabeledGraph,
        control: &Control,
    ) -> Result<&Structure, Cancelled> {
        known(&self.structure, || Structure::of(graph, control))
    }

    /// The types of its loops.
    pub(super) fn loops(
        &self,
        graph: &LabeledGraph,
        control: &Control,
    ) -> Result<&FxHashSet<LoopType>, Cancelled> {
        known(&self.loops, || {
            let mut loops = FxHashSet::default();
            for v in graph.nodes() {
                control.check()?;
                let own = graph.arcs_between(v, v).iter();
                let node = graph.node_label(v);
                loops.extend(own.map(|arc| LoopType { node, edge: arc.label }));
            }
            Ok(loops)
        })
    }

    /// The first of these types that does not occur among the arcs. The first call scans the arcs;
    /// later ones use a table of all types.
    pub(super) fn missing_type(
        &self,
        graph: &LabeledGraph,
        wanted: &[ArcType],
        control: &Control,
    ) -> Result<Option<ArcType>, Cancelled> {
        if wanted.is_empty() {
            return Ok(None);
        }
        if self.is_asked_again.replace(true)
            && let Some(types) = known(&self.types, || all_types(graph, control))?
        {
            return Ok(wanted.iter().copied().find(|wanted| !types.contains(wanted)));
        }
        scan(graph, wanted, control)
    }
}

fn scan(
    graph: &LabeledGraph,
    wanted: &[ArcType],
    control: &Control,
) -> Result<Option<ArcType>, Cancelled> {
    let mut missing: Vec<ArcType> = wanted.to_vec();
    for tail in graph.nodes() {
        control.check()?;
        let label = graph.node_label(tail);
        // Types are sorted by the label of their tail.
        let from = missing.partition_point(|it| it.tail < label);
        let to = missing.partition_point(|it| it.tail <= label);
        if from == to {
            continue;
        }
        for arc in graph.out_arcs(tail) {
            let head = graph.node_label(arc.node);
            let found = ArcType { tail: label, edge: arc.label, head };
            if let Ok(place) = missing.binary_search(&found) {
                missing.remove(place);
                if missing.is_empty() {
                    return Ok(None);
                }
            }
        }
    }
    Ok(missing.first().copied())
}

/// The types of all arcs, unless there are too many.
fn all_types(
    graph: &LabeledGraph,
    control: &Control,
) -> Result<Option<FxHashSet<ArcType>>, Cancelled> {
    let mut types = FxHashSet::default();
    for tail in graph.nodes() {
        control.check()?;
        for arc in graph.out_arcs(tail) {
            let arc = Edge { tail, head: arc.node, label: arc.label };
            types.insert(ArcType::of(arc, graph));
        }
        if types.len() > MOST_TYPES {
            return Ok(None);
        }
    }
    Ok(Some(types))
}

#[cfg(test)]
mod tests {
    use isocount_testkit::graph;

    use super::*;

    #[test]
    fn types_are_the_same_asked_once_or_again() {
        let graph = graph("a:1-[5]->b:2, b->c:3, c-c");
        let kind =
            |tail, edge, head| ArcType { tail: Label(tail), edge: Label(edge), head: Label(head) };
        let (there, back, absent) = (kind(1, 5, 2), kind(2, 5, 1), kind(1, 0, 2));
        assert_eq!(there.reversed(), back);
        let (scanning, kept) = (|| Profile::default(), Profile::default());
        let missing = |profile: &Profile, wanted: &[ArcType]| {
            profile.missing_type(&graph, wanted, &Control::NONE).unwrap()
        };
        for (wanted, expected) in [
            (vec![absent, there, back], Some(absent)),
            (vec![there, back], Some(back)),
            (vec![there, kind(2, 0, 3), kind(3, 0, 3)], None),
            (vec![], None),
        ] {
            assert_eq!(missing(&scanning(), &wanted), expected);
            assert_eq!(missing(&kept, &wanted), expected);
            assert_eq!(missing(&kept, &wanted), expected);
        }
        let loops = kept.loops(&graph, &Control::NONE).unwrap();
        let own = LoopType { node: Label(3), edge: Label(0) };
        assert_eq!(loops.iter().copied().collect::<Vec<_>>(), [own]);
    }

    #[test]
    fn what_was_cancelled_is_found_the_next_time() {
        let (graph, profile, control) = (graph("a-b"), Profile::default(), Control::new());
        control.cancel();
        assert_eq!(profile.structure(&graph, &control), Err(Cancelled));
        assert_eq!(profile.structure(&graph, &Control::NONE).unwrap().reciprocated, 2);
    }
}
