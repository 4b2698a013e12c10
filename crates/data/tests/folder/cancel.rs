//! Long operations of every kind, cancelled at random moments: they end soon, keep what is
//! finished, and continue to the same bytes.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use isocount_core::{Budget, Control, LabeledGraph, Meaning, Rng, Semantics, Task, Unit};
use isocount_count::Exact;
use isocount_data::{
    About, Collecting, Completion, DataError, Dataset, GraphEntry, GraphStore, LabelTable, Making,
    NamedPattern, OgbPpaImport, Pairs, Protocol, Questions, Split, Stats, Synthetic, TrainingSet,
    Triple, Truth, generate_ppa_stand_in, import_ogb_ppa, keep_given, label, read_listed_pairs,
};
use isocount_format::ReadOptions;
use isocount_testkit::{ThreadClock, pattern, random};

use crate::{Scratch, contents, read, threads};

/// CPU time of its thread that a cancelled call may take to end. The goal is 50 ms in an optimised
/// program; here it runs with checks.
const MOST: Duration = Duration::from_secs(1);

/// Runs `work`, which another thread cancels after `delay`.
fn cancelled_after<T>(
    delay: Duration,
    work: impl FnOnce(&Control) -> Result<T, DataError>,
) -> Option<T> {
    let (control, clock) = (Control::new(), ThreadClock::of_this_thread());
    let (result, at_cancel) = std::thread::scope(|scope| {
        let canceller = scope.spawn(|| {
            std::thread::park_timeout(delay);
            control.cancel();
            // Read afterwards: a busy machine may let this thread wait before it cancels.
            clock.as_ref().map(ThreadClock::read)
        });
        let result = work(&control);
        let after = clock.as_ref().map(ThreadClock::read);
        canceller.thread().unpark();
        (result, canceller.join().unwrap().zip(after))
    });
    match result {
        Ok(value) => Some(value),
        Err(DataError::Cancelled(_)) => {
            if let Some((at_cancel, after)) = at_cancel {
                let late = after.saturating_sub(at_cancel);
                assert!(late < MOST, "{late:?} of CPU time after the cancel");
            }
            None
        }
        Err(other) => panic!("{other}"),
    }
}

/// Makes `expected` once undisturbed, then with cancels at random moments until it is there.
fn continues(
    scratch: &Scratch,
    seed: u64,
    make: impl Fn(&Path, &Control, usize) -> Result<Completion, DataError>,
) {
    let whole = scratch.path("whole");
    let started = std::time::Instant::now();
    assert_eq!(make(&whole, &Control::NONE, 1).unwrap(), Completion::Made);
    let took = started.elapsed();
    let expected = contents(&whole);
    // Cancelled before it begins, so that at least one call is.
    let stopped = Control::new();
    stopped.cancel();
    let begun = make(&scratch.path("out-0"), &stopped, 1);
    assert!(matches!(begun, Err(DataError::Cancelled(_))), "{begun:?}");
    let mut rng = Rng::new(seed);
    for round in 0..4 {
        let out = scratch.path(&format!("out-{round}"));
        let partial = scratch.path(&format!("out-{round}.partial"));
        let mut longest = 1.1;
        loop {
            // The delay grows from one call to the next, so that the work finishes however slow the
            // machine is.
            let delay = took.mul_f64(rng.unit() * longest);
            longest *= 1.3;
            let num_threads = 1 + rng.below(2);
            if cancelled_after(delay, |control| make(&out, control, num_threads)).is_some() {
                break;
            }
            assert!(!out.exists(), "a folder is whole or not there");
            if partial.exists() {
                let unfinished = read(&out).unwrap_err();
                assert!(matches!(unfinished, DataError::Unfinished { .. }), "{unfinished}");
            }
        }
        assert_eq!(contents(&out), expected);
        assert!(!partial.exists());
        fs::remove_dir_all(&out).unwrap();
    }
}

#[test]
fn generating_continues() {
    let counter = Exact::with_threads(1);
    continues(&Scratch::new(), 1, |out, control, num_threads| {
        let making = Making { counter: &counter, threads: threads(num_threads), control };
        Synthetic::Small.generate(out, 5, Some(20_000), making)
    });
    continues(&Scratch::new(), 2, |out, control, num_threads| {
        let making = Making { counter: &counter, threads: threads(num_threads), control };
        generate_ppa_stand_in(out, 5, Some(150), making)
    });
}

fn store(graphs: &[LabeledGraph]) -> GraphStore {
    let names: Vec<String> = (0..graphs.len()).map(|ix| format!("g{ix}")).collect();
    GraphStore::pack(names.iter().zip(graphs).map(|(name, graph)| GraphEntry { name, graph }))
}

fn about() -> About {
    let semantics = Semantics::Monomorphism(Unit::Mappings);
    About {
        meaning: Meaning::plain(semantics),
        labels: LabelTable::numbers(20, 20),
        ..About::default()
    }
}

fn patterns() -> Vec<NamedPattern> {
    ["a", "a->b", "a-b", "a->b->c", "a:1->b"]
        .map(|text| NamedPattern { name: text.to_owned(), pattern: pattern(text) })
        .to_vec()
}

#[test]
fn labelling_and_keeping_continue() {
    let graphs: Vec<_> = (0..3_000).map(|seed| random::case(seed).graph).collect();
    let (graphs, patterns, counter) = (store(&graphs), patterns(), Exact::with_threads(1));
    let questions =
        || Questions { about: about(), patterns: &patterns, graphs: &graphs, pairs: Pairs::All };
    continues(&Scratch::new(), 3, |out, control, num_threads| {
        let making = Making { counter: &counter, threads: threads(num_threads), control };
        label(&questions(), &Budget::UNLIMITED, out, making)
    });
    let triple = |ix: u32| Triple {
        pattern: ix % 5,
        graph: ix / 5,
        truth: Truth::Exact(isocount_core::Count(ix.into())),
    };
    let triples: Vec<Triple> = (0..15_000).map(triple).collect();
    continues(&Scratch::new(), 4, |out, control, _| {
        keep_given(&questions(), &triples, out, control)
    });
}

/// A cancelled question is answered with a lower bound, which must not be kept as a count.
#[test]
fn answers_of_a_cancelled_counter_are_not_kept() {
    let scratch = Scratch::new();
    let clique: Vec<String> =
        (0..60).flat_map(|a| (0..a).map(move |b| format!("{a}-{b}"))).collect();
    let graphs = store(&[isocount_testkit::graph(&clique.join(","))]);
    let ring = "a-b-c-d-e-f-g-h-i-j-a, b-d-f-h-j-b";
    let patterns = [NamedPattern { name: "ring".to_owned(), pattern: pattern(ring) }];
    let about = about();
    let questions = Questions { about, patterns: &patterns, graphs: &graphs, pairs: Pairs::All };
    let (out, counter) = (scratch.path("out"), isocount_count::BruteForce);
    let made = cancelled_after(Duration::from_millis(50), |control| {
        let making = Making { counter: &counter, threads: threads(1), control };
        label(&questions, &Budget::UNLIMITED, &out, making)
    });
    assert_eq!(made, None);
    // Not even the folder exists if the call was cancelled early enough.
    let chunks = fs::read_dir(scratch.path("out.partial/chunks"));
    assert_eq!(chunks.map_or(0, Iterator::count), 0);
}

#[test]
fn imports_continue() {
    let input = Scratch::new();
    let ogb = input.path("ogb");
    write_ogb(&ogb, 400);
    let counter = Exact::with_threads(1);
    let arc = NamedPattern { name: "arc".to_owned(), pattern: pattern("a:3->b:3") };
    let options = OgbPpaImport { patterns: vec![arc], graphs: 300 };
    continues(&Scratch::new(), 5, |out, control, num_threads| {
        let making = Making { counter: &counter, threads: threads(num_threads), control };
        import_ogb_ppa(&ogb, out, &options, making).map(|report| report.completion)
    });

    // A folder of files, a TU data set, and a list of pairs; then counted.
    let folder = input.path("files");
    let tu = input.path("tu");
    let list = input.path("list.csv");
    write_files(&folder, &tu, &list, 400);
    let count = |out: &Path, control: &Control, collection, pairs| {
        let isocount_data::Collection { labels, patterns, graphs, .. } = collection;
        let about = About { labels, ..about() };
        let questions = Questions { about, patterns: &patterns, graphs: &graphs, pairs };
        let making = Making { counter: &counter, threads: threads(1), control };
        label(&questions, &Budget::UNLIMITED, out, making)
    };
    for from in [&folder, &tu] {
        continues(&Scratch::new(), 6, |out, control, _| {
            let mut collecting = Collecting::new();
            collecting.read_graphs(from, &ReadOptions::default(), control)?;
            collecting.read_patterns(&folder.join("g0.json"), &ReadOptions::default(), control)?;
            count(out, control, collecting.finish(control)?, Pairs::All)
        });
    }
    continues(&Scratch::new(), 7, |out, control, _| {
        let listed = read_listed_pairs(&list, &ReadOptions::default(), control)?;
        count(out, control, listed.collection, Pairs::Listed(listed.pairs))
    });
}

/// Random graphs of 30 nodes in the layout of OGB.
fn write_ogb(folder: &Path, num_graphs: usize) {
    fs::create_dir(folder).unwrap();
    let mut rng = Rng::new(11);
    let (mut nodes, mut numbers, mut edges) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..num_graphs {
        let mut number = 0;
        for a in 0..30 {
            for b in 0..a {
                if rng.chance(40) {
                    writeln!(edges, "{a},{b}").unwrap();
                    number += 1;
                }
            }
        }
        writeln!(nodes, "30").unwrap();
        writeln!(numbers, "{number}").unwrap();
    }
    for (name, text) in [("num-node-list", nodes), ("num-edge-list", numbers), ("edge", edges)] {
        fs::write(folder.join(format!("{name}.csv")), text).unwrap();
    }
}

fn write_files(folder: &Path, tu: &Path, list: &Path, num_graphs: usize) {
    fs::create_dir(folder).unwrap();
    fs::create_dir(tu).unwrap();
    let (mut arcs, mut indicator, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    let mut first = 1;
    for graph in 0..num_graphs {
        let json = r#"{"nodes": ["A", "A", "B"], "edges": [[0, 1], [1, 2]]}"#;
        fs::write(folder.join(format!("g{graph}.json")), json).unwrap();
        writeln!(arcs, "{first}, {}", first + 1).unwrap();
        writeln!(indicator, "{0}\n{0}", graph + 1).unwrap();
        writeln!(pairs, "files/g0.json,files/g{graph}.json").unwrap();
        first += 2;
    }
    fs::write(tu.join("X_A.txt"), arcs).unwrap();
    fs::write(tu.join("X_graph_indicator.txt"), indicator).unwrap();
    fs::write(list, pairs).unwrap();
}

#[test]
fn reading_splitting_and_describing_end_soon() {
    let scratch = Scratch::new();
    let (out, counter) = (scratch.path("small"), Exact::with_threads(1));
    let making = Making { counter: &counter, threads: threads(2), control: &Control::NONE };
    Synthetic::Small.generate(&out, 1, Some(30_000), making).unwrap();
    let dataset = read(&out).unwrap();
    let split = Split::get(&dataset, Protocol::Paper, 0, &Control::NONE).unwrap();
    let stats = Stats::of(&dataset, &counter, &Control::NONE).unwrap();
    let mut rng = Rng::new(8);
    for _ in 0..20 {
        let mut delay = || Duration::from_micros(rng.below(40_000) as u64);
        if let Some(again) = cancelled_after(delay(), |control| Dataset::read(&out, control)) {
            assert_eq!(again.checksum(), dataset.checksum());
        }
        let drawn =
            cancelled_after(delay(), |control| Split::draw(&dataset, Protocol::Paper, 0, control));
        assert!(drawn.is_none_or(|drawn| drawn == split));
        let described =
            cancelled_after(delay(), |control| Ok(Stats::of(&dataset, &counter, control)?));
        assert!(described.is_none_or(|described| described == stats));
        cancelled_after(delay(), |control| TrainingSet::new(&dataset, &split, control));
    }
    // A call that was cancelled before it began does nothing.
    let control = Control::new();
    control.cancel();
    assert!(matches!(Dataset::read(&out, &control), Err(DataError::Cancelled(_))));
}

#[test]
fn progress_is_seen_in_the_control() {
    let scratch = Scratch::new();
    let (out, counter, control) = (scratch.path("small"), Exact::with_threads(1), Control::new());
    let making = Making { counter: &counter, threads: threads(2), control: &control };
    Synthetic::Small.generate(&out, 1, Some(3_000), making).unwrap();
    let progress = control.progress().unwrap();
    assert_eq!((progress.stage.task, progress.done), (Task::Making, 3_000));
    assert_eq!((progress.stage.what.as_str(), progress.stage.total), ("small", Some(3_000)));
    Dataset::read(&out, &control).unwrap();
    let progress = control.progress().unwrap();
    assert_eq!(progress.stage.task, Task::Reading);
    assert_eq!(progress.stage.total, Some(progress.done));
}
