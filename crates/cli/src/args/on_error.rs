//! What happens to patterns and graphs that cannot be read.

use clap::ValueEnum;
use isocount::format::Faults;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnErrorArg {
    /// Leave out its file, and report it on stderr
    Report,
    /// Go on with the rest of its file, and answer questions about it with none and the reason
    Record,
}

impl OnErrorArg {
    pub(crate) fn faults(self) -> Faults {
        match self {
            Self::Report => Faults::Refuse,
            Self::Record => Faults::Keep,
        }
    }
}
