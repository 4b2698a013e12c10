//! Absent arcs, ready for the engine: what must not run between the images of two pattern nodes.
//!
//! A pair of nodes with an arc between them has its ban in its [`Relation`](super::Relation): the
//! rows of the relation leave out pairs of graph nodes that break it. A pair without an arc gets
//! tables of the pairs that break its ban, and a search subtracts their rows.

use isocount_core::{HalfArc, LabelSet, LabeledGraph, NodeId, Pattern};

use crate::meter::Meter;

/// The labels that no arc may have from the image of one node to that of another, and back.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ban {
    pub(crate) out: LabelSet,
    pub(crate) into: LabelSet,
}

impl Ban {
    /// None if nothing is forbidden between two nodes.
    pub(crate) fn between(p: &Pattern, u: NodeId, v: NodeId) -> Option<Self> {
        let (out, into) = (p.absent_between(u, v), p.absent_between(v, u));
        let set = |of: Option<&LabelSet>| of.cloned().unwrap_or_else(|| LabelSet::one_of([]));
        (out.is_some() || into.is_some()).then(|| Self { out: set(out), into: set(into) })
    }

    /// Whether a forbidden arc runs between two graph nodes. Meaningless once the budget is spent.
    pub(crate) fn is_broken(
        &self,
        g: &LabeledGraph,
        (x, y): (NodeId, NodeId),
        meter: &mut Meter<'_>,
    ) -> bool {
        has_any(&self.out, g.arcs_between(x, y), meter)
            || has_any(&self.into, g.arcs_between(y, x), meter)
    }
}

/// Whether one of these arcs has a label of the set.
pub(crate) fn has_any(set: &LabelSet, arcs: &[HalfArc], meter: &mut Meter<'_>) -> bool {
    !set.is_empty() && arcs.iter().any(|arc| meter.work(1) && set.accepts(arc.label))
}

/// The ban of pairs of nodes that accept the same, seen from the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BanKind {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) ban: Ban,
    /// Whether it is the same from both ends.
    pub(crate) symmetric: bool,
}

/// All absent arcs of a pattern between nodes without present arcs, and at single nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bans {
    /// The pairs of graph nodes that break kind `i` are in table `2 * i`, seen from the first node,
    /// and in the next one seen from the second, unless the two are the same.
    pub(crate) kinds: Vec<BanKind>,
    /// For each node, those with a ban towards it, and the table that leads from there.
    into: Vec<Vec<(u8, u16)>>,
    /// For each node, the nodes with a ban between, as a mask; empty without absent arcs.
    between: Vec<u64>,
    /// The labels that no loop may have at the image of each node.
    pub(crate) loops: Vec<Option<LabelSet>>,
    /// Whether the pattern has any absent arcs, those beside present ones included.
    pub(crate) exist: bool,
}

impl Bans {
    /// The bans of a pattern, given the kind of each node.
    pub(crate) fn new(p: &Pattern, kind: &[u8]) -> Self {
        if !p.has_absent() {
            return Self::default();
        }
        let n = p.num_nodes();
        let mut bans = Self {
            kinds: Vec::new(),
            into: vec![Vec::new(); n],
            between: vec![0; n],
            loops: p.nodes().map(|u| p.absent_between(u, u).cloned()).collect(),
            exist: true,
        };
        for (u, v) in p.nodes().flat_map(|v| (0..v.0).map(move |u| (NodeId(u), v))) {
            if !p.arcs_between(u, v).is_empty() || !p.arcs_between(v, u).is_empty() {
                continue;
            }
            let (Some(forward), Some(backward)) = (Ban::between(p, u, v), Ban::between(p, v, u))
            else {
                continue;
            };
            let [there, back] = [(kind[u.ix()], forward), (kind[v.ix()], backward)];
            let symmetric = there == back;
            // The lesser of the two views, so that equal kinds get equal descriptions.
            let (a, b, seen) = if there <= back { (u, v, there.1) } else { (v, u, back.1) };
            let (from, to) = (kind[a.ix()], kind[b.ix()]);
            bans.add(a, b, BanKind { from, to, ban: seen, symmetric });
        }
        bans
    }

    fn add(&mut self, a: NodeId, b: NodeId, kind: BanKind) {
        let backward = u16::from(!kind.symmetric);
        let known = self.kinds.iter().position(|known| *known == kind);
        let number = known.unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        }) as u16;
        self.into[b.ix()].push((a.0 as u8, 2 * number));
        self.into[a.ix()].push((b.0 as u8, 2 * number + backward));
        self.between[a.ix()] |= 1 << b.0;
        self.between[b.ix()] |= 1 << a.0;
        for row in [a, b] {
            self.into[row.ix()].sort_unstable();
        }
    }

    /// The bans towards a node: the other node, and the table that leads from there to this one.
    pub(crate) fn towards(&self, u: usize) -> &[(u8, u16)] {
        self.into.get(u).map_or(&[], Vec::as_slice)
    }

    /// The table that leads from `u` to `v`, if there is a ban between them.
    pub(crate) fn table(&self, u: usize, v: usize) -> Option<u16> {
        let place = self.towards(v).binary_search_by_key(&(u as u8), |(from, _)| *from).ok()?;
        Some(self.towards(v)[place].1)
    }

    /// The table from each node to each other, row by row; 0 where there is no ban. Empty without any.
    pub(crate) fn tables(&self) -> Vec<u16> {
        if self.kinds.is_empty() {
            return Vec::new();
        }
        let nodes = 0..self.between.len();
        let row = |u: usize| nodes.clone().map(move |v| self.table(u, v).unwrap_or(0));
        nodes.clone().flat_map(row).collect()
    }

    /// Whether the same is forbidden between `u` and these nodes as between `v` and them.
    pub(crate) fn are_alike(&self, u: usize, v: usize, others: u64) -> bool {
        super::members(others).all(|w| self.table(w, u) == self.table(w, v))
    }

    /// The nodes with a ban between them and `u`, as a mask.
    #[inline]
    pub(crate) fn between(&self, u: usize) -> u64 {
        self.between.get(u).copied().unwrap_or(0)
    }
}
