//! What the owner of a service decides.

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
    /// Whether the sound graphs of a file in the folder are offered if others in it cannot be read.
    pub faults: Faults,
    /// What every request must know. Needed beyond the loopback address.
    pub token: Option<String>,
    /// Limits.
    pub limits: Limits,
}

/// What a request may cost, and how many there may be.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of an uploaded graph.
    pub upload_bytes: usize,
    /// Bytes that a compressed upload may unpack to.
    pub unpacked_bytes: u64,
    /// Bytes of any other request.
    pub request_bytes: usize,
    /// Nodes of a graph.
    pub nodes: usize,
    /// Arcs of a graph.
    pub arcs: usize,
    /// Nodes of a pattern.
    pub pattern_nodes: usize,
    /// Arcs of a pattern.
    pub pattern_arcs: usize,
    /// Questions of one batch.
    pub questions: usize,
    /// Matches of one page.
    pub matches: usize,
    /// The longest time limit that a question may ask for.
    pub time: Duration,
    /// The time limit of a question that asks for none.
    pub default_time: Duration,
    /// Threads of one question at most.
    pub threads: usize,
    /// Questions at work at a time.
    pub concurrent: usize,
    /// Questions that wait for their turn.
    pub queue: usize,
    /// Bytes that one question may remember, beside what grows with its graph.
    pub memory: usize,
    /// Uploads kept.
    pub uploads: usize,
    /// Bytes of memory for all uploads, about.
    pub stored_bytes: u64,
    /// Open connections.
    pub connections: usize,
    /// How long a connection may take for the head of a request, or idle between two.
    pub head_time: Duration,
    /// How long the body of a request may take.
    pub body_time: Duration,
    /// How long a client may take no byte of an answer.
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
            // A watched count beside a search for matches is two already.
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
