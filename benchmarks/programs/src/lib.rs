//! What the programs of the benchmarks share: the clock, and lists of edges.

use std::collections::BTreeSet;
use std::error::Error;

use isocount_core::{Label, LabeledGraph, NodeId};
use rustix::time::{ClockId, clock_gettime};

/// The CPU time of this process, in seconds.
#[must_use]
pub fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Reads an undirected graph from a file with two node numbers in each line. Loops and repeated
/// edges are dropped.
///
/// # Errors
/// If the file cannot be read, or a line is not two numbers.
pub fn read_edges(file: &str) -> Result<LabeledGraph, Box<dyn Error>> {
    let mut edges = BTreeSet::new();
    let (lines, nodes) = pairs_of(file)?;
    for (a, b) in lines {
        edges.insert((a.min(b), a.max(b)));
    }
    let mut builder = LabeledGraph::builder();
    for _ in 0..nodes {
        builder.node(Label(0));
    }
    for (a, b) in edges {
        builder.undirected_edge(NodeId(a), NodeId(b), Label(0));
    }
    Ok(builder.build()?)
}

/// Reads the same file as a directed graph: every line is an arc.
///
/// # Errors
/// If it cannot be read.
pub fn read_arcs(file: &str) -> Result<LabeledGraph, Box<dyn Error>> {
    let (lines, nodes) = pairs_of(file)?;
    let arcs: BTreeSet<(u32, u32)> = lines.into_iter().collect();
    let mut builder = LabeledGraph::builder();
    for _ in 0..nodes {
        builder.node(Label(0));
    }
    for (a, b) in arcs {
        builder.edge(NodeId(a), NodeId(b), Label(0));
    }
    Ok(builder.build()?)
}

/// The lines of a file but for loops, and the number of nodes.
type Pairs = (Vec<(u32, u32)>, u32);

fn pairs_of(file: &str) -> Result<Pairs, Box<dyn Error>> {
    let mut pairs = Vec::new();
    let mut nodes = 0;
    for line in std::fs::read_to_string(file)?.lines() {
        let ends: Vec<u32> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let [a, b] = ends[..] else { return Err(format!("`{line}`: expected two numbers").into()) };
        nodes = nodes.max(a + 1).max(b + 1);
        if a != b {
            pairs.push((a, b));
        }
    }
    Ok((pairs, nodes))
}
