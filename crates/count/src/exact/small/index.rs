//! The arcs of a small graph that is open, grouped by type.

use std::sync::OnceLock;

use isocount_core::{Label, LabeledGraph};

use super::TypedArcs;
use super::pattern::SmallPattern;
use crate::exact::compiling::{ArcType, Compiled};

/// The index of an open graph, made for its first small question; none if the graph is not small.
#[derive(Debug, Default)]
pub(crate) struct LazySmallIndex(OnceLock<Option<SmallIndex>>);

impl LazySmallIndex {
    pub(in crate::exact) fn get(&self, g: &LabeledGraph) -> Option<&SmallIndex> {
        self.0.get_or_init(|| SmallIndex::new(g)).as_ref()
    }
}

/// The arcs of a graph of at most 64 nodes, grouped by the labels of their ends and their own.
#[derive(Debug)]
pub(crate) struct SmallIndex {
    num_nodes: usize,
    /// The filter bits of all groups: a type whose bit is missing has no arcs.
    filter: u64,
    /// For each slot of a hash table, the number of a group and 1, or 0.
    slots: [u8; NUM_SLOTS],
    groups: Vec<Group>,
    /// Tails and heads, group by group.
    arcs: Vec<(u8, u8)>,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    key: u64,
    tails: u64,
    heads: u64,
    start: u16,
    end: u16,
}

/// Slots have 8-bit numbers; at most half of them are used.
const NUM_SLOTS: usize = 256;
const MOST_GROUPS: usize = NUM_SLOTS / 2;

/// Three labels and a bit for loops make a key of 64 bits.
const LABEL_BITS: u32 = 20;

/// Not the key of any arc of an indexed graph.
const NO_KEY: u64 = u64::MAX;

fn key(tail: Label, edge: Label, head: Label, is_loop: bool) -> u64 {
    if (tail.0 | edge.0 | head.0) >> LABEL_BITS != 0 {
        return NO_KEY;
    }
    let [tail, edge, head] = [tail, edge, head].map(|label| u64::from(label.0));
    ((u64::from(is_loop) << LABEL_BITS | tail) << LABEL_BITS | edge) << LABEL_BITS | head
}

/// The key of a type of a pattern with plain labels.
pub(super) fn key_of_type(p: &Compiled, kind: ArcType) -> u64 {
    let [tail, head] = [kind.tail, kind.head].map(|class| p.class_labels[class as usize]);
    key(tail, kind.label, head, kind.is_loop)
}

/// Multiplicative hashing: the upper bits of the product depend on all bits of the key.
fn hash(key: u64) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    key.wrapping_mul(ODD)
}

/// The bit of a key in a filter.
pub(super) fn filter_bit(key: u64) -> u64 {
    1 << (hash(key) >> 58)
}

fn first_slot(key: u64) -> usize {
    (hash(key) >> 56) as usize
}

impl SmallIndex {
    /// None if the graph is not small or has too many labels.
    pub(crate) fn new(g: &LabeledGraph) -> Option<Self> {
        if g.num_nodes() > u64::BITS as usize || g.num_arcs() > usize::from(u16::MAX) {
            return None;
        }
        let (slots, arcs) = ([0; NUM_SLOTS], vec![(0, 0); g.num_arcs()]);
        let mut index =
            Self { num_nodes: g.num_nodes(), filter: 0, slots, groups: Vec::new(), arcs };
        let mut group_of_arc = Vec::with_capacity(g.num_arcs());
        for arc in g.arcs() {
            let [tail, head] = [arc.tail, arc.head].map(|end| g.node_label(end));
            let group = index.group(key(tail, arc.label, head, arc.tail == arc.head))?;
            let counted = &mut index.groups[group as usize];
            counted.end += 1;
            counted.tails |= 1 << arc.tail.0;
            counted.heads |= 1 << arc.head.0;
            group_of_arc.push(group);
        }
        let mut start = 0;
        for group in &mut index.groups {
            let size = group.end;
            (group.start, group.end) = (start, start);
            start += size;
        }
        for (arc, group) in g.arcs().zip(group_of_arc) {
            let place = &mut index.groups[group as usize].end;
            index.arcs[*place as usize] = (arc.tail.0 as u8, arc.head.0 as u8);
            *place += 1;
        }
        Some(index)
    }

    /// The group with this key, which is added if there is none. None if there are too many.
    fn group(&mut self, key: u64) -> Option<u8> {
        if key == NO_KEY {
            return None;
        }
        let mut slot = first_slot(key);
        loop {
            match self.slots[slot] {
                0 if self.groups.len() == MOST_GROUPS => return None,
                0 => {
                    let group = self.groups.len() as u8;
                    self.slots[slot] = group + 1;
                    self.filter |= filter_bit(key);
                    self.groups.push(Group { key, tails: 0, heads: 0, start: 0, end: 0 });
                    return Some(group);
                }
                used if self.groups[used as usize - 1].key == key => return Some(used - 1),
                _ => slot = (slot + 1) % NUM_SLOTS,
            }
        }
    }

    fn find(&self, key: u64) -> Option<u8> {
        let mut slot = first_slot(key);
        loop {
            match self.slots[slot] {
                0 => return None,
                used if self.groups[used as usize - 1].key == key => return Some(used - 1),
                _ => slot = (slot + 1) % NUM_SLOTS,
            }
        }
    }

    /// The arcs of a pattern's types. None if some type has none.
    #[inline]
    pub(super) fn look_up(&self, p: &SmallPattern) -> Option<Groups<'_>> {
        if p.filter & !self.filter != 0 {
            return None;
        }
        let mut groups = [0; 32];
        for (group, &key) in groups.iter_mut().zip(&p.keys) {
            *group = self.find(key)?;
        }
        Some(Groups { index: self, groups })
    }
}

/// The groups of the types of a pattern.
pub(super) struct Groups<'a> {
    index: &'a SmallIndex,
    groups: [u8; 32],
}

impl Groups<'_> {
    #[inline]
    fn group(&self, t: u16) -> &Group {
        &self.index.groups[self.groups[t as usize] as usize]
    }
}

impl TypedArcs for Groups<'_> {
    fn num_nodes(&self) -> usize {
        self.index.num_nodes
    }

    #[inline]
    fn num_of_type(&self, t: u16) -> usize {
        let group = self.group(t);
        (group.end - group.start).into()
    }

    #[inline]
    fn end_nodes(&self, end: usize) -> u64 {
        let group = self.group(end as u16 / 2);
        if end.is_multiple_of(2) { group.tails } else { group.heads }
    }

    #[inline]
    fn for_each(&self, t: u16, mut each: impl FnMut(u8, u8)) {
        let group = self.group(t);
        for &(tail, head) in &self.index.arcs[group.start as usize..group.end as usize] {
            each(tail, head);
        }
    }
}
