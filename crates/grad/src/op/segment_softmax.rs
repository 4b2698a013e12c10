//! `y_ej = e^{x_ej} / Σ { e^{x_e′j} : e′ in the group of e }`, column by column.
//!
//! Attention over the rows of a group, one column per head. The largest number of a group is taken
//! off before the exponential, so nothing overflows. `dx_ej = y_ej·(dy_ej − Σ_e′ y_e′j·dy_e′j)`.

use super::Operation;
use crate::backward::Backward;
use crate::index::Segments;
use crate::matrix::Shape;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct SegmentSoftmax {
    x: Var,
    groups: Segments,
}

impl Tape<'_> {
    /// The softmax over the rows of each group, column by column.
    pub fn segment_softmax(&mut self, x: Var, groups: &Segments) -> Var {
        self.apply(SegmentSoftmax { x, groups: groups.clone() })
    }
}

impl SegmentSoftmax {
    /// Combines, for one column, the numbers of each group.
    fn per_group(
        &self,
        start: f32,
        each: impl Fn(usize) -> f32,
        f: fn(f32, f32) -> f32,
    ) -> Vec<f32> {
        let mut groups = vec![start; self.groups.num()];
        for (row, &group) in self.groups.of_row().iter().enumerate() {
            let so_far = &mut groups[group as usize];
            *so_far = f(*so_far, each(row));
        }
        groups
    }
}

impl Operation for SegmentSoftmax {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let x = values.shape(self.x);
        assert_eq!(x.rows, self.groups.of_row().len(), "segment_softmax: groups of other rows");
        x
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let x = values.get(self.x);
        let (cols, of_row) = (x.shape.cols, self.groups.of_row());
        for col in 0..cols {
            let at = |row: usize| row * cols + col;
            let largest = self.per_group(f32::NEG_INFINITY, |row| x.data[at(row)], f32::max);
            for (row, &group) in of_row.iter().enumerate() {
                y[at(row)] = (x.data[at(row)] - largest[group as usize]).exp();
            }
            let sums = self.per_group(0.0, |row| y[at(row)], |a, b| a + b);
            for (row, &group) in of_row.iter().enumerate() {
                y[at(row)] /= sums[group as usize];
            }
        }
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let y = step.output();
        let cols = y.shape.cols;
        step.accumulate(self.x, |dy, dx| {
            for col in 0..cols {
                let at = |row: usize| row * cols + col;
                let means = self.per_group(0.0, |row| y.data[at(row)] * dy[at(row)], |a, b| a + b);
                for (row, &group) in self.groups.of_row().iter().enumerate() {
                    dx[at(row)] += y.data[at(row)] * (dy[at(row)] - means[group as usize]);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::{check, value};

    #[test]
    fn gradient() {
        for groups in [vec![], vec![1], vec![3, 0, 3, 1, 0, 3]] {
            let (rows, groups) = (groups.len(), Segments::new(groups, 4));
            check(&[(rows, 3)], |tape, x| tape.segment_softmax(x[0], &groups));
        }
    }

    #[test]
    fn large_numbers_do_not_overflow() {
        let groups = Segments::from_sizes(&[2]);
        assert_eq!(value(&[1e4, 1e4], |tape, x| tape.segment_softmax(x, &groups)), [0.5, 0.5]);
    }
}
