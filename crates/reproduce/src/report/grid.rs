//! A table of cells, some of which are numbers.

use isocount_core::printable;

use crate::published::Spread;

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Grid {
    /// The name of the table and of its file.
    pub(crate) name: String,
    pub(crate) title: String,
    /// The caption.
    pub(crate) caption: String,
    pub(crate) heading: Vec<String>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    /// Text.
    Text(String),
    /// Lines of text, one below the other if the format supports it.
    Lines(Vec<String>),
    /// Text with a link to a file next to the report.
    Link(String, String),
    /// A measured number: mean and deviation over seeds.
    Measured(f64, Option<f64>),
    /// The best measured number of its column.
    Best(f64, Option<f64>),
    /// A number with its text.
    Written(String, f64),
    /// A published number: its text, mean and deviation.
    Published(String, f64, Option<f64>),
    /// Not measured.
    NotRun,
    /// Nothing.
    Empty,
}

impl Cell {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A published number, if it exists.
    pub(crate) fn published(spread: Option<Spread>) -> Self {
        spread.map_or(Self::Empty, |it| Self::Published(it.to_string(), it.mean, it.deviation))
    }

    /// The mean and deviation of some numbers.
    pub(crate) fn of(values: &[f64]) -> Self {
        if values.is_empty() {
            return Self::NotRun;
        }
        let number = values.len() as f64;
        let mean = values.iter().sum::<f64>() / number;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = (values.len() > 1).then(|| (squares / (number - 1.0)).sqrt());
        Self::Measured(mean, deviation)
    }

    /// The text of the cell.
    pub(crate) fn show(&self) -> String {
        match self {
            // An integer.
            Self::Text(text) if self.number().is_some() => grouped(text),
            Self::Text(text) | Self::Link(text, _) => text.clone(),
            Self::Lines(lines) => lines.join("; "),
            Self::Written(text, _) | Self::Published(text, ..) => grouped(text),
            Self::Measured(mean, deviation) | Self::Best(mean, deviation) => {
                let digits = digits(*mean);
                let shown = grouped(&format!("{mean:.digits$}"));
                match deviation {
                    None => shown,
                    Some(deviation) => {
                        format!("{shown} ± {}", grouped(&format!("{deviation:.digits$}")))
                    }
                }
            }
            Self::NotRun => "not run".to_owned(),
            Self::Empty => String::new(),
        }
    }

    /// Whether it contains text instead of a number.
    pub(crate) fn is_word(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Lines(_) | Self::Link(..)) && self.number().is_none()
    }

    /// The number by which the cell is sorted.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Measured(mean, _)
            | Self::Best(mean, _)
            | Self::Written(_, mean)
            | Self::Published(_, mean, _) => Some(*mean),
            // An integer is written as it is.
            Self::Text(text) => text.parse::<u64>().ok().map(|number| number as f64),
            Self::Lines(_) | Self::Link(..) | Self::NotRun | Self::Empty => None,
        }
    }
}

/// Groups the digits before a decimal point in threes: 442,140 and 1,049.2.
pub(crate) fn grouped(text: &str) -> String {
    let group = |number: &str| {
        let (whole, rest) = number.split_at(number.find('.').unwrap_or(number.len()));
        let is_number = whole.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || whole.len() < 4 {
            return number.to_owned();
        }
        let first = whole.len() % 3;
        let (first, others) = whole.split_at(if first == 0 { 3 } else { first });
        let others = others.as_bytes().chunks(3).map(|chunk| String::from_utf8_lossy(chunk));
        let groups: Vec<String> = others.map(|group| format!(",{group}")).collect();
        format!("{first}{}{rest}", groups.concat())
    };
    text.split(' ').map(group).collect::<Vec<_>>().join(" ")
}

/// The number of decimals.
fn digits(value: f64) -> usize {
    match value.abs() {
        size if size >= 100.0 => 0,
        size if size >= 1.0 || size == 0.0 => 2,
        size if size >= 0.01 => 3,
        _ => 5,
    }
}

impl Grid {
    /// Comma-separated values, with all digits; deviations have separate columns.
    pub(crate) fn to_csv(&self) -> String {
        // A published number belongs to the column before it.
        let mut measured = "";
        let mut heading = Vec::new();
        for name in &self.heading {
            let name = if name == "published" {
                format!("published {measured}")
            } else {
                measured = name;
                name.clone()
            };
            heading.extend([name.clone(), format!("{name} ±")]);
        }
        let cells = |row: &Vec<Cell>| {
            let pairs = row.iter().flat_map(|cell| match cell {
                Cell::Written(_, number) => [number.to_string(), String::new()],
                Cell::Measured(mean, deviation)
                | Cell::Best(mean, deviation)
                | Cell::Published(_, mean, deviation) => {
                    [mean.to_string(), deviation.map_or(String::new(), |it| it.to_string())]
                }
                Cell::Text(text) => [text.clone(), String::new()],
                other => [other.show(), String::new()],
            });
            pairs.collect::<Vec<String>>()
        };
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in [heading].into_iter().chain(self.rows.iter().map(cells)) {
            writer.write_record(row).expect("rows are as long as the heading");
        }
        let bytes = writer.into_inner().expect("writing to memory succeeds");
        String::from_utf8(bytes).expect("cells are text")
    }

    /// Whether a column contains text, which is left-aligned; numbers are right-aligned.
    pub(crate) fn has_words(&self, column: usize) -> bool {
        self.rows.iter().any(|row| row[column].is_word())
    }

    /// Marks the least measured number of a column, among the eligible rows.
    pub(crate) fn mark_least(&mut self, column: usize, may_be: impl Fn(&[Cell]) -> bool) {
        let measured = |row: &Vec<Cell>| match row[column] {
            Cell::Measured(mean, _) if may_be(row) => Some(mean),
            _ => None,
        };
        let Some(least) = self.rows.iter().filter_map(measured).min_by(f64::total_cmp) else {
            return;
        };
        for row in &mut self.rows {
            if let Cell::Measured(mean, deviation) = row[column]
                && mean <= least
                && may_be(row)
            {
                row[column] = Cell::Best(mean, deviation);
            }
        }
    }

    /// A Markdown table.
    pub(crate) fn to_markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let safe = |text: &str| printable(text).replace('|', "\\|");
        let mut text = line(self.heading.iter().map(|name| safe(name)).collect());
        let sides = (0..self.heading.len()).map(|column| match column {
            0 => "---|",
            _ if self.has_words(column) => "---|",
            _ => "--:|",
        });
        text += &format!("|{}\n", sides.collect::<String>());
        for row in &self.rows {
            let cells = row.iter().map(|cell| match cell {
                Cell::Published(..) => format!("*{}*", cell.show()),
                Cell::Best(..) => format!("**{}**", cell.show()),
                _ => safe(&cell.show()),
            });
            text += &line(cells.collect());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published::table2;

    #[test]
    fn cells_read_well() {
        assert_eq!(Cell::of(&[1.0, 3.0]).show(), "2.00 ± 1.41");
        assert_eq!(Cell::of(&[0.5]).show(), "0.500");
        assert_eq!(Cell::of(&[]).show(), "not run");
        assert_eq!(Cell::Written("0.012".to_owned(), 0.0123).show(), "0.012");
        let published = table2("SMALL", "vf2").and_then(|row| row.seconds);
        assert_eq!(Cell::published(published).show(), "1,049.2 ± 2.7");
        assert_eq!(Cell::published(None), Cell::Empty);
    }

    #[test]
    fn long_numbers_are_grouped() {
        let shown =
            ["999", "1049.2 ± 2.7", "10000", "442140", "1387909", "12345.67 ± 10000.1", "P_12345"];
        let meant = [
            "999",
            "1,049.2 ± 2.7",
            "10,000",
            "442,140",
            "1,387,909",
            "12,345.67 ± 10,000.1",
            "P_12345",
        ];
        assert_eq!(shown.map(grouped), meant);
        assert_eq!(Cell::text("442140").show(), "442,140");
    }

    #[test]
    fn the_least_of_the_eligible_rows_is_the_best() {
        let row = |name: &str, mae: f64| vec![Cell::text(name), Cell::Measured(mae, None)];
        let mut grid = Grid {
            name: "a".to_owned(),
            title: String::new(),
            caption: String::new(),
            heading: ["counter", "MAE"].map(str::to_owned).to_vec(),
            rows: vec![row("exact", 0.0), row("a", 2.0), row("b", 3.0), row("c", 2.0)],
        };
        grid.mark_least(1, |row| row[0].show() != "exact");
        let cells: Vec<&Cell> = grid.rows.iter().map(|row| &row[1]).collect();
        let best = &Cell::Best(2.0, None);
        assert_eq!(cells, [&Cell::Measured(0.0, None), best, &Cell::Measured(3.0, None), best]);
        assert!(grid.to_markdown().contains("| a | **2.00** |"));
    }

    #[test]
    fn what_is_published_is_about_the_column_before() {
        let grid = Grid {
            name: "a".to_owned(),
            title: String::new(),
            caption: String::new(),
            heading: ["counter", "MAE", "published", "note"].map(str::to_owned).to_vec(),
            rows: vec![vec![
                Cell::text("a"),
                Cell::of(&[1.0]),
                Cell::Published("2".to_owned(), 2.0, None),
                Cell::text("b"),
            ]],
        };
        let heading = "counter,counter ±,MAE,MAE ±,published MAE,published MAE ±,note,note ±";
        assert_eq!(grid.to_csv().lines().next(), Some(heading));
        assert_eq!(grid.to_markdown().lines().nth(1), Some("|---|--:|--:|---|"));
    }

    #[test]
    fn csv_keeps_all_digits() {
        let grid = Grid {
            name: "a".to_owned(),
            title: String::new(),
            caption: String::new(),
            heading: vec!["counter".to_owned(), "MAE".to_owned()],
            rows: vec![
                vec![Cell::text("a, b"), Cell::Measured(0.123_456_789, None)],
                vec![Cell::text("c|\x1b[2J"), Cell::Written("0.12".to_owned(), 0.123_456_789)],
            ],
        };
        let csv = "counter,counter ±,MAE,MAE ±\n\"a, b\",,0.123456789,\nc|\x1b[2J,,0.123456789,\n";
        assert_eq!(grid.to_csv(), csv);
        let markdown =
            "| counter | MAE |\n|---|--:|\n| a, b | 0.123 |\n| c\\|\\u{1b}[2J | 0.12 |\n";
        assert_eq!(grid.to_markdown(), markdown);
    }
}
