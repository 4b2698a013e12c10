//! `y_e = x[rows_e]`. `dx_i = Σ { dy_e : rows_e = i }`.

use super::Operation;
use crate::backward::Backward;
use crate::index::RowIndex;
use crate::kernel;
use crate::matrix::Shape;
use crate::pieces::{in_pieces, of_rows_mut};
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct GatherRows {
    x: Var,
    rows: RowIndex,
}

impl Tape<'_> {
    /// The rows of `x` with these numbers. If `x` is a weight: one-hot rows times the weight.
    pub fn gather_rows(&mut self, x: Var, rows: &RowIndex) -> Var {
        self.apply(GatherRows { x, rows: rows.clone() })
    }
}

impl Operation for GatherRows {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let x = values.shape(self.x);
        assert!(self.rows.bound() <= x.rows, "gather_rows: row {} of {x}", self.rows.bound() - 1);
        Shape::new(self.rows.len(), x.cols)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let x = values.get(self.x);
        let cols = x.shape.cols.max(1);
        in_pieces(values.control, y.len() / cols, cols, |part| {
            let rows = &self.rows.rows()[part.clone()];
            for (y, &row) in of_rows_mut(y, &part, cols).chunks_exact_mut(cols).zip(rows) {
                y.copy_from_slice(x.row(row as usize));
            }
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let cols = step.output().shape.cols;
        step.accumulate(self.x, |dy, dx| kernel::scatter_add(dy, self.rows.rows(), dx, cols));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        for rows in [vec![], vec![2], vec![1, 1, 0, 3]] {
            let rows = RowIndex::from(rows);
            check(&[(4, 3)], |tape, x| tape.gather_rows(x[0], &rows));
        }
        check(&[(0, 3)], |tape, x| tape.gather_rows(x[0], &RowIndex::new([])));
    }
}
