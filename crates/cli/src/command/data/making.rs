//! What all makers of data sets have in common: progress, advice when interrupted, a last word.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use isocount::data::{Completion, DataError, Dataset, Making};
use isocount::{Counter, printable};

use crate::error::Failure;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::text;
use crate::progress::{Loudness, Progress};

/// Makes a data set and says what came out.
pub(crate) fn make(
    out: &Path,
    counter: &dyn Counter,
    threads: NonZeroUsize,
    loudness: Loudness,
    make: impl FnOnce(Making<'_>) -> Result<Completion, DataError>,
) -> Result<Finish, Failure> {
    let command = interrupt::command_line();
    interrupt::advise(format!("what was made is kept; to continue:\n  {command}"));
    let control = interrupt::control();
    let started = Instant::now();
    let progress = Progress::watch(loudness, control);
    let completion = make(Making { counter, threads, control })?;
    let time = started.elapsed();
    let dataset = Dataset::read(out, control)?;
    drop(progress);
    let sizes = dataset.about().sizes;
    if loudness != Loudness::Quiet {
        let triples = text::number_of(sizes.triples, "triple");
        let mut parts = vec![match completion {
            Completion::Made => format!("{triples} in {}", text::time(time)),
            Completion::AlreadyThere => format!("{triples}; the data set was there already"),
        }];
        if sizes.lower_bounds > 0 {
            let bounds = text::thousands(sizes.lower_bounds);
            parts.push(format!("{bounds} are lower bounds, a limit was reached"));
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
