//! `y[e, t] = ⟨ a[rows_a e][t], b[rows_b e][t] ⟩`: the inner products of two rows, block by block,
//! without materialising the gathered rows.
//!
//! `a, b: [·, heads·c]`, `y: [entries, heads]`: the scores of attention, a query for each head of
//! an arc and a key for each tail. `da[rows_a e][t] += dy[e, t]·b[rows_b e][t]`, `db` alike.

use super::Operation;
use crate::backward::Backward;
use crate::index::RowIndex;
use crate::kernel::{self, Listed};
use crate::matrix::Shape;
use crate::pieces::{in_pieces, of_rows_mut};
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct GatherDots {
    a: Var,
    b: Var,
    rows_a: RowIndex,
    rows_b: RowIndex,
    heads: usize,
}

impl Tape<'_> {
    /// The inner products of two rows, one of `a` and one of `b`, for each entry of the lists and
    /// each of `heads` equal column blocks.
    pub fn gather_dots(
        &mut self,
        a: Var,
        b: Var,
        rows_a: &RowIndex,
        rows_b: &RowIndex,
        heads: usize,
    ) -> Var {
        self.apply(GatherDots { a, b, rows_a: rows_a.clone(), rows_b: rows_b.clone(), heads })
    }
}

impl Operation for GatherDots {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.a, self.b].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let (a, b, heads) = (values.shape(self.a), values.shape(self.b), self.heads);
        for (x, rows) in [(a, &self.rows_a), (b, &self.rows_b)] {
            assert!(rows.bound() <= x.rows, "gather_dots: row {} of {x}", rows.bound() - 1);
        }
        assert_eq!(self.rows_a.len(), self.rows_b.len(), "gather_dots: two lengths");
        let fits = a.cols == b.cols && heads > 0 && a.cols.is_multiple_of(heads);
        assert!(fits, "gather_dots: {a} and {b} in {heads} blocks");
        Shape::new(self.rows_a.len(), heads)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let (a, b) = (values.get(self.a), values.get(self.b));
        let blocks = [self.heads, a.shape.cols / self.heads];
        let (rows_a, rows_b) = (self.rows_a.rows(), self.rows_b.rows());
        in_pieces(values.control, rows_a.len(), 2 * a.shape.cols, |part| {
            let y = of_rows_mut(y, &part, self.heads);
            y.fill(0.0);
            let a = Listed { data: a.data, rows: &rows_a[part.clone()] };
            let b = Listed { data: b.data, rows: &rows_b[part] };
            kernel::dots_add(a, b, y, blocks);
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (a, b) = (step.value(self.a), step.value(self.b));
        let blocks = [self.heads, a.shape.cols / self.heads];
        let (rows_a, rows_b) = (self.rows_a.rows(), self.rows_b.rows());
        step.accumulate(self.a, |dy, da| {
            let b = Listed { data: b.data, rows: rows_b };
            kernel::weighted_transport_add(b, dy, da, rows_a, blocks);
        });
        step.accumulate(self.b, |dy, db| {
            let a = Listed { data: a.data, rows: rows_a };
            kernel::weighted_transport_add(a, dy, db, rows_b, blocks);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::{check, same};

    fn lists() -> [RowIndex; 2] {
        [RowIndex::new([2, 0, 2, 1]), RowIndex::new([0, 1, 1, 0])]
    }

    #[test]
    fn gradient() {
        let [rows_a, rows_b] = lists();
        for (heads, width) in [(1, 5), (2, 3), (3, 9), (2, 0)] {
            check(&[(3, heads * width), (2, heads * width)], |tape, x| {
                tape.gather_dots(x[0], x[1], &rows_a, &rows_b, heads)
            });
        }
        let none = RowIndex::new([]);
        check(&[(0, 6), (0, 6)], |tape, x| tape.gather_dots(x[0], x[1], &none, &none, 2));
    }

    #[test]
    fn fused_equals_unfused() {
        let [rows_a, rows_b] = lists();
        for (heads, width) in [(1, 5), (2, 8), (4, 19)] {
            let fused =
                |tape: &mut Tape, x: &[Var]| tape.gather_dots(x[0], x[1], &rows_a, &rows_b, heads);
            let unfused = |tape: &mut Tape, x: &[Var]| {
                let a = tape.gather_rows(x[0], &rows_a);
                let b = tape.gather_rows(x[1], &rows_b);
                let products = tape.mul(a, b);
                tape.row_sum(products, heads)
            };
            same(&[(3, heads * width), (2, heads * width)], fused, unfused);
        }
    }

    #[test]
    fn both_rows_can_be_from_the_same_matrix() {
        let [rows_a, rows_b] = lists();
        check(&[(3, 6)], |tape, x| tape.gather_dots(x[0], x[0], &rows_a, &rows_b, 2));
    }
}
