//! The format of an answer file, determined by its name.

use std::io::{self, BufRead};
use std::path::Path;

use isocount_record::{Question, Record, csv};

use crate::batch::{Answered, CsvRows, JsonLines, Subjects};

/// The formats of answer files. All of them can be continued.
///
/// ```
/// use std::path::Path;
/// use isocount_session::AnswerFormat;
///
/// // What `--out counts.csv` asks for.
/// assert_eq!(AnswerFormat::from_path(Path::new("counts.csv")), Some(AnswerFormat::Csv));
/// assert_eq!(AnswerFormat::from_path(Path::new("counts.jsonl")), Some(AnswerFormat::JsonLines));
/// assert_eq!(AnswerFormat::from_path(Path::new("counts.docx")), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerFormat {
    /// One JSON object per line.
    JsonLines,
    /// A header, and one row of comma-separated values per answer.
    Csv,
}

impl AnswerFormat {
    /// The format for a file name: `.jsonl` and `.ndjson`, or `.csv`.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "jsonl" | "ndjson" => Some(Self::JsonLines),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }

    /// The first line of a file, if the format has a header.
    pub(crate) fn heading(self) -> String {
        match self {
            Self::JsonLines => String::new(),
            Self::Csv => csv::heading(),
        }
    }

    /// Reads one answer, which may span several lines, and returns whether it is complete: the file
    /// may end early.
    pub(crate) fn read_whole(
        self,
        file: &mut dyn BufRead,
        text: &mut Vec<u8>,
    ) -> io::Result<Whole> {
        text.clear();
        // Within quotes, a line end is part of a name.
        let mut is_between_quotes = false;
        loop {
            let start = text.len();
            file.read_until(b'\n', text)?;
            let line = &text[start..];
            let is_odd = line.split(|byte| *byte == b'"').count() % 2 == 0;
            is_between_quotes ^= self == Self::Csv && is_odd;
            if line.last() != Some(&b'\n') {
                return Ok(Whole::No);
            }
            if !is_between_quotes {
                return Ok(Whole::Yes);
            }
        }
    }

    /// Whether a file whose first line is unfinished may be an answer file, so that the rest of
    /// that line can be dropped.
    pub(crate) fn may_begin(self, text: &[u8]) -> bool {
        let heading = self.heading();
        let start = match self {
            Self::JsonLines => br#"{"pattern":"#.as_slice(),
            Self::Csv => heading.as_bytes(),
        };
        start.starts_with(text) || (self == Self::JsonLines && text.starts_with(start))
    }

    /// Parses a complete answer.
    pub(crate) fn parse(self, text: &[u8]) -> Result<Record, String> {
        let problem = match self {
            Self::JsonLines => match serde_json::from_slice(text) {
                Ok(record) => return Ok(record),
                Err(problem) => problem.to_string(),
            },
            Self::Csv => match std::str::from_utf8(text).map(csv::parse) {
                Ok(Ok(record)) => return Ok(record),
                Ok(Err(problem)) => problem.to_string(),
                Err(_) => "found bytes that are not text".to_owned(),
            },
        };
        Err(format!("this line is not an answer of this version: {problem}"))
    }
}

/// Whether an answer is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whole {
    Yes,
    No,
}

/// Turns the answers of a batch into the lines of a file.
///
/// ```
/// # use isocount_core::{Control, Meaning, Semantics, Unit};
/// # use isocount_format::Notation;
/// # use isocount_session::{Ask, Batch, Method, Session, SessionError, Source};
/// use isocount_session::{AnswerFormat, AnswerLines, Subjects};
/// # let (mut session, control) = (Session::new(), Control::NONE);
/// # let triangle = Source::text(Notation::Text, "a-b-c-a");
/// # let patterns = [session.read_pattern(triangle, &control)?.with_name("triangle")];
/// # let graphs = [session.read_graph(Source::argument("example:karate".as_ref()), &control)?];
/// # let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Subgraphs));
/// # let ask = Ask::new(meaning, Method::exact());
/// # let batch = Batch::all(&ask, &patterns, &graphs);
///
/// // The same answers in every format there is.
/// let (question, subjects) = (ask.question(), Subjects::named(&batch));
/// for (format, start) in [(AnswerFormat::JsonLines, "{"), (AnswerFormat::Csv, "triangle,")] {
///     let lines = AnswerLines::new(format, &question, &subjects);
///     let mut text = String::new();
///     batch.run(
///         0,
///         &control,
///         |stretch: &mut String, answered| lines.write(stretch, &answered),
///         |stretch| {
///             text += &stretch;
///             Ok::<(), SessionError>(())
///         },
///     )?;
///     assert!(text.starts_with(start));
/// }
/// # Ok::<(), SessionError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AnswerLines {
    /// As JSON.
    JsonLines(JsonLines),
    /// As comma-separated values, without the heading.
    Csv(CsvRows),
}

impl AnswerLines {
    /// Creates a writer for the answers to this question.
    #[must_use]
    pub fn new(format: AnswerFormat, question: &Question, subjects: &Subjects) -> Self {
        match format {
            AnswerFormat::JsonLines => Self::JsonLines(JsonLines::new(question, subjects)),
            AnswerFormat::Csv => Self::Csv(CsvRows::new(question, subjects)),
        }
    }

    /// Appends the line of an answer.
    pub fn write(&self, out: &mut String, answered: &Answered) {
        match self {
            Self::JsonLines(lines) => lines.write(out, answered),
            Self::Csv(rows) => rows.write(out, answered),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_name_determines_the_format() {
        for (name, format) in [
            ("a.jsonl", Some(AnswerFormat::JsonLines)),
            ("a.ndjson", Some(AnswerFormat::JsonLines)),
            ("a.CSV", Some(AnswerFormat::Csv)),
            ("a.json", None),
            ("csv", None),
        ] {
            assert_eq!(AnswerFormat::from_path(Path::new(name)), format, "{name}");
        }
    }

    #[test]
    fn a_foreign_file_is_told_from_an_unfinished_line() {
        for text in ["", "{", r#"{"pattern":"#, r#"{"pattern":"p","gra"#] {
            assert!(AnswerFormat::JsonLines.may_begin(text.as_bytes()), "{text}");
        }
        assert!(AnswerFormat::Csv.may_begin(b"pattern,gr"));
        for (format, text) in [
            (AnswerFormat::JsonLines, "precious"),
            (AnswerFormat::Csv, "precious"),
            (AnswerFormat::Csv, "pattern,count"),
        ] {
            assert!(!format.may_begin(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_name_of_two_lines_does_not_end_a_row() {
        for (format, text, read, whole) in [
            (AnswerFormat::Csv, "\"a\nb\",1\nc", "\"a\nb\",1\n", Whole::Yes),
            (AnswerFormat::Csv, "\"a\n", "\"a\n", Whole::No),
            (AnswerFormat::Csv, "a,1", "a,1", Whole::No),
            (AnswerFormat::JsonLines, "{\"\n{", "{\"\n", Whole::Yes),
            (AnswerFormat::JsonLines, "", "", Whole::No),
        ] {
            let mut found = Vec::new();
            assert_eq!(format.read_whole(&mut text.as_bytes(), &mut found).unwrap(), whole);
            assert_eq!(found, read.as_bytes());
        }
    }
}
