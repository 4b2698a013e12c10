//! `y_e = σ( x_e + Σ_s t_s[rows_se] )`, with σ the leaky ReLU: the messages to an arc from tables
//! of rows, in one pass.
//!
//! Without `x`, the rows of the tables alone. `dz = σ′(y)·dy`; `dx = dz`, and each row of a table
//! gets the sum of the `dz` that used it.

use super::Operation;
use crate::backward::Backward;
use crate::index::RowIndex;
use crate::kernel;
use crate::matrix::Shape;
use crate::tape::{Tape, Values};
use crate::var::Var;

/// Numbers of the result that are finished before the next ones are begun: 16 kB.
const BLOCK: usize = 4 * 1024;

#[derive(Debug)]
pub(crate) struct AddGathered {
    x: Option<Var>,
    tables: Vec<(Var, RowIndex)>,
    slope: f32,
}

impl Tape<'_> {
    /// `σ(x_e + Σ_s t_s[rows_se])` for every row e, σ the leaky ReLU of this slope.
    ///
    /// # Panics
    ///
    /// If there is neither an x nor a table, or the shapes do not match.
    pub fn add_gathered(
        &mut self,
        x: Option<Var>,
        tables: Vec<(Var, RowIndex)>,
        slope: f32,
    ) -> Var {
        self.apply(AddGathered { x, tables, slope })
    }
}

impl Operation for AddGathered {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        self.x.into_iter().chain(self.tables.iter().map(|table| table.0))
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let mut shapes = self.tables.iter().map(|(table, rows)| {
            let table = values.shape(*table);
            assert!(rows.bound() <= table.rows, "add_gathered: row {} of {table}", rows.bound());
            Shape::new(rows.len(), table.cols)
        });
        let x = self.x.map(|x| values.shape(x));
        let Some(shape) = x.or_else(|| shapes.next()) else { panic!("add_gathered: no input") };
        assert!(shapes.all(|other| other == shape), "add_gathered: two shapes");
        shape
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let first = self.inputs().next().map_or(0, |first| values.shape(first).cols);
        let cols = first.max(1);
        let rows_each = (BLOCK / cols).max(1);
        for (block, y) in y.chunks_mut(rows_each * cols).enumerate() {
            // A block takes some microseconds.
            if block % 64 == 0 && values.control.is_cancelled() {
                return;
            }
            let from = block * rows_each;
            match self.x {
                Some(x) => y.copy_from_slice(&values.get(x).data[from * cols..][..y.len()]),
                None => y.fill(0.0),
            }
            for (table, rows) in &self.tables {
                let rows = &rows.rows()[from..from + y.len() / cols];
                kernel::gather_add(values.get(*table).data, rows, y, cols);
            }
            kernel::leaky_relu(y, self.slope);
        }
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let cols = step.output().shape.cols;
        kernel::leaky_relu_backward(step.output().data, step.own(), self.slope);
        if let Some(x) = self.x {
            step.accumulate_onto(x, kernel::add_onto);
        }
        for (table, rows) in &self.tables {
            step.accumulate(*table, |dz, dt| kernel::scatter_add(dz, rows.rows(), dt, cols));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::{check, same};

    fn rows() -> [RowIndex; 2] {
        [RowIndex::new([2, 0, 0, 1]), RowIndex::new([0, 1, 1, 1])]
    }

    #[test]
    fn gradients() {
        let [a, b] = rows();
        check(&[(4, 5), (3, 5), (2, 5)], |tape, x| {
            tape.add_gathered(Some(x[0]), vec![(x[1], a.clone()), (x[2], b.clone())], 0.2)
        });
        check(&[(3, 5)], |tape, x| tape.add_gathered(None, vec![(x[0], a.clone())], 0.2));
        check(&[(0, 5)], |tape, x| tape.add_gathered(Some(x[0]), vec![], 0.2));
    }

    #[test]
    fn fused_equals_unfused() {
        // More rows than one block holds.
        let num = 1000;
        let list =
            |by: u32| RowIndex::new((0..num as u32).map(|e| e * by % 50).collect::<Vec<_>>());
        let (a, b) = (list(7), list(11));
        let fused = |tape: &mut Tape, x: &[Var]| {
            tape.add_gathered(Some(x[0]), vec![(x[1], a.clone()), (x[1], b.clone())], 0.01)
        };
        let unfused = |tape: &mut Tape, x: &[Var]| {
            let [a, b] = [&a, &b].map(|rows| tape.gather_rows(x[1], rows));
            let sum = tape.add(x[0], a);
            let sum = tape.add(sum, b);
            tape.leaky_relu(sum, 0.01)
        };
        same(&[(num, 24), (50, 24)], fused, unfused);
    }
}
