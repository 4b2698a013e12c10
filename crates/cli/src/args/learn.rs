//! Arguments of `isocount train`, `isocount eval` and `isocount models`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser};
use isocount_model::MODELS;

use super::data::ProtocolArg;
use super::{FileArgs, SamplingArgs, threads};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount data generate small --limit 1000 --out small-1000
  isocount train count-gnn --data small-1000 --set training.epochs=5 --out run
  isocount eval run --data small-1000

The weights depend on the data, the settings and the seed, not on the number of threads. An \
interrupted run continues with --resume and ends with the same weights.")]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(crate) struct TrainArgs {
    /// The model; `isocount models` describes each one
    #[arg(value_parser = models())]
    pub(crate) model: String,
    /// The data set
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// The folder for the run
    #[arg(long, value_name = "RUN")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) split: SplitChoice,
    /// Settings to start from, as in the config.toml of a run
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Change a setting, such as training.rate=0.01; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Seed for the initial weights and the order of examples
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The width of all layers [default: 24 for the Count-GNN family (12 on MUTAG), 128 for
    /// baselines]
    #[arg(long, value_name = "D", conflicts_with = "config")]
    pub(crate) width: Option<NonZeroUsize>,
    /// Also write files for `tensorboard --logdir RUN`
    #[arg(long)]
    pub(crate) tensorboard: bool,
    /// Continue an interrupted run
    #[arg(long)]
    pub(crate) resume: bool,
    /// Replace a run that exists: it is removed when the new one begins
    #[arg(long, conflicts_with = "resume")]
    pub(crate) force: bool,
    /// Print the result as a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Threads to use [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Print only errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Which split of a data set.
#[derive(Debug, clap::Args)]
pub(crate) struct SplitChoice {
    /// How the data set is split
    #[arg(long = "split", value_enum, value_name = "P", default_value = "paper")]
    pub(crate) protocol: ProtocolArg,
    /// The pattern of the secondary protocol, by number or name
    #[arg(long, value_name = "N|NAME", required_if_eq("protocol", "secondary"))]
    pub(crate) pattern: Option<String>,
    /// The training triples of the protocol training-size
    #[arg(long, value_name = "N", required_if_eq("protocol", "training-size"))]
    pub(crate) training_triples: Option<u32>,
    /// The seed of the split
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) split_seed: u64,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount data generate small --limit 1000 --out small-1000
  isocount eval exact vf2 --data small-1000
  isocount eval exact --data small-1000 --split held-out-patterns --table markdown
  isocount eval exact --data small-1000 --outcomes outcomes.csv
  isocount eval sample --data small-1000 --precision 0.05 --confidence 0.9

--predictions judges predictions of any other program for the test part, next to the exact row: a table (.csv, .tsv) with \
the columns pattern, graph and prediction, or JSON Lines (.jsonl) with these keys; low and high are optional. Each pair of \
the test part needs exactly one. `isocount data export` writes the pairs.

Where answers have intervals, the table says how many of them contain the true count, and how wide they are. \
--precision, --confidence, --seed and --replicates go to the counters that take them.

Trivial baselines, which need no learning, are always included. Times are for one thread. The method
peregrine cannot see directions and edge labels: it is timed without them, one second for each
question at most, and its errors are left out.")]
pub(crate) struct EvalArgs {
    /// Methods (`isocount methods`) and folders of runs
    #[arg(value_name = "METHOD|RUN", required_unless_present = "predictions")]
    pub(crate) counters: Vec<String>,
    /// The data set
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    #[command(flatten)]
    pub(crate) split: SplitChoice,
    /// How to evaluate learned models
    #[arg(long, value_enum, value_name = "R", default_value_t = ReadoutArg::Auto)]
    pub(crate) readout: ReadoutArg,
    #[command(flatten)]
    pub(crate) sampling: SamplingArgs,
    /// Use only N test triples, spread evenly
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<NonZeroUsize>,
    /// Judge the predictions in this file; may be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) predictions: Vec<PathBuf>,
    /// Save every answer to this file: JSON Lines (.jsonl) or CSV (.csv)
    #[arg(long, value_name = "FILE")]
    pub(crate) outcomes: Option<PathBuf>,
    /// Replace the file of --outcomes if it exists
    #[arg(long, requires = "outcomes")]
    pub(crate) force: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Format of the table
    #[arg(long, value_enum, value_name = "F", default_value = "text", conflicts_with = "json")]
    pub(crate) table: TableFormat,
    /// Print results only
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Aligned columns
    Text,
    /// A Markdown table
    Markdown,
    /// Comma-separated values with full precision
    Csv,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  isocount data generate small --limit 1000 --out small-1000
  isocount train count-gnn --data small-1000 --set training.epochs=5 --out run
  isocount index examples/kite.json --model run --out kite.index
  isocount count examples/triangle.json --index kite.index

The index includes the model and takes about 310 bytes per arc at width 24. Do not change the file while it \
is in use.")]
pub(crate) struct IndexArgs {
    /// The graph file
    pub(crate) graph: PathBuf,
    /// The folder of a run of `isocount train`: Count-GNN or one of its ablations
    #[arg(long, value_name = "RUN")]
    pub(crate) model: PathBuf,
    /// The file to create
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Threads to use [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) files: FileArgs,
    /// Print only errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReadoutArg {
    /// Fused for few patterns, indexed for many
    Auto,
    /// The training code; works for every model
    Plain,
    /// One pass over the graph for each pattern
    Fused,
    /// Build an index first, then look patterns up
    Indexed,
}

fn models() -> PossibleValuesParser {
    let models = MODELS.iter().map(|model| PossibleValue::new(model.name).help(model.description));
    models.collect::<Vec<_>>().into()
}
