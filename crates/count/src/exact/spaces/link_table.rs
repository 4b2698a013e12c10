//! The rows of relations: made from the arcs that the sieve left, seen from both ends.

use std::ops::Range;

use isocount_core::{LabeledGraph, NodeId, Semantics};

use crate::exact::compiling::{Compiled, Direction, Relation};
use crate::exact::sieving::{Sieved, SievedArc};
use crate::meter::Meter;

/// The rows of one relation in one direction, for the nodes of one family of classes.
#[derive(Debug, Default)]
pub(crate) struct LinkTable {
    pub(crate) first: u32,
    pub(crate) starts: Vec<u32>,
    pub(crate) targets: Vec<u32>,
}

impl LinkTable {
    #[inline]
    pub(super) fn row(&self, x: u32) -> &[u32] {
        let row = (x - self.first) as usize;
        &self.targets[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// The nodes that have a row.
    pub(super) fn places(&self) -> Range<u32> {
        self.first..self.first + self.starts.len().saturating_sub(1) as u32
    }

    /// Groups `(from, to)` pairs by `from`, keeping their order. None if the budget ran out.
    pub(crate) fn group(
        range: Range<u32>,
        pairs: impl Iterator<Item = (u32, u32)> + Clone,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        let mut starts = vec![0; range.len() + 1];
        for (x, _) in pairs.clone() {
            if !meter.work(1) {
                return None;
            }
            starts[(x - range.start) as usize + 1] += 1;
        }
        for some in meter.stretches(range.len()) {
            for row in some {
                starts[row + 1] += starts[row];
            }
        }
        let mut next = starts.clone();
        let mut targets = vec![0; starts[range.len()] as usize];
        for (x, y) in pairs {
            if !meter.work(1) {
                return None;
            }
            let place = &mut next[(x - range.start) as usize];
            targets[*place as usize] = y;
            *place += 1;
        }
        (!meter.is_spent()).then_some(Self { first: range.start, starts, targets })
    }

    /// The rows of arcs that come in the order of their tails and heads. None if they do not, or
    /// the budget ran out.
    fn in_order(range: Range<u32>, arcs: &[SievedArc], meter: &mut Meter<'_>) -> Option<Self> {
        let mut starts = Vec::with_capacity(range.len() + 1);
        let mut targets = Vec::with_capacity(arcs.len());
        starts.push(0);
        let mut last = None;
        for some in meter.stretches(arcs.len()) {
            for arc in &arcs[some] {
                let this = (arc.tail, arc.head);
                if last.is_some_and(|last| last >= this) || !range.contains(&arc.tail) {
                    return None;
                }
                last = Some(this);
                // As many rows have begun as there are starts.
                while starts.len() as u32 <= arc.tail - range.start {
                    starts.push(targets.len() as u32);
                }
                targets.push(arc.head);
            }
        }
        starts.resize(range.len() + 1, targets.len() as u32);
        (!meter.is_spent()).then_some(Self { first: range.start, starts, targets })
    }

    /// The same pairs seen from the other side; rows ascend because sources do.
    pub(crate) fn turned(&self, range: Range<u32>, meter: &mut Meter<'_>) -> Option<Self> {
        let rows = 0..self.starts.len() as u32 - 1;
        let pairs = rows.flat_map(|row| {
            let x = self.first + row;
            self.row(x).iter().map(move |&y| (y, x))
        });
        Self::group(range, pairs, meter)
    }
}

/// The forward and the backward rows of a relation; none if the budget ran out.
pub(super) fn relation_tables(
    p: &Compiled,
    r: &Relation,
    g: &LabeledGraph,
    s: &Sieved,
    m: Semantics,
    meter: &mut Meter<'_>,
) -> Option<[LinkTable; 2]> {
    if let &[(Direction::Out, out), (Direction::In, back)] = &r.arcs[..]
        && !m.is_induced()
        && p.sets.is_none()
        && let Some(both) = both_ways((p, r), s, out, back, meter)
    {
        return Some(both);
    }
    pair_by_pair(p, r, g, s, m, meter)
}

/// The tables of any relation.
fn pair_by_pair(
    p: &Compiled,
    r: &Relation,
    g: &LabeledGraph,
    s: &Sieved,
    m: Semantics,
    meter: &mut Meter<'_>,
) -> Option<[LinkTable; 2]> {
    // Start from the rarest of the relation's arcs, and ask the graph for the others.
    let rarest = r.arcs.iter().min_by_key(|(_, t)| s.num_of_type[*t as usize]);
    let &(direction, t) = rarest.expect("a relation has an arc");
    let certain = r.arcs.len() == 1 && !m.is_induced() && r.ban.is_none();
    let mut pairs = Vec::with_capacity(s.arcs_of_type(t).len());
    for arc in s.arcs_of_type(t) {
        let (x, y) = match direction {
            Direction::Out => (arc.tail, arc.head),
            Direction::In => (arc.head, arc.tail),
        };
        if !meter.work(1) {
            return None;
        }
        let [from, to] = [x, y].map(|place| NodeId(s.nodes[place as usize]));
        if certain || related((p, r), g, m, (direction, t), (from, to), meter) {
            pairs.push((x, y));
        }
    }
    let unsorted = LinkTable::group(s.range_of(p, r.from), pairs.iter().copied(), meter)?;
    drop(pairs);
    let backward = unsorted.turned(s.range_of(p, r.to), meter)?;
    drop(unsorted);
    let forward = backward.turned(s.range_of(p, r.from), meter)?;
    let backward = if r.symmetric { LinkTable::default() } else { backward };
    Some([forward, backward])
}

/// The tables of a relation of two arcs, one each way, if every arc that the sieve left has the
/// other one beside it, as the edges of an undirected graph do. None if that is not so.
///
/// Both types of arcs come in the order of their tails, so no row has to be sorted; and while the
/// rows of one table are gone through, each row of the other is gone through once, too.
fn both_ways(
    (p, r): (&Compiled, &Relation),
    s: &Sieved,
    out: u16,
    back: u16,
    meter: &mut Meter<'_>,
) -> Option<[LinkTable; 2]> {
    if s.arcs_of_type(out).len() != s.arcs_of_type(back).len() {
        return None;
    }
    let forward = LinkTable::in_order(s.range_of(p, r.from), s.arcs_of_type(out), meter)?;
    let own = if out == back {
        None
    } else {
        Some(LinkTable::in_order(s.range_of(p, r.to), s.arcs_of_type(back), meter)?)
    };
    let backward = own.as_ref().unwrap_or(&forward);
    let mut next = backward.starts.clone();
    for row in 0..forward.starts.len() as u32 - 1 {
        let x = forward.first + row;
        if !meter.work(1 + forward.row(x).len()) {
            return None;
        }
        for &y in forward.row(x) {
            let to = y.checked_sub(backward.first)? as usize;
            let place = *next.get(to)?;
            let is_there =
                place < *backward.starts.get(to + 1)? && backward.targets[place as usize] == x;
            if !is_there {
                return None;
            }
            next[to] += 1;
        }
    }
    let backward = if r.symmetric { LinkTable::default() } else { own? };
    Some([forward, backward])
}

/// Whether all arcs of a relation run between two nodes, and no others if induced. One of them is
/// known to.
fn related(
    (p, r): (&Compiled, &Relation),
    g: &LabeledGraph,
    m: Semantics,
    known: (Direction, u16),
    (x, y): (NodeId, NodeId),
    meter: &mut Meter<'_>,
) -> bool {
    if let Some(sets) = &p.sets {
        return sets.are_related((p, r), g, (x, y), m, meter);
    }
    let others = r.arcs.iter().filter(|&&arc| arc != known);
    let has_all = others.copied().all(|(direction, t)| match direction {
        Direction::Out => g.has_arc(x, y, p.types[t as usize].label),
        Direction::In => g.has_arc(y, x, p.types[t as usize].label),
    });
    let num_arcs = || g.arcs_between(x, y).len() + g.arcs_between(y, x).len();
    has_all && (!m.is_induced() || num_arcs() == r.arcs.len())
}

#[cfg(test)]
mod tests {
    use isocount_core::Unit;
    use isocount_testkit::random;

    use super::*;
    use crate::Representation;
    use crate::exact::sieving::{ArcSource, narrow};

    /// Edges are seen in one pass as they are seen pair by pair; arcs without the other one beside
    /// them are not for it.
    #[test]
    fn both_ways_gives_the_same_tables() {
        let semantics = Semantics::Monomorphism(Unit::Mappings);
        let [mut num_both, mut num_not] = [0; 2];
        for case in (0..300).map(random::large_case) {
            let Some(p) = Compiled::new(&case.pattern) else { continue };
            let (meter, mut s) = (&mut Meter::unlimited(), Sieved::default());
            let (g, rows) = (&case.graph, Representation::Rows);
            if narrow(&p, g, ArcSource::Scan, semantics, rows, &mut s, meter).is_none() {
                continue;
            }
            for r in &p.relations {
                let &[(Direction::Out, out), (Direction::In, back)] = &r.arcs[..] else { continue };
                let Some(both) = both_ways((&p, r), &s, out, back, meter) else {
                    num_not += 1;
                    continue;
                };
                num_both += 1;
                let each = pair_by_pair(&p, r, g, &s, semantics, meter).unwrap_or_default();
                for (both, each) in both.iter().zip(&each) {
                    assert_eq!(both.first, each.first, "{case}");
                    assert_eq!(both.starts, each.starts, "{case}");
                    assert_eq!(both.targets, each.targets, "{case}");
                }
            }
        }
        assert!(num_both > 20 && num_not > 20, "{num_both} edges, {num_not} others");
    }
}
