//! Measures how fast edge swaps mix: `cargo run --release -p isocount-benchmarks --bin mixing --
//! FILE [--samples N] [--seed S]`.
//!
//! FILE has a line with two node numbers for each edge. Starting from the graph, links are swapped
//! again and again. For each number of changes per link, prints as comma-separated values the share
//! of links that are where they began, and the correlation between motif counts that many changes
//! apart in one long walk.

use std::error::Error;
use std::io::Write as _;
use std::ops::ControlFlow;

use isocount_benchmarks::read_edges;
use isocount_core::Control;
use isocount_motif::{CensusOptions, Shuffler};

/// The number of changes per link between two samples.
const STEP: f64 = 0.25;
/// The number of samples at the start of the walk that are discarded because they still depend on
/// the graph.
const BURN_IN: usize = 160;
/// The largest distance between compared samples: 20 changes per link.
const LAGS: usize = 80;
/// Some motifs, and their indices in the census of 3 and 4 nodes.
const MOTIFS: [(usize, &str); 4] =
    [(1, "triangle"), (2, "path of 4"), (4, "cycle of 4"), (6, "diamond")];

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let file = args.first().ok_or("expected FILE [--samples N] [--seed S]")?;
    let option = |name: &str, default: usize| -> Result<usize, Box<dyn Error>> {
        let place = args.iter().position(|word| word == name);
        Ok(match place.and_then(|place| args.get(place + 1)) {
            Some(text) => text.parse()?,
            None => default,
        })
    };
    let (samples, seed) = (option("--samples", 4000)?, option("--seed", 0)?);
    let graph = read_edges(file)?;
    let shuffler = Shuffler::new(&graph, false, false, &Control::NONE)?;
    let options = CensusOptions::default().with(|it| it.sizes = 3..=4);
    let mut unmoved = vec![1.0];
    let mut counts: Vec<Vec<f64>> = vec![Vec::new(); MOTIFS.len()];
    let mut looks = 0;
    let mut problem = None;
    shuffler.walk(seed as u64, STEP, &Control::NONE, |random| {
        looks += 1;
        if looks <= LAGS {
            unmoved.push(random.unmoved as f64 / shuffler.num_links() as f64);
        }
        if looks > BURN_IN {
            match options.count(&random.graph, &Control::NONE) {
                Ok(census) => {
                    for (column, (place, _)) in counts.iter_mut().zip(MOTIFS) {
                        column.push(census.motifs[place].count as f64);
                    }
                }
                Err(error) => problem = Some(error),
            }
        }
        if problem.is_some() || looks == BURN_IN + samples {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    if let Some(problem) = problem {
        return Err(problem.into());
    }
    let mut out = std::io::stdout().lock();
    let names: Vec<&str> = MOTIFS.iter().map(|(_, name)| *name).collect();
    writeln!(out, "changes_per_link,unmoved,{}", names.join(","))?;
    for lag in 0..=LAGS {
        let correlations: Vec<String> =
            counts.iter().map(|column| format!("{:.4}", correlation(column, lag))).collect();
        let (changes, unmoved) = (lag as f64 * STEP, unmoved[lag]);
        writeln!(out, "{changes},{unmoved:.4},{}", correlations.join(","))?;
    }
    Ok(())
}

/// The autocorrelation of a series at a lag.
fn correlation(series: &[f64], lag: usize) -> f64 {
    let n = series.len() as f64;
    let mean = series.iter().sum::<f64>() / n;
    let variance: f64 = series.iter().map(|x| (x - mean).powi(2)).sum();
    let pairs = series.iter().zip(&series[lag..]);
    let shared: f64 = pairs.map(|(x, y)| (x - mean) * (y - mean)).sum();
    if variance > 0.0 { shared / variance } else { 0.0 }
}
