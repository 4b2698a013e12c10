//! `isocount data export`: a data set in another format.

use std::io::{self, Write};
use std::time::Instant;

use isocount::data::{Dataset, Export, Split};
use isocount::printable;

use crate::args::ExportArgs;
use crate::command::learn;
use crate::error::Failure;
use crate::existing::existing;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::text;
use crate::progress::{Loudness, Progress};

pub(crate) fn run(args: &ExportArgs) -> Result<Finish, Failure> {
    let loudness = Loudness::new(args.quiet);
    let control = interrupt::control();
    interrupt::advise("nothing was written; give the same command again");
    let progress = Progress::watch(loudness, control);
    let dataset = Dataset::read(&args.dataset, control)?;
    let split: Split = learn::split(&dataset, &args.split)?;
    let started = Instant::now();
    let export = Export::new(&dataset, &split)?;
    export.write(args.to, &args.out, existing(args.force), control)?;
    drop(progress);
    if loudness != Loudness::Quiet {
        let triples = text::number_of(dataset.triples().len() as u64, "triple");
        let (out, split) = (printable(&args.out.to_string_lossy()).into_owned(), split.name());
        let time = text::time(started.elapsed());
        let _ = writeln!(io::stderr(), "{out}: {triples} as {}, split {split}, in {time}", args.to);
    }
    Ok(Finish::Complete)
}
