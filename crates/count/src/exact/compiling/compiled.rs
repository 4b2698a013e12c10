//! A pattern, analysed once: label classes, arc types and the links between its nodes.

use isocount_core::{Label, NodeId, Pattern};

use super::bans::{Ban, Bans};
use super::set_rules::SetRules;
use crate::cost::usual_path::LABELS_IN_A_TABLE;

/// The maximum number of nodes of a pattern that the engine supports: sets of pattern nodes are
/// 64-bit masks.
pub(crate) const MAX_NODES: usize = 64;

/// The maximum number of arcs of a pattern that the engine supports: arc types have 16-bit numbers.
pub(crate) const MAX_ARCS: usize = 4096;

/// A type of arc in the pattern: what its tail accepts, its label, and what its head accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ArcType {
    pub(crate) tail: u8,
    pub(crate) head: u8,
    /// Loops are types of their own: they restrict one node, not a pair.
    pub(crate) is_loop: bool,
    /// With [`SetRules`], the number of the accepted set instead of a label.
    pub(crate) label: Label,
}

/// Whether an arc leaves or enters the first node of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Direction {
    Out,
    In,
}

/// The arcs, with their types, that must run between the images of two linked nodes. Links of the
/// same kind share one relation and so one set of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Relation {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) arcs: Vec<(Direction, u16)>,
    /// Whether arcs of one direction accept a common label. Then it is not enough that each has an
    /// image, where each needs one of its own.
    pub(crate) contested: bool,
    /// Whether it is the same from both ends, like an undirected edge.
    pub(crate) symmetric: bool,
    /// What must not run between the two besides these arcs.
    pub(crate) ban: Option<Box<Ban>>,
}

impl Relation {
    /// The offset from the forward table to the backward table. A symmetric relation has only one
    /// table, so that nodes at either end are recognised as equivalent.
    pub(crate) fn backward(&self) -> u16 {
        u16::from(!self.symmetric)
    }
}

/// A pair of pattern nodes with arcs between them; `relation` is seen from `a`. Its rows from `a`
/// to `b` are table `2 * relation`, those from `b` to `a` the next, unless they are the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) a: u8,
    pub(crate) b: u8,
    pub(crate) relation: u16,
}

/// A range of classes that contains all candidates of a node; it may contain more if the node
/// accepts a set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Family {
    pub(crate) first: u8,
    /// One past the last.
    pub(crate) end: u8,
    /// The nodes whose candidates are in these classes, as a mask.
    pub(crate) members: u64,
}

/// A pattern node with `at_least` arcs of one type, all leaving or all entering it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Degree {
    pub(crate) node: u8,
    pub(crate) direction: Direction,
    pub(crate) arc_type: u16,
    pub(crate) at_least: u32,
}

/// A pattern ready to be counted under any semantics.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    /// The kind of each node, by what it accepts. Without sets, this is the class of its label;
    /// classes are numbered in the order of their labels.
    pub(crate) kind: Vec<u8>,
    /// The label of each class, ascending; empty with sets.
    pub(crate) class_labels: Vec<Label>,
    /// The nodes that accept each class, as a mask.
    pub(crate) class_members: Vec<u64>,
    /// For each kind, where its candidates are.
    pub(crate) families: Vec<Family>,
    /// For each node, the nodes that accept a common class, including itself.
    pub(crate) rivals: Vec<u64>,
    /// What sets of labels accept, if the pattern has any, or absent arcs.
    pub(crate) sets: Option<Box<SetRules>>,
    pub(crate) types: Vec<ArcType>,
    pub(crate) relations: Vec<Relation>,
    pub(crate) links: Vec<Link>,
    /// The nodes linked to each node, as a mask.
    pub(crate) linked: Vec<u64>,
    /// The signature bits that a graph node needs to be a candidate for each node.
    pub(crate) need: Vec<u64>,
    /// Nodes with several arcs of one type to different nodes. Under injective semantics, their
    /// images need as many.
    pub(crate) degrees: Vec<Degree>,
    /// The labels of the loops at each node.
    pub(crate) loops: Vec<Vec<Label>>,
    pub(crate) has_loops: bool,
    /// The absent arcs, except for those between linked nodes.
    pub(crate) bans: Bans,
    /// The nodes without any arc to another node or to themselves, as a mask.
    pub(crate) isolated: u64,
    /// The class of each label up to the largest; empty if that table would be long. Then labels
    /// are looked up by binary search.
    class_of_small_label: Vec<u8>,
    /// One row per tail class; see [`labels_from`](Self::labels_from).
    labels_between: Vec<u64>,
    /// One row per tail class; see [`type_starts_from`](Self::type_starts_from).
    type_starts: Vec<u16>,
    links_into: Vec<(u8, u16)>,
    links_into_starts: Vec<u16>,
}

impl Compiled {
    /// None if sets of labels make too many classes.
    pub(crate) fn new(p: &Pattern) -> Option<Self> {
        if p.has_sets() || p.has_absent() {
            let (rules, kind) = SetRules::new(p)?;
            let class_members = rules.class_members(&kind);
            let families = (0..rules.num_kinds()).map(|k| rules.family(k, &kind)).collect();
            let nodes = Nodes { kind, class_labels: Vec::new(), class_members, families };
            return Some(Self::with_nodes(p, nodes, Some(Box::new(rules))));
        }
        let mut class_labels = p.node_labels().to_vec();
        class_labels.sort_unstable();
        class_labels.dedup();
        let kind: Vec<u8> = p.node_labels().iter().map(|&l| position(&class_labels, l)).collect();
        let mut class_members = vec![0; class_labels.len()];
        for (u, &c) in kind.iter().enumerate() {
            class_members[c as usize] |= 1_u64 << u;
        }
        let alone =
            |(class, &members): (u8, &u64)| Family { first: class, end: class + 1, members };
        let families = (0..).zip(&class_members).map(alone).collect();
        Some(Self::with_nodes(p, Nodes { kind, class_labels, class_members, families }, None))
    }

    fn with_nodes(p: &Pattern, nodes: Nodes, mut sets: Option<Box<SetRules>>) -> Self {
        let Nodes { kind, class_labels, class_members, families } = nodes;
        // The label of an arc as its type has it.
        let label_of =
            |label: Label| sets.as_ref().map_or(label, |sets| Label(sets.edge_kind(p, label)));
        let type_of = |tail: NodeId, head: NodeId, label| ArcType {
            tail: kind[tail.ix()],
            head: kind[head.ix()],
            is_loop: tail == head,
            label: label_of(label),
        };
        let mut types: Vec<_> = p.arcs().map(|a| type_of(a.tail, a.head, a.label)).collect();
        types.sort_unstable();
        types.dedup();
        let type_ix = |tail, head, label| {
            let wanted = type_of(tail, head, label);
            types.partition_point(|t| *t < wanted) as u16
        };

        let mut need = vec![0; p.num_nodes()];
        let mut touched = 0_u64;
        for arc in p.arcs() {
            let t = type_ix(arc.tail, arc.head, arc.label);
            need[arc.tail.ix()] |= tail_bit(t);
            need[arc.head.ix()] |= head_bit(t);
            touched |= 1 << arc.tail.0 | 1 << arc.head.0;
        }
        let isolated = !touched & mask_of_first(p.num_nodes());
        let loops_at = |u| p.arcs_between(u, u).iter().map(|arc| label_of(arc.label)).collect();
        let loops = p.nodes().map(loops_at).collect();

        let contested = |arcs: &[(Direction, u16)]| {
            sets.as_ref().is_some_and(|sets| sets.are_contested(arcs, &types))
        };
        let Linkage { relations, links, linked } = Linkage::new(p, &kind, type_ix, contested);
        let (links_into, links_into_starts) = links_into(&links, &relations, p.num_nodes());
        if let Some(sets) = &mut sets {
            sets.sort_types(&types);
        }
        let accepted_with = |u: usize| {
            class_members.iter().filter(|members| *members >> u & 1 == 1).fold(1 << u, |m, n| m | n)
        };
        // Only the sieve for plain labels reads these.
        let plain_types = if sets.is_some() { &[][..] } else { &types[..] };
        Self {
            rivals: (0..p.num_nodes()).map(accepted_with).collect(),
            families,
            sets,
            links_into,
            links_into_starts,
            type_starts: type_starts(plain_types, class_labels.len()),
            class_of_small_label: small_label_table(&class_labels),
            loops,
            degrees: degrees(&links, &relations),
            labels_between: labels_between(plain_types, class_labels.len()),
            has_loops: types.iter().any(|t| t.is_loop),
            bans: Bans::new(p, &kind),
            relations,
            links,
            linked,
            kind,
            class_labels,
            class_members,
            types,
            need,
            isolated,
        }
    }

    pub(crate) fn num_nodes(&self) -> usize {
        self.kind.len()
    }

    /// All nodes, as a mask.
    pub(crate) fn all(&self) -> u64 {
        mask_of_first(self.num_nodes())
    }

    /// The connected parts, as masks.
    pub(crate) fn connected_parts(&self) -> Vec<u64> {
        let (mut left, mut parts) = (self.all(), Vec::new());
        while left != 0 {
            let (mut part, mut border) = (0, left & left.wrapping_neg());
            while border != 0 {
                part |= border;
                border = members(border).fold(0, |reached, u| reached | self.linked[u]) & !part;
            }
            left &= !part;
            parts.push(part);
        }
        parts
    }

    /// The classes of many node labels.
    pub(crate) fn classes_of(&self, labels: &[Label], classes: &mut Vec<u8>) {
        let (table, no_class) = (&self.class_of_small_label[..], self.num_classes() as u8);
        if table.is_empty() {
            classes.extend(labels.iter().map(|&label| self.class_of(label)));
        } else {
            let look_up = |label: &Label| *table.get(label.0 as usize).unwrap_or(&no_class);
            classes.extend(labels.iter().map(look_up));
        }
    }

    /// The class of a node label, or the number of classes if it has no class.
    #[inline]
    pub(crate) fn class_of(&self, label: Label) -> u8 {
        let no_class = self.num_classes() as u8;
        match self.class_of_small_label.get(label.0 as usize) {
            Some(&class) => class,
            None if !self.class_of_small_label.is_empty() => no_class,
            None => self.class_labels.binary_search(&label).map_or(no_class, |class| class as u8),
        }
    }

    /// For a tail of this class, where the types towards each head class start; a head without
    /// a class of the pattern has the number [`num_classes`](Self::num_classes), and no types.
    #[inline]
    pub(crate) fn type_starts_from(&self, tail: u8) -> &[u16] {
        let stride = self.num_classes() + 2;
        &self.type_starts[tail as usize * stride..][..stride]
    }

    /// For a tail of this class, the bits of the labels on arcs to each head class. None for a
    /// tail without a class.
    #[inline]
    pub(crate) fn labels_from(&self, tail: u8) -> Option<&[u64]> {
        let stride = self.num_classes() + 1;
        self.labels_between.get(tail as usize * stride..(tail as usize + 1) * stride)
    }

    pub(crate) fn num_classes(&self) -> usize {
        self.class_members.len()
    }

    /// The number of graph nodes that a kind accepts, given where the nodes of each class start.
    pub(crate) fn num_accepted(&self, kind: u8, class_starts: &[u32]) -> usize {
        let Family { first, end, .. } = self.families[kind as usize];
        let size = |class: usize| (class_starts[class + 1] - class_starts[class]) as usize;
        match &self.sets {
            None => size(first as usize),
            Some(sets) => {
                (first..end).filter(|&c| sets.accepts(kind, c)).map(|c| size(c.into())).sum()
            }
        }
    }

    /// The links of a node: the other node, and the table that leads from there to this one.
    #[inline]
    pub(crate) fn links_into(&self, u: usize) -> &[(u8, u16)] {
        &self.links_into[self.links_into_starts[u] as usize..self.links_into_starts[u + 1] as usize]
    }
}

/// How the labels of nodes are divided.
struct Nodes {
    kind: Vec<u8>,
    class_labels: Vec<Label>,
    class_members: Vec<u64>,
    families: Vec<Family>,
}

/// Which pattern nodes are linked, and how.
struct Linkage {
    relations: Vec<Relation>,
    links: Vec<Link>,
    linked: Vec<u64>,
}

impl Linkage {
    fn new(
        p: &Pattern,
        kind: &[u8],
        type_ix: impl Fn(NodeId, NodeId, Label) -> u16,
        contested: impl Fn(&[(Direction, u16)]) -> bool,
    ) -> Self {
        let linked = vec![0; p.num_nodes()];
        let mut linkage = Self { relations: Vec::new(), links: Vec::new(), linked };
        let seen_from = |u: NodeId, v: NodeId| {
            let out = p.arcs_between(u, v).iter();
            let out = out.map(|arc| (Direction::Out, type_ix(u, v, arc.label)));
            let into = p.arcs_between(v, u).iter();
            let into = into.map(|arc| (Direction::In, type_ix(v, u, arc.label)));
            let (from, to) = (kind[u.ix()], kind[v.ix()]);
            let mut arcs: Vec<(Direction, u16)> = out.chain(into).collect();
            // They are already sorted, unless the placeholders of sets are in another order.
            arcs.sort_unstable();
            let ban = Ban::between(p, u, v).map(Box::new);
            Relation { from, to, contested: contested(&arcs), arcs, symmetric: false, ban }
        };
        for (u, v) in p.nodes().flat_map(|u| (0..u.0).map(move |v| (NodeId(v), u))) {
            if p.arcs_between(u, v).is_empty() && p.arcs_between(v, u).is_empty() {
                continue;
            }
            let (forward, backward) = (seen_from(u, v), seen_from(v, u));
            // Takes the lesser of the two views, so that equal kinds get equal descriptions.
            let keep = (forward.from, &forward.arcs, &forward.ban)
                <= (backward.from, &backward.arcs, &backward.ban);
            let symmetric = forward == backward;
            let (a, b, seen) = if keep { (u, v, forward) } else { (v, u, backward) };
            linkage.add(a, b, Relation { symmetric, ..seen });
        }
        linkage
    }

    fn add(&mut self, a: NodeId, b: NodeId, relation: Relation) {
        let known = self.relations.iter().position(|r| *r == relation);
        let relation = known.unwrap_or_else(|| {
            self.relations.push(relation);
            self.relations.len() - 1
        }) as u16;
        self.linked[a.ix()] |= 1 << b.0;
        self.linked[b.ix()] |= 1 << a.0;
        self.links.push(Link { a: a.0 as u8, b: b.0 as u8, relation });
    }
}

/// The signature bit of a node at the tail of an arc of type `t`. With more than 32 types, types
/// share bits: signatures are then weaker, but never wrong.
#[inline]
pub(crate) fn tail_bit(t: u16) -> u64 {
    1 << (2 * t % 64)
}

/// The signature bit of a node at the head of an arc of type `t`.
#[inline]
pub(crate) fn head_bit(t: u16) -> u64 {
    1 << ((2 * t + 1) % 64)
}

/// The bit of an edge label in a mask that lets some other labels pass as well.
#[inline]
pub(crate) fn label_bit(label: Label) -> u64 {
    1 << (label.0 % 64)
}

fn labels_between(types: &[ArcType], num_classes: usize) -> Vec<u64> {
    let mut masks = vec![0; num_classes * (num_classes + 1)];
    for t in types {
        masks[t.tail as usize * (num_classes + 1) + t.head as usize] |= label_bit(t.label);
    }
    masks
}

/// The mask of nodes `0..n`.
pub(crate) fn mask_of_first(n: usize) -> u64 {
    if n == 64 { u64::MAX } else { (1 << n) - 1 }
}

/// The nodes of a mask, ascending.
pub(crate) fn members(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            lowest
        })
    })
}

fn position(labels: &[Label], label: Label) -> u8 {
    labels.binary_search(&label).expect("every label of the pattern has a class") as u8
}

fn small_label_table(class_labels: &[Label]) -> Vec<u8> {
    let top = class_labels.last().map_or(0, |label| label.0);
    if top >= LABELS_IN_A_TABLE {
        return Vec::new();
    }
    let mut table = vec![class_labels.len() as u8; top as usize + 1];
    for (class, label) in class_labels.iter().enumerate() {
        table[label.0 as usize] = class as u8;
    }
    table
}

/// Types are sorted by (tail, head, ...), so those of one pair of classes are neighbours.
fn type_starts(types: &[ArcType], num_classes: usize) -> Vec<u16> {
    let start_of =
        |tail, head| types.partition_point(|t| (t.tail as usize, t.head as usize) < (tail, head));
    let row = |tail| {
        // The column of heads without a class is empty: it starts and ends where the row ends.
        let starts = (0..=num_classes).map(move |head| start_of(tail, head) as u16);
        starts.chain([start_of(tail, num_classes) as u16])
    };
    (0..num_classes).flat_map(row).collect()
}

/// Groups links by node: for each end, the other end and the table from there.
fn links_into(
    links: &[Link],
    relations: &[Relation],
    num_nodes: usize,
) -> (Vec<(u8, u16)>, Vec<u16>) {
    let mut grouped = Vec::with_capacity(2 * links.len());
    let mut starts = vec![0];
    for u in 0..num_nodes as u8 {
        for link in links {
            if link.b == u {
                grouped.push((link.a, 2 * link.relation));
            } else if link.a == u {
                let backward = relations[link.relation as usize].backward();
                grouped.push((link.b, 2 * link.relation + backward));
            }
        }
        starts.push(grouped.len() as u16);
    }
    (grouped, starts)
}

/// Counts the arcs of each node by type and direction; single arcs need no entry.
fn degrees(links: &[Link], relations: &[Relation]) -> Vec<Degree> {
    let mut ends = Vec::new();
    for link in links {
        // Arcs that accept the same set may lead to one node.
        for same in relations[link.relation as usize].arcs.chunk_by(|a, b| a == b) {
            let (direction, arc_type) = same[0];
            let turned = match direction {
                Direction::Out => Direction::In,
                Direction::In => Direction::Out,
            };
            ends.extend([(link.a, direction, arc_type), (link.b, turned, arc_type)]);
        }
    }
    ends.sort_unstable();
    let several = ends.chunk_by(|a, b| a == b).filter(|same| same.len() > 1);
    let degree = |same: &[(u8, Direction, u16)]| {
        let (node, direction, arc_type) = same[0];
        Degree { node, direction, arc_type, at_least: same.len() as u32 }
    };
    several.map(degree).collect()
}
