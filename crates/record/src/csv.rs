//! Records as rows of comma-separated values, quoted where necessary. A value that was not
//! requested or is not known is an empty cell.

use isocount_core::{Answer, Estimate, Log10};

use crate::decimal::numbers;
use crate::{Record, Said};

pub use crate::csv_reader::{RowProblem, parse, parse_cells};

/// The columns.
pub const COLUMNS: &[&str] = &[
    "pattern",
    "graph",
    "semantics",
    "unit",
    "ignored",
    "method",
    "options",
    "model",
    "time_limit",
    "step_limit",
    "seed",
    "answer",
    "count",
    "low",
    "high",
    "confidence",
    "reason",
    "open_seconds",
    "count_seconds",
    "pattern_hash",
    "graph_hash",
    "relative_standard_error",
    "replicates",
    "at_least",
    "at_most",
    "reliable",
    "precise",
    "log10",
    "notes",
];

/// The header, including the end of the line.
#[must_use]
pub fn heading() -> String {
    line(COLUMNS.iter().copied())
}

/// One row, including the end of the line.
#[must_use]
pub fn row(record: &Record) -> String {
    let Record { pattern, graph, question, said, zero_reason, notes, times } = record;
    let semantics = question.meaning.semantics;
    let ignored = question.meaning.view.ignored().collect::<Vec<_>>().join(" ");
    let mut cells = [""; 5].map(str::to_owned);
    let [count, low, high, confidence, reason] = &mut cells;
    let mut sampled = [const { String::new() }; 7];
    let kind = match said {
        Said::Answer(Answer::Exact(exact)) => {
            *count = exact.to_string();
            *reason = zero_reason.clone().unwrap_or_default();
            "exact"
        }
        Said::Answer(Answer::AtLeast(bound)) => {
            *count = bound.to_string();
            (*low).clone_from(count);
            "at_least"
        }
        Said::Answer(Answer::Estimate(estimate)) => {
            [*count, *low, *high] = numbers(estimate).map(Option::unwrap_or_default);
            if let Some(interval) = estimate.interval {
                *confidence = interval.confidence.to_string();
            }
            sampled = sampled_cells(estimate);
            "estimate"
        }
        Said::None { reason: why } => {
            reason.clone_from(why);
            "none"
        }
    };
    let options = question.options.iter().map(|(name, value)| format!("{name}={value}"));
    let asked = [
        options.collect::<Vec<_>>().join(" "),
        question.model.clone().unwrap_or_default(),
        question.time_limit.map_or_else(String::new, |limit| limit.as_secs_f64().to_string()),
        question.step_limit.map_or_else(String::new, |limit| limit.to_string()),
        question.seed.map_or_else(String::new, |seed| seed.to_string()),
    ];
    let seconds = [times.open, times.count].map(|time| time.as_secs_f64().to_string());
    let start = [
        &pattern.name,
        &graph.name,
        semantics.name(),
        semantics.unit().name(),
        &ignored,
        &question.method,
    ];
    let asked = asked.iter().map(String::as_str).chain([kind]);
    let cells = cells.iter().chain(&seconds).map(String::as_str);
    let hashes = [pattern, graph].map(|subject| subject.hash.as_deref().unwrap_or_default());
    let sampled = sampled.iter().map(String::as_str);
    let notes = if notes.is_empty() { String::new() } else { list(notes) };
    line(start.into_iter().chain(asked).chain(cells).chain(hashes).chain(sampled).chain([&*notes]))
}

/// Notes in one cell, as a JSON list, because a sentence may contain any separator.
fn list(notes: &[String]) -> String {
    serde_json::to_string(notes).expect("texts are JSON")
}

/// The further results of a sampler.
fn sampled_cells(estimate: &Estimate) -> [String; 7] {
    let mut cells = [const { String::new() }; 7];
    let finite = |number: f64| if number.is_finite() { number.to_string() } else { String::new() };
    if let Some(sampled) = estimate.sampled {
        cells[0] = finite(sampled.relative_standard_error);
        cells[1] = sampled.replicates.to_string();
        cells[2] = finite(sampled.at_least);
        cells[3] = finite(sampled.at_most);
        cells[4] = sampled.reliable.to_string();
        cells[5] = sampled.precise.to_string();
    }
    if let Some(Log10 { value, low, high }) = estimate.log10 {
        cells[6] = format!("{value} {low} {high}");
    }
    cells
}

/// Most rows are shorter than this; a larger buffer costs more than the row.
const USUAL_ROW: usize = 256;

/// Cells as one line of CSV.
pub(crate) fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let mut writer = csv::WriterBuilder::new().buffer_capacity(USUAL_ROW).from_writer(Vec::new());
    writer.write_record(cells).expect("writing to memory cannot fail");
    let bytes = writer.into_inner().expect("writing to memory cannot fail");
    String::from_utf8(bytes).expect("cells are text")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use isocount_core::{Count, Meaning, Semantics};

    use super::*;
    use crate::{Question, Subject};

    #[test]
    fn names_with_commas_keep_to_their_cell() {
        let question = Question::new(Meaning::plain(Semantics::Homomorphism), "exact");
        let said = Said::Answer(Answer::AtLeast(Count(7)));
        let record =
            Record::new(Subject::named("a,b"), Subject::named("say \"g\""), question, said);
        let expected = "\"a,b\",\"say \"\"g\"\"\",homomorphism,mappings,,exact,,,,,,at_least,7,7,,,,0,0,,,,,,,,,,\n";
        assert_eq!(row(&record), expected);
        assert_eq!(heading().trim_end().split(',').count(), COLUMNS.len());
    }

    #[test]
    fn the_reason_for_a_zero_has_its_cell() {
        let question = Question::new(Meaning::plain(Semantics::Homomorphism), "exact");
        let said = Said::Answer(Answer::Exact(Count::ZERO));
        let record = Record::new(Subject::named("p"), Subject::named("g"), question, said)
            .with_zero_reason(Some("the graph has no nodes".to_owned()));
        let expected = "p,g,homomorphism,mappings,,exact,,,,,,exact,0,,,,the graph has no nodes,0,0,,,,,,,,,,\n";
        assert_eq!(row(&record), expected);
    }

    #[test]
    fn a_row_has_the_options_limits_and_seed_of_its_question() {
        let mut question = Question::new(Meaning::plain(Semantics::Homomorphism), "learned");
        question.options = [("readout", "fused"), ("width", "3")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into();
        question.model = Some("abc".to_owned());
        question.time_limit = Some(Duration::from_millis(1_500));
        question.step_limit = Some(9);
        question.seed = Some(7);
        let said = Said::Answer(Answer::Exact(Count(1)));
        let record = Record::new(Subject::named("p"), Subject::named("g"), question, said);
        let expected = "p,g,homomorphism,mappings,,learned,readout=fused width=3,abc,1.5,9,7,exact,1,,,,,0,0,,,,,,,,,,\n";
        assert_eq!(row(&record), expected);
    }
}
