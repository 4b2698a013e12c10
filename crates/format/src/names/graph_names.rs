//! What the graphs of a file are called.

use crate::collection::Holds;

/// What the graphs of a file are called, as far as that is known before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GraphNames {
    /// There is one, and it is called as the file.
    File,
    /// One is called as the file; several are `file#0`, `file#1` and so on.
    FileOrNumber,
    /// There is one, and it is called as it says, or as the file.
    OwnOrFile,
    /// Each is called as it says, or by its number, as above.
    OwnOrNumber,
    /// Each is called as it says, or as the file, or by its number.
    OwnOrFileOrNumber,
    /// `dataset_0`, `dataset_1` and so on.
    Dataset,
}

impl GraphNames {
    /// Whether a graph is called so in a file of this name, without folder and ending, or in the
    /// dataset of this name.
    pub(crate) fn hold(self, name: &str, stem: &str) -> Holds {
        let as_file = name == stem;
        let numbered = |mark: char| {
            let number = name.strip_prefix(stem).and_then(|rest| rest.strip_prefix(mark));
            number.is_some_and(|n| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let (likely, names_itself) = match self {
            Self::File => (as_file, false),
            Self::FileOrNumber => (as_file || numbered('#'), false),
            Self::OwnOrFile => (as_file, true),
            Self::OwnOrNumber => (numbered('#'), true),
            Self::OwnOrFileOrNumber => (as_file || numbered('#'), true),
            Self::Dataset => (numbered('_'), false),
        };
        match (likely, names_itself) {
            (true, _) => Holds::Likely,
            (false, true) => Holds::Perhaps,
            (false, false) => Holds::No,
        }
    }
}
