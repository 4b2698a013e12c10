//! Rows of several types, each times the block-diagonal weight of its type.
//!
//! ```text
//! y_e = [ x_e1·W_r1 ‖ … ‖ x_eB·W_rB ]      r = type of row e, x_eb the b-th of B equal blocks
//! ```
//!
//! The rows stand in the order of their types. `W: [R·B·s, t]` has the block of type r and number b
//! in its rows `(r·B + b)·s` and on: `x: [n, B·s]`, `y: [n, B·t]`. One block (B = 1) is a full
//! weight per type.

use super::Operation;
use crate::backward::Backward;
use crate::index::Spans;
use crate::matrix::Shape;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct TypedBlockMatmul {
    x: Var,
    w: Var,
    types: Spans,
    num_blocks: usize,
}

impl Tape<'_> {
    /// Rows times the block-diagonal weights of their types; stretch r holds the rows of type r,
    /// and a row that lies in none becomes zeros.
    pub fn typed_block_matmul(&mut self, x: Var, w: Var, types: &Spans, num_blocks: usize) -> Var {
        self.apply(TypedBlockMatmul { x, w, types: types.clone(), num_blocks })
    }
}

/// The sizes of one block: `s` rows of the weight, `t` columns.
#[derive(Clone, Copy)]
struct Block {
    s: usize,
    t: usize,
    num: usize,
}

impl TypedBlockMatmul {
    fn block(&self, x: Shape, w: Shape) -> Block {
        Block { s: x.cols / self.num_blocks, t: w.cols, num: self.num_blocks }
    }

    /// Calls `f` for every row and block: where the row's block begins in x, in y, in w.
    fn each(&self, block: Block, mut f: impl FnMut(usize, usize, usize)) {
        let Block { s, t, num } = block;
        for (kind, rows) in self.types.iter().enumerate() {
            for row in rows {
                for b in 0..num {
                    f((row * num + b) * s, (row * num + b) * t, (kind * num + b) * s * t);
                }
            }
        }
    }
}

impl Operation for TypedBlockMatmul {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x, self.w].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let (x, w, num) = (values.shape(self.x), values.shape(self.w), self.num_blocks);
        assert!(num > 0 && x.cols.is_multiple_of(num), "typed_block_matmul: {x} in {num} blocks");
        let fits = w.rows == self.types.num() * x.cols && self.types.bound() <= x.rows;
        assert!(fits, "typed_block_matmul: {x} of {} types times {w}", self.types.num());
        Shape::new(x.rows, num * w.cols)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let (x, w) = (values.get(self.x), values.get(self.w));
        let block = self.block(x.shape, w.shape);
        y.fill(0.0);
        self.each(block, |at_x, at_y, at_w| {
            let y = &mut y[at_y..][..block.t];
            for (x, w) in x.data[at_x..][..block.s].iter().zip(w.data[at_w..].chunks_exact(block.t))
            {
                y.iter_mut().zip(w).for_each(|(y, w)| *y += x * w);
            }
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (x, w) = (step.value(self.x), step.value(self.w));
        let block = self.block(x.shape, w.shape);
        step.accumulate(self.x, |dy, dx| {
            self.each(block, |at_x, at_y, at_w| {
                let dy = &dy[at_y..][..block.t];
                let ws = w.data[at_w..].chunks_exact(block.t);
                for (dx, w) in dx[at_x..][..block.s].iter_mut().zip(ws) {
                    *dx += dy.iter().zip(w).map(|(dy, w)| dy * w).sum::<f32>();
                }
            });
        });
        step.accumulate(self.w, |dy, dw| {
            self.each(block, |at_x, at_y, at_w| {
                let dy = &dy[at_y..][..block.t];
                let dws = dw[at_w..].chunks_exact_mut(block.t);
                for (x, dw) in x.data[at_x..][..block.s].iter().zip(dws) {
                    dw.iter_mut().zip(dy).for_each(|(dw, dy)| *dw += x * dy);
                }
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::{check, same};

    #[test]
    fn gradient() {
        for sizes in [[0, 0, 0], [0, 1, 0], [2, 0, 3]] {
            let types = Spans::from_sizes(&sizes);
            let rows = sizes.iter().sum();
            check(&[(rows, 6), (3 * 6, 2)], |tape, x| {
                tape.typed_block_matmul(x[0], x[1], &types, 2)
            });
        }
    }

    #[test]
    fn one_type_and_one_block_is_an_ordinary_product() {
        let types = Spans::from_sizes(&[5]);
        let typed = |tape: &mut Tape, x: &[Var]| tape.typed_block_matmul(x[0], x[1], &types, 1);
        same(&[(5, 4), (4, 3)], typed, |tape: &mut Tape, x: &[Var]| tape.matmul(x[0], x[1]));
    }
}
