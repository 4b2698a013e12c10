//! A placeholder for a pattern or graph that could not be read.

use std::sync::Arc;

/// A pattern or graph that could not be read.
///
/// ```
/// use isocount_core::NotRead;
///
/// let problem = NotRead::new("pattern", "ring.json, line 3: expected `]`");
/// let text = "the pattern could not be read: ring.json, line 3: expected `]`";
/// assert_eq!(problem.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {kind} could not be read: {problem}")]
#[non_exhaustive]
pub struct NotRead {
    /// `pattern` or `graph`.
    pub kind: &'static str,
    /// What was wrong, with file and line.
    pub problem: Arc<str>,
}

impl NotRead {
    /// A pattern or graph (`kind`) that could not be read because of `problem`.
    #[must_use]
    pub fn new(kind: &'static str, problem: impl Into<Arc<str>>) -> Self {
        Self { kind, problem: problem.into() }
    }
}
