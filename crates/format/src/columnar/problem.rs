//! Why the file of a table cannot be read.

use isocount_core::printable;

use crate::Format;
use crate::read::limits::MAX_EXPANSION;

/// What is wrong with a Parquet or Arrow file, other than with one of its rows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableProblem {
    /// The bytes are something else.
    #[error("this is not a file of the format {format}: {reason}")]
    OtherFormat {
        /// The format that was expected.
        format: Format,
        /// What shows it.
        reason: &'static str,
    },
    /// The first version of Feather, which has nothing to do with Arrow files.
    #[error("this is a Feather file of version 1, which is not supported")]
    FeatherV1,
    /// What cannot be read in such files, in the plural.
    #[error("{feature} are not supported")]
    Unsupported {
        /// The feature, in the plural.
        feature: &'static str,
    },
    /// A compression that is not known here.
    #[error("the column `{}` is compressed with {codec}, which is not supported", printable(.column))]
    Compression {
        /// The column.
        column: String,
        /// The name of the compression.
        codec: &'static str,
    },
    /// The bytes contradict each other.
    #[error("the file is damaged or cut off: {}", printable(.message))]
    Damaged {
        /// What was found.
        message: String,
    },
    /// Few bytes that claim to be many.
    #[error("the {what} expand to more than {MAX_EXPANSION} times their size")]
    Expands {
        /// What is so small, in the plural.
        what: &'static str,
    },
}

impl TableProblem {
    /// What to do about it.
    pub(crate) fn help(&self) -> &'static str {
        match self {
            Self::OtherFormat { .. } => "check its ending, or state the format",
            Self::FeatherV1 => "write it again with version 2, the default of today's programs",
            Self::Unsupported { .. } => "write the table again in the usual way, or as CSV",
            Self::Compression { .. } => "write the table again with snappy, zstd, gzip or lz4",
            Self::Damaged { .. } => "download or write the file again",
            Self::Expands { .. } => "if that is right, write the table as CSV",
        }
    }
}
