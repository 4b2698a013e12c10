//! `y = a + (1 + s)·b`, s a single number: GIN adds a node to its messages this way.
//!
//! `da = dy`, `db = (1 + s)·dy`, `ds = Σ b ⊙ dy`.

use super::{Operation, same_shape};
use crate::backward::Backward;
use crate::kernel;
use crate::matrix::Shape;
use crate::pieces::in_pieces;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct AddScaled {
    a: Var,
    b: Var,
    s: Var,
}

impl Tape<'_> {
    /// `a + (1 + s)·b`, number by number; `s: [1, 1]`.
    pub fn add_scaled(&mut self, a: Var, b: Var, s: Var) -> Var {
        self.apply(AddScaled { a, b, s })
    }
}

impl Operation for AddScaled {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.a, self.b, self.s].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let s = values.shape(self.s);
        assert_eq!(s, Shape::new(1, 1), "add_scaled: a scale {s} is not a single number");
        same_shape("add_scaled", values, self.a, self.b)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let (a, b) = (values.get(self.a).data, values.get(self.b).data);
        let factor = 1.0 + values.get(self.s).data[0];
        in_pieces(values.control, y.len(), 1, |part| {
            let both = a[part.clone()].iter().zip(&b[part.clone()]);
            y[part].iter_mut().zip(both).for_each(|(y, (a, b))| *y = a + factor * b);
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (b, factor) = (step.value(self.b).data, 1.0 + step.value(self.s).data[0]);
        step.accumulate_onto(self.a, kernel::add_onto);
        step.accumulate(self.b, |dy, db| {
            db.iter_mut().zip(dy).for_each(|(db, dy)| *db += factor * dy);
        });
        step.accumulate(self.s, |dy, ds| ds[0] += kernel::dot(b, dy));
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        for rows in [0, 1, 5] {
            check(&[(rows, 4), (rows, 4), (1, 1)], |tape, x| tape.add_scaled(x[0], x[1], x[2]));
        }
    }
}
