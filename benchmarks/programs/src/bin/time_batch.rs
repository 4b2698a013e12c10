//! Times single questions and a batch through the session layer, for
//! `benchmarks/python/overhead.py`, which times the same from Python.
//!
//!     time_batch DATASET [THREADS]
//!
//! Prints the CPU seconds of one small question, then the CPU seconds of a batch over all triples
//! of the data set: its answers are collected into a list. Each is the least of several runs.

use std::error::Error;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;

use isocount::data::Dataset;
use isocount::session::{Answered, Ask, Batch, LoadedGraph, LoadedPattern, Method, Pair, Session};
use isocount::{
    Cancelled, Control, Label, LabeledGraph, Meaning, Pattern, Sampling, Semantics, Unit,
};
use isocount_benchmarks::cpu_seconds;

const MEANING: Semantics = Semantics::Monomorphism(Unit::Mappings);

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let folder = args.first().ok_or("usage: time_batch DATASET [THREADS]")?;
    let threads = args.get(1).map_or(Ok(1), |text| text.parse())?;
    let threads = NonZeroUsize::new(threads).ok_or("at least one thread")?;
    let dataset = Dataset::read(Path::new(folder), &Control::NONE)?;
    let ask = Ask::new(Meaning::plain(MEANING), Method::auto(Sampling::default()));
    let ask = ask.with_threads(threads);
    let (question, batch) = (one_question(&ask)?, batch(&ask, &dataset));
    writeln!(io::stdout(), "{question:.9}\n{batch:.9}")?;
    Ok(())
}

/// An edge in a path of three nodes, with a control that nobody cancels, as an interface has one.
fn one_question(ask: &Ask) -> Result<f64, Box<dyn Error>> {
    const NUMBER: u32 = 20_000;
    let path = |len: usize| {
        let mut builder = LabeledGraph::builder();
        let nodes: Vec<_> = (0..len).map(|_| builder.node(Label(0))).collect();
        for pair in nodes.windows(2) {
            builder.undirected_edge(pair[0], pair[1], Label(0));
        }
        builder.build()
    };
    let session = Session::new();
    let pattern = session.pattern("pattern", Pattern::try_from(path(2)?)?);
    let graph = session.graph("graph", path(3)?);
    let root = Control::new();
    Ok(least(15, || {
        for _ in 0..NUMBER {
            std::hint::black_box(ask.count(&pattern, &graph, &root.child()));
        }
    }) / f64::from(NUMBER))
}

fn batch(ask: &Ask, dataset: &Dataset) -> f64 {
    let session = Session::new();
    let patterns: Vec<LoadedPattern> = dataset
        .raw_patterns()
        .iter()
        .map(|named| session.pattern(&named.name, named.pattern.clone()))
        .collect();
    let graph = |place| session.graph(dataset.graph_name(place), dataset.raw_graphs().graph(place));
    let graphs: Vec<LoadedGraph> = (0..dataset.num_graphs()).map(graph).collect();
    let pair = |triple: &isocount::data::Triple| Pair {
        pattern: triple.pattern as usize,
        graph: triple.graph as usize,
    };
    let pairs: Vec<Pair> = dataset.triples().iter().map(pair).collect();
    let mut answers: Vec<Answered> = Vec::new();
    let seconds = least(9, || {
        answers.clear();
        let batch = Batch::listed(ask, &patterns, &graphs, &pairs);
        let put = |list: &mut Vec<Answered>, answered| list.push(answered);
        let take = |mut list: Vec<Answered>| {
            answers.append(&mut list);
            Ok::<_, Cancelled>(())
        };
        let ended = batch.run(0, &Control::new(), put, take);
        assert!(ended.is_ok(), "nobody cancels");
    });
    assert_eq!(answers.len(), pairs.len(), "every pair has an answer");
    seconds
}

/// The least CPU seconds of several runs.
fn least(times: usize, mut work: impl FnMut()) -> f64 {
    let run = |_| {
        let start = cpu_seconds();
        work();
        cpu_seconds() - start
    };
    (0..times).map(run).fold(f64::INFINITY, f64::min)
}
