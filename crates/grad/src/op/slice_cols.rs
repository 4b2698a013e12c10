//! `y_i = x_i[from..to]`: some columns. The others get no gradient.

use std::ops::Range;

use super::Operation;
use crate::backward::Backward;
use crate::matrix::Shape;
use crate::pieces::{in_pieces, of_rows, of_rows_mut};
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct SliceCols {
    x: Var,
    cols: Range<usize>,
}

impl Tape<'_> {
    /// These columns of `x`.
    pub fn slice_cols(&mut self, x: Var, cols: Range<usize>) -> Var {
        self.apply(SliceCols { x, cols })
    }
}

impl Operation for SliceCols {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let x = values.shape(self.x);
        let fits = self.cols.start <= self.cols.end && self.cols.end <= x.cols;
        assert!(fits, "slice_cols: columns {:?} of {x}", self.cols);
        Shape::new(x.rows, self.cols.len())
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let x = values.get(self.x);
        let (cols, width) = (self.cols.len().max(1), x.shape.cols);
        in_pieces(values.control, y.len() / cols, width, |rows| {
            let x = of_rows(x.data, &rows, width).chunks_exact(width.max(1));
            let y = of_rows_mut(y, &rows, cols).chunks_exact_mut(cols);
            y.zip(x).for_each(|(y, x)| y.copy_from_slice(&x[self.cols.clone()]));
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let width = step.value(self.x).shape.cols.max(1);
        let cols = self.cols.len().max(1);
        step.accumulate(self.x, |dy, dx| {
            for (dx, dy) in dx.chunks_exact_mut(width).zip(dy.chunks_exact(cols)) {
                dx[self.cols.clone()].iter_mut().zip(dy).for_each(|(dx, dy)| *dx += dy);
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
            check(&[(rows, 5)], |tape, x| tape.slice_cols(x[0], 1..4));
            check(&[(rows, 5)], |tape, x| tape.slice_cols(x[0], 2..2));
        }
    }
}
