//! `Σ_e σ(a_e + c) ⊙ h_e + σ(b_e + c′)`, in one pass.

use isocount_lanes::{Kernel, LANES, Lanes, eight, run};

/// The rows of a graph, and the terms of the pattern.
#[derive(Clone, Copy)]
pub(crate) struct FilmRows<'a> {
    /// `h: [E, width]`.
    pub(crate) h: &'a [f32],
    /// `a` and `b`, concatenated: `[E, 2·width]`.
    pub(crate) ab: &'a [f32],
    /// `c` and `c′`: `[2·width]`.
    pub(crate) c: &'a [f32],
    pub(crate) width: usize,
    pub(crate) slope: f32,
}

/// Adds the sums to `to`, one for each of `width` positions.
pub(crate) fn film_sums(rows: FilmRows<'_>, to: &mut [f64]) {
    run(Sums { rows, to });
}

struct Sums<'a> {
    rows: FilmRows<'a>,
    to: &'a mut [f64],
}

/// The number of rows after which a single-precision sum is added to a double-precision one.
const STRETCH: usize = 64;

impl Kernel for Sums<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { rows, to } = self;
        let width = rows.width;
        let mut column = 0;
        while column + 3 * LANES <= width {
            columns::<L, 3>(rows, column, to);
            column += 3 * LANES;
        }
        match (width - column) / LANES {
            2 => columns::<L, 2>(rows, column, to),
            1 => columns::<L, 1>(rows, column, to),
            _ => {}
        }
    }
}

#[inline(always)]
fn columns<L: Lanes, const C: usize>(rows: FilmRows<'_>, column: usize, to: &mut [f64]) {
    let FilmRows { h, ab, c, width, slope } = rows;
    let slope = L::splat(slope);
    let place = |ix: usize| column + ix * LANES;
    let scales: [L::V; C] = std::array::from_fn(|ix| L::load(eight(c, place(ix))));
    let shifts: [L::V; C] = std::array::from_fn(|ix| L::load(eight(c, width + place(ix))));
    let stretches = h.chunks(STRETCH * width).zip(ab.chunks(STRETCH * 2 * width));
    for (h, ab) in stretches {
        let mut sums = [L::splat(0.0); C];
        for (h, ab) in h.chunks_exact(width).zip(ab.chunks_exact(2 * width)) {
            for ix in 0..C {
                let scale = L::add(L::load(eight(ab, place(ix))), scales[ix]);
                let shift = L::add(L::load(eight(ab, width + place(ix))), shifts[ix]);
                let scale = L::max(scale, L::mul(scale, slope));
                let shift = L::max(shift, L::mul(shift, slope));
                let sum = L::mul_add(scale, L::load(eight(h, place(ix))), sums[ix]);
                sums[ix] = L::add(sum, shift);
            }
        }
        for (ix, &sum) in sums.iter().enumerate() {
            let mut eight = [0.0; LANES];
            L::store(sum, &mut eight);
            for (to, x) in to[place(ix)..].iter_mut().zip(eight) {
                *to += f64::from(x);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_lanes::Portable;

    #[test]
    fn sums_are_those_of_the_definition() {
        for (rows, width) in [(0, 8), (1, 24), (63, 16), (200, 24), (129, 40)] {
            let number = |i: usize| (i as f32 * 0.77).sin();
            let h: Vec<f32> = (0..rows * width).map(number).collect();
            let ab: Vec<f32> = (0..rows * 2 * width).map(|i| number(i + 5)).collect();
            let c: Vec<f32> = (0..2 * width).map(|i| number(i + 9)).collect();
            let film = FilmRows { h: &h, ab: &ab, c: &c, width, slope: 0.2 };
            let (mut with, mut without) = (vec![0.0; width], vec![0.0; width]);
            film_sums(film, &mut with);
            Sums { rows: film, to: &mut without }.run::<Portable>();
            for j in 0..width {
                let leaky = |x: f32| f64::from(x).max(0.2 * f64::from(x));
                let of = |e: usize| {
                    let [a, b] = [0, width].map(|side| ab[e * 2 * width + side + j] + c[side + j]);
                    leaky(a) * f64::from(h[e * width + j]) + leaky(b)
                };
                let expected: f64 = (0..rows).map(of).sum();
                for found in [with[j], without[j]] {
                    assert!((found - expected).abs() < 1e-4, "{found} {expected}");
                }
            }
        }
    }
}
