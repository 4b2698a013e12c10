//! `y_s = Σ { x_e : e in group s }`; zeros for an empty group. `dx_e = dy[group of e]`.

use super::Operation;
use crate::backward::Backward;
use crate::index::Segments;
use crate::kernel;
use crate::matrix::Shape;
use crate::pieces::{fill, in_pieces, of_rows};
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct SegmentSum {
    x: Var,
    groups: Segments,
}

impl Tape<'_> {
    /// The sum of the rows of each group.
    pub fn segment_sum(&mut self, x: Var, groups: &Segments) -> Var {
        self.apply(SegmentSum { x, groups: groups.clone() })
    }
}

impl Operation for SegmentSum {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let x = values.shape(self.x);
        assert_eq!(
            x.rows,
            self.groups.of_row().len(),
            "segment_sum: groups for another number of rows"
        );
        Shape::new(self.groups.num(), x.cols)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let x = values.get(self.x);
        fill(values.control, y);
        let (groups, cols) = (self.groups.of_row(), x.shape.cols);
        in_pieces(values.control, groups.len(), cols, |rows| {
            kernel::scatter_add(of_rows(x.data, &rows, cols), &groups[rows], y, cols);
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let cols = step.output().shape.cols;
        step.accumulate(self.x, |dy, dx| kernel::gather_add(dy, self.groups.of_row(), dx, cols));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        for groups in [vec![], vec![1], vec![3, 0, 3, 1, 0]] {
            let (rows, groups) = (groups.len(), Segments::new(groups, 4));
            check(&[(rows, 3)], |tape, x| tape.segment_sum(x[0], &groups));
        }
        check(&[(0, 3)], |tape, x| tape.segment_sum(x[0], &Segments::from_sizes(&[])));
    }
}
