//! `y_i = σ( x_i·W + s )`, row by row; s is nothing or a row of a table.

use isocount_lanes::{Kernel, LANES, Lanes, eight, eight_mut, run};

/// What a row of the product begins with.
#[derive(Clone, Copy)]
pub(crate) enum Start<'a> {
    /// Zeros.
    Zero,
    /// The same row for all.
    Row(&'a [f32]),
    /// The row of a table that each row names.
    Rows { table: &'a [f32], of: &'a [u32] },
}

/// Rows and a matrix, all of whose rows are padded to whole lanes with zeros.
pub(crate) struct Product<'a> {
    /// How many numbers of a row of `x` count.
    pub(crate) inner: usize,
    /// From one row of `x` to the next.
    pub(crate) x_stride: usize,
    /// `[inner, width]`; `width` is that of `y`.
    pub(crate) weights: &'a [f32],
    pub(crate) width: usize,
    pub(crate) start: Start<'a>,
    /// σ is a leaky ReLU of this slope; 1 for none.
    pub(crate) slope: f32,
    /// Whether `x` is added at the end; `x` and `y` then have the same width.
    pub(crate) residual: bool,
}

/// Rows of `x` come in, rows of `y` go out.
pub(crate) fn product(product: &Product<'_>, x: &[f32], y: &mut [f32]) {
    debug_assert_eq!(x.len() / product.x_stride, y.len() / product.width);
    run(Rows { product, x, y });
}

struct Rows<'a> {
    product: &'a Product<'a>,
    x: &'a [f32],
    y: &'a mut [f32],
}

/// Rows that are worked on together: 4 rows of 3 registers, 3 of the matrix and one of x make 16.
const TILE: usize = 4;

impl Kernel for Rows<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { product, x, y } = self;
        let Product { x_stride, width, .. } = *product;
        let rows = y.len() / width;
        let mut row = 0;
        // A narrow matrix leaves registers for more rows.
        while width == LANES && row + 2 * TILE <= rows {
            let x = &x[row * x_stride..(row + 2 * TILE) * x_stride];
            let y = &mut y[row * width..(row + 2 * TILE) * width];
            block::<L, { 2 * TILE }, 1>(product, x, y, row, 0);
            row += 2 * TILE;
        }
        while row + TILE <= rows {
            let x = &x[row * x_stride..(row + TILE) * x_stride];
            tile::<L, TILE>(product, x, &mut y[row * width..(row + TILE) * width], row);
            row += TILE;
        }
        while row < rows {
            let x = &x[row * x_stride..(row + 1) * x_stride];
            tile::<L, 1>(product, x, &mut y[row * width..(row + 1) * width], row);
            row += 1;
        }
    }
}

#[inline(always)]
fn tile<L: Lanes, const R: usize>(product: &Product<'_>, x: &[f32], y: &mut [f32], row: usize) {
    let width = product.width;
    let mut column = 0;
    while column + 3 * LANES <= width {
        block::<L, R, 3>(product, x, y, row, column);
        column += 3 * LANES;
    }
    match (width - column) / LANES {
        2 => block::<L, R, 2>(product, x, y, row, column),
        1 => block::<L, R, 1>(product, x, y, row, column),
        _ => {}
    }
}

#[inline(always)]
fn block<L: Lanes, const R: usize, const C: usize>(
    product: &Product<'_>,
    x: &[f32],
    y: &mut [f32],
    row: usize,
    column: usize,
) {
    let Product { inner, x_stride, weights, width, slope, .. } = *product;
    let zero = L::splat(0.0);
    let mut sums = [[zero; C]; R];
    for (r, sums) in sums.iter_mut().enumerate() {
        let start = match product.start {
            Start::Zero => continue,
            Start::Row(start) => start,
            Start::Rows { table, of } => {
                let at = of[row + r] as usize * width;
                &table[at..at + width]
            }
        };
        for (c, sum) in sums.iter_mut().enumerate() {
            *sum = L::load(eight(start, column + c * LANES));
        }
    }
    let rows: [&[f32]; R] = std::array::from_fn(|r| &x[r * x_stride..r * x_stride + inner]);
    let matrix = weights[..inner * width].chunks_exact(width);
    for (k, weights) in matrix.enumerate() {
        let weights = &weights[column..column + C * LANES];
        let of_row: [L::V; C] = std::array::from_fn(|c| L::load(eight(weights, c * LANES)));
        for (sums, x) in sums.iter_mut().zip(&rows) {
            let x = L::splat(x[k]);
            for (sum, w) in sums.iter_mut().zip(of_row) {
                *sum = L::mul_add(x, w, *sum);
            }
        }
    }
    let slope = L::splat(slope);
    for (r, sums) in sums.iter().enumerate() {
        for (c, &sum) in sums.iter().enumerate() {
            let mut out = L::max(sum, L::mul(sum, slope));
            let at = column + c * LANES;
            if product.residual {
                out = L::add(out, L::load(eight(x, r * x_stride + at)));
            }
            L::store(out, eight_mut(y, r * width + at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_lanes::Portable;

    fn numbers(len: usize, seed: f32) -> Vec<f32> {
        (0..len).map(|i| ((i as f32 + seed) * 1.7).sin()).collect()
    }

    #[test]
    fn products_are_those_of_the_definition() {
        for (rows, inner, width) in [(1, 5, 8), (4, 24, 24), (7, 12, 16), (9, 3, 40), (6, 24, 48)] {
            let x_stride = width.max(inner);
            let (x, weights) = (numbers(rows * x_stride, 0.0), numbers(inner * width, 0.3));
            let (table, of) = (numbers(3 * width, 0.7), [2, 0, 1, 1, 0, 2, 2, 1, 0]);
            for residual in [false, true] {
                let start = Start::Rows { table: &table, of: &of[..rows] };
                let product = Product {
                    inner,
                    x_stride,
                    weights: &weights,
                    width,
                    start,
                    slope: 0.25,
                    residual,
                };
                let mut with = vec![f32::NAN; rows * width];
                super::product(&product, &x, &mut with);
                let mut without = vec![f32::NAN; rows * width];
                Rows { product: &product, x: &x, y: &mut without }.run::<Portable>();
                for row in 0..rows {
                    for column in 0..width {
                        let sum: f64 = (0..inner)
                            .map(|k| {
                                f64::from(x[row * x_stride + k])
                                    * f64::from(weights[k * width + column])
                            })
                            .sum();
                        let sum = sum + f64::from(table[of[row] as usize * width + column]);
                        let mut expected = sum.max(0.25 * sum);
                        if residual {
                            expected += f64::from(x[row * x_stride + column]);
                        }
                        for found in [&with, &without] {
                            let found = f64::from(found[row * width + column]);
                            assert!((found - expected).abs() < 1e-5, "{found} {expected}");
                        }
                    }
                }
            }
        }
    }
}
