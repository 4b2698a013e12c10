//! What the sets of labels of a pattern accept, ready for the sieve.
//!
//! Nodes and arcs that accept the same are of one *kind*. A graph node has a class
//! ([`LabelClasses`]), and an arc of the graph has every type whose tail, edge and head kinds
//! accept its classes: with sets, one arc may have several types.

use isocount_core::{HalfArc, Label, LabelSet, LabeledGraph, NodeId, Pattern, Semantics, Wanted};

use super::compiled::{ArcType, Compiled, Direction, Family, Relation};
use super::label_classes::LabelClasses;
use crate::arc_matching::arcs_fit;
use crate::cost::usual_path::MOST_PAIRS_OF_KIND_AND_CLASS;
use crate::meter::Meter;

/// The maximum number of classes of node labels: they are stored in bytes, and one value stands for
/// no class.
pub(crate) const MAX_CLASSES: usize = 255;

/// The sets of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct SetRules {
    /// What each kind of node accepts, in the order of the pattern's nodes. Not sorted by label,
    /// because the numbers of labels depend on the order of reading, and estimates must not.
    pub(crate) node_sets: Vec<LabelSet>,
    /// What each kind of arc accepts, ascending.
    pub(crate) edge_sets: Vec<LabelSet>,
    pub(crate) node_classes: LabelClasses,
    edge_classes: LabelClasses,
    /// For each class of nodes, the kinds that accept it, as a mask; 0 for nodes without a class.
    kinds_of_class: Vec<u64>,
    /// Whether a kind of arc accepts a class of arcs, one row per kind.
    accepts_edge: Vec<bool>,
    /// For each class of nodes, the types whose tails accept it; empty for nodes without a class.
    types_from: Vec<Vec<u16>>,
    /// For each class of nodes, the kinds of the heads of those types, as a mask.
    heads_from: Vec<u64>,
}

impl SetRules {
    /// The sets of a pattern, and the kind of each node. None if they make too many classes.
    pub(crate) fn new(p: &Pattern) -> Option<(Self, Vec<u8>)> {
        let node_sets = in_order(p.nodes().map(|u| p.node_set(u).to_set()));
        let edge_sets = distinct(p.arc_sets().map(|(.., accepts)| accepts.to_set()));
        let kind = |u| {
            let accepts = p.node_set(u).to_set();
            node_sets.iter().position(|set| *set == accepts).expect("every node has a kind") as u8
        };
        let kinds = p.nodes().map(kind).collect();
        let node_classes = LabelClasses::new(&node_sets)?;
        let edge_classes = LabelClasses::new(&edge_sets)?;
        let edge_table = edge_sets.len() * (edge_classes.num() + 1);
        if node_classes.num() > MAX_CLASSES || edge_table > MOST_PAIRS_OF_KIND_AND_CLASS {
            return None;
        }
        let mask = |class| {
            let accepted_by: &[u16] = node_classes.accepted_by(class);
            accepted_by.iter().fold(0_u64, |mask, kind| mask | 1 << kind)
        };
        let kinds_of_class = (0..node_classes.num()).map(mask).chain([0]).collect();
        let mut accepts_edge = vec![false; edge_table];
        for class in 0..edge_classes.num() {
            for &kind in edge_classes.accepted_by(class) {
                accepts_edge[kind as usize * (edge_classes.num() + 1) + class] = true;
            }
        }
        let (types_from, heads_from) = (Vec::new(), Vec::new());
        let rules = Self {
            node_sets,
            edge_sets,
            node_classes,
            edge_classes,
            kinds_of_class,
            accepts_edge,
            types_from,
            heads_from,
        };
        Some((rules, kinds))
    }

    pub(crate) fn num_kinds(&self) -> usize {
        self.node_sets.len()
    }

    /// The number of what an arc accepts, given its label in the shape of the pattern.
    pub(crate) fn edge_kind(&self, p: &Pattern, label: Label) -> u32 {
        position(&self.edge_sets, &p.edge_set(label).to_set()) as u32
    }

    /// The nodes that accept each class, as a mask, given the kind of each node.
    pub(crate) fn class_members(&self, kinds: &[u8]) -> Vec<u64> {
        let members = |mask: &u64| {
            let accepting = kinds.iter().enumerate().filter(|(_, kind)| mask >> **kind & 1 == 1);
            accepting.fold(0, |members, (u, _)| members | 1 << u)
        };
        self.kinds_of_class[..self.node_classes.num()].iter().map(members).collect()
    }

    /// The range of the candidates of a kind, given the kind of each node.
    pub(crate) fn family(&self, kind: usize, kinds: &[u8]) -> Family {
        let range = self.node_classes.family(kind);
        let is_member = |other: &u8| {
            *other as usize == kind || {
                let family = self.node_classes.family(*other as usize);
                !range.is_empty() && family == range
            }
        };
        let members = kinds.iter().enumerate().filter(|(_, other)| is_member(other));
        let members = members.fold(0, |members, (u, _)| members | 1 << u);
        Family { first: range.start as u8, end: range.end as u8, members }
    }

    /// Records the types, which are sorted.
    pub(crate) fn sort_types(&mut self, types: &[ArcType]) {
        let from = |mask: &u64| -> Vec<u16> {
            let types = (0..).zip(types);
            types.filter(|(_, t)| mask >> t.tail & 1 == 1).map(|(number, _)| number).collect()
        };
        self.types_from = self.kinds_of_class.iter().map(from).collect();
        let heads = |from: &Vec<u16>| {
            from.iter().fold(0, |mask, t| mask | 1_u64 << types[*t as usize].head)
        };
        self.heads_from = self.types_from.iter().map(heads).collect();
    }

    /// Whether a kind of node accepts a class.
    #[inline]
    pub(crate) fn accepts(&self, kind: u8, class: u8) -> bool {
        self.kinds_of_class[class as usize] >> kind & 1 == 1
    }

    /// The types that an arc from a node of this class can have, and the kinds of their heads.
    #[inline]
    pub(crate) fn types_from(&self, tail: u8) -> (&[u16], u64) {
        (&self.types_from[tail as usize], self.heads_from[tail as usize])
    }

    /// The kinds that accept a class of nodes, as a mask.
    #[inline]
    pub(crate) fn kinds_of(&self, class: u8) -> u64 {
        self.kinds_of_class[class as usize]
    }

    /// What an edge label stands for.
    #[inline]
    pub(crate) fn edge_class(&self, label: Label) -> usize {
        self.edge_classes.class_of(label).into()
    }

    /// Whether arcs of a type may have labels of a class.
    #[inline]
    pub(crate) fn accepts_edge(&self, arc_type: ArcType, edge_class: usize) -> bool {
        self.accepts_edge[arc_type.label.0 as usize * (self.edge_classes.num() + 1) + edge_class]
    }

    /// Whether two arcs of one direction accept a common label.
    pub(crate) fn are_contested(&self, arcs: &[(Direction, u16)], types: &[ArcType]) -> bool {
        let set = |t: u16| &self.edge_sets[types[t as usize].label.0 as usize];
        let of_one_direction = arcs.chunk_by(|a, b| a.0 == b.0);
        let mut pairs = of_one_direction.flat_map(|arcs| {
            arcs.iter().enumerate().flat_map(|(i, a)| arcs[..i].iter().map(move |b| (a.1, b.1)))
        });
        pairs.any(|(a, b)| !set(a).and(set(b)).is_empty())
    }

    /// Whether a node has the loops that a pattern node needs, given their kinds.
    pub(crate) fn loops_fit(
        &self,
        wanted: &[Label],
        there: &[HalfArc],
        semantics: Semantics,
        meter: &mut Meter<'_>,
    ) -> bool {
        let wanted = wanted.iter().map(|kind| Wanted::Set(&self.edge_sets[kind.0 as usize]));
        arcs_fit(wanted, there, semantics, meter)
    }

    /// Whether the arcs between two nodes satisfy a relation.
    pub(crate) fn are_related(
        &self,
        (p, r): (&Compiled, &Relation),
        g: &LabeledGraph,
        (x, y): (NodeId, NodeId),
        semantics: Semantics,
        meter: &mut Meter<'_>,
    ) -> bool {
        let set = |t: u16| Wanted::Set(&self.edge_sets[p.types[t as usize].label.0 as usize]);
        let (out, into) = r.arcs.split_at(r.arcs.partition_point(|arc| arc.0 == Direction::Out));
        let mut fits = |arcs: &[(Direction, u16)], there: &[HalfArc]| {
            arcs_fit(arcs.iter().map(|arc| set(arc.1)), there, semantics, meter)
        };
        fits(out, g.arcs_between(x, y))
            && fits(into, g.arcs_between(y, x))
            && r.ban.as_ref().is_none_or(|ban| !ban.is_broken(g, (x, y), meter))
    }
}

/// Each set once, in the order of first occurrence; for few sets.
fn in_order(sets: impl Iterator<Item = LabelSet>) -> Vec<LabelSet> {
    let mut met = Vec::new();
    for set in sets {
        if !met.contains(&set) {
            met.push(set);
        }
    }
    met
}

/// Each set once, ascending.
fn distinct(sets: impl Iterator<Item = LabelSet>) -> Vec<LabelSet> {
    let mut sets: Vec<LabelSet> = sets.collect();
    sets.sort();
    sets.dedup();
    sets
}

fn position(sets: &[LabelSet], set: &LabelSet) -> usize {
    sets.binary_search(set).expect("every set of the pattern has a number")
}
