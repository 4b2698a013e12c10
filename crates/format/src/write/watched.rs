//! Writing that can be cancelled.

use std::io::{self, Write};

use isocount_core::Control;

/// Passes on bytes until the work is cancelled.
pub(crate) struct Watched<'a> {
    out: &'a mut dyn Write,
    control: &'a Control,
}

impl<'a> Watched<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, control: &'a Control) -> Self {
        Self { out, control }
    }
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.control.check().map_err(io::Error::other)?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
