//! Arguments of `isocount motifs`.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::ValueEnum;
use isocount::format::Format;

use super::{ReadingArgs, formats, threads};

/// A graph whose motifs are counted.
#[derive(Debug, clap::Args)]
#[command(after_help = MOTIFS_EXAMPLES)]
pub(crate) struct MotifsArgs {
    /// The graph file, or a graph as text; `-` is the standard input and needs --format
    #[arg(value_name = "GRAPH")]
    pub(crate) graph: PathBuf,
    #[command(flatten)]
    pub(crate) what: MotifMeaningArgs,
    #[command(flatten)]
    pub(crate) draw: DrawArgs,
    #[command(flatten)]
    pub(crate) null: NullArgs,
    /// Threads to use for listing and for randomised graphs [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// The format of the graph [default: by file name]
    #[arg(long, value_name = "F", value_parser = formats(Format::can_read), hide_possible_values = true)]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) output: MotifOutputArgs,
}

/// What is counted.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is counted")]
pub(crate) struct MotifMeaningArgs {
    /// The number of nodes of the motifs, or a range: 3 to 6; with directions or labels 3 to 5
    #[arg(long, value_name = "N|A..B", default_value = "3..4", value_parser = sizes)]
    pub(crate) size: RangeInclusive<usize>,
    /// Tell directions apart [default: if the graph has an arc without its reverse]
    #[arg(long)]
    pub(crate) directed: bool,
    /// Ignore directions: every arc is an undirected edge
    #[arg(long, conflicts_with = "directed")]
    pub(crate) undirected: bool,
    /// Tell labels of nodes and edges apart; motifs that occur are listed
    #[arg(long)]
    pub(crate) labels: bool,
    /// What counts as an occurrence
    #[arg(long, value_enum, value_name = "S", default_value_t = MotifSemanticsArg::Induced)]
    pub(crate) semantics: MotifSemanticsArg,
    /// Count for each node or edge how often it takes part in each motif, or for each node at each
    /// orbit; nodes and edges together as node,edge or orbit,edge
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) per: Vec<PerArg>,
    /// Count, or estimate from a sample: for graphs and sizes beyond reach, up to 6 nodes
    #[arg(long, value_enum, value_name = "M", default_value_t = MotifMethodArg::Exact)]
    pub(crate) method: MotifMethodArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MotifMethodArg {
    /// Counts that are certain
    Exact,
    /// Estimates with intervals, from random subgraphs
    Sample,
}

/// How an estimate is made.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Estimates (--method sample)")]
pub(crate) struct DrawArgs {
    /// How many random subgraphs of each size [default: 1000000]
    #[arg(long, value_name = "N")]
    pub(crate) draws: Option<u64>,
    /// Draw until the intervals of all motifs with a share of 1 % or more are this narrow: the
    /// half-width relative to the count, such as 0.05
    #[arg(long, value_name = "P")]
    pub(crate) precision: Option<f64>,
    /// Time to draw for each size, such as 200ms, 5s or 2m
    #[arg(long, value_name = "TIME", value_parser = crate::duration::parse)]
    pub(crate) time_limit: Option<std::time::Duration>,
    /// The confidence level of the intervals [default: 0.95]
    #[arg(long, value_name = "C")]
    pub(crate) confidence: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MotifSemanticsArg {
    /// Nodes between which there is exactly the motif
    Induced,
    /// Nodes and edges that are the motif, whatever else there is between the nodes
    Monomorphism,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PerArg {
    /// A column per motif
    Node,
    /// A row per edge, a column per motif
    Edge,
    /// A column per orbit of every motif; undirected ones have the customary numbers 0 to 72
    Orbit,
}

impl MotifMeaningArgs {
    /// Whether directions matter, if a flag decides it.
    pub(crate) fn directions(&self) -> Option<bool> {
        (self.directed || self.undirected).then_some(self.directed)
    }

    /// Whether nodes are counted, per orbit or not.
    pub(crate) fn per_node(&self) -> bool {
        self.per.contains(&PerArg::Node) || self.per_orbit()
    }

    pub(crate) fn per_orbit(&self) -> bool {
        self.per.contains(&PerArg::Orbit)
    }

    pub(crate) fn per_edge(&self) -> bool {
        self.per.contains(&PerArg::Edge)
    }
}

/// What counts are compared with.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Surprise")]
pub(crate) struct NullArgs {
    /// Compare the counts with those of randomised graphs
    #[arg(long, value_enum, value_name = "MODEL")]
    pub(crate) null: Option<NullArg>,
    /// How many randomised graphs
    #[arg(long, value_name = "N", default_value = "100", requires = "null")]
    pub(crate) samples: NonZeroUsize,
    /// The seed of randomised graphs, or of a sample; the same seed gives the same answer on any
    /// number of threads [default: 0]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Keep the counts of the randomised graphs in this file; an interrupted run continues from it
    #[arg(long, value_name = "FILE", requires = "null")]
    pub(crate) samples_file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NullArg {
    /// Edge swaps that keep every degree; in and out where directions matter, of every kind with
    /// --labels
    Degree,
}

/// Where the answer is written.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(crate) struct MotifOutputArgs {
    /// Print one JSON object per motif, or with --per one per node or edge
    #[arg(long)]
    pub(crate) json: bool,
    /// Print one row of comma-separated values per motif, or with --per one per node or edge
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// In text, show the N most frequent motifs of each size, or with --per the N first nodes or
    /// edges [default: all; 5]
    #[arg(long, value_name = "N", conflicts_with_all = ["json", "csv", "out"])]
    pub(crate) top: Option<NonZeroUsize>,
    /// In text, show a small picture of each motif
    #[arg(long, conflicts_with_all = ["json", "csv", "out", "per"])]
    pub(crate) pictures: bool,
    /// Write to this file: .jsonl, .csv, a page with pictures (.html), or with --per a matrix for
    /// numpy (.npy). With --per node,edge counts.csv becomes counts.nodes.csv and counts.edges.csv
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "csv"])]
    pub(crate) out: Option<PathBuf>,
    /// With --per, draw the graph with heat over its nodes or edges, as FILE.svg or FILE.png
    #[arg(long, value_name = "FILE", requires = "per")]
    pub(crate) draw: Option<PathBuf>,
    /// Replace the file of --out or --draw if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Print results only: no progress, no notes
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

const MOTIFS_EXAMPLES: &str = "\
Examples:
  isocount motifs example:karate
  isocount motifs example:karate --size 3..5 --csv
  isocount motifs example:karate --size 3 --per orbit --top 3
  isocount motifs example:karate --size 4 --per orbit --out orbits.npy
  isocount motifs example:karate --size 3 --per edge --top 3
  isocount motifs examples/karate.csv --undirected
  isocount motifs example:karate --size 6 --method sample --draws 20000 --top 5
  isocount motifs example:karate --null degree --samples 200 --out motifs.html

Counts are those of subgraphs: each occurrence counts once. Loops of the graph are left out, and parallel \
edges count once. A line of an edge list is an arc; --undirected takes it as an edge. p is the two-sided empirical p-value, at least 2/(N+1) with N randomised graphs; q is p \
adjusted for the number of motifs (Benjamini and Hochberg).";

/// `4`, `3..5` or `3-5`.
fn sizes(text: &str) -> Result<RangeInclusive<usize>, &'static str> {
    const EXPECTED: &str = "expected a number such as 4, or a range such as 3..5";
    let (from, to) = text.split_once("..").or_else(|| text.split_once('-')).unwrap_or((text, text));
    let number = |word: &str| word.trim_start_matches('=').parse::<usize>().map_err(|_| EXPECTED);
    Ok(number(from)?..=number(to)?)
}
