//! `Y_s = Σ { a_eᵀ·b_e : e in group s }`: for each group the product of its rows of `a`,
//! transposed, with its rows of `b`.
//!
//! `a: [n, k]` and `b: [n, c]` result in `k` rows of width `c` for each group, group after group:
//! `[num·k, c]`. `da_ei = ⟨dY_s[i], b_e⟩`, `db_e = Σ_i a_ei·dY_s[i]`.

use super::Operation;
use crate::backward::Backward;
use crate::index::Segments;
use crate::matrix::{Shape, View};
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct SegmentOuterSum {
    a: Var,
    b: Var,
    groups: Segments,
}

impl Tape<'_> {
    /// `Σ_e a_eᵀ·b_e` over the rows of each group: `k` rows per group, `[num·k, c]`.
    pub fn segment_outer_sum(&mut self, a: Var, b: Var, groups: &Segments) -> Var {
        self.apply(SegmentOuterSum { a, b, groups: groups.clone() })
    }
}

impl SegmentOuterSum {
    /// Every row of `a` and of `b`, with the position where the product of its group begins.
    fn each<'a>(&self, a: View<'a>, b: View<'a>) -> impl Iterator<Item = (usize, usize)> {
        let size = a.shape.cols * b.shape.cols;
        self.groups.of_row().iter().map(move |&group| group as usize * size).enumerate()
    }
}

impl Operation for SegmentOuterSum {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.a, self.b].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let (a, b, rows) = (values.shape(self.a), values.shape(self.b), self.groups.of_row().len());
        assert!(a.rows == rows && b.rows == rows, "segment_outer_sum: {a}, {b}, {rows} rows");
        Shape::new(self.groups.num() * a.cols, b.cols)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let (a, b) = (values.get(self.a), values.get(self.b));
        y.fill(0.0);
        for (row, at) in self.each(a, b) {
            let (b, ys) = (b.row(row), y[at..].chunks_exact_mut(b.shape.cols.max(1)));
            for (a, y) in a.row(row).iter().zip(ys) {
                y.iter_mut().zip(b).for_each(|(y, b)| *y += a * b);
            }
        }
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (a, b) = (step.value(self.a), step.value(self.b));
        let (k, c) = (a.shape.cols, b.shape.cols);
        step.accumulate(self.a, |dy, da| {
            for (row, at) in self.each(a, b) {
                let dys = dy[at..].chunks_exact(c.max(1));
                for (da, dy) in da[row * k..][..k].iter_mut().zip(dys) {
                    *da += dy.iter().zip(b.row(row)).map(|(dy, b)| dy * b).sum::<f32>();
                }
            }
        });
        step.accumulate(self.b, |dy, db| {
            for (row, at) in self.each(a, b) {
                let db = &mut db[row * c..][..c];
                for (a, dy) in a.row(row).iter().zip(dy[at..].chunks_exact(c.max(1))) {
                    db.iter_mut().zip(dy).for_each(|(db, dy)| *db += a * dy);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        for groups in [vec![], vec![1], vec![2, 0, 2, 0]] {
            let (rows, groups) = (groups.len(), Segments::new(groups, 3));
            check(&[(rows, 2), (rows, 3)], |tape, x| tape.segment_outer_sum(x[0], x[1], &groups));
        }
    }
}
