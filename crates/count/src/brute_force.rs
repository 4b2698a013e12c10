//! The specification: every map from pattern nodes to graph nodes, tested against the definition.
//! Slow on purpose; every other counter is run against it.

use isocount_core::{LabeledGraph, NodeId, Pattern, Semantics, Unit};

use crate::meter::Meter;
use crate::unindexed::Enumerate;

/// Tries every map: nodes of the graph to the power of nodes of the pattern.
#[derive(Clone, Copy, Debug, Default)]
pub struct BruteForce;

impl Enumerate for BruteForce {
    fn mappings(&self, p: &Pattern, g: &LabeledGraph, s: Semantics, meter: &mut Meter) -> u128 {
        extend(p, g, s, &mut Vec::new(), meter)
    }

    fn automorphisms(&self, p: &Pattern, meter: &Meter) -> Option<u128> {
        let mut meter = meter.for_time_only();
        let found = self.mappings(p, p, Semantics::Induced(Unit::Mappings), &mut meter);
        (!meter.is_spent()).then_some(found)
    }
}

/// Counts the maps that begin with `f`, where `f[u]` is the image of pattern node `u`.
fn extend(p: &Pattern, g: &LabeledGraph, s: Semantics, f: &mut Vec<NodeId>, m: &mut Meter) -> u128 {
    if f.len() == p.num_nodes() {
        return 1;
    }
    let mut count = 0;
    for x in g.nodes() {
        f.push(x);
        if m.step() && fits(p, g, s, f) {
            count += extend(p, g, s, f, m);
        }
        f.pop();
    }
    count
}

/// The definition, for the last node of `f` against itself and each node before it.
fn fits(p: &Pattern, g: &LabeledGraph, s: Semantics, f: &[NodeId]) -> bool {
    let (u, x) = (NodeId(f.len() as u32 - 1), f[f.len() - 1]);
    let arcs_fit = |u, v, x, y| {
        p.arcs_between(u, v).iter().all(|arc| g.has_arc(x, y, arc.label))
            && (!s.is_induced()
                || g.arcs_between(x, y).iter().all(|arc| p.has_arc(u, v, arc.label)))
    };
    p.node_label(u) == g.node_label(x)
        && p.nodes().zip(f).all(|(v, &y)| {
            let apart = u == v || x != y || !s.is_injective();
            apart && arcs_fit(u, v, x, y) && arcs_fit(v, u, y, x)
        })
}
