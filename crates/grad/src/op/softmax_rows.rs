//! `y_ij = e^{x_ij} / Σ_k e^{x_ik}`, row by row. `dx_ij = y_ij·(dy_ij − Σ_k y_ik·dy_ik)`.

use super::Operation;
use crate::backward::Backward;
use crate::matrix::Shape;
use crate::pieces::{in_pieces, of_rows, of_rows_mut};
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct SoftmaxRows {
    x: Var,
}

impl Tape<'_> {
    /// The softmax of each row.
    pub fn softmax_rows(&mut self, x: Var) -> Var {
        self.apply(SoftmaxRows { x })
    }
}

impl Operation for SoftmaxRows {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        values.shape(self.x)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let x = values.get(self.x);
        let cols = x.shape.cols.max(1);
        in_pieces(values.control, y.len() / cols, 8 * cols, |rows| {
            let x = of_rows(x.data, &rows, cols).chunks_exact(cols);
            for (y, x) in of_rows_mut(y, &rows, cols).chunks_exact_mut(cols).zip(x) {
                let largest = x.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                y.iter_mut().zip(x).for_each(|(y, x)| *y = (x - largest).exp());
                let sum: f32 = y.iter().sum();
                for y in y {
                    *y /= sum;
                }
            }
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let y = step.output();
        let cols = y.shape.cols.max(1);
        step.accumulate(self.x, |dy, dx| {
            for ((dx, dy), y) in dx.chunks_exact_mut(cols).zip(dy.chunks_exact(cols)).zip(y.rows())
            {
                let mean: f32 = y.iter().zip(dy).map(|(y, dy)| y * dy).sum();
                for (dx, (dy, y)) in dx.iter_mut().zip(dy.iter().zip(y)) {
                    *dx += y * (dy - mean);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        for rows in [0, 1, 4] {
            check(&[(rows, 5)], |tape, x| tape.softmax_rows(x[0]));
        }
    }
}
