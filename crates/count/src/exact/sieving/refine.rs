//! Narrows the candidates of a large question before any rows are built: a graph node stands for
//! pattern node `u` only if, for every arc of `u`, some arc of that type leads to a candidate of
//! the other end.

use isocount_core::Semantics;

use super::sieve::{Sieved, SievedArc};
use crate::cost::usual_path::CANDIDATES_PER_DROP;
use crate::exact::compiling::{Compiled, Direction};
use crate::meter::Meter;

/// Narrows to a fixed point, or as long as it is worthwhile. False if some pattern node has no
/// candidate left or the budget ran out.
pub(crate) fn refine(p: &Compiled, s: &mut Sieved, m: Semantics, meter: &mut Meter<'_>) -> bool {
    if !s.sort_arcs(p.types.len(), meter) || m.is_injective() && !compare_degrees(p, s, meter) {
        return false;
    }
    let ends = ArcEnds::by_type(p);
    let mut reached = vec![0_u64; s.num_nodes()];
    let mut num_candidates = 0;
    for some in meter.stretches(s.num_nodes()) {
        let sizes = s.stands_for[some].iter().map(|mask| mask.count_ones() as usize);
        num_candidates += sizes.sum::<usize>();
    }
    loop {
        let (mut covered, mut dropped) = (p.all(), 0);
        let Sieved { arcs, stands_for, class_starts, .. } = &mut *s;
        for (t, arcs) in by_type(arcs) {
            let kind = p.types[t];
            if kind.is_loop {
                continue;
            }
            for (own, end) in [(ArcEnd::Tail, kind.tail), (ArcEnd::Head, kind.head)] {
                let family = p.families[end as usize];
                let start = class_starts[family.first as usize] as usize;
                let range = start..class_starts[family.end as usize] as usize;
                let (reached, stands_for) = (&mut reached, &mut *stands_for);
                for some in meter.stretches(range.len()) {
                    reached[range.clone()][some].fill(0);
                }
                for some in meter.stretches(arcs.len()) {
                    for arc in &arcs[some] {
                        let (x, y) = match own {
                            ArcEnd::Tail => (arc.tail, arc.head),
                            ArcEnd::Head => (arc.head, arc.tail),
                        };
                        reached[x as usize] |= stands_for[y as usize];
                    }
                }
                if meter.is_spent() {
                    return false;
                }
                let partners = ends[t].partners(own);
                let (reached, stands_for) = (&reached[range.clone()], &mut stands_for[range]);
                let mut found = 0;
                for some in meter.stretches(stands_for.len()) {
                    for (mask, &reached) in stands_for[some.clone()].iter_mut().zip(&reached[some])
                    {
                        let lacking = partners.iter().filter(|(_, needed)| needed & !reached != 0);
                        let kept = *mask & !lacking.fold(0, |lost, (u, _)| lost | 1 << u);
                        if kept != *mask {
                            dropped += (*mask ^ kept).count_ones() as usize;
                            *mask = kept;
                        }
                        found |= kept;
                    }
                }
                covered &= found | !family.members;
            }
        }
        if covered != p.all() || meter.is_spent() {
            return false;
        }
        if dropped * CANDIDATES_PER_DROP <= num_candidates {
            return true;
        }
        num_candidates -= dropped;
    }
}

/// Drops candidates with too few arcs of some type. False if the budget ran out.
fn compare_degrees(p: &Compiled, s: &mut Sieved, meter: &mut Meter<'_>) -> bool {
    let mut num_arcs = vec![0_u32; s.num_nodes()];
    for degree in &p.degrees {
        for some in meter.stretches(num_arcs.len()) {
            num_arcs[some].fill(0);
        }
        let arcs = s.arcs_of_type(degree.arc_type);
        for some in meter.stretches(arcs.len()) {
            for arc in &arcs[some] {
                let own = match degree.direction {
                    Direction::Out => arc.tail,
                    Direction::In => arc.head,
                };
                num_arcs[own as usize] += 1;
            }
        }
        for some in meter.stretches(num_arcs.len()) {
            for (mask, &there) in s.stands_for[some.clone()].iter_mut().zip(&num_arcs[some]) {
                *mask &= !(u64::from(there < degree.at_least) << degree.node);
            }
        }
        if meter.is_spent() {
            return false;
        }
    }
    true
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ArcEnd {
    Tail,
    Head,
}

/// The arcs of each type; the arcs are sorted by type.
fn by_type(arcs: &[SievedArc]) -> impl Iterator<Item = (usize, &[SievedArc])> {
    arcs.chunk_by(|a, b| a.arc_type == b.arc_type).map(|run| (run[0].arc_type as usize, run))
}

/// The pattern nodes at the arcs of one type, each with those that the arcs lead to.
#[derive(Clone, Default)]
struct ArcEnds {
    tails: Vec<(u8, u64)>,
    heads: Vec<(u8, u64)>,
}

impl ArcEnds {
    fn by_type(p: &Compiled) -> Vec<Self> {
        let mut ends = vec![Self::default(); p.types.len()];
        for link in &p.links {
            for &(direction, t) in &p.relations[link.relation as usize].arcs {
                let (tail, head) = match direction {
                    Direction::Out => (link.a, link.b),
                    Direction::In => (link.b, link.a),
                };
                add_partner(&mut ends[t as usize].tails, tail, head);
                add_partner(&mut ends[t as usize].heads, head, tail);
            }
        }
        ends
    }

    fn partners(&self, end: ArcEnd) -> &[(u8, u64)] {
        match end {
            ArcEnd::Tail => &self.tails,
            ArcEnd::Head => &self.heads,
        }
    }
}

fn add_partner(partners: &mut Vec<(u8, u64)>, u: u8, v: u8) {
    match partners.iter_mut().find(|(known, _)| *known == u) {
        Some((_, partners)) => *partners |= 1 << v,
        None => partners.push((u, 1 << v)),
    }
}
