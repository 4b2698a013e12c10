//! `y_i = x_i + b`: the same row is added to every row. `db = Σ_i dy_i`.

use super::{Operation, row_shape};
use crate::backward::Backward;
use crate::kernel;
use crate::matrix::Shape;
use crate::pieces::{in_pieces, of_rows, of_rows_mut};
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct AddRow {
    x: Var,
    b: Var,
}

impl Tape<'_> {
    /// `x_i + b` for every row i; `b: [1, d]`.
    pub fn add_row(&mut self, x: Var, b: Var) -> Var {
        self.apply(AddRow { x, b })
    }
}

impl Operation for AddRow {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x, self.b].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        row_shape("add_row", values, self.x, self.b)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let b = values.get(self.b).data;
        let x = values.get(self.x).data;
        let cols = b.len().max(1);
        in_pieces(values.control, y.len() / cols, cols, |rows| {
            let x = of_rows(x, &rows, cols).chunks_exact(cols);
            let y = of_rows_mut(y, &rows, cols).chunks_exact_mut(cols);
            y.zip(x).for_each(|(y, x)| kernel::add_both(x, b, y));
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        step.accumulate_onto(self.x, kernel::add_onto);
        step.accumulate(self.b, kernel::add_rows);
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        for rows in [0, 1, 5] {
            check(&[(rows, 9), (1, 9)], |tape, x| tape.add_row(x[0], x[1]));
        }
    }
}
