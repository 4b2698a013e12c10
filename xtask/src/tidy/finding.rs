//! One thing that is wrong, and where.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Finding {
    path: String,
    /// Counted from 1; nothing if the finding concerns the whole file.
    line: Option<usize>,
    problem: String,
}

impl Finding {
    pub(super) fn in_file(path: &str, problem: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line: None, problem: problem.into() }
    }

    /// `line_ix` counts from 0, as `enumerate` does.
    pub(super) fn in_line(path: &str, line_ix: usize, problem: impl Into<String>) -> Self {
        Self { line: Some(line_ix + 1), ..Self::in_file(path, problem) }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, problem } = self;
        match line {
            Some(line) => write!(f, "{path}:{line}: {problem}"),
            None => write!(f, "{path}: {problem}"),
        }
    }
}
