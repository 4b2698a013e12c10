//! The loops of the modulated sum; the equations are in `op/film_sum.rs`.
//!
//! Each loop works on one range of rows and a few columns at a time, so that the sums and the part
//! that the rows share stay in registers. The columns are independent of each other.

use isocount_lanes::{Kernel, LANES, Lanes, run};

/// A range of rows: `h: [n, d]` and `a: [n, 2d]`, and the part `c: [2d]` that they share.
#[derive(Clone, Copy)]
pub(crate) struct FilmRows<'a> {
    pub(crate) h: &'a [f32],
    pub(crate) a: &'a [f32],
    pub(crate) c: &'a [f32],
    pub(crate) slope: f32,
}

/// Writes `[r, penalty]` to `out: [d + 1]`.
pub(crate) fn film_forward(rows: FilmRows<'_>, out: &mut [f32]) {
    run(Forward { rows, out });
}

/// Adds to the gradients, given the gradient of the result, `d_out: [d + 1]`.
pub(crate) fn film_backward(
    rows: FilmRows<'_>,
    d_out: &[f32],
    dh: &mut [f32],
    da: &mut [f32],
    dc: &mut [f32],
) {
    run(Backward { rows, d_out, dh, da, dc });
}

const HALF: usize = LANES / 2;

/// Cuts `d` columns into pieces of 8, 4 and 1. Returns the start and the width of each.
#[inline(always)]
fn pieces(d: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let num = match d - from {
            0 => return None,
            LANES.. => LANES,
            HALF.. => HALF,
            _ => 1,
        };
        from += num;
        Some((from - num, num))
    })
}

struct Forward<'a> {
    rows: FilmRows<'a>,
    out: &'a mut [f32],
}

impl Kernel for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let d = self.out.len() - 1;
        let (r, penalty) = self.out.split_at_mut(d);
        penalty[0] = 0.0;
        for (from, num) in pieces(d) {
            penalty[0] += match num {
                LANES => sum_columns::<LANES>(self.rows, r, from),
                HALF => sum_columns::<HALF>(self.rows, r, from),
                _ => sum_columns::<1>(self.rows, r, from),
            }
        }
    }
}

/// The sums of `N` columns; returns their penalty.
#[inline(always)]
fn sum_columns<const N: usize>(rows: FilmRows<'_>, r: &mut [f32], from: usize) -> f32 {
    let FilmRows { h, a, c, slope } = rows;
    let d = r.len();
    let c_gamma: [f32; N] = columns(c, from);
    let c_beta: [f32; N] = columns(c, d + from);
    let (mut sum, mut squares) = ([0.0; N], [0.0; N]);
    for (h, a) in h.chunks_exact(d).zip(a.chunks_exact(2 * d)) {
        let h: [f32; N] = columns(h, from);
        let a_gamma: [f32; N] = columns(a, from);
        let a_beta: [f32; N] = columns(a, d + from);
        for j in 0..N {
            let gamma = leaky(a_gamma[j] + c_gamma[j], slope);
            let beta = leaky(a_beta[j] + c_beta[j], slope);
            sum[j] += h[j] + gamma * h[j] + beta;
            squares[j] += gamma * gamma + beta * beta;
        }
    }
    r[from..from + N].copy_from_slice(&sum);
    squares.iter().sum()
}

struct Backward<'a> {
    rows: FilmRows<'a>,
    d_out: &'a [f32],
    dh: &'a mut [f32],
    da: &'a mut [f32],
    dc: &'a mut [f32],
}

impl Kernel for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        let d = self.d_out.len() - 1;
        for (from, num) in pieces(d) {
            match num {
                LANES => spread_columns::<LANES>(&mut self, d, from),
                HALF => spread_columns::<HALF>(&mut self, d, from),
                _ => spread_columns::<1>(&mut self, d, from),
            }
        }
    }
}

#[inline(always)]
fn spread_columns<const N: usize>(back: &mut Backward<'_>, d: usize, from: usize) {
    let FilmRows { h, a, c, slope } = back.rows;
    let c_gamma: [f32; N] = columns(c, from);
    let c_beta: [f32; N] = columns(c, d + from);
    let dr: [f32; N] = columns(back.d_out, from);
    let twice_dp = 2.0 * back.d_out[d];
    let (mut dc_gamma, mut dc_beta) = ([0.0; N], [0.0; N]);
    let rows = h.chunks_exact(d).zip(a.chunks_exact(2 * d));
    let grads = back.dh.chunks_exact_mut(d).zip(back.da.chunks_exact_mut(2 * d));
    for ((h, a), (dh, da)) in rows.zip(grads) {
        let h: [f32; N] = columns(h, from);
        let a_gamma: [f32; N] = columns(a, from);
        let a_beta: [f32; N] = columns(a, d + from);
        let mut dh_new: [f32; N] = columns(dh, from);
        let mut da_gamma: [f32; N] = columns(da, from);
        let mut da_beta: [f32; N] = columns(da, d + from);
        for j in 0..N {
            let z_gamma = a_gamma[j] + c_gamma[j];
            let z_beta = a_beta[j] + c_beta[j];
            let (gamma, beta) = (leaky(z_gamma, slope), leaky(z_beta, slope));
            let dz_gamma = (dr[j] * h[j] + twice_dp * gamma) * derivative(z_gamma, slope);
            let dz_beta = (dr[j] + twice_dp * beta) * derivative(z_beta, slope);
            dh_new[j] += dr[j] + dr[j] * gamma;
            da_gamma[j] += dz_gamma;
            da_beta[j] += dz_beta;
            dc_gamma[j] += dz_gamma;
            dc_beta[j] += dz_beta;
        }
        dh[from..from + N].copy_from_slice(&dh_new);
        da[from..from + N].copy_from_slice(&da_gamma);
        da[d + from..d + from + N].copy_from_slice(&da_beta);
    }
    for j in 0..N {
        back.dc[from + j] += dc_gamma[j];
        back.dc[d + from + j] += dc_beta[j];
    }
}

#[inline(always)]
fn columns<const N: usize>(row: &[f32], from: usize) -> [f32; N] {
    let mut columns = [0.0; N];
    columns.copy_from_slice(&row[from..from + N]);
    columns
}

#[inline(always)]
fn leaky(z: f32, slope: f32) -> f32 {
    if z > 0.0 { z } else { slope * z }
}

#[inline(always)]
fn derivative(z: f32, slope: f32) -> f32 {
    if z > 0.0 { 1.0 } else { slope }
}
