//! Times the census: `cargo run --release -p isocount-benchmarks --bin census_times -- FILE SIZE
//! [per-node] [directed] [listed|formulas]`.
//!
//! FILE has a line with two node numbers for each edge. SIZE is the largest one, from 3 on, or a
//! range such as `6..6`. `listed` and `formulas` are about motifs of six nodes, which otherwise are
//! counted in the way that is expected to be quicker. With `directed`, every line is an arc. Prints
//! the CPU seconds of the census alone, the number of nodes and edges, and the count of every motif.

use std::error::Error;
use std::io::Write as _;

use isocount_benchmarks::{cpu_seconds, read_arcs, read_edges};
use isocount_core::Control;
use isocount_motif::{CensusOptions, SixNodes};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, size, rest @ ..] = &args[..] else {
        return Err("expected FILE SIZE [per-node]".into());
    };
    let is_asked = |wanted: &str| rest.iter().any(|word| word == wanted);
    let (per_node, directed) = (is_asked("per-node"), is_asked("directed"));
    let graph = if directed { read_arcs(file)? } else { read_edges(file)? };
    let (from, to) = size.split_once("..").unwrap_or(("3", size));
    let (from, to) = (from.parse()?, to.parse()?);
    let options = CensusOptions::default().with(|it| {
        it.sizes = from..=to;
        it.per_node = per_node;
        it.directed = Some(directed);
        it.six_nodes = match (is_asked("listed"), is_asked("formulas")) {
            (true, _) => SixNodes::Listed,
            (_, true) => SixNodes::ByFormulas,
            _ => SixNodes::Cheapest,
        };
    });
    let start = cpu_seconds();
    let census = options.count(&graph, &Control::NONE)?;
    let seconds = cpu_seconds() - start;
    let mut out = std::io::stdout().lock();
    let arcs_per_edge = if directed { 1 } else { 2 };
    let (nodes, edges) = (graph.num_nodes(), graph.num_arcs() / arcs_per_edge);
    writeln!(out, "cpu_seconds={seconds:.3} nodes={nodes} edges={edges} per_node={per_node}")?;
    for counted in census.motifs {
        writeln!(out, "{}: {}", counted.motif.title(), counted.count)?;
    }
    Ok(())
}
