//! One table, read line by line; its errors state the position.
//!
//! These tables hold plain numbers between commas. Several of them are read in step, and an empty
//! line is an error, so a CSV reader, which skips empty lines, cannot be used.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::str::FromStr;

use flate2::bufread::MultiGzDecoder;
use isocount_core::printable;

use crate::DataError;

/// The longest line of a table. Without it, a damaged file without line ends would fill the memory.
const LONGEST_LINE: u64 = 1 << 16;

/// A table that is being read.
pub(super) struct Table {
    path: PathBuf,
    lines: Box<dyn BufRead + Send>,
    /// The number of the line read last, from 1.
    line: usize,
    text: String,
}

impl Table {
    pub(super) fn open(path: PathBuf) -> Result<Self, DataError> {
        let file = File::open(&path).map_err(|source| DataError::read(&path, source))?;
        let file = BufReader::with_capacity(1 << 16, file);
        let is_compressed = path.extension().is_some_and(|ending| ending == "gz");
        let lines: Box<dyn BufRead + Send> = if is_compressed {
            Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file)))
        } else {
            Box::new(file)
        };
        Ok(Self { path, lines, line: 0, text: String::new() })
    }

    /// Advances to the next line. Returns whether there is one.
    pub(super) fn advance(&mut self) -> Result<bool, DataError> {
        self.text.clear();
        self.line += 1;
        let mut bounded = self.lines.by_ref().take(LONGEST_LINE + 1);
        let len = bounded.read_line(&mut self.text).map_err(|error| self.unreadable(&error))?;
        if len as u64 > LONGEST_LINE {
            let problem = format!("the line is longer than {LONGEST_LINE} bytes");
            return Err(self.error(problem, NOT_THIS_LAYOUT));
        }
        Ok(len > 0)
    }

    /// Advances to the next line, which must exist; `expected` describes its contents.
    pub(super) fn expect(&mut self, expected: impl FnOnce() -> String) -> Result<(), DataError> {
        if self.advance()? {
            return Ok(());
        }
        Err(self.error(format!("the file ends here, expected {}", expected()), OTHER_LENGTH))
    }

    /// Checks that no line is left.
    pub(super) fn expect_end(&mut self, after: &str) -> Result<(), DataError> {
        if !self.advance()? {
            return Ok(());
        }
        Err(self.error(format!("found a further line, expected the end {after}"), OTHER_LENGTH))
    }

    fn row(&self) -> &str {
        self.text.trim_end_matches(['\n', '\r'])
    }

    /// The columns of the line.
    pub(super) fn columns(&self) -> impl Iterator<Item = &str> {
        self.row().split(',').map(str::trim)
    }

    /// The line as exactly `N` numbers.
    pub(super) fn numbers<T: FromStr, const N: usize>(&self) -> Result<[T; N], DataError> {
        let mut columns = self.columns();
        let numbers = [(); N].map(|()| columns.next().and_then(|text| text.parse().ok()));
        if columns.next().is_some() || numbers.iter().any(Option::is_none) {
            let expected = if N == 1 { "a whole number" } else { "`tail,head`, two whole numbers" };
            let problem = format!("found `{}`, expected {expected}", printable(self.row()));
            return Err(self.error(problem, NOT_THIS_LAYOUT));
        }
        Ok(numbers.map(|number| number.expect("none is missing")))
    }

    /// An error about the line read last.
    pub(super) fn error(&self, problem: String, help: &str) -> DataError {
        let (path, line) = (self.path.clone(), self.line);
        DataError::Table { path, line, problem, help: help.to_owned() }
    }

    fn unreadable(&self, error: &io::Error) -> DataError {
        let problem = match error.kind() {
            io::ErrorKind::UnexpectedEof => "the compressed data ends too early".to_owned(),
            _ => format!("cannot be read: {error}"),
        };
        self.error(problem, "the file is damaged or was not copied completely; fetch it again")
    }
}

pub(super) const NOT_THIS_LAYOUT: &str =
    "OGB tables have no header and separate whole numbers by commas";

const OTHER_LENGTH: &str =
    "the tables of one folder belong together; fetch all of them again from one place";
