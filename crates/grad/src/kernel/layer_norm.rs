//! Rows with mean 0 and variance 1, and the backward pass; for the equations, see the operation
//! `layer_norm`.

use isocount_lanes::{Kernel, LANES, Lanes, run};

/// PyTorch's value.
const EPSILON: f32 = 1e-5;

/// `y = (x − mean)/√(var + ε) ⊙ gain + bias`, row by row.
pub(crate) fn layer_norm(x: &[f32], gain: &[f32], bias: &[f32], y: &mut [f32]) {
    run(Forward { x, gain, bias, y });
}

/// `dx += …`, given x and dy.
pub(crate) fn layer_norm_to_rows(x: &[f32], gain: &[f32], dy: &[f32], dx: &mut [f32]) {
    run(ToRows { x, gain, dy, dx });
}

/// `dgain += Σ_i dy_i ⊙ x̂_i`.
pub(crate) fn layer_norm_to_gain(x: &[f32], dy: &[f32], dgain: &mut [f32]) {
    run(ToGain { x, dy, dgain });
}

/// `Σ_j f(j)`, in eight sums.
#[inline(always)]
fn sum(len: usize, f: impl Fn(usize) -> f32) -> f32 {
    let mut sums = [0.0; LANES];
    let whole = len / LANES * LANES;
    for at in (0..whole).step_by(LANES) {
        for (lane, sum) in sums.iter_mut().enumerate() {
            *sum += f(at + lane);
        }
    }
    for at in whole..len {
        sums[at - whole] += f(at);
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// Mean and one over the deviation of a row.
#[inline(always)]
fn moments(x: &[f32]) -> (f32, f32) {
    let n = x.len() as f32;
    let mean = sum(x.len(), |j| x[j]) / n;
    let variance = sum(x.len(), |j| (x[j] - mean) * (x[j] - mean)) / n;
    (mean, 1.0 / (variance + EPSILON).sqrt())
}

struct Forward<'a> {
    x: &'a [f32],
    gain: &'a [f32],
    bias: &'a [f32],
    y: &'a mut [f32],
}

impl Kernel for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { x, gain, bias, y } = self;
        let cols = gain.len().max(1);
        for (x, y) in x.chunks_exact(cols).zip(y.chunks_exact_mut(cols)) {
            let (mean, scale) = moments(x);
            for (y, (x, (g, b))) in y.iter_mut().zip(x.iter().zip(gain.iter().zip(bias))) {
                *y = (x - mean) * scale * g + b;
            }
        }
    }
}

struct ToRows<'a> {
    x: &'a [f32],
    gain: &'a [f32],
    dy: &'a [f32],
    dx: &'a mut [f32],
}

impl Kernel for ToRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { x, gain, dy, dx } = self;
        let cols = gain.len().max(1);
        let rows = x.chunks_exact(cols).zip(dy.chunks_exact(cols));
        for ((x, dy), dx) in rows.zip(dx.chunks_exact_mut(cols)) {
            let (mean, scale) = moments(x);
            let (g, n) = (&gain[..cols], cols as f32);
            let hat = |j: usize| (x[j] - mean) * scale;
            let d_hat = |j: usize| dy[j] * g[j];
            let mean_d = sum(cols, d_hat) / n;
            let mean_dx = sum(cols, |j| d_hat(j) * hat(j)) / n;
            for (j, dx) in dx.iter_mut().enumerate() {
                *dx += (d_hat(j) - mean_d - hat(j) * mean_dx) * scale;
            }
        }
    }
}

struct ToGain<'a> {
    x: &'a [f32],
    dy: &'a [f32],
    dgain: &'a mut [f32],
}

impl Kernel for ToGain<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { x, dy, dgain } = self;
        let cols = dgain.len().max(1);
        for (x, dy) in x.chunks_exact(cols).zip(dy.chunks_exact(cols)) {
            let (mean, scale) = moments(x);
            for (dg, (dy, x)) in dgain.iter_mut().zip(dy.iter().zip(x)) {
                *dg += dy * (x - mean) * scale;
            }
        }
    }
}
