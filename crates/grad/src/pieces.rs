//! Long loops in pieces, with a check for cancellation between them.
//!
//! A piece takes about a millisecond. A cancelled loop leaves meaningless numbers, which the tape
//! does not return.

use std::ops::Range;

use isocount_core::Control;

/// Approximate number of elements that are read or written in one piece.
const PIECE: usize = 1 << 20;

/// The length of a piece is a multiple of this many rows: products that sum over rows do so in
/// blocks of this size, so the number of pieces does not affect the result.
const BLOCK: usize = crate::kernel::DEPTH;

/// The number of multiplications that take as long as reading one number.
const PER_NUMBER: usize = 16;

/// Calls `work` for all rows, in pieces, until it is cancelled. `numbers` is the number of elements
/// that are read or written per row.
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

/// The cost of a row that is multiplied by a matrix, in elements read or written.
pub(crate) fn product_cost(d_in: usize, d_out: usize) -> usize {
    d_in + d_out + d_in * d_out / PER_NUMBER
}

/// These rows of a matrix.
pub(crate) fn of_rows<'a>(data: &'a [f32], rows: &Range<usize>, cols: usize) -> &'a [f32] {
    &data[rows.start * cols..rows.end * cols]
}

/// Like [`of_rows`], but mutable.
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
