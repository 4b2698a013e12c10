//! What was typed after `isocount data`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use super::{FileArgs, MeaningArgs, WorkArgs, threads};

#[derive(Debug, Subcommand)]
pub(crate) enum DataCommand {
    /// Make a data set of the paper
    ///
    /// The same seed gives the same bytes, whatever the number of threads. A run that was stopped
    /// continues when the same command is given again.
    Generate(GenerateArgs),
    /// Make a data set from graphs that exist
    ///
    /// Reads graphs, patterns and counts if there are some; otherwise counts every pattern in every
    /// graph. A run that was stopped continues when the same command is given again.
    Import(Box<ImportArgs>),
    /// Draw patterns and write them as JSON lines
    ///
    /// Either connected parts of given graphs, each of which occurs at least once, or patterns of
    /// the published generator.
    Patterns(PatternsArgs),
    /// Count patterns in graphs and keep the counts as a data set
    ///
    /// What reaches the time limit is kept as a lower bound and marked. A run that was stopped
    /// continues when the same command is given again.
    Label(Box<LabelArgs>),
    /// Divide a data set into training, validation and testing, and keep the division
    Split(SplitArgs),
    /// Describe a data set: the paper's Table 1 and more
    Stats(StatsArgs),
    /// Show one triple: a pattern, a graph, the count, and a picture of one occurrence
    Show(ShowArgs),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount data generate small --limit 2000 --out small-2000
  isocount data generate ppa-stand-in --limit 20 --out ppa-stand-in-20

The patterns of small and large are the published ones. Every pattern owns its graphs. ppa-stand-in \
has the statistics of OGB-PPA and is not OGB-PPA; `isocount data import ogb-ppa` reads the real one.")]
pub(crate) struct GenerateArgs {
    /// Which data set
    #[arg(value_enum)]
    pub(crate) set: Set,
    /// The folder to make
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// The seed of the graphs
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// Only so many triples, spread evenly over patterns and sizes; of ppa-stand-in, only so many
    /// graphs
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<NonZeroUsize>,
    /// Threads to use [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Say nothing but errors
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

--from is, for tu: the folder with NAME_A.txt. For gml and jsonl: a folder with graphs (`graphs/` or \
graphs.jsonl), patterns and counts.tsv if there are some, or graphs alone. For pairs: a file with \
lines `pattern file, graph file`, with a count or without. For ogb-ppa: the folder of the raw files.

A table of counts has a heading and the columns pattern, graph, count. A hundred of the counts are \
recounted, and refused if they differ.")]
pub(crate) struct ImportArgs {
    /// What is imported
    #[arg(value_enum)]
    pub(crate) kind: ImportKind,
    /// Where it is
    #[arg(long, value_name = "PATH")]
    pub(crate) from: PathBuf,
    /// The folder to make
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) patterns: PatternSourceArgs,
    /// A table of counts, or the answers of `isocount count --out`; else they are counted
    #[arg(long, value_name = "FILE", help_heading = "Counts")]
    pub(crate) counts: Option<PathBuf>,
    /// The column of the counts [default: `count`, or the third of three]
    #[arg(long, value_name = "NAME", help_heading = "Counts")]
    pub(crate) count_column: Option<String>,
    /// Do not recount a hundred of the given counts
    #[arg(long, help_heading = "Counts")]
    pub(crate) trust_counts: bool,
    /// Count only so many pairs, spread evenly
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
    /// Say nothing but errors
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImportKind {
    /// A TU dataset folder, such as MUTAG
    Tu,
    /// Graphs in GML or any other format, a file each
    #[value(alias = "files")]
    Gml,
    /// Graphs in a file of JSON lines
    Jsonl,
    /// A list of pairs of files
    Pairs,
    /// The raw folder of OGB-PPA
    OgbPpa,
}

/// Where patterns come from.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Patterns")]
pub(crate) struct PatternSourceArgs {
    /// A file or folder of patterns, or the name of a published set: mutag, small, large
    #[arg(long, value_name = "PATH|SET", conflicts_with = "draw")]
    pub(crate) patterns: Option<PathBuf>,
    /// Draw patterns of these numbers of nodes from the graphs
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    pub(crate) draw: Vec<usize>,
    /// How many patterns are drawn of each size
    #[arg(long, value_name = "N", default_value = "3")]
    pub(crate) per_size: NonZeroUsize,
    /// The seed of what is drawn
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// What the folder says about itself.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Description")]
pub(crate) struct AboutArgs {
    /// What the data set is called [default: the name of its folder]
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// Who may use it how
    #[arg(long, value_name = "TEXT")]
    pub(crate) licence: Option<String>,
    /// The set of the paper that it stands for: its split sizes, and its column in `data stats`
    #[arg(long = "as", value_enum, value_name = "SET")]
    pub(crate) paper: Option<PaperSet>,
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
    /// Draw from these graphs: a file, a folder, or a data set
    #[arg(long, value_name = "PATH", required_unless_present = "published")]
    pub(crate) graphs: Option<PathBuf>,
    /// Numbers of nodes
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [3, 4, 5])]
    pub(crate) nodes: Vec<usize>,
    /// Number of arcs of every pattern; an undirected edge is two [default: as it comes]
    #[arg(long, value_name = "N")]
    pub(crate) arcs: Option<usize>,
    /// At most so many node labels in a pattern
    #[arg(long, value_name = "N")]
    pub(crate) node_labels: Option<usize>,
    /// At most so many edge labels in a pattern
    #[arg(long, value_name = "N")]
    pub(crate) edge_labels: Option<usize>,
    /// Take single arcs from undirected edges
    #[arg(long)]
    pub(crate) orient: bool,
    /// Draw by the published generator: nodes, arcs, node labels, edge labels
    #[arg(
        long, value_name = "N,E,NL,EL", value_delimiter = ',', num_args = 1,
        conflicts_with_all = ["graphs", "arcs", "node_labels", "edge_labels", "orient"]
    )]
    pub(crate) published: Vec<usize>,
    /// How many patterns of each size
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
Example:
  isocount data label --patterns examples/patterns --graphs examples/molecules \\
      --time-limit 10s --out molecules")]
pub(crate) struct LabelArgs {
    /// The graphs: a file, a folder, or a data set
    #[arg(long, value_name = "PATH")]
    pub(crate) graphs: PathBuf,
    /// The patterns: a file, a folder, a data set, or a published set: mutag, small, large
    #[arg(long, value_name = "PATH|SET")]
    pub(crate) patterns: PathBuf,
    /// The folder to make
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Count only so many pairs, spread evenly
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<NonZeroUsize>,
    /// Which pairs the sample takes
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) about: AboutArgs,
    #[command(flatten)]
    pub(crate) meaning: MeaningArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) files: FileArgs,
    /// Say nothing but errors
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount data generate small --limit 500 --out small-500
  isocount data split small-500 --protocol held-out-patterns --seed 1
  isocount data split small-500 --protocol secondary --pattern P_N4_E4_NL4_EL4_1

Every data set comes with paper, held-out-patterns and held-out-graphs of seed 0. Triples whose count \
is not known are in no part.")]
pub(crate) struct SplitArgs {
    /// The data set
    #[arg(value_name = "DIR")]
    pub(crate) dataset: PathBuf,
    /// How it is divided
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
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProtocolArg {
    /// Random triples, in the numbers of the paper
    Paper,
    /// No test pattern is seen in training
    HeldOutPatterns,
    /// No test graph is seen in training
    HeldOutGraphs,
    /// One pattern at a time
    Secondary,
    /// So many training triples; the same for validation and testing whatever the number
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
    /// Draw to this file; ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
