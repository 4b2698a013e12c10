//! `y = x·W` with `x: [n, d_in]` and `W: [d_in, d_out]`. `dx = dy·Wᵀ`, `dW = xᵀ·dy`.
//!
//! Rows times a weight, everywhere: row k of a weight is what the input k alone would give. PyTorch's
//! `Linear` keeps the transpose.

use super::Operation;
use crate::backward::Backward;
use crate::kernel;
use crate::matrix::Shape;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct Matmul {
    x: Var,
    w: Var,
}

impl Tape<'_> {
    /// `x·W` with `x: [n, d_in]` and `W: [d_in, d_out]`.
    pub fn matmul(&mut self, x: Var, w: Var) -> Var {
        self.apply(Matmul { x, w })
    }
}

impl Operation for Matmul {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x, self.w].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let (x, w) = (values.shape(self.x), values.shape(self.w));
        assert_eq!(x.cols, w.rows, "matmul: {x} times {w}");
        Shape::new(x.rows, w.cols)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let (x, w) = (values.get(self.x), values.get(self.w));
        y.fill(0.0);
        kernel::rows_by_weight(x.data, w.data, y, w.shape.rows, w.shape.cols);
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (x, w) = (step.value(self.x), step.value(self.w));
        let Shape { rows: d_in, cols: d_out } = w.shape;
        step.accumulate(self.x, |dy, dx| kernel::rows_by_transposed(dy, w.data, dx, d_in, d_out));
        step.accumulate(self.w, |dy, dw| kernel::columns_by_rows(x.data, dy, dw, d_in, d_out));
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        for rows in [0, 1, 9] {
            check(&[(rows, 5), (5, 7)], |tape, x| tape.matmul(x[0], x[1]));
        }
        check(&[(3, 0), (0, 2)], |tape, x| tape.matmul(x[0], x[1]));
        check(&[(4, 4)], |tape, x| tape.matmul(x[0], x[0]));
    }
}
