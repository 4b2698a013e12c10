//! `Y_s = A_s·X_s` for blocks of equal size: many small products at once.
//!
//! `a: [num·k, j]` and `x: [num·j, c]` result in `[num·k, c]`; block s is the s-th of `num` equal
//! ranges of rows. `dA_s = dY_s·X_sᵀ`, `dX_s = A_sᵀ·dY_s`.

use super::Operation;
use crate::backward::Backward;
use crate::kernel;
use crate::matrix::Shape;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct BlockMatmul {
    a: Var,
    x: Var,
    num: usize,
}

impl Tape<'_> {
    /// `A_s·X_s` for each of `num` equal ranges of rows s.
    pub fn block_matmul(&mut self, a: Var, x: Var, num: usize) -> Var {
        self.apply(BlockMatmul { a, x, num })
    }
}

/// The ranges of each block in a, x and y.
fn blocks(num: usize, [a, x, y]: [usize; 3]) -> impl Iterator<Item = [std::ops::Range<usize>; 3]> {
    (0..num).map(move |s| [a, x, y].map(|len| s * len..(s + 1) * len))
}

impl Operation for BlockMatmul {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.a, self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let (a, x, num) = (values.shape(self.a), values.shape(self.x), self.num);
        let whole = num > 0 && a.rows.is_multiple_of(num) || a.rows == 0;
        assert!(whole && num * a.cols == x.rows, "block_matmul: {a} times {x} in {num} blocks");
        Shape::new(a.rows, x.cols)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let (a, x) = (values.get(self.a), values.get(self.x));
        y.fill(0.0);
        let (j, c) = (a.shape.cols, x.shape.cols);
        let sizes = [a.data, x.data, y].map(|data: &[f32]| data.len() / self.num.max(1));
        for [in_a, in_x, in_y] in blocks(self.num, sizes) {
            if values.control.is_cancelled() {
                return;
            }
            kernel::rows_by_weight(&a.data[in_a], &x.data[in_x], &mut y[in_y], j, c);
        }
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (a, x) = (step.value(self.a), step.value(self.x));
        let (j, c) = (a.shape.cols, x.shape.cols);
        let y = step.output().data;
        let sizes = [a.data, x.data, y].map(|data| data.len() / self.num.max(1));
        step.accumulate(self.a, |dy, da| {
            for [in_a, in_x, in_y] in blocks(self.num, sizes) {
                kernel::rows_by_transposed(&dy[in_y], &x.data[in_x], &mut da[in_a], j, c);
            }
        });
        step.accumulate(self.x, |dy, dx| {
            for [in_a, in_x, in_y] in blocks(self.num, sizes) {
                kernel::columns_by_rows(&a.data[in_a], &dy[in_y], &mut dx[in_x], j, c);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::{check, same};

    #[test]
    fn gradient() {
        for num in [0, 1, 3] {
            let shapes = [(num * 2, 4), (num * 4, 5)];
            check(&shapes, |tape, x| tape.block_matmul(x[0], x[1], num));
        }
    }

    #[test]
    fn one_block_is_an_ordinary_product() {
        let block = |tape: &mut Tape, x: &[Var]| tape.block_matmul(x[0], x[1], 1);
        same(&[(5, 4), (4, 3)], block, |tape: &mut Tape, x: &[Var]| tape.matmul(x[0], x[1]));
    }
}
