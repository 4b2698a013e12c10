//! Times the census: `cargo run --release -p isocount-benchmarks --bin census_times -- FILE SIZE
//! [per-node]`.
//!
//! FILE has a line with two node numbers for each edge. Prints the CPU seconds of the census alone,
//! the number of nodes and edges, and the count of every motif.

use std::error::Error;
use std::io::Write as _;

use isocount_benchmarks::{cpu_seconds, read_edges};
use isocount_core::Control;
use isocount_motif::CensusOptions;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, size, rest @ ..] = &args[..] else {
        return Err("expected FILE SIZE [per-node]".into());
    };
    let graph = read_edges(file)?;
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
