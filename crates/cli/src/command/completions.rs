//! `isocount completions SHELL`: a completion script from the definition of the command line.

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs};
use crate::error::Failure;
use crate::finish::Finish;

pub(crate) fn run(args: &CompletionsArgs) -> Result<Finish, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "isocount", &mut script);
    super::print(&String::from_utf8_lossy(&script))
}
