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
            let (x, y) = (of_rows(x.data, &rows, cols), of_rows_mut(y, &rows, cols));
            kernel::layer_norm(x, g.data, b.data, y);
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (x, g) = (step.value(self.x).data, step.value(self.gain).data);
        step.accumulate(self.x, |dy, dx| kernel::layer_norm_to_rows(x, g, dy, dx));
        step.accumulate(self.gain, |dy, dg| kernel::layer_norm_to_gain(x, dy, dg));
        step.accumulate(self.bias, kernel::add_rows);
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        for (rows, cols) in [(0, 6), (1, 6), (4, 6), (2, 19)] {
            let shapes = [(rows, cols), (1, cols), (1, cols)];
            check(&shapes, |tape, x| tape.layer_norm(x[0], x[1], x[2]));
        }
    }
}
