//! Times counts per node: `cargo run --release -p isocount-count --example participation_times --
//! FILE PATTERN plain|node|edge|orbit`.
//!
//! FILE has a line with two node numbers for each edge; PATTERN is triangle, cycle4 or clique4.
//! Counts subgraphs on one thread and prints the CPU seconds of the count alone, the number of
//! subgraphs, and the largest count of a node or edge.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::Write as _;

use isocount_core::{
    Answer, Budget, Counter, Label, LabeledGraph, NodeId, Pattern, Semantics, Unit,
};
use isocount_count::{Exact, Per};
use rustix::time::{ClockId, clock_gettime};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, pattern, per] = &args[..] else {
        return Err("expected FILE PATTERN plain|node|edge|orbit".into());
    };
    let edges: &[(u32, u32)] = match pattern.as_str() {
        "triangle" => &[(0, 1), (1, 2), (2, 0)],
        "cycle4" => &[(0, 1), (1, 2), (2, 3), (3, 0)],
        "clique4" => &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)],
        other => return Err(format!("`{other}`: expected triangle, cycle4 or clique4").into()),
    };
    let pattern = Pattern::try_from(undirected(edges.iter().copied())?)?;
    let graph = undirected(read(file)?)?;
    let (exact, budget) = (Exact::new(), &Budget::UNLIMITED);
    let semantics = Semantics::Monomorphism(Unit::Subgraphs);
    let start = cpu_seconds();
    let (total, most) = if per == "plain" {
        match exact.count(&pattern, &graph, semantics, budget)? {
            Answer::Exact(count) => (count.0, 0),
            other => return Err(format!("{other:?}").into()),
        }
    } else {
        let per = match per.as_str() {
            "node" => Per::Node,
            "edge" => Per::Arc,
            _ => Per::Orbit,
        };
        let found = exact.participation(&pattern, &graph, semantics, per, budget)?;
        (found.total, found.columns.iter().flatten().copied().max().unwrap_or(0))
    };
    let seconds = cpu_seconds() - start;
    writeln!(std::io::stdout(), "cpu_seconds={seconds:.3} count={total} most={most}")?;
    Ok(())
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn read(file: &str) -> Result<BTreeSet<(u32, u32)>, Box<dyn Error>> {
    let mut edges = BTreeSet::new();
    for line in std::fs::read_to_string(file)?.lines() {
        let ends: Vec<u32> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let [a, b] = ends[..] else { return Err(format!("`{line}`: expected two numbers").into()) };
        if a != b {
            edges.insert((a.min(b), a.max(b)));
        }
    }
    Ok(edges)
}

fn undirected(edges: impl IntoIterator<Item = (u32, u32)>) -> Result<LabeledGraph, Box<dyn Error>> {
    let edges: Vec<(u32, u32)> = edges.into_iter().collect();
    let mut builder = LabeledGraph::builder();
    for _ in 0..=edges.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0) {
        builder.node(Label(0));
    }
    for (a, b) in edges {
        builder.undirected_edge(NodeId(a), NodeId(b), Label(0));
    }
    Ok(builder.build()?)
}
