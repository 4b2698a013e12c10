//! `y = x·W` with `x: [n, d_in]` and `W: [d_in, d_out]`. `dx = dy·Wᵀ`, `dW = xᵀ·dy`.
//!
//! Weights are always on the right: row k of a weight is the result for the k-th unit vector.
//! PyTorch's `Linear` stores the transpose.

use isocount_core::Control;

use super::{Operation, rows_shape};
use crate::backward::Backward;
use crate::kernel::{self, Onto};
use crate::matrix::Shape;
use crate::pieces::{in_pieces, of_rows, of_rows_mut, product_cost};
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
        let num_rows = y.len() / d_out.max(1);
        in_pieces(values.control, num_rows, product_cost(d_in, d_out), |rows| {
            let y = of_rows_mut(y, &rows, d_out);
            match &self.x {
                Rows::Dense(x) => {
                    let x = of_rows(values.get(*x).data, &rows, d_in);
                    kernel::rows_by_weight_onto(x, w.data, y, [d_in, d_out], Onto::Nothing, 1.0);
                }
                Rows::Hot(hot) => {
                    y.fill(0.0);
                    let k = hot.per_row();
                    let places = &hot.places().rows()[rows.start * k..rows.end * k];
                    kernel::gather_add_each(w.data, places, k, y, d_out);
                }
            }
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let w = step.value(self.w);
        let Shape { rows: d_in, cols: d_out } = w.shape;
        match &self.x {
            &Rows::Dense(x) => {
                let x_data = step.value(x).data;
                let pieces = Products { control: step.control(), d_in, d_out };
                step.accumulate_onto(x, |dy, dx, onto| pieces.to_rows(dy, w.data, dx, onto));
                step.accumulate(self.w, |dy, dw| pieces.to_weight(x_data, dy, dw));
            }
            Rows::Hot(hot) => step.accumulate(self.w, |dy, dw| {
                kernel::scatter_add_each(dy, hot.places().rows(), hot.per_row(), dw, d_out);
            }),
        }
    }
}

/// The products of the backward pass, in pieces.
#[derive(Clone, Copy)]
pub(super) struct Products<'a> {
    pub(super) control: &'a Control,
    pub(super) d_in: usize,
    pub(super) d_out: usize,
}

impl Products<'_> {
    /// `dx += dy·Wᵀ`, or `dx = dy·Wᵀ`.
    pub(super) fn to_rows(self, dy: &[f32], w: &[f32], dx: &mut [f32], onto: Onto<'_>) {
        let Self { control, d_in, d_out } = self;
        in_pieces(control, dx.len() / d_in.max(1), product_cost(d_in, d_out), |rows| {
            let (dy, dx) = (of_rows(dy, &rows, d_out), of_rows_mut(dx, &rows, d_in));
            kernel::rows_by_transposed_onto(dy, w, dx, [d_in, d_out], onto);
        });
    }

    /// `dW += xᵀ·dy`.
    pub(super) fn to_weight(self, x: &[f32], dy: &[f32], dw: &mut [f32]) {
        let Self { control, d_in, d_out } = self;
        in_pieces(control, dy.len() / d_out.max(1), product_cost(d_in, d_out), |rows| {
            let (x, dy) = (of_rows(x, &rows, d_in), of_rows(dy, &rows, d_out));
            kernel::columns_by_rows(x, dy, dw, d_in, d_out);
        });
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
