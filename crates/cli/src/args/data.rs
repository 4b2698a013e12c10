//! Arguments of `isocount data`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Subcommand, ValueEnum};
use isocount::data::ExportFormat;

use super::learn::SplitChoice;
use super::{FileArgs, MeaningArgs, WorkArgs, threads};

#[derive(Debug, Subcommand)]
pub(crate) enum DataCommand {
    /// Generate a data set of the paper
    ///
    /// The same seed gives the same bytes, whatever the number of threads. If interrupted, run the
    /// same command again to continue.
    Generate(GenerateArgs),
    /// Create a data set from existing graphs
    ///
    /// Reads graphs, patterns and, if available, counts; otherwise counts every pattern in every
    /// graph. If interrupted, run the same command again to continue.
    Import(Box<ImportArgs>),
    /// Sample patterns and write them as JSON Lines
    ///
    /// Either connected parts of given graphs, each of which occurs at least once, or patterns of
    /// the published generator.
    Patterns(PatternsArgs),
    /// Count patterns in graphs and save the counts as a data set
    ///
    /// Counts that reach the time limit are kept and marked as lower bounds. If interrupted, run
    /// the same command again to continue.
    Label(Box<LabelArgs>),
    /// Split a data set into training, validation and test parts, and save the split
    Split(SplitArgs),
    /// Describe a data set: the paper's Table 1 and more
    Stats(StatsArgs),
    /// Show one triple: a pattern, a graph, the count, and a picture of one occurrence
    Show(ShowArgs),
    /// Write a data set in a format that other tools read
    ///
    /// Patterns and graphs are written unchanged, even if the counts ignore labels or directions;
    /// the export records what was counted. Each triple is marked with its part of one split.
    Export(ExportArgs),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount data generate small --limit 2000 --out small-2000
  isocount data generate ppa-stand-in --limit 20 --out ppa-stand-in-20

The patterns of small and large are the published ones. Each graph belongs to one pattern. ppa-stand-in \
is synthetic, with the statistics of OGB-PPA; `isocount data import ogb-ppa` reads the real one.")]
pub(crate) struct GenerateArgs {
    /// Which data set
    #[arg(value_enum)]
    pub(crate) set: Set,
    /// The folder to create
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// The seed of the graphs
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// Number of triples, spread evenly over patterns and sizes; for ppa-stand-in, number of graphs
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<NonZeroUsize>,
    /// Replace the data set if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Threads to use [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Print only errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Set {
    /// 75 patterns, 448,140 graphs of 8 to 64 nodes
    Small,
    /// 122 patterns, 395,280 graphs of 64 to 512 nodes
    Large,
    /// 12 patterns, 6,000 synthetic graphs of about 153 nodes; stands in for OGB-PPA
    #[value(alias = "ppa")]
    PpaStandIn,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount data import gml --from examples/molecules --patterns examples/patterns --out molecules
  isocount data import gml --from examples/molecules --draw 2,3 --out molecules-drawn

What --from names depends on the kind. For tu: the folder with NAME_A.txt. For gml and jsonl: a folder with graphs (`graphs/` or \
graphs.jsonl), optionally patterns and counts.tsv, or graphs alone. For pairs: a file with \
lines `pattern file, graph file`, optionally with a count. For ogb-ppa: the folder of the raw files.

A table of counts has a header row and the columns pattern, graph, count. One hundred of the counts are \
verified; if any differs, the import fails.")]
pub(crate) struct ImportArgs {
    /// The kind of input
    #[arg(value_enum)]
    pub(crate) kind: ImportKind,
    /// The file or folder to import
    #[arg(long, value_name = "PATH")]
    pub(crate) from: PathBuf,
    /// The folder to create
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) patterns: PatternSourceArgs,
    /// A table of counts, or the output of `isocount count --out` [default: those in the folder,
    /// else computed]
    #[arg(long, value_name = "FILE", help_heading = "Counts")]
    pub(crate) counts: Option<PathBuf>,
    /// The column of the counts [default: `count`, or the third of three]
    #[arg(long, value_name = "NAME", help_heading = "Counts")]
    pub(crate) count_column: Option<String>,
    /// Do not verify a sample of the given counts
    #[arg(long, help_heading = "Counts")]
    pub(crate) trust_counts: bool,
    /// Count only N pairs, spread evenly
    #[arg(long, value_name = "N", help_heading = "Counts")]
    pub(crate) sample: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) about: AboutArgs,
    #[command(flatten)]
    pub(crate) meaning: MeaningArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) files: FileArgs,
    #[command(flatten)]
    pub(crate) codes: CodeArgs,
    /// Replace the data set if it exists
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
    /// Print only errors
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImportKind {
    /// A TU dataset folder, such as MUTAG
    Tu,
    /// Graphs in GML or any other format, one per file
    #[value(alias = "files")]
    Gml,
    /// Graphs in a JSON Lines file
    Jsonl,
    /// A list of pairs of files
    Pairs,
    /// The raw folder of OGB-PPA
    OgbPpa,
}

/// The source of the patterns.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Patterns")]
pub(crate) struct PatternSourceArgs {
    /// A file or folder of patterns, or the name of a published set: mutag, small, large
    #[arg(long, value_name = "PATH|SET", conflicts_with = "draw")]
    pub(crate) patterns: Option<PathBuf>,
    /// Sample patterns with these numbers of nodes from the graphs
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    pub(crate) draw: Vec<usize>,
    /// Number of patterns per size
    #[arg(long, value_name = "N", default_value = "3")]
    pub(crate) per_size: NonZeroUsize,
    /// Seed for sampling
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// The description stored in the folder.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Description")]
pub(crate) struct AboutArgs {
    /// The name of the data set [default: the name of its folder]
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// The licence of the data
    #[arg(long, value_name = "TEXT")]
    pub(crate) licence: Option<String>,
    /// The data set of the paper that it stands for, which sets its split sizes and its column in
    /// `data stats`
    #[arg(long = "as", value_enum, value_name = "SET")]
    pub(crate) paper: Option<PaperSet>,
}

/// The names of labels.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "How files are read")]
pub(crate) struct CodeArgs {
    /// Keep the numbers of MUTAG's labels instead of C, N, O, … and aromatic, single, …
    #[arg(long)]
    pub(crate) keep_codes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperSet {
    /// 188 molecules, 24 patterns
    Mutag,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount data patterns --graphs examples/molecules --nodes 2,3 --out drawn.jsonl
  isocount data patterns --published 4,5,2,2 --per-size 10 --out published.jsonl")]
pub(crate) struct PatternsArgs {
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Sample from these graphs: a file, a folder, or a data set
    #[arg(long, value_name = "PATH", required_unless_present = "published")]
    pub(crate) graphs: Option<PathBuf>,
    /// Numbers of nodes
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [3, 4, 5])]
    pub(crate) nodes: Vec<usize>,
    /// Number of arcs per pattern; an undirected edge is two [default: any]
    #[arg(long, value_name = "N")]
    pub(crate) arcs: Option<usize>,
    /// Maximum number of node labels in a pattern
    #[arg(long, value_name = "N")]
    pub(crate) node_labels: Option<usize>,
    /// Maximum number of edge labels in a pattern
    #[arg(long, value_name = "N")]
    pub(crate) edge_labels: Option<usize>,
    /// Keep only one direction of each undirected edge
    #[arg(long)]
    pub(crate) orient: bool,
    /// Use the published generator: nodes, arcs, node labels, edge labels
    #[arg(
        long, value_name = "N,E,NL,EL", value_delimiter = ',', num_args = 1,
        conflicts_with_all = ["graphs", "arcs", "node_labels", "edge_labels", "orient"]
    )]
    pub(crate) published: Vec<usize>,
    /// Number of patterns per size
    #[arg(long, value_name = "N", default_value = "3")]
    pub(crate) per_size: NonZeroUsize,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u32,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) files: FileArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount data label --patterns examples/patterns --graphs examples/molecules \\
      --time-limit 10s --out molecules
  isocount data label --patterns examples/triangle.json --graphs examples/karate.csv --method auto \\
      --precision 0.05 --out estimated

Estimates are kept with their intervals and marked; `data stats` and `eval` report how many there are. For an \
estimate that is not reliable, the certain lower bound is kept.")]
pub(crate) struct LabelArgs {
    /// The graphs: a file, a folder, or a data set
    #[arg(long, value_name = "PATH")]
    pub(crate) graphs: PathBuf,
    /// The patterns: a file, a folder, a data set, or a published set: mutag, small, large
    #[arg(long, value_name = "PATH|SET")]
    pub(crate) patterns: PathBuf,
    /// The folder to create
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Count only N pairs, spread evenly
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<NonZeroUsize>,
    /// Seed for the sample, and for estimates
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Estimate where exact takes too long, to this precision; goes with --method auto or sample
    #[arg(long, value_name = "P", help_heading = "Estimates")]
    pub(crate) precision: Option<f64>,
    /// The confidence level of the intervals of estimates [default: 0.95]
    #[arg(long, value_name = "C", help_heading = "Estimates")]
    pub(crate) confidence: Option<f64>,
    #[command(flatten)]
    pub(crate) about: AboutArgs,
    #[command(flatten)]
    pub(crate) meaning: MeaningArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) files: FileArgs,
    #[command(flatten)]
    pub(crate) codes: CodeArgs,
    /// Replace the data set if it exists
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
    /// Print only errors
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount data generate small --limit 500 --out small-500
  isocount data split small-500 --protocol held-out-patterns --seed 1
  isocount data split small-500 --protocol secondary --pattern P_N4_E4_NL4_EL4_1

Every data set comes with paper, held-out-patterns and held-out-graphs of seed 0. Triples whose exact count \
is unknown are left out.")]
pub(crate) struct SplitArgs {
    /// The data set
    #[arg(value_name = "DIR")]
    pub(crate) dataset: PathBuf,
    /// How to split
    #[arg(long, value_enum, value_name = "P")]
    pub(crate) protocol: ProtocolArg,
    /// The pattern of the secondary protocol, by number or name
    #[arg(long, value_name = "N|NAME", required_if_eq("protocol", "secondary"))]
    pub(crate) pattern: Option<String>,
    /// The training triples of the protocol training-size
    #[arg(long, value_name = "N", required_if_eq("protocol", "training-size"))]
    pub(crate) training_triples: Option<u32>,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Draw the split again even if it exists, for example because its file is damaged
    #[arg(long)]
    pub(crate) force: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProtocolArg {
    /// Random triples, with the paper's sizes
    Paper,
    /// No test pattern is seen in training
    HeldOutPatterns,
    /// No test graph is seen in training
    HeldOutGraphs,
    /// One pattern at a time
    Secondary,
    /// A given number of training triples; the validation and test parts do not depend on it
    TrainingSize,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount data generate small --limit 500 --out small-500
  isocount data stats small-500")]
pub(crate) struct StatsArgs {
    /// The data set
    #[arg(value_name = "DIR")]
    pub(crate) dataset: PathBuf,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount data generate small --limit 500 --out small-500
  isocount data show small-500
  isocount data show small-500 --pattern P_N4_E4_NL4_EL4_1 --out triple.svg")]
pub(crate) struct ShowArgs {
    /// The data set
    #[arg(value_name = "DIR")]
    pub(crate) dataset: PathBuf,
    /// The pattern, by number or name [default: that of the graph, else the first]
    #[arg(long, value_name = "N|NAME")]
    pub(crate) pattern: Option<String>,
    /// The graph, by number or name [default: the first in which the pattern occurs]
    #[arg(long, value_name = "N|NAME")]
    pub(crate) graph: Option<String>,
    /// Write a picture to this file (.svg or .png)
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount data generate small --limit 500 --out small-500
  isocount data export small-500 --to jsonl --out small-500-jsonl
  isocount data export small-500 --to parquet --out small-500-tables
  isocount data export small-500 --to npz --split held-out-patterns --out small-500.npz

The folders of jsonl and gml can be imported again. docs/data.md lists the columns of parquet and the arrays of npz, and shows how to read them \
into PyTorch Geometric. `isocount eval --predictions` judges predictions for the test part.")]
pub(crate) struct ExportArgs {
    /// The data set
    #[arg(value_name = "DIR")]
    pub(crate) dataset: PathBuf,
    /// The format
    #[arg(long, value_name = "F", value_parser = export_formats())]
    pub(crate) to: ExportFormat,
    /// The folder to create; for npz, the file
    #[arg(long, value_name = "PATH")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) split: SplitChoice,
    /// Replace an earlier export if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Print only errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

fn export_formats() -> impl TypedValueParser<Value = ExportFormat> {
    let value = |it: &ExportFormat| PossibleValue::new(it.name()).help(it.description());
    PossibleValuesParser::new(ExportFormat::ALL.iter().map(value))
        .map(|name| name.parse().expect("the parser accepts names of formats only"))
}
