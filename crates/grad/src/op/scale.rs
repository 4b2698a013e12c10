//! `y = f·x + c` with constants f and c. `dx = f·dy`.

use super::Operation;
use crate::backward::Backward;
use crate::matrix::Shape;
use crate::pieces::in_pieces;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct Scale {
    x: Var,
    factor: f32,
    shift: f32,
}

impl Tape<'_> {
    /// `f·x`.
    pub fn scale(&mut self, x: Var, factor: f32) -> Var {
        self.apply(Scale { x, factor, shift: 0.0 })
    }

    /// `f·x + c`; `1 − x` is `scale_shift(x, -1.0, 1.0)`.
    pub fn scale_shift(&mut self, x: Var, factor: f32, shift: f32) -> Var {
        self.apply(Scale { x, factor, shift })
    }
}

impl Operation for Scale {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        values.shape(self.x)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let x = values.get(self.x).data;
        in_pieces(values.control, y.len(), 1, |part| {
            let both = y[part.clone()].iter_mut().zip(&x[part]);
            both.for_each(|(y, x)| *y = self.factor * x + self.shift);
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        step.accumulate(self.x, |dy, dx| {
            dx.iter_mut().zip(dy).for_each(|(dx, dy)| *dx += self.factor * dy);
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        for rows in [0, 1, 5] {
            check(&[(rows, 3)], |tape, x| tape.scale(x[0], -1.7));
            check(&[(rows, 3)], |tape, x| tape.scale_shift(x[0], 0.3, 2.0));
        }
    }
}
