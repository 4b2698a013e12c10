//! `y_i = (x_i − mean)/√(var + ε) ⊙ g + b`, mean and (biased) variance over the numbers of row i.
//!
//! ```text
//! x̂ = (x − mean)/√(var + ε)      dx̂ = dy ⊙ g
//! dx = ( dx̂ − mean(dx̂) − x̂·mean(dx̂ ⊙ x̂) ) / √(var + ε)
//! dg = Σ_i dy_i ⊙ x̂_i            db = Σ_i dy_i
//! ```

use super::{Operation, row_shape};
use crate::backward::Backward;
use crate::kernel;
use crate::matrix::Shape;
use crate::pieces::{in_pieces, of_rows, of_rows_mut};
use crate::tape::{Tape, Values};
use crate::var::Var;

/// PyTorch's.
const EPSILON: f32 = 1e-5;

#[derive(Debug)]
pub(crate) struct LayerNorm {
    x: Var,
    gain: Var,
    bias: Var,
}

impl Tape<'_> {
    /// Each row with mean 0 and variance 1, then `⊙ gain + bias`, both `[1, d]`; ε is 1e-5.
    pub fn layer_norm(&mut self, x: Var, gain: Var, bias: Var) -> Var {
        self.apply(LayerNorm { x, gain, bias })
    }
}

/// Mean and one over the deviation of a row.
fn moments(x: &[f32]) -> (f32, f32) {
    let n = x.len() as f32;
    let mean = x.iter().sum::<f32>() / n;
    let variance = x.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / n;
    (mean, 1.0 / (variance + EPSILON).sqrt())
}

impl Operation for LayerNorm {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x, self.gain, self.bias].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        row_shape("layer_norm", values, self.x, self.gain);
        row_shape("layer_norm", values, self.x, self.bias)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let (x, g, b) = (values.get(self.x), values.get(self.gain), values.get(self.bias));
        let cols = x.shape.cols.max(1);
        in_pieces(values.control, y.len() / cols, 4 * cols, |rows| {
            let x = of_rows(x.data, &rows, cols).chunks_exact(cols);
            for (y, x) in of_rows_mut(y, &rows, cols).chunks_exact_mut(cols).zip(x) {
                let (mean, scale) = moments(x);
                for (y, (x, (g, b))) in y.iter_mut().zip(x.iter().zip(g.data.iter().zip(b.data))) {
                    *y = (x - mean) * scale * g + b;
                }
            }
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (x, g) = (step.value(self.x), step.value(self.gain).data);
        let (cols, n) = (g.len().max(1), g.len() as f32);
        step.accumulate(self.x, |dy, dx| {
            let rows = dx.chunks_exact_mut(cols).zip(dy.chunks_exact(cols)).zip(x.rows());
            for ((dx, dy), x) in rows {
                let (mean, scale) = moments(x);
                let hat = |j: usize| (x[j] - mean) * scale;
                let d_hat = |j: usize| dy[j] * g[j];
                let mean_d = (0..cols).map(d_hat).sum::<f32>() / n;
                let mean_dx = (0..cols).map(|j| d_hat(j) * hat(j)).sum::<f32>() / n;
                for (j, dx) in dx.iter_mut().enumerate() {
                    *dx += (d_hat(j) - mean_d - hat(j) * mean_dx) * scale;
                }
            }
        });
        step.accumulate(self.gain, |dy, dg| {
            for (dy, x) in dy.chunks_exact(cols).zip(x.rows()) {
                let (mean, scale) = moments(x);
                for (dg, (dy, x)) in dg.iter_mut().zip(dy.iter().zip(x)) {
                    *dg += dy * (x - mean) * scale;
                }
            }
        });
        step.accumulate(self.bias, kernel::add_rows);
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        for rows in [0, 1, 4] {
            let shapes = [(rows, 6), (1, 6), (1, 6)];
            check(&shapes, |tape, x| tape.layer_norm(x[0], x[1], x[2]));
        }
    }
}
