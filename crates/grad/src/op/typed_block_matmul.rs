//! Rows of several types, each times the block-diagonal weight of its type.
//!
//! ```text
//! y_e = [ x_e1·W_r1 ‖ … ‖ x_eB·W_rB ]      r = type of row e, x_eb the b-th of B equal blocks
//! ```
//!
//! The rows stand in the order of their types. `W: [R·B·s, t]` has the block of type r and number b
//! in its rows `(r·B + b)·s` and on: `x: [n, B·s]`, `y: [n, B·t]`. One block (B = 1) is a full
//! weight per type. Each block of a type is one product; if there are several, its columns are
//! copied below each other before and added back after.

use std::cell::RefCell;
use std::ops::Range;

use super::Operation;
use crate::backward::Backward;
use crate::index::Spans;
use crate::kernel;
use crate::matrix::Shape;
use crate::pieces::{in_pieces, product_cost};
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

thread_local! {
    /// The columns of one block, of what is read and of what is written.
    static SCRATCH: RefCell<[Vec<f32>; 2]> = const { RefCell::new([Vec::new(), Vec::new()]) };
}

/// Columns of one block, in the rows of one type.
struct Block {
    rows: Range<usize>,
    b: usize,
    num_blocks: usize,
    /// Which numbers of w they are multiplied by.
    weight: Range<usize>,
}

impl TypedBlockMatmul {
    /// Every block of the weight that is used by some row; `s` rows of the weight, `t` columns.
    fn blocks(&self, s: usize, t: usize) -> impl Iterator<Item = Block> {
        let num_blocks = self.num_blocks;
        let types = self.types.iter().enumerate().filter(|(_, rows)| !rows.is_empty());
        types.flat_map(move |(kind, rows)| {
            (0..num_blocks).map(move |b| {
                let at = (kind * num_blocks + b) * s * t;
                Block { rows: rows.clone(), b, num_blocks, weight: at..at + s * t }
            })
        })
    }
}

impl Block {
    /// The same for some of its rows.
    fn part(&self, rows: &Range<usize>) -> Self {
        let rows = self.rows.start + rows.start..self.rows.start + rows.end;
        Self { rows, b: self.b, num_blocks: self.num_blocks, weight: self.weight.clone() }
    }

    /// The numbers of the rows of the type, whole, if a block has `width` columns.
    fn range(&self, width: usize) -> Range<usize> {
        let cols = self.num_blocks * width;
        self.rows.start * cols..self.rows.end * cols
    }

    /// The rows of the block, below each other.
    fn copy(&self, data: &[f32], width: usize, to: &mut Vec<f32>) {
        to.clear();
        for row in data[self.range(width)].chunks_exact((self.num_blocks * width).max(1)) {
            to.extend_from_slice(&row[self.b * width..][..width]);
        }
    }

    /// `multiply(x, y)` with the block in x, which has `s` columns of it, and in y, which has `t`.
    fn product(
        &self,
        (x, s): (&[f32], usize),
        (y, t): (&mut [f32], usize),
        multiply: impl FnOnce(&[f32], &mut [f32]),
    ) {
        // The only block is where it should be.
        if self.num_blocks == 1 {
            return multiply(&x[self.range(s)], &mut y[self.range(t)]);
        }
        SCRATCH.with_borrow_mut(|[block_x, block_y]| {
            self.copy(x, s, block_x);
            block_y.clear();
            block_y.resize(self.rows.len() * t, 0.0);
            multiply(block_x, block_y);
            let rows = y[self.range(t)].chunks_exact_mut((self.num_blocks * t).max(1));
            for (row, sums) in rows.zip(block_y.chunks_exact(t.max(1))) {
                let row = &mut row[self.b * t..][..t];
                row.iter_mut().zip(sums).for_each(|(y, sum)| *y += sum);
            }
        });
    }

    /// `multiply(x, y)` with the block in x and in y, to be read.
    fn outer(
        &self,
        (x, s): (&[f32], usize),
        (y, t): (&[f32], usize),
        multiply: impl FnOnce(&[f32], &[f32]),
    ) {
        if self.num_blocks == 1 {
            return multiply(&x[self.range(s)], &y[self.range(t)]);
        }
        SCRATCH.with_borrow_mut(|[block_x, block_y]| {
            self.copy(x, s, block_x);
            self.copy(y, t, block_y);
            multiply(block_x, block_y);
        });
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
        let (s, t) = (x.shape.cols / self.num_blocks, w.shape.cols);
        y.fill(0.0);
        for block in self.blocks(s, t) {
            let (w, cost) = (&w.data[block.weight.clone()], product_cost(s, t));
            in_pieces(values.control, block.rows.len(), cost, |rows| {
                let piece = block.part(&rows);
                piece.product((x.data, s), (y, t), |x, y| kernel::rows_by_weight(x, w, y, s, t));
            });
        }
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (x, w) = (step.value(self.x), step.value(self.w));
        let (s, t) = (x.shape.cols / self.num_blocks, w.shape.cols);
        step.accumulate(self.x, |dy, dx| {
            for block in self.blocks(s, t) {
                let w = &w.data[block.weight.clone()];
                let multiply =
                    |dy: &[f32], dx: &mut [f32]| kernel::rows_by_transposed(dy, w, dx, s, t);
                block.product((dy, t), (dx, s), multiply);
            }
        });
        step.accumulate(self.w, |dy, dw| {
            for block in self.blocks(s, t) {
                let dw = &mut dw[block.weight.clone()];
                block.outer((x.data, s), (dy, t), |x, dy| {
                    kernel::columns_by_rows(x, dy, dw, s, t);
                });
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::{check, same};
    use crate::index::Segments;
    use crate::matrix::Matrix;

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

    #[test]
    fn blocks_of_a_type_are_products_of_their_columns() {
        // Row 5 is of no type, and row 4 of two.
        let (types, num) = (Spans::new([[0, 2], [2, 2], [2, 5], [4, 5]]), 3);
        let fused = |tape: &mut Tape, x: &[Var]| tape.typed_block_matmul(x[0], x[1], &types, num);
        for (s, t) in [(2, 5), (9, 8), (1, 1)] {
            let unfused = |tape: &mut Tape, x: &[Var]| {
                let mut sum = tape.input(&Matrix::zeros(6, num * t));
                for (kind, rows) in types.iter().enumerate() {
                    let rows: Vec<u32> = rows.map(|row| row as u32).collect();
                    let places = Segments::new(rows.clone(), 6);
                    let of_type = tape.gather_rows(x[0], &rows.into());
                    let mut products = Vec::new();
                    for b in 0..num {
                        let at = ((kind * num + b) * s) as u32;
                        let w =
                            tape.gather_rows(x[1], &(at..at + s as u32).collect::<Vec<_>>().into());
                        let columns = tape.slice_cols(of_type, b * s..(b + 1) * s);
                        products.push(tape.matmul(columns, w));
                    }
                    let products = tape.concat_cols(&products);
                    let products = tape.segment_sum(products, &places);
                    sum = tape.add(sum, products);
                }
                sum
            };
            same(&[(6, num * s), (4 * num * s, t)], fused, unfused);
        }
    }
}
