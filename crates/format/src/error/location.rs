//! The location of a problem in a file.

use std::fmt;
use std::path::{Path, PathBuf};

use isocount_core::printable;

use crate::read::source::STDIN;

/// A location in a file. Lines and columns count from 1; columns count characters.
///
/// ```
/// use std::path::Path;
/// use isocount_format::Location;
///
/// let place = Location::line(Path::new("edges.csv"), 12);
/// assert_eq!((place.line, place.column), (12, 1));
/// assert_eq!(place.to_string(), "edges.csv:12:1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Location {
    /// The file.
    pub path: PathBuf,
    /// The line, or the row of a table.
    pub line: u32,
    /// The character within the line.
    pub column: u32,
    /// The kind of the file.
    pub within: Within,
}

/// The kind of input that a [`Location`] refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Within {
    /// A text file, whose lines can be shown.
    Text,
    /// A text that a user typed instead of a file name. The text is [`Location::path`].
    Typed,
    /// A table in a binary file. [`Location::line`] is its row, from 1, or 0 for the table as a
    /// whole.
    Table {
        /// The name of the column, as it stands in the file.
        column: Option<Box<str>>,
    },
}

impl Location {
    /// The beginning of a line.
    #[must_use]
    pub fn line(path: &Path, line: u32) -> Self {
        Self::character(path, line, 1)
    }

    /// A character of a line.
    pub(crate) fn character(path: &Path, line: u32, column: u32) -> Self {
        Self { path: path.to_owned(), line, column, within: Within::Text }
    }

    /// A row of a table, or the whole table for row 0.
    #[cfg(feature = "columnar")]
    pub(crate) fn row(path: &Path, row: u32) -> Self {
        let within = Within::Table { column: None };
        Self { path: path.to_owned(), line: row, column: 1, within }
    }

    /// One field of a row.
    #[cfg(feature = "columnar")]
    pub(crate) fn field(path: &Path, row: u32, column: &str) -> Self {
        let column = Some(super::found::shorten(column).into());
        Self { within: Within::Table { column }, ..Self::row(path, row) }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.path))?;
        match &self.within {
            Within::Text | Within::Typed => write!(f, ":{}:{}", self.line, self.column),
            Within::Table { column } => {
                if self.line > 0 {
                    write!(f, ": row {}", self.line)?;
                }
                match column {
                    Some(column) if self.line > 0 => write!(f, ", column `{}`", printable(column)),
                    Some(column) => write!(f, ": column `{}`", printable(column)),
                    None => Ok(()),
                }
            }
        }
    }
}

/// A path in printable form: the names of files come from outside as well.
pub(crate) fn shown(path: &Path) -> String {
    if path == Path::new(STDIN) {
        return "standard input".to_owned();
    }
    printable(&path.to_string_lossy()).into_owned()
}
