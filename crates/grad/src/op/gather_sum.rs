//! `y_s = Σ { x[rows_e] : e in group s }`: gather, then sum, without materialising the rows.
//!
//! This is a product with a sparse matrix of zeros and ones. For message passing over arcs, `rows`
//! are the tails and the groups are the heads. `dx_i = Σ { dy[group of e] : rows_e = i }`.

use super::Operation;
use crate::backward::Backward;
use crate::index::{RowIndex, Segments};
use crate::kernel;
use crate::matrix::Shape;
use crate::pieces::{fill, in_pieces};
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct GatherSum {
    x: Var,
    rows: RowIndex,
    groups: Segments,
}

impl Tape<'_> {
    /// For each group, the sum of the rows of `x` that its entries refer to.
    pub fn gather_sum(&mut self, x: Var, rows: &RowIndex, groups: &Segments) -> Var {
        self.apply(GatherSum { x, rows: rows.clone(), groups: groups.clone() })
    }
}

impl Operation for GatherSum {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let x = values.shape(self.x);
        assert!(self.rows.bound() <= x.rows, "gather_sum: row {} of {x}", self.rows.bound() - 1);
        assert_eq!(self.rows.len(), self.groups.of_row().len(), "gather_sum: two lengths");
        Shape::new(self.groups.num(), x.cols)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let x = values.get(self.x);
        fill(values.control, y);
        let (rows, groups) = (self.rows.rows(), self.groups.of_row());
        in_pieces(values.control, rows.len(), x.shape.cols, |part| {
            let (rows, groups) = (&rows[part.clone()], &groups[part]);
            kernel::transport_add(x.data, rows, y, groups, x.shape.cols);
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let cols = step.output().shape.cols;
        let (rows, groups, control) = (self.rows.rows(), self.groups.of_row(), step.control());
        step.accumulate(self.x, |dy, dx| {
            in_pieces(control, rows.len(), cols, |part| {
                kernel::transport_add(dy, &groups[part.clone()], dx, &rows[part], cols);
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
        let (rows, groups) = (RowIndex::new([2, 0, 2, 1]), Segments::new([1, 1, 3, 0], 4));
        check(&[(3, 5)], |tape, x| tape.gather_sum(x[0], &rows, &groups));
        let (rows, groups) = (RowIndex::new([]), Segments::from_sizes(&[0]));
        check(&[(0, 5)], |tape, x| tape.gather_sum(x[0], &rows, &groups));
    }

    #[test]
    fn fused_equals_unfused() {
        let (rows, groups) = (RowIndex::new([2, 0, 2, 1]), Segments::new([1, 1, 3, 0], 4));
        let fused = |tape: &mut Tape, x: &[Var]| tape.gather_sum(x[0], &rows, &groups);
        let unfused = |tape: &mut Tape, x: &[Var]| {
            let gathered = tape.gather_rows(x[0], &rows);
            tape.segment_sum(gathered, &groups)
        };
        same(&[(3, 5)], fused, unfused);
    }
}
