//! Training and answering end soon after they are cancelled, and training continues to the same
//! bits.
//!
//! The delay is measured in CPU time of the working thread, which does not depend on the load of
//! the machine.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use isocount_core::{
    Budget, Control, CountError, Counter, Label, LabeledGraph, Pattern, Rng, Task,
};
use isocount_count::Exact;
use isocount_data::{Dataset, Making, Protocol, Split, Synthetic, TrainingSet};
use isocount_model::{MODELS, ModelConfig, TrainConfig, TrainingConfig};
use isocount_train::{Learned, Run, TrainError, fit};
use tempfile::TempDir;

const ONE: NonZeroUsize = NonZeroUsize::MIN;

/// The most CPU time that work may take after cancellation. Without optimisation, or next to other
/// work that uses the same caches, the time between two checks is longer.
fn at_most() -> Duration {
    Duration::from_millis(if std::env::var_os("ISOCOUNT_SLOW").is_some() { 50 } else { 1_000 })
}

fn training_set(folder: &TempDir, kind: Synthetic, triples: usize) -> TrainingSet {
    let out = folder.path().join(format!("{kind:?}-{triples}"));
    let counter = Exact::with_threads(1);
    let crew = Making { counter: &counter, threads: ONE, control: &Control::NONE };
    kind.generate(&out, 0, Some(triples), crew).unwrap();
    let dataset = Dataset::read(&out, &Control::NONE).unwrap();
    let split = Split::get(&dataset, Protocol::Paper, 0, &Control::NONE).unwrap();
    TrainingSet::new(&dataset, &split, &Control::NONE).unwrap()
}

fn config(model: &str, width: usize, epochs: u64, batch: usize) -> TrainConfig {
    let entry = MODELS.iter().find(|entry| entry.name == model).unwrap();
    let mut model = (entry.with_width)(width);
    model.set_max_nodes(300);
    TrainConfig {
        model,
        training: TrainingConfig::default().with(|it| {
            it.epochs = epochs;
            it.batch = batch;
        }),
    }
}

/// The CPU time of a thread of this process so far.
fn cpu_time(thread: &Path) -> Option<Duration> {
    let text = fs::read_to_string(Path::new("/proc").join(thread).join("schedstat")).ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Runs work on a thread and cancels it after `delay`; returns its result and the CPU time that the
/// work took after cancellation, if the system reports it.
fn cancelled_after<T: Send>(
    delay: Duration,
    work: impl FnOnce(&Control) -> T + Send,
) -> (T, Option<Duration>) {
    let control = Control::new();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let control = &control;
        let worker = scope.spawn(move || {
            let thread = fs::read_link("/proc/thread-self").unwrap_or_default();
            sender.send(thread.clone()).unwrap();
            let result = work(control);
            (result, cpu_time(&thread))
        });
        let thread = receiver.recv().unwrap();
        std::thread::sleep(delay);
        control.cancel();
        let before = cpu_time(&thread);
        let (result, after) = worker.join().unwrap();
        (result, before.zip(after).map(|(before, after)| after.saturating_sub(before)))
    })
}

fn weights(run: &Path) -> Vec<u8> {
    fs::read(run.join("weights.safetensors")).unwrap()
}

#[test]
fn a_run_that_was_cancelled_at_random_moments_goes_on_to_the_same_bits() {
    let folder = TempDir::new().unwrap();
    let set = training_set(&folder, Synthetic::Small, 200);
    let mut rng = Rng::new(5);
    for model in ["count-gnn", "gin", "count-gnn-plus"] {
        let config = config(model, 12, 8, 16);
        let undisturbed = folder.path().join(format!("{model}-undisturbed"));
        let whole =
            fit(&set, &config, &Run::at(&undisturbed), ONE, &Control::NONE, &|_| {}).unwrap();
        let run = Run::at(&folder.path().join(model));
        // The first run always ends after an epoch.
        let control = Control::new();
        let fitted = fit(&set, &config, &run, ONE, &control, &|_| control.cancel());
        assert!(matches!(fitted, Err(TrainError::Cancelled(_))), "{model}");
        let mut cancelled = 1;
        let finished = loop {
            // The delay grows from one run to the next, so that training finishes however slow the
            // machine is.
            let delay = Duration::from_micros(rng.below(20_000 * cancelled) as u64);
            let (fitted, took) = cancelled_after(delay, |control| {
                let fitted = fit(&set, &config, &run, ONE, control, &|_| {});
                assert_eq!(control.progress(), None);
                fitted
            });
            match fitted {
                Ok(finished) => break finished,
                Err(TrainError::Cancelled(_)) => cancelled += 1,
                Err(other) => panic!("{other}"),
            }
            assert!(took.is_none_or(|took| took < at_most()), "{model}: {took:?}");
            assert!(!run.folder().join("lock").exists());
        };
        assert_eq!(finished.epochs, whole.epochs, "{model}");
        assert_eq!(weights(run.folder()), weights(&undisturbed), "{model}");
    }
}

/// A graph with a hub, so that some rows are long.
fn large_graph(arcs: usize) -> LabeledGraph {
    let mut rng = Rng::new(7);
    let mut builder = LabeledGraph::builder();
    let nodes: Vec<_> = (0..arcs / 3).map(|_| builder.node(Label(rng.below(16) as u32))).collect();
    for ix in 0..arcs {
        let (tail, head) = (nodes[ix % nodes.len()], nodes[rng.below(nodes.len())]);
        builder.edge(tail, head, Label(rng.below(16) as u32));
    }
    builder.build_merged().unwrap()
}

#[test]
fn a_step_on_large_graphs_and_an_answer_about_one_end_soon() {
    let is_slow = std::env::var_os("ISOCOUNT_SLOW").is_some();
    let folder = TempDir::new().unwrap();
    let large = training_set(&folder, Synthetic::Large, 300);
    let graph = Arc::new(large_graph(if is_slow { 1_000_000 } else { 100_000 }));
    let mut builder = LabeledGraph::builder();
    let [a, b, c] = [0, 1, 2].map(|label| builder.node(Label(label)));
    builder.edge(a, b, Label(0)).edge(b, c, Label(1)).edge(c, a, Label(2));
    let pattern = Pattern::try_from(builder.build().unwrap()).unwrap();
    let mut rng = Rng::new(3);
    let models: Vec<&str> = if is_slow {
        MODELS.iter().map(|entry| entry.name).collect()
    } else {
        vec!["count-gnn", "rgin-sum", "dmpnn-lrp"]
    };
    for name in models {
        let wide = if name.starts_with("count") { 24 } else { 128 };
        let one_step = config(name, wide, 1, 128);
        let out = folder.path().join(name);
        let moments = if is_slow { 6 } else { 2 };
        for moment in 0..moments {
            let delay = Duration::from_millis(rng.below(600) as u64);
            let run = Run::at(&out.join(moment.to_string()));
            let (fitted, took) = cancelled_after(delay, |control| {
                fit(&large, &one_step, &run, ONE, control, &|_| {})
            });
            if matches!(fitted, Err(TrainError::Cancelled(_))) {
                assert!(took.is_none_or(|took| took < at_most()), "{name}, training: {took:?}");
            }
        }
        // The model need not be accurate.
        let narrow = config(name, wide, 1, 16);
        let small = training_set_once(&folder);
        let run = Run::at(&out.join("answering"));
        fit(&small, &narrow, &run, ONE, &Control::NONE, &|_| {}).unwrap();
        let learned = Learned::load(&run).unwrap();
        for _ in 0..moments {
            let delay = Duration::from_millis(rng.below(400) as u64);
            let (answer, took) = cancelled_after(delay, |control| {
                let budget = Budget::UNLIMITED.with_control(control);
                let mut open = learned.open(&graph, control)?;
                open.count(&pattern, small.meaning().semantics, &budget)
            });
            if matches!(answer, Err(CountError::Cancelled(_))) {
                assert!(took.is_none_or(|took| took < at_most()), "{name}, answering: {took:?}");
            }
        }
    }
}

fn training_set_once(folder: &TempDir) -> TrainingSet {
    let out = folder.path().join("once");
    if !out.exists() {
        let counter = Exact::with_threads(1);
        let crew = Making { counter: &counter, threads: ONE, control: &Control::NONE };
        Synthetic::Small.generate(&out, 0, Some(40), crew).unwrap();
    }
    let dataset = Dataset::read(&out, &Control::NONE).unwrap();
    let split = Split::get(&dataset, Protocol::Paper, 0, &Control::NONE).unwrap();
    TrainingSet::new(&dataset, &split, &Control::NONE).unwrap()
}

#[test]
fn progress_counts_epochs() {
    let folder = TempDir::new().unwrap();
    let set = training_set(&folder, Synthetic::Small, 60);
    let control = Control::new();
    let seen = std::sync::Mutex::new(Vec::new());
    let config = config("count-gnn", 8, 3, 16);
    let run = Run::at(&folder.path().join("run"));
    let look = |_: &isocount_train::Epoch| seen.lock().unwrap().push(control.progress().unwrap());
    fit(&set, &config, &run, ONE, &control, &look).unwrap();
    let seen = seen.into_inner().unwrap();
    assert_eq!(seen.iter().map(|it| it.done).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(seen.iter().all(|it| it.stage.task == Task::Training && it.stage.total == Some(3)));
    assert_eq!(control.progress(), None);
    assert!(matches!(config.model, ModelConfig::CountGnn(_)));
}
