//! Why a table file cannot be read.

use isocount_core::printable;

use crate::Format;
use crate::read::limits::MAX_EXPANSION;

/// A problem with a Parquet or Arrow file that does not concern a single row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableProblem {
    /// The file has another format.
    #[error("this is not a file of the format {format}: {reason}")]
    OtherFormat {
        /// The format that was expected.
        format: Format,
        /// The evidence.
        reason: &'static str,
    },
    /// Version 1 of Feather, which is unrelated to Arrow files.
    #[error("this is a Feather file of version 1, which is not supported")]
    FeatherV1,
    /// The file uses an unsupported feature.
    #[error("{feature} are not supported")]
    Unsupported {
        /// The feature, in the plural.
        feature: &'static str,
    },
    /// The compression is not supported.
    #[error("the column `{}` is compressed with {codec}, which is not supported", printable(.column))]
    Compression {
        /// The column.
        column: String,
        /// The name of the compression.
        codec: &'static str,
    },
    /// The bytes are inconsistent.
    #[error("the file is damaged or cut off: {}", printable(.message))]
    Damaged {
        /// What was found.
        message: String,
    },
    /// A small file that expands to far too much data.
    #[error("the {what} expand to more than {MAX_EXPANSION} times their size")]
    Expands {
        /// What expands, in the plural.
        what: &'static str,
    },
}

impl TableProblem {
    /// The remedy.
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
