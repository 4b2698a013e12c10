//! Induced meanings: two nodes without a link need images that differ and have no arc between them.
//! So any two of them can be in each other's way, unless none of their images are adjacent.

use std::ops::Range;

use isocount_core::{LabeledGraph, NodeId};

use super::SplittingRun;
use super::domains::{Change, Domains, places};
use crate::exact::algebra::RelationTable;
use crate::exact::sieving::Sieved;
use crate::meter::Meter;

/// For each candidate, the candidates that have an arc from or to it. None if the budget ran out.
pub(super) fn adjacent(
    g: &LabeledGraph,
    s: &Sieved,
    meter: &mut Meter<'_>,
) -> Option<RelationTable> {
    let mut pairs = Vec::new();
    for x in 0..s.nodes.len() {
        let node = NodeId(s.nodes[x]);
        let first = pairs.len();
        for row in [g.out_arcs(node), g.in_arcs(node)] {
            meter.work(1 + row.len()).then_some(())?;
            let others = row.iter().filter_map(|arc| s.place(arc.node)).filter(|&y| y != x);
            pairs.extend(others.map(|y| (x as u32, y as u32)));
        }
        pairs[first..].sort_unstable();
    }
    pairs.dedup();
    RelationTable::group(0..s.nodes.len() as u32, pairs.iter().copied(), meter)
}

impl SplittingRun<'_, '_, '_> {
    /// Removes from the images of `v` those that it cannot have if `u` has this one.
    pub(super) fn keep_out(
        &mut self,
        domains: &mut Domains,
        (u, place): (usize, u32),
        v: usize,
    ) -> Change {
        let store = &mut self.own.store;
        let Some(adjacent) = &self.on.adjacent else { return store.remove(domains, v, place) };
        store.copy(domains, v);
        if store.first(u) == store.first(v) {
            store.made[place as usize / 64] &= !(1 << (place % 64));
        }
        let row = row_within(adjacent, store.first(u) + place, store.range(v));
        for &y in row {
            let place = y - store.first(v);
            store.made[place as usize / 64] &= !(1 << (place % 64));
        }
        self.meter.work(row.len());
        store.meet(domains, v)
    }

    /// Whether some images of two nodes exclude each other.
    pub(super) fn collide(&mut self, domains: &Domains, u: usize, v: usize) -> bool {
        let store = &self.own.store;
        if store.first(u) == store.first(v) {
            self.meter.work(store.num_words(u));
            if store.overlap(domains, u, v) {
                return true;
            }
        }
        let Some(adjacent) = &self.on.adjacent else { return false };
        let (u, v) = if domains.size[u] <= domains.size[v] { (u, v) } else { (v, u) };
        let (range, others) = (store.range(v), store.of(domains, v));
        let mut work = 0;
        let found = places(store.of(domains, u)).any(|x| {
            let row = row_within(adjacent, store.first(u) + x, range.clone());
            work += 1 + row.len();
            row.iter().any(|y| super::domains::has(others, y - range.start))
        });
        self.meter.work(work);
        found
    }
}

fn row_within(table: &RelationTable, x: u32, range: Range<u32>) -> &[u32] {
    let row = table.row(x);
    let from = row.partition_point(|&y| y < range.start);
    let to = row.partition_point(|&y| y < range.end);
    &row[from..to]
}
