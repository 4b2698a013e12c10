//! A proven upper bound of the answer, to choose the width of numbers: mappings are no more than
//! the homomorphisms of a spanning forest of the pattern, which one pass from the leaves counts. In
//! floating point, with a margin far above its errors.

use super::relation::Relations;
use crate::exact::compiling::{Compiled, members};
use crate::exact::sieving::Sieved;
use crate::meter::Meter;

/// The passes add and multiply some ten thousand times in a row at most; each errs by 2^-53.
const MARGIN: f64 = 1.0 + 1e-6;

/// No pattern has more mappings than this. None if the budget ran out.
pub(crate) fn most_mappings(
    p: &Compiled,
    s: &Sieved,
    relations: &mut Relations<'_>,
    meter: &mut Meter<'_>,
) -> Option<f64> {
    let mut left = p.all();
    let mut product = 1.0;
    while left != 0 {
        let root = left.trailing_zeros() as usize;
        let (values, reached) = below(p, s, relations, root, 1 << root, meter)?;
        product *= values.iter().sum::<f64>();
        left &= !reached;
    }
    Some(product * MARGIN)
}

/// For each image of `u`, how many there are of the tree below it, which avoids `taken` nodes; and
/// what is taken then.
fn below(
    p: &Compiled,
    s: &Sieved,
    relations: &mut Relations<'_>,
    u: usize,
    taken: u64,
    meter: &mut Meter<'_>,
) -> Option<(Vec<f64>, u64)> {
    let range = relations.homes().range_of(p, u);
    let mut values = vec![1.0; range.len()];
    let mut taken = taken;
    for v in members(p.linked[u]) {
        if taken >> v & 1 == 1 {
            continue;
        }
        let (child, now) = below(p, s, relations, v, taken | 1 << v, meter)?;
        taken = now;
        let link = p.links.iter().find(|link| {
            (link.a as usize, link.b as usize) == (u, v)
                || (link.a as usize, link.b as usize) == (v, u)
        })?;
        let mut relation = relations.of_link(p, s, link.relation, meter)?;
        if link.a as usize != u {
            relation = relations.reverse(relation);
        }
        let table = relations.table(relation);
        let first = relations.homes().range_of(p, v).start;
        for (x, value) in range.clone().zip(&mut values) {
            meter.work(1 + table.degree(x)).then_some(())?;
            *value *= table.row(x).iter().map(|&y| child[(y - first) as usize]).sum::<f64>();
        }
    }
    Some((values, taken))
}
