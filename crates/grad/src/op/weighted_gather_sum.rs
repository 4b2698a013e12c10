//! `y_s = Σ { w_e · x[rows_e] : e in group s }`: attention over arcs, without materialising the
//! rows.
//!
//! ```text
//! y_s[t] = Σ { w[e, t] · x[rows_e][t] : e in group s }      one block t per column of w
//! ```
//!
//! `x: [n, heads·c]`, `w: [entries, heads]`, `y: [groups, heads·c]`. The rows are the tails of
//! arcs, the groups their heads. `dx[rows_e][t] += w[e, t]·dy_s[t]`,
//! `dw[e, t] = ⟨dy_s[t], x[rows_e][t]⟩`.

use super::Operation;
use crate::backward::Backward;
use crate::index::{RowIndex, Segments};
use crate::kernel::{self, Listed};
use crate::matrix::Shape;
use crate::pieces::{fill, in_pieces, of_rows};
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct WeightedGatherSum {
    x: Var,
    weights: Var,
    rows: RowIndex,
    groups: Segments,
}

impl Tape<'_> {
    /// For each group, the weighted sum of the rows of `x` that its entries refer to. Each of the
    /// equal column blocks has its own weight; there are as many blocks as `weights` has columns.
    pub fn weighted_gather_sum(
        &mut self,
        x: Var,
        weights: Var,
        rows: &RowIndex,
        groups: &Segments,
    ) -> Var {
        let (rows, groups) = (rows.clone(), groups.clone());
        self.apply(WeightedGatherSum { x, weights, rows, groups })
    }
}

impl Operation for WeightedGatherSum {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x, self.weights].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let (x, w) = (values.shape(self.x), values.shape(self.weights));
        let (num, bound) = (self.rows.len(), self.rows.bound());
        assert!(bound <= x.rows, "weighted_gather_sum: row {} of {x}", bound - 1);
        assert_eq!(num, self.groups.of_row().len(), "weighted_gather_sum: two lengths");
        let fits = w.rows == num && w.cols > 0 && x.cols.is_multiple_of(w.cols);
        assert!(fits, "weighted_gather_sum: {num} rows of {x} by {w}");
        Shape::new(self.groups.num(), x.cols)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let (x, w) = (values.get(self.x), values.get(self.weights));
        let blocks = [w.shape.cols, x.shape.cols / w.shape.cols];
        fill(values.control, y);
        let (rows, groups) = (self.rows.rows(), self.groups.of_row());
        in_pieces(values.control, rows.len(), x.shape.cols, |part| {
            let x = Listed { data: x.data, rows: &rows[part.clone()] };
            let w = of_rows(w.data, &part, w.shape.cols);
            kernel::weighted_transport_add(x, w, y, &groups[part], blocks);
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (x, w) = (step.value(self.x), step.value(self.weights));
        let blocks = [w.shape.cols, x.shape.cols / w.shape.cols];
        let (rows, groups) = (self.rows.rows(), self.groups.of_row());
        step.accumulate(self.x, |dy, dx| {
            let dy = Listed { data: dy, rows: groups };
            kernel::weighted_transport_add(dy, w.data, dx, rows, blocks);
        });
        step.accumulate(self.weights, |dy, dw| {
            let dy = Listed { data: dy, rows: groups };
            kernel::dots_add(dy, Listed { data: x.data, rows }, dw, blocks);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::{check, same};

    fn lists() -> (RowIndex, Segments) {
        (RowIndex::new([2, 0, 2, 1]), Segments::new([1, 1, 3, 0], 4))
    }

    #[test]
    fn gradient() {
        let (rows, groups) = lists();
        for (heads, width) in [(1, 5), (2, 3), (3, 9), (2, 0)] {
            check(&[(3, heads * width), (4, heads)], |tape, x| {
                tape.weighted_gather_sum(x[0], x[1], &rows, &groups)
            });
        }
        let (rows, groups) = (RowIndex::new([]), Segments::from_sizes(&[0]));
        check(&[(0, 6), (0, 2)], |tape, x| tape.weighted_gather_sum(x[0], x[1], &rows, &groups));
    }

    #[test]
    fn fused_equals_unfused() {
        let (rows, groups) = lists();
        let fused =
            |tape: &mut Tape, x: &[Var]| tape.weighted_gather_sum(x[0], x[1], &rows, &groups);
        let unfused = |tape: &mut Tape, x: &[Var]| {
            let gathered = tape.gather_rows(x[0], &rows);
            let weighted = tape.row_scale(gathered, x[1]);
            tape.segment_sum(weighted, &groups)
        };
        for (heads, width) in [(1, 5), (2, 8), (4, 19)] {
            same(&[(3, heads * width), (4, heads)], fused, unfused);
        }
    }

    #[test]
    #[should_panic(expected = "weighted_gather_sum: 4 rows of [3, 5] by [4, 2]")]
    fn blocks_are_equal() {
        let (rows, groups) = lists();
        check(&[(3, 5), (4, 2)], |tape, x| tape.weighted_gather_sum(x[0], x[1], &rows, &groups));
    }
}
