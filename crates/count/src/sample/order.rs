//! Which node is placed when: greedily the one with the least expected fan-out, from every first
//! node; the order with the least Σ log(1 + expected number of partial mappings) is best.

use super::floor::Floor;
use crate::exact::compiling::members;

/// An order of the nodes that are placed, and what it is expected to cost.
#[derive(Clone, Debug)]
pub(super) struct PlacingOrder {
    pub(super) nodes: Vec<usize>,
    pub(super) cost: f64,
}

/// One order for every first node, the best first.
pub(super) fn orders(floor: &Floor<'_>, core: u64) -> Vec<PlacingOrder> {
    let n = floor.p.num_nodes();
    // The share of pairs of candidates that are related, by pair of nodes.
    let mut share = vec![1.0; n * n];
    for u in members(core) {
        for v in members(floor.p.linked[u] & core) {
            let sizes = floor.num_candidates[u] as f64 * floor.num_candidates[v] as f64;
            share[u * n + v] = (floor.num_pairs(floor.link(u, v)) as f64 / sizes).min(1.0);
        }
    }
    let mut orders: Vec<PlacingOrder> =
        members(core).map(|u| greedy(floor, core, u, &share)).collect();
    orders.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    orders
}

fn greedy(floor: &Floor<'_>, core: u64, first: usize, share: &[f64]) -> PlacingOrder {
    let n = floor.p.num_nodes();
    let mut fan_out: Vec<f64> = floor.num_candidates.iter().map(|&size| size as f64).collect();
    let (mut nodes, mut placed, mut reached) = (Vec::new(), 0_u64, 0_u64);
    let (mut size, mut cost) = (1.0_f64, 0.0);
    let mut next = first;
    loop {
        nodes.push(next);
        placed |= 1 << next;
        reached |= floor.p.linked[next] & core;
        size *= fan_out[next];
        cost += size.ln_1p();
        for v in members(floor.p.linked[next] & core & !placed) {
            fan_out[v] *= share[next * n + v];
        }
        let open = if reached & !placed == 0 { core & !placed } else { reached & !placed };
        let best = members(open).min_by(|&u, &v| fan_out[u].total_cmp(&fan_out[v]));
        match best {
            Some(best) => next = best,
            None => return PlacingOrder { nodes, cost },
        }
    }
}
