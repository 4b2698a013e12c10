//! The pairs of graph nodes between which a forbidden arc runs, from the arcs of the graph itself:
//! the sieve keeps only arcs that a pattern needs.

use isocount_core::{HalfArc, LabelSet, LabeledGraph, NodeId};

use super::link_table::LinkTable;
use crate::exact::compiling::{BanKind, Compiled};
use crate::exact::sieving::Sieved;
use crate::meter::Meter;

/// The forward and the backward rows of a ban, loops included; the backward ones are empty if both
/// are the same. None if the budget ran out.
pub(super) fn banned_tables(
    p: &Compiled,
    kind: &BanKind,
    g: &LabeledGraph,
    s: &Sieved,
    meter: &mut Meter<'_>,
) -> Option<[LinkTable; 2]> {
    let (from, to) = (s.range_of(p, kind.from), s.range_of(p, kind.to));
    let (mut starts, mut targets) = (vec![0], Vec::new());
    for x in from.clone() {
        let (node, first) = (NodeId(s.nodes[x as usize]), targets.len());
        let rows: [(&LabelSet, &[HalfArc]); 2] =
            [(&kind.ban.out, g.out_arcs(node)), (&kind.ban.into, g.in_arcs(node))];
        for (set, row) in rows.into_iter().filter(|(set, _)| !set.is_empty()) {
            for some in meter.stretches(row.len()) {
                let forbidden = row[some].iter().filter(|arc| set.accepts(arc.label));
                let places = forbidden.filter_map(|arc| s.place(arc.node)).map(|y| y as u32);
                targets.extend(places.filter(|y| to.contains(y)));
            }
        }
        targets[first..].sort_unstable();
        let mut kept = first;
        for i in first..targets.len() {
            if i == first || targets[i] != targets[i - 1] {
                targets[kept] = targets[i];
                kept += 1;
            }
        }
        targets.truncate(kept);
        starts.push(targets.len() as u32);
        meter.work(1).then_some(())?;
    }
    let forward = LinkTable { first: from.start, starts, targets };
    let backward = if kind.symmetric { LinkTable::default() } else { forward.turned(to, meter)? };
    (!meter.is_spent()).then_some([forward, backward])
}
