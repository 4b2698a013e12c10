//! The answers of a batch as a matrix, row by row.

use isocount_core::{Cancelled, Control};
use isocount_record::matrix::{Cell, Matrix, MatrixRow};

use super::{Answered, Batch};

/// A row with missing answers.
struct Begun {
    graph: usize,
    row: MatrixRow,
    /// The number of missing answers.
    left: usize,
}

impl Batch<'_> {
    /// Answers all questions, and passes a row to `take` for each graph in the batch as soon as the
    /// rows before it are done. Columns are all patterns of the batch; the cell of a pair that is
    /// not in the batch is empty. `see` receives every answer first, with the details that a cell
    /// cannot hold.
    ///
    /// # Errors
    /// If `take` fails or the work was cancelled. Incomplete rows are not passed on.
    #[expect(clippy::missing_panics_doc, reason = "every answer belongs to a group")]
    pub fn rows<E: From<Cancelled> + Send>(
        &self,
        control: &Control,
        mut see: impl FnMut(&Answered) + Send,
        mut take: impl FnMut(MatrixRow) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let mut begun: Option<Begun> = None;
        let mut groups = self.groups();
        self.run(
            0,
            control,
            |answers: &mut Vec<Answered>, answered| answers.push(answered),
            |answers| {
                for answered in answers {
                    see(&answered);
                    let Answered { pair, said, .. } = answered;
                    let mut current = begun.take().unwrap_or_else(|| {
                        let group = groups.next().expect("an answer belongs to a group");
                        let name = self.graphs()[group.graph].name();
                        let row = MatrixRow::new(name, self.patterns().len());
                        Begun { graph: group.graph, row, left: group.patterns.len() }
                    });
                    debug_assert_eq!(current.graph, pair.graph, "answers come by graph");
                    current.row.cells[pair.pattern] = Cell::Said(said);
                    current.left -= 1;
                    match current.left {
                        0 => take(current.row)?,
                        _ => begun = Some(current),
                    }
                }
                Ok(())
            },
        )
    }

    /// Answers all questions as a matrix: one row per graph in the batch, one column per pattern.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn matrix(&self, control: &Control) -> Result<Matrix, Cancelled> {
        let mut rows = Vec::new();
        let take = |row| {
            rows.push(row);
            Ok::<(), Cancelled>(())
        };
        self.rows(control, |_| (), take)?;
        let patterns = self.patterns().iter().map(|pattern| pattern.name().to_owned()).collect();
        Ok(Matrix::new(patterns, rows))
    }
}
