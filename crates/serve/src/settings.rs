//! The settings of a service.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use isocount_format::Faults;

/// Folders, the token, and limits.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Settings {
    /// A folder of graphs, which also keeps uploads.
    pub graphs: Option<PathBuf>,
    /// A folder of runs of trained models, which also keeps indices.
    pub models: Option<PathBuf>,
    /// Whether the readable graphs of a file in the folder are offered if others in it cannot be
    /// read.
    pub faults: Faults,
    /// The token that every request must contain. Required beyond the loopback address.
    pub token: Option<String>,
    /// Limits.
    pub limits: Limits,
}

/// The limits of a request and of the service.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum bytes of an uploaded graph.
    pub upload_bytes: usize,
    /// Maximum bytes of a compressed upload once it is decompressed.
    pub unpacked_bytes: u64,
    /// Maximum bytes of any other request.
    pub request_bytes: usize,
    /// Maximum nodes of a graph.
    pub nodes: usize,
    /// Maximum arcs of a graph.
    pub arcs: usize,
    /// Maximum nodes of a pattern.
    pub pattern_nodes: usize,
    /// Maximum arcs of a pattern.
    pub pattern_arcs: usize,
    /// Maximum questions of one batch.
    pub questions: usize,
    /// Maximum matches of one page.
    pub matches: usize,
    /// The longest time limit that a question may set.
    pub time: Duration,
    /// The time limit of a question that sets none.
    pub default_time: Duration,
    /// Maximum threads of one question.
    pub threads: usize,
    /// Maximum number of questions answered at the same time.
    pub concurrent: usize,
    /// Maximum number of questions that wait for their turn.
    pub queue: usize,
    /// Bytes of intermediate results that one question may keep, in addition to what grows with its
    /// graph.
    pub memory: usize,
    /// Maximum number of stored uploads.
    pub uploads: usize,
    /// Approximate bytes of memory for all uploads.
    pub stored_bytes: u64,
    /// Maximum number of open connections.
    pub connections: usize,
    /// How long a connection may take for the head of a request, or idle between requests.
    pub head_time: Duration,
    /// How long the body of a request may take.
    pub body_time: Duration,
    /// How long a client may read nothing of an answer.
    pub stall_time: Duration,
    /// How long work may go on after the service was told to stop.
    pub stop_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            upload_bytes: 32 << 20,
            unpacked_bytes: 64 << 20,
            request_bytes: 1 << 20,
            nodes: 1_000_000,
            arcs: 5_000_000,
            pattern_nodes: 64,
            pattern_arcs: 1024,
            questions: 100_000,
            matches: 1000,
            time: Duration::from_secs(60),
            default_time: Duration::from_secs(10),
            threads: cores,
            // A watched count and a search for matches are two already.
            concurrent: (2 * cores).max(4),
            queue: 64,
            memory: 256 << 20,
            uploads: 1000,
            stored_bytes: 1 << 30,
            connections: 4096,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(30),
            stall_time: Duration::from_secs(15),
            stop_time: Duration::from_secs(5),
        }
    }
}
