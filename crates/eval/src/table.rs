//! Tables of results: as text, Markdown, CSV or JSON.

use std::fmt::Write as _;

use isocount_core::printable;
use serde::Serialize;

use crate::{Metrics, QUANTILES};

/// The result of one counter on one data set.
///
/// ```
/// use isocount_core::Count;
/// use isocount_eval::{Metrics, Outcome, Row};
///
/// let outcomes = [Outcome::estimate(0, Count(10), 8.0)];
/// let row = Row::new("my-model", Metrics::of(&outcomes));
/// assert_eq!(row.metrics.map(|it| it.mae), Some(2.0));
///
/// // A counter that was not run still has its place in a table.
/// assert_eq!(Row::new("too-slow", None).metrics, None);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Row {
    /// The counter.
    pub counter: String,
    /// The metrics; `None` if the counter was not run.
    pub metrics: Option<Metrics>,
    /// What the counter ignored, if that changes the question: its answers are then not comparable
    /// with the true counts, and tables show only its times.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<&'static str>,
    /// Whether its times are known.
    #[serde(skip_serializing_if = "Timing::is_measured")]
    pub timing: Timing,
}

/// Whether the times of a row are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// They were measured here.
    #[default]
    Measured,
    /// The answers were made elsewhere.
    Unknown,
}

impl Timing {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    fn is_measured(&self) -> bool {
        *self == Self::Measured
    }
}

impl Row {
    /// A row with measured times, whose counter answered the question of the true counts.
    #[must_use]
    pub fn new(counter: impl Into<String>, metrics: Option<Metrics>) -> Self {
        Self { counter: counter.into(), metrics, ignored: Vec::new(), timing: Timing::Measured }
    }

    /// Whether the counter answered the question of the true counts.
    fn is_comparable(&self) -> bool {
        self.ignored.is_empty()
    }
}

/// The results of several counters on the same test triples.
///
/// ```
/// use isocount_core::Count;
/// use isocount_eval::{Metrics, Outcome, Row, Table};
///
/// let metrics = Metrics::of(&[Outcome::estimate(0, Count(10), 8.0)]);
/// let table = Table {
///     dataset: "my-molecules".to_owned(),
///     split: "paper".to_owned(),
///     meaning: "mappings (monomorphism)".to_owned(),
///     rows: vec![Row::new("my-model", metrics)],
/// };
/// let text = table.to_text();
/// assert!(text.starts_with("my-molecules, split paper: mappings (monomorphism)\n"));
/// assert!(text.contains("my-model"));
/// ```
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
        for it @ Row { counter, metrics, .. } in &self.rows {
            let mut row = vec![printable(counter).into_owned()];
            let (is_comparable, is_timed) = (it.is_comparable(), it.timing.is_measured());
            if let Some(it) = metrics.as_ref().filter(|it| it.unanswered < it.number) {
                let errors = [it.mae, it.q_error, it.rmse, it.q_quantiles[0], it.q_quantiles[3]];
                let error = |error| if is_comparable { short(error) } else { "-".to_owned() };
                row.extend(errors.map(error));
                let time = |seconds| if is_timed { short(seconds) } else { "-".to_owned() };
                row.extend([it.open_seconds, it.count_seconds].map(time));
            } else {
                let why = if metrics.is_some() { "no answer" } else { "not run" };
                row.push(why.to_owned());
                row.resize(HEADING.len(), String::new());
            }
            cells.push(row);
        }
        cells
    }

    /// Notes on counters that answered another question, or did not answer everything, and why.
    fn notes(&self) -> impl Iterator<Item = String> {
        let of_others = self.rows.iter().filter(|row| !row.is_comparable()).map(|row| {
            let ignored = row.ignored.join(" and ").replace('_', " ");
            let counter = printable(&row.counter);
            format!("{counter}: counts with {ignored} ignored, so only its times are comparable")
        });
        of_others.chain(self.cut_short()).chain(self.silent()).chain(self.covered())
    }

    /// Notes on how often the intervals contain the true count.
    fn covered(&self) -> impl Iterator<Item = String> {
        self.rows.iter().filter_map(|Row { counter, metrics, .. }| {
            let it = metrics.as_ref().filter(|it| it.intervals > 0)?;
            let (covered, intervals) = (it.covered, it.intervals);
            let (percent, counter) =
                (100.0 * covered as f64 / intervals as f64, printable(counter));
            let mut note = format!(
                "{counter}: {covered} of {intervals} intervals hold the true count ({percent:.1} %)"
            );
            if let Some(width) = it.interval_half_width {
                // Writing to a string cannot fail.
                let _ =
                    write!(note, "; their median half-width is {} %", in_percent(100.0 * width));
            }
            Some(note)
        })
    }

    /// Notes on counters that reached the time limit, and how often.
    fn cut_short(&self) -> impl Iterator<Item = String> {
        self.rows.iter().filter_map(|Row { counter, metrics, .. }| {
            let it = metrics.as_ref().filter(|it| it.cut_short > 0)?;
            let (cut_short, number, counter) = (it.cut_short, it.number, printable(counter));
            Some(format!("{counter}: {cut_short} of {number} questions reached the time limit"))
        })
    }

    /// Notes on counters that did not answer everything, and why.
    fn silent(&self) -> impl Iterator<Item = String> {
        self.rows.iter().filter_map(|Row { counter, metrics, .. }| {
            let it = metrics.as_ref().filter(|it| it.unanswered > 0)?;
            let (unanswered, number) = (it.unanswered, it.number);
            let counter = printable(counter);
            let mut note = format!("{counter}: {unanswered} of {number} questions got no answer");
            if unanswered < number {
                note.push_str(", and count as 0");
            }
            if let Some(reason) = &it.first_reason {
                // Writing to a string cannot fail.
                let _ = write!(note, "; the first: {}", printable(reason));
            }
            Some(note)
        })
    }

    /// Text with aligned columns.
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
                // Writing to a string cannot fail.
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

    /// Comma-separated values, with all digits. A name with a comma is quoted; a counter that was
    /// not run has empty cells, and one that answered another question has no errors.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "writing to memory cannot fail")]
    pub fn to_csv(&self) -> String {
        const MEMORY: &str = "writing to memory cannot fail";
        let mut heading: Vec<String> =
            ["counter", "triples", "unanswered", "mae", "q_error", "q_error_of_means", "rmse"]
                .map(str::to_owned)
                .to_vec();
        heading.extend(QUANTILES.iter().map(|percent| format!("q_{percent}")));
        let last = ["q_max", "open_seconds", "count_seconds", "reason", "ignored"];
        heading.extend(last.map(str::to_owned));
        heading.extend(["intervals", "covered", "interval_half_width"].map(str::to_owned));
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&heading).expect(MEMORY);
        for row @ Row { counter, metrics, ignored, timing } in &self.rows {
            let mut cells = vec![counter.clone()];
            if let Some(it) = metrics {
                cells.extend([it.number, it.unanswered].map(|number| number.to_string()));
                let errors = [it.mae, it.q_error, it.q_error_of_means, it.rmse];
                let times = [it.open_seconds, it.count_seconds];
                let shown = |error: &f64| {
                    if row.is_comparable() { error.to_string() } else { String::new() }
                };
                cells.extend(errors.iter().chain(&it.q_quantiles).map(shown));
                let time = |seconds: f64| {
                    if timing.is_measured() { seconds.to_string() } else { String::new() }
                };
                cells.extend(times.map(time));
                cells.extend(it.first_reason.clone());
            }
            cells.resize(heading.len() - 4, String::new());
            cells.push(ignored.join(" "));
            let judged = metrics.as_ref().filter(|it| it.intervals > 0);
            cells.extend(judged.map_or_else(Default::default, |it| {
                let width = it.interval_half_width.map_or_else(String::new, |w| w.to_string());
                [it.intervals.to_string(), it.covered.to_string(), width]
            }));
            writer.write_record(&cells).expect(MEMORY);
        }
        String::from_utf8(writer.into_inner().expect(MEMORY)).expect("cells are text")
    }
}

/// A width in percent; predictions of other programs may have any width.
fn in_percent(width: f64) -> String {
    if width < 1e5 { short(width) } else { format!("{width:.1e}") }
}

/// A number rounded to a readable number of digits.
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
        let rows = vec![Row::new("mine", Metrics::of(&outcomes)), Row::new("theirs", None)];
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
    fn a_counter_that_answers_another_question_has_times_only() {
        let mut table = table();
        table.rows[0].ignored = vec!["edge_labels", "directions"];
        let text = table.to_text();
        assert!(
            text.contains("mine           -        -     -       -       -    0.00    0.125\n"),
            "{text}"
        );
        let note = "mine: counts with edge labels and directions ignored, so only its times are \
                    comparable\n";
        assert!(text.ends_with(note) && table.to_markdown().ends_with(note), "{text}");
        table.rows[0].metrics.as_mut().unwrap().cut_short = 1;
        let text = table.to_text();
        assert!(text.ends_with("\nmine: 1 of 1 questions reached the time limit\n"), "{text}");
        let csv = table.to_csv();
        assert!(csv.contains("\nmine,1,0,,,,,,,,,,,0,0.125,,edge_labels directions,,,\n"), "{csv}");
        let json = serde_json::to_string(&table).unwrap();
        assert!(json.contains(r#""ignored":["edge_labels","directions"]"#), "{json}");
    }

    #[test]
    fn unknown_times_are_not_shown() {
        let mut table = table();
        table.rows[0].timing = Timing::Unknown;
        let text = table.to_text();
        assert!(text.contains("     125       -        -\n"), "{text}");
        assert!(table.to_csv().contains("125,125,,,,,,,\n"), "{}", table.to_csv());
        let json = serde_json::to_string(&table).unwrap();
        assert!(json.contains(r#""timing":"unknown""#), "{json}");
    }

    #[test]
    fn intervals_are_evaluated() {
        let mut table = table();
        let metrics = table.rows[0].metrics.as_mut().unwrap();
        (metrics.intervals, metrics.covered) = (8, 5);
        metrics.interval_half_width = Some(0.125);
        let note = "mine: 5 of 8 intervals hold the true count (62.5 %); their median half-width is 12.5 %\n";
        assert!(table.to_text().ends_with(note) && table.to_markdown().ends_with(note));
    }

    #[test]
    fn a_name_stays_in_its_cell() {
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
        assert_eq!(columns, [20, 20, 20]);
        assert!(csv.contains("\nmine,1,0,248,125,125,248,"), "{csv}");
    }
}
