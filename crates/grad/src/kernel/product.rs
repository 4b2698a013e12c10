//! Matrix products, as small tiles of the result that stay in registers.
//!
//! ```text
//! C[i, j] += Σ_k A[i, k] · B[k, j]
//! ```
//!
//! A layer needs three of them, and they differ only in how `A` and `B` are read:
//!
//! | what          | product     | A             | B            | sum over |
//! |---------------|-------------|---------------|--------------|----------|
//! | forward       | Y += X·W    | X, by rows    | W            | inputs   |
//! | to the rows   | dX += dY·Wᵀ | dY, by rows   | W transposed | outputs  |
//! | to the weight | dW += Xᵀ·dY | X, by columns | dY           | rows     |
//!
//! `B` is cut into panels of 8, 16 or 24 columns, and each panel is copied into a block that fits
//! the first cache; missing columns are zero there. A tile is 8, 6 or 4 rows of `A` times one
//! panel: at most twelve vectors of sums, which is what sixteen registers can hold.

use std::cell::RefCell;
use std::ops::Range;

use isocount_lanes::{Kernel, LANES, Lanes, run};

/// So many terms are summed before a tile is added to the result.
const DEPTH: usize = 128;
/// Maximum size of a panel, in numbers: 12 kB.
const PANEL: usize = DEPTH * 24;
/// Numbers of `A` that are multiplied by all panels before the next ones are read: 128 kB.
const AT_ONCE: usize = 32 * 1024;

/// A panel, at the start of a cache line.
#[repr(align(64))]
struct Block([f32; PANEL]);

thread_local! {
    /// Each thread has one, so that a product of a few rows need not first fill 12 kB with zeros.
    static BLOCK: RefCell<Block> = const { RefCell::new(Block([0.0; PANEL])) };
}

/// `y += x·w` with `x: [n, d_in]`, `w: [d_in, d_out]`, `y: [n, d_out]`.
pub fn rows_by_weight(x: &[f32], w: &[f32], y: &mut [f32], d_in: usize, d_out: usize) {
    let panel = |k: usize, from: usize, row: &mut [f32]| {
        row.copy_from_slice(&w[k * d_out + from..][..row.len()]);
    };
    BLOCK.with_borrow_mut(|Block(block)| {
        run(ByRows { a: x, depth: d_in, c: y, width: d_out, panel, block });
    });
}

/// `dx += dy·wᵀ` with `dy: [n, d_out]`, `w: [d_in, d_out]`, `dx: [n, d_in]`.
pub fn rows_by_transposed(dy: &[f32], w: &[f32], dx: &mut [f32], d_in: usize, d_out: usize) {
    let panel = |k: usize, from: usize, row: &mut [f32]| {
        let column = w[from * d_out + k..].iter().step_by(d_out);
        row.iter_mut().zip(column).for_each(|(to, &w)| *to = w);
    };
    BLOCK.with_borrow_mut(|Block(block)| {
        run(ByRows { a: dy, depth: d_out, c: dx, width: d_in, panel, block });
    });
}

/// `dw += xᵀ·dy` with `x: [n, d_in]`, `dy: [n, d_out]`, `dw: [d_in, d_out]`.
pub fn columns_by_rows(x: &[f32], dy: &[f32], dw: &mut [f32], d_in: usize, d_out: usize) {
    BLOCK.with_borrow_mut(|Block(block)| {
        run(ByColumns { a: x, height: d_in, b: dy, c: dw, width: d_out, block });
    });
}

/// Where a panel stands among the columns of the result.
#[derive(Clone, Copy)]
struct Columns {
    /// The width of the full result.
    width: usize,
    /// The first column.
    from: usize,
    /// How many there are.
    num: usize,
}

impl Columns {
    /// The panels that make up `width`, with as little padding as there is.
    #[inline(always)]
    fn panels(width: usize) -> impl Iterator<Item = Self> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let left = width - from;
            let num = match left {
                0 => return None,
                1..=24 => left,
                // Two panels of 16 beat 24 and 8.
                25..=32 => 16,
                _ if left.is_multiple_of(16) && !left.is_multiple_of(24) => 16,
                _ => 24,
            };
            from += num;
            Some(Self { width, from: from - num, num })
        })
    }
}

/// The product with `A` read by rows. `panel(k, from, row)` fills `row` with `B[k, from..]`.
struct ByRows<'a, F> {
    a: &'a [f32],
    depth: usize,
    c: &'a mut [f32],
    width: usize,
    panel: F,
    block: &'a mut [f32; PANEL],
}

impl<F: Fn(usize, usize, &mut [f32])> Kernel for ByRows<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { a, depth, c, width, panel, block } = self;
        if depth == 0 || width == 0 {
            return;
        }
        let rows = (AT_ONCE / depth).max(LANES);
        for (a, c) in a.chunks(rows * depth).zip(c.chunks_mut(rows * width)) {
            for at in Columns::panels(width) {
                for k in (0..depth).step_by(DEPTH) {
                    let ks = k..depth.min(k + DEPTH);
                    match at.num {
                        17.. => by_rows::<L, 3, 3>(a, depth, ks, &panel, block, c, at),
                        9.. => by_rows::<L, 6, 2>(a, depth, ks, &panel, block, c, at),
                        _ => by_rows::<L, 8, 1>(a, depth, ks, &panel, block, c, at),
                    }
                }
            }
        }
    }
}

/// All rows of `a`, their numbers `ks`, times one panel of `P` vectors; `M` rows at once.
#[inline(always)]
fn by_rows<L: Lanes, const M: usize, const P: usize>(
    a: &[f32],
    depth: usize,
    ks: Range<usize>,
    fill: &impl Fn(usize, usize, &mut [f32]),
    block: &mut [f32; PANEL],
    c: &mut [f32],
    at: Columns,
) {
    let panel = &mut block.as_chunks_mut::<LANES>().0.as_chunks_mut::<P>().0[..ks.len()];
    fill_panel(panel, at.num, |row, to| fill(ks.start + row, at.from, to));
    let whole = c.len() / at.width / M * M;
    let (a, a_rest) = a.split_at(whole * depth);
    let (c, c_rest) = c.split_at_mut(whole * at.width);
    for (a, c) in a.chunks_exact(M * depth).zip(c.chunks_exact_mut(M * at.width)) {
        let a = std::array::from_fn(|i| &a[i * depth..][ks.clone()]);
        add_tile::<L, M, P>(row_tile::<L, M, P>(a, panel), c, at);
    }
    for (a, c) in a_rest.chunks_exact(depth).zip(c_rest.chunks_exact_mut(at.width)) {
        add_tile::<L, 1, P>(row_tile::<L, 1, P>([&a[ks.clone()]], panel), c, at);
    }
}

/// Fills each row of a panel with `num` numbers and zeros.
#[inline(always)]
fn fill_panel<const P: usize>(
    panel: &mut [[[f32; LANES]; P]],
    num: usize,
    fill: impl Fn(usize, &mut [f32]),
) {
    if num == P * LANES {
        // The length is known here, so a row is copied in registers.
        for (ix, row) in panel.iter_mut().enumerate() {
            fill(ix, row.as_flattened_mut());
        }
        return;
    }
    for (ix, row) in panel.iter_mut().enumerate() {
        let (row, padding) = row.as_flattened_mut().split_at_mut(num);
        fill(ix, row);
        padding.fill(0.0);
    }
}

#[inline(always)]
fn row_tile<L: Lanes, const M: usize, const P: usize>(
    a: [&[f32]; M],
    panel: &[[[f32; LANES]; P]],
) -> [[L::V; P]; M] {
    let a: [&[f32]; M] = std::array::from_fn(|i| &a[i][..panel.len()]);
    let mut sums = [[L::splat(0.0); P]; M];
    for (k, b) in panel.iter().enumerate() {
        let b: [L::V; P] = std::array::from_fn(|p| L::load(&b[p]));
        for i in 0..M {
            let a = L::splat(a[i][k]);
            for p in 0..P {
                sums[i][p] = L::mul_add(a, b[p], sums[i][p]);
            }
        }
    }
    sums
}

/// Adds the sums to the result, without the padding.
#[inline(always)]
fn add_tile<L: Lanes, const M: usize, const P: usize>(
    sums: [[L::V; P]; M],
    c: &mut [f32],
    at: Columns,
) {
    let one = L::splat(1.0);
    for (i, sums) in sums.into_iter().enumerate() {
        let row = &mut c[i * at.width + at.from..][..at.num];
        let (whole, rest) = row.as_chunks_mut::<LANES>();
        if whole.len() == P {
            for p in 0..P {
                L::store(L::mul_add(one, L::load(&whole[p]), sums[p]), &mut whole[p]);
            }
        } else {
            for p in 0..P - 1 {
                L::store(L::mul_add(one, L::load(&whole[p]), sums[p]), &mut whole[p]);
            }
            let mut last = [0.0; LANES];
            L::store(sums[P - 1], &mut last);
            // Half a vector, as in rows of 12, without a loop of unknown length.
            let (half, rest) = rest.as_chunks_mut::<{ LANES / 2 }>();
            let num_half = half.as_flattened().len();
            for half in half {
                (0..LANES / 2).for_each(|j| half[j] += last[j]);
            }
            rest.iter_mut().zip(&last[num_half..]).for_each(|(c, sum)| *c += sum);
        }
    }
}

/// The product with `A` read by columns and `B` by rows.
struct ByColumns<'a> {
    a: &'a [f32],
    height: usize,
    b: &'a [f32],
    c: &'a mut [f32],
    width: usize,
    block: &'a mut [f32; PANEL],
}

impl Kernel for ByColumns<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { a, height, b, c, width, block } = self;
        if height == 0 || width == 0 {
            return;
        }
        for (a, b) in a.chunks(DEPTH * height).zip(b.chunks(DEPTH * width)) {
            for at in Columns::panels(width) {
                match at.num {
                    17.. => by_columns::<L, 3, 3>(a, height, b, block, c, at),
                    9.. => by_columns::<L, 6, 2>(a, height, b, block, c, at),
                    _ => by_columns::<L, 8, 1>(a, height, b, block, c, at),
                }
            }
        }
    }
}

#[inline(always)]
fn by_columns<L: Lanes, const M: usize, const P: usize>(
    a: &[f32],
    height: usize,
    b: &[f32],
    block: &mut [f32; PANEL],
    c: &mut [f32],
    at: Columns,
) {
    let num_rows = b.len() / at.width;
    let panel = &mut block.as_chunks_mut::<LANES>().0.as_chunks_mut::<P>().0[..num_rows];
    fill_panel(panel, at.num, |row, to| {
        to.copy_from_slice(&b[row * at.width + at.from..][..to.len()]);
    });
    let whole = height / M * M;
    for i in (0..whole).step_by(M) {
        let sums = column_tile::<L, M, P>(a, height, i, panel);
        add_tile::<L, M, P>(sums, &mut c[i * at.width..], at);
    }
    for i in whole..height {
        let sums = column_tile::<L, 1, P>(a, height, i, panel);
        add_tile::<L, 1, P>(sums, &mut c[i * at.width..], at);
    }
}

#[inline(always)]
fn column_tile<L: Lanes, const M: usize, const P: usize>(
    a: &[f32],
    height: usize,
    from: usize,
    panel: &[[[f32; LANES]; P]],
) -> [[L::V; P]; M] {
    let mut sums = [[L::splat(0.0); P]; M];
    for (a, b) in a.chunks_exact(height).zip(panel) {
        let a = &a[from..from + M];
        let b: [L::V; P] = std::array::from_fn(|p| L::load(&b[p]));
        for i in 0..M {
            let a = L::splat(a[i]);
            for p in 0..P {
                sums[i][p] = L::mul_add(a, b[p], sums[i][p]);
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_lanes::Portable;

    fn numbers(len: usize) -> Vec<f32> {
        (0..len).map(|i| (i as f32 * 0.7).sin()).collect()
    }

    /// `C += A·B`, from the definition; the numbers of A and B through functions.
    fn plain(
        [m, k, n]: [usize; 3],
        a: impl Fn(usize, usize) -> f32,
        b: impl Fn(usize, usize) -> f32,
    ) -> Vec<f32> {
        let sum =
            |i, j| (0..k).map(|l| f64::from(a(i, l)) * f64::from(b(l, j))).sum::<f64>() as f32;
        (0..m * n).map(|at| 1.0 + sum(at / n, at % n)).collect()
    }

    fn assert_close(found: &[f32], expected: &[f32], what: [usize; 3]) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-4, "{what:?}: {found}, not {expected}");
        }
    }

    #[test]
    fn products_are_as_defined_for_every_rest() {
        for n in [0, 1, 2, 7, 8, 9, 130] {
            for (d_in, d_out) in [(0, 3), (3, 0), (1, 1), (5, 12), (12, 5), (24, 24), (130, 33)] {
                let what = [n, d_in, d_out];
                let (x, w, dy) = (numbers(n * d_in), numbers(d_in * d_out), numbers(n * d_out));
                let at = |rows: &[f32], width: usize, i: usize, j: usize| rows[i * width + j];

                let mut y = vec![1.0; n * d_out];
                rows_by_weight(&x, &w, &mut y, d_in, d_out);
                let expected =
                    plain([n, d_in, d_out], |i, k| at(&x, d_in, i, k), |k, j| at(&w, d_out, k, j));
                assert_close(&y, &expected, what);

                let mut dx = vec![1.0; n * d_in];
                rows_by_transposed(&dy, &w, &mut dx, d_in, d_out);
                let expected = plain(
                    [n, d_out, d_in],
                    |i, k| at(&dy, d_out, i, k),
                    |k, j| at(&w, d_out, j, k),
                );
                assert_close(&dx, &expected, what);

                let mut dw = vec![1.0; d_in * d_out];
                columns_by_rows(&x, &dy, &mut dw, d_in, d_out);
                let expected =
                    plain([d_in, n, d_out], |i, k| at(&x, d_in, k, i), |k, j| at(&dy, d_out, k, j));
                assert_close(&dw, &expected, what);

                let mut portable = vec![1.0; d_in * d_out];
                let block = &mut [0.0; PANEL];
                ByColumns { a: &x, height: d_in, b: &dy, c: &mut portable, width: d_out, block }
                    .run::<Portable>();
                assert_close(&portable, &expected, what);
            }
        }
    }
}
