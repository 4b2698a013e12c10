//! Rows side by side: as text, Markdown, CSV or JSON.

use std::fmt::Write as _;

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
            let mut row = vec![counter.clone()];
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

    /// Who did not answer everything.
    fn notes(&self) -> impl Iterator<Item = String> {
        self.rows.iter().filter_map(|Row { counter, metrics }| {
            let it = metrics.as_ref().filter(|it| it.unanswered > 0)?;
            let (unanswered, number) = (it.unanswered, it.number);
            let note = format!("{counter}: {unanswered} of {number} questions got no answer");
            Some(if unanswered < number { format!("{note}, and count as 0") } else { note })
        })
    }

    /// Columns that line up.
    #[must_use]
    pub fn to_text(&self) -> String {
        let cells = self.cells();
        let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max();
        let mut text = format!("{}, split {}: {}\n", self.dataset, self.split, self.meaning);
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
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let cells = self.cells();
        let mut text = line(&cells[0]);
        text.push_str("|---|");
        text.push_str(&"--:|".repeat(HEADING.len() - 1));
        text.push('\n');
        text.extend(cells[1..].iter().map(|row| line(row)));
        text.extend(self.notes().map(|note| format!("\n{note}\n")));
        text
    }

    /// Comma-separated values, with all digits.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = String::from("counter,triples,unanswered,mae,q_error,q_error_of_means,rmse");
        for percent in QUANTILES {
            // Nothing but a string is written to.
            let _ = write!(text, ",q_{percent}");
        }
        text.push_str(",q_max,open_seconds,count_seconds\n");
        for Row { counter, metrics } in &self.rows {
            text.push_str(counter);
            if let Some(it) = metrics {
                let _ = write!(text, ",{},{}", it.number, it.unanswered);
                let errors = [it.mae, it.q_error, it.q_error_of_means, it.rmse];
                let times = [it.open_seconds, it.count_seconds];
                for value in errors.iter().chain(&it.q_quantiles).chain(&times) {
                    let _ = write!(text, ",{value}");
                }
            }
            text.push('\n');
        }
        text
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
    use super::*;
    use crate::Outcome;

    fn table() -> Table {
        let outcomes = [Outcome {
            triple: 0,
            truth: 2.0,
            said: Some(250.0),
            open_seconds: 0.0,
            count_seconds: 0.125,
        }];
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
    fn who_does_not_answer_is_named() {
        let mut table = table();
        let metrics = table.rows[0].metrics.as_mut().unwrap();
        (metrics.number, metrics.unanswered) = (3, 2);
        let note = "mine: 2 of 3 questions got no answer, and count as 0\n";
        assert!(table.to_text().ends_with(note) && table.to_markdown().ends_with(note));
        table.rows[0].metrics.as_mut().unwrap().unanswered = 3;
        let text = table.to_text();
        assert!(text.contains("mine     no answer\n"), "{text}");
        assert!(text.ends_with("mine: 3 of 3 questions got no answer\n"), "{text}");
    }

    #[test]
    fn markdown_and_csv_have_every_row() {
        let markdown = table().to_markdown();
        assert_eq!(markdown.lines().count(), 4);
        assert!(markdown.lines().all(|line| line.matches('|').count() == 9), "{markdown}");
        let csv = table().to_csv();
        let columns: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(columns, [15, 15, 1]);
        assert!(csv.contains("\nmine,1,0,248,125,125,248,"), "{csv}");
    }
}
