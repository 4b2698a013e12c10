//! What all makers of data sets have in common: progress, advice when interrupted, a last word.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;
use std::time::Instant;

use isocount::Counter;
use isocount::data::{Crew, DataError, Dataset};

use crate::error::Failure;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::text;
use crate::progress::{Loudness, Progress, Task};

/// Who counts, with how many threads, and how loudly.
pub(crate) struct Making<'a> {
    pub(crate) out: &'a Path,
    pub(crate) counter: &'a dyn Counter,
    pub(crate) threads: NonZeroUsize,
    pub(crate) loudness: Loudness,
}

impl Making<'_> {
    /// Makes a data set of about so many triples, then says what came out.
    pub(crate) fn run(
        &self,
        triples: u64,
        make: impl FnOnce(Crew<'_>) -> Result<(), DataError>,
    ) -> Result<Finish, Failure> {
        let command = interrupt::command_line();
        interrupt::advise(format!("what was made is kept; to continue:\n  {command}"));
        let started = Instant::now();
        let progress = Progress::start(self.loudness, Task::Making { triples });
        let advance = |number| progress.advance_by(number);
        make(Crew { counter: self.counter, threads: self.threads, progress: &advance })?;
        drop(progress);
        let time = started.elapsed();
        let dataset = Dataset::read(self.out)?;
        let sizes = dataset.about().sizes;
        if self.loudness != Loudness::Quiet {
            let triples = text::number_of(sizes.triples, "triple");
            let mut parts = vec![format!("{triples} in {}", text::time(time))];
            if sizes.lower_bounds > 0 {
                let bounds = text::thousands(sizes.lower_bounds);
                parts.push(format!("{bounds} are lower bounds, a limit was reached"));
            }
            if sizes.too_large > 0 {
                parts.push(format!("{} are beyond 128 bits", text::thousands(sizes.too_large)));
            }
            let _ = writeln!(io::stderr(), "{}: {}", self.out.display(), parts.join("; "));
        }
        Ok(if sizes.lower_bounds + sizes.too_large > 0 {
            Finish::Partial
        } else {
            Finish::Complete
        })
    }
}

/// As many threads as asked for, or as there are processors.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}
