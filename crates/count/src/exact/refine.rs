//! Narrowing the candidates of a large question before any rows are built: a graph node stands
//! for pattern node `u` only if, for every arc of `u`, some arc of that type leads to a candidate
//! of the other end.

use super::compiled::Compiled;
use super::sieve::{Sieved, SievedArc};
use crate::meter::Meter;

/// A pass that drops less than one candidate in this many is the last.
const WORTHWHILE: usize = 50;

/// Narrows to a fixed point, or while it pays. False if some pattern node has no candidate left
/// or the budget ran out.
pub(crate) fn refine(p: &Compiled, s: &mut Sieved, meter: &mut Meter) -> bool {
    s.arcs.sort_by_key(|arc| arc.arc_type);
    let mut reached = vec![0_u64; s.num_nodes()];
    loop {
        let before = num_candidates(s);
        let mut covered = p.all();
        for (t, arcs) in by_type(&s.arcs) {
            let kind = p.types[t];
            if kind.is_loop {
                continue;
            }
            if !meter.work(2 * arcs.len()) {
                return false;
            }
            let ends: Vec<_> = links_of_type(p, t).collect();
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
                super::compiled::Direction::Out => (link.a, link.b),
                super::compiled::Direction::In => (link.b, link.a),
            }
        })
    })
}
