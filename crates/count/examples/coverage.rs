//! How often intervals under a limit hold the truth: `coverage MEANING MILLISECONDS SEEDS PATTERNS`
//! estimates homomorphisms (MEANING `homomorphism`) or monomorphisms of random patterns in graphs
//! of one and two labels, whose counts are known. It writes a line per estimate: how far it is off,
//! in half-widths of its interval.

#![expect(clippy::print_stdout, reason = "its results go to standard output")]
#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on may panic")]

#[path = "measuring/few_labels.rs"]
mod few_labels;
#[path = "../benches/instances/mod.rs"]
#[allow(dead_code, reason = "shared with the benches")]
mod instances;

use std::time::Duration;

use isocount_core::{Answer, Budget, Counter, Semantics, Unit};
use isocount_count::{Exact, Sample, Sampling};
use isocount_testkit::Rng;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let semantics = match &*args[0] {
        "homomorphism" => Semantics::Homomorphism,
        _ => Semantics::Monomorphism(Unit::Mappings),
    };
    let [milliseconds, seeds, number] = [1, 2, 3].map(|i| args[i].parse::<u64>().unwrap());
    let bases = [
        ("ER-1k-32", instances::erdos_renyi(1_000, 16_000, 1)),
        ("BA-1k-8", instances::barabasi_albert(1_000, 8, 1)),
        ("BA-10k-4", instances::barabasi_albert(10_000, 4, 1)),
    ];
    println!("set\tlabels\tk\tpattern\tseed\tvalue\ttruth\thalf\toff\treplicates\terror");
    let (mut num_held, mut num) = (0, 0);
    for (name, graph) in &bases {
        for num_labels in [1, 2] {
            let graph = few_labels::relabelled(graph, num_labels);
            for k in 5..=8 {
                let mut rng = Rng::new(5_000 + (100 * k + num_labels) as u64);
                for i in 0..number {
                    let pattern = few_labels::pattern(&mut rng, k, 1 + i as usize % 3, num_labels);
                    let budget = Budget::time(Duration::from_secs(3));
                    let truth = Exact::new().count(&pattern, &graph, semantics, &budget).unwrap();
                    let Answer::Exact(truth) = truth else { continue };
                    let truth = truth.0 as f64;
                    for seed in 0..seeds {
                        let sample = Sample::new(Sampling::default().with_seed(seed));
                        let budget = Budget::time(Duration::from_millis(milliseconds));
                        let answer = sample.count(&pattern, &graph, semantics, &budget).unwrap();
                        let Answer::Estimate(estimate) = answer else { continue };
                        let (interval, sampled) =
                            (estimate.interval.unwrap(), estimate.sampled.unwrap());
                        let half = (interval.high - estimate.value) / estimate.value;
                        let off = (estimate.value / truth - 1.0) / half;
                        num += 1;
                        num_held += u32::from(interval.low <= truth && truth <= interval.high);
                        println!(
                            "{name}\t{num_labels}\t{k}\t{i}\t{seed}\t{:.6e}\t{truth:.6e}\t{half:.2e}\t{off:.2}\t{}\t{:.2e}",
                            estimate.value, sampled.replicates, sampled.relative_standard_error,
                        );
                    }
                }
            }
        }
    }
    println!("# {num_held} of {num} intervals held the truth");
}
