//! Whole rows, read or written in the order of a list.
//!
//! ```text
//! gather     y[e] += x[rows[e]]
//! scatter    y[rows[e]] += x[e]
//! transport  y[to[e]] += x[from[e]]
//! ```

use isocount_lanes::{Kernel, LANES, Lanes, run};

use super::Onto;

/// `y[e] += x[rows[e]]`.
pub(crate) fn gather_add(x: &[f32], rows: &[u32], y: &mut [f32], cols: usize) {
    run(Gather { x, rows, y, cols });
}

/// `y[rows[e]] += x[e]`.
pub(crate) fn scatter_add(x: &[f32], rows: &[u32], y: &mut [f32], cols: usize) {
    run(Scatter { x, rows, y, cols });
}

/// `y[to[e]] += x[from[e]]`.
pub(crate) fn transport_add(x: &[f32], from: &[u32], y: &mut [f32], to: &[u32], cols: usize) {
    run(Transport { x, from, y, to, cols });
}

/// `y[e] += Σ_j x[rows[e, j]]` with `k` row numbers for every e.
pub(crate) fn gather_add_each(x: &[f32], rows: &[u32], k: usize, y: &mut [f32], cols: usize) {
    run(GatherEach { x, rows, k, y, cols });
}

/// `y[rows[e, j]] += x[e]` for every j, with `k` row numbers for every e.
pub(crate) fn scatter_add_each(x: &[f32], rows: &[u32], k: usize, y: &mut [f32], cols: usize) {
    run(ScatterEach { x, rows, k, y, cols });
}

/// `y += x`.
pub(crate) fn add(x: &[f32], y: &mut [f32]) {
    run(Add { x, y });
}

/// `y += x`, or `y = x`.
pub(crate) fn add_onto(x: &[f32], y: &mut [f32], onto: Onto<'_>) {
    match onto {
        Onto::Nothing => y.copy_from_slice(x),
        _ => add(x, y),
    }
}

/// `y = a + b`.
pub(crate) fn add_both(a: &[f32], b: &[f32], y: &mut [f32]) {
    run(AddBoth { a, b, y });
}

/// `y += Σ_e x[e]`.
pub(crate) fn add_rows(x: &[f32], y: &mut [f32]) {
    run(AddRows { x, y });
}

struct Gather<'a> {
    x: &'a [f32],
    rows: &'a [u32],
    y: &'a mut [f32],
    cols: usize,
}

impl Kernel for Gather<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { x, rows, y, cols } = self;
        for (&row, y) in rows.iter().zip(y.chunks_exact_mut(cols.max(1))) {
            add_row::<L>(&x[row as usize * cols..][..cols], y);
        }
    }
}

struct Scatter<'a> {
    x: &'a [f32],
    rows: &'a [u32],
    y: &'a mut [f32],
    cols: usize,
}

impl Kernel for Scatter<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { x, rows, y, cols } = self;
        for (&row, x) in rows.iter().zip(x.chunks_exact(cols.max(1))) {
            add_row::<L>(x, &mut y[row as usize * cols..][..cols]);
        }
    }
}

struct Transport<'a> {
    x: &'a [f32],
    from: &'a [u32],
    y: &'a mut [f32],
    to: &'a [u32],
    cols: usize,
}

impl Kernel for Transport<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { x, from, y, to, cols } = self;
        for (&from, &to) in from.iter().zip(to) {
            add_row::<L>(&x[from as usize * cols..][..cols], &mut y[to as usize * cols..][..cols]);
        }
    }
}

struct GatherEach<'a> {
    x: &'a [f32],
    rows: &'a [u32],
    k: usize,
    y: &'a mut [f32],
    cols: usize,
}

impl Kernel for GatherEach<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { x, rows, k, y, cols } = self;
        for (rows, y) in rows.chunks_exact(k.max(1)).zip(y.chunks_exact_mut(cols.max(1))) {
            for &row in rows {
                add_row::<L>(&x[row as usize * cols..][..cols], y);
            }
        }
    }
}

struct ScatterEach<'a> {
    x: &'a [f32],
    rows: &'a [u32],
    k: usize,
    y: &'a mut [f32],
    cols: usize,
}

impl Kernel for ScatterEach<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { x, rows, k, y, cols } = self;
        for (rows, x) in rows.chunks_exact(k.max(1)).zip(x.chunks_exact(cols.max(1))) {
            for &row in rows {
                add_row::<L>(x, &mut y[row as usize * cols..][..cols]);
            }
        }
    }
}

struct Add<'a> {
    x: &'a [f32],
    y: &'a mut [f32],
}

impl Kernel for Add<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        add_row::<L>(self.x, self.y);
    }
}

struct AddBoth<'a> {
    a: &'a [f32],
    b: &'a [f32],
    y: &'a mut [f32],
}

impl Kernel for AddBoth<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (y, (a, b)) in self.y.iter_mut().zip(self.a.iter().zip(self.b)) {
            *y = a + b;
        }
    }
}

struct AddRows<'a> {
    x: &'a [f32],
    y: &'a mut [f32],
}

impl Kernel for AddRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { x, y } = self;
        for x in x.chunks_exact(y.len().max(1)) {
            add_row::<L>(x, y);
        }
    }
}

#[inline(always)]
fn add_row<L: Lanes>(x: &[f32], y: &mut [f32]) {
    let (xs, x_rest) = x.as_chunks::<LANES>();
    let (ys, y_rest) = y.as_chunks_mut::<LANES>();
    let one = L::splat(1.0);
    for (x, y) in xs.iter().zip(ys) {
        L::store(L::mul_add(L::load(x), one, L::load(y)), y);
    }
    for (x, y) in x_rest.iter().zip(y_rest) {
        *y += x;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_added_where_the_list_says() {
        for cols in [1, 3, 8, 12, 24] {
            let x: Vec<f32> = (0..3 * cols).map(|i| i as f32).collect();
            let mut y = vec![1.0; 2 * cols];
            gather_add(&x, &[2, 1], &mut y, cols);
            assert_eq!(y[0], 1.0 + x[2 * cols]);
            assert_eq!(y[2 * cols - 1], 1.0 + x[2 * cols - 1]);
            let mut z = vec![0.0; 2 * cols];
            scatter_add(&x, &[1, 1, 0], &mut z, cols);
            assert_eq!(z[2 * cols - 1], x[cols - 1] + x[2 * cols - 1]);
            assert_eq!(z[0], x[2 * cols]);
            let mut sums = vec![0.0; cols];
            add_rows(&x, &mut sums);
            assert_eq!(sums[0], x[0] + x[cols] + x[2 * cols]);
        }
    }
}
