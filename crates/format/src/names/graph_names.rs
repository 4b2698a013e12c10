//! The names of the graphs of a file.

use crate::collection::Holds;

/// How the graphs of a file are named, as far as this is known before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GraphNames {
    /// There is one graph, named after the file.
    File,
    /// A single graph is named after the file; several are `file#0`, `file#1` and so on.
    FileOrNumber,
    /// There is one graph, with its own name or the name of the file.
    OwnOrFile,
    /// Each graph has its own name or a number, as above.
    OwnOrNumber,
    /// Each graph has its own name, the name of the file, or a number.
    OwnOrFileOrNumber,
    /// `dataset_0`, `dataset_1` and so on.
    Dataset,
}

impl GraphNames {
    /// Whether a file, or a dataset, with this stem may contain a graph of this name.
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
