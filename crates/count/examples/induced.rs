//! Induced counts on graphs of few labels: `benchmarks/strategies/README.md` has the results.
//!
//! `cargo run --release -p isocount-count --example induced -- SECONDS WHO K...` asks the questions
//! of the example `strategies` for induced mappings, and writes a line for each: the set, the
//! number of pattern nodes, and for the engine without and with pairs that are counted together the
//! CPU time and whether it ended; then the count, what was predicted, and which strategy was
//! chosen. WHO is `all`, `before` or `now`.

#![expect(clippy::print_stdout, reason = "its results go to standard output")]
#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on may panic")]

#[path = "measuring/few_labels.rs"]
mod few_labels;
#[path = "../benches/instances/mod.rs"]
#[allow(dead_code, reason = "shared with the benches")]
mod instances;
mod measuring;

use std::time::Duration;

use few_labels::{pattern, relabelled};
use isocount_core::{Semantics, Unit};
use isocount_count::{Exact, Tuning};
use isocount_testkit::Rng;
use measuring::{Measured, measure};

fn main() {
    let mut args = std::env::args().skip(1);
    let limit = Duration::from_secs_f64(args.next().map_or(3.0, |text| text.parse().unwrap()));
    let who = args.next().unwrap_or("all".to_owned());
    let sizes: Vec<usize> = args.map(|text| text.parse().unwrap()).collect();
    let mut sets = vec![
        ("ER-1k-32", instances::erdos_renyi(1_000, 16_000, 1)),
        ("BA-1k-8", instances::barabasi_albert(1_000, 8, 1)),
        ("BA-10k-4", instances::barabasi_albert(10_000, 4, 1)),
    ];
    if let Some((_, mut graphs)) = instances::hprd() {
        sets.push(("HPRD", graphs.remove(0)));
    }
    let only = std::env::var("SET").ok();
    println!(
        "set\tlabels\tk\tpattern\tedges\tbefore\tends\tnow\tends\tcount\tchosen\tpredicted_search\t\
         predicted_algebra\tspent_on_algebra\tspent_on_search\tspent_on_planning\tpredicted_work\twork"
    );
    for k in sizes {
        for (s, (name, graph)) in sets.iter().enumerate() {
            if only.as_ref().is_some_and(|only| only != name) {
                continue;
            }
            for num_labels in [1, 2] {
                let graph = relabelled(graph, num_labels);
                let mut rng = Rng::new(5_000 + (100 * k + 10 * s + num_labels) as u64);
                for (i, extra) in [0, 0, 1, 2, 4].into_iter().enumerate() {
                    let pattern = pattern(&mut rng, k, extra, num_labels);
                    let engines = [("before", false), ("now", true)].map(|(name, pairs)| {
                        let is_asked = who == "all" || who == name;
                        let limit = if is_asked { limit } else { Duration::ZERO };
                        (Exact::new().tuned(Tuning { pairs, ..Tuning::default() }), limit)
                    });
                    let induced = Semantics::Induced(Unit::Mappings);
                    let measured = measure(engines, &pattern, &graph, induced);
                    let exact: Vec<_> = measured.iter().filter_map(|m| m.answer.exact()).collect();
                    assert!(exact.windows(2).all(|w| w[0] == w[1]), "{name} {k} {i}: {exact:?}");
                    let ends = |m: &Measured| m.answer.exact().is_some();
                    let [before, now] = &measured;
                    let e = now.explanation;
                    let number = |x: Option<f64>| x.map_or("-".to_owned(), |x| format!("{x:.4}"));
                    println!(
                        "{name}\t{num_labels}\t{k}\t{i}\t{}\t{:.4}\t{}\t{:.4}\t{}\t{}\t{}\t{}\t{}\t{:.4}\t{:.4}\t{:.4}\t{}\t{}",
                        pattern.num_arcs() / 2,
                        before.seconds,
                        ends(before),
                        now.seconds,
                        ends(now),
                        exact.first().map_or("-".to_owned(), |count| count.0.to_string()),
                        e.strategy.name().replace(' ', "_"),
                        number(e.predicted_search),
                        number(e.predicted_algebra),
                        e.spent_on_algebra.as_secs_f64(),
                        e.spent_on_search.as_secs_f64(),
                        e.spent_on_planning.as_secs_f64(),
                        e.predicted_work.map_or("-".to_owned(), |work| format!("{work:.0}")),
                        e.work,
                    );
                }
            }
        }
    }
}
