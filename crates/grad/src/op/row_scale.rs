//! Every row, or every block of its columns, times its own factor.
//!
//! ```text
//! y_i = s_i · x_i                                   s: [n, 1]
//! y_i = [ s_i1 · x_i1 ‖ … ‖ s_iB · x_iB ]           s: [n, B], x_ib the b-th of B equal blocks
//! ```
//!
//! Attention weights with one column per head, or factors that depend on a degree.
//! `dx_ib = s_ib·dy_ib`, `ds_ib = ⟨dy_ib, x_ib⟩`.

use super::Operation;
use crate::backward::Backward;
use crate::kernel::Onto;
use crate::matrix::Shape;
use crate::pieces::{in_pieces, of_rows, of_rows_mut};
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct RowScale {
    x: Var,
    s: Var,
}

impl Tape<'_> {
    /// `s_ib·x_ib` for every row i and each of the equal column blocks b; there are as many blocks
    /// as `s` has columns.
    pub fn row_scale(&mut self, x: Var, s: Var) -> Var {
        self.apply(RowScale { x, s })
    }
}

impl Operation for RowScale {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x, self.s].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let (x, s) = (values.shape(self.x), values.shape(self.s));
        let fits = x.rows == s.rows && s.cols > 0 && x.cols.is_multiple_of(s.cols);
        assert!(fits, "row_scale: {x} times {s}");
        x
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let (x, s) = (values.get(self.x), values.get(self.s));
        let block = (x.shape.cols / s.shape.cols).max(1);
        in_pieces(values.control, y.len() / block, block, |rows| {
            let x = of_rows(x.data, &rows, block).chunks_exact(block);
            let y = of_rows_mut(y, &rows, block).chunks_exact_mut(block);
            for ((y, x), s) in y.zip(x).zip(&s.data[rows]) {
                y.iter_mut().zip(x).for_each(|(y, x)| *y = s * x);
            }
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (x, s) = (step.value(self.x), step.value(self.s));
        let block = (x.shape.cols / s.shape.cols).max(1);
        step.accumulate_onto(self.x, |dy, dx, onto| {
            let blocks = dx.chunks_exact_mut(block).zip(dy.chunks_exact(block));
            for ((dx, dy), s) in blocks.zip(s.data) {
                let each = dx.iter_mut().zip(dy);
                match onto {
                    Onto::Nothing => each.for_each(|(dx, dy)| *dx = s * dy),
                    _ => each.for_each(|(dx, dy)| *dx += s * dy),
                }
            }
        });
        step.accumulate(self.s, |dy, ds| {
            let blocks = dy.chunks_exact(block).zip(x.data.chunks_exact(block));
            for (ds, (dy, x)) in ds.iter_mut().zip(blocks) {
                *ds += dy.iter().zip(x).map(|(dy, x)| dy * x).sum::<f32>();
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
            check(&[(rows, 6), (rows, 1)], |tape, x| tape.row_scale(x[0], x[1]));
            check(&[(rows, 6), (rows, 2)], |tape, x| tape.row_scale(x[0], x[1]));
        }
    }
}
