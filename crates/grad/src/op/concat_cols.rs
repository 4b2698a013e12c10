//! `y_i = [ a_i ‖ b_i ‖ … ]`: concatenated values. Each receives its columns of the gradient.

use super::Operation;
use crate::backward::Backward;
use crate::kernel;
use crate::matrix::Shape;
use crate::pieces::{in_pieces, of_rows, of_rows_mut};
use crate::tape::{Tape, Values};
use crate::var::Var;

/// The most values that are concatenated at once; more take several passes.
const MOST: usize = 6;

#[derive(Debug)]
pub(crate) struct ConcatCols {
    parts: [Option<Var>; MOST],
}

impl Tape<'_> {
    /// The concatenated values; all must have the same number of rows.
    ///
    /// # Panics
    ///
    /// If there is no value.
    pub fn concat_cols(&mut self, parts: &[Var]) -> Var {
        assert!(!parts.is_empty(), "concat_cols: nothing to concatenate");
        if parts.len() > MOST {
            let first = self.concat_cols(&parts[..MOST]);
            let rest = self.concat_cols(&parts[MOST..]);
            return self.concat_cols(&[first, rest]);
        }
        let part = |ix| parts.get(ix).copied();
        self.apply(ConcatCols { parts: std::array::from_fn(part) })
    }
}

impl Operation for ConcatCols {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        self.parts.into_iter().flatten()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let mut shapes = self.inputs().map(|part| values.shape(part));
        let first = shapes.next().unwrap_or(Shape::new(0, 0));
        shapes.fold(first, |all, part| {
            assert_eq!(all.rows, part.rows, "concat_cols: {all} beside {part}");
            Shape::new(all.rows, all.cols + part.cols)
        })
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let width = self.shape(values).cols.max(1);
        let mut from = 0;
        for part in self.inputs().map(|part| values.get(part)) {
            let cols = part.shape.cols;
            in_pieces(values.control, part.shape.rows, cols, |rows| {
                let x = of_rows(part.data, &rows, cols).chunks_exact(cols.max(1));
                let y = of_rows_mut(y, &rows, width).chunks_exact_mut(width);
                y.zip(x).for_each(|(y, x)| y[from..from + cols].copy_from_slice(x));
            });
            from += cols;
        }
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let width = step.output().shape.cols.max(1);
        let mut from = 0;
        for part in self.inputs() {
            let cols = step.value(part).shape.cols;
            step.accumulate_onto(part, |dy, dx, onto| {
                for (dx, dy) in dx.chunks_exact_mut(cols.max(1)).zip(dy.chunks_exact(width)) {
                    kernel::add_onto(&dy[from..from + cols], dx, onto);
                }
            });
            from += cols;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::check;

    #[test]
    fn gradient() {
        for rows in [0, 1, 4] {
            let shapes = [(rows, 2), (rows, 0), (rows, 3)];
            check(&shapes, |tape, x| tape.concat_cols(x));
            check(&shapes, |tape, x| {
                tape.concat_cols(&[x[0], x[2], x[0], x[1], x[2], x[2], x[0], x[2]])
            });
        }
    }
}
