//! Search against algebra on graphs of few labels: `benchmarks/strategies/README.md` has the
//! results.
//!
//! `cargo run --release -p isocount-count --example strategies -- SECONDS WHO K...` writes a line
//! per question: the set, the number of pattern nodes, and for search alone, the router and algebra
//! alone the CPU time and whether it ended; then what was predicted, and which strategy was chosen.
//! WHO is `all`, or a comma-separated list of `search`, `router` and `algebra`.

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

use isocount_count::{Exact, Routing, Tuning};
use isocount_testkit::Rng;
use measuring::{MONOMORPHISM, Measured, measure};

/// The engine with one strategy.
fn engine(routing: Routing) -> Exact {
    let splitting = if routing == Routing::ByCost { routing } else { Routing::Never };
    Exact::new().tuned(Tuning { algebra: routing, splitting, ..Tuning::default() })
}

fn main() {
    let mut args = std::env::args().skip(1);
    let limit = Duration::from_secs_f64(args.next().map_or(3.0, |text| text.parse().unwrap()));
    let who = args.next().unwrap_or("all".to_owned());
    let is_asked = |name: &str| who == "all" || who.split(',').any(|asked| asked == name);
    let sizes: Vec<usize> = args.map(|text| text.parse().unwrap()).collect();
    let mut sets = vec![
        ("ER-1k-32", instances::erdos_renyi(1_000, 16_000, 1)),
        ("BA-1k-8", instances::barabasi_albert(1_000, 8, 1)),
        ("BA-10k-4", instances::barabasi_albert(10_000, 4, 1)),
    ];
    if let Some((_, mut graphs)) = instances::hprd() {
        sets.push(("HPRD", graphs.remove(0)));
    }
    println!(
        "set\tlabels\tk\tpattern\tsearch\tends\trouter\tends\talgebra\tends\tchosen\tpredicted_search\t\
         predicted_algebra\tspent_on_algebra\tquotients\tbytes\tspent_on_search\tspent_on_planning"
    );
    for k in sizes {
        for (s, (name, graph)) in sets.iter().enumerate() {
            for num_labels in [1, 2] {
                let graph = relabelled(graph, num_labels);
                let mut rng = Rng::new(5_000 + (100 * k + 10 * s + num_labels) as u64);
                for (i, extra) in [0, 0, 1, 2, 4].into_iter().enumerate() {
                    let pattern = pattern(&mut rng, k, extra, num_labels);
                    let engines = [
                        ("search", Routing::Never),
                        ("router", Routing::ByCost),
                        ("algebra", Routing::Always),
                    ]
                    .map(|(name, routing)| {
                        let limit = if is_asked(name) { limit } else { Duration::ZERO };
                        (engine(routing), limit)
                    });
                    let [search, router, algebra] =
                        measure(engines, &pattern, &graph, MONOMORPHISM);
                    let exact: Vec<_> = [&search, &router, &algebra]
                        .iter()
                        .filter_map(|m| m.answer.exact())
                        .collect();
                    assert!(exact.windows(2).all(|w| w[0] == w[1]), "{name} {k} {i}: {exact:?}");
                    let ends = |m: &Measured| m.answer.exact().is_some();
                    let e = router.explanation;
                    let number = |x: Option<f64>| x.map_or("-".to_owned(), |x| format!("{x:.4}"));
                    println!(
                        "{name}\t{num_labels}\t{k}\t{i}\t{:.4}\t{}\t{:.4}\t{}\t{:.4}\t{}\t{}\t{}\t{}\t{:.4}\t{}\t{}\t{:.4}\t{:.4}",
                        search.seconds,
                        ends(&search),
                        router.seconds,
                        ends(&router),
                        algebra.seconds,
                        ends(&algebra),
                        e.strategy.name().replace(' ', "_"),
                        number(e.predicted_search),
                        number(e.predicted_algebra),
                        e.spent_on_algebra.as_secs_f64(),
                        e.sum.map_or(0, |sum| sum.quotients),
                        e.sum.map_or(0, |sum| sum.bytes),
                        e.spent_on_search.as_secs_f64(),
                        e.spent_on_planning.as_secs_f64(),
                    );
                }
            }
        }
    }
}
