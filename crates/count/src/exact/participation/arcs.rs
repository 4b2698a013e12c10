//! From pairs of nodes, and nodes with loops, to the arcs between them.

use isocount_core::{LabeledGraph, NodeId, Pattern};

use super::tally::Tally;
use crate::exact::compiling::Compiled;

/// How often each arc takes part, in the order of [`LabeledGraph::arcs`].
pub(super) fn column(
    pattern: &Pattern,
    p: &Compiled,
    graph: &LabeledGraph,
    tally: &Tally,
) -> Vec<u128> {
    let mut starts = Vec::with_capacity(graph.num_nodes());
    let mut arcs = 0;
    for x in graph.nodes() {
        starts.push(arcs);
        arcs += graph.out_arcs(x).len();
    }
    let mut sums = vec![0_u128; arcs];
    // The arcs from u to v lie on those from x to y that they accept.
    let mut lie = |(u, v): (NodeId, NodeId), (x, y): (NodeId, NodeId), mappings: u128| {
        let row = graph.out_arcs(x);
        let first = row.partition_point(|arc| arc.node < y);
        let parallel = row[first..].iter().take_while(|arc| arc.node == y);
        for (place, arc) in parallel.enumerate() {
            for wanted in pattern.arc_sets_between(u, v) {
                if wanted.accepts(arc.label) {
                    let sum = &mut sums[starts[x.ix()] + first + place];
                    *sum = sum.saturating_add(mappings);
                }
            }
        }
    };
    for (&(table, from, to), &mappings) in tally.pairs.iter().flatten() {
        let (relation, is_backward) = (table / 2, table % 2 == 1);
        let link = p.links.iter().find(|link| link.relation == relation);
        let link = link.expect("a relation has a link");
        let [a, b] = [link.a, link.b].map(|u| NodeId(u.into()));
        let (u, v) = if is_backward { (b, a) } else { (a, b) };
        let (x, y) = (NodeId(from), NodeId(to));
        lie((u, v), (x, y), mappings);
        lie((v, u), (y, x), mappings);
    }
    for u in pattern.nodes() {
        let Some(column) = tally.column_of(u.ix()) else { continue };
        for (x, &mappings) in graph.nodes().zip(&tally.columns[column]) {
            if mappings > 0 {
                lie((u, u), (x, x), mappings);
            }
        }
    }
    sums
}
