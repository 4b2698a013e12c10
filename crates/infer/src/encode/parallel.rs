//! Loops over rows on several threads. Rows are cut into pieces, and the work can be cancelled
//! between pieces. A row depends only on its number, so the result is the same for any number of
//! threads.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use isocount_core::{Cancelled, Control};
use isocount_lanes::LANES;
use isocount_platform::on_threads;

/// With fewer rows than this, an additional thread does not pay off.
const WORTH_A_THREAD: usize = 4096;

/// The number of elements in a piece. Even multiplied by a wide matrix, a piece takes a few
/// milliseconds.
pub(crate) const PIECE: usize = 1 << 18;

/// The number of rows in a piece: a multiple of 64.
pub(crate) fn piece_rows(width: usize) -> usize {
    (PIECE / width.max(1)).next_multiple_of(64).max(64)
}

/// Up to this many elements, in rows of whole lanes, there is one piece and one thread.
const ONE_PIECE: usize = WORTH_A_THREAD * LANES;

/// The ranges of a list of this length, each at most as long as a piece.
pub(crate) fn pieces(len: usize, piece: usize) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let end = len.min(start + piece);
        let part = (start < end).then_some(start..end);
        start = end;
        part
    })
}

/// Cuts `y` into pieces of whole rows and calls `work` with the number of the first row of each.
pub(crate) fn over_rows(
    y: &mut [f32],
    width: usize,
    threads: usize,
    control: &Control,
    work: impl Fn(usize, &mut [f32]) + Sync,
) -> Result<(), Cancelled> {
    if y.len() <= ONE_PIECE {
        control.check()?;
        work(0, y);
        return Ok(());
    }
    let threads = useful_threads(y.len() / width.max(1), threads);
    let piece = piece_rows(width).min((y.len() / width.max(1)).div_ceil(threads).max(1));
    over_pieces(y, width, piece, threads, control, |first, y| {
        work(first, y);
        Ok(())
    })
}

/// Like [`over_rows`], but with one piece per thread; `work` itself must handle cancellation.
pub(crate) fn over_threads(
    y: &mut [f32],
    width: usize,
    threads: usize,
    control: &Control,
    work: impl Fn(usize, &mut [f32]) -> Result<(), Cancelled> + Sync,
) -> Result<(), Cancelled> {
    if y.len() <= ONE_PIECE {
        control.check()?;
        return work(0, y);
    }
    let rows = y.len() / width.max(1);
    let threads = useful_threads(rows, threads);
    over_pieces(y, width, rows.div_ceil(threads).max(1), threads, control, work)
}

fn useful_threads(rows: usize, threads: usize) -> usize {
    threads.min(rows / WORTH_A_THREAD).max(1)
}

fn over_pieces(
    y: &mut [f32],
    width: usize,
    piece: usize,
    threads: usize,
    control: &Control,
    work: impl Fn(usize, &mut [f32]) -> Result<(), Cancelled> + Sync,
) -> Result<(), Cancelled> {
    control.check()?;
    if y.len() <= piece * width {
        return work(0, y);
    }
    let pieces = Mutex::new(y.chunks_mut(piece * width).enumerate());
    let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
    let each = |_| {
        while let Some((number, part)) = next() {
            control.check()?;
            work(number * piece, part)?;
        }
        Ok(())
    };
    on_threads(threads, each).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_visited_once_by_any_number_of_threads() {
        for (rows, width) in [(0, 8), (1, 8), (20_000, 24), (9_000, 40)] {
            for threads in [1, 2, 5] {
                let mut y = vec![0.0; rows * width];
                over_rows(&mut y, width, threads, &Control::NONE, |first, y| {
                    for (ix, x) in y.iter_mut().enumerate() {
                        *x += (first * width + ix) as f32;
                    }
                })
                .unwrap();
                assert!(y.iter().enumerate().all(|(ix, &x)| x.to_bits() == (ix as f32).to_bits()));
            }
        }
    }

    #[test]
    fn pieces_are_the_whole_list() {
        let ends =
            |len| -> Vec<[usize; 2]> { pieces(len, 4).map(|it| [it.start, it.end]).collect() };
        assert!(ends(0).is_empty());
        assert_eq!(ends(3), [[0, 3]]);
        assert_eq!(ends(8), [[0, 4], [4, 8]]);
        assert_eq!(ends(9), [[0, 4], [4, 8], [8, 9]]);
    }

    #[test]
    fn no_piece_begins_after_a_cancel() {
        let control = Control::new();
        let mut y = vec![0.0; 100 * PIECE];
        let ended = over_rows(&mut y, 8, 2, &control, |_, y| {
            y.fill(1.0);
            control.cancel();
        });
        assert_eq!(ended, Err(Cancelled));
        let done = y.iter().filter(|&&x| x > 0.0).count();
        assert!(done <= 2 * PIECE, "{done}");
    }
}
