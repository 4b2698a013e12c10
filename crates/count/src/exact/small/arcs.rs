//! One pass over a graph that keeps the arcs of each type of a pattern.

use isocount_core::LabeledGraph;

use super::TypedArcs;
use crate::exact::compiling::{Compiled, head_bit, label_bit, members, tail_bit};

/// The arcs that were kept, in a list for each type. The memory is reused.
#[derive(Debug, Default)]
pub(super) struct ScannedArcs {
    /// The class of each node of the graph.
    classes: Vec<u8>,
    arcs: Vec<ListedArc>,
    /// For each type, its last arc.
    last: Vec<u16>,
    num_of_type: Vec<u16>,
    /// See [`TypedArcs::end_nodes`].
    end_nodes: Vec<u64>,
    num_nodes: usize,
    wide: WideArcs,
}

/// An arc, and the one before it of the same type.
#[derive(Clone, Copy, Debug)]
struct ListedArc {
    tail: u8,
    head: u8,
    before: u16,
}

/// What is kept of a graph of more than 64 nodes.
#[derive(Debug, Default)]
struct WideArcs {
    arcs: Vec<(u16, u16, u16)>,
    signature: Vec<u64>,
    /// The number of each node that is left.
    place: Vec<u8>,
}

/// The end of a list.
const NONE: u16 = u16::MAX;

/// A node that is not left.
const NOWHERE: u8 = u8::MAX;

impl ScannedArcs {
    /// Scans a graph of at most 2¹⁶ - 1 nodes. False if more than 64 nodes are left.
    pub(super) fn scan(&mut self, p: &Compiled, g: &LabeledGraph) -> bool {
        self.classes.clear();
        p.classes_of(g.node_labels(), &mut self.classes);
        self.arcs.clear();
        self.last.clear();
        self.last.resize(p.types.len(), NONE);
        self.num_of_type.clear();
        self.num_of_type.resize(p.types.len(), 0);
        self.end_nodes.clear();
        self.end_nodes.resize(2 * p.types.len(), 0);
        self.num_nodes = g.num_nodes();
        let classes = std::mem::take(&mut self.classes);
        let is_small = if g.num_nodes() <= u64::BITS as usize {
            scan(p, g, &classes, |t, tail, head| self.add(t, tail as u8, head as u8));
            true
        } else {
            self.scan_wide(p, g, &classes)
        };
        self.classes = classes;
        is_small
    }

    #[inline]
    fn add(&mut self, t: u16, tail: u8, head: u8) {
        let ix = t as usize;
        self.end_nodes[2 * ix] |= 1 << tail;
        self.end_nodes[2 * ix + 1] |= 1 << head;
        self.num_of_type[ix] += 1;
        let before = std::mem::replace(&mut self.last[ix], self.arcs.len() as u16);
        self.arcs.push(ListedArc { tail, head, before });
    }

    /// Keeps the nodes with the signature of some pattern node, and the arcs between them.
    fn scan_wide(&mut self, p: &Compiled, g: &LabeledGraph, classes: &[u8]) -> bool {
        let mut wide = std::mem::take(&mut self.wide);
        let is_small = wide.scan(p, g, classes);
        if let Some(num_nodes) = is_small {
            self.num_nodes = num_nodes;
            for &(t, tail, head) in &wide.arcs {
                let [tail, head] = [tail, head].map(|end| wide.place[end as usize]);
                if tail != NOWHERE && head != NOWHERE {
                    self.add(t, tail, head);
                }
            }
        }
        self.wide = wide;
        is_small.is_some()
    }
}

impl WideArcs {
    /// The number of nodes that are left, if it is at most 64.
    fn scan(&mut self, p: &Compiled, g: &LabeledGraph, classes: &[u8]) -> Option<usize> {
        let Self { arcs, signature, place } = self;
        arcs.clear();
        signature.clear();
        signature.resize(g.num_nodes(), 0);
        place.resize(g.num_nodes().max(place.len()), NOWHERE);
        scan(p, g, classes, |t, tail, head| {
            signature[tail as usize] |= tail_bit(t);
            signature[head as usize] |= head_bit(t);
            arcs.push((t, tail as u16, head as u16));
        });
        let mut num_nodes = 0;
        for ((&signature, &class), place) in signature.iter().zip(classes).zip(place) {
            *place = NOWHERE;
            if signature == 0 {
                continue;
            }
            let mut members = members(p.class_members[class as usize]);
            if members.any(|u| p.need[u] & !signature == 0) {
                if num_nodes == u64::BITS as usize {
                    return None;
                }
                *place = num_nodes as u8;
                num_nodes += 1;
            }
        }
        Some(num_nodes)
    }
}

/// Calls `found` with the type, the tail and the head of each arc that can be an image. A loop can
/// be the image of a loop only.
#[inline]
fn scan(p: &Compiled, g: &LabeledGraph, classes: &[u8], mut found: impl FnMut(u16, u32, u32)) {
    for (tail, &tail_class) in g.nodes().zip(classes) {
        let Some(labels) = p.labels_from(tail_class) else { continue };
        let starts = p.type_starts_from(tail_class);
        for arc in g.out_arcs(tail) {
            let head_class = classes[arc.node.ix()] as usize;
            if labels[head_class] & label_bit(arc.label) == 0 {
                continue;
            }
            let of_classes = starts[head_class] as usize..starts[head_class + 1] as usize;
            for (t, kind) in of_classes.clone().zip(&p.types[of_classes]) {
                if kind.label == arc.label && kind.is_loop == (tail == arc.node) {
                    found(t as u16, tail.0, arc.node.0);
                }
            }
        }
    }
}

impl TypedArcs for ScannedArcs {
    fn num_nodes(&self) -> usize {
        self.num_nodes
    }

    #[inline]
    fn num_of_type(&self, t: u16) -> usize {
        self.num_of_type[t as usize].into()
    }

    #[inline]
    fn end_nodes(&self, end: usize) -> u64 {
        self.end_nodes[end]
    }

    #[inline]
    fn for_each(&self, t: u16, mut each: impl FnMut(u8, u8)) {
        let mut next = self.last[t as usize];
        while let Some(arc) = self.arcs.get(next as usize) {
            each(arc.tail, arc.head);
            next = arc.before;
        }
    }
}
