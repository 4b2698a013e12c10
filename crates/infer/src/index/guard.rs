//! Whether bytes may be believed.

use std::convert::Infallible;

/// Asked before bytes are read.
pub(crate) trait Guard {
    /// What is said if they may not.
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
