//! The lines of a file of predictions: a table, or JSON lines.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use isocount_core::{Interval, printable};
use serde_json::Value;

use crate::PredictionError;
use crate::predictions::interval;

/// The prediction for a pair.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Prediction {
    pub(crate) line: usize,
    pub(crate) pattern: String,
    pub(crate) graph: String,
    pub(crate) value: f64,
    pub(crate) interval: Option<Interval>,
}

/// The longest row in bytes: names and numbers are short.
const LONGEST_ROW: u64 = 1 << 20;

/// The layout of the lines.
enum Layout {
    JsonLines,
    /// Columns and their separator.
    Table {
        columns: Columns,
        separator: u8,
    },
}

/// The positions of the columns of a table.
struct Columns {
    pattern: usize,
    graph: usize,
    prediction: usize,
    low: Option<usize>,
    high: Option<usize>,
    confidence: Option<usize>,
}

/// The predictions of a file, one at a time.
pub(crate) struct PredictionRows<'a, R> {
    rows: Rows<'a, R>,
    layout: Layout,
}

const TABLE: &str =
    "a table has the columns pattern, graph and prediction, and optionally low and high";
const OBJECT: &str = "each line is an object with `pattern`, `graph` and `prediction`, and \
                      optionally `low` and `high`";

impl<'a, R: Read> PredictionRows<'a, R> {
    /// Reads the heading, if there is one.
    pub(crate) fn new(path: &'a Path, bytes: R) -> Result<Self, PredictionError> {
        let ending = path.extension().and_then(|it| it.to_str()).map(str::to_ascii_lowercase);
        let separator = match ending.as_deref() {
            Some("jsonl" | "ndjson") => None,
            Some("csv") => Some(b','),
            Some("tsv") => Some(b'\t'),
            _ => return Err(PredictionError::UnknownFormat { path: path.to_owned() }),
        };
        let quotes = if separator.is_some() { Quotes::Matter } else { Quotes::Ignored };
        let mut rows = Rows { path, bytes: BufReader::new(bytes), quotes, line: 0, next: 1 };
        let layout = match separator {
            None => Layout::JsonLines,
            Some(separator) => {
                let heading = rows.next_row()?;
                let heading = heading.ok_or_else(|| rows.error("the file is empty", TABLE))?;
                let columns = Columns::of(&cells(&heading, separator), &rows)?;
                Layout::Table { columns, separator }
            }
        };
        Ok(Self { rows, layout })
    }

    fn prediction(&mut self) -> Result<Option<Prediction>, PredictionError> {
        let Some(text) = self.rows.next_row()? else { return Ok(None) };
        let rows = &self.rows;
        Ok(Some(match &self.layout {
            Layout::JsonLines => of_object(&text, rows)?,
            Layout::Table { columns, separator } => {
                columns.prediction(&cells(&text, *separator), rows)?
            }
        }))
    }
}

impl<R: Read> Iterator for PredictionRows<'_, R> {
    type Item = Result<Prediction, PredictionError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.prediction().transpose()
    }
}

/// Whether line ends inside quotes belong to the row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    Matter,
    Ignored,
}

/// A file, row by row; a row of a table may span several lines.
struct Rows<'a, R> {
    path: &'a Path,
    bytes: BufReader<R>,
    quotes: Quotes,
    /// The first line of the last row.
    line: usize,
    /// The first line of the next row.
    next: usize,
}

impl<R: Read> Rows<'_, R> {
    fn error(&self, problem: impl Into<String>, help: &str) -> PredictionError {
        let (path, line) = (self.path.to_owned(), self.line.max(1));
        PredictionError::Line { path, line, problem: problem.into(), help: help.to_owned() }
    }

    /// The next non-empty row.
    fn next_row(&mut self) -> Result<Option<String>, PredictionError> {
        loop {
            self.line = self.next;
            let mut bytes = Vec::new();
            self.read_row(&mut bytes)
                .map_err(|source| PredictionError::Read { path: self.path.to_owned(), source })?;
            if bytes.len() as u64 > LONGEST_ROW {
                let problem = format!("the line is longer than {LONGEST_ROW} bytes");
                return Err(self.error(problem, "check the quotes of this line"));
            }
            if bytes.is_empty() {
                return Ok(None);
            }
            let text = String::from_utf8(bytes)
                .map_err(|_| self.error("found bytes that are not UTF-8", "save it as UTF-8"))?;
            // Some programs write a byte order mark.
            let text = match self.line {
                1 => text.strip_prefix('\u{feff}').unwrap_or(&text),
                _ => &text,
            };
            if !text.trim().is_empty() {
                return Ok(Some(text.to_owned()));
            }
        }
    }

    fn read_row(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        let mut is_open = false;
        loop {
            let start = bytes.len();
            let limit = (LONGEST_ROW + 1).saturating_sub(start as u64);
            let len = self.bytes.by_ref().take(limit).read_until(b'\n', bytes)?;
            self.next += usize::from(bytes[start..].last() == Some(&b'\n'));
            // An odd number of quotes opens or closes a quoted cell.
            let is_odd = bytes[start..].split(|byte| *byte == b'"').count() % 2 == 0;
            is_open ^= self.quotes == Quotes::Matter && is_odd;
            if len == 0 || !is_open {
                return Ok(());
            }
        }
    }
}

/// The cells of a row.
fn cells(row: &str, separator: u8) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .buffer_capacity(row.len().clamp(64, 1 << 13))
        .from_reader(row.as_bytes());
    let mut cells = csv::StringRecord::new();
    // Reading valid UTF-8 from memory cannot fail.
    let _ = reader.read_record(&mut cells);
    cells.iter().map(str::to_owned).collect()
}

impl Columns {
    fn of<R: Read>(heading: &[String], rows: &Rows<'_, R>) -> Result<Self, PredictionError> {
        let find = |name: &str| heading.iter().position(|cell| cell.trim() == name);
        let need = |name: &str| {
            find(name).ok_or_else(|| {
                let found = printable(&heading.join(", ")).into_owned();
                rows.error(format!("found no column `{name}` among {found}"), TABLE)
            })
        };
        let columns = Self {
            pattern: need("pattern")?,
            graph: need("graph")?,
            prediction: need("prediction")?,
            low: find("low"),
            high: find("high"),
            confidence: find("confidence"),
        };
        if columns.low.is_some() != columns.high.is_some() {
            return Err(rows.error("found one of the columns low and high, not both", TABLE));
        }
        Ok(columns)
    }

    fn prediction<R: Read>(
        &self,
        cells: &[String],
        rows: &Rows<'_, R>,
    ) -> Result<Prediction, PredictionError> {
        let cell = |place: usize| {
            let problem = || format!("found {} columns, fewer than the heading", cells.len());
            cells
                .get(place)
                .ok_or_else(|| rows.error(problem(), "every line needs all columns of the heading"))
        };
        let number = |name: &str, place: usize| {
            let text = cell(place)?.trim();
            text.parse().map_err(|_| not_a_number(name, text, rows))
        };
        let optional = |name: &str, place: Option<usize>| match place {
            Some(place) if !cell(place)?.trim().is_empty() => number(name, place).map(Some),
            _ => Ok(None),
        };
        let numbers = Numbers {
            value: number("prediction", self.prediction)?,
            low: optional("low", self.low)?,
            high: optional("high", self.high)?,
            confidence: optional("confidence", self.confidence)?,
        };
        numbers.checked(cell(self.pattern)?.clone(), cell(self.graph)?.clone(), rows)
    }
}

fn of_object<R: Read>(text: &str, rows: &Rows<'_, R>) -> Result<Prediction, PredictionError> {
    let object: serde_json::Map<String, Value> = serde_json::from_str(text).map_err(|problem| {
        let problem = format!("not a prediction: {}", printable(&problem.to_string()));
        rows.error(problem, OBJECT)
    })?;
    let name = |key: &str| match object.get(key) {
        Some(Value::String(name)) => Ok(name.clone()),
        _ => Err(rows.error(format!("`{key}` is not a string"), OBJECT)),
    };
    let number = |key: &str| match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Number(number)) => Ok(number.as_f64()),
        // The records of isocount have numbers as strings.
        Some(Value::String(text)) => {
            text.trim().parse().map(Some).map_err(|_| not_a_number(key, text, rows))
        }
        Some(other) => Err(not_a_number(key, &other.to_string(), rows)),
    };
    let value = number("prediction")?;
    let value = value.ok_or_else(|| rows.error("`prediction` is missing", OBJECT))?;
    let (low, high) = (number("low")?, number("high")?);
    let numbers = Numbers { value, low, high, confidence: number("confidence")? };
    numbers.checked(name("pattern")?, name("graph")?, rows)
}

fn not_a_number<R: Read>(name: &str, found: &str, rows: &Rows<'_, R>) -> PredictionError {
    let problem = format!("`{name}` is `{}`, expected a number", printable(found));
    rows.error(problem, "predictions are numbers such as 12, 0.5 or 1e6")
}

/// The numbers of a row.
struct Numbers {
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
    confidence: Option<f64>,
}

impl Numbers {
    fn checked<R: Read>(
        self,
        pattern: String,
        graph: String,
        rows: &Rows<'_, R>,
    ) -> Result<Prediction, PredictionError> {
        let Self { value, low, high, confidence } = self;
        let named =
            [("prediction", Some(value)), ("low", low), ("high", high), ("confidence", confidence)];
        for (name, number) in named {
            if let Some(number) = number.filter(|number| !number.is_finite()) {
                return Err(not_a_number(name, &number.to_string(), rows));
            }
        }
        let interval = match (low, high) {
            (Some(low), Some(high)) if low <= high => Some(interval(low, high, confidence)),
            (Some(low), Some(high)) => {
                let problem = format!("`low` is {low} and `high` is {high}");
                return Err(rows.error(problem, "low must be at most high"));
            }
            (None, None) => None,
            _ => return Err(rows.error("found one of low and high, not both", TABLE)),
        };
        if confidence.is_some_and(|it| !(0.0..=1.0).contains(&it)) {
            return Err(rows.error(
                "`confidence` is not between 0 and 1",
                "confidences are numbers such as 0.95",
            ));
        }
        Ok(Prediction { line: rows.line, pattern, graph, value, interval })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, text: &[u8]) -> Result<Vec<Prediction>, String> {
        let rows = PredictionRows::new(Path::new(name), text);
        rows.and_then(Iterator::collect).map_err(|error| error.to_string())
    }

    fn prediction(line: usize, graph: &str, value: f64) -> Prediction {
        let (pattern, graph) = ("p".to_owned(), graph.to_owned());
        Prediction { line, pattern, graph, value, interval: None }
    }

    #[test]
    fn tables_and_objects_are_read() {
        let table = "\u{feff}graph, truth,pattern,prediction\n\"g, 1\",7,p,2.5\n\n\"two\nlines\",0,p,-1e3\ng,,p, 4";
        let expected = [
            prediction(2, "g, 1", 2.5),
            prediction(4, "two\nlines", -1e3),
            prediction(6, "g", 4.0),
        ];
        assert_eq!(read("p.csv", table.as_bytes()).unwrap(), expected);
        let table = "pattern\tgraph\tprediction\np\tg, 1\t2.5\r\n";
        assert_eq!(read("p.tsv", table.as_bytes()).unwrap(), [prediction(2, "g, 1", 2.5)]);
        let lines = "{\"pattern\":\"p\",\"graph\":\"two\\nlines\",\"prediction\":2.5,\"by\":\"me\"}\n\
                     \n{\"prediction\":\"7\",\"graph\":\"g\",\"pattern\":\"p\",\"low\":null}";
        let expected = [prediction(1, "two\nlines", 2.5), prediction(3, "g", 7.0)];
        assert_eq!(read("p.jsonl", lines.as_bytes()).unwrap(), expected);
    }

    #[test]
    fn intervals_are_read() {
        let table =
            "pattern,graph,prediction,low,high,confidence\np,g,2,1,3,0.9\np,h,2,1,3,\np,i,2,,,\n";
        let intervals: Vec<_> =
            read("p.csv", table.as_bytes()).unwrap().into_iter().map(|it| it.interval).collect();
        let of = |confidence| Some(Interval { low: 1.0, high: 3.0, confidence });
        assert_eq!(intervals, [of(0.9), of(1.0), None]);
    }

    #[test]
    fn mistakes_have_a_place() {
        let long = format!("pattern,graph,prediction\n\"{}", "a\n".repeat(1 << 20));
        for (name, text, problem) in [
            ("p.txt", "", "p.txt: the name does not say which format the predictions have"),
            ("p.csv", "", "p.csv:1: the file is empty"),
            (
                "p.csv",
                "pattern,graph\n",
                "p.csv:1: found no column `prediction` among pattern, graph",
            ),
            (
                "p.csv",
                "pattern,graph,prediction,low\n",
                "p.csv:1: found one of the columns low and high, not both",
            ),
            (
                "p.csv",
                "pattern,graph,prediction\np,g\n",
                "p.csv:2: found 2 columns, fewer than the heading",
            ),
            (
                "p.csv",
                "pattern,graph,prediction\np,g,many\n",
                "p.csv:2: `prediction` is `many`, expected a number",
            ),
            (
                "p.csv",
                "pattern,graph,prediction\n\np,g,nan\n",
                "p.csv:3: `prediction` is `NaN`, expected a number",
            ),
            (
                "p.csv",
                "pattern,graph,prediction,low,high\np,g,1,2,1\n",
                "p.csv:2: `low` is 2 and `high` is 1",
            ),
            (
                "p.csv",
                "pattern,graph,prediction,low,high\np,g,1,2,\n",
                "p.csv:2: found one of low and high, not both",
            ),
            (
                "p.csv",
                "pattern,graph,prediction,low,high,confidence\np,g,1,0,2,95\n",
                "p.csv:2: `confidence` is not between 0 and 1",
            ),
            ("p.csv", &long, "p.csv:2: the line is longer than 1048576 bytes"),
            (
                "p.jsonl",
                "[]\n",
                "p.jsonl:1: not a prediction: invalid type: sequence, expected a map at line 1 column 0",
            ),
            (
                "p.jsonl",
                "{\"pattern\":\"p\",\"graph\":\"g\"}",
                "p.jsonl:1: `prediction` is missing",
            ),
            (
                "p.jsonl",
                "{\"pattern\":7,\"graph\":\"g\",\"prediction\":1}",
                "p.jsonl:1: `pattern` is not a string",
            ),
            (
                "p.jsonl",
                "{\"pattern\":\"p\",\"graph\":\"g\",\"prediction\":[1]}",
                "p.jsonl:1: `prediction` is `[1]`, expected a number",
            ),
        ] {
            assert_eq!(read(name, text.as_bytes()), Err(problem.to_owned()), "{name}");
        }
        let not_text = read("p.csv", b"pattern,graph,prediction\np,\xff,1\n");
        assert_eq!(not_text, Err("p.csv:2: found bytes that are not UTF-8".to_owned()));
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_predictions_or_a_problem(
            bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200),
        ) {
            for name in ["p.csv", "p.tsv", "p.jsonl"] {
                let _ = read(name, &bytes);
                let _ = read(name, &[b"pattern,graph,prediction,low,high\n", bytes.as_slice()].concat());
            }
        }
    }
}
