//! Measures estimates on sets of queries with known counts; `benchmarks/estimates` runs it.
//!
//!     estimate_queries make KIND SEED QUERIES LOW HIGH FILE     a graph and queries by random walks
//!     estimate_queries convert GRAPH FOLDER FILE                the same from files of a benchmark
//!     estimate_queries truth FILE MEANING SECONDS               exact counts, `name count` per line
//!     estimate_queries run FILE TRUTH MEANING METHOD PRECISION MILLISECONDS SEED
//!     estimate_queries forecasts FILE MEANING SECONDS           what `auto` says on the way to exact counts
//!
//! A set is one file: `graph`, then `v LABEL` and `e TAIL HEAD LABEL` (or `u` for both directions),
//! then the same after each `query NAME`. KIND is protein, er1, er2, ba1, ba2, ba4, hubs or
//! directed. `run` prints one JSON object per query with a truth. Times are CPU seconds of this
//! process, which has one thread; the graph is opened once.

#![allow(
    clippy::print_stdout,
    clippy::cast_sign_loss,
    reason = "a program that prints its measurements; what is cast is not negative"
)]

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use isocount_core::{
    Answer, Budget, Control, Counter, Label, LabeledGraph, NodeId, OpenGraph, Pattern, Rng,
    Semantics, Unit,
};
use isocount_count::{Auto, Exact, Sample, Sampling};
use rustix::time::{ClockId, clock_gettime};

type Failure = Box<dyn Error>;
/// A graph, and queries by name.
type QuerySet = (Arc<LabeledGraph>, Vec<(String, Pattern)>);

/// A graph as lines of text: what is generated, written and read.
#[derive(Clone, Default)]
struct Sketch {
    labels: Vec<u32>,
    /// Tail, head, label, and whether the edge goes in both directions.
    edges: Vec<(usize, usize, u32, bool)>,
}

impl Sketch {
    fn write(&self, text: &mut String) {
        for label in &self.labels {
            writeln!(text, "v {label}").expect("writing to a string never fails");
        }
        for (a, b, label, both) in &self.edges {
            let kind = if *both { 'u' } else { 'e' };
            writeln!(text, "{kind} {a} {b} {label}").expect("writing to a string never fails");
        }
    }

    fn build(&self) -> Result<LabeledGraph, Failure> {
        let mut builder = LabeledGraph::builder();
        let nodes: Vec<NodeId> = self.labels.iter().map(|&l| builder.node(Label(l))).collect();
        for &(a, b, label, both) in &self.edges {
            if both {
                builder.undirected_edge(nodes[a], nodes[b], Label(label));
            } else {
                builder.edge(nodes[a], nodes[b], Label(label));
            }
        }
        Ok(builder.build()?)
    }
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["make", kind, seed, queries, low, high, file] => {
            let mut rng = Rng::new(seed.parse()?);
            let graph = generate(kind, &mut rng)?;
            let (low, high) = (low.parse()?, high.parse()?);
            let mut text = String::from("graph\n");
            graph.write(&mut text);
            for query in 0..queries.parse::<usize>()? {
                let size = rng.between(low, high);
                writeln!(text, "query {kind}-{query}-{size}")?;
                walk(&graph, size, &mut rng).write(&mut text);
            }
            Ok(std::fs::write(file, text)?)
        }
        ["convert", graph, folder, file] => convert(graph, folder, file),
        ["truth", file, meaning, seconds] => truth(file, meaning, seconds.parse()?),
        ["run", file, known, meaning, method, precision, milliseconds, seed] => {
            let limit = milliseconds.parse::<f64>()? / 1000.0;
            run(file, known, meaning, method, precision.parse()?, limit, seed.parse()?)
        }
        ["forecasts", file, meaning, seconds] => forecasts(file, meaning, seconds.parse()?),
        _ => Err("see the head of the source".into()),
    }
}

fn generate(kind: &str, rng: &mut Rng) -> Result<Sketch, Failure> {
    let skewed = |rng: &mut Rng, num: usize| {
        // A few labels are frequent; most are rare.
        let u = rng.unit();
        ((num as f64).powf(u.powf(2.2)) - 1.0).floor().min(num as f64 - 1.0) as u32
    };
    let even = |rng: &mut Rng, num: usize| rng.below(num) as u32;
    Ok(match kind {
        "protein" => {
            let mut sketch =
                Sketch { labels: (0..3000).map(|_| skewed(rng, 71)).collect(), edges: Vec::new() };
            attach(&mut sketch, 12_500, 40, rng);
            sketch
        }
        "er1" | "er2" => {
            let num = if kind == "er1" { 1 } else { 2 };
            let mut sketch =
                Sketch { labels: (0..1000).map(|_| even(rng, num)).collect(), edges: Vec::new() };
            random_pairs(&mut sketch, 16_000, rng);
            sketch
        }
        "ba1" | "ba2" | "ba4" | "hubs" => {
            let (n, m, labels) = match kind {
                "ba1" => (10_000, 4, 1),
                "ba2" => (10_000, 4, 2),
                "ba4" => (100_000, 8, 4),
                _ => (20_000, 3, 1),
            };
            let mut sketch =
                Sketch { labels: (0..n).map(|_| even(rng, labels)).collect(), edges: Vec::new() };
            attach(&mut sketch, n * m, 0, rng);
            if kind == "hubs" {
                for hub in 0..3 {
                    for other in (3 + hub..n).step_by(4) {
                        sketch.edges.push((hub, other, 0, true));
                    }
                }
                dedup(&mut sketch);
            }
            sketch
        }
        "directed" => {
            let mut sketch =
                Sketch { labels: (0..1000).map(|_| even(rng, 2)).collect(), edges: Vec::new() };
            random_pairs(&mut sketch, 16_000, rng);
            for edge in &mut sketch.edges {
                let (a, b, ..) = *edge;
                let turned = rng.chance(50);
                *edge = (
                    if turned { b } else { a },
                    if turned { a } else { b },
                    rng.below(2) as u32,
                    false,
                );
            }
            sketch
        }
        _ => return Err("unknown kind".into()),
    })
}

/// Preferential attachment with `percent` of triangles closed.
fn attach(sketch: &mut Sketch, num_edges: usize, percent: usize, rng: &mut Rng) {
    let n = sketch.labels.len();
    let per_node = num_edges.div_ceil(n);
    let mut ends: Vec<usize> = Vec::with_capacity(2 * num_edges);
    let mut adjacent: Vec<Vec<usize>> = vec![Vec::new(); n];
    for node in 1..n {
        let mut last: Option<usize> = None;
        for _ in 0..per_node.min(node) {
            let near = last
                .filter(|_| rng.chance(percent))
                .map(|l| adjacent[l][rng.below(adjacent[l].len())]);
            let other = near
                .unwrap_or_else(|| if ends.is_empty() { 0 } else { ends[rng.below(ends.len())] });
            if other == node || adjacent[node].contains(&other) {
                continue;
            }
            adjacent[node].push(other);
            adjacent[other].push(node);
            ends.extend([node, other]);
            sketch.edges.push((node, other, 0, true));
            last = Some(other);
        }
    }
    while sketch.edges.len() < num_edges {
        let (a, b) = (rng.below(n), ends[rng.below(ends.len())]);
        if a != b && !adjacent[a].contains(&b) {
            adjacent[a].push(b);
            adjacent[b].push(a);
            sketch.edges.push((a, b, 0, true));
        }
    }
}

fn random_pairs(sketch: &mut Sketch, num_edges: usize, rng: &mut Rng) {
    let n = sketch.labels.len();
    for _ in 0..num_edges {
        let (a, b) = (rng.below(n), rng.below(n));
        if a != b {
            sketch.edges.push((a.min(b), a.max(b), 0, true));
        }
    }
    dedup(sketch);
}

fn dedup(sketch: &mut Sketch) {
    sketch.edges.iter_mut().for_each(|e| *e = (e.0.min(e.1), e.0.max(e.1), e.2, e.3));
    sketch.edges.sort_unstable();
    sketch.edges.dedup();
}

/// The nodes of a random walk, with most of the edges among them.
fn walk(graph: &Sketch, size: usize, rng: &mut Rng) -> Sketch {
    let mut adjacent: Vec<Vec<usize>> = vec![Vec::new(); graph.labels.len()];
    for (i, &(a, b, ..)) in graph.edges.iter().enumerate() {
        adjacent[a].push(i);
        adjacent[b].push(i);
    }
    let keep = rng.between(30, 100);
    loop {
        let mut nodes = vec![rng.below(graph.labels.len())];
        let mut edges = Vec::new();
        let mut at = nodes[0];
        for _ in 0..50 * size {
            if nodes.len() == size || adjacent[at].is_empty() {
                break;
            }
            let i = adjacent[at][rng.below(adjacent[at].len())];
            let (a, b, ..) = graph.edges[i];
            at = a + b - at;
            if !nodes.contains(&at) {
                nodes.push(at);
                edges.push(i);
            }
        }
        if nodes.len() < size {
            continue;
        }
        for &node in &nodes {
            for &i in &adjacent[node] {
                let (a, b, ..) = graph.edges[i];
                if a == node && nodes.contains(&b) && !edges.contains(&i) && rng.chance(keep) {
                    edges.push(i);
                }
            }
        }
        let place = |x: usize| nodes.iter().position(|&y| y == x).unwrap_or_default();
        let edge = |&i: &usize| {
            let (a, b, label, both) = graph.edges[i];
            (place(a), place(b), label, both)
        };
        let labels = nodes.iter().map(|&x| graph.labels[x]).collect();
        return Sketch { labels, edges: edges.iter().map(edge).collect() };
    }
}

/// Reads the files of published benchmarks: `v ID LABEL DEGREE` and `e A B`.
fn convert(graph: &str, folder: &str, file: &str) -> Result<(), Failure> {
    let read = |text: String| -> Result<Sketch, Failure> {
        let mut sketch = Sketch::default();
        for line in text.lines() {
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["v", _, label, ..] => sketch.labels.push(label.parse()?),
                ["e", a, b, ..] => sketch.edges.push((a.parse()?, b.parse()?, 0, true)),
                _ => {}
            }
        }
        Ok(sketch)
    };
    let mut text = String::from("graph\n");
    read(std::fs::read_to_string(graph)?)?.write(&mut text);
    let mut files: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(std::fs::DirEntry::path);
    for entry in files {
        writeln!(text, "query {}", entry.path().file_stem().unwrap_or_default().to_string_lossy())?;
        read(std::fs::read_to_string(entry.path())?)?.write(&mut text);
    }
    Ok(std::fs::write(file, text)?)
}

fn read_set(file: &str) -> Result<QuerySet, Failure> {
    let mut sketches: Vec<(String, Sketch)> = Vec::new();
    for line in std::fs::read_to_string(file)?.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let last = sketches.last_mut().map(|(_, sketch)| sketch);
        match (&words[..], last) {
            (["graph"], _) => sketches.push(("graph".into(), Sketch::default())),
            (["query", name], _) => sketches.push(((*name).into(), Sketch::default())),
            (["v", label], Some(sketch)) => sketch.labels.push(label.parse()?),
            ([kind, a, b, label], Some(sketch)) => {
                sketch.edges.push((a.parse()?, b.parse()?, label.parse()?, *kind == "u"));
            }
            _ => return Err(format!("not a line of a set: {line}").into()),
        }
    }
    let graph = Arc::new(sketches.remove(0).1.build()?);
    let mut patterns = Vec::new();
    for (name, sketch) in sketches {
        patterns.push((name, Pattern::try_from(sketch.build()?)?));
    }
    Ok((graph, patterns))
}

fn meaning(name: &str) -> Result<Semantics, Failure> {
    Ok(match name {
        "hom" => Semantics::Homomorphism,
        "mono" => Semantics::Monomorphism(Unit::Mappings),
        "induced" => Semantics::Induced(Unit::Mappings),
        _ => return Err("a meaning is hom, mono or induced".into()),
    })
}

fn truth(file: &str, name: &str, seconds: f64) -> Result<(), Failure> {
    let (graph, patterns) = read_set(file)?;
    let semantics = meaning(name)?;
    let mut open = Exact::new().open(&graph, &Control::NONE)?;
    let budget = Budget::time(Duration::from_secs_f64(seconds));
    for (name, pattern) in patterns {
        if let Ok(Answer::Exact(count)) = open.count(&pattern, semantics, &budget) {
            println!("{name} {count}");
        }
    }
    Ok(())
}

/// Counts exactly, with a limit in seconds for each query, and prints the forecast after one second
/// next to the result. Queries that the first try of the engine solves have no forecast.
fn forecasts(file: &str, name: &str, seconds: f64) -> Result<(), Failure> {
    let (graph, patterns) = read_set(file)?;
    let semantics = meaning(name)?;
    let mut open = Auto::new(Sampling::default()).open(&graph, &Control::NONE)?;
    for (name, pattern) in patterns {
        let control = Control::new();
        control.want_forecasts(Duration::from_secs(1));
        let budget = Budget::UNLIMITED.with_control(&control);
        let (done, is_done) = std::sync::mpsc::channel::<()>();
        let (answer, took) = std::thread::scope(|scope| {
            let (limit, control) = (Duration::from_secs_f64(seconds), &control);
            scope.spawn(move || {
                if is_done.recv_timeout(limit).is_err() {
                    control.cancel();
                }
            });
            let start = Instant::now();
            let answer = open.count(&pattern, semantics, &budget);
            let took = start.elapsed().as_secs_f64();
            let _ = done.send(());
            (answer, took)
        });
        let (kind, value) = match answer? {
            Answer::Exact(count) => ("exact", count.0 as f64),
            other => ("at least", other.value()),
        };
        let forecast = control.forecast();
        let Some(time) = forecast.time else { continue };
        let mut rest = String::new();
        if let Some(Answer::Estimate(estimate)) = forecast.answer
            && let Some(interval) = estimate.interval
        {
            let (value, low, high) = (estimate.value, interval.low, interval.high);
            write!(rest, ",\"forecast\":{value:e},\"low\":{low:e},\"high\":{high:e}")?;
        }
        println!(
            "{{\"query\":\"{name}\",\"answer\":\"{kind}\",\"value\":{value:e},\"seconds\":{took:.6},\"forecast_seconds\":{:.6}{rest}}}",
            time.as_secs_f64()
        );
    }
    Ok(())
}

fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn run(
    file: &str,
    known: &str,
    name: &str,
    method: &str,
    precision: f64,
    limit: f64,
    seed: u64,
) -> Result<(), Failure> {
    let (graph, patterns) = read_set(file)?;
    let known = std::fs::read_to_string(known)?;
    let known: HashMap<&str, f64> = known
        .lines()
        .filter_map(|line| line.split_once([' ', ':']))
        .filter_map(|(name, count)| Some((name, count.trim().parse().ok()?)))
        .collect();
    let semantics = meaning(name)?;
    let sampling =
        Sampling::default().with_seed(seed).with_precision((precision > 0.0).then_some(precision));
    let counter: Box<dyn Counter> = match method {
        "exact" => Box::new(Exact::new()),
        "sample" => Box::new(Sample::new(sampling)),
        "auto" => Box::new(Auto::new(sampling)),
        _ => return Err("a method is exact, sample or auto".into()),
    };
    let mut open: Box<dyn OpenGraph> = counter.open(&graph, &Control::NONE)?;
    let budget =
        if limit > 0.0 { Budget::time(Duration::from_secs_f64(limit)) } else { Budget::UNLIMITED };
    let mut out = std::io::stdout().lock();
    for (name, pattern) in patterns {
        let Some(truth) = known.get(name.as_str()) else { continue };
        let (wall, start) = (Instant::now(), cpu());
        let answer = open.count(&pattern, semantics, &budget)?;
        let (cpu, wall) = (cpu() - start, wall.elapsed().as_secs_f64());
        let value = answer.value();
        let (kind, rest) = match answer {
            Answer::Exact(_) => ("exact", String::new()),
            Answer::AtLeast(_) => ("at least", String::new()),
            Answer::Estimate(estimate) => {
                let interval = estimate.interval.ok_or("no interval")?;
                let sampled = estimate.sampled.ok_or("no bounds")?;
                let rest = format!(
                    ",\"low\":{:e},\"high\":{:e},\"at_least\":{:e},\"at_most\":{:e},\"reliable\":{},\"replicates\":{}",
                    interval.low,
                    interval.high,
                    sampled.at_least,
                    sampled.at_most,
                    sampled.reliable,
                    sampled.replicates
                );
                ("estimate", rest)
            }
        };
        writeln!(
            out,
            "{{\"query\":\"{name}\",\"truth\":{truth:e},\"answer\":\"{kind}\",\"value\":{value:e},\"cpu\":{cpu:.6},\"wall\":{wall:.6}{rest}}}"
        )?;
    }
    Ok(())
}
