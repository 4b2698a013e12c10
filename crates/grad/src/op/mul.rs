//! `y = a ⊙ b`, number by number. `da = dy ⊙ b`, `db = dy ⊙ a`.

use super::{Operation, same_shape};
use crate::backward::Backward;
use crate::matrix::Shape;
use crate::pieces::in_pieces;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct Mul {
    a: Var,
    b: Var,
}

impl Tape<'_> {
    /// `a ⊙ b`, number by number.
    pub fn mul(&mut self, a: Var, b: Var) -> Var {
        self.apply(Mul { a, b })
    }
}

impl Operation for Mul {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.a, self.b].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        same_shape("mul", values, self.a, self.b)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let (a, b) = (values.get(self.a).data, values.get(self.b).data);
        in_pieces(values.control, y.len(), 1, |part| {
            let (a, b) = (&a[part.clone()], &b[part.clone()]);
            for (y, (a, b)) in y[part].iter_mut().zip(a.iter().zip(b)) {
                *y = a * b;
            }
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (a, b) = (step.value(self.a).data, step.value(self.b).data);
        step.accumulate(self.a, |dy, da| add_product(dy, b, da));
        step.accumulate(self.b, |dy, db| add_product(dy, a, db));
    }
}

fn add_product(dy: &[f32], other: &[f32], dx: &mut [f32]) {
    for (dx, (dy, other)) in dx.iter_mut().zip(dy.iter().zip(other)) {
        *dx += dy * other;
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        check(&[(3, 4), (3, 4)], |tape, x| tape.mul(x[0], x[1]));
        check(&[(1, 3)], |tape, x| tape.mul(x[0], x[0]));
        check(&[(0, 4), (0, 4)], |tape, x| tape.mul(x[0], x[1]));
    }
}
