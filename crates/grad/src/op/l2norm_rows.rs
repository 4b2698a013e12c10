//! `y_i = x_i / max(‖x_i‖, ε)`: rows of length one.
//!
//! `dx = (dy − y·⟨y, dy⟩)/‖x‖`, or `dy/ε` for a row shorter than ε.

use super::Operation;
use crate::backward::Backward;
use crate::matrix::Shape;
use crate::pieces::{in_pieces, of_rows, of_rows_mut};
use crate::tape::{Tape, Values};
use crate::var::Var;

/// The value of PyTorch's `normalize`; a row of zeros stays one.
const EPSILON: f32 = 1e-12;

#[derive(Debug)]
pub(crate) struct L2NormRows {
    x: Var,
}

impl Tape<'_> {
    /// Each row divided by its length; a row of zeros stays one.
    pub fn l2norm_rows(&mut self, x: Var) -> Var {
        self.apply(L2NormRows { x })
    }
}

fn length(x: &[f32]) -> f32 {
    x.iter().map(|x| x * x).sum::<f32>().sqrt()
}

impl Operation for L2NormRows {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        values.shape(self.x)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let x = values.get(self.x);
        let cols = x.shape.cols.max(1);
        in_pieces(values.control, y.len() / cols, 2 * cols, |rows| {
            let x = of_rows(x.data, &rows, cols).chunks_exact(cols);
            for (y, x) in of_rows_mut(y, &rows, cols).chunks_exact_mut(cols).zip(x) {
                let length = length(x).max(EPSILON);
                y.iter_mut().zip(x).for_each(|(y, x)| *y = x / length);
            }
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (x, y) = (step.value(self.x), step.output());
        let cols = x.shape.cols.max(1);
        step.accumulate(self.x, |dy, dx| {
            let rows = dx.chunks_exact_mut(cols).zip(dy.chunks_exact(cols));
            for ((dx, dy), (x, y)) in rows.zip(x.rows().zip(y.rows())) {
                let length = length(x);
                let along = if length > EPSILON {
                    y.iter().zip(dy).map(|(y, dy)| y * dy).sum()
                } else {
                    0.0
                };
                let length = length.max(EPSILON);
                for (dx, (dy, y)) in dx.iter_mut().zip(dy.iter().zip(y)) {
                    *dx += (dy - y * along) / length;
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::{check, value};

    #[test]
    fn gradient() {
        for rows in [0, 1, 4] {
            check(&[(rows, 6)], |tape, x| tape.l2norm_rows(x[0]));
        }
    }

    #[test]
    fn a_row_of_zeros_stays_one() {
        assert_eq!(value(&[0.0, 3.0], |tape, x| tape.l2norm_rows(x)), [0.0, 1.0]);
    }
}
