//! Matches as lines: text, JSON or CSV.

use std::path::Path;

use isocount::printable;
use isocount::record::match_record;
use isocount::session::{AnswerFormat, Find, FindPairs, LoadedPattern, Match};

use crate::args::FindOutputArgs;
use crate::error::Failure;

/// How matches are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Text,
    Json,
    Csv,
}

impl Style {
    /// The style that the flags and the name of the file ask for.
    pub(super) fn new(output: &FindOutputArgs) -> Result<Self, Failure> {
        let flag = match (output.json, output.csv) {
            (true, _) => Some(Self::Json),
            (false, true) => Some(Self::Csv),
            (false, false) => None,
        };
        let Some(path) = &output.out else { return Ok(flag.unwrap_or(Self::Text)) };
        match (Self::by_name(path), flag) {
            (Some(by_name), Some(flag)) if by_name != flag => Err(Failure::usage(
                "the flag and the name of --out disagree: .jsonl is for JSON lines, .csv for CSV, .txt for text",
            )),
            (Some(style), _) | (None, Some(style)) => Ok(style),
            (None, None) => Err(Failure::usage(
                "the name of --out determines how matches are written: .jsonl for JSON lines, .csv for CSV, .txt for\n\
                 text; for any other name, use --json or --csv",
            )),
        }
    }

    fn by_name(path: &Path) -> Option<Self> {
        match AnswerFormat::from_path(path) {
            Some(AnswerFormat::JsonLines) => Some(Self::Json),
            Some(AnswerFormat::Csv) => Some(Self::Csv),
            _ => path
                .extension()
                .is_some_and(|it| it.eq_ignore_ascii_case("txt"))
                .then_some(Self::Text),
        }
    }
}

/// Writes matches in one style.
pub(super) struct Lines {
    style: Style,
    /// Whether a line of text names its pattern and graph.
    names_pair: bool,
    /// Whether CSV has a column for weights.
    is_weighted: bool,
    /// The columns of CSV for the images.
    columns: Vec<String>,
}

impl Lines {
    pub(super) fn new(
        style: Style,
        find: &Find,
        pairs: &FindPairs<'_>,
        patterns: &[LoadedPattern],
    ) -> Self {
        let most = patterns.iter().map(|it| it.pattern().num_nodes()).max().unwrap_or(0);
        let by_place = || (1..=most).map(|place| format!("node_{place}")).collect();
        let columns = match patterns {
            [one] => match one.node_names() {
                Some(names) => names.to_vec(),
                None => (0..most).map(|node| node.to_string()).collect(),
            },
            _ => by_place(),
        };
        let is_weighted = find.sample_size().is_some();
        Self { style, names_pair: pairs.len() > 1, is_weighted, columns }
    }

    /// The heading above the lines.
    pub(super) fn heading(&self) -> String {
        match self.style {
            Style::Text | Style::Json => String::new(),
            Style::Csv => {
                let columns = self.columns.iter().map(String::as_str);
                match_record::heading(columns, self.is_weighted)
            }
        }
    }

    /// Appends the line of a match.
    pub(super) fn write(&self, out: &mut String, found: &Match) {
        let record = found.to_record();
        match self.style {
            Style::Json => {
                *out += &record.to_json();
                out.push('\n');
            }
            Style::Csv => *out += &record.to_csv(self.columns.len(), self.is_weighted),
            Style::Text if self.names_pair => {
                let (pattern, graph) = (printable(record.pattern), printable(record.graph));
                out.extend([&*pattern, " in ", &*graph, ": ", &record.to_string(), "\n"]);
            }
            Style::Text => out.extend([&*record.to_string(), "\n"]),
        }
    }
}
