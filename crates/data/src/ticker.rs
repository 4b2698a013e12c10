//! Checking a [`Control`] at intervals inside a long loop.

use isocount_core::{Cancelled, Control};

/// Checks its control once in many small steps.
pub(crate) struct Ticker<'a> {
    control: &'a Control,
    since: usize,
}

impl<'a> Ticker<'a> {
    /// Steps between two checks. A step is a number read or written, so the interval is well below
    /// a millisecond.
    const STEPS: usize = 1 << 14;

    pub(crate) fn new(control: &'a Control) -> Self {
        Self { control, since: 0 }
    }

    /// Must be called after every few steps, with their number.
    #[inline]
    pub(crate) fn tick(&mut self, steps: usize) -> Result<(), Cancelled> {
        self.since += steps;
        if self.since < Self::STEPS {
            return Ok(());
        }
        self.since = 0;
        self.control.check()
    }
}
