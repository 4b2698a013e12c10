//! What all commands that make data sets share: progress, advice when interrupted, a final message.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use isocount::data::{Completion, DataError, Dataset, Existing, Making, Replacement};
use isocount::{Counter, printable};

use crate::error::Failure;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::text;
use crate::progress::{Loudness, Progress};

/// Where a data set goes.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) out: &'a Path,
    /// What happens to a data set that already exists.
    pub(crate) existing: Existing,
    pub(crate) loudness: Loudness,
}

/// Makes a data set and reports the result. `make` receives the folder to make it in: a temporary
/// one next to `out` if another data set is replaced.
pub(crate) fn make(
    target: Target<'_>,
    counter: &dyn Counter,
    threads: NonZeroUsize,
    make: impl Fn(&Path, Making<'_>) -> Result<Completion, DataError>,
) -> Result<Finish, Failure> {
    let Target { out, existing, loudness } = target;
    let is_there = out.symlink_metadata().is_ok();
    let replacement = match existing {
        Existing::Replace if is_there => Some(Replacement::of(out)?),
        Existing::Replace | Existing::Refuse => None,
    };
    let command = interrupt::command_line();
    interrupt::advise(format!("what was made is kept; to continue:\n  {command}"));
    let control = interrupt::control();
    let started = Instant::now();
    let progress = Progress::watch(loudness, control);
    let making = Making { counter, threads, control };
    let completion = match replacement {
        None => make(out, making)?,
        Some(replacement) => {
            let place = replacement.place();
            match make(place, making) {
                // Another command was stopped before it could replace the data set.
                Err(DataError::Exists { path }) if path == place => {
                    replacement.clear()?;
                    make(place, making)?
                }
                other => other?,
            };
            replacement.commit()?;
            Completion::Made
        }
    };
    let time = started.elapsed();
    let dataset = Dataset::read(out, control)?;
    drop(progress);
    let sizes = dataset.about().sizes;
    if loudness != Loudness::Quiet {
        let triples = text::number_of(sizes.triples, "triple");
        let mut parts = vec![match completion {
            Completion::Made => format!("{triples} in {}", text::time(time)),
            Completion::AlreadyThere => format!("{triples}; the data set already existed"),
        }];
        if sizes.lower_bounds > 0 {
            let bounds = text::thousands(sizes.lower_bounds);
            parts.push(format!("{bounds} are lower bounds, a limit was reached"));
        }
        if sizes.estimates > 0 {
            parts.push(format!("{} are estimates", text::thousands(sizes.estimates)));
        }
        if sizes.too_large > 0 {
            parts.push(format!("{} are beyond 128 bits", text::thousands(sizes.too_large)));
        }
        let out = printable(&out.to_string_lossy()).into_owned();
        let _ = writeln!(io::stderr(), "{out}: {}", parts.join("; "));
    }
    let is_partial = sizes.lower_bounds + sizes.too_large > 0;
    Ok(if is_partial { Finish::Partial } else { Finish::Complete })
}
