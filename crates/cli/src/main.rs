//! The `isocount` program: the arguments ([`args`]), what they ask for ([`job`], [`ask`]), and one
//! file per command ([`command`]). It parses, renders and exits; the work is done by
//! `isocount::session` and the crates next to it.

mod args;
mod ask;
mod command;
mod duration;
mod error;
mod excerpt;
mod existing;
mod finish;
mod forecast;
mod heat_picture;
mod interrupt;
mod job;
mod log_queue;
mod oddity_hint;
mod output;
mod panics;
mod picture_file;
mod progress;
mod reading;
mod unread;
mod zero_notes;
mod zero_remedy;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};
use crate::error::Failure;
use crate::finish::Finish;
use crate::job::Job;

fn main() -> ExitCode {
    let args = Args::parse();
    // A service survives both, and handles them in its own way.
    if !matches!(args.command, Command::Serve(_)) {
        panics::report_panics_as_bugs();
        interrupt::install();
    }
    match run(args) {
        Ok(finish) => finish.exit_code(),
        Err(failure) if failure.is_cancelled() => interrupt::report(),
        Err(failure) => ExitCode::from(failure.report()),
    }
}

fn run(args: Args) -> Result<Finish, Failure> {
    match args.command {
        Command::Count(args) => match Job::new(*args)? {
            Job::Single(single) => command::count::run(&single),
            Job::Batch(batch) => command::batch::run(&batch),
            Job::Parts(parts) => command::parts::run(&parts),
            Job::Indexed(indexed) => command::indexed::run(&indexed),
        },
        Command::Find(args) => command::find::run(&args),
        Command::Motifs(args) => command::motifs::run(&args),
        Command::Data(command) => command::data::run(&command),
        Command::Train(args) => command::learn::train::run(&args),
        Command::Eval(args) => command::learn::eval::run(&args),
        Command::Reproduce(args) => command::reproduce::run(&args),
        Command::Serve(args) => command::serve::run(&args),
        Command::Index(args) => command::learn::index::run(&args),
        Command::Models(args) => command::learn::models::run(&args),
        Command::Info(args) => command::info::run(&args),
        Command::Convert(args) => command::convert::run(&args),
        Command::Methods(args) => command::methods::run(&args),
        Command::Patterns(args) => command::patterns::run(&args),
        Command::Formats(args) => command::formats::run(&args),
        Command::Completions(args) => command::completions::run(&args),
        Command::Man => command::man::run(),
    }
}
