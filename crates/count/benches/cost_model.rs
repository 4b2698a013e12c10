//! Measures the rates of the cost model on the current machine.
//!
//! ```sh
//! cargo bench -p isocount-count --bench cost_model -- [--rates | --json]
//! ```
//!
//! Each strategy is forced on generated graphs. A run yields a rate: the CPU time of the thread
//! divided by the units that the engine predicted or counted for it. The median of all runs is
//! printed next to the value that the engine uses; constants that are not rates are listed with
//! their values. `--rates` leaves these out; `--json` prints a line for each constant, and the
//! rates as a table to standard error. How each rate is measured is in
//! `benchmarks/cost-model/README.md`.

#![expect(clippy::print_stdout, reason = "its results go to standard output")]
#![expect(clippy::unwrap_used, reason = "a bench that cannot go on may panic")]

#[allow(dead_code, reason = "shared with the other benches")]
mod instances;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use isocount_core::{Answer, Budget, Control, Counter, LabeledGraph, Pattern, Semantics, Unit};
use isocount_count::{
    COSTS, Cost, Exact, Explanation, Representation, Routing, Sample, Sampling, SetBy, Tuning,
};
use isocount_platform::thread_time;
use isocount_testkit::pattern;

const MONOMORPHISMS: Semantics = Semantics::Monomorphism(Unit::Mappings);

/// Shorter runs, in seconds, do not measure a rate well.
const LEAST: f64 = 5e-4;

/// Longer runs are cancelled.
const LIMIT: Duration = Duration::from_secs(3);

/// Shorter runs are repeated, and the least time counts, because other work disturbs them.
const SHORT: f64 = 0.3;

fn main() {
    let has = |flag: &str| std::env::args().any(|arg| arg == flag);
    // When run as a test, asks one question per strategy.
    let is_whole = has("--bench");
    let found = measure(is_whole);
    if has("--json") {
        print_json(&found);
        eprint!("{}", table(&found));
        return;
    }
    print!("{}", table(&found));
    if !has("--rates") {
        print_others();
    }
}

/// The measurements of each rate.
type Found = BTreeMap<&'static str, Vec<f64>>;

fn measure(is_whole: bool) -> Found {
    let mut found = Found::new();
    let mut note = |name: &'static str, rates: Vec<f64>| {
        assert_eq!(row(name).set_by, SetBy::Rate, "{name}");
        found.insert(name, rates);
    };
    let small = few_labels(is_whole, if is_whole { &[5, 6] } else { &[5] });
    let search: Vec<f64> = small.iter().filter_map(|q| q.search(Representation::BySize)).collect();
    note("SECONDS_PER_WORK", search.clone());
    note("SECONDS_PER_WORK_AT_FIRST", search);

    let on_rows: Vec<f64> = small.iter().filter_map(|q| q.search(Representation::Rows)).collect();
    let sampled: Vec<Sampled> = small.iter().filter_map(Question::sampled).collect();
    let search = median(&on_rows);
    note("SAMPLER_WORK_PER_SEARCH", sampled.iter().map(|s| search / s.per_work).collect());
    let preparing = sampled.iter().map(|s| s.per_preparing / s.per_work).collect();
    note("SAMPLER_WORK_PER_PREPARING", preparing);

    let sums = few_labels(is_whole, if is_whole { &[6, 7, 8] } else { &[6] });
    note("SECONDS_PER_ADDITION", sums.iter().filter_map(Question::addition).collect());
    note("ADDITIONS_PER_WIDE_ADDITION", sums.iter().filter_map(Question::wide).collect());
    let dense = Arc::new(instances::erdos_renyi(200, 800, 1));
    let sizes: &[usize] = if is_whole { &[7, 8, 9] } else { &[7] };
    let sums = sizes.iter().flat_map(|&k| instances::connected_patterns(k, 1, 8));
    let sums: Vec<Question> = sums.map(|pattern| Question::new(pattern, &dense)).collect();
    note("SECONDS_PER_PARTITION", sums.iter().filter_map(Question::partition).collect());

    let large = large(is_whole);
    note("ADDITIONS_PER_TABLE_ENTRY", large.iter().filter_map(Question::table_entry).collect());
    note("SECONDS_PER_ENTRY_BY_DEGREE", large.iter().filter_map(Question::entry).collect());
    note("SECONDS_PER_ARC_BEFORE_SEARCH", large.iter().map(Question::arc).collect());
    found
}

/// One question.
struct Question {
    pattern: Pattern,
    graph: Arc<LabeledGraph>,
}

/// Random connected patterns of these sizes in graphs of one and two labels.
fn few_labels(is_whole: bool, sizes: &[usize]) -> Vec<Question> {
    let mut questions = Vec::new();
    for num_labels in if is_whole { 1..=2 } else { 1..=1 } {
        let mut graphs = vec![instances::barabasi_albert(1_000, 8, num_labels)];
        if is_whole {
            graphs.push(instances::erdos_renyi(1_000, 16_000, num_labels));
            graphs.push(instances::barabasi_albert(10_000, 4, num_labels));
        }
        for graph in graphs.into_iter().map(Arc::new) {
            for &k in sizes {
                let patterns = instances::connected_patterns(k, num_labels, 4);
                questions.extend(patterns.into_iter().map(|p| Question::new(p, &graph)));
            }
        }
    }
    questions
}

/// Small patterns in large graphs without labels.
fn large(is_whole: bool) -> Vec<Question> {
    let patterns = ["a-b-c, a-c", "a-b-c-d-a", "a-b-c-d", "a-b-c-d-a, a-c", "a-b-c-d-a, a-c, b-d"];
    let mut graphs = vec![instances::barabasi_albert(10_000, 8, 1)];
    if is_whole {
        graphs.push(instances::barabasi_albert(50_000, 8, 1));
        graphs.push(instances::erdos_renyi(50_000, 400_000, 1));
    }
    let graphs = graphs.into_iter().map(Arc::new);
    let ask = |graph| patterns.map(|text| Question::new(pattern(text), &graph));
    graphs.flat_map(ask).collect()
}

/// The measurements of a run of the sampler: seconds per unit of its work, and per unit of
/// preparation.
struct Sampled {
    per_work: f64,
    per_preparing: f64,
}

/// Search alone.
fn search_only() -> Tuning {
    let (algebra, splitting, by_degree) = (Routing::Never, Routing::Never, Routing::Never);
    Tuning { algebra, splitting, by_degree, ..Tuning::default() }
}

/// Algebra alone.
fn algebra_only() -> Tuning {
    Tuning { algebra: Routing::Always, ..search_only() }
}

impl Question {
    fn new(pattern: Pattern, graph: &Arc<LabeledGraph>) -> Self {
        Self { pattern, graph: graph.clone() }
    }

    /// The report of an engine, if it finished, and the seconds that it took.
    fn run(&self, tuning: Tuning, semantics: Semantics) -> Option<(Explanation, f64)> {
        let exact = Exact::new().tuned(tuning);
        let budget = Budget::time(LIMIT);
        let ask = || exact.explain(&self.pattern, &self.graph, semantics, &budget).unwrap();
        let ((answer, explanation), seconds) = least(ask);
        matches!(answer, Answer::Exact(_)).then_some((explanation, seconds))
    }

    /// The report and the seconds of everything before a search.
    fn before_search(&self, tuning: Tuning) -> (Explanation, f64) {
        let exact = Exact::new().tuned(tuning);
        let budget = Budget::steps(1);
        let ask = || exact.explain(&self.pattern, &self.graph, MONOMORPHISMS, &budget).unwrap();
        let ((_, explanation), seconds) = least(ask);
        (explanation, seconds)
    }

    /// Seconds per unit of a search's work.
    fn search(&self, representation: Representation) -> Option<f64> {
        let tuning = Tuning { representation, ..search_only() };
        let (explanation, seconds) = self.run(tuning, MONOMORPHISMS)?;
        let (_, before) = self.before_search(tuning);
        let work = explanation.work - explanation.work_before_search;
        rate(seconds - before, work as f64)
    }

    fn sampled(&self) -> Option<Sampled> {
        let sample = Sample::new(Sampling::default().with_precision(Some(0.02)));
        let (pattern, graph) = (&self.pattern, &*self.graph);
        let budget = Budget::time(LIMIT);
        let ask = || sample.count_with_work(pattern, graph, MONOMORPHISMS, &budget).unwrap();
        let ((_, work), seconds) = least(ask);
        let representation = Representation::Rows;
        let (prepared, before) = self.before_search(Tuning { representation, ..search_only() });
        let work = work.checked_sub(prepared.work_before_search)?;
        Some(Sampled {
            per_work: rate(seconds - before, work as f64)?,
            per_preparing: before / prepared.work_before_search as f64,
        })
    }

    /// Seconds per addition of a sum in 64 bits.
    fn addition(&self) -> Option<f64> {
        let (explanation, _) = self.run(algebra_only(), MONOMORPHISMS)?;
        let sum = explanation.sum.filter(|sum| sum.bits == 64)?;
        rate(explanation.spent_on_algebra.as_secs_f64(), sum.additions)
    }

    /// The time of additions in 128 bits relative to 64 bits.
    fn wide(&self) -> Option<f64> {
        let tuning = Tuning { algebra_in_128_bits: true, ..algebra_only() };
        let (wide, _) = self.run(tuning, MONOMORPHISMS)?;
        let sum = wide.sum?;
        Some(rate(wide.spent_on_algebra.as_secs_f64(), sum.additions)? / self.addition()?)
    }

    /// Seconds per partition, where there are many and the graph is small.
    fn partition(&self) -> Option<f64> {
        let (explanation, _) = self.run(algebra_only(), MONOMORPHISMS)?;
        let spent = explanation.spent_on_planning.as_secs_f64();
        let tables = self.table_entries() * value("ADDITIONS_PER_TABLE_ENTRY");
        let predicted = explanation.predicted_planning?;
        let by_tables = tables * value("SECONDS_PER_ADDITION");
        let partitions = (predicted - by_tables) / value("SECONDS_PER_PARTITION");
        rate(spent - by_tables, partitions)
    }

    /// Additions per entry of the tables of a sum with one term.
    fn table_entry(&self) -> Option<f64> {
        let (explanation, _) = self.run(algebra_only(), Semantics::Homomorphism)?;
        let spent = explanation.spent_on_planning.as_secs_f64();
        Some(rate(spent, self.table_entries())? / value("SECONDS_PER_ADDITION"))
    }

    /// As the engine predicts them for a graph without labels: the sieve drops nothing.
    fn table_entries(&self) -> f64 {
        let links = self.pattern.num_arcs() / 2;
        ((links + 2) * (self.graph.num_arcs() + self.graph.num_nodes())) as f64
    }

    /// Seconds per entry in counting by degree, once the nodes are ranked.
    fn entry(&self) -> Option<f64> {
        let tuning = Tuning { by_degree: Routing::Always, ..search_only() };
        let (explanation, _) = self.run(tuning, MONOMORPHISMS)?;
        let entries = explanation.predicted_by_degree? / value("SECONDS_PER_ENTRY_BY_DEGREE");
        let exact = Exact::new().tuned(tuning);
        let mut open = exact.open(&self.graph, &Control::NONE).unwrap();
        let mut ask = || open.count(&self.pattern, MONOMORPHISMS, &Budget::UNLIMITED).unwrap();
        ask();
        let (_, seconds) = least(ask);
        rate(seconds, entries)
    }

    /// Seconds per arc of the graph before a search.
    fn arc(&self) -> f64 {
        self.before_search(search_only()).1 / self.graph.num_arcs() as f64
    }
}

/// The least time of three runs, or the time of a single long run.
fn least<T>(mut work: impl FnMut() -> T) -> (T, f64) {
    let mut once = || {
        let start = thread_time();
        let result = work();
        (result, thread_time().saturating_sub(start).as_secs_f64())
    };
    let mut best = once();
    for _ in 0..2 {
        if best.1 > SHORT {
            break;
        }
        let again = once();
        if again.1 < best.1 {
            best = again;
        }
    }
    best
}

/// Seconds per unit, unless the run is too short.
fn rate(seconds: f64, units: f64) -> Option<f64> {
    (seconds >= LEAST && units > 0.0).then(|| seconds / units)
}

fn rows() -> impl Iterator<Item = &'static Cost> {
    COSTS.iter().flat_map(|family| family.costs)
}

fn row(name: &str) -> &'static Cost {
    rows().find(|cost| cost.name == name).expect("a constant of the model")
}

fn value(name: &str) -> f64 {
    row(name).value
}

/// The quantile of some numbers for a share.
fn quantile(numbers: &[f64], share: f64) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1);
    #[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
    let place = (share * last as f64).round() as usize;
    sorted.get(place).copied().unwrap_or(f64::NAN)
}

fn median(numbers: &[f64]) -> f64 {
    quantile(numbers, 0.5)
}

/// A number with three digits.
fn shown(number: f64) -> String {
    if (0.01..1e4).contains(&number) { format!("{number:.3}") } else { format!("{number:.2e}") }
}

/// The measured rates next to their values.
fn table(found: &Found) -> String {
    let mut lines = vec![
        "| rate | unit | value now | measured here | ratio | half of the runs | runs |".to_owned(),
        "|---|---|--:|--:|--:|---|--:|".to_owned(),
    ];
    for Cost { name, value, unit, .. } in rows().filter(|cost| cost.set_by == SetBy::Rate) {
        let runs = &found[name];
        let [low, middle, high] = [0.25, 0.5, 0.75].map(|share| quantile(runs, share));
        let (now, here, ratio) = (shown(*value), shown(middle), middle / value);
        let (low, high, number) = (shown(low), shown(high), runs.len());
        lines.push(format!(
            "| `{name}` | {unit} | {now} | {here} | {ratio:.2} | {low} to {high} | {number} |"
        ));
    }
    lines.join("\n") + "\n"
}

/// The other constants with their values.
fn print_others() {
    println!("\nNot measured:\n\n| constant | value now | unit | set by |\n|---|--:|---|---|");
    for Cost { name, value, unit, set_by, .. } in rows().filter(|c| c.set_by != SetBy::Rate) {
        println!("| `{name}` | {value} | {unit} | {set_by} |");
    }
}

/// A line for each constant.
fn print_json(found: &Found) {
    for Cost { name, value, unit, set_by, .. } in rows() {
        let set_by = set_by.to_string();
        print!(r#"{{"name":"{name}","value":{value:e},"unit":"{unit}","set_by":"{set_by}","#);
        match found.get(name) {
            Some(runs) if !runs.is_empty() => {
                let [low, middle, high] = [0.25, 0.5, 0.75].map(|share| quantile(runs, share));
                let (ratio, number) = (middle / value, runs.len());
                print!(r#""measured":{middle:e},"ratio":{ratio:e},"low":{low:e},"high":{high:e},"#);
                println!(r#""runs":{number}}}"#);
            }
            _ => println!(r#""measured":null}}"#),
        }
    }
}
