//! `isocount reproduce`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;
use isocount_reproduce::Extra;

use super::threads;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount reproduce --quick --dry-run
  isocount reproduce small mutag --tables 2,5 --models count-gnn,rgin-sum --dry-run

Finished steps are kept in the folder under the hash of their inputs: the same command continues, \
another command adds to it. The report covers the last command. MUTAG must be downloaded: --mutag is a folder \
with its files; `python3 scripts/mutag.py --files data/MUTAG` fetches them.")]
#[expect(clippy::struct_excessive_bools, reason = "they are flags")]
pub(crate) struct ReproduceArgs {
    /// The data sets
    #[arg(value_enum, value_name = "SET", default_value = "all")]
    pub(crate) sets: Vec<SetArg>,
    /// Tables: 1 to 5 of the paper, `heads` (encoders and heads), `unseen` (unseen patterns)
    /// [default: all]
    #[arg(long, value_name = "T", value_delimiter = ',', value_parser = table)]
    pub(crate) tables: Vec<TableArg>,
    /// Figures of the paper's appendix [default: all; none with --quick]
    #[arg(long, value_enum, value_name = "F", value_delimiter = ',')]
    pub(crate) figures: Vec<FigureArg>,
    /// Models [default: all; five with --quick]
    #[arg(long, value_name = "MODEL", value_delimiter = ',')]
    pub(crate) models: Vec<String>,
    /// Seeds of splits and models [default: three on MUTAG and for the best elsewhere, else one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100))]
    pub(crate) seeds: Option<u64>,
    /// Use part of the data (SMALL by default) and few epochs: minutes instead of hours
    #[arg(long)]
    pub(crate) quick: bool,
    /// A folder with the files of MUTAG: those of the TU collection, or *.gml [default: data/MUTAG
    /// if it exists]
    #[arg(long, value_name = "DIR")]
    pub(crate) mutag: Option<PathBuf>,
    /// Output folder [default: reproduced; reproduced-quick with --quick]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Show the plan and exit
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Write a report of the finished steps and exit
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) report: bool,
    /// Threads to use [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Print only errors and the final summary
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// A table of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableArg {
    /// One of the paper's, by its number.
    Paper(u8),
    /// One that is not in the paper.
    Extra(Extra),
}

fn table(text: &str) -> Result<TableArg, String> {
    if let Some(&extra) = Extra::ALL.iter().find(|extra| extra.name() == text) {
        return Ok(TableArg::Extra(extra));
    }
    let number = text.parse().ok().filter(|number| (1..=5).contains(number));
    number.map(TableArg::Paper).ok_or_else(|| "tables are 1 to 5, heads and unseen".to_owned())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SetArg {
    /// 448,140 synthetic graphs of up to 64 nodes
    Small,
    /// 395,280 synthetic graphs of up to 512 nodes
    Large,
    /// 188 molecules, with and without edge labels
    Mutag,
    /// The synthetic stand-in for OGB-PPA
    Ppa,
    /// All of them
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FigureArg {
    /// Error against the number of layers
    Layers,
    /// Error against λ
    Lambda,
    /// Error against the number of training triples
    TrainingSize,
    /// Time against the number of arcs
    Scalability,
}
