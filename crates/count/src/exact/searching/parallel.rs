//! Splits a hard search among threads: the images of the first node are handed out one by one, in
//! stripes of the second node's images, so that one hub cannot keep the others waiting.

use std::sync::atomic::{AtomicUsize, Ordering};

use isocount_platform::on_threads;

use super::search::{Memory, Search, Stripe, TOO_MANY};
use crate::cost::threads::{FEWEST_STRIPES, MOST_STRIPES, PIECES_PER_THREAD};
use crate::exact::planning::{PartKind, Plan};
use crate::exact::spaces::Space;
use crate::meter::Meter;

/// Runs a plan on several threads; the sum does not depend on their number.
pub(crate) fn run<S: Space>(
    space: &S,
    plan: &Plan,
    num_pattern_nodes: usize,
    meter: &mut Meter<'_>,
    threads: usize,
) -> u128 {
    let mut product = 1_u128;
    for &root in &plan.roots {
        let value = match plan.parts[root as usize].kind {
            PartKind::Step { .. } => run_root(space, plan, num_pattern_nodes, root, meter, threads),
            PartKind::Twins { .. } | PartKind::Group { .. } | PartKind::Pair { .. } => {
                let memory = &mut Memory::default();
                let start = meter.clone();
                let mut search = Search::new(space, plan, num_pattern_nodes, memory, start);
                let value = search.value(root);
                *meter = search.meter;
                value
            }
        };
        product = product.saturating_mul(value);
        if product == 0 {
            break;
        }
    }
    product
}

fn run_root<S: Space>(
    space: &S,
    plan: &Plan,
    num_pattern_nodes: usize,
    root: u16,
    meter: &mut Meter<'_>,
    threads: usize,
) -> u128 {
    let first = &plan.sets[plan.parts[root as usize].sets.range()][0];
    let mut images = S::Set::default();
    space.select(&plan.selection(first), &vec![0; num_pattern_nodes], &mut images, meter);
    let images: Vec<u32> = S::members(&images).collect();
    let num_stripes = if plan.can_be_striped(root) {
        let wanted = PIECES_PER_THREAD.saturating_mul(threads).div_ceil(images.len().max(1));
        wanted.clamp(FEWEST_STRIPES, MOST_STRIPES)
    } else {
        1
    };
    let next = AtomicUsize::new(0);
    let start = &*meter;
    let parts = on_threads(threads, |_| {
        let mut memory = Memory::default();
        let mut search = Search::new(space, plan, num_pattern_nodes, &mut memory, start.clone());
        let mut sum = 0_u128;
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            let Some(&x) = images.get(piece / num_stripes) else { break };
            let stripe = Stripe { offset: piece % num_stripes, stride: num_stripes };
            sum = sum.saturating_add(search.run_piece(root, x, stripe));
            if sum == TOO_MANY || search.meter.is_spent() {
                // The remaining pieces are not needed.
                next.store(usize::MAX / 2, Ordering::Relaxed);
                break;
            }
        }
        (sum, search.meter.is_spent())
    });
    if parts.iter().any(|&(_, spent)| spent) {
        meter.spend();
    }
    parts.iter().fold(0, |total, &(sum, _)| total.saturating_add(sum))
}
