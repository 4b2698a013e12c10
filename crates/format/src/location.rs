//! Where in a file something went wrong.

use std::fmt;
use std::path::{Path, PathBuf};

use isocount_core::printable;

/// A place in a file. Lines and columns count from 1; columns count characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Location {
    /// The file.
    pub path: PathBuf,
    /// The line.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

impl Location {
    /// The beginning of a line.
    #[must_use]
    pub fn line(path: &Path, line: u32) -> Self {
        Self { path: path.to_owned(), line, column: 1 }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", shown(&self.path), self.line, self.column)
    }
}

/// A path as it can be printed: the names of files come from outside, too.
pub(crate) fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy()).into_owned()
}
