//! Checks bytes before they are used.

use std::convert::Infallible;

/// Is asked before bytes are read.
pub(crate) trait Guard {
    /// The error if they are wrong.
    type Refusal;

    /// These bytes are about to be read.
    fn touch(&self, bytes: &[u8]) -> Result<(), Self::Refusal>;

    /// What was read contradicts itself.
    fn refuse(&self, what: &'static str) -> Self::Refusal;
}

/// Memory that was filled by this process.
pub(crate) struct Trusted;

impl Guard for Trusted {
    type Refusal = Infallible;

    #[inline]
    fn touch(&self, _: &[u8]) -> Result<(), Infallible> {
        Ok(())
    }

    #[cold]
    fn refuse(&self, what: &'static str) -> Infallible {
        unreachable!("an index that this process has made: {what}")
    }
}
