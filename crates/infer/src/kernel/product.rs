//! `y_i = σ( x_i·W + s )`, row by row; s is zero or a row of a table.

use isocount_lanes::{Kernel, LANES, Lanes, run};

/// The initial value of a row of the product.
#[derive(Clone, Copy)]
pub(crate) enum Start<'a> {
    /// Zeros.
    Zero,
    /// The same row for all rows.
    Row(&'a [f32]),
    /// For each row, the row of a table with the given number.
    Rows { table: &'a [f32], of: &'a [u32] },
    /// The current contents of the row of `y`.
    Held,
}

/// Rows and a matrix; all rows are padded to whole lanes with zeros.
#[derive(Clone, Copy)]
pub(crate) struct Product<'a> {
    /// The number of columns of `x` that are used.
    pub(crate) inner: usize,
    /// The distance between the rows of `x`.
    pub(crate) x_stride: usize,
    /// `[inner, width]`; `width` is that of `y`.
    pub(crate) weights: &'a [f32],
    pub(crate) width: usize,
    pub(crate) start: Start<'a>,
    /// The slope of σ, a leaky ReLU; 1 for the identity.
    pub(crate) slope: f32,
    /// Whether `x` is added at the end; `x` and `y` then have the same width.
    pub(crate) residual: bool,
}

/// Computes rows of `y` from rows of `x`.
pub(crate) fn product(product: &Product<'_>, x: &[f32], y: &mut [f32]) {
    debug_assert_eq!(x.len() / product.x_stride, y.len() / product.width);
    run(Rows { product, x, y, first: 0 });
}

struct Rows<'a> {
    product: &'a Product<'a>,
    x: &'a [f32],
    y: &'a mut [f32],
    /// The number of the first row.
    first: usize,
}

/// Rows that are computed together: 4 rows of 3 registers, 3 of the matrix and one of x make 16.
const TILE: usize = 4;

impl Kernel for Rows<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        if self.product.width == LANES {
            // A narrow matrix leaves registers for more rows. A constant width avoids bounds
            // checks.
            let product = Product { width: LANES, ..*self.product };
            let mut rows = Rows { product: &product, ..self };
            while rows.has(2 * TILE) {
                block::<L, { 2 * TILE }, 1>(&mut rows.next(2 * TILE), 0);
            }
            return rows.tiles::<L>();
        }
        self.tiles::<L>();
    }
}

impl<'a> Rows<'a> {
    /// The product, a few rows at a time.
    #[inline(always)]
    fn tiles<L: Lanes>(mut self) {
        while self.has(TILE) {
            tile::<L, TILE>(self.next(TILE));
        }
        // Patterns have few rows, so the last ones get their own tiles too.
        if self.has(3) {
            tile::<L, 3>(self);
        } else if self.has(2) {
            tile::<L, 2>(self);
        } else if self.has(1) {
            tile::<L, 1>(self);
        }
    }

    /// Whether at least this many rows are left.
    #[inline(always)]
    fn has(&self, rows: usize) -> bool {
        self.y.len() >= rows * self.product.width
    }

    /// Splits off the first rows.
    #[inline(always)]
    fn next(&mut self, rows: usize) -> Rows<'a> {
        let Self { product, first, .. } = *self;
        let (x, x_left) = self.x.split_at(rows * product.x_stride);
        let (y, y_left) = std::mem::take(&mut self.y).split_at_mut(rows * product.width);
        *self = Self { product, x: x_left, y: y_left, first: first + rows };
        Rows { product, x, y, first }
    }
}

#[inline(always)]
fn tile<L: Lanes, const R: usize>(mut rows: Rows<'_>) {
    let width = rows.product.width;
    let mut column = 0;
    while column + 3 * LANES <= width {
        block::<L, R, 3>(&mut rows, column);
        column += 3 * LANES;
    }
    match (width - column) / LANES {
        2 => block::<L, R, 2>(&mut rows, column),
        1 => block::<L, R, 1>(&mut rows, column),
        _ => {}
    }
}

/// The groups of eight that begin at a position.
#[inline(always)]
fn eights<const C: usize>(from: &[f32], at: usize) -> &[[f32; LANES]; C] {
    from[at..].as_chunks().0.first_chunk().expect("whole rows")
}

/// The mutable groups of eight that begin at a position.
#[inline(always)]
fn eights_mut<const C: usize>(to: &mut [f32], at: usize) -> &mut [[f32; LANES]; C] {
    to[at..].as_chunks_mut().0.first_chunk_mut().expect("whole rows")
}

#[inline(always)]
fn block<L: Lanes, const R: usize, const C: usize>(rows: &mut Rows<'_>, column: usize) {
    let Rows { product, x, y, first } = rows;
    let Product { inner, x_stride, weights, width, slope, residual, start } = **product;
    let load =
        |eights: &[[f32; LANES]; C]| -> [L::V; C] { std::array::from_fn(|c| L::load(&eights[c])) };
    let mut sums: [[L::V; C]; R] = match start {
        Start::Zero => [[L::splat(0.0); C]; R],
        Start::Row(row) => [load(eights(row, column)); R],
        Start::Rows { table, of } => {
            let of = &of[*first..*first + R];
            std::array::from_fn(|r| load(eights(table, of[r] as usize * width + column)))
        }
        Start::Held => std::array::from_fn(|r| load(eights(y, r * width + column))),
    };
    let of_rows: [&[f32]; R] = std::array::from_fn(|r| &x[r * x_stride..][..inner]);
    for (k, weights) in weights[..inner * width].chunks_exact(width).enumerate() {
        let weights = load(eights(weights, column));
        for (sums, x) in sums.iter_mut().zip(&of_rows) {
            let x = L::splat(x[k]);
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum = L::mul_add(x, weight, *sum);
            }
        }
    }
    let slope = L::splat(slope);
    for (r, sums) in sums.iter_mut().enumerate() {
        for sum in &mut *sums {
            *sum = L::max(*sum, L::mul(*sum, slope));
        }
        if residual {
            for (sum, x) in sums.iter_mut().zip(eights::<C>(x, r * x_stride + column)) {
                *sum = L::add(*sum, L::load(x));
            }
        }
        for (sum, y) in sums.iter().zip(eights_mut::<C>(y, r * width + column)) {
            L::store(*sum, y);
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
        let shapes = [(5, 8), (24, 24), (12, 16), (3, 40), (24, 48)];
        for (rows, (inner, width)) in (0..=9).flat_map(|rows| shapes.map(|shape| (rows, shape))) {
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
                let mut held: Vec<f32> = (of[..rows].iter())
                    .flat_map(|&row| &table[row as usize * width..][..width])
                    .copied()
                    .collect();
                super::product(&Product { start: Start::Held, ..product }, &x, &mut held);
                assert_eq!(held, with);
                let mut without = vec![f32::NAN; rows * width];
                Rows { product: &product, x: &x, y: &mut without, first: 0 }.run::<Portable>();
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
