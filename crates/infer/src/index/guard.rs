//! Checks bytes before they are used.

use std::convert::Infallible;

/// Checks bytes before they are read.
pub(crate) trait Guard {
    /// The error for wrong contents.
    type Refusal;

    /// Must be called before these bytes are read.
    fn touch(&self, bytes: &[u8]) -> Result<(), Self::Refusal>;

    /// The error for contents that are inconsistent.
    fn refuse(&self, what: &'static str) -> Self::Refusal;
}

/// Memory that this process has filled itself.
pub(crate) struct Trusted;

impl Guard for Trusted {
    type Refusal = Infallible;

    #[inline]
    fn touch(&self, _: &[u8]) -> Result<(), Infallible> {
        Ok(())
    }

    #[cold]
    fn refuse(&self, what: &'static str) -> Infallible {
        unreachable!("an index made by this process is valid: {what}")
    }
}
