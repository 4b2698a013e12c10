//! The overhead of a batch over counting alone, on easy questions and one thread. Run with `cargo
//! bench -p isocount-session`.

#![expect(clippy::unwrap_used, reason = "a bench that cannot go on may panic")]

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use isocount_core::{Budget, Cancelled, Control, Counter, Meaning, Semantics, Unit};
use isocount_count::Exact;
use isocount_session::{
    Answered, Ask, Batch, JsonLines, LoadedGraph, LoadedPattern, Method, Session, Subjects,
};
use isocount_testkit::random;

const MONOMORPHISMS: Semantics = Semantics::Monomorphism(Unit::Mappings);
const PATTERNS: u64 = 24;
const GRAPHS: u64 = 500;

fn main() {
    divan::main();
}

/// Patterns of up to 6 nodes and graphs of up to 12, which are the easiest to count.
fn easy() -> (Vec<LoadedPattern>, Vec<LoadedGraph>) {
    let session = Session::new();
    let pattern = |seed| session.pattern(&format!("pattern {seed}"), random::case(seed).pattern);
    let graph = |seed| session.graph(&format!("graph {seed}"), random::case(seed).graph);
    ((0..PATTERNS).map(pattern).collect(), (0..GRAPHS).map(graph).collect())
}

#[divan::bench(name = "counting alone")]
fn counting_alone(bencher: Bencher) {
    let (patterns, graphs) = easy();
    let questions = bencher.counter(ItemsCount::new(PATTERNS * GRAPHS));
    questions.bench(|| {
        let exact = Exact::new();
        for graph in &graphs {
            let mut open = exact.open(graph.graph(), &Control::NONE).unwrap();
            for pattern in &patterns {
                let budget = Budget::UNLIMITED;
                black_box(open.count(pattern.pattern(), MONOMORPHISMS, &budget).unwrap());
            }
        }
    });
}

#[divan::bench(name = "a batch, as lines of JSON")]
fn batch_as_json(bencher: Bencher) {
    as_json(bencher, PATTERNS as usize);
}

/// No facts about a graph are cached when its only question has the answer zero.
#[divan::bench(name = "a batch of one pattern")]
fn batch_of_one_pattern(bencher: Bencher) {
    as_json(bencher, 1);
}

fn as_json(bencher: Bencher, num_patterns: usize) {
    let (patterns, graphs) = easy();
    // The answer to the last one is zero in most graphs.
    let patterns = &patterns[patterns.len() - num_patterns..];
    let ask = Ask::new(Meaning::plain(MONOMORPHISMS), Method::exact());
    let questions = bencher.counter(ItemsCount::new(num_patterns as u64 * GRAPHS));
    questions.bench(|| {
        let batch = Batch::all(&ask, patterns, &graphs);
        let subjects = Subjects::named(&batch);
        let lines = JsonLines::new(&ask.question(), &subjects);
        let put = |text: &mut String, answered: Answered| lines.write(text, &answered);
        let take = |text: String| {
            black_box(text);
            Ok::<_, Cancelled>(())
        };
        batch.run(0, &Control::NONE, put, take).unwrap();
    });
}
