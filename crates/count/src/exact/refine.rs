//! Narrowing the candidates of a large question before any rows are built: a graph node stands
//! for pattern node `u` only if, for every arc of `u`, some arc of that type leads to a candidate
//! of the other end.

use isocount_core::Semantics;

use super::compiled::{Compiled, Direction};
use super::sieve::{Sieved, SievedArc};
use crate::meter::Meter;

/// A pass that drops less than one candidate in this many is the last.
const WORTHWHILE: usize = 50;

/// Narrows to a fixed point, or while it pays. False if some pattern node has no candidate left
/// or the budget ran out.
pub(crate) fn refine(p: &Compiled, s: &mut Sieved, m: Semantics, meter: &mut Meter) -> bool {
    s.arcs.sort_by_key(|arc| arc.arc_type);
    if m.is_injective() {
        compare_degrees(p, s);
    }
    let mut reached = vec![0_u64; s.num_nodes()];
    loop {
        let before = num_candidates(s);
        let mut covered = p.all();
        for (t, arcs) in by_type(&s.arcs) {
            let kind = p.types[t];
            if kind.is_loop {
                continue;
            }
            let ends: Vec<_> = links_of_type(p, t).collect();
            if !meter.work(2 * arcs.len() + ends.len() * s.num_nodes()) {
                return false;
            }
            for (own, class) in [(End::Tail, kind.tail), (End::Head, kind.head)] {
                let range = s.class_starts[class as usize] as usize
                    ..s.class_starts[class as usize + 1] as usize;
                reached[range.clone()].fill(0);
                for arc in arcs {
                    let (x, y) = match own {
                        End::Tail => (arc.tail, arc.head),
                        End::Head => (arc.head, arc.tail),
                    };
                    reached[x as usize] |= s.stands_for[y as usize];
                }
                for &(tail, head) in &ends {
                    let (u, v) = if own == End::Tail { (tail, head) } else { (head, tail) };
                    for x in range.clone() {
                        let lost = s.stands_for[x] >> u & !(reached[x] >> v) & 1;
                        s.stands_for[x] &= !(lost << u);
                    }
                }
                let found = s.stands_for[range].iter().fold(0, |found, mask| found | mask);
                covered &= found | !p.class_members[class as usize];
            }
        }
        let after = num_candidates(s);
        if covered != p.all() {
            return false;
        }
        if (before - after) * WORTHWHILE <= before {
            return true;
        }
    }
}

/// Drops candidates with too few arcs of some type.
fn compare_degrees(p: &Compiled, s: &mut Sieved) {
    let mut num_arcs = vec![0_u32; s.num_nodes()];
    for degree in &p.degrees {
        num_arcs.fill(0);
        for arc in s.arcs_of_type(degree.arc_type) {
            let own = match degree.direction {
                Direction::Out => arc.tail,
                Direction::In => arc.head,
            };
            num_arcs[own as usize] += 1;
        }
        for (mask, &there) in s.stands_for.iter_mut().zip(&num_arcs) {
            *mask &= !(u64::from(there < degree.at_least) << degree.node);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Tail,
    Head,
}

fn num_candidates(s: &Sieved) -> usize {
    s.stands_for.iter().map(|mask| mask.count_ones() as usize).sum()
}

/// The arcs of each type; they are sorted by it.
fn by_type(arcs: &[SievedArc]) -> impl Iterator<Item = (usize, &[SievedArc])> {
    arcs.chunk_by(|a, b| a.arc_type == b.arc_type).map(|run| (run[0].arc_type as usize, run))
}

/// The (tail, head) pattern nodes of all pattern arcs of one type.
fn links_of_type(p: &Compiled, t: usize) -> impl Iterator<Item = (u8, u8)> + '_ {
    p.links.iter().flat_map(move |link| {
        let arcs = p.relations[link.relation as usize].arcs.iter();
        arcs.filter(move |(_, arc_type)| *arc_type as usize == t).map(|(direction, _)| {
            match direction {
                Direction::Out => (link.a, link.b),
                Direction::In => (link.b, link.a),
            }
        })
    })
}
