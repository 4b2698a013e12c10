//! Remarks on stderr.

use std::io::{self, IsTerminal, Write};

/// Prints a remark on stderr, dim on a terminal.
pub(crate) fn remark(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = if stderr.is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        writeln!(stderr, "\x1b[2m{text}\x1b[0m")
    } else {
        writeln!(stderr, "{text}")
    };
}
