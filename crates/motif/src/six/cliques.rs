//! Cliques of six nodes, each once: from its node of lowest rank upwards.

use std::sync::atomic::{AtomicUsize, Ordering};

use isocount_core::{Cancelled, Control};
use isocount_platform::on_threads;

use crate::ranked::Ranked;

/// The nodes of a clique besides the lowest.
const ABOVE_THE_LOWEST: u8 = 5;

/// The number of cliques of six nodes.
pub(super) fn cliques_of_six(
    graph: &Ranked,
    threads: usize,
    control: &Control,
) -> Result<u128, Cancelled> {
    let nodes = graph.num_nodes();
    let next = AtomicUsize::new(0);
    let parts = on_threads(threads, |_| {
        // For each node, how many more nodes the clique needs of which it is a candidate.
        let mut wanted_of = vec![0_u8; nodes];
        let mut found = 0_u128;
        loop {
            let lowest = next.fetch_add(1, Ordering::Relaxed);
            if lowest >= nodes {
                return Ok(found);
            }
            control.check()?;
            let above: Vec<u32> = graph.higher(lowest).map(|(u, _)| u as u32).collect();
            if above.len() >= usize::from(ABOVE_THE_LOWEST) {
                found += cliques_among(graph, &above, ABOVE_THE_LOWEST, &mut wanted_of);
            }
        }
    });
    parts.into_iter().sum()
}

/// The number of cliques of this size among nodes that are sorted by rank.
fn cliques_among(graph: &Ranked, among: &[u32], size: u8, wanted_of: &mut [u8]) -> u128 {
    if size == 1 {
        return among.len() as u128;
    }
    for &u in among {
        wanted_of[u as usize] = size;
    }
    let mut found = 0;
    for &u in among {
        let above = graph.higher(u as usize).filter(|&(v, _)| wanted_of[v] == size);
        let above: Vec<u32> = above.map(|(v, _)| v as u32).collect();
        if above.len() + 1 >= usize::from(size) {
            found += cliques_among(graph, &above, size - 1, wanted_of);
        }
    }
    // Candidates of the clique that is being extended again, or of none.
    for &u in among {
        wanted_of[u as usize] = if size < ABOVE_THE_LOWEST { size + 1 } else { 0 };
    }
    found
}
