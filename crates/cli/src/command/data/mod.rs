//! `isocount data …`: one file per command.

mod collection;
mod export;
mod generate;
mod import;
mod label;
pub(crate) mod making;
pub(crate) mod member;
mod patterns;
mod show;
mod split;
mod stats;

use crate::args::DataCommand;
use crate::error::Failure;
use crate::finish::Finish;

pub(crate) fn run(command: &DataCommand) -> Result<Finish, Failure> {
    match command {
        DataCommand::Generate(args) => generate::run(args),
        DataCommand::Import(args) => import::run(args),
        DataCommand::Patterns(args) => patterns::run(args),
        DataCommand::Label(args) => label::run(args),
        DataCommand::Split(args) => split::run(args),
        DataCommand::Stats(args) => stats::run(args),
        DataCommand::Show(args) => show::run(args),
        DataCommand::Export(args) => export::run(args),
    }
}
