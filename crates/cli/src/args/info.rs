//! Arguments of `isocount info`.

use std::path::PathBuf;

use isocount::format::Format;

use super::{OnErrorArg, ReadingArgs, formats};

/// Files to describe.
#[derive(Debug, clap::Args)]
#[command(after_help = INFO_EXAMPLES)]
pub(crate) struct InfoArgs {
    /// Graph files, files with many graphs, or folders of graph files; `-` is the standard input
    /// and needs --format
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The format of the files [default: by file name]
    #[arg(long, value_name = "F", value_parser = formats(Format::can_read), hide_possible_values = true)]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// What happens if a graph cannot be read: `report` leaves out its file, `record` goes on with
    /// the rest of its file and, with --json, prints its name and the reason
    #[arg(
        long, value_enum, default_value_t = OnErrorArg::Report, value_name = "WHAT",
        hide_possible_values = true
    )]
    pub(crate) on_error: OnErrorArg,
    /// List at most this many labels [default: 8; with --json all]
    #[arg(long, value_name = "N")]
    pub(crate) labels: Option<usize>,
    /// Print one JSON object per graph
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw the graphs into this file, .svg or .png
    #[arg(long, value_name = "PICTURE")]
    pub(crate) draw: Option<PathBuf>,
    /// Replace PICTURE if it exists
    #[arg(long, requires = "draw")]
    pub(crate) force: bool,
    /// Print results only: no progress, no notes
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

const INFO_EXAMPLES: &str = "\
Examples:
  isocount info examples/karate.csv
  isocount info examples/molecules
  isocount info examples/molecules/phenol.gml --draw phenol-info.svg

A file that cannot be read is reported, the others are described, and the exit code is 1.";
