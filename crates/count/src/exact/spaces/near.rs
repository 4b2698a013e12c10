//! All arcs between the nodes of a space, whatever their types: what induced patterns must not have
//! besides their own.

use isocount_core::{LabeledGraph, NodeId};

use super::link_table::LinkTable;
use crate::exact::compiling::Compiled;
use crate::exact::sieving::Sieved;
use crate::meter::Meter;

/// Arcs without their types.
#[derive(Debug, Default)]
pub(super) struct Near {
    /// For each node, those with an arc to or from it, itself apart.
    pub(super) rows: LinkTable,
    /// For each table, whether it has all pairs with an arc between them.
    pub(super) is_all: Vec<bool>,
}

impl Near {
    /// None if the budget ran out.
    pub(super) fn of(
        p: &Compiled,
        g: &LabeledGraph,
        s: &Sieved,
        tables: &[LinkTable],
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        let (mut starts, mut targets) = (vec![0], Vec::new());
        for x in 0..s.num_nodes() {
            let (node, first) = (NodeId(s.nodes[x]), targets.len());
            for row in [g.out_arcs(node), g.in_arcs(node)] {
                for some in meter.stretches(row.len()) {
                    let places = row[some].iter().filter_map(|arc| s.place(arc.node));
                    targets.extend(places.filter(|&y| y != x).map(|y| y as u32));
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
        let rows = LinkTable { first: 0, starts, targets };
        let mut is_all = Vec::with_capacity(tables.len());
        for relation in &p.relations {
            let [from, to] = [relation.from, relation.to].map(|kind| s.range_of(p, kind));
            let mut pairs = 0;
            for x in from {
                let row = rows.row(x);
                let below = |end: u32| row.partition_point(|&y| y < end);
                pairs += below(to.end) - below(to.start);
                meter.work(1).then_some(())?;
            }
            is_all.extend([pairs == tables[is_all.len()].targets.len(); 2]);
        }
        Some(Self { rows, is_all })
    }
}
