//! Times the exact engine on pairs in a tight loop, as the peers are timed in theirs.
//!
//!     time_pairs REPEATS PATTERNS GRAPHS [PAIRS]
//!
//! Prints one line `open_seconds count_seconds` per repeat, then one line `pattern graph count` per
//! pair, tab-separated. A graph that meets one pattern is not opened; its question pays for all.

use std::collections::HashMap;
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use isocount::format::{LabelNames, NamedGraph, ReadOptions, read_collection};
use isocount::{Budget, Control, Counter, Exact, Pattern, Semantics, Unit};

const MEANING: Semantics = Semantics::Monomorphism(Unit::Mappings);

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (repeats, patterns, graphs, pairs) = match &args[..] {
        [repeats, patterns, graphs] => (repeats, patterns, graphs, None),
        [repeats, patterns, graphs, pairs] => (repeats, patterns, graphs, Some(pairs)),
        _ => return Err("usage: time_pairs REPEATS PATTERNS GRAPHS [PAIRS]".into()),
    };
    let mut names = LabelNames::new();
    let mut read = |path: &str| {
        read_collection(Path::new(path), &ReadOptions::default(), &mut names, &Control::NONE)
    };
    let mut patterns_read = Vec::new();
    for NamedGraph { name, graph } in read(patterns)? {
        patterns_read.push((name, Pattern::try_from(graph)?));
    }
    let graphs = read(graphs)?;
    let asked = match pairs {
        Some(path) => listed(&std::fs::read_to_string(path)?, &patterns_read, &graphs)?,
        None => graphs.iter().map(|_| (0..patterns_read.len()).collect()).collect(),
    };

    let exact = Exact::new();
    let mut out = io::stdout().lock();
    let mut counts = Vec::new();
    for _ in 0..repeats.parse()? {
        counts.clear();
        let (mut opening, started) = (Duration::ZERO, Instant::now());
        for (NamedGraph { graph, .. }, asked) in graphs.iter().zip(&asked) {
            if let &[p] = &asked[..] {
                counts.push(exact.count(
                    &patterns_read[p].1,
                    graph,
                    MEANING,
                    &Budget::UNLIMITED,
                )?);
                continue;
            }
            let open_started = Instant::now();
            let mut open = exact.open(&graph.clone().into(), &Control::NONE)?;
            opening += open_started.elapsed();
            for &p in asked {
                counts.push(open.count(&patterns_read[p].1, MEANING, &Budget::UNLIMITED)?);
            }
        }
        let counting = started.elapsed().saturating_sub(opening);
        writeln!(out, "{:.9}\t{:.9}", opening.as_secs_f64(), counting.as_secs_f64())?;
    }
    let pairs = graphs.iter().zip(&asked).flat_map(|(g, asked)| asked.iter().map(move |&p| (p, g)));
    for ((p, graph), answer) in pairs.zip(counts) {
        let count = answer.exact().ok_or("without a limit every answer is exact")?;
        writeln!(out, "{}\t{}\t{count}", patterns_read[p].0, graph.name)?;
    }
    Ok(())
}

/// For each graph, the patterns it is asked.
fn listed(
    text: &str,
    patterns: &[(String, Pattern)],
    graphs: &[NamedGraph],
) -> Result<Vec<Vec<usize>>, Box<dyn Error>> {
    let place = |(i, name): (usize, String)| (name, i);
    let patterns: HashMap<_, _> =
        patterns.iter().map(|(name, _)| name.clone()).enumerate().map(place).collect();
    let graph_places: HashMap<_, _> =
        graphs.iter().map(|graph| graph.name.clone()).enumerate().map(place).collect();
    let mut asked = vec![Vec::new(); graphs.len()];
    for line in text.lines() {
        let (p, g) = line.split_once('\t').ok_or("a pair is two names and a tab")?;
        let known = (patterns.get(p), graph_places.get(g));
        let (Some(&p), Some(&g)) = known else { return Err(format!("unknown: {line}").into()) };
        asked[g].push(p);
    }
    Ok(asked)
}
