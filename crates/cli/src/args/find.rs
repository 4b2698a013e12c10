//! Arguments of `isocount find`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use isocount::format::Format;

use super::{FileArgs, MeaningArgs, OnErrorArg, formats, threads};
use crate::duration;

/// Patterns to find.
#[derive(Debug, clap::Args)]
#[command(override_usage = FIND_USAGE, after_help = FIND_EXAMPLES)]
pub(crate) struct FindArgs {
    /// The pattern file, or a molecule as text: smiles:c1ccccc1; `-` is the standard input and
    /// needs --pattern-format
    #[arg(required_unless_present_any = ["patterns", "graphs"])]
    pub(crate) pattern: Option<PathBuf>,
    /// The graph file, or a molecule as text; `-` is the standard input and needs --format
    #[arg(required_unless_present_any = ["patterns", "graphs"])]
    pub(crate) graph: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) meaning: MeaningArgs,
    #[command(flatten)]
    pub(crate) which: WhichArgs,
    #[command(flatten)]
    pub(crate) many: ManyArgs,
    #[command(flatten)]
    pub(crate) files: FileArgs,
    /// What happens if a pattern or graph cannot be read: `report` leaves out its file, `record`
    /// goes on with the rest of its file
    #[arg(
        long, value_enum, default_value_t = OnErrorArg::Report, value_name = "WHAT",
        help_heading = "How files are read", hide_possible_values = true
    )]
    pub(crate) on_error: OnErrorArg,
    #[command(flatten)]
    pub(crate) output: FindOutputArgs,
}

/// The matches to report.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Which matches")]
pub(crate) struct WhichArgs {
    /// Stop after N matches of a pair
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// Draw N matches of a pair at random, with replacement, all equally likely
    #[arg(long, value_name = "N", conflicts_with = "limit")]
    pub(crate) sample: Option<usize>,
    /// The seed of --sample
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    pub(crate) seed: u64,
    /// Time limit per pair, such as 200ms, 5s or 2m. Reading files is not included
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) time_limit: Option<Duration>,
    /// Limit on search steps per pair; gives the same matches on every machine
    #[arg(long, value_name = "N")]
    pub(crate) step_limit: Option<u64>,
    /// Threads to use, for many pairs or for the counts of --sample [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Many pairs at once.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Many pairs at once")]
pub(crate) struct ManyArgs {
    /// A folder of pattern files, or a file with many patterns
    #[arg(long, value_name = "DIR|FILE", conflicts_with = "pattern", requires = "graphs")]
    pub(crate) patterns: Option<PathBuf>,
    /// A folder of graph files, or a file with many graphs
    #[arg(long, value_name = "DIR|FILE", conflicts_with = "pattern", requires = "patterns")]
    pub(crate) graphs: Option<PathBuf>,
    /// Search these pairs only: lines `pattern<TAB>graph` or `pattern,graph`, by name
    #[arg(long, value_name = "FILE", requires = "patterns")]
    pub(crate) pairs: Option<PathBuf>,
}

/// Where matches are written.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(crate) struct FindOutputArgs {
    /// Print one JSON object per match
    #[arg(long)]
    pub(crate) json: bool,
    /// Print one row of comma-separated values per match
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// Write the matches to this file: JSON Lines (.jsonl), CSV (.csv) or text (.txt)
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write the part of the graph that each match covers to a file in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) subgraphs: Option<PathBuf>,
    /// The format of the files of --subgraphs
    #[arg(
        long, value_name = "F", value_parser = formats(Format::can_write),
        hide_possible_values = true, requires = "subgraphs", default_value = "gml"
    )]
    pub(crate) to: Format,
    /// Draw the first matches into this file, .svg or .png: at most twelve, side by side
    #[arg(long, value_name = "PICTURE")]
    pub(crate) draw: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    pub(crate) force: bool,
    /// Print matches only: no progress, no times, no notes
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

const FIND_USAGE: &str = "isocount find [OPTIONS] PATTERN GRAPH
       isocount find [OPTIONS] --patterns <DIR|FILE> --graphs <DIR|FILE>";

const FIND_EXAMPLES: &str = "\
Examples:
  isocount find triangle examples/karate.csv --undirected --unit subgraphs --limit 5
  isocount find triangle examples/karate.csv --undirected --sample 3 --seed 1 --json
  isocount find smiles:c1ccccc1 examples/molecules/phenol.gml --unit subgraphs --draw match.svg
  isocount find --patterns examples/patterns --graphs examples/molecules --out matches.jsonl

With --unit subgraphs every subgraph is listed once, as the first of its mappings: the one that maps the first \
node of the pattern to the earliest node of the graph, then the second, and so on.

In JSON, \"match\" maps each pattern node to the name of its graph node. In CSV, the columns are named after \
the nodes of the pattern or, if there are several patterns, numbered in their order. If a file does \
not name its nodes, they are identified by number.

--sample counts the matches below each choice, so that every draw picks each match with the same probability. If \
half of the time limit does not suffice for that, the draws are weighted: each match then has a weight, the \
reciprocal of its probability, and the exit code is 3.

Exit codes: 0 all matches or as many as requested, 1 invalid input, 2 invalid usage, 3 the time or step limit was \
reached, 130 interrupted. Lines that were printed are whole.";
