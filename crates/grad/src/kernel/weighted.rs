//! Rows in the order of a list, with a weight for every block of their columns.
//!
//! ```text
//! transport  y[to[e]][t] += w[e, t] · x[from[e]][t]
//! dots       w[e, t] += ⟨ a[rows_a[e]][t], b[rows_b[e]][t] ⟩
//! ```
//!
//! Each is the backward pass of the other. Block t of a row is the t-th of `heads` equal ones.

use isocount_lanes::{Kernel, LANES, Lanes, run};

/// Rows of `heads` blocks, read in the order of a list.
#[derive(Clone, Copy)]
pub(crate) struct Listed<'a> {
    pub(crate) data: &'a [f32],
    pub(crate) rows: &'a [u32],
}

/// `y[to[e]][t] += w[e, t]·x[from[e]][t]`.
pub(crate) fn weighted_transport_add(
    x: Listed<'_>,
    w: &[f32],
    y: &mut [f32],
    to: &[u32],
    [heads, width]: [usize; 2],
) {
    run(Transport { x, w, y, to, heads, width });
}

/// `w[e, t] += ⟨ a[rows_a[e]][t], b[rows_b[e]][t] ⟩`.
pub(crate) fn dots_add(a: Listed<'_>, b: Listed<'_>, w: &mut [f32], [heads, width]: [usize; 2]) {
    run(Dots { a, b, w, heads, width });
}

/// `Σ a·b`.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    run(Dot { a, b })
}

struct Dot<'a> {
    a: &'a [f32],
    b: &'a [f32],
}

impl Kernel for Dot<'_> {
    type Output = f32;

    #[inline(always)]
    fn run<L: Lanes>(self) -> f32 {
        lanes_dot::<L>(self.a, self.b)
    }
}

struct Transport<'a> {
    x: Listed<'a>,
    w: &'a [f32],
    y: &'a mut [f32],
    to: &'a [u32],
    heads: usize,
    /// Columns of one block.
    width: usize,
}

impl Kernel for Transport<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { x, w, y, to, heads, width } = self;
        let cols = heads * width;
        for ((&from, &to), w) in x.rows.iter().zip(to).zip(w.chunks_exact(heads)) {
            let x = x.data[from as usize * cols..][..cols].chunks_exact(width.max(1));
            let y = y[to as usize * cols..][..cols].chunks_exact_mut(width.max(1));
            for ((x, y), &w) in x.zip(y).zip(w) {
                add_scaled::<L>(w, x, y);
            }
        }
    }
}

struct Dots<'a> {
    a: Listed<'a>,
    b: Listed<'a>,
    w: &'a mut [f32],
    heads: usize,
    width: usize,
}

impl Kernel for Dots<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { a, b, w, heads, width } = self;
        let cols = heads * width;
        for ((&in_a, &in_b), w) in a.rows.iter().zip(b.rows).zip(w.chunks_exact_mut(heads)) {
            let a = a.data[in_a as usize * cols..][..cols].chunks_exact(width.max(1));
            let b = b.data[in_b as usize * cols..][..cols].chunks_exact(width.max(1));
            for ((a, b), w) in a.zip(b).zip(w) {
                *w += lanes_dot::<L>(a, b);
            }
        }
    }
}

/// `y += w·x`.
#[inline(always)]
fn add_scaled<L: Lanes>(w: f32, x: &[f32], y: &mut [f32]) {
    let (xs, x_rest) = x.as_chunks::<LANES>();
    let (ys, y_rest) = y.as_chunks_mut::<LANES>();
    let wide = L::splat(w);
    for (x, y) in xs.iter().zip(ys) {
        L::store(L::mul_add(wide, L::load(x), L::load(y)), y);
    }
    for (x, y) in x_rest.iter().zip(y_rest) {
        *y += w * x;
    }
}

#[inline(always)]
fn lanes_dot<L: Lanes>(a: &[f32], b: &[f32]) -> f32 {
    let (a, a_rest) = a.as_chunks::<LANES>();
    let (b, b_rest) = b.as_chunks::<LANES>();
    let mut sums = L::splat(0.0);
    for (a, b) in a.iter().zip(b) {
        sums = L::mul_add(L::load(a), L::load(b), sums);
    }
    let mut lanes = [0.0; LANES];
    L::store(sums, &mut lanes);
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    // By halves: four chains of additions instead of a single chain of eight.
    let [a, b, c, d, e, f, g, h] = lanes;
    ((a + e) + (c + g)) + ((b + f) + (d + h)) + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_lanes::Portable;

    #[test]
    fn blocks_are_weighted_one_by_one_for_every_rest() {
        for (heads, width) in [(1, 1), (2, 3), (1, 8), (3, 12), (2, 17), (4, 0)] {
            let cols = heads * width;
            let x: Vec<f32> = (0..3 * cols).map(|i| i as f32).collect();
            let w: Vec<f32> = (0..2 * heads).map(|i| 2.0 + i as f32).collect();
            let listed = Listed { data: &x, rows: &[2, 1] };
            let at = |row: usize, t: usize, j: usize| x[row * cols + t * width + j];

            let mut y = vec![1.0; 2 * cols];
            weighted_transport_add(listed, &w, &mut y, &[1, 1], [heads, width]);
            assert!(y[..cols].iter().all(|&y| y == 1.0));
            let mut dots = vec![1.0; 2 * heads];
            dots_add(listed, Listed { data: &x, rows: &[0, 2] }, &mut dots, [heads, width]);
            let mut portable = vec![1.0; 2 * heads];
            let b = Listed { data: &x, rows: &[0, 2] };
            Dots { a: listed, b, w: &mut portable, heads, width }.run::<Portable>();
            // All are whole numbers below 2²⁴, so no sum is rounded.
            assert_eq!(dots, portable);
            for t in 0..heads {
                for j in 0..width {
                    let expected = 1.0 + w[t] * at(2, t, j) + w[heads + t] * at(1, t, j);
                    assert_eq!(y[cols + t * width + j], expected);
                }
                for (e, [a, b]) in [[2, 0], [1, 2]].into_iter().enumerate() {
                    let sum: f32 = (0..width).map(|j| at(a, t, j) * at(b, t, j)).sum();
                    assert_eq!(dots[e * heads + t], 1.0 + sum);
                }
            }
        }
    }
}
