//! Arguments of `isocount serve`.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::{OnErrorArg, threads};
use crate::duration;

/// Where to listen, what to serve, and what a request may cost.
#[derive(Debug, clap::Args)]
#[command(after_help = SERVE_EXAMPLES)]
pub(crate) struct ServeArgs {
    /// The address to listen on; one that other machines can reach needs --token-file
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,
    /// A folder of graphs to offer; uploads are kept in it [default: uploads are kept in memory]
    #[arg(long, value_name = "DIR")]
    pub(crate) graphs: Option<PathBuf>,
    /// A folder of runs of `isocount train` and of indices to offer
    #[arg(long, value_name = "DIR")]
    pub(crate) models: Option<PathBuf>,
    /// What happens if a graph of a file cannot be read: `report` leaves out its file, `record`
    /// offers the others; either way it is listed with the reason
    #[arg(
        long, value_enum, default_value_t = OnErrorArg::Report, value_name = "WHAT",
        hide_possible_values = true
    )]
    pub(crate) on_error: OnErrorArg,
    /// A file with the token that every request must send
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// How the log on the standard error is written
    #[arg(long, value_enum, value_name = "F", default_value = "text")]
    pub(crate) log: LogArg,
    /// Log problems only
    #[arg(long, short)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// What a request may cost.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// The longest time limit that a question may set [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) max_time: Option<Duration>,
    /// The time limit of a question that sets none [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) default_time: Option<Duration>,
    /// Questions answered at the same time [default: two per processor, at least 4]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) concurrent: Option<NonZeroUsize>,
    /// Questions that wait for their turn; further ones are answered with 429 [default: 64]
    #[arg(long, value_name = "N")]
    pub(crate) queue: Option<usize>,
    /// Maximum number of threads of one question [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) max_threads: Option<NonZeroUsize>,
    /// Megabytes of intermediate results that one question may keep [default: 256]
    #[arg(long, value_name = "MB")]
    pub(crate) max_memory: Option<usize>,
    /// Megabytes of an upload [default: 32]
    #[arg(long, value_name = "MB")]
    pub(crate) max_upload: Option<usize>,
    /// Megabytes of an upload once it is decompressed [default: 64]
    #[arg(long, value_name = "MB")]
    pub(crate) max_unpacked: Option<u64>,
    /// Uploads that are kept [default: 1000]
    #[arg(long, value_name = "N")]
    pub(crate) max_uploads: Option<usize>,
    /// Approximate megabytes of memory for all uploads [default: 1024]
    #[arg(long, value_name = "MB")]
    pub(crate) max_stored: Option<u64>,
    /// Nodes of a graph [default: 1000000]
    #[arg(long, value_name = "N")]
    pub(crate) max_nodes: Option<usize>,
    /// Arcs of a graph [default: 5000000]
    #[arg(long, value_name = "N")]
    pub(crate) max_arcs: Option<usize>,
    /// Nodes of a pattern [default: 64]
    #[arg(long, value_name = "N")]
    pub(crate) max_pattern_nodes: Option<usize>,
    /// Arcs of a pattern [default: 1024]
    #[arg(long, value_name = "N")]
    pub(crate) max_pattern_arcs: Option<usize>,
    /// Questions of one batch [default: 100000]
    #[arg(long, value_name = "N")]
    pub(crate) max_questions: Option<usize>,
    /// Open connections [default: 4096]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) max_connections: Option<NonZeroUsize>,
    /// How long a connection may idle, or take for the head of a request [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) head_time: Option<Duration>,
    /// How long the body of a request may take [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) body_time: Option<Duration>,
    /// How long a client may read nothing of an answer [default: 15s]
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) stall_time: Option<Duration>,
    /// How long work may go on after Ctrl-C [default: 5s]
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) stop_time: Option<Duration>,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogArg {
    /// Human-readable lines
    Text,
    /// One JSON object per line
    Json,
}

// `isocount serve` does not end by itself, so these lines are not written as commands to paste.
const SERVE_EXAMPLES: &str = "\
For example `isocount serve --graphs graphs --models runs`, then from another terminal:
  curl -H 'Content-Type: application/json' http://127.0.0.1:8080/api/v1/count \\
    -d '{\"pattern\": \"triangle\", \"graph\": \"karate\", \"unit\": \"subgraphs\"}'

Access from other machines needs a token, and nothing is encrypted: put a proxy with TLS in front.";
