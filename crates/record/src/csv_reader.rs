//! Records from the rows that [`row`](crate::csv::row) writes.

use std::time::Duration;

use isocount_core::{Answer, Count, Estimate, Interval, Log10, Meaning, Sampled, Semantics, View};

use crate::csv::COLUMNS;
use crate::{Question, Record, Said, Subject, Times};

/// Why a row is not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowProblem {
    /// It has more or fewer columns.
    #[error("found {found} columns, expected {}", COLUMNS.len())]
    Columns {
        /// The number of columns found.
        found: usize,
    },
    /// A cell does not contain a valid value for its column.
    #[error("the column `{column}` contains `{}`", isocount_core::printable(.found))]
    Cell {
        /// The column.
        column: &'static str,
        /// The contents of the cell.
        found: String,
    },
}

/// The cells of a row, accessed by column name.
struct Cells(Vec<String>);

impl Cells {
    fn of(row: &str) -> Result<Self, RowProblem> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .buffer_capacity(row.len().clamp(64, 1 << 13))
            .from_reader(row.as_bytes());
        let mut cells = csv::StringRecord::new();
        // Reading from memory cannot fail, and the text is UTF-8.
        let _ = reader.read_record(&mut cells);
        Self::checked(cells.iter().map(str::to_owned).collect())
    }

    fn checked(cells: Vec<String>) -> Result<Self, RowProblem> {
        match cells.len() {
            found if found == COLUMNS.len() => Ok(Self(cells)),
            found => Err(RowProblem::Columns { found }),
        }
    }

    fn text(&self, column: &'static str) -> &str {
        let place = COLUMNS.iter().position(|name| *name == column);
        &self.0[place.expect("it is one of the columns")]
    }

    /// `None` for an empty cell.
    fn filled(&self, column: &'static str) -> Option<&str> {
        Some(self.text(column)).filter(|text| !text.is_empty())
    }

    fn wrong(&self, column: &'static str) -> RowProblem {
        RowProblem::Cell { column, found: self.text(column).to_owned() }
    }

    fn number<N: std::str::FromStr>(&self, column: &'static str) -> Result<N, RowProblem> {
        self.text(column).parse().map_err(|_| self.wrong(column))
    }

    fn optional<N: std::str::FromStr>(
        &self,
        column: &'static str,
    ) -> Result<Option<N>, RowProblem> {
        self.filled(column).map(|_| self.number(column)).transpose()
    }

    fn time(&self, column: &'static str) -> Result<Duration, RowProblem> {
        Duration::try_from_secs_f64(self.number(column)?).map_err(|_| self.wrong(column))
    }

    fn subject(&self, name: &'static str, hash: &'static str) -> Subject {
        Subject { name: self.text(name).to_owned(), hash: self.filled(hash).map(str::to_owned) }
    }

    fn meaning(&self) -> Result<Meaning, RowProblem> {
        let semantics = format!("{} {}", self.text("semantics"), self.text("unit"));
        let semantics: Semantics = semantics.parse().map_err(|_| self.wrong("semantics"))?;
        let view = View::ignoring(self.text("ignored").split_whitespace());
        Ok(Meaning { semantics, view: view.map_err(|_| self.wrong("ignored"))? })
    }

    fn question(&self) -> Result<Question, RowProblem> {
        let mut question = Question::new(self.meaning()?, self.text("method"));
        for option in self.text("options").split_whitespace() {
            let (name, value) = option.split_once('=').ok_or_else(|| self.wrong("options"))?;
            question.options.insert(name.to_owned(), value.to_owned());
        }
        question.model = self.filled("model").map(str::to_owned);
        let limit = self.filled("time_limit").map(|_| self.time("time_limit"));
        question.time_limit = limit.transpose()?;
        question.step_limit = self.optional("step_limit")?;
        question.seed = self.optional("seed")?;
        Ok(question)
    }

    /// Adds the results of a sampler to an estimate, if the row contains any.
    fn sampled(&self, estimate: Estimate) -> Result<Estimate, RowProblem> {
        let number = |column| Ok(self.optional(column)?.unwrap_or(f64::INFINITY));
        let estimate = match self.optional("replicates")? {
            None => estimate,
            Some(replicates) => estimate.with_sampled(Sampled {
                relative_standard_error: number("relative_standard_error")?,
                replicates,
                at_least: number("at_least")?,
                at_most: number("at_most")?,
                reliable: self.number("reliable")?,
                precise: self.number("precise")?,
            }),
        };
        let Some(text) = self.filled("log10") else { return Ok(estimate) };
        let parsed: Option<Vec<f64>> = text.split(' ').map(|n| n.parse().ok()).collect();
        match parsed.as_deref() {
            Some(&[value, low, high]) => Ok(estimate.with_log10(Log10 { value, low, high })),
            _ => Err(self.wrong("log10")),
        }
    }

    fn said(&self) -> Result<Said, RowProblem> {
        let count = || self.number("count").map(Count);
        Ok(match self.text("answer") {
            "exact" => Said::Answer(Answer::Exact(count()?)),
            "at_least" => Said::Answer(Answer::AtLeast(count()?)),
            "estimate" => {
                // An estimate of a sampler that found nothing has no count.
                let value = match self.filled("replicates") {
                    Some(_) => self.optional("count")?.unwrap_or(0.0),
                    None => self.number("count")?,
                };
                let estimate = match self.optional("confidence")? {
                    None => Estimate::of(value),
                    Some(confidence) => {
                        let (low, high) = (self.number("low")?, self.number("high")?);
                        Estimate::within(value, Interval { low, high, confidence })
                    }
                };
                Said::Answer(Answer::Estimate(self.sampled(estimate)?))
            }
            "none" => Said::None { reason: self.text("reason").to_owned() },
            _ => return Err(self.wrong("answer")),
        })
    }
}

/// Parses a row, with or without the end of the line.
///
/// # Errors
/// If the row is not a record.
pub fn parse(row: &str) -> Result<Record, RowProblem> {
    record(&Cells::of(row)?)
}

/// Parses the cells of a row.
///
/// # Errors
/// If the cells are not a record.
pub fn parse_cells(cells: Vec<String>) -> Result<Record, RowProblem> {
    record(&Cells::checked(cells)?)
}

fn record(cells: &Cells) -> Result<Record, RowProblem> {
    let times = Times { open: cells.time("open_seconds")?, count: cells.time("count_seconds")? };
    let pattern = cells.subject("pattern", "pattern_hash");
    let graph = cells.subject("graph", "graph_hash");
    let said = cells.said()?;
    let reason = cells.filled("reason").filter(|_| said.is_exact_zero()).map(str::to_owned);
    let notes = cells.filled("notes").map_or(Ok(Vec::new()), serde_json::from_str);
    let notes = notes.map_err(|_| cells.wrong("notes"))?;
    let record = Record::new(pattern, graph, cells.question()?, said);
    Ok(record.with_zero_reason(reason).with_notes(notes).with_times(times))
}

#[cfg(test)]
mod tests {
    use isocount_core::{CountError, Directions, Unit};
    use proptest::prelude::*;

    use super::*;
    use crate::csv::row;

    fn record(said: Said) -> Record {
        let mut question = Question::new(
            Meaning {
                semantics: Semantics::Induced(Unit::Subgraphs),
                view: View { directions: Directions::Ignore, ..View::default() },
            },
            "learned",
        );
        question.options = [("readout".to_owned(), "fused".to_owned())].into();
        question.model = Some("abc".to_owned());
        question.time_limit = Some(Duration::from_millis(1_500));
        question.step_limit = Some(u64::MAX);
        question.seed = Some(3);
        let pattern = Subject { name: "a \"quoted\",\n\u{1b}".into(), hash: Some("00ff".into()) };
        let times = Times { open: Duration::from_nanos(1), count: Duration::from_secs(2) };
        Record::new(pattern, Subject::named("g"), question, said).with_times(times)
    }

    #[test]
    fn every_kind_of_answer_reads_back() {
        let interval = Interval { low: 9.4, high: 1e300, confidence: 0.95 };
        let nothing = Sampled {
            relative_standard_error: f64::INFINITY,
            replicates: 12,
            at_least: 0.0,
            at_most: f64::INFINITY,
            reliable: false,
            precise: false,
        };
        let log10 = Log10 { value: f64::NEG_INFINITY, low: f64::NEG_INFINITY, high: 400.0 };
        let unknown = Estimate::of(0.0).with_sampled(nothing).with_log10(log10);
        assert!(row(&record(Said::Answer(Answer::Estimate(unknown)))).contains(",estimate,,,,,,"));
        for said in [
            Said::Answer(Answer::Estimate(unknown)),
            Said::Answer(Answer::Exact(Count(u128::MAX))),
            Said::Answer(Answer::AtLeast(Count(0))),
            Said::Answer(Answer::estimate(-10.4)),
            Said::Answer(Answer::Estimate(Estimate::within(10.0, interval))),
            Said::from(Err(CountError::Overflow)),
        ] {
            let notes = vec!["far off; really".to_owned(), "a \"note\", with all\n".to_owned()];
            for record in [record(said.clone()), record(said).with_notes(notes)] {
                assert_eq!(parse(&row(&record)), Ok(record));
            }
        }
    }

    #[test]
    fn what_is_not_a_record_is_refused() {
        let good = row(&record(Said::Answer(Answer::Exact(Count(1)))));
        for (from, to, problem) in [
            ("exact,1,", "perhaps,1,", "the column `answer` contains `perhaps`"),
            ("exact,1,", "exact,-1,", "the column `count` contains `-1`"),
            ("exact,1,", "exact,", "found 28 columns, expected 29"),
            ("induced", "inducted", "the column `semantics` contains `inducted`"),
            ("directions", "dots", "the column `ignored` contains `dots`"),
            ("readout=fused", "readout", "the column `options` contains `readout`"),
            (",1.5,", ",-1.5,", "the column `time_limit` contains `-1.5`"),
            (",3,", ",three,", "the column `seed` contains `three`"),
            (",,\n", ",,note\n", "the column `notes` contains `note`"),
        ] {
            let bad = good.replacen(from, to, 1);
            assert_ne!(bad, good);
            assert_eq!(parse(&bad).unwrap_err().to_string(), problem, "{bad}");
        }
        assert_eq!(parse("").unwrap_err().to_string(), "found 0 columns, expected 29");
    }

    proptest! {
        #[test]
        fn names_read_back(name in any::<String>()) {
            let mut record = record(Said::Answer(Answer::Exact(Count(1))));
            record.graph.name = name;
            prop_assert_eq!(parse(&row(&record)), Ok(record));
        }

        #[test]
        fn any_text_is_a_record_or_a_problem(text in any::<String>()) {
            let _ = parse(&text);
        }
    }
}
