//! Cycles of five nodes, counted at their node of highest degree. No other pattern of five nodes
//! has such a sum: two nodes would have to be placed, and what is left is neither groups nor pairs.
//!
//! Let v be that node, G' the nodes of lower degree, and U the neighbours of v in G'. A cycle is
//! v u₁ w₁ w₂ u₂ with u₁, u₂ in U. With
//!
//! ```text
//! c(w) = |N(w) ∩ U|,    W = Σ over arcs (w, x) of G'   c(w) · c(x),
//! ```
//!
//! W counts the walks (u₁, w₁, w₂, u₂), each cycle once in either direction. Of these, X have u₁ =
//! u₂, Y have u₁ = w₂, as many have u₂ = w₁, and YZ have both; no other two go together:
//!
//! ```text
//! X = Σ over u in U   2 · the triangles at u in G'       cycles = (W − X − 2 Y + YZ) / 2
//! Y = Σ over u in U   c(u) · the degree of u in G'
//! YZ = Σ over u in U   c(u)
//! ```
//!
//! X needs triangles that are not at v. Summed over all v it is a sum over triangles a, b, c, the
//! first with the highest degree: each of their nodes is in X for its neighbours of higher degree
//! than a. These triangles are found at v = a, where c(u) of them have the node u.
//!
//! One pass over the wedges below each v, and one over the arcs between their ends: a row is gone
//! through from its end of lower degree.

use std::sync::atomic::{AtomicUsize, Ordering};

use isocount_platform::on_threads;

use super::host::{Host, RankedTable};
use super::ways::Way;
use crate::cost::threads::{ENTRIES_WORTH_THREADS, IMAGES_AT_ONCE_BY_DEGREE};
use crate::meter::Meter;

/// What is counted at one node after another.
struct Below<'a, 'm> {
    table: &'a RankedTable,
    meter: Meter<'m>,
    /// c of each place, and the places that have one.
    c: Vec<u32>,
    reached: Vec<u32>,
}

/// About how many entries of rows are looked at.
pub(super) fn expected_entries(host: &Host) -> f64 {
    let table = host.table(Way::Both);
    let wedges: f64 = (0..host.num_places as u32)
        .map(|u| {
            let (degree, before) = (table.degree(u) as f64, table.num_before(u) as f64);
            before * degree - before * (before + 1.0) / 2.0
        })
        .sum();
    // Of the row of an end, about half of what comes before it comes after v.
    let before = host.num_pairs as f64 / host.num_places.max(1) as f64 / 2.0;
    wedges * (1.0 + before / 2.0)
}

/// The number of mappings of a cycle of five; nothing if the budget ran out. Threads share the
/// nodes.
pub(super) fn five_cycles(host: &Host, threads: usize, meter: &mut Meter<'_>) -> Option<u128> {
    let next = AtomicUsize::new(0);
    let start = &*meter;
    let threads = if host.num_pairs < ENTRIES_WORTH_THREADS { 1 } else { threads };
    let parts = on_threads(threads, |_| {
        let mut below = Below {
            table: host.table(Way::Both),
            meter: start.clone(),
            c: vec![0; host.num_places],
            reached: Vec::new(),
        };
        let mut sum = 0_i128;
        loop {
            let from = next.fetch_add(IMAGES_AT_ONCE_BY_DEGREE, Ordering::Relaxed);
            if from >= host.num_places {
                return (sum, false);
            }
            for v in from as u32..host.num_places.min(from + IMAGES_AT_ONCE_BY_DEGREE) as u32 {
                match below.at(v) {
                    Some(found) => sum += found,
                    None => return (sum, true),
                }
            }
        }
    });
    if parts.iter().any(|&(_, is_spent)| is_spent) {
        meter.spend();
        return None;
    }
    let twice: i128 = parts.iter().map(|&(sum, _)| sum).sum();
    // Each has ten mappings, and was seen in both directions.
    Some(5 * twice.unsigned_abs())
}

impl Below<'_, '_> {
    /// W − X − 2 Y + YZ, with the part of X that belongs to the triangles found here. None if the
    /// budget ran out.
    fn at(&mut self, v: u32) -> Option<i128> {
        let Self { table, meter, c, reached } = self;
        let lower = table.row_beyond(v, true);
        for &u in lower {
            let row = table.row(u);
            let earlier = row.partition_point(|&w| w < v);
            for &w in &row[earlier + 1..] {
                let number = &mut c[w as usize];
                if *number == 0 {
                    reached.push(w);
                }
                *number += 1;
            }
            meter.work(1 + row.len() - earlier).then_some(())?;
        }
        let mut walks = 0_i128;
        for &w in &*reached {
            let row = table.row_beyond(w, false);
            let between = &row[row.partition_point(|&x| x <= v)..];
            let beside: u64 = between.iter().map(|&x| u64::from(c[x as usize])).sum();
            walks += i128::from(c[w as usize]) * i128::from(beside);
            meter.work(1 + between.len()).then_some(())?;
        }
        // A triangle is seen at both of its nodes in U. For X, such a node counts with those of its
        // row that come before v, for Y with those that come after.
        let (mut folded, mut ends) = (0_i128, 0_i128);
        for &u in lower {
            let of_u = i128::from(c[u as usize]);
            ends += of_u;
            folded += 2 * of_u * (table.degree(u) as i128 - 1);
        }
        folded += table.num_before(v) as i128 * ends;
        for w in reached.drain(..) {
            c[w as usize] = 0;
        }
        Some(2 * walks - folded + ends)
    }
}
