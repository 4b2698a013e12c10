//! Sorts the row of one node. A hub can have millions of arcs, so the sort itself must be
//! cancellable.

use crate::builder::Looks;
use crate::{Cancelled, HalfArc, Label, NodeId};

/// Rows up to this length are sorted in one go, which takes a few milliseconds.
const SHORT: usize = 1 << 16;

/// Sorts by (node, label).
pub(crate) fn sort_row(row: &mut [HalfArc], looks: &mut Looks<'_>) -> Result<(), Cancelled> {
    looks.after(row.len())?;
    if row.len() <= SHORT {
        row.sort_unstable();
        return Ok(());
    }
    sort_by_digits(row, looks)
}

/// Radix sort, least significant digit first: four passes of 16 bits, each a stable counting sort.
fn sort_by_digits(row: &mut [HalfArc], looks: &mut Looks<'_>) -> Result<(), Cancelled> {
    let key = |arc: &HalfArc| u64::from(arc.node.0) << 32 | u64::from(arc.label.0);
    let mut other = vec![HalfArc { node: NodeId(0), label: Label(0) }; row.len()];
    let (mut from, mut to) = (&mut *row, &mut other[..]);
    for shift in [0, 16, 32, 48] {
        let digit = |arc: &HalfArc| (key(arc) >> shift) as usize & 0xFFFF;
        let mut next = vec![0_u32; 1 << 16];
        for arc in &*from {
            looks.after(1)?;
            next[digit(arc)] += 1;
        }
        let mut sum = 0;
        for place in &mut next {
            (*place, sum) = (sum, sum + *place);
        }
        for arc in &*from {
            looks.after(1)?;
            let place = &mut next[digit(arc)];
            to[*place as usize] = *arc;
            *place += 1;
        }
        (from, to) = (to, from);
    }
    // After four passes, the result is in the row itself.
    Ok(())
}
