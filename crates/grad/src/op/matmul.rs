//! `y = x·W` with `x: [n, d_in]` and `W: [d_in, d_out]`. `dx = dy·Wᵀ`, `dW = xᵀ·dy`.
//!
//! Rows times a weight, everywhere: row k of a weight is what the input k alone would give.
//! PyTorch's `Linear` keeps the transpose.

use super::{Operation, rows_shape};
use crate::backward::Backward;
use crate::kernel;
use crate::matrix::Shape;
use crate::rows::Rows;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct Matmul {
    x: Rows,
    w: Var,
}

impl Tape<'_> {
    /// `x·W` with `x: [n, d_in]` and `W: [d_in, d_out]`.
    pub fn matmul(&mut self, x: impl Into<Rows>, w: Var) -> Var {
        self.apply(Matmul { x: x.into(), w })
    }
}

impl Operation for Matmul {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.w].into_iter().chain(self.x.var())
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let w = values.shape(self.w);
        Shape::new(rows_shape("matmul", values, &self.x, w).rows, w.cols)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let w = values.get(self.w);
        let Shape { rows: d_in, cols: d_out } = w.shape;
        y.fill(0.0);
        match &self.x {
            Rows::Dense(x) => {
                kernel::rows_by_weight(values.get(*x).data, w.data, y, d_in, d_out);
            }
            Rows::Hot(hot) => {
                kernel::gather_add_each(w.data, hot.places().rows(), hot.per_row(), y, d_out);
            }
        }
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let w = step.value(self.w);
        let Shape { rows: d_in, cols: d_out } = w.shape;
        match &self.x {
            &Rows::Dense(x) => {
                let rows = step.value(x).data;
                step.accumulate(x, |dy, dx| {
                    kernel::rows_by_transposed(dy, w.data, dx, d_in, d_out);
                });
                step.accumulate(self.w, |dy, dw| {
                    kernel::columns_by_rows(rows, dy, dw, d_in, d_out);
                });
            }
            Rows::Hot(hot) => step.accumulate(self.w, |dy, dw| {
                kernel::scatter_add_each(dy, hot.places().rows(), hot.per_row(), dw, d_out);
            }),
        }
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
