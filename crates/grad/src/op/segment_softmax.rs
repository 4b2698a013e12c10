//! `y_ej = e^{x_ej} / Σ { e^{x_e′j} : e′ in the group of e }`, column by column.
//!
//! Attention over the rows of a group, one column per head. The largest number of a group is
//! subtracted before the exponential, so nothing overflows. `dx_ej = y_ej·(dy_ej − Σ_e′
//! y_e′j·dy_e′j)`.

use std::cell::RefCell;
use std::ops::Range;

use isocount_core::Control;

use super::Operation;
use crate::backward::Backward;
use crate::index::Segments;
use crate::matrix::Shape;
use crate::pieces::in_pieces;
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

thread_local! {
    /// Space for one number per group and column.
    static PER_GROUP: RefCell<Vec<f32>> = const { RefCell::new(Vec::new()) };
}

impl SegmentSoftmax {
    /// Calls `f(row, group)` for every row, with the ranges of its numbers and of those of its
    /// group.
    fn each(&self, control: &Control, cols: usize, mut f: impl FnMut(Range<usize>, Range<usize>)) {
        let groups = self.groups.of_row();
        in_pieces(control, groups.len(), 8 * cols, |rows| {
            for row in rows {
                let group = groups[row] as usize;
                f(row * cols..(row + 1) * cols, group * cols..(group + 1) * cols);
            }
        });
    }

    /// Lends one number per group and column, initially `start`.
    fn with_groups(&self, cols: usize, start: f32, f: impl FnOnce(&mut [f32])) {
        PER_GROUP.with_borrow_mut(|numbers| {
            numbers.clear();
            numbers.resize(self.groups.num() * cols, start);
            f(numbers);
        });
    }
}

impl Operation for SegmentSoftmax {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let x = values.shape(self.x);
        assert_eq!(
            x.rows,
            self.groups.of_row().len(),
            "segment_softmax: groups for another number of rows"
        );
        x
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let x = values.get(self.x);
        let cols = x.shape.cols;
        self.with_groups(cols, f32::NEG_INFINITY, |largest| {
            self.each(values.control, cols, |row, group| {
                let numbers = largest[group].iter_mut().zip(&x.data[row]);
                numbers.for_each(|(largest, x)| *largest = largest.max(*x));
            });
            self.each(values.control, cols, |row, group| {
                let numbers = x.data[row.clone()].iter().zip(&largest[group]);
                let numbers = y[row].iter_mut().zip(numbers);
                numbers.for_each(|(y, (x, largest))| *y = (x - largest).exp());
            });
        });
        self.with_groups(cols, 0.0, |sums| {
            self.each(values.control, cols, |row, group| {
                sums[group].iter_mut().zip(&y[row]).for_each(|(sum, y)| *sum += y);
            });
            self.each(values.control, cols, |row, group| {
                y[row].iter_mut().zip(&sums[group]).for_each(|(y, sum)| *y /= sum);
            });
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let y = step.output();
        let (cols, control) = (y.shape.cols, step.control());
        step.accumulate(self.x, |dy, dx| {
            self.with_groups(cols, 0.0, |means| {
                self.each(control, cols, |row, group| {
                    let products = y.data[row.clone()].iter().zip(&dy[row]).map(|(y, dy)| y * dy);
                    means[group].iter_mut().zip(products).for_each(|(mean, part)| *mean += part);
                });
                self.each(control, cols, |row, group| {
                    let (y, dy, dx) = (&y.data[row.clone()], &dy[row.clone()], &mut dx[row]);
                    let parts = y.iter().zip(dy.iter().zip(&means[group]));
                    dx.iter_mut()
                        .zip(parts)
                        .for_each(|(dx, (y, (dy, mean)))| *dx += y * (dy - mean));
                });
            });
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
