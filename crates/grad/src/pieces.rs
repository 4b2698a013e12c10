//! Long loops in pieces, with a check for cancellation between them.
//!
//! A piece takes about a millisecond. A loop that is cut short leaves meaningless numbers behind;
//! the tape returns none of them.

use std::ops::Range;

use isocount_core::Control;

/// Numbers that are read or written in one piece, about.
const PIECE: usize = 1 << 20;

/// The length of a piece is a multiple of this many rows: products that sum over rows do so in
/// blocks of this size, so the number of pieces does not change a bit of the result.
const BLOCK: usize = crate::kernel::DEPTH;

/// Multiplications that take as long as reading a number.
const PER_NUMBER: usize = 16;

/// Calls `work` for all rows, in pieces, until it is cancelled. `numbers` is how many are read or
/// written for a row.
pub(crate) fn in_pieces(
    control: &Control,
    rows: usize,
    numbers: usize,
    mut work: impl FnMut(Range<usize>),
) {
    let piece = (PIECE / numbers.max(1)).next_multiple_of(BLOCK).max(BLOCK);
    if rows <= piece {
        return work(0..rows);
    }
    for start in (0..rows).step_by(piece) {
        if control.is_cancelled() {
            return;
        }
        work(start..rows.min(start + piece));
    }
}

/// Sets numbers to zero.
pub(crate) fn fill(control: &Control, y: &mut [f32]) {
    in_pieces(control, y.len(), 1, |part| y[part].fill(0.0));
}

/// The numbers that a row costs which is multiplied by a matrix.
pub(crate) fn product_cost(d_in: usize, d_out: usize) -> usize {
    d_in + d_out + d_in * d_out / PER_NUMBER
}

/// The part of a matrix with these rows.
pub(crate) fn of_rows<'a>(data: &'a [f32], rows: &Range<usize>, cols: usize) -> &'a [f32] {
    &data[rows.start * cols..rows.end * cols]
}

/// The same, to be changed.
pub(crate) fn of_rows_mut<'a>(
    data: &'a mut [f32],
    rows: &Range<usize>,
    cols: usize,
) -> &'a mut [f32] {
    &mut data[rows.start * cols..rows.end * cols]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_follow_each_other_and_end_with_a_cancellation() {
        let mut seen = Vec::new();
        in_pieces(&Control::NONE, 1000, 1 << 12, |rows| seen.push(rows));
        assert_eq!(seen, [0..256, 256..512, 512..768, 768..1000]);
        let control = Control::new();
        let mut seen = Vec::new();
        in_pieces(&control, 1000, 1 << 12, |rows| {
            seen.push(rows.start);
            if rows.start == 256 {
                control.cancel();
            }
        });
        assert_eq!(seen, [0, 256]);
    }
}
