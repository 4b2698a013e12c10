//! One entry of a file that holds many graphs, and what happens to one that cannot be read.

use crate::{Faults, FormatError, SyntaxProblem};

/// A graph or pattern of a file, or why this one could not be read while others could.
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
    /// What the graph would have been called: as the entry says, if that can be told, otherwise by
    /// the name of the file and the number of the entry.
    pub name: String,
    /// What is wrong, with its place in the file.
    pub problem: Box<FormatError>,
}

impl FaultyEntry {
    /// What could not be read, under this name.
    #[must_use]
    pub fn new(name: impl Into<String>, problem: FormatError) -> Self {
        Self { name: name.into(), problem: Box::new(problem) }
    }
}

impl Faults {
    /// A faulty entry, if such are kept and reading can go on after it; otherwise the file is
    /// refused.
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

/// Whether a problem says nothing about the rest of the file. A line without end does.
fn is_of_one_entry(problem: &FormatError) -> bool {
    match problem {
        FormatError::Syntax { problem, .. } => !matches!(problem, SyntaxProblem::TooLong { .. }),
        FormatError::Graph { .. } | FormatError::EmptyPattern { .. } => true,
        _ => false,
    }
}

/// All entries, if none is faulty; otherwise what is wrong with the first such one.
pub(crate) fn all_sound<T>(entries: Vec<Entry<T>>) -> Result<Vec<T>, FormatError> {
    entries.into_iter().map(|entry| entry.map_err(|faulty| *faulty.problem)).collect()
}
