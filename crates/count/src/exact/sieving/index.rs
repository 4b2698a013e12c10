//! The index that many patterns share: all arcs of a graph, grouped by type.

use std::sync::OnceLock;

use isocount_core::{Label, LabelSet, LabeledGraph, NodeId};
use rustc_hash::FxHashMap;

use super::metered_sort::sort;
use crate::exact::by_degree::Host;
use crate::meter::Meter;

/// Arcs grouped by (tail label, edge label, head label). 8 bytes per arc, and 28 per group; 8 more
/// after the first pattern that accepts all labels but some. A graph of one label that was ranked
/// by degree takes another 4 bytes per arc and 8 per node.
#[derive(Debug)]
pub(crate) struct Index {
    groups: FxHashMap<(Label, Label, Label), u32>,
    starts: Vec<u32>,
    pairs: Vec<(NodeId, NodeId)>,
    /// The labels of each group.
    labels: Vec<(Label, Label, Label)>,
    orders: OnceLock<Orders>,
    /// The graph ranked by degree, with the labels of all its nodes and arcs, made on first use.
    ranked: OnceLock<((Label, Label), Host)>,
}

/// The groups in the order of their tail labels, and in that of their head labels.
#[derive(Debug)]
struct Orders {
    by_tail: Vec<u32>,
    by_head: Vec<u32>,
}

/// The groups whose arcs are accepted by some sets.
pub(crate) struct FoundGroups {
    pub(crate) groups: Vec<u32>,
    /// Whether two of them may contain the same pair of nodes.
    pub(crate) may_repeat: bool,
}

impl Index {
    /// Makes the index in two passes over the arcs: numbers the types, then sorts by counting.
    /// O(arcs). None if the budget of the meter ran out.
    pub(crate) fn new(g: &LabeledGraph, meter: &mut Meter<'_>) -> Option<Self> {
        let mut groups = FxHashMap::default();
        let mut starts = vec![0_u32];
        let mut labels = Vec::new();
        let mut group_of_arc = Vec::with_capacity(g.num_arcs());
        for arc in g.arcs() {
            if !meter.work(1) {
                return None;
            }
            let key = (g.node_label(arc.tail), arc.label, g.node_label(arc.head));
            let group = *groups.entry(key).or_insert_with(|| {
                starts.push(0);
                labels.push(key);
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
        Some(Self {
            groups,
            starts,
            pairs,
            labels,
            orders: OnceLock::new(),
            ranked: OnceLock::new(),
        })
    }

    /// The graph ranked by degree, if it was kept and all nodes and arcs have these labels.
    pub(in crate::exact) fn ranked(&self, labels: (Label, Label)) -> Option<&Host> {
        self.ranked.get().filter(|(kept, _)| *kept == labels).map(|(_, host)| host)
    }

    /// Keeps a graph ranked by degree, all of whose nodes and arcs have these labels. If one is
    /// already kept, returns that one: they are equal.
    pub(in crate::exact) fn keep_ranked(&self, labels: (Label, Label), host: Host) -> &Host {
        &self.ranked.get_or_init(|| (labels, host)).1
    }

    /// Computed on first use: plain patterns do not need it. None if the budget ran out.
    fn orders(&self, meter: &mut Meter<'_>) -> Option<&Orders> {
        if let Some(orders) = self.orders.get() {
            return Some(orders);
        }
        let mut sorted = |label: fn(&(Label, Label, Label)) -> Label| {
            let mut numbers: Vec<u32> = (0..self.labels.len() as u32).collect();
            let key = |number: &u32| label(&self.labels[*number as usize]).0.into();
            sort(&mut numbers, key, meter).then_some(numbers)
        };
        let orders = Orders { by_tail: sorted(|key| key.0)?, by_head: sorted(|key| key.2)? };
        Some(self.orders.get_or_init(|| orders))
    }

    /// The (tail, head) pairs of one type, ordered by tail.
    pub(crate) fn arcs_of_type(
        &self,
        tail: Label,
        edge: Label,
        head: Label,
    ) -> &[(NodeId, NodeId)] {
        let Some(&group) = self.groups.get(&(tail, edge, head)) else { return &[] };
        self.pairs(group)
    }

    /// The (tail, head) pairs of one group, ordered by tail and head.
    pub(crate) fn pairs(&self, group: u32) -> &[(NodeId, NodeId)] {
        let group = group as usize;
        &self.pairs[self.starts[group] as usize..self.starts[group + 1] as usize]
    }

    /// The groups whose labels are in these sets. None if the budget ran out.
    ///
    /// Sets that list few labels are looked up. Otherwise all groups with a listed tail label or
    /// head label are scanned, or all groups if both ends accept all labels but some.
    pub(crate) fn groups_of_sets(
        &self,
        tail: &LabelSet,
        edge: &LabelSet,
        head: &LabelSet,
        meter: &mut Meter<'_>,
    ) -> Option<FoundGroups> {
        let may_repeat = edge.excludes() || edge.labels().len() > 1;
        let finite = ![tail, edge, head].into_iter().any(LabelSet::excludes);
        let sizes = [tail, edge, head].map(|set| set.labels().len());
        let mut groups = Vec::new();
        if finite && sizes.iter().product::<usize>() <= self.labels.len() {
            for &tail in tail.labels() {
                for &edge in edge.labels() {
                    if !meter.work(head.labels().len()) {
                        return None;
                    }
                    let keys = head.labels().iter().map(|&head| (tail, edge, head));
                    groups.extend(keys.filter_map(|key| self.groups.get(&key)));
                }
            }
            return Some(FoundGroups { groups, may_repeat });
        }
        let Orders { by_tail, by_head } = self.orders(meter)?;
        let mut visit = |numbers: &mut dyn Iterator<Item = u32>| {
            for number in numbers {
                let (t, e, h) = self.labels[number as usize];
                if !meter.work(1) {
                    return false;
                }
                if tail.accepts(t) && edge.accepts(e) && head.accepts(h) {
                    groups.push(number);
                }
            }
            true
        };
        let of_label = |numbers: &'_ [u32], label: fn(&(Label, Label, Label)) -> Label, wanted| {
            let key = |number: &u32| label(&self.labels[*number as usize]);
            let from = numbers.partition_point(|number| key(number) < wanted);
            from..from + numbers[from..].partition_point(|number| key(number) == wanted)
        };
        let complete = if !tail.excludes() {
            tail.labels().iter().all(|&label| {
                let range = of_label(by_tail, |key| key.0, label);
                visit(&mut by_tail[range].iter().copied())
            })
        } else if !head.excludes() {
            head.labels().iter().all(|&label| {
                let range = of_label(by_head, |key| key.2, label);
                visit(&mut by_head[range].iter().copied())
            })
        } else {
            visit(&mut (0..self.labels.len() as u32))
        };
        complete.then_some(FoundGroups { groups, may_repeat })
    }
}
