//! `y = a − b`, number by number.

use super::{Operation, same_shape};
use crate::backward::Backward;
use crate::kernel;
use crate::matrix::Shape;
use crate::pieces::in_pieces;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct Sub {
    a: Var,
    b: Var,
}

impl Tape<'_> {
    /// `a − b`, number by number.
    pub fn sub(&mut self, a: Var, b: Var) -> Var {
        self.apply(Sub { a, b })
    }
}

impl Operation for Sub {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.a, self.b].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        same_shape("sub", values, self.a, self.b)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let (a, b) = (values.get(self.a).data, values.get(self.b).data);
        in_pieces(values.control, y.len(), 1, |part| {
            let (a, b) = (&a[part.clone()], &b[part.clone()]);
            for (y, (a, b)) in y[part].iter_mut().zip(a.iter().zip(b)) {
                *y = a - b;
            }
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        step.accumulate_onto(self.a, kernel::add_onto);
        step.accumulate(self.b, |dy, db| db.iter_mut().zip(dy).for_each(|(db, dy)| *db -= dy));
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        check(&[(3, 4), (3, 4)], |tape, x| tape.sub(x[0], x[1]));
        check(&[(1, 1), (1, 1)], |tape, x| tape.sub(x[0], x[1]));
        check(&[(0, 4), (0, 4)], |tape, x| tape.sub(x[0], x[1]));
    }
}
