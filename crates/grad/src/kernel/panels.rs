//! The second factor of a product, cut into panels with as many columns as a tile, each stored row
//! by row.

use std::cell::RefCell;

use isocount_lanes::{LANES, Lanes, Vector, eight, eight_mut};

thread_local! {
    /// The panels of the current product, with space to align them to a cache line.
    static PANELS: RefCell<Vec<f32>> = const { RefCell::new(Vec::new()) };
}

/// The width rounded up so that any kind of panel fits.
pub(super) fn padded(width: usize) -> usize {
    width.next_multiple_of(16)
}

/// Calls `work` with space for `len` numbers, aligned to a cache line.
pub(super) fn with_panels(len: usize, work: impl FnOnce(&mut [f32])) {
    PANELS.with_borrow_mut(|buffer| {
        if buffer.len() < len + 16 {
            buffer.resize(len + 16, 0.0);
        }
        let skip = buffer.as_ptr().align_offset(64).min(16);
        work(&mut buffer[skip..skip + len]);
    });
}

/// The second factor.
#[derive(Clone, Copy)]
pub(super) struct B<'a> {
    pub(super) numbers: &'a [f32],
    pub(super) transposed: bool,
}

/// The position of a panel among the columns of the result.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    /// The distance between the rows of the result.
    pub(super) stride: usize,
    /// The first column.
    pub(super) from: usize,
    /// The number of columns.
    pub(super) num: usize,
}

impl Columns {
    /// The panels that make up `width`, with as little padding as possible.
    #[inline(always)]
    pub(super) fn panels<V: Vector>(width: usize, stride: usize) -> impl Iterator<Item = Self> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let left = width - from;
            let num = match left {
                0 => return None,
                _ if V::WIDTH > 8 => left.min(2 * V::WIDTH),
                1..=24 => left,
                // Two panels of 16 are faster than 24 and 8.
                25..=32 => 16,
                _ if left.is_multiple_of(16) && !left.is_multiple_of(24) => 16,
                _ => 24,
            };
            from += num;
            Some(Self { stride, from: from - num, num })
        })
    }
}

impl B<'_> {
    /// All panels, each row by row, padded with zeros where a panel has fewer columns than its
    /// registers.
    #[inline(always)]
    pub(super) fn copy<V: Vector>(self, width: usize, depth: usize, panels: &mut [f32]) {
        let Self { numbers, transposed } = self;
        if !transposed || depth == 0 {
            return copy_rows::<V>((&numbers[..depth * width], width), depth, width, panels);
        }
        let mut at_panel = 0;
        for at in Columns::panels::<V>(width, width) {
            let columns = at.num.next_multiple_of(V::WIDTH);
            let panel = &mut panels[at_panel..at_panel + depth * columns];
            at_panel += depth * columns;
            if columns > at.num {
                panel.fill(0.0);
            }
            let rows = &numbers[at.from * depth..(at.from + at.num) * depth];
            transpose::<V::Lanes>(rows, depth, panel, columns);
        }
    }
}

/// Transposes rows of `len` numbers into columns whose rows are `stride` apart: eight by eight, and
/// the rest one by one.
#[inline(always)]
fn transpose<L: Lanes>(rows: &[f32], len: usize, to: &mut [f32], stride: usize) {
    let num = rows.len() / len;
    let (squares, whole) = (num / LANES * LANES, len / LANES * LANES);
    for i in (0..squares).step_by(LANES) {
        for k in (0..whole).step_by(LANES) {
            let mut square = [L::splat(0.0); LANES];
            for (row, v) in square.iter_mut().enumerate() {
                *v = L::load(eight(rows, (i + row) * len + k));
            }
            square = L::transpose(square);
            for (column, &v) in square.iter().enumerate() {
                L::store(v, eight_mut(to, (k + column) * stride + i));
            }
        }
    }
    for i in 0..num {
        for k in if i < squares { whole } else { 0 }..len {
            to[k * stride + i] = rows[i * len + k];
        }
    }
}

/// All panels of some rows, whose numbers are read once and in order.
#[inline(always)]
pub(super) fn copy_rows<V: Vector>(
    (b, stride): (&[f32], usize),
    num_rows: usize,
    width: usize,
    panels: &mut [f32],
) {
    for row in 0..num_rows {
        let b = &b[row * stride..][..width];
        let mut at_panel = 0;
        for at in Columns::panels::<V>(width, width) {
            let columns = at.num.next_multiple_of(V::WIDTH);
            let to = &mut panels[at_panel + row * columns..][..columns];
            at_panel += num_rows * columns;
            for (to, from) in
                to.chunks_exact_mut(V::WIDTH).zip(b[at.from..at.from + at.num].chunks(V::WIDTH))
            {
                V::store(
                    if from.len() == V::WIDTH { V::load(from) } else { V::load_some(from) },
                    to,
                );
            }
        }
    }
}
