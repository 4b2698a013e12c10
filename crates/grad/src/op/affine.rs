//! `y = σ(x·W + base)`, with σ the leaky ReLU (the identity for slope 1): the layers of every
//! model.
//!
//! ```text
//! linear        y_i = σ( x_i·W + b )            one row for all
//! linear_onto   y_i = σ( x_i·W + base_i )       a row for each
//! linear_onto_both  y_i = σ( x_i·W + base_i + b )   both
//! linear_from   y_i = σ( x_i·W + base_{from i}) a row by number: the message to an edge from its tail
//! ```
//!
//! `x` is a value, or implicit rows of zeros and ones ([`Hot`](crate::Hot)): a first layer over
//! labels reads rows of the weight instead of multiplying.
//!
//! `dz = σ′(y)·dy`; `dx = dz·Wᵀ`, `dW = xᵀ·dz`, and `dbase` is the sum of the `dz` that used each
//! row. This is one operation instead of three: the base and σ are applied while the sums are still
//! in registers.

use super::matmul::Products;
use super::{Operation, rows_shape};
use crate::backward::Backward;
use crate::index::{Hot, RowIndex};
use crate::kernel::{self, Onto};
use crate::matrix::{Shape, View};
use crate::pieces::{in_pieces, of_rows, of_rows_mut, product_cost};
use crate::rows::Rows;
use crate::tape::{Tape, Values};
use crate::var::Var;

/// Numbers of the result that are finished before the next ones are begun, if rows are looked up:
/// 32 kB.
const BLOCK: usize = 8 * 1024;

#[derive(Debug)]
pub(crate) struct Affine {
    x: Rows,
    w: Var,
    base: Var,
    reads: Reads,
    slope: f32,
}

/// The row of the base that a row reads.
#[derive(Debug)]
enum Reads {
    Only,
    Same,
    /// The same row, and this row.
    SameAnd(Var),
    From(RowIndex),
}

impl Tape<'_> {
    /// `x·W + b` with `W: [d_in, d_out]` and `b: [1, d_out]`.
    pub fn linear(&mut self, x: impl Into<Rows>, w: Var, b: Var) -> Var {
        self.linear_leaky_relu(x, w, b, 1.0)
    }

    /// `σ(x·W + b)`, σ the leaky ReLU of this slope.
    pub fn linear_leaky_relu(&mut self, x: impl Into<Rows>, w: Var, b: Var, slope: f32) -> Var {
        self.apply(Affine { x: x.into(), w, base: b, reads: Reads::Only, slope })
    }

    /// `σ(x·W + base)`, row by row, σ the leaky ReLU of this slope.
    pub fn linear_onto(&mut self, x: impl Into<Rows>, w: Var, base: Var, slope: f32) -> Var {
        self.apply(Affine { x: x.into(), w, base, reads: Reads::Same, slope })
    }

    /// `σ(x·W + base + b)`, row by row, `b: [1, d_out]`; σ the leaky ReLU of this slope.
    pub fn linear_onto_both(&mut self, x: Var, [w, base, b]: [Var; 3], slope: f32) -> Var {
        self.apply(Affine { x: x.into(), w, base, reads: Reads::SameAnd(b), slope })
    }

    /// `σ(x_i·W + base[from i])` for every row i, σ the leaky ReLU of this slope.
    pub fn linear_from(
        &mut self,
        x: impl Into<Rows>,
        w: Var,
        base: Var,
        from: &RowIndex,
        slope: f32,
    ) -> Var {
        self.apply(Affine { x: x.into(), w, base, reads: Reads::From(from.clone()), slope })
    }
}

impl Affine {
    fn forward_dense(
        &self,
        values: Values<'_>,
        x: &[f32],
        w: View<'_>,
        base: View<'_>,
        y: &mut [f32],
    ) {
        let Shape { rows: d_in, cols: d_out } = w.shape;
        // The product can apply a slope of at most 1 itself.
        let fused = if self.slope <= 1.0 { self.slope } else { 1.0 };
        let num_rows = y.len() / d_out.max(1);
        in_pieces(values.control, num_rows, product_cost(d_in, d_out), |rows| {
            let onto = match &self.reads {
                Reads::Only => Onto::Row(base.data),
                Reads::Same => Onto::Rows(of_rows(base.data, &rows, d_out)),
                Reads::SameAnd(bias) => {
                    Onto::Both(of_rows(base.data, &rows, d_out), values.get(*bias).data)
                }
                Reads::From(list) => Onto::From(base.data, &list.rows()[rows.clone()]),
            };
            let (x, y) = (of_rows(x, &rows, d_in), of_rows_mut(y, &rows, d_out));
            kernel::rows_by_weight_onto(x, w.data, y, [d_in, d_out], onto, fused);
            if self.slope > 1.0 {
                kernel::leaky_relu(y, self.slope);
            }
        });
    }

    fn forward_hot(
        &self,
        values: Values<'_>,
        hot: &Hot,
        w: View<'_>,
        base: View<'_>,
        y: &mut [f32],
    ) {
        let d_out = w.shape.cols;
        let rows = (BLOCK / d_out.max(1)).max(1);
        for (block, y) in y.chunks_mut(rows * d_out.max(1)).enumerate() {
            // A block takes at most a millisecond.
            if values.control.is_cancelled() {
                return;
            }
            let from = block * rows;
            let to = from + y.len() / d_out;
            match &self.reads {
                Reads::Only => y.chunks_exact_mut(d_out).for_each(|y| y.copy_from_slice(base.data)),
                Reads::Same => y.copy_from_slice(&base.data[from * d_out..to * d_out]),
                Reads::SameAnd(bias) => {
                    let base = base.data[from * d_out..to * d_out].chunks_exact(d_out);
                    let bias = values.get(*bias).data;
                    let y = y.chunks_exact_mut(d_out).zip(base);
                    y.for_each(|(y, base)| kernel::add_both(base, bias, y));
                }
                Reads::From(list) => {
                    for (y, &row) in y.chunks_exact_mut(d_out).zip(&list.rows()[from..to]) {
                        y.copy_from_slice(base.row(row as usize));
                    }
                }
            }
            let k = hot.per_row();
            let places = &hot.places().rows()[from * k..to * k];
            kernel::gather_add_each(w.data, places, k, y, d_out);
            kernel::leaky_relu(y, self.slope);
        }
    }
}

impl Operation for Affine {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        let bias = if let Reads::SameAnd(bias) = self.reads { Some(bias) } else { None };
        [self.w, self.base].into_iter().chain(self.x.var()).chain(bias)
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let (w, base) = (values.shape(self.w), values.shape(self.base));
        let x = rows_shape("linear", values, &self.x, w);
        assert_eq!(base.cols, w.cols, "linear: {x} times {w} plus {base}");
        assert!(self.slope >= 0.0, "linear: slope {} is negative", self.slope);
        match &self.reads {
            Reads::Only => assert_eq!(base.rows, 1, "linear: a bias {base} is not one row"),
            Reads::Same => assert_eq!(base.rows, x.rows, "linear: {x} onto {base}"),
            Reads::SameAnd(bias) => {
                let bias = values.shape(*bias);
                assert_eq!(base.rows, x.rows, "linear: {x} onto {base}");
                assert_eq!(bias, Shape::new(1, w.cols), "linear: {x} times {w} plus {bias}");
            }
            Reads::From(from) => {
                assert_eq!(from.len(), x.rows, "linear: {x} onto a list of another length");
                assert!(from.bound() <= base.rows, "linear: row {} of {base}", from.bound() - 1);
            }
        }
        Shape::new(x.rows, w.cols)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let (w, base) = (values.get(self.w), values.get(self.base));
        match &self.x {
            Rows::Dense(x) => self.forward_dense(values, values.get(*x).data, w, base, y),
            Rows::Hot(hot) => self.forward_hot(values, hot, w, base, y),
        }
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let w = step.value(self.w);
        let Shape { rows: d_in, cols: d_out } = w.shape;
        kernel::leaky_relu_backward(step.output().data, step.own(), self.slope);
        match &self.reads {
            Reads::Only => step.accumulate(self.base, kernel::add_rows),
            Reads::Same => step.accumulate_onto(self.base, kernel::add_onto),
            Reads::SameAnd(bias) => {
                step.accumulate_onto(self.base, kernel::add_onto);
                step.accumulate(*bias, kernel::add_rows);
            }
            Reads::From(from) => step.accumulate(self.base, |dz, base| {
                kernel::scatter_add(dz, from.rows(), base, d_out);
            }),
        }
        match &self.x {
            &Rows::Dense(x) => {
                let x_data = step.value(x).data;
                let pieces = Products { control: step.control(), d_in, d_out };
                step.accumulate_onto(x, |dz, dx, onto| pieces.to_rows(dz, w.data, dx, onto));
                step.accumulate(self.w, |dz, dw| pieces.to_weight(x_data, dz, dw));
            }
            Rows::Hot(hot) => step.accumulate(self.w, |dz, dw| {
                kernel::scatter_add_each(dz, hot.places().rows(), hot.per_row(), dw, d_out);
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::{check, same};
    use crate::matrix::Matrix;

    #[test]
    fn gradients() {
        for rows in [0, 1, 6] {
            let (x, w) = ((rows, 5), (5, 4));
            check(&[x, w, (1, 4)], |tape, x| tape.linear(x[0], x[1], x[2]));
            check(&[x, w, (1, 4)], |tape, x| tape.linear_leaky_relu(x[0], x[1], x[2], 0.2));
            check(&[x, w, (rows, 4)], |tape, x| tape.linear_onto(x[0], x[1], x[2], 0.2));
            check(&[x, w, (rows, 4), (1, 4)], |tape, x| {
                tape.linear_onto_both(x[0], [x[1], x[2], x[3]], 0.2)
            });
        }
        let from = RowIndex::new([2, 0, 0, 2]);
        check(&[(4, 5), (5, 4), (3, 4)], |tape, x| tape.linear_from(x[0], x[1], x[2], &from, 0.2));
    }

    #[test]
    fn fused_equals_unfused() {
        // More rows than one block holds.
        let (rows, slope) = (1000, 0.01);
        let from = RowIndex::new((0..rows as u32).map(|row| row * 7 % 50).collect::<Vec<_>>());
        let shapes = [(rows, 12), (12, 24), (50, 24)];
        let fused = |tape: &mut Tape, x: &[Var]| tape.linear_from(x[0], x[1], x[2], &from, slope);
        let unfused = |tape: &mut Tape, x: &[Var]| {
            let product = tape.matmul(x[0], x[1]);
            let base = tape.gather_rows(x[2], &from);
            let sum = tape.add(product, base);
            tape.leaky_relu(sum, slope)
        };
        same(&shapes, fused, unfused);

        let shapes = [(rows, 12), (12, 24), (1, 24)];
        let fused = |tape: &mut Tape, x: &[Var]| tape.linear_leaky_relu(x[0], x[1], x[2], slope);
        let unfused = |tape: &mut Tape, x: &[Var]| {
            let product = tape.matmul(x[0], x[1]);
            let sum = tape.add_row(product, x[2]);
            tape.leaky_relu(sum, slope)
        };
        same(&shapes, fused, unfused);
    }

    #[test]
    fn zeros_and_ones_need_not_be_written_out() {
        let hot = Hot::new([0, 2, 1, 4, 1, 3], 2);
        let ones =
            Matrix::new(3, 5, vec![1., 0., 1., 0., 0., 0., 1., 0., 0., 1., 0., 1., 0., 1., 0.]);
        let short = |tape: &mut Tape, x: &[Var]| tape.linear_leaky_relu(&hot, x[0], x[1], 0.2);
        let long = |tape: &mut Tape, x: &[Var]| {
            let ones = tape.input(&ones);
            tape.linear_leaky_relu(ones, x[0], x[1], 0.2)
        };
        same(&[(5, 9), (1, 9)], short, long);
    }
}
