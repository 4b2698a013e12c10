//! Command-line arguments. [`job`](crate::job) interprets them.

mod data;
mod find;
mod info;
mod learn;
mod molecules;
mod motifs;
mod on_error;
mod patterns;
mod reproduce;
mod serve;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use isocount::format::Format;
use isocount::session;

use crate::duration;

pub(crate) use data::{
    AboutArgs, CodeArgs, DataCommand, ExportArgs, GenerateArgs, ImportArgs, ImportKind, LabelArgs,
    PaperSet, PatternsArgs, ProtocolArg, Set, ShowArgs, SplitArgs, StatsArgs,
};
pub(crate) use find::{FindArgs, FindOutputArgs};
pub(crate) use info::InfoArgs;
pub(crate) use learn::{EvalArgs, IndexArgs, ReadoutArg, SplitChoice, TableFormat, TrainArgs};
pub(crate) use molecules::MoleculeArgs;
pub(crate) use motifs::{MotifMeaningArgs, MotifSemanticsArg, MotifsArgs, PerArg};
pub(crate) use on_error::OnErrorArg;
pub(crate) use patterns::KnownPatternsArgs;
pub(crate) use reproduce::{FigureArg, ReproduceArgs, SetArg, TableArg};
pub(crate) use serve::{LogArg, ServeArgs};

/// How often does this pattern occur in this graph?
///
/// Patterns and graphs are directed multigraphs with labels on nodes and edges; an undirected edge
/// is two arcs. Every answer states what was counted.
#[derive(Debug, Parser)]
#[command(
    name = "isocount",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    max_term_width = 100,
    after_help = TOP_EXAMPLES
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const TOP_EXAMPLES: &str = "\
Example:
  isocount count 'a-b-c-a' examples/karate.csv --undirected --unit subgraphs

Exit codes: 0 success, 1 invalid input, 2 invalid usage, 3 some answers are only lower bounds, \
101 a bug in isocount, 130 interrupted.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Count a pattern in a graph, or many patterns in many graphs
    ///
    /// Give one pattern and one graph, or --patterns and --graphs to count every pair. A file with
    /// many patterns or graphs is counted pair by pair. The format is chosen by the file extension;
    /// `isocount formats` lists all formats. Patterns and graphs can be typed: 'a-b-c-a', triangle,
    /// 'x:C -[*]- y:F|Cl', smiles:c1ccccc1; docs/notation.md describes the notation.
    Count(Box<CountArgs>),
    /// List the matches of a pattern in a graph, draw some at random, or draw a picture of them
    ///
    /// A match lists the graph node that each pattern node maps to, by the names in the files.
    /// Matches are printed as they are found.
    Find(Box<FindArgs>),
    /// Count all motifs of a graph: how often every small connected pattern occurs
    ///
    /// On request also for each node, and compared with randomised graphs of the same degrees;
    /// docs/motifs.md is the guide.
    Motifs(Box<MotifsArgs>),
    /// Describe graphs: sizes, directions, labels, components, degrees, and what looks wrong
    ///
    /// A file with one graph is described in full, a folder or a file with many graphs in a table.
    Info(InfoArgs),
    /// Create, describe and view data sets of (pattern, graph, count)
    #[command(subcommand, arg_required_else_help = true)]
    Data(DataCommand),
    /// Train a model on a data set
    Train(TrainArgs),
    /// Evaluate counters on the test part of a data set
    Eval(EvalArgs),
    /// Index a graph for a model, so that patterns are answered in microseconds
    Index(IndexArgs),
    /// Run the experiments of the paper and write a report
    ///
    /// Generates the data, trains and evaluates the selected models, and compares them with the
    /// published numbers.
    Reproduce(ReproduceArgs),
    /// Serve a page and an HTTP interface: draw a pattern, see how often it occurs
    ///
    /// Open <http://127.0.0.1:8080> in a browser. The interface is described at
    /// /api/v1/openapi.json and in docs/serve.md. Ctrl-C ends it.
    Serve(Box<ServeArgs>),
    /// List the models that can be trained
    Models(ListArgs),
    /// Write graphs in another format
    ///
    /// Labels and graphs keep their names. The formats are chosen by the file extensions unless
    /// given.
    Convert(ConvertArgs),
    /// List the patterns that have a name, in the notation, or draw them
    ///
    /// A name goes wherever a pattern file goes: `isocount count triangle graph.csv`.
    Patterns(KnownPatternsArgs),
    /// List the counting methods
    Methods(ListArgs),
    /// List the graph formats
    Formats(ListArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Man,
}

/// One question or a batch.
#[derive(Debug, clap::Args)]
#[command(override_usage = COUNT_USAGE, after_help = COUNT_EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(crate) struct CountArgs {
    /// The pattern: 'a-b-c-a', the name of a pattern, a molecule such as smiles:c1ccccc1, or a
    /// file; `-` is the standard input and needs --pattern-format
    #[arg(required_unless_present_any = ["patterns", "graphs"])]
    pub(crate) pattern: Option<PathBuf>,
    /// The graph file, or a graph as text; `-` is the standard input and needs --format
    #[arg(required_unless_present_any = ["patterns", "graphs", "index"])]
    pub(crate) graph: Option<PathBuf>,
    /// A graph that `isocount index` has prepared, in place of GRAPH and --model
    #[arg(long, value_name = "FILE", conflicts_with_all = ["graph", "graphs"])]
    pub(crate) index: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) meaning: MeaningArgs,
    #[command(flatten)]
    pub(crate) parts: PerArgs,
    #[command(flatten)]
    pub(crate) batch: BatchArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) sampling: SamplingArgs,
    #[command(flatten)]
    pub(crate) files: FileArgs,
    /// What happens if a pattern or graph cannot be read
    #[arg(
        long, value_enum, default_value_t = OnErrorArg::Report, value_name = "WHAT",
        help_heading = "How files are read"
    )]
    pub(crate) on_error: OnErrorArg,
    /// Print one JSON object per answer
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Print one row of comma-separated values per answer
    #[arg(long, help_heading = "Output", conflicts_with = "json")]
    pub(crate) csv: bool,
    /// Print a matrix of comma-separated values: a row per graph, a column per pattern
    #[arg(long, help_heading = "Output", conflicts_with = "json")]
    pub(crate) matrix: bool,
    /// Write which arcs contribute to a learned count, as FILE.json, FILE.svg or FILE.png
    #[arg(long, value_name = "FILE", help_heading = "Output", requires = "graph")]
    pub(crate) explain: Option<PathBuf>,
    /// Replace the file of --out, --explain or --draw if it exists
    #[arg(long, help_heading = "Output", conflicts_with = "resume")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) notes: NoteArgs,
}

/// What is printed in addition to the answers.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct NoteArgs {
    /// Treat a count of 0 as an error if its reason is visible without searching
    #[arg(long)]
    pub(crate) strict: bool,
    /// Explain on stderr how the exact engine found the answer: what it chose, predicted and spent
    #[arg(long, requires = "graph")]
    pub(crate) explain_plan: bool,
    /// Print results only: no progress, no times, no notes
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

const COUNT_USAGE: &str = "isocount count [OPTIONS] PATTERN GRAPH
       isocount count [OPTIONS] --patterns <DIR|FILE> --graphs <DIR|FILE>
       isocount count [OPTIONS] PATTERN --index <FILE>
       isocount count [OPTIONS] --patterns <DIR|FILE> --index <FILE>";

const COUNT_EXAMPLES: &str = "\
Examples:
  isocount count 'a-b-c-a' examples/karate.csv --undirected
  isocount count path:4 examples/karate.csv --undirected --semantics induced --unit subgraphs
  isocount count --patterns examples/patterns --graphs examples/molecules
  isocount count --patterns examples/patterns --graphs examples/molecules \\
      --unit subgraphs --out results.jsonl
  isocount count --patterns examples/patterns --graphs examples/molecules \\
      --unit subgraphs --out results.jsonl --resume
  isocount count --patterns examples/patterns --graphs examples/molecules --matrix --out matrix.csv
  isocount count smiles:c1ccccc1 examples/drugs.smi --unit subgraphs
  isocount count 'smarts:[CX3](=O)[OX2H1]' examples/drugs.smi --unit subgraphs
  isocount count triangle examples/karate.csv --undirected \\
      --method sample --precision 0.05
  isocount count triangle examples/karate.csv --undirected --unit subgraphs --per node --top 3

In JSON, \"answer\" is exact, at_least, estimate or none. \"count\", \"low\" and \"high\" are strings, because \
counts may exceed the range in which JSON readers are exact. \"low\" and \"high\" bound a count that is not \
exact (for an estimate with the probability \"confidence\"; \"at_least\" and \"at_most\" are certain; if samples found nothing, \"count\" is null: unknown), and \"reason\" says why there is no count, or why it must be 0. open_seconds is the time to prepare the graph, measured once \
for all its patterns (0 if not prepared); count_seconds is the time to count. \"ignored\", limits, the model \
and other options appear only if they were set.

In a matrix, >=12 is a lower bound, because a limit was reached; NA means no answer; an empty cell is a pair that \
--pairs does not name. A matrix does not say what was counted, so it cannot be resumed; JSON Lines and CSV can.

In a batch, a file that cannot be read or a question without an answer (a count beyond 128 bits) does not \
stop the others; the exit code is then 1. A file is read as a whole or not at all; with --on-error record, one \
bad molecule or line of a file with many does not spoil the others, and every question about what could not be \
read is answered by none, with the file, the line and the reason.

A count of 0 is explained on stderr if the reason is visible without searching, such as a label that the \
graph lacks; with --strict it is an error.";

/// What is counted.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is counted")]
pub(crate) struct MeaningArgs {
    /// Which mappings from pattern nodes to graph nodes are counted
    #[arg(long, value_enum, default_value_t = SemanticsArg::Monomorphism, value_name = "S")]
    pub(crate) semantics: SemanticsArg,
    /// Count mappings, or the subgraphs that are their images
    #[arg(long, value_enum, default_value_t = UnitArg::Mappings, value_name = "U")]
    pub(crate) unit: UnitArg,
    /// Ignore node labels
    #[arg(long)]
    pub(crate) ignore_node_labels: bool,
    /// Ignore edge labels; parallel arcs become one
    #[arg(long)]
    pub(crate) ignore_edge_labels: bool,
    /// Ignore directions, in the pattern and in the graph
    #[arg(long)]
    pub(crate) undirected: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SemanticsArg {
    /// Distinct pattern nodes are mapped to distinct graph nodes
    Monomorphism,
    /// Like monomorphism, and the graph has no additional arcs between the image nodes
    Induced,
    /// Pattern nodes may share a graph node
    Homomorphism,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnitArg {
    /// Every mapping counts
    Mappings,
    /// Mappings divided by the automorphisms of the pattern
    Subgraphs,
}

/// Counts for each node or edge.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "For each node or edge")]
pub(crate) struct PerArgs {
    /// Count for each node or edge of the graph in how many mappings or subgraphs it takes part
    #[arg(
        long, value_enum, value_name = "WHAT",
        conflicts_with_all = [
            "patterns", "graphs", "index", "pairs", "resume", "matrix", "explain", "explain_plan", "strict",
            "on_error",
        ]
    )]
    pub(crate) per: Option<CountPerArg>,
    /// In text, show the N first nodes or edges [default: 10; 5 per orbit]
    #[arg(long, value_name = "N", requires = "per", conflicts_with_all = ["json", "csv", "out"])]
    pub(crate) top: Option<NonZeroUsize>,
    /// Draw the graph with heat over its nodes or edges, as FILE.svg or FILE.png
    #[arg(long, value_name = "FILE", requires = "per")]
    pub(crate) draw: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CountPerArg {
    /// Nodes of the graph
    Node,
    /// Edges of the graph
    Edge,
    /// Nodes, for each orbit of the pattern: its nodes up to symmetry
    Orbit,
}

/// Many questions at once.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Many questions at once")]
pub(crate) struct BatchArgs {
    /// A folder of pattern files, or a file with many patterns
    #[arg(long, value_name = "DIR|FILE", conflicts_with = "pattern")]
    pub(crate) patterns: Option<PathBuf>,
    /// A folder of graph files, or a file with many graphs
    #[arg(long, value_name = "DIR|FILE", requires = "patterns", conflicts_with = "pattern")]
    pub(crate) graphs: Option<PathBuf>,
    /// Count only these pairs: lines `pattern<TAB>graph` or `pattern,graph`, by name
    #[arg(long, value_name = "FILE")]
    pub(crate) pairs: Option<PathBuf>,
    /// Write the answers to this file, grouped by graph: JSON Lines (.jsonl) or CSV (.csv); with
    /// --per also a matrix for numpy (.npy)
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Keep the answers already in --out, including lower bounds, and add the missing ones
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
}

/// How it is counted.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "How it is counted")]
pub(crate) struct WorkArgs {
    /// The counter; `isocount methods` describes each one [default: auto; exact for data sets;
    /// learned with --index]
    #[arg(long, value_name = "M", value_parser = methods())]
    pub(crate) method: Option<String>,
    /// The folder of a run of `isocount train`, for --method learned
    #[arg(long, value_name = "RUN")]
    pub(crate) model: Option<PathBuf>,
    /// How to evaluate learned models
    #[arg(long, value_enum, value_name = "R", default_value_t = ReadoutArg::Auto)]
    pub(crate) readout: ReadoutArg,
    /// Time limit per question, such as 200ms, 5s or 2m; when it is reached, the answer is an
    /// estimate (auto, sample) or a lower bound. Reading files is not included
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) time_limit: Option<Duration>,
    /// Limit on search steps per question, on one thread; gives the same answer on every machine
    #[arg(long, value_name = "N")]
    pub(crate) step_limit: Option<u64>,
    /// Threads to use [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// How an estimate is made.
#[derive(Debug, Default, PartialEq, clap::Args)]
#[command(next_help_heading = "Estimates")]
pub(crate) struct SamplingArgs {
    /// Estimate where exact takes too long, to this precision: the half-width of the interval
    /// relative to the count, such as 0.05
    #[arg(long, value_name = "P")]
    pub(crate) precision: Option<f64>,
    /// The confidence level of the intervals of estimates [default: 0.95]
    #[arg(long, value_name = "C")]
    pub(crate) confidence: Option<f64>,
    /// The seed of an estimate [default: 0]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How many replicates an estimate averages [default: 12]
    #[arg(long, value_name = "N")]
    pub(crate) replicates: Option<u32>,
}

/// How files are read.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "How files are read")]
pub(crate) struct FileArgs {
    /// The format of the graphs [default: by file name]
    #[arg(long, value_name = "F", value_parser = formats(Format::can_read), hide_possible_values = true)]
    pub(crate) format: Option<Format>,
    /// The format of the patterns [default: by file name]
    #[arg(long, value_name = "F", value_parser = formats(Format::can_read), hide_possible_values = true)]
    pub(crate) pattern_format: Option<Format>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// Which parts of a file are read.
#[derive(Debug, clap::Args)]
pub(crate) struct ReadingArgs {
    /// The attribute or column that holds node labels [default: label]
    #[arg(long, value_name = "K")]
    pub(crate) node_label_key: Option<String>,
    /// The attribute or column that holds edge labels [default: label]
    #[arg(long, value_name = "K")]
    pub(crate) edge_label_key: Option<String>,
    /// Read files as if their nodes had no labels
    #[arg(long, conflicts_with = "node_label_key")]
    pub(crate) no_node_labels: bool,
    /// Read files as if their edges had no labels, for example because they are weights
    #[arg(long, conflicts_with = "edge_label_key")]
    pub(crate) no_edge_labels: bool,
    /// Keep one of several equal arcs instead of refusing the file
    #[arg(long)]
    pub(crate) merge_duplicates: bool,
    #[command(flatten)]
    pub(crate) molecules: MoleculeArgs,
}

/// Graphs to write in another format.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount convert examples/molecules/water.gml water.json
  isocount convert examples/molecules molecules.jsonl
  isocount convert examples/molecules molecules/ --to dot
  isocount convert examples/molecules/water.gml - --to text")]
pub(crate) struct ConvertArgs {
    /// The file to read, a folder of files, or text: 'a:C-b:O', smiles:CCO; `-` is the standard
    /// input and needs --from
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,
    /// The file to write; several graphs go to a .jsonl file or, with --to, to a folder. `-` is the
    /// standard output and needs --to
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// The format of IN [default: by file name]
    #[arg(long, value_name = "F", value_parser = formats(Format::can_read), hide_possible_values = true)]
    pub(crate) from: Option<Format>,
    /// The format of OUT [default: by file name]
    #[arg(
        long, value_name = "F", value_parser = formats(Format::can_write), hide_possible_values = true
    )]
    pub(crate) to: Option<Format>,
    /// Replace OUT if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// What happens if a graph cannot be read: `report` writes nothing, `record` writes the others
    #[arg(
        long, value_enum, default_value_t = OnErrorArg::Report, value_name = "WHAT",
        hide_possible_values = true
    )]
    pub(crate) on_error: OnErrorArg,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// Options of the lists.
#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    /// Print one JSON object per entry
    #[arg(long)]
    pub(crate) json: bool,
}

/// Print a completion script for a shell.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  isocount completions bash > isocount.bash")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

fn threads(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "expected a whole number of at least 1")
}

fn methods() -> PossibleValuesParser {
    let names = session::methods().into_iter().map(|method| PossibleValue::new(method.name));
    names.collect::<Vec<_>>().into()
}

fn formats(wanted: fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.iter().copied().filter(|&format| wanted(format)).map(Format::name);
    PossibleValuesParser::new(names.collect::<Vec<_>>())
        .map(|name| name.parse().expect("the parser accepts names of formats only"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Args::command().debug_assert();
    }
}
