//! A table of numbers: names on the left, followed by right-aligned columns.

/// The rows of the table, the heading first.
pub(crate) fn number_table<const N: usize>(rows: &[[String; N]]) -> String {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |row: &[String; N]| {
        let mut cells = row.iter().zip(widths).enumerate().map(|(place, (cell, width))| {
            if place == 0 { format!("{cell:width$}") } else { format!("  {cell:>width$}") }
        });
        let line: String = cells.by_ref().collect();
        line.trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_end_at_the_same_place() {
        let rows = [["graph", "nodes"], ["a", "1,000"], ["longer name", "7"]];
        let rows = rows.map(|row| row.map(str::to_owned));
        assert_eq!(
            number_table(&rows),
            "graph        nodes\na            1,000\nlonger name      7\n"
        );
    }
}
