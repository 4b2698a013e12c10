//! Looking at a [`Control`] now and then inside a long loop.

use isocount_core::{Cancelled, Control};

/// Looks at its control once in many small steps.
pub(crate) struct Ticker<'a> {
    control: &'a Control,
    since: usize,
}

impl<'a> Ticker<'a> {
    /// Steps between two looks; a step is a number read or written, so that is well below a
    /// millisecond.
    const STEPS: usize = 1 << 14;

    pub(crate) fn new(control: &'a Control) -> Self {
        Self { control, since: 0 }
    }

    /// To be called after every few steps, with their number.
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
