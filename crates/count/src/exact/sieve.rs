//! The query-directed sieve: keeps the arcs whose type occurs in the pattern, and the graph nodes
//! that can stand for some pattern node. Most questions shrink to a few nodes, or die, here.

use isocount_core::{LabeledGraph, NodeId, Semantics};

use super::compiled::{ArcType, Compiled, head_bit, members, tail_bit};
use super::index::Index;
use crate::meter::Meter;

/// Where the arcs come from.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    /// One pass over the graph.
    Scan,
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
    /// Graph nodes that may stand for some pattern node, those of one class together.
    pub(crate) nodes: Vec<u32>,
    /// For each of them, which pattern nodes, as a mask.
    pub(crate) stands_for: Vec<u64>,
    /// Where each class starts in `nodes`.
    pub(crate) class_starts: Vec<u32>,
    /// Arcs between them, by position in `nodes`.
    pub(crate) arcs: Vec<SievedArc>,
    /// The number of arcs of each type that the first pass kept.
    pub(crate) num_of_type: Vec<u32>,
    class_of_node: Vec<u8>,
    slots: Slots,
}

/// The graph nodes met so far; a slot is a number in the order of meeting.
#[derive(Debug, Default)]
struct Slots {
    /// The slot of each graph node, and at the end its position in [`Sieved::nodes`]; reset
    /// through `nodes` before the next question.
    of_node: Vec<u32>,
    nodes: Vec<u32>,
    class: Vec<u8>,
    signature: Vec<u64>,
}

const UNMET: u32 = u32::MAX;

impl Slots {
    #[inline]
    fn meet(&mut self, node: u32, class: u8, bit: u64) {
        let slot = self.of_node[node as usize];
        if slot == UNMET {
            self.of_node[node as usize] = self.nodes.len() as u32;
            self.nodes.push(node);
            self.class.push(class);
            self.signature.push(bit);
        } else {
            self.signature[slot as usize] |= bit;
        }
    }

    fn forget(&mut self) {
        for &node in &self.nodes {
            self.of_node[node as usize] = UNMET;
        }
        self.nodes.clear();
        self.class.clear();
        self.signature.clear();
    }
}

impl Sieved {
    /// Fills itself from the graph. Returns false if the count is zero for lack of arcs or nodes,
    /// or if the budget ran out (the meter knows which).
    pub(crate) fn run(
        &mut self,
        p: &Compiled,
        graph: &LabeledGraph,
        source: Source<'_>,
        semantics: Semantics,
        meter: &mut Meter,
    ) -> bool {
        self.slots.forget();
        self.arcs.clear();
        self.num_of_type.clear();
        self.num_of_type.resize(p.types.len(), 0);
        match source {
            Source::Scan => self.scan(p, graph, semantics, meter),
            Source::Index(index) => self.look_up(p, index, semantics, meter),
        }
        if meter.is_spent() || self.num_of_type.contains(&0) {
            return false;
        }
        if self.slots.of_node.len() < graph.num_nodes() {
            self.slots.of_node.resize(graph.num_nodes(), UNMET);
        }
        if !self.meet_nodes(p, graph, meter) {
            return false;
        }
        let possible = self.choose_nodes(p, graph, semantics);
        if possible {
            self.renumber_arcs();
        }
        possible && meter.work(self.arcs.len())
    }

    fn scan(&mut self, p: &Compiled, g: &LabeledGraph, semantics: Semantics, meter: &mut Meter) {
        self.class_of_node.clear();
        self.class_of_node.extend(g.node_labels().iter().map(|&label| p.class_of(label)));
        for tail in g.nodes() {
            let tail_class = self.class_of_node[tail.ix()];
            if tail_class as usize == p.num_classes() {
                continue;
            }
            let starts = p.type_starts_from(tail_class);
            let row = g.out_arcs(tail);
            if !meter.work(row.len()) {
                return;
            }
            for arc in row {
                let head_class = self.class_of_node[arc.node.ix()] as usize;
                for t in starts[head_class]..starts[head_class + 1] {
                    let kind = p.types[t as usize];
                    if kind.label == arc.label && serves(kind, tail, arc.node, semantics) {
                        self.num_of_type[t as usize] += 1;
                        self.arcs.push(SievedArc { arc_type: t, tail: tail.0, head: arc.node.0 });
                    }
                }
            }
        }
    }

    fn look_up(&mut self, p: &Compiled, index: &Index, semantics: Semantics, meter: &mut Meter) {
        for (t, &kind) in p.types.iter().enumerate() {
            let [tail, head] = [kind.tail, kind.head].map(|c| p.class_labels[c as usize]);
            let pairs = index.arcs_of_type(tail, kind.label, head);
            if !meter.work(pairs.len()) {
                return;
            }
            for &(tail, head) in pairs {
                if serves(kind, tail, head, semantics) {
                    let arc_type = t as u16;
                    self.num_of_type[t] += 1;
                    self.arcs.push(SievedArc { arc_type, tail: tail.0, head: head.0 });
                }
            }
            if self.num_of_type[t] == 0 {
                return;
            }
        }
    }

    /// Notes the ends of all arcs, and the nodes for pattern nodes without arcs. False if the
    /// budget ran out.
    fn meet_nodes(&mut self, p: &Compiled, g: &LabeledGraph, meter: &mut Meter) -> bool {
        for some_arcs in self.arcs.chunks(1 << 14) {
            for arc in some_arcs {
                let kind = p.types[arc.arc_type as usize];
                self.slots.meet(arc.tail, kind.tail, tail_bit(arc.arc_type));
                self.slots.meet(arc.head, kind.head, head_bit(arc.arc_type));
            }
            if !meter.work(some_arcs.len()) {
                return false;
            }
        }
        if p.isolated != 0 {
            for x in g.nodes() {
                let class = p.class_of(g.node_label(x));
                let members = p.class_members.get(class as usize);
                if members.is_some_and(|members| members & p.isolated != 0) {
                    self.slots.meet(x.0, class, 0);
                }
            }
        }
        true
    }

    /// Lays out the nodes that can stand for something, class by class. False if some pattern
    /// node has none.
    fn choose_nodes(&mut self, p: &Compiled, g: &LabeledGraph, semantics: Semantics) -> bool {
        let num_classes = p.class_labels.len();
        self.class_starts.clear();
        self.class_starts.resize(num_classes + 1, 0);
        let mut covered = 0;
        // Signatures tell about loops while every type has bits of its own.
        let check_loops = semantics.is_induced() || p.has_loops && p.types.len() > 32;
        // Until the layout is known, the signature's place holds the mask.
        for slot in 0..self.slots.nodes.len() {
            let (class, signature) = (self.slots.class[slot], self.slots.signature[slot]);
            let mut mask = 0;
            for u in members(p.class_members[class as usize]) {
                mask |= u64::from(p.need[u] & !signature == 0) << u;
            }
            if check_loops {
                mask &= loops_fit(p, g, NodeId(self.slots.nodes[slot]), mask, semantics);
            }
            self.slots.signature[slot] = mask;
            self.class_starts[class as usize + 1] += u32::from(mask != 0);
            covered |= mask;
        }
        if covered != p.all() {
            return false;
        }
        for class in 0..num_classes {
            self.class_starts[class + 1] += self.class_starts[class];
        }
        let total = self.class_starts[num_classes] as usize;
        self.nodes.resize(total, 0);
        self.stands_for.resize(total, 0);
        let mut next = [0; super::compiled::MAX_NODES];
        next[..num_classes].copy_from_slice(&self.class_starts[..num_classes]);
        for slot in 0..self.slots.nodes.len() {
            let (node, mask) = (self.slots.nodes[slot], self.slots.signature[slot]);
            let place = &mut next[self.slots.class[slot] as usize];
            if mask != 0 {
                self.nodes[*place as usize] = node;
                self.stands_for[*place as usize] = mask;
                self.slots.of_node[node as usize] = *place;
                *place += 1;
            } else {
                self.slots.of_node[node as usize] = UNMET;
            }
        }
        true
    }

    fn renumber_arcs(&mut self) {
        move_arcs(&mut self.arcs, &self.slots.of_node);
    }

    /// Where a graph node stands in `nodes`, if it was kept.
    pub(crate) fn place(&self, node: NodeId) -> Option<usize> {
        let place = self.slots.of_node[node.ix()];
        (place != UNMET).then_some(place as usize)
    }

    /// Drops the nodes that stand for nothing any more, and their arcs.
    pub(crate) fn compact(&mut self) {
        let mut moved = vec![UNMET; self.nodes.len()];
        let mut kept = 0;
        for class in 0..self.class_starts.len() - 1 {
            let range = self.class_starts[class] as usize..self.class_starts[class + 1] as usize;
            self.class_starts[class] = kept as u32;
            for x in range {
                let (node, mask) = (self.nodes[x], self.stands_for[x]);
                self.slots.of_node[node as usize] = if mask == 0 { UNMET } else { kept as u32 };
                // Arcs still name the old positions; the old position now leads to the new one.
                moved[x] = self.slots.of_node[node as usize];
                if mask != 0 {
                    self.nodes[kept] = node;
                    self.stands_for[kept] = mask;
                    kept += 1;
                }
            }
        }
        *self.class_starts.last_mut().expect("there is an end after the last class") = kept as u32;
        self.nodes.truncate(kept);
        self.stands_for.truncate(kept);
        move_arcs(&mut self.arcs, &moved);
    }

    /// The positions of the nodes of one class.
    pub(crate) fn class_range(&self, class: u8) -> std::ops::Range<u32> {
        self.class_starts[class as usize]..self.class_starts[class as usize + 1]
    }

    /// The number of nodes left.
    pub(crate) fn num_nodes(&self) -> usize {
        self.nodes.len()
    }
}

/// Renames the ends of arcs, and drops those that lost one.
fn move_arcs(arcs: &mut Vec<SievedArc>, new_place: &[u32]) {
    arcs.retain_mut(|arc| {
        arc.tail = new_place[arc.tail as usize];
        arc.head = new_place[arc.head as usize];
        arc.tail != UNMET && arc.head != UNMET
    });
}

/// A loop of the graph serves a loop of the pattern; it serves an arc between two pattern nodes
/// only if both may go to one graph node.
#[inline]
fn serves(kind: ArcType, tail: NodeId, head: NodeId, semantics: Semantics) -> bool {
    if tail == head { kind.is_loop || !semantics.is_injective() } else { !kind.is_loop }
}

/// The nodes of `mask` whose loops `x` has, and no others where that is asked.
fn loops_fit(p: &Compiled, g: &LabeledGraph, x: NodeId, mask: u64, semantics: Semantics) -> u64 {
    let there = g.arcs_between(x, x);
    let fits = |u: usize| {
        let wanted = &p.loops[u];
        let has_all = wanted.iter().all(|label| there.iter().any(|arc| arc.label == *label));
        has_all && (!semantics.is_induced() || there.len() == wanted.len())
    };
    members(mask).filter(|&u| fits(u)).fold(0, |kept, u| kept | 1 << u)
}
