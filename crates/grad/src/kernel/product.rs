//! Matrix products, as small tiles of the result that stay in registers.
//!
//! ```text
//! C[i, j] = σ( base[i, j] + Σ_k A[i, k] · B[k, j] )
//! ```
//!
//! A layer needs three of them, which differ only in how `A` and `B` are read:
//!
//! | what          | product     | A             | B            | sum over |
//! |---------------|-------------|---------------|--------------|----------|
//! | forward       | Y += X·W    | X, by rows    | W            | inputs   |
//! | to the rows   | dX += dY·Wᵀ | dY, by rows   | W transposed | outputs  |
//! | to the weight | dW += Xᵀ·dY | X, by columns | dY           | rows     |
//!
//! `B` is cut into panels of one to three registers and copied, panel after panel, padded with zero
//! columns. A tile is one panel times as many rows of `A` as fill the registers with sums: 14 rows
//! and 32 columns with AVX-512, 6 and 16 with AVX2. The base and σ are applied to the sums before
//! they are written.
//!
//! Each number of the result is one sum in a fixed order, so AVX-512 and AVX2 produce the same
//! bits.

use isocount_lanes::{Vector, VectorKernel, prefetch, run_eight, run_wide};

use super::panels::{B, Columns, copy_rows, padded, with_panels};

/// The most rows whose products are summed before they are added to a weight's gradient. The sizes
/// of [`pieces`](crate::pieces) are multiples of it.
pub(crate) const DEPTH: usize = 256;
/// Numbers of `A` that are multiplied by all panels before the next ones are read: 128 kB.
const AT_ONCE: usize = 32 * 1024;
/// A number of rows that is divisible by all tile heights.
const ALL_TILES: usize = 168;
/// Numbers in a cache line.
const LINE: usize = 16;
/// Narrower results use registers of eight: a row of 24 would fill only three halves of two wide
/// ones.
const WIDE: usize = 32;

/// The base that a product is added to.
#[derive(Clone, Copy, Debug)]
pub enum Onto<'a> {
    /// Nothing: existing numbers are overwritten.
    Nothing,
    /// The existing numbers.
    Itself,
    /// One row, added to every row.
    Row(&'a [f32]),
    /// One row for each row.
    Rows(&'a [f32]),
    /// One row for each row, and one row added to every row.
    Both(&'a [f32], &'a [f32]),
    /// For each row, the row with the given number.
    From(&'a [f32], &'a [u32]),
}

/// `y += x·w` with `x: [n, d_in]`, `w: [d_in, d_out]`, `y: [n, d_out]`.
pub fn rows_by_weight(x: &[f32], w: &[f32], y: &mut [f32], d_in: usize, d_out: usize) {
    rows_by_weight_onto(x, w, y, [d_in, d_out], Onto::Itself, 1.0);
}

/// `y = σ(base + x·w)`, σ the leaky ReLU of a slope of at most 1.
pub fn rows_by_weight_onto(
    x: &[f32],
    w: &[f32],
    y: &mut [f32],
    [d_in, d_out]: [usize; 2],
    base: Onto<'_>,
    slope: f32,
) {
    let (a, c) = ((x, d_in), (y, d_out));
    let (b, panels) = (B { numbers: w, transposed: false }, &mut [][..]);
    let rows = c.0.len() / d_out.max(1);
    by_rows(ByRows { rows, a, depth: d_in, c, width: d_out, b, base, slope, panels });
}

/// Like [`rows_by_weight`], but for some columns of wider matrices, whose rows are `strides` apart:
/// `y += x·w`, or `y = x·w`.
pub fn block_by_weight(
    x: &[f32],
    w: &[f32],
    y: &mut [f32],
    [d_in, d_out]: [usize; 2],
    (rows, strides): (usize, [usize; 2]),
    onto: Onto<'_>,
) {
    let (a, c) = ((x, strides[0]), (y, strides[1]));
    let (b, panels) = (B { numbers: w, transposed: false }, &mut [][..]);
    by_rows(ByRows { rows, a, depth: d_in, c, width: d_out, b, base: onto, slope: 1.0, panels });
}

/// `dx += dy·wᵀ` with `dy: [n, d_out]`, `w: [d_in, d_out]`, `dx: [n, d_in]`.
pub fn rows_by_transposed(dy: &[f32], w: &[f32], dx: &mut [f32], d_in: usize, d_out: usize) {
    rows_by_transposed_onto(dy, w, dx, [d_in, d_out], Onto::Itself);
}

/// `dx = base + dy·wᵀ`.
pub fn rows_by_transposed_onto(
    dy: &[f32],
    w: &[f32],
    dx: &mut [f32],
    [d_in, d_out]: [usize; 2],
    base: Onto<'_>,
) {
    let rows = dx.len() / d_in.max(1);
    let strides = [d_in, d_out];
    block_by_transposed(dy, w, dx, [d_in, d_out], (rows, strides), base);
}

/// Like [`rows_by_transposed`], but for some columns of wider matrices, whose rows are `strides`
/// apart, those of dx first.
pub fn block_by_transposed(
    dy: &[f32],
    w: &[f32],
    dx: &mut [f32],
    [d_in, d_out]: [usize; 2],
    (rows, strides): (usize, [usize; 2]),
    base: Onto<'_>,
) {
    let (a, c) = ((dy, strides[1]), (dx, strides[0]));
    let (b, panels) = (B { numbers: w, transposed: true }, &mut [][..]);
    by_rows(ByRows { rows, a, depth: d_out, c, width: d_in, b, base, slope: 1.0, panels });
}

/// `dw += xᵀ·dy` with `x: [n, d_in]`, `dy: [n, d_out]`, `dw: [d_in, d_out]`.
pub fn columns_by_rows(x: &[f32], dy: &[f32], dw: &mut [f32], d_in: usize, d_out: usize) {
    let rows = x.len() / d_in.max(1);
    block_columns_by_rows(x, dy, dw, [d_in, d_out], (rows, [d_in, d_out]));
}

/// Like [`columns_by_rows`], but for some columns of wider matrices, whose rows are `strides`
/// apart.
pub fn block_columns_by_rows(
    x: &[f32],
    dy: &[f32],
    dw: &mut [f32],
    [d_in, d_out]: [usize; 2],
    (rows, strides): (usize, [usize; 2]),
) {
    if d_in == 0 || d_out == 0 {
        return;
    }
    with_panels(DEPTH * padded(d_out), |panels| {
        let (a, b) = ((x, strides[0]), (dy, strides[1]));
        let kernel = ByColumns { rows, a, height: d_in, b, c: dw, width: d_out, panels };
        if is_narrow(d_out) { run_eight(kernel) } else { run_wide(kernel) }
    });
}

/// Whether registers of eight suit a result of this width.
fn is_narrow(width: usize) -> bool {
    width < WIDE && width != WIDE / 2
}

fn by_rows(product: ByRows<'_>) {
    if product.width == 0 {
        return;
    }
    with_panels(product.depth * padded(product.width), |panels| {
        let kernel = ByRows { panels, ..product };
        if is_narrow(product.width) { run_eight(kernel) } else { run_wide(kernel) }
    });
}

/// Calls `$work::<V, ROWS, REGISTERS, COLUMNS>` for a panel, with as many rows as fill the
/// registers.
macro_rules! with_tiles {
    ($vector:ident, $at:expr, $work:ident($($arg:expr),*)) => {
        match ($vector::WIDTH, $at.num) {
            (16, 17..) => $work::<$vector, 14, 2, 32>($($arg),*),
            (16, _) => $work::<$vector, 14, 1, 16>($($arg),*),
            (_, 17..) => $work::<$vector, 3, 3, 24>($($arg),*),
            (_, 9..) => $work::<$vector, 6, 2, 16>($($arg),*),
            (_, _) => $work::<$vector, 8, 1, 8>($($arg),*),
        }
    };
}

/// Calls `$work::<V, ROWS, REGISTERS, COLUMNS>` for a tile of fewer rows.
macro_rules! with_rest {
    ($rows:expr, $vector:ident, $m:ident, $p:ident, $pw:ident, $work:ident $args:tt) => {
        match $rows {
            1 if $m > 1 => $work::<$vector, 1, $p, $pw> $args,
            2 if $m > 2 => $work::<$vector, 2, $p, $pw> $args,
            3 if $m > 3 => $work::<$vector, 3, $p, $pw> $args,
            4 if $m > 4 => $work::<$vector, 4, $p, $pw> $args,
            5 if $m > 5 => $work::<$vector, 5, $p, $pw> $args,
            6 if $m > 6 => $work::<$vector, 6, $p, $pw> $args,
            7 if $m > 7 => $work::<$vector, 7, $p, $pw> $args,
            8 if $m > 8 => $work::<$vector, 8, $p, $pw> $args,
            9 if $m > 9 => $work::<$vector, 9, $p, $pw> $args,
            10 if $m > 10 => $work::<$vector, 10, $p, $pw> $args,
            11 if $m > 11 => $work::<$vector, 11, $p, $pw> $args,
            12 if $m > 12 => $work::<$vector, 12, $p, $pw> $args,
            13 if $m > 13 => $work::<$vector, 13, $p, $pw> $args,
            rows => unreachable!("a remainder cannot have {rows} rows"),
        }
    };
}

/// The product with `A` read by rows.
struct ByRows<'a> {
    rows: usize,
    /// `A` and `C`, and the distances between their rows.
    a: (&'a [f32], usize),
    depth: usize,
    c: (&'a mut [f32], usize),
    width: usize,
    b: B<'a>,
    base: Onto<'a>,
    slope: f32,
    panels: &'a mut [f32],
}

impl VectorKernel for ByRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        let Self { rows: num, a, depth, c: (c, stride), width, b, base, slope, panels } = self;
        b.copy::<V>(width, depth, panels);
        let mut first = 0;
        let rows = (AT_ONCE / depth.max(1) / ALL_TILES).max(1) * ALL_TILES;
        while first < num {
            let end = num.min(first + rows);
            let mut at_panel = 0;
            for at in Columns::panels::<V>(width, stride) {
                let columns = at.num.next_multiple_of(V::WIDTH);
                let panel = &panels[at_panel..at_panel + depth * columns];
                at_panel += depth * columns;
                let mut to = Result { c: &mut *c, at, base, slope };
                with_tiles!(V, at, row_tiles(a, first, end, panel, &mut to));
            }
            first = end;
        }
    }
}

/// Some columns of the result, and what is added to the sums before they are stored.
struct Result<'a> {
    c: &'a mut [f32],
    at: Columns,
    base: Onto<'a>,
    slope: f32,
}

/// Rows `first..end` of `a` times one panel of `P` registers, `M` rows at once.
#[inline(always)]
fn row_tiles<V: Vector, const M: usize, const P: usize, const PW: usize>(
    (a, stride): (&[f32], usize),
    first: usize,
    end: usize,
    panel: &[f32],
    to: &mut Result<'_>,
) {
    let panel = panel.as_chunks::<PW>().0;
    let mut row = first;
    while row + M <= end {
        row_tile::<V, M, P, PW>(&a[row * stride..], stride, panel, to, row);
        row += M;
    }
    if row < end {
        let a = &a[row * stride..];
        with_rest!(end - row, V, M, P, PW, row_tile(a, stride, panel, to, row));
    }
}

#[inline(always)]
fn row_tile<V: Vector, const M: usize, const P: usize, const PW: usize>(
    a: &[f32],
    stride: usize,
    panel: &[[f32; PW]],
    to: &mut Result<'_>,
    first: usize,
) {
    let depth = panel.len();
    // The next rows are not in the cache unless they were just written, and each is too short for
    // the hardware prefetcher.
    let next = if to.at.from == 0 { a.get(M * stride..2 * M * stride) } else { None };
    let mut next = next.unwrap_or(&[]).chunks(LINE);
    for row in first..first + M {
        prefetch(&to.c[row * to.at.stride + to.at.from..]);
    }
    let a: [&[f32]; M] = std::array::from_fn(|i| &a[i * stride..][..depth]);
    let mut sums = [[V::splat(0.0); P]; M];
    for (k, b) in panel.iter().enumerate() {
        if let Some(next) = next.next() {
            prefetch(next);
        }
        let b: [V::V; P] = std::array::from_fn(|p| V::load(&b[p * V::WIDTH..]));
        for i in 0..M {
            let a = V::splat(a[i][k]);
            for p in 0..P {
                sums[i][p] = V::mul_add(a, b[p], sums[i][p]);
            }
        }
    }
    finish::<V, M, P, PW>(sums, to, first);
}

/// `σ(base + sums)`, written to the result.
#[inline(always)]
fn finish<V: Vector, const M: usize, const P: usize, const PW: usize>(
    mut sums: [[V::V; P]; M],
    to: &mut Result<'_>,
    first: usize,
) {
    let (Columns { stride, from, num }, c) = (to.at, &mut *to.c);
    if num < PW {
        return finish_some::<V, M, P>(sums, to, first);
    }
    // Each loop below has a constant length, so the sums stay in registers.
    match to.base {
        Onto::Nothing => {}
        Onto::Itself => add_base::<V, M, P, PW>(&mut sums, |i| &c[(first + i) * stride + from..]),
        Onto::Row(row) => add_base::<V, M, P, PW>(&mut sums, |_| &row[from..]),
        Onto::Rows(rows) | Onto::Both(rows, _) => {
            add_base::<V, M, P, PW>(&mut sums, |i| &rows[(first + i) * stride + from..]);
        }
        Onto::From(rows, list) => {
            let list = &list[first..first + M];
            add_base::<V, M, P, PW>(&mut sums, |i| &rows[list[i] as usize * stride + from..]);
        }
    }
    if let Onto::Both(_, row) = to.base {
        add_base::<V, M, P, PW>(&mut sums, |_| &row[from..]);
    }
    if !is_line(to.slope) {
        let slope = V::splat(to.slope);
        for sum in sums.as_flattened_mut() {
            *sum = V::max(*sum, V::mul(*sum, slope));
        }
    }
    for i in 0..M {
        let c = &mut c[(first + i) * stride + from..][..PW];
        for p in 0..P {
            V::store(sums[i][p], &mut c[p * V::WIDTH..]);
        }
    }
}

/// Adds a row to each row of sums.
#[inline(always)]
fn add_base<'a, V: Vector, const M: usize, const P: usize, const PW: usize>(
    sums: &mut [[V::V; P]; M],
    row: impl Fn(usize) -> &'a [f32],
) {
    for (i, sums) in sums.iter_mut().enumerate() {
        let base = &row(i)[..PW];
        for (p, sum) in sums.iter_mut().enumerate() {
            *sum = V::add(V::load(&base[p * V::WIDTH..]), *sum);
        }
    }
}

/// Whether the leaky ReLU of this slope changes nothing.
#[inline(always)]
fn is_line(slope: f32) -> bool {
    slope.to_bits() == 1_f32.to_bits()
}

/// Like [`finish`], but for a panel that is not full: the padding is skipped.
#[inline(always)]
fn finish_some<V: Vector, const M: usize, const P: usize>(
    sums: [[V::V; P]; M],
    to: &mut Result<'_>,
    first: usize,
) {
    let (Columns { stride, from, num }, onto) = (to.at, to.base);
    let slope = V::splat(to.slope);
    for (row, sums) in (first..).zip(sums) {
        let at = row * stride + from;
        let base = match onto {
            Onto::Nothing | Onto::Itself => None,
            Onto::Row(base) => Some(&base[from..from + num]),
            Onto::Rows(base) | Onto::Both(base, _) => Some(&base[at..at + num]),
            Onto::From(base, rows) => Some(&base[rows[row] as usize * stride + from..][..num]),
        };
        let is_new = matches!(onto, Onto::Nothing);
        let c = &mut to.c[at..at + num];
        for (p, sum) in sums.into_iter().enumerate() {
            let (at, is_full) = (p * V::WIDTH, (p + 1) * V::WIDTH <= num);
            let load = |from: &[f32]| {
                if is_full { V::load(&from[at..]) } else { V::load_some(&from[at..]) }
            };
            let mut sum = match base {
                Some(base) => V::add(load(base), sum),
                None if is_new => sum,
                None => V::add(load(c), sum),
            };
            if let Onto::Both(_, bias) = onto {
                sum = V::add(load(&bias[from..from + num]), sum);
            }
            if !is_line(to.slope) {
                sum = V::max(sum, V::mul(sum, slope));
            }
            if is_full { V::store(sum, &mut c[at..]) } else { V::store_some(sum, &mut c[at..]) }
        }
    }
}

/// The product with `A` read by columns and `B` by rows.
struct ByColumns<'a> {
    rows: usize,
    /// `A` and `B`, and the distances between their rows.
    a: (&'a [f32], usize),
    height: usize,
    b: (&'a [f32], usize),
    c: &'a mut [f32],
    width: usize,
    panels: &'a mut [f32],
}

impl VectorKernel for ByColumns<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        let Self { rows, a, height, b, c, width, panels } = self;
        let depth = if width < WIDE { DEPTH / 2 } else { DEPTH };
        for first in (0..rows).step_by(depth) {
            let num_rows = depth.min(rows - first);
            copy_rows::<V>((&b.0[first * b.1..], b.1), num_rows, width, panels);
            let a = (&a.0[first * a.1..], a.1);
            let mut at_panel = 0;
            for at in Columns::panels::<V>(width, width) {
                let columns = at.num.next_multiple_of(V::WIDTH);
                let panel = &panels[at_panel..at_panel + num_rows * columns];
                at_panel += num_rows * columns;
                let mut to = Result { c: &mut *c, at, base: Onto::Itself, slope: 1.0 };
                with_tiles!(V, at, column_tiles(a, height, panel, &mut to));
            }
        }
    }
}

/// All columns of `a`, `M` at a time or slightly fewer to avoid a small remainder, times one panel.
#[inline(always)]
fn column_tiles<V: Vector, const M: usize, const P: usize, const PW: usize>(
    a: (&[f32], usize),
    height: usize,
    panel: &[f32],
    to: &mut Result<'_>,
) {
    let panel = panel.as_chunks::<PW>().0;
    let num_tiles = height.div_ceil(M);
    let (least, longer) = (height / num_tiles, height % num_tiles);
    let mut column = 0;
    for tile in 0..num_tiles {
        let num = least + usize::from(tile < longer);
        if num == M {
            column_tile::<V, M, P, PW>(a, panel, to, column);
        } else {
            with_rest!(num, V, M, P, PW, column_tile(a, panel, to, column));
        }
        column += num;
    }
}

#[inline(always)]
fn column_tile<V: Vector, const M: usize, const P: usize, const PW: usize>(
    (a, stride): (&[f32], usize),
    panel: &[[f32; PW]],
    to: &mut Result<'_>,
    first: usize,
) {
    let mut sums = [[V::splat(0.0); P]; M];
    for (a, b) in a.chunks(stride).zip(panel) {
        let a = &a[first..first + M];
        let b: [V::V; P] = std::array::from_fn(|p| V::load(&b[p * V::WIDTH..]));
        for i in 0..M {
            let a = V::splat(a[i]);
            for p in 0..P {
                sums[i][p] = V::mul_add(a, b[p], sums[i][p]);
            }
        }
    }
    finish::<V, M, P, PW>(sums, to, first);
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_lanes::{Eight, Portable};

    fn numbers(len: usize) -> Vec<f32> {
        (0..len).map(|i| (i as f32 * 0.7).sin()).collect()
    }

    /// `C += A·B` by definition; the numbers of A and B are given by functions.
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
        for n in [0, 1, 2, 7, 8, 9, 14, 130, 300] {
            for (d_in, d_out) in
                [(0, 3), (3, 0), (1, 1), (5, 12), (12, 5), (24, 24), (130, 33), (33, 130)]
            {
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
                if d_in * d_out > 0 {
                    let panels = &mut vec![0.0; DEPTH * padded(d_out)];
                    let (a, b, c) = ((&x[..], d_in), (&dy[..], d_out), &mut portable);
                    ByColumns { rows: n, a, height: d_in, b, c, width: d_out, panels }
                        .run::<Eight<Portable>>();
                }
                assert_close(&portable, &expected, what);
            }
        }
    }

    /// `y = σ(base + x·w)` by all kinds of registers, with the three ways to read `A` and `B`.
    fn products(wide: bool, [n, d_in, d_out]: [usize; 3], base: Onto<'_>) -> Vec<Vec<u32>> {
        let (x, w, dy) = (numbers(n * d_in), numbers(d_in * d_out), numbers(n * d_out));
        let (mut y, mut dx, mut dw) =
            (vec![1.0; n * d_out], vec![1.0; n * d_in], vec![1.0; d_in * d_out]);
        let panels = &mut vec![0.0; DEPTH.max(d_in).max(d_out) * padded(d_in.max(d_out))];
        let (a, b) = ((&x[..], d_in), B { numbers: &w, transposed: false });
        let (c, slope) = ((&mut y[..], d_out), 0.2);
        let rows = ByRows { rows: n, a, depth: d_in, c, width: d_out, b, base, slope, panels };
        if wide {
            run_wide(rows);
        } else {
            run_eight(rows);
        }
        let (a, b, base) = ((&dy[..], d_out), B { transposed: true, ..b }, Onto::Itself);
        let (c, slope) = ((&mut dx[..], d_in), 1.0);
        let rows = ByRows { rows: n, a, depth: d_out, c, width: d_in, b, base, slope, panels };
        if wide {
            run_wide(rows);
        } else {
            run_eight(rows);
        }
        let (a, b, c) = ((&x[..], d_in), (&dy[..], d_out), &mut dw);
        let columns = ByColumns { rows: n, a, height: d_in, b, c, width: d_out, panels };
        if wide {
            run_wide(columns);
        } else {
            run_eight(columns);
        }
        [y, dx, dw].map(|numbers| numbers.into_iter().map(f32::to_bits).collect()).into()
    }

    #[test]
    fn wide_registers_change_no_bit() {
        // Without fused products there is only one kind of register.
        for n in [1, 5, 13, 14, 15, 29, 300] {
            for (d_in, d_out) in [(1, 1), (7, 17), (33, 15), (64, 64), (137, 128), (40, 300)] {
                let shape = [n, d_in, d_out];
                let wide = products(true, shape, Onto::Itself);
                assert!(wide == products(false, shape, Onto::Itself), "{shape:?}");
            }
        }
    }

    /// A number by its row and column.
    type At<'a> = &'a dyn Fn(usize, usize) -> f32;

    #[test]
    fn what_it_is_added_to_and_the_activation_are_as_defined() {
        for (n, d_in, d_out) in [(1, 3, 5), (15, 128, 33), (40, 20, 64)] {
            let shape = [n, d_in, d_out];
            let (base, from) = (numbers(n * d_out), (0..n as u32).rev().collect::<Vec<_>>());
            let (x, w) = (numbers(n * d_in), numbers(d_in * d_out));
            let ones = vec![1.0; n * d_out];
            let each: [(Onto<'_>, At<'_>); 6] = [
                (Onto::Nothing, &|_, _| 0.0),
                (Onto::Itself, &|i, j| ones[i * d_out + j]),
                (Onto::Row(&base[..d_out]), &|_, j| base[j]),
                (Onto::Rows(&base), &|i, j| base[i * d_out + j]),
                (Onto::Both(&base, &ones[..d_out]), &|i, j| 1.0 + base[i * d_out + j]),
                (Onto::From(&base, &from), &|i, j| base[(n - 1 - i) * d_out + j]),
            ];
            for (onto, base) in each {
                let mut y = ones.clone();
                rows_by_weight_onto(&x, &w, &mut y, [d_in, d_out], onto, 0.2);
                let product = plain(shape, |i, k| x[i * d_in + k], |k, j| w[k * d_out + j]);
                let expected = product.iter().enumerate().map(|(at, product)| {
                    let z = product - 1.0 + base(at / d_out, at % d_out);
                    if z > 0.0 { z } else { 0.2 * z }
                });
                assert_close(&y, &expected.collect::<Vec<_>>(), shape);
            }
        }
    }
}
