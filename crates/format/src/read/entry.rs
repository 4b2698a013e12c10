//! One entry of a file with many graphs, and the handling of faulty ones.

use crate::{Faults, FormatError, SyntaxProblem};

/// A graph or pattern of a file, or the reason why this one could not be read.
pub type Entry<T> = Result<T, FaultyEntry>;

/// An entry that could not be read.
///
/// ```
/// use std::path::Path;
/// use isocount_core::Control;
/// use isocount_format::{FaultyEntry, Format, LabelNames, ReadOptions, read_bytes};
///
/// // A reader of your own keeps what it cannot read as an entry among the others.
/// let (path, mut names) = (Path::new("mol-7.smi"), LabelNames::new());
/// let read = |text: &[u8], names: &mut LabelNames| {
///     read_bytes(Format::Smiles, path, text, &ReadOptions::new(), names, &Control::NONE)
/// };
/// let problem = read(b"C1CC", &mut names).expect_err("its ring is not closed");
/// let entry = FaultyEntry::new("mol-7", problem);
/// assert_eq!(entry.name, "mol-7");
/// assert!(entry.problem.to_string().contains("ring"));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct FaultyEntry {
    /// The name of the graph: from the entry if possible, otherwise from the file and the number of
    /// the entry.
    pub name: String,
    /// The problem, with its location in the file.
    pub problem: Box<FormatError>,
}

impl FaultyEntry {
    /// Creates a faulty entry of this name.
    #[must_use]
    pub fn new(name: impl Into<String>, problem: FormatError) -> Self {
        Self { name: name.into(), problem: Box::new(problem) }
    }
}

impl Faults {
    /// Returns a faulty entry, if faults are kept and reading can continue after it; otherwise the
    /// error for the file.
    pub(crate) fn entry(
        self,
        name: impl FnOnce() -> String,
        problem: FormatError,
    ) -> Result<FaultyEntry, FormatError> {
        match self {
            Self::Keep if is_of_one_entry(&problem) => Ok(FaultyEntry::new(name(), problem)),
            _ => Err(problem),
        }
    }
}

/// Whether a problem concerns only this entry. An endless line does not.
fn is_of_one_entry(problem: &FormatError) -> bool {
    match problem {
        FormatError::Syntax { problem, .. } => !matches!(problem, SyntaxProblem::TooLong { .. }),
        FormatError::Graph { .. } | FormatError::EmptyPattern { .. } => true,
        _ => false,
    }
}

/// Returns all entries, or the problem of the first faulty one.
pub(crate) fn all_sound<T>(entries: Vec<Entry<T>>) -> Result<Vec<T>, FormatError> {
    entries.into_iter().map(|entry| entry.map_err(|faulty| *faulty.problem)).collect()
}
