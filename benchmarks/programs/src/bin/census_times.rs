//! Times the census: `cargo run --release -p isocount-benchmarks --bin census_times -- FILE SIZE
//! [per-node]`.
//!
//! FILE has a line with two node numbers for each edge. Prints the CPU seconds of the census alone,
//! the number of nodes and edges, and the count of every motif.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::Write as _;

use isocount_core::{Control, Label, LabeledGraph, NodeId};
use isocount_motif::CensusOptions;
use rustix::time::{ClockId, clock_gettime};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, size, rest @ ..] = &args[..] else {
        return Err("expected FILE SIZE [per-node]".into());
    };
    let graph = read(file)?;
    let per_node = rest.iter().any(|word| word == "per-node");
    let size = size.parse()?;
    let options = CensusOptions::default().with(|it| {
        it.sizes = 3..=size;
        it.per_node = per_node;
    });
    let start = cpu_seconds();
    let census = options.count(&graph, &Control::NONE)?;
    let seconds = cpu_seconds() - start;
    let mut out = std::io::stdout().lock();
    let (nodes, edges) = (graph.num_nodes(), graph.num_arcs() / 2);
    writeln!(out, "cpu_seconds={seconds:.3} nodes={nodes} edges={edges} per_node={per_node}")?;
    for counted in census.motifs {
        writeln!(out, "{}: {}", counted.motif.title(), counted.count)?;
    }
    Ok(())
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn read(file: &str) -> Result<LabeledGraph, Box<dyn Error>> {
    let mut edges = BTreeSet::new();
    let mut nodes = 0;
    for line in std::fs::read_to_string(file)?.lines() {
        let ends: Vec<u32> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let [a, b] = ends[..] else { return Err(format!("`{line}`: expected two numbers").into()) };
        nodes = nodes.max(a + 1).max(b + 1);
        if a != b {
            edges.insert((a.min(b), a.max(b)));
        }
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
