//! `y_i = x_i ⊙ b`: every row is multiplied by the same row.
//!
//! `dx_i = dy_i ⊙ b`, `db = Σ_i dy_i ⊙ x_i`.

use super::{Operation, row_shape};
use crate::backward::Backward;
use crate::matrix::Shape;
use crate::pieces::{in_pieces, of_rows, of_rows_mut};
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct MulRow {
    x: Var,
    b: Var,
}

impl Tape<'_> {
    /// `x_i ⊙ b` for every row i; `b: [1, d]`.
    pub fn mul_row(&mut self, x: Var, b: Var) -> Var {
        self.apply(MulRow { x, b })
    }
}

impl Operation for MulRow {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x, self.b].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        row_shape("mul_row", values, self.x, self.b)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let (x, b) = (values.get(self.x), values.get(self.b).data);
        let cols = b.len().max(1);
        in_pieces(values.control, y.len() / cols, cols, |rows| {
            let x = of_rows(x.data, &rows, cols).chunks_exact(cols);
            for (y, x) in of_rows_mut(y, &rows, cols).chunks_exact_mut(cols).zip(x) {
                y.iter_mut().zip(x.iter().zip(b)).for_each(|(y, (x, b))| *y = x * b);
            }
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (x, b) = (step.value(self.x), step.value(self.b).data);
        let cols = b.len().max(1);
        step.accumulate(self.x, |dy, dx| {
            for (dy, dx) in dy.chunks_exact(cols).zip(dx.chunks_exact_mut(cols)) {
                dx.iter_mut().zip(dy.iter().zip(b)).for_each(|(dx, (dy, b))| *dx += dy * b);
            }
        });
        step.accumulate(self.b, |dy, db| {
            for (dy, x) in dy.chunks_exact(cols).zip(x.rows()) {
                db.iter_mut().zip(dy.iter().zip(x)).for_each(|(db, (dy, x))| *db += dy * x);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        for rows in [0, 1, 5] {
            check(&[(rows, 3), (1, 3)], |tape, x| tape.mul_row(x[0], x[1]));
        }
    }
}
