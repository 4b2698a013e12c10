//! Tables of results: as text, Markdown, CSV or JSON.

use std::fmt::Write as _;

use isocount_core::printable;
use serde::Serialize;

use crate::{Metrics, QUANTILES};

/// One counter on one data set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The counter.
    pub counter: String,
    /// What it measured; nothing if it was not run.
    pub metrics: Option<Metrics>,
}

/// What many counters did with the same test triples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// The data set.
    pub dataset: String,
    /// The split.
    pub split: String,
    /// What the counts count.
    pub meaning: String,
    /// The counters.
    pub rows: Vec<Row>,
}

const HEADING: [&str; 8] =
    ["counter", "MAE", "Q-error", "RMSE", "Q 50 %", "Q 95 %", "open s", "count s"];

impl Table {
    /// The cells, heading first.
    fn cells(&self) -> Vec<Vec<String>> {
        let mut cells = vec![HEADING.map(str::to_owned).to_vec()];
        for Row { counter, metrics } in &self.rows {
            let mut row = vec![printable(counter).into_owned()];
            if let Some(it) = metrics.as_ref().filter(|it| it.unanswered < it.number) {
                row.extend([it.mae, it.q_error, it.rmse].map(short));
                row.extend([it.q_quantiles[0], it.q_quantiles[3]].map(short));
                row.extend([it.open_seconds, it.count_seconds].map(short));
            } else {
                let why = if metrics.is_some() { "no answer" } else { "not run" };
                row.push(why.to_owned());
                row.resize(HEADING.len(), String::new());
            }
            cells.push(row);
        }
        cells
    }

    /// Which counters did not answer everything, and why.
    fn notes(&self) -> impl Iterator<Item = String> {
        self.rows.iter().filter_map(|Row { counter, metrics }| {
            let it = metrics.as_ref().filter(|it| it.unanswered > 0)?;
            let (unanswered, number) = (it.unanswered, it.number);
            let counter = printable(counter);
            let mut note = format!("{counter}: {unanswered} of {number} questions got no answer");
            if unanswered < number {
                note.push_str(", and count as 0");
            }
            if let Some(reason) = &it.first_reason {
                // Nothing but a string is written to.
                let _ = write!(note, "; the first: {}", printable(reason));
            }
            Some(note)
        })
    }

    /// Columns that line up.
    #[must_use]
    pub fn to_text(&self) -> String {
        let cells = self.cells();
        let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max();
        let [dataset, split] = [&self.dataset, &self.split].map(|name| printable(name));
        let mut text = format!("{dataset}, split {split}: {}\n", self.meaning);
        for row in &cells {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let width = width(column).unwrap_or_default();
                // Nothing but a string is written to.
                let _ = if column == 0 {
                    write!(line, "{cell:width$}")
                } else {
                    write!(line, "  {cell:>width$}")
                };
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.extend(self.notes().map(|note| note + "\n"));
        text
    }

    /// A Markdown table.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let cells = self.cells();
        let mut text = line(&cells[0]);
        text.push_str("|---|");
        text.push_str(&"--:|".repeat(HEADING.len() - 1));
        text.push('\n');
        text.extend(cells[1..].iter().map(|row| line(row)));
        text.extend(self.notes().map(|note| format!("\n{note}\n")));
        text
    }

    /// Comma-separated values, with all digits. A name with a comma is quoted; a counter
    /// that was not run has empty cells.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "memory takes everything")]
    pub fn to_csv(&self) -> String {
        const MEMORY: &str = "memory takes everything";
        let mut heading: Vec<String> =
            ["counter", "triples", "unanswered", "mae", "q_error", "q_error_of_means", "rmse"]
                .map(str::to_owned)
                .to_vec();
        heading.extend(QUANTILES.iter().map(|percent| format!("q_{percent}")));
        heading.extend(["q_max", "open_seconds", "count_seconds", "reason"].map(str::to_owned));
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&heading).expect(MEMORY);
        for Row { counter, metrics } in &self.rows {
            let mut cells = vec![counter.clone()];
            if let Some(it) = metrics {
                cells.extend([it.number, it.unanswered].map(|number| number.to_string()));
                let errors = [it.mae, it.q_error, it.q_error_of_means, it.rmse];
                let times = [it.open_seconds, it.count_seconds];
                let values = errors.iter().chain(&it.q_quantiles).chain(&times);
                cells.extend(values.map(f64::to_string));
                cells.extend(it.first_reason.clone());
            }
            cells.resize(heading.len(), String::new());
            writer.write_record(&cells).expect(MEMORY);
        }
        String::from_utf8(writer.into_inner().expect(MEMORY)).expect("cells are text")
    }
}

/// A number with as many digits as one reads.
fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 || size == 0.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use isocount_core::Count;
    use isocount_record::Times;

    use super::*;
    use crate::Outcome;

    fn table() -> Table {
        let times = Times { count: Duration::from_millis(125), ..Times::default() };
        let outcomes = [Outcome { times, ..Outcome::estimate(0, Count(2), 250.0) }];
        let rows = vec![
            Row { counter: "mine".to_owned(), metrics: Metrics::of(&outcomes) },
            Row { counter: "theirs".to_owned(), metrics: None },
        ];
        let [dataset, split, meaning] = ["toy", "paper", "mappings"].map(str::to_owned);
        Table { dataset, split, meaning, rows }
    }

    #[test]
    fn text_lines_up() {
        assert_eq!(
            table().to_text(),
            "\
toy, split paper: mappings
counter      MAE  Q-error  RMSE  Q 50 %  Q 95 %  open s  count s
mine         248      125   248     125     125    0.00    0.125
theirs   not run
"
        );
    }

    #[test]
    fn a_counter_that_does_not_answer_is_named_with_its_reason() {
        let mut table = table();
        let metrics = table.rows[0].metrics.as_mut().unwrap();
        (metrics.number, metrics.unanswered) = (3, 2);
        let note = "mine: 2 of 3 questions got no answer, and count as 0\n";
        assert!(table.to_text().ends_with(note) && table.to_markdown().ends_with(note));
        table.rows[0].metrics.as_mut().unwrap().unanswered = 3;
        let text = table.to_text();
        assert!(text.contains("mine     no answer\n"), "{text}");
        assert!(text.ends_with("mine: 3 of 3 questions got no answer\n"), "{text}");
        let reason = "learned cannot count induced mappings";
        table.rows[0].metrics.as_mut().unwrap().first_reason = Some(reason.to_owned());
        let note = format!("mine: 3 of 3 questions got no answer; the first: {reason}\n");
        assert!(table.to_text().ends_with(&note) && table.to_markdown().ends_with(&note));
        assert!(table.to_csv().contains(reason));
        assert!(serde_json::to_string(&table).unwrap().contains(reason));
    }

    #[test]
    fn a_name_keeps_to_its_cell() {
        let mut table = table();
        table.rows[0].counter = "run,B".to_owned();
        table.rows[1].counter = "a|b\x1b".to_owned();
        let csv = table.to_csv();
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!((&rows[0][0], &rows[0][1], &rows[1][0]), ("run,B", "1", "a|b\x1b"));
        assert!(table.to_markdown().contains(r"| a\|b\u{1b} |"), "{}", table.to_markdown());
    }

    #[test]
    fn markdown_and_csv_have_every_row() {
        let markdown = table().to_markdown();
        assert_eq!(markdown.lines().count(), 4);
        assert!(markdown.lines().all(|line| line.matches('|').count() == 9), "{markdown}");
        let csv = table().to_csv();
        let columns: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(columns, [16, 16, 16]);
        assert!(csv.contains("\nmine,1,0,248,125,125,248,"), "{csv}");
    }
}
