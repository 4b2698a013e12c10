//! `y_ij = x_ji`.

use super::Operation;
use crate::backward::Backward;
use crate::matrix::Shape;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct Transpose {
    x: Var,
}

impl Tape<'_> {
    /// The transpose of `x`.
    pub fn transpose(&mut self, x: Var) -> Var {
        self.apply(Transpose { x })
    }
}

impl Operation for Transpose {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let x = values.shape(self.x);
        Shape::new(x.cols, x.rows)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let x = values.get(self.x);
        let rows = x.shape.rows;
        for (i, x) in x.rows().enumerate() {
            x.iter().enumerate().for_each(|(j, x)| y[j * rows + i] = *x);
        }
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let Shape { rows, cols } = step.value(self.x).shape;
        step.accumulate(self.x, |dy, dx| {
            for (i, dx) in dx.chunks_exact_mut(cols.max(1)).enumerate() {
                dx.iter_mut().enumerate().for_each(|(j, dx)| *dx += dy[j * rows + i]);
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
            check(&[(rows, 3)], |tape, x| tape.transpose(x[0]));
        }
    }
}
