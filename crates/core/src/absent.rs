//! Arcs that a pattern forbids: `a !-> c`, no arc from the image of `a` to the image of `c`.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use crate::builder::GraphError;
use crate::{GraphBuilder, Label, LabelSet, LabeledGraph, NodeId};

/// The absent arcs of a pattern, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Absent {
    /// Sorted by tail and head; each ordered pair occurs once, with a set that is not empty.
    arcs: Vec<(NodeId, NodeId, LabelSet)>,
    symmetry: LabeledGraph,
    /// The labels of absent arcs in the symmetry shape, ascending, and what they forbid.
    labels: Vec<(Label, LabelSet)>,
}

impl Absent {
    /// None if nothing is forbidden. Several sets between the same nodes are united.
    pub(crate) fn new(
        shape: &LabeledGraph,
        arcs: impl IntoIterator<Item = (NodeId, NodeId, LabelSet)>,
    ) -> Result<Option<Self>, GraphError> {
        let mut united: BTreeMap<(NodeId, NodeId), LabelSet> = BTreeMap::new();
        for (edge, (tail, head, set)) in arcs.into_iter().enumerate() {
            if let Some(node) = [tail, head].into_iter().find(|end| end.ix() >= shape.num_nodes()) {
                let edge = shape.num_arcs() + edge;
                return Err(GraphError::DanglingEnd { edge, node, num_nodes: shape.num_nodes() });
            }
            if !set.is_empty() {
                let known = united.entry((tail, head)).or_insert_with(|| LabelSet::one_of([]));
                *known = known.or(&set);
            }
        }
        if united.is_empty() {
            return Ok(None);
        }
        let arcs: Vec<_> = united.into_iter().map(|((u, v), set)| (u, v, set)).collect();
        let labels = stand_ins(shape, &arcs);
        let symmetry = symmetry_shape(shape, &arcs, &labels)?;
        Ok(Some(Self { arcs, symmetry, labels }))
    }

    pub(crate) fn arcs(&self) -> &[(NodeId, NodeId, LabelSet)] {
        &self.arcs
    }

    pub(crate) fn between(&self, tail: NodeId, head: NodeId) -> Option<&LabelSet> {
        let place = self.arcs.binary_search_by_key(&(tail, head), |&(u, v, _)| (u, v)).ok()?;
        Some(&self.arcs[place].2)
    }

    /// What an arc of the symmetry shape forbids, if it is absent.
    pub(crate) fn of_label(&self, label: Label) -> Option<&LabelSet> {
        let place = self.labels.binary_search_by_key(&label, |(known, _)| *known).ok()?;
        Some(&self.labels[place].1)
    }

    pub(crate) fn symmetry(&self) -> &LabeledGraph {
        &self.symmetry
    }
}

/// The symmetry follows from the rest.
impl Hash for Absent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.arcs.hash(state);
    }
}

/// A label that no present arc has for every set, ascending.
fn stand_ins(
    shape: &LabeledGraph,
    absent: &[(NodeId, NodeId, LabelSet)],
) -> Vec<(Label, LabelSet)> {
    let used: BTreeSet<Label> = shape.arcs().map(|arc| arc.label).collect();
    let sets: BTreeSet<&LabelSet> = absent.iter().map(|(.., set)| set).collect();
    let free = (0..=u32::MAX).rev().map(Label).filter(|label| !used.contains(label));
    let mut labels: Vec<_> = free.zip(sets.into_iter().cloned()).collect();
    labels.reverse();
    labels
}

/// The shape with an arc for every absent arc.
fn symmetry_shape(
    shape: &LabeledGraph,
    absent: &[(NodeId, NodeId, LabelSet)],
    labels: &[(Label, LabelSet)],
) -> Result<LabeledGraph, GraphError> {
    let label_of: BTreeMap<&LabelSet, Label> =
        labels.iter().map(|(label, set)| (set, *label)).collect();
    let mut builder = GraphBuilder::default();
    for &label in shape.node_labels() {
        builder.node(label);
    }
    for arc in shape.arcs() {
        builder.edge(arc.tail, arc.head, arc.label);
    }
    for (tail, head, set) in absent {
        builder.edge(*tail, *head, label_of[set]);
    }
    builder.build()
}
