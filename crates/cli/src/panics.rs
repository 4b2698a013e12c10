//! How panics are reported: they are bugs in isocount.

use std::io::{self, Write};

/// Reports a panic as a bug and ends the program at once, so that no thread waits for the one that
/// panicked.
pub(crate) fn report_panics_as_bugs() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        print(info);
        let _ = writeln!(
            io::stderr(),
            "This is a bug in isocount {}. Please report it, with the command and its input.",
            env!("CARGO_PKG_VERSION"),
        );
        std::process::exit(101);
    }));
}

/// Writes panics to the log and goes on: a service loses one request, not all of them.
pub(crate) fn log_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let message = text.unwrap_or("no message");
        tracing::error!(place, message, "a bug in isocount: please report it");
    }));
}
