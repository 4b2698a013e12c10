//! Counts small patterns in large graphs without labels. `benchmarks/large` compares it with other
//! libraries.
//!
//!     large_graphs make KIND EDGES SEED FILE               KIND is power-law or r-mat
//!     large_graphs run FILE SECONDS THREADS PATTERN...     one JSON object per pattern
//!
//! With `DIRECTED=1`, an eighth of the edges of the graph are arcs both ways, others one way.
//!
//! FILE contains the ends of each edge, two 32-bit numbers in little-endian order, so that other
//! tools can read it in one call. SECONDS is the limit of each question; 0 means none. Times are
//! CPU seconds of the process; they do not include reading the graph.

#![allow(
    clippy::print_stdout,
    clippy::cast_sign_loss,
    reason = "a program that prints its measurements; what is cast is not negative"
)]

use std::error::Error;
use std::io::{BufWriter, Write as _};
use std::time::{Duration, Instant};

use isocount_core::{Answer, Budget, Label, LabeledGraph, NodeId, Pattern, Rng, Semantics, Unit};
use isocount_count::{Exact, Routing, Tuning};
use rustix::time::{ClockId, clock_gettime};

type Failure = Box<dyn Error>;
type Edges = Vec<(u32, u32)>;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match &args[..] {
        ["make", kind, edges, seed, file] => make(kind, edges.parse()?, seed.parse()?, file),
        ["run", file, seconds, threads, patterns @ ..] => {
            run(file, seconds.parse()?, threads.parse()?, patterns)
        }
        _ => Err("make KIND EDGES SEED FILE, or run FILE SECONDS THREADS PATTERN...".into()),
    }
}

/// Draws the ends of `edges` edges; loops and repeated edges are dropped.
fn make(kind: &str, num_edges: usize, seed: u64, file: &str) -> Result<(), Failure> {
    let mut rng = Rng::new(seed);
    let mut edges = match kind {
        "power-law" => power_law(num_edges / 5, num_edges, &mut rng),
        "r-mat" => r_mat(num_edges, &mut rng),
        _ => return Err(format!("unknown kind of graph: {kind}").into()),
    };
    edges.retain(|(a, b)| a != b);
    for edge in &mut edges {
        *edge = (edge.0.min(edge.1), edge.0.max(edge.1));
    }
    edges.sort_unstable();
    edges.dedup();
    let mut out = BufWriter::new(std::fs::File::create(file)?);
    for (a, b) in edges {
        out.write_all(&a.to_le_bytes())?;
        out.write_all(&b.to_le_bytes())?;
    }
    Ok(out.flush()?)
}

/// Both ends are drawn with weights i^(-2/3): the number of nodes of degree d falls with d^(-2.5).
/// The numbers of the nodes are independent of their degrees.
fn power_law(num_nodes: usize, num_edges: usize, rng: &mut Rng) -> Edges {
    let mut sums = Vec::with_capacity(num_nodes);
    let mut sum = 0.0;
    for i in 0..num_nodes {
        sum += (i as f64 + 1.0).powf(-2.0 / 3.0);
        sums.push(sum);
    }
    let names = rng.permutation(num_nodes);
    let mut end = || {
        let drawn = rng.unit() * sum;
        names[sums.partition_point(|&s| s < drawn).min(num_nodes - 1)] as u32
    };
    (0..num_edges).map(|_| (end(), end())).collect()
}

/// Recursively chooses a quarter of the matrix, with probabilities 0.57, 0.19, 0.19 and 0.05; about
/// five edges per node.
fn r_mat(num_edges: usize, rng: &mut Rng) -> Edges {
    let bits = (num_edges / 5).max(2).ilog2() + 1;
    let mut edges = Vec::with_capacity(num_edges);
    for _ in 0..num_edges {
        let (mut a, mut b) = (0, 0);
        for _ in 0..bits {
            let drawn = rng.below(100);
            a = 2 * a + u32::from(drawn >= 76);
            b = 2 * b + u32::from((57..76).contains(&drawn) || drawn >= 95);
        }
        edges.push((a, b));
    }
    edges
}

fn read(file: &str) -> Result<LabeledGraph, Failure> {
    let bytes = std::fs::read(file)?;
    let (numbers, _) = bytes.as_chunks::<4>();
    let numbers: Vec<u32> = numbers.iter().map(|four| u32::from_le_bytes(*four)).collect();
    let num_nodes = numbers.iter().max().map_or(0, |most| most + 1);
    let mut builder = LabeledGraph::builder();
    for _ in 0..num_nodes {
        builder.node(Label(0));
    }
    let (edges, _) = numbers.as_chunks::<2>();
    let is_directed = std::env::var_os("DIRECTED").is_some();
    for &[a, b] in edges {
        if is_directed {
            // Of both directions, one that does not follow the numbers; of some, both.
            let kind = a.wrapping_mul(0x9e37_79b1).wrapping_add(b.wrapping_mul(0x85eb_ca6b)) >> 29;
            if kind != 0 {
                let (tail, head) = if kind % 2 == 0 { (a, b) } else { (b, a) };
                builder.edge(NodeId(tail), NodeId(head), Label(0));
                continue;
            }
        }
        builder.undirected_edge(NodeId(a), NodeId(b), Label(0));
    }
    Ok(builder.build()?)
}

/// A pattern by its edges and arcs: `ab-bc-ca`, `a>b-bc`.
fn pattern(text: &str) -> Result<Pattern, Failure> {
    let mut builder = LabeledGraph::builder();
    let mut names = Vec::new();
    for edge in text.split('-') {
        let ends: Vec<NodeId> = edge
            .chars()
            .filter(|&name| name != '>')
            .map(|name| {
                let known = names.iter().position(|other| *other == name);
                NodeId(known.unwrap_or_else(|| {
                    names.push(name);
                    builder.node(Label(0));
                    names.len() - 1
                }) as u32)
            })
            .collect();
        let &[a, b] = &ends[..] else { return Err(format!("{edge} is not an edge").into()) };
        if edge.contains('>') {
            builder.edge(a, b, Label(0));
        } else {
            builder.undirected_edge(a, b, Label(0));
        }
    }
    Ok(Pattern::try_from(builder.build()?)?)
}

/// CPU seconds of the process, all its threads together.
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn run(file: &str, seconds: f64, threads: usize, patterns: &[&str]) -> Result<(), Failure> {
    let graph = read(file)?;
    // The engine without counting by degree, for comparison.
    let is_set = |name| std::env::var_os(name).is_some();
    let by_degree = match (is_set("USUAL_ROAD"), is_set("ALWAYS_BY_DEGREE")) {
        (true, _) => Routing::Never,
        (_, true) => Routing::Always,
        _ => Routing::ByCost,
    };
    let exact = Exact::with_threads(threads).tuned(Tuning { by_degree, ..Tuning::default() });
    for text in patterns {
        let pattern = pattern(text)?;
        let budget = if seconds > 0.0 {
            Budget::time(Duration::from_secs_f64(seconds))
        } else {
            Budget::UNLIMITED
        };
        let subgraphs = Semantics::Monomorphism(Unit::Subgraphs);
        let (began, before) = (Instant::now(), cpu());
        let (answer, how) = exact.explain(&pattern, &graph, subgraphs, &budget)?;
        let (elapsed, cpu) = (began.elapsed().as_secs_f64(), cpu() - before);
        let (kind, count) = match answer {
            Answer::Exact(count) => ("exact", count.0),
            Answer::AtLeast(count) => ("at_least", count.0),
            Answer::Estimate(_) => return Err("an exact engine does not estimate".into()),
        };
        println!(
            "{{\"who\":\"isocount\",\"pattern\":\"{text}\",\"arcs\":{},\"threads\":{threads},\"answer\":\"{kind}\",\"count\":\"{count}\",\
             \"cpu_seconds\":{cpu:.4},\"elapsed_seconds\":{elapsed:.4},\"strategy\":\"{}\",\"predicted\":{:.4}}}",
            graph.num_arcs(),
            how.strategy.name(),
            how.predicted_by_degree.unwrap_or(0.0),
        );
    }
    Ok(())
}
