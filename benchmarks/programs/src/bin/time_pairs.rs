//! Times the exact engine on pairs in a tight loop, as `peers.py` times the other tools.
//!
//!     time_pairs SECONDS PATTERNS GRAPHS PAIRS
//!
//! Times are CPU seconds of this process, which has one thread. After one pass over all pairs to
//! warm up, passes are timed until they add up to SECONDS. Prints `total opening`, seconds per
//! pass, then one line `pattern graph count seconds` per pair, tab-separated; the seconds of a pair
//! are from a last pass of its own. A graph that meets one pattern is not opened, so its question
//! pays for everything.

use std::collections::HashMap;
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use isocount::format::{LabelNames, NamedGraph, ReadOptions, read_collection};
use isocount::{
    Answer, Budget, Control, CountError, Counter, Exact, LabeledGraph, Pattern, Semantics, Unit,
};
use isocount_benchmarks::cpu_seconds;

const MEANING: Semantics = Semantics::Monomorphism(Unit::Mappings);

/// A graph and the patterns it is asked.
struct Asked {
    name: String,
    graph: Arc<LabeledGraph>,
    patterns: Vec<usize>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, patterns, graphs, pairs] = &args[..] else {
        return Err("usage: time_pairs SECONDS PATTERNS GRAPHS PAIRS".into());
    };
    let seconds: f64 = seconds.parse()?;
    let mut names = LabelNames::new();
    let mut read = |path: &str| {
        read_collection(Path::new(path), &ReadOptions::default(), &mut names, &Control::NONE)
    };
    let mut patterns_read = Vec::new();
    for NamedGraph { name, graph, .. } in read(patterns)? {
        patterns_read.push((name, Pattern::try_from(graph)?));
    }
    let graphs = listed(&std::fs::read_to_string(pairs)?, &patterns_read, read(graphs)?)?;
    let patterns = patterns_read;

    let exact = Exact::with_threads(1);
    let pass = |each: &mut dyn FnMut(Answer)| -> Result<(), CountError> {
        for Asked { graph, patterns: asked, .. } in &graphs {
            if let &[p] = &asked[..] {
                each(exact.count(&patterns[p].1, graph, MEANING, &Budget::UNLIMITED)?);
                continue;
            }
            let mut open = exact.open(graph, &Control::NONE)?;
            for &p in asked {
                each(open.count(&patterns[p].1, MEANING, &Budget::UNLIMITED)?);
            }
        }
        Ok(())
    };
    let mut answers = Vec::new();
    pass(&mut |answer| answers.push(answer))?;
    let total = per_pass(seconds, || pass(&mut |_| ()))?;
    let opening = per_pass(seconds / 4.0, || {
        for Asked { graph, .. } in graphs.iter().filter(|it| it.patterns.len() > 1) {
            exact.open(graph, &Control::NONE)?;
        }
        Ok(())
    })?;
    // Reading the clock takes about as long as a small question, so this pass is apart.
    let (mut last, mut each) = (cpu_seconds(), Vec::new());
    pass(&mut |_| {
        let now = cpu_seconds();
        each.push(now - last);
        last = now;
    })?;

    let mut out = io::stdout().lock();
    writeln!(out, "{total:.9}\t{opening:.9}")?;
    let pairs = graphs.iter().flat_map(|it| it.patterns.iter().map(move |&p| (p, &it.name)));
    for ((p, graph), (answer, seconds)) in pairs.zip(answers.into_iter().zip(each)) {
        let count = answer.exact().ok_or("without a limit every answer is exact")?;
        writeln!(out, "{}\t{graph}\t{count}\t{seconds:.9}", patterns[p].0)?;
    }
    Ok(())
}

/// Mean CPU seconds of a pass, over as many as take some time.
fn per_pass(
    seconds: f64,
    mut pass: impl FnMut() -> Result<(), CountError>,
) -> Result<f64, CountError> {
    let started = cpu_seconds();
    for passes in 1.. {
        pass()?;
        let elapsed = cpu_seconds() - started;
        if elapsed >= seconds || passes == 1_000 {
            return Ok(elapsed / f64::from(passes));
        }
    }
    unreachable!("the loop has an end")
}

/// The graphs that are asked something, in the order of their file.
fn listed(
    text: &str,
    patterns: &[(String, Pattern)],
    graphs: Vec<NamedGraph>,
) -> Result<Vec<Asked>, Box<dyn Error>> {
    let patterns: HashMap<&str, usize> =
        patterns.iter().enumerate().map(|(ix, (name, _))| (name.as_str(), ix)).collect();
    let mut asked: HashMap<&str, Vec<usize>> = HashMap::new();
    for line in text.lines() {
        let (p, g) = line.split_once('\t').ok_or("a pair is two names and a tab")?;
        let p = patterns.get(p).ok_or_else(|| format!("unknown pattern: {line}"))?;
        asked.entry(g).or_default().push(*p);
    }
    let listed: Vec<Asked> = graphs
        .into_iter()
        .filter_map(|NamedGraph { name, graph, .. }| {
            let patterns = asked.remove(name.as_str())?;
            Some(Asked { name, graph: graph.into(), patterns })
        })
        .collect();
    match asked.into_keys().next() {
        Some(unknown) => Err(format!("unknown graph: {unknown}").into()),
        None => Ok(listed),
    }
}
