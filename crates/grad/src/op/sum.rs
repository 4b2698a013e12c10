//! `y = Σ_ij x_ij`, in double precision: sums over a million numbers drift otherwise. `dx = dy`.

use super::Operation;
use crate::backward::Backward;
use crate::matrix::Shape;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct Sum {
    x: Var,
}

impl Tape<'_> {
    /// The sum of all numbers, 1×1.
    pub fn sum(&mut self, x: Var) -> Var {
        self.apply(Sum { x })
    }
}

impl Operation for Sum {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, _: Values<'_>) -> Shape {
        Shape::new(1, 1)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        y[0] = values.get(self.x).data.iter().map(|&x| f64::from(x)).sum::<f64>() as f32;
    }

    fn backward(&self, step: &mut Backward<'_>) {
        step.accumulate(self.x, |dy, dx| dx.iter_mut().for_each(|dx| *dx += dy[0]));
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        for rows in [0, 1, 5] {
            check(&[(rows, 4)], |tape, x| tape.sum(x[0]));
        }
    }
}
