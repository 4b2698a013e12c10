//! The index that many patterns share: all arcs of a graph, grouped by type.

use isocount_core::{Label, LabeledGraph, NodeId};
use rustc_hash::FxHashMap;

use crate::meter::Meter;

/// Arcs grouped by (tail label, edge label, head label). 8 bytes per arc.
#[derive(Debug)]
pub(crate) struct Index {
    groups: FxHashMap<(Label, Label, Label), u32>,
    starts: Vec<u32>,
    pairs: Vec<(NodeId, NodeId)>,
}

impl Index {
    /// Two passes over the arcs: number the types, then sort by counting. O(arcs). None if the
    /// budget of the meter ran out.
    pub(crate) fn new(g: &LabeledGraph, meter: &mut Meter<'_>) -> Option<Self> {
        let mut groups = FxHashMap::default();
        let mut starts = vec![0_u32];
        let mut group_of_arc = Vec::with_capacity(g.num_arcs());
        for arc in g.arcs() {
            if !meter.work(1) {
                return None;
            }
            let key = (g.node_label(arc.tail), arc.label, g.node_label(arc.head));
            let group = *groups.entry(key).or_insert_with(|| {
                starts.push(0);
                starts.len() as u32 - 2
            });
            starts[group as usize + 1] += 1;
            group_of_arc.push(group);
        }
        for group in 1..starts.len() {
            starts[group] += starts[group - 1];
        }
        let mut next = starts.clone();
        let mut pairs = vec![(NodeId(0), NodeId(0)); g.num_arcs()];
        for (arc, group) in g.arcs().zip(group_of_arc) {
            if !meter.work(1) {
                return None;
            }
            let place = &mut next[group as usize];
            pairs[*place as usize] = (arc.tail, arc.head);
            *place += 1;
        }
        Some(Self { groups, starts, pairs })
    }

    /// The (tail, head) pairs of one type, ordered by tail.
    pub(crate) fn arcs_of_type(
        &self,
        tail: Label,
        edge: Label,
        head: Label,
    ) -> &[(NodeId, NodeId)] {
        let Some(&group) = self.groups.get(&(tail, edge, head)) else { return &[] };
        let group = group as usize;
        &self.pairs[self.starts[group] as usize..self.starts[group + 1] as usize]
    }
}
