//! Times the census: `cargo run --release -p isocount-motif --example census_times -- GRAPH SIZE [per-node]`.
//!
//! GRAPH is `attachment:N:M` (preferential attachment, M edges per node), `weights:N:M` (M edges whose ends are drawn by weights
//! i^(−2/3), a power law with exponent 2.5), `random:N:M` (M edges, any), or a file of lines with two node numbers. Prints the seconds, the
//! number of nodes and edges, and the count of every motif.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::Write as _;
use std::time::Instant;

use isocount_core::{Control, Label, LabeledGraph, NodeId, Rng};
use isocount_motif::CensusOptions;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [which, size, rest @ ..] = &args[..] else {
        return Err("expected GRAPH SIZE [per-node]".into());
    };
    let graph = graph(which)?;
    let per_node = rest.iter().any(|word| word == "per-node");
    let options = CensusOptions { sizes: 3..=size.parse()?, per_node, ..CensusOptions::default() };
    let start = Instant::now();
    let census = options.count(&graph, &Control::NONE)?;
    let seconds = start.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    let (nodes, edges) = (graph.num_nodes(), graph.num_arcs() / 2);
    writeln!(out, "{which} size={size} per_node={per_node} nodes={nodes} edges={edges} seconds={seconds:.3}")?;
    for counted in census.motifs {
        writeln!(out, "  {:14} {}", counted.motif.title(), counted.count)?;
    }
    Ok(())
}

fn graph(which: &str) -> Result<LabeledGraph, Box<dyn Error>> {
    let words: Vec<&str> = which.split(':').collect();
    let mut rng = Rng::new(0);
    let mut edges = BTreeSet::new();
    let mut add = |a: usize, b: usize| a != b && edges.insert((a.min(b), a.max(b)));
    let nodes = match words[..] {
        ["attachment", n, m] => {
            let (n, m): (usize, usize) = (n.parse()?, m.parse()?);
            // Every end of an edge is one chance.
            let mut ends: Vec<usize> = (0..m).collect();
            for node in m..n {
                let mut joined = 0;
                while joined < m {
                    let other = ends[rng.below(ends.len())];
                    if add(node, other) {
                        ends.push(other);
                        joined += 1;
                    }
                }
                ends.extend([node].repeat(m));
            }
            n
        }
        ["weights", n, m] => {
            let (n, m): (usize, usize) = (n.parse()?, m.parse()?);
            // i^(−2/3) sums to about 3 i^(1/3).
            let mut draw = || ((n as f64) * rng.unit().powi(3)) as usize;
            let mut added = 0;
            while added < m {
                let (a, b) = (draw(), draw());
                added += usize::from(add(a, b));
            }
            n
        }
        ["random", n, m] => {
            let (n, m): (usize, usize) = (n.parse()?, m.parse()?);
            let mut added = 0;
            while added < m {
                let (a, b) = (rng.below(n), rng.below(n));
                added += usize::from(add(a, b));
            }
            n
        }
        _ => {
            let mut most = 0;
            for line in std::fs::read_to_string(which)?.lines() {
                let numbers: Vec<usize> =
                    line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
                let [a, b] = numbers[..] else { return Err(format!("`{line}`: expected two numbers").into()) };
                most = most.max(a).max(b);
                add(a, b);
            }
            most + 1
        }
    };
    let mut builder = LabeledGraph::builder();
    for _ in 0..nodes {
        builder.node(Label(0));
    }
    for (a, b) in edges {
        builder.undirected_edge(NodeId(a as u32), NodeId(b as u32), Label(0));
    }
    Ok(builder.build()?)
}
