//! The query-directed sieve: keeps the arcs whose type occurs in the pattern, and the graph nodes
//! that are candidates for some pattern node. Most questions shrink to few or no nodes here.

use isocount_core::{LabeledGraph, NodeId, Semantics};

use super::index::Index;
use crate::exact::compiling::{
    ArcType, Compiled, MAX_CLASSES, MAX_NODES, has_any, head_bit, label_bit, members, tail_bit,
};
use crate::exact::small::LazySmallIndex;
use crate::meter::{Meter, STRETCH};

/// Where the arcs come from.
#[derive(Clone, Copy)]
pub(crate) enum ArcSource<'a> {
    /// One pass over the graph.
    Scan,
    /// The same, except for small questions: they look arcs up.
    Small(&'a LazySmallIndex),
    /// Lookups in an index that was built when the graph was opened.
    Index(&'a Index),
}

/// An arc that survived, with the pattern's number for its type. Ends are graph nodes while
/// sieving, positions in [`Sieved::nodes`] afterwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SievedArc {
    pub(crate) arc_type: u16,
    pub(crate) tail: u32,
    pub(crate) head: u32,
}

/// What is left of the graph for one pattern. Its memory is reused from question to question.
#[derive(Debug, Default)]
pub(crate) struct Sieved {
    /// Graph nodes that are candidates for some pattern node, grouped by class.
    pub(crate) nodes: Vec<u32>,
    /// For each of them, the pattern nodes that it is a candidate for, as a mask.
    pub(crate) stands_for: Vec<u64>,
    /// The start of each class in `nodes`.
    pub(crate) class_starts: Vec<u32>,
    /// Arcs between them, by position in `nodes`.
    pub(crate) arcs: Vec<SievedArc>,
    /// The number of arcs of each type that the first pass kept.
    pub(crate) num_of_type: Vec<u32>,
    /// The slots of the nodes to keep.
    kept: Vec<u32>,
    pub(super) slots: Slots,
}

/// The graph nodes met so far. With lookups in an index, few nodes are met, and slots are numbered
/// in the order of meeting; with a scan, all are met, and a slot is the number of the node. A class
/// that the pattern does not have is one beyond its last.
#[derive(Debug, Default)]
pub(super) struct Slots {
    pub(super) order: NodeOrder,
    /// The slot of each node met, and later its position in [`Sieved::nodes`]; otherwise [`UNMET`].
    of_node: Vec<u32>,
    /// The node of each slot, unless all are met.
    nodes: Vec<u32>,
    pub(super) class: Vec<u8>,
    pub(super) signature: Vec<u64>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) enum NodeOrder {
    #[default]
    OfMeeting,
    OfNodes,
}

const UNMET: u32 = u32::MAX;

impl Slots {
    fn forget(&mut self) {
        self.clear_places();
        self.order = NodeOrder::OfMeeting;
        self.nodes.clear();
        self.class.clear();
        self.signature.clear();
    }

    fn clear_places(&mut self) {
        match self.order {
            NodeOrder::OfNodes => self.of_node[..self.class.len()].fill(UNMET),
            NodeOrder::OfMeeting => {
                for &node in &self.nodes {
                    self.of_node[node as usize] = UNMET;
                }
            }
        }
    }

    #[inline]
    pub(super) fn meet(&mut self, node: u32, class: u8, bit: u64) {
        match self.of_node[node as usize] {
            UNMET => {
                self.of_node[node as usize] = self.nodes.len() as u32;
                self.nodes.push(node);
                self.class.push(class);
                self.signature.push(bit);
            }
            slot => self.signature[slot as usize] |= bit,
        }
    }

    #[inline]
    fn node(&self, slot: usize) -> u32 {
        match self.order {
            NodeOrder::OfNodes => slot as u32,
            NodeOrder::OfMeeting => self.nodes[slot],
        }
    }
}

impl Sieved {
    /// Fills itself from the graph. Returns false if the count is zero for lack of arcs or nodes,
    /// or if the budget ran out (check the meter).
    pub(crate) fn run(
        &mut self,
        p: &Compiled,
        graph: &LabeledGraph,
        source: ArcSource<'_>,
        semantics: Semantics,
        meter: &mut Meter<'_>,
    ) -> bool {
        self.slots.forget();
        if self.slots.of_node.len() < graph.num_nodes() {
            self.slots.of_node.resize(graph.num_nodes(), UNMET);
        }
        self.arcs.clear();
        self.num_of_type.clear();
        self.num_of_type.resize(p.types.len(), 0);
        let complete = match (&p.sets, source) {
            (Some(sets), _) => self.meet_with_sets((p, sets), graph, source, semantics, meter),
            (None, ArcSource::Scan | ArcSource::Small(_)) => {
                self.meet_all_nodes(p, graph, semantics, meter)
                    && self.scan(p, graph, semantics, meter)
            }
            (None, ArcSource::Index(index)) => {
                self.look_up(p, index, semantics, meter) && self.meet_ends(p, graph, meter)
            }
        };
        if !complete || self.num_of_type.contains(&0) {
            return false;
        }
        self.choose_nodes(p, graph, semantics, meter)
            && move_arcs(&mut self.arcs, &self.slots.of_node, meter)
    }

    /// Records every node; slots are then node numbers. False if there are too few nodes of a
    /// label, or the budget ran out.
    #[inline(never)]
    fn meet_all_nodes(
        &mut self,
        p: &Compiled,
        g: &LabeledGraph,
        semantics: Semantics,
        meter: &mut Meter<'_>,
    ) -> bool {
        let mut num_of_class = [0_u32; MAX_NODES + 1];
        let Slots { order, class, signature, .. } = &mut self.slots;
        *order = NodeOrder::OfNodes;
        for some in meter.stretches(g.num_nodes()) {
            signature.resize(some.end, 0);
            p.classes_of(&g.node_labels()[some.clone()], class);
            for &class in &class[some] {
                num_of_class[class as usize] += 1;
            }
        }
        !meter.is_spent()
            && p.class_members.iter().zip(num_of_class).all(|(members, there)| {
                let wanted = if semantics.is_injective() { members.count_ones() } else { 1 };
                there >= wanted
            })
    }

    /// Keeps the arcs that can be used, and records them at their ends. False if the budget ran
    /// out.
    // PERF: not inlined, its loop keeps to registers; a tenth of `small_like_own_pairs`.
    #[inline(never)]
    fn scan(
        &mut self,
        p: &Compiled,
        g: &LabeledGraph,
        semantics: Semantics,
        meter: &mut Meter<'_>,
    ) -> bool {
        let Self { arcs, num_of_type, slots, .. } = self;
        let (class, signature) = (&slots.class[..], &mut slots.signature[..]);
        for (tail, &tail_class) in g.nodes().zip(class) {
            let Some(labels) = p.labels_from(tail_class) else { continue };
            let starts = p.type_starts_from(tail_class);
            // The row of a hub can be as long as the graph.
            for some_arcs in g.out_arcs(tail).chunks(STRETCH) {
                if !meter.work(some_arcs.len()) {
                    return false;
                }
                for arc in some_arcs {
                    let head_class = class[arc.node.ix()] as usize;
                    if labels[head_class] & label_bit(arc.label) == 0 {
                        continue;
                    }
                    let of_classes = starts[head_class] as usize..starts[head_class + 1] as usize;
                    for (t, &kind) in of_classes.clone().zip(&p.types[of_classes]) {
                        if kind.label == arc.label && serves(kind, tail, arc.node, semantics) {
                            let arc_type = t as u16;
                            signature[tail.ix()] |= tail_bit(arc_type);
                            signature[arc.node.ix()] |= head_bit(arc_type);
                            num_of_type[t] += 1;
                            arcs.push(SievedArc { arc_type, tail: tail.0, head: arc.node.0 });
                        }
                    }
                }
            }
        }
        true
    }

    /// Looks up the arcs of each type in the index. False if there are none of some type, or the
    /// budget ran out.
    fn look_up(
        &mut self,
        p: &Compiled,
        index: &Index,
        semantics: Semantics,
        meter: &mut Meter<'_>,
    ) -> bool {
        for (t, &kind) in p.types.iter().enumerate() {
            let [tail, head] = [kind.tail, kind.head].map(|c| p.class_labels[c as usize]);
            let pairs = index.arcs_of_type(tail, kind.label, head);
            for some in meter.stretches(pairs.len()) {
                for &(tail, head) in &pairs[some] {
                    if serves(kind, tail, head, semantics) {
                        let arc_type = t as u16;
                        self.num_of_type[t] += 1;
                        self.arcs.push(SievedArc { arc_type, tail: tail.0, head: head.0 });
                    }
                }
            }
            if self.num_of_type[t] == 0 || meter.is_spent() {
                return false;
            }
        }
        true
    }

    /// Records the ends of all arcs, and the nodes for pattern nodes without arcs. False if the
    /// budget ran out.
    fn meet_ends(&mut self, p: &Compiled, g: &LabeledGraph, meter: &mut Meter<'_>) -> bool {
        for some in meter.stretches(self.arcs.len()) {
            for arc in &self.arcs[some] {
                let kind = p.types[arc.arc_type as usize];
                self.slots.meet(arc.tail, kind.tail, tail_bit(arc.arc_type));
                self.slots.meet(arc.head, kind.head, head_bit(arc.arc_type));
            }
        }
        let num_nodes = if p.isolated == 0 { 0 } else { g.num_nodes() };
        for some in meter.stretches(num_nodes) {
            for x in some {
                let class = p.class_of(g.node_labels()[x]);
                let members = p.class_members.get(class as usize);
                if members.is_some_and(|members| members & p.isolated != 0) {
                    self.slots.meet(x as u32, class, 0);
                }
            }
        }
        !meter.is_spent()
    }

    /// Lays out the candidate nodes, class by class. False if some pattern
    /// node has none, or the budget ran out.
    #[inline(never)]
    fn choose_nodes(
        &mut self,
        p: &Compiled,
        g: &LabeledGraph,
        semantics: Semantics,
        meter: &mut Meter<'_>,
    ) -> bool {
        let num_classes = p.num_classes();
        self.class_starts.clear();
        self.class_starts.resize(num_classes + 1, 0);
        self.kept.clear();
        let mut covered = 0;
        // Signatures cover loops as long as every type has bits of its own. Loops with sets may
        // compete for the loops of the graph.
        let check_loops = semantics.is_induced()
            || p.bans.exist
            || p.has_loops && (p.types.len() > 32 || p.sets.is_some());
        let mut loop_meter = meter.for_time_only();
        // Until the layout is known, the mask is stored in place of the signature.
        for some in meter.stretches(self.slots.class.len()) {
            for slot in some {
                let (class, signature) = (self.slots.class[slot], self.slots.signature[slot]);
                if signature == 0 && p.isolated == 0 {
                    continue;
                }
                let mut mask = 0;
                for u in members(p.class_members.get(class as usize).copied().unwrap_or(0)) {
                    mask |= u64::from(p.need[u] & !signature == 0) << u;
                }
                if check_loops {
                    let x = NodeId(self.slots.node(slot));
                    mask &= loops_fit(p, g, x, mask, semantics, &mut loop_meter);
                }
                self.slots.signature[slot] = mask;
                if mask != 0 {
                    self.class_starts[class as usize + 1] += 1;
                    self.kept.push(slot as u32);
                }
                covered |= mask;
            }
        }
        if loop_meter.is_spent() {
            meter.spend();
        }
        if covered != p.all() || meter.is_spent() {
            return false;
        }
        for class in 0..num_classes {
            self.class_starts[class + 1] += self.class_starts[class];
        }
        let total = self.class_starts[num_classes] as usize;
        self.nodes.resize(total, 0);
        self.stands_for.resize(total, 0);
        let mut next = [0; MAX_CLASSES];
        next[..num_classes].copy_from_slice(&self.class_starts[..num_classes]);
        self.slots.clear_places();
        for some in meter.stretches(self.kept.len()) {
            for &slot in &self.kept[some] {
                let slot = slot as usize;
                let (node, mask) = (self.slots.node(slot), self.slots.signature[slot]);
                let place = &mut next[self.slots.class[slot] as usize];
                self.nodes[*place as usize] = node;
                self.stands_for[*place as usize] = mask;
                self.slots.of_node[node as usize] = *place;
                *place += 1;
            }
        }
        !meter.is_spent()
    }

    /// The position of a graph node in `nodes`, if it was kept.
    pub(crate) fn place(&self, node: NodeId) -> Option<usize> {
        let place = self.slots.of_node[node.ix()];
        (place != UNMET).then_some(place as usize)
    }

    /// Drops the nodes that are no longer candidates, and their arcs. False if the budget ran out.
    pub(crate) fn compact(&mut self, meter: &mut Meter<'_>) -> bool {
        let mut moved = Vec::with_capacity(self.nodes.len());
        let mut kept = 0;
        for class in 0..self.class_starts.len() - 1 {
            let first = self.class_starts[class] as usize;
            let num_nodes = self.class_starts[class + 1] as usize - first;
            self.class_starts[class] = kept as u32;
            for some in meter.stretches(num_nodes) {
                for x in first + some.start..first + some.end {
                    let (node, mask) = (self.nodes[x], self.stands_for[x]);
                    let place = if mask == 0 { UNMET } else { kept as u32 };
                    self.slots.of_node[node as usize] = place;
                    // Arcs still refer to the old positions; each old position now maps to the new
                    // one.
                    moved.push(place);
                    if mask != 0 {
                        self.nodes[kept] = node;
                        self.stands_for[kept] = mask;
                        kept += 1;
                    }
                }
            }
        }
        if meter.is_spent() {
            return false;
        }
        *self.class_starts.last_mut().expect("there is an end after the last class") = kept as u32;
        self.nodes.truncate(kept);
        self.stands_for.truncate(kept);
        move_arcs(&mut self.arcs, &moved, meter)
    }

    /// Orders the arcs by type, keeping the order within each. False if the budget ran out.
    pub(crate) fn sort_arcs(&mut self, num_types: usize, meter: &mut Meter<'_>) -> bool {
        let mut next = vec![0_u32; num_types + 1];
        let (mut last, mut is_sorted) = (0, true);
        for some in meter.stretches(self.arcs.len()) {
            for arc in &self.arcs[some] {
                next[arc.arc_type as usize + 1] += 1;
                is_sorted &= last <= arc.arc_type;
                last = arc.arc_type;
            }
        }
        if is_sorted || meter.is_spent() {
            return !meter.is_spent();
        }
        for t in 0..num_types {
            next[t + 1] += next[t];
        }
        let mut sorted = self.arcs.clone();
        for some in meter.stretches(self.arcs.len()) {
            for arc in &self.arcs[some] {
                let place = &mut next[arc.arc_type as usize];
                sorted[*place as usize] = *arc;
                *place += 1;
            }
        }
        self.arcs = sorted;
        !meter.is_spent()
    }

    /// The arcs of one type, once they are sorted by it.
    pub(crate) fn arcs_of_type(&self, t: u16) -> &[SievedArc] {
        let from = self.arcs.partition_point(|arc| arc.arc_type < t);
        let to = self.arcs.partition_point(|arc| arc.arc_type <= t);
        &self.arcs[from..to]
    }

    /// A range of positions that contains all nodes that a kind accepts.
    pub(crate) fn range_of(&self, p: &Compiled, kind: u8) -> std::ops::Range<u32> {
        let family = p.families[kind as usize];
        self.class_starts[family.first as usize]..self.class_starts[family.end as usize]
    }

    /// The approximate allocated memory in bytes, without the table of all nodes.
    pub(crate) fn num_bytes(&self) -> usize {
        let per_arc = size_of::<SievedArc>() * self.arcs.capacity();
        per_arc + 25 * self.slots.signature.capacity()
    }

    /// Frees its memory, except for the table of all nodes, which would be filled again.
    pub(crate) fn release(&mut self) {
        self.slots.forget();
        let of_node = std::mem::take(&mut self.slots.of_node);
        *self = Self { slots: Slots { of_node, ..Slots::default() }, ..Self::default() };
    }

    /// The number of nodes left.
    pub(crate) fn num_nodes(&self) -> usize {
        self.nodes.len()
    }
}

/// Renumbers the ends of arcs, and drops the arcs that lost an end. False if the budget ran out.
fn move_arcs(arcs: &mut Vec<SievedArc>, new_place: &[u32], meter: &mut Meter<'_>) -> bool {
    let mut kept = 0;
    for some in meter.stretches(arcs.len()) {
        for i in some {
            let SievedArc { arc_type, tail, head } = arcs[i];
            let [tail, head] = [tail, head].map(|end| new_place[end as usize]);
            if tail != UNMET && head != UNMET {
                arcs[kept] = SievedArc { arc_type, tail, head };
                kept += 1;
            }
        }
    }
    arcs.truncate(kept);
    !meter.is_spent()
}

/// A loop of the graph can be the image of a loop of the pattern. It can be the image of an arc
/// between two pattern nodes only if both may go to one graph node.
#[inline]
pub(super) fn serves(kind: ArcType, tail: NodeId, head: NodeId, semantics: Semantics) -> bool {
    if tail == head { kind.is_loop || !semantics.is_injective() } else { !kind.is_loop }
}

/// The nodes of `mask` whose loops `x` has, and none that must be absent. If induced, `x` must not
/// have others.
fn loops_fit(
    p: &Compiled,
    g: &LabeledGraph,
    x: NodeId,
    mask: u64,
    semantics: Semantics,
    meter: &mut Meter<'_>,
) -> u64 {
    let there = g.arcs_between(x, x);
    let mut fits = |u: usize| {
        let wanted = &p.loops[u];
        if let Some(sets) = &p.sets {
            let banned = p.bans.loops.get(u).and_then(Option::as_ref);
            return sets.loops_fit(wanted, there, semantics, meter)
                && banned.is_none_or(|set| !has_any(set, there, meter));
        }
        let has_all = wanted.iter().all(|label| there.iter().any(|arc| arc.label == *label));
        has_all && (!semantics.is_induced() || there.len() == wanted.len())
    };
    members(mask).filter(|&u| fits(u)).fold(0, |kept, u| kept | 1 << u)
}
