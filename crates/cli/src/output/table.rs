//! Columns of text.

/// A table whose rows are printed one by one; the last column needs no width.
pub(crate) struct Table<const N: usize> {
    widths: [usize; N],
}

impl<const N: usize> Table<N> {
    /// Columns as wide as the widest of these rows.
    pub(crate) fn for_rows<'a>(rows: impl IntoIterator<Item = [&'a str; N]>) -> Self {
        let mut table = Self { widths: [0; N] };
        for row in rows {
            table.widen(row);
        }
        table
    }

    /// Columns as wide as this row needs.
    pub(crate) fn widen(&mut self, row: [&str; N]) {
        for (width, cell) in self.widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }

    /// One row, followed by a line break.
    pub(crate) fn row(&self, cells: [&str; N]) -> String {
        let padded = cells.iter().zip(self.widths).map(|(cell, width)| format!("{cell:width$}"));
        let line = padded.collect::<Vec<_>>().join("  ");
        format!("{}\n", line.trim_end())
    }

    /// Many rows.
    pub(crate) fn rows(&self, rows: &[[&str; N]]) -> String {
        rows.iter().map(|row| self.row(*row)).collect()
    }
}
