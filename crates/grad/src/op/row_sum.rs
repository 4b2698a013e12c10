//! `y_ib = Σ_j x_ij` over each of B equal column blocks b. `dx_ij = dy_ib`.
//!
//! After [`mul_row`](crate::Tape::mul_row) or [`mul`](crate::Tape::mul): one inner product per row
//! and head.

use super::Operation;
use crate::backward::Backward;
use crate::matrix::Shape;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct RowSum {
    x: Var,
    num_blocks: usize,
}

impl Tape<'_> {
    /// The sum over each of `num_blocks` equal column blocks: `[n, B·w]` to `[n, B]`.
    pub fn row_sum(&mut self, x: Var, num_blocks: usize) -> Var {
        self.apply(RowSum { x, num_blocks })
    }
}

impl Operation for RowSum {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let x = values.shape(self.x);
        let fits = self.num_blocks > 0 && x.cols.is_multiple_of(self.num_blocks);
        assert!(fits && x.cols > 0, "row_sum: {x} in {} blocks", self.num_blocks);
        Shape::new(x.rows, self.num_blocks)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let x = values.get(self.x);
        let blocks = x.data.chunks_exact(x.shape.cols / self.num_blocks);
        y.iter_mut().zip(blocks).for_each(|(y, x)| *y = x.iter().sum());
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let block = step.value(self.x).shape.cols / self.num_blocks;
        step.accumulate(self.x, |dy, dx| {
            for (dx, dy) in dx.chunks_exact_mut(block).zip(dy) {
                for dx in dx {
                    *dx += dy;
                }
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
            check(&[(rows, 6)], |tape, x| tape.row_sum(x[0], 1));
            check(&[(rows, 6)], |tape, x| tape.row_sum(x[0], 3));
        }
    }
}
