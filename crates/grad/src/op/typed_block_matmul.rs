//! Rows of several types, each times the block-diagonal weight of its type.
//!
//! ```text
//! y_e = [ x_e1·W_r1 ‖ … ‖ x_eB·W_rB ]      r = type of row e, x_eb the b-th of B equal blocks
//! ```
//!
//! The rows are ordered by type. `W: [R·B·s, t]` has the block of type r and number b in the rows
//! from `(r·B + b)·s`: `x: [n, B·s]`, `y: [n, B·t]`. One block (B = 1) is a full weight per type.
//! Each block of a type is one product of column blocks.

use std::ops::Range;

use super::Operation;
use crate::backward::Backward;
use crate::index::Spans;
use crate::kernel::{self, Onto};
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
    /// Rows times the block-diagonal weights of their types; range r holds the rows of type r, and
    /// a row that is in no range becomes zeros.
    pub fn typed_block_matmul(&mut self, x: Var, w: Var, types: &Spans, num_blocks: usize) -> Var {
        self.apply(TypedBlockMatmul { x, w, types: types.clone(), num_blocks })
    }
}

/// Columns of one block, in the rows of one type.
struct Block {
    rows: Range<usize>,
    b: usize,
    num_blocks: usize,
    /// The range of w that they are multiplied by.
    weight: Range<usize>,
}

impl TypedBlockMatmul {
    /// Every block of the weight that some row uses; it has `s` rows and `t` columns.
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

    /// Whether every row has exactly one type.
    fn is_whole(&self, num_rows: usize) -> bool {
        let mut end = 0;
        let follow =
            self.types.iter().all(|rows| std::mem::replace(&mut end, rows.end) == rows.start);
        follow && end == num_rows
    }
}

impl Block {
    /// The block with only some of its rows.
    fn part(&self, rows: &Range<usize>) -> Self {
        let rows = self.rows.start + rows.start..self.rows.start + rows.end;
        Self { rows, b: self.b, num_blocks: self.num_blocks, weight: self.weight.clone() }
    }

    /// The position of its first number, if a block has `width` columns.
    fn at(&self, width: usize) -> usize {
        (self.rows.start * self.num_blocks + self.b) * width
    }

    /// The number of rows, and the distances between them in x and in y.
    fn rows(&self, s: usize, t: usize) -> (usize, [usize; 2]) {
        (self.rows.len(), [self.num_blocks * s, self.num_blocks * t])
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
        let onto = if self.is_whole(x.shape.rows) {
            Onto::Nothing
        } else {
            y.fill(0.0);
            Onto::Itself
        };
        for block in self.blocks(s, t) {
            let w = &w.data[block.weight.clone()];
            in_pieces(values.control, block.rows.len(), product_cost(s, t), |rows| {
                let part = block.part(&rows);
                let (x, y) = (&x.data[part.at(s)..], &mut y[part.at(t)..]);
                kernel::block_by_weight(x, w, y, [s, t], part.rows(s, t), onto);
            });
        }
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (x, w) = (step.value(self.x), step.value(self.w));
        let (s, t) = (x.shape.cols / self.num_blocks, w.shape.cols);
        let (control, cost) = (step.control(), product_cost(s, t));
        let to_rows = |dy: &[f32], dx: &mut [f32], onto: Onto<'_>| {
            for block in self.blocks(s, t) {
                let w = &w.data[block.weight.clone()];
                in_pieces(control, block.rows.len(), cost, |rows| {
                    let part = block.part(&rows);
                    let (dy, dx) = (&dy[part.at(t)..], &mut dx[part.at(s)..]);
                    kernel::block_by_transposed(dy, w, dx, [s, t], part.rows(s, t), onto);
                });
            }
        };
        if self.is_whole(x.shape.rows) {
            step.accumulate_onto(self.x, to_rows);
        } else {
            step.accumulate(self.x, |dy, dx| to_rows(dy, dx, Onto::Itself));
        }
        step.accumulate(self.w, |dy, dw| {
            for block in self.blocks(s, t) {
                let dw = &mut dw[block.weight.clone()];
                in_pieces(control, block.rows.len(), cost, |rows| {
                    let part = block.part(&rows);
                    let (x, dy) = (&x.data[part.at(s)..], &dy[part.at(t)..]);
                    kernel::block_columns_by_rows(x, dy, dw, [s, t], part.rows(s, t));
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
        // Row 5 has no type, and row 4 two.
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
