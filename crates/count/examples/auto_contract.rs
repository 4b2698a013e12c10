//! `auto` beside its two parts: `benchmarks/auto/README.md` has the results.
//!
//! `cargo run --release -p isocount-count --example auto_contract -- SET SECONDS PRECISION NUMBER
//! LOAD` asks the questions of a set: `walks` are patterns of 8 to 24 nodes cut out of a network of
//! 71 labels, `few` are patterns of 6 to 9 nodes in graphs of one and two labels, `large/EDGES` are
//! small patterns in an unlabelled graph with this number of edges. PRECISION is `-` for none. Each
//! question is asked of `exact` and `sample` alone, with half of the limit, and of `auto` with all
//! of it; with a precision, all have the same limit. NUMBER is how many patterns there are of each
//! kind. LOAD threads compute beside them, and then `auto` is asked 19 more
//! times (`again`). It writes a line per answer: the CPU seconds of the process (which say nothing
//! under a load), the seconds that passed, and the answer.

#![expect(clippy::print_stdout, reason = "its results go to standard output")]
#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on may panic")]

#[path = "measuring/few_labels.rs"]
mod few_labels;
#[path = "../benches/instances/mod.rs"]
#[allow(dead_code, reason = "shared with the benches")]
mod instances;
#[path = "measuring/walks.rs"]
mod walks;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use isocount_core::{Answer, Budget, Counter, LabeledGraph, Pattern, Semantics, Unit};
use isocount_count::{Auto, Exact, Sample, Sampling};
use isocount_testkit::Rng;
use rustix::time::{ClockId, clock_gettime};

const MONOMORPHISMS: Semantics = Semantics::Monomorphism(Unit::Mappings);

/// A set of questions: a graph, and patterns with their names.
struct Questions {
    name: String,
    graph: LabeledGraph,
    patterns: Vec<(String, Pattern)>,
}

fn walks_of(number: usize) -> Vec<Questions> {
    let graph = walks::network(1.7);
    let cut = |k: usize| {
        let mut rng = Rng::new(7_000 + k as u64);
        let each = (0..number).map(move |i| (i, k));
        each.map(|(i, k)| (format!("{k}/{i}"), walks::walk(&mut rng, &graph, k, i % 2 == 1)))
            .collect::<Vec<_>>()
    };
    let patterns = [8, 12, 16, 24].into_iter().flat_map(cut).collect();
    vec![Questions { name: "walks".to_owned(), graph: walks::network(1.7), patterns }]
}

fn few_of(number: usize) -> Vec<Questions> {
    let bases = [
        ("ER-1k-32", instances::erdos_renyi(1_000, 16_000, 1)),
        ("BA-1k-8", instances::barabasi_albert(1_000, 8, 1)),
        ("BA-10k-4", instances::barabasi_albert(10_000, 4, 1)),
    ];
    let of = |(name, graph): &(&str, LabeledGraph), num_labels: usize| {
        let mut patterns = Vec::new();
        for k in 6..=9 {
            let mut rng = Rng::new(5_000 + (100 * k + num_labels) as u64);
            for (i, extra) in [0, 1, 2, 4].into_iter().cycle().take(number).enumerate() {
                let pattern = few_labels::pattern(&mut rng, k, extra, num_labels);
                patterns.push((format!("{k}/{i}"), pattern));
            }
        }
        let graph = few_labels::relabelled(graph, num_labels);
        Questions { name: format!("{name},{num_labels}"), graph, patterns }
    };
    bases.iter().flat_map(|base| [1, 2].map(|num_labels| of(base, num_labels))).collect()
}

fn large_of(num_edges: usize) -> Vec<Questions> {
    let texts = [
        ("path4", "a-b-c-d"),
        ("path5", "a-b-c-d-e"),
        ("path6", "a-b-c-d-e-f"),
        ("cycle4", "a-b-c-d-a"),
        ("cycle5", "a-b-c-d-e-a"),
        ("cycle6", "a-b-c-d-e-f-a"),
        ("clique4", "a-b-c-d-a-c, b-d"),
        ("clique5", "a-b-c-d-e-a-c-e-b-d-a"),
        ("star4", "a-b, a-c, a-d"),
        ("star5", "a-b, a-c, a-d, a-e"),
        ("star6", "a-b, a-c, a-d, a-e, a-f"),
        ("chordal4", "a-b-c-d-a-c"),
        ("chordal5", "a-b-c-d-e-a-c"),
        ("chordal6", "a-b-c-d-e-f-a-d"),
    ];
    let graph = instances::barabasi_albert(num_edges / 10, 10, 1);
    let patterns = texts.map(|(name, text)| (name.to_owned(), isocount_testkit::pattern(text)));
    vec![Questions { name: format!("BA-{num_edges}"), graph, patterns: patterns.to_vec() }]
}

/// If all of its answers take less than this, a question is asked twice, and the least times count.
const SHORT: Duration = Duration::from_millis(250);

/// Under a load, `auto` is asked this many more times.
const TIMES_UNDER_LOAD: usize = 19;

/// An answer, and what it took.
struct Asked {
    who: &'static str,
    cpu: Duration,
    seconds: Duration,
    answer: Answer,
}

impl Asked {
    fn print(&self, set: &str, pattern: &str) {
        let Self { who, cpu, seconds, answer } = self;
        let (kind, (value, low, high)) = (kind(answer), numbers(answer));
        println!(
            "{set}\t{pattern}\t{who}\t{:.5}\t{:.5}\t{kind}\t{value:.6e}\t{low:.6e}\t{high:.6e}",
            cpu.as_secs_f64(),
            seconds.as_secs_f64(),
        );
    }
}

fn cpu() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, default: &str| args.get(i).map_or(default.to_owned(), Clone::clone);
    let limit: f64 = arg(1, "1").parse().unwrap();
    let precision: Option<f64> = arg(2, "-").parse().ok();
    let number: usize = arg(3, "8").parse().unwrap();
    let load: usize = arg(4, "0").parse().unwrap();
    let sets = match &*arg(0, "walks") {
        "walks" => walks_of(number),
        "few" => few_of(number),
        large => large_of(large.strip_prefix("large/").unwrap().parse().unwrap()),
    };
    let sampling = Sampling::default().with_precision(precision);
    let (exact, sample, auto) = (Exact::new(), Sample::new(sampling), Auto::new(sampling));
    let half = if precision.is_some() { limit } else { limit / 2.0 };
    let who: [(&str, &dyn Counter, f64); 3] =
        [("exact", &exact, half), ("sample", &sample, half), ("auto", &auto, limit)];
    println!("set\tpattern\twho\tcpu\tseconds\tkind\tvalue\tlow\thigh");
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..load {
            scope.spawn(|| {
                let mut x = 1_u64;
                while !is_done.load(Ordering::Relaxed) {
                    x = (0..1_000).fold(x, |x, i| x.wrapping_mul(0x5851_f42d_4c95_7f2d) ^ i);
                }
                x
            });
        }
        for Questions { name, graph, patterns } in &sets {
            for (pattern_name, pattern) in patterns {
                let ask = |(who, counter, limit): (&'static str, &dyn Counter, f64)| {
                    let budget = Budget::time(Duration::from_secs_f64(limit));
                    let (began, before) = (Instant::now(), cpu());
                    let answer = counter.count(pattern, graph, MONOMORPHISMS, &budget).unwrap();
                    let (cpu, seconds) = (cpu().saturating_sub(before), began.elapsed());
                    Asked { who, cpu, seconds, answer }
                };
                let mut asked = who.map(ask);
                if load > 0 {
                    let again = || ask(("again", &auto, limit));
                    (0..TIMES_UNDER_LOAD)
                        .map(|_| again())
                        .for_each(|it| it.print(name, pattern_name));
                } else if asked.iter().all(|asked| asked.cpu < SHORT) {
                    // The first to be asked finds nothing in the caches.
                    for (asked, who) in asked.iter_mut().zip(who) {
                        asked.cpu = asked.cpu.min(ask(who).cpu);
                    }
                }
                for asked in &asked {
                    asked.print(name, pattern_name);
                }
            }
        }
        is_done.store(true, Ordering::Relaxed);
    });
}

fn kind(answer: &Answer) -> &'static str {
    match answer {
        Answer::Exact(_) => "exact",
        Answer::Estimate(estimate) => match estimate.sampled {
            Some(sampled) if sampled.precise => "precise",
            Some(sampled) if sampled.reliable => "reliable",
            _ => "unreliable",
        },
        Answer::AtLeast(_) => "bound",
    }
}

fn numbers(answer: &Answer) -> (f64, f64, f64) {
    let value = answer.value();
    match answer {
        Answer::Exact(_) => (value, value, value),
        Answer::Estimate(estimate) => {
            let interval = estimate.interval;
            interval.map_or((value, 0.0, f64::INFINITY), |i| (value, i.low, i.high))
        }
        Answer::AtLeast(_) => (value, value, f64::INFINITY),
    }
}
