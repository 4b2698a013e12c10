//! The same numbers in the same order, in rows of another width.

use super::Operation;
use crate::backward::Backward;
use crate::kernel;
use crate::matrix::Shape;
use crate::pieces::in_pieces;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct Reshape {
    x: Var,
    shape: Shape,
}

impl Tape<'_> {
    /// The same numbers in `rows` rows of width `cols`.
    pub fn reshape(&mut self, x: Var, rows: usize, cols: usize) -> Var {
        self.apply(Reshape { x, shape: Shape::new(rows, cols) })
    }
}

impl Operation for Reshape {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let x = values.shape(self.x);
        assert_eq!(x.len(), self.shape.len(), "reshape: {x} as {}", self.shape);
        self.shape
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let x = values.get(self.x).data;
        in_pieces(values.control, y.len(), 1, |part| y[part.clone()].copy_from_slice(&x[part]));
    }

    fn backward(&self, step: &mut Backward<'_>) {
        step.accumulate(self.x, kernel::add);
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        check(&[(2, 6)], |tape, x| tape.reshape(x[0], 4, 3));
        check(&[(0, 6)], |tape, x| tape.reshape(x[0], 0, 3));
    }
}
