//! Runs: they learn, they resume with the same bits, and they refuse mismatching input.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex};

use isocount_core::{Answer, Budget, Control, Counter, Label, LabeledGraph};
use isocount_count::Exact;
use isocount_data::{
    Dataset, Making, Protocol, Split, Synthetic, TestSet, TrainingExample, TrainingSet,
    generate_ppa_stand_in,
};
use isocount_eval::{Metrics, run};
use isocount_nn::MODELS;
use isocount_testkit::slow_suites;
use isocount_train::{
    Elsewhere, GroupGradient, GroupWorker, Learned, ModelError, Run, TrainConfig, TrainError,
    TrainingConfig, fit, fit_with,
};
use tempfile::TempDir;

const TWO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

fn small(folder: &TempDir, triples: usize) -> Dataset {
    let out = folder.path().join(format!("small-{triples}"));
    let counter = Exact::with_threads(1);
    let crew = Making { counter: &counter, threads: TWO, control: &Control::NONE };
    Synthetic::Small.generate(&out, 0, Some(triples), crew).unwrap();
    Dataset::read(&out, &Control::NONE).unwrap()
}

fn training_set(dataset: &Dataset) -> TrainingSet {
    let split = Split::get(dataset, Protocol::Paper, 0, &Control::NONE).unwrap();
    TrainingSet::new(dataset, &split, &Control::NONE).unwrap()
}

fn config(model: usize, epochs: u64) -> TrainConfig {
    let training = TrainingConfig::default().with(|it| {
        it.epochs = epochs;
        it.batch = 16;
    });
    TrainConfig { model: (MODELS[model].with_width)(12), training }
}

fn train(set: &TrainingSet, config: &TrainConfig, out: &Path, threads: usize) -> Vec<f64> {
    let threads = NonZeroUsize::new(threads).unwrap();
    let finished = fit(set, config, &Run::at(out), threads, &Control::NONE, &|_| {}).unwrap();
    finished.epochs.iter().map(|epoch| epoch.loss).collect()
}

fn weights(out: &Path) -> Vec<u8> {
    fs::read(out.join("weights.safetensors")).unwrap()
}

#[test]
fn a_run_does_not_depend_on_threads_or_on_being_killed() {
    let folder = TempDir::new().unwrap();
    let set = training_set(&small(&folder, 200));
    for model in 0..MODELS.len() {
        let config = config(model, 4);
        let path = |name: &str| folder.path().join(format!("{name}-{model}"));
        let losses = train(&set, &config, &path("one"), 1);
        assert_eq!(losses, train(&set, &config, &path("two"), 2));
        assert_eq!(weights(&path("one")), weights(&path("two")));

        // Stopped after each of the first epochs, as by a kill: the report panics.
        let stopped = path("stopped");
        for _ in 0..2 {
            let report = |_: &isocount_train::Epoch| panic!("stopped here");
            let run = Run::at(&stopped);
            let stop = || fit(&set, &config, &run, TWO, &Control::NONE, &report);
            assert!(catch_unwind(AssertUnwindSafe(stop)).is_err());
        }
        assert_eq!(train(&set, &config, &stopped, 1), losses);
        assert_eq!(weights(&stopped), weights(&path("one")));
        let log = fs::read_to_string(stopped.join("log.jsonl")).unwrap();
        assert_eq!(log, fs::read_to_string(path("one").join("log.jsonl")).unwrap());
    }
}

/// Groups that are distributed among several workers, like those of other processes.
struct Shared(Vec<Mutex<GroupWorker>>);

impl Elsewhere for Shared {
    fn gradients(
        &self,
        step: u64,
        weights: &[f32],
        groups: usize,
    ) -> Result<Vec<GroupGradient>, TrainError> {
        let of = |group: usize| {
            let mut worker = self.0[group % self.0.len()].lock().unwrap();
            worker.gradients(step, weights, group..group + 1)
        };
        let parts: Result<Vec<_>, _> = (0..groups).rev().map(of).collect();
        Ok(parts?.into_iter().rev().flatten().collect())
    }
}

#[test]
fn gradients_computed_elsewhere_have_the_same_bits() {
    let folder = TempDir::new().unwrap();
    let set = training_set(&small(&folder, 200));
    // The models with the largest and the smallest needs, and one with dropout.
    for model in [0, MODELS.len() / 2, MODELS.len() - 1] {
        let config = config(model, 3);
        let path = |name: &str| folder.path().join(format!("{name}-{model}"));
        let losses = train(&set, &config, &path("here"), 2);
        let shared = Arc::new(set.clone());
        for number in [1, 2, 3] {
            let worker = || GroupWorker::new(Arc::clone(&shared), &config, &Control::NONE);
            let workers = (0..number).map(|_| Mutex::new(worker().unwrap())).collect();
            let out = path(&format!("elsewhere{number}"));
            let elsewhere = Shared(workers);
            let finished = fit_with(
                &set,
                &config,
                &Run::at(&out),
                TWO,
                Some(&elsewhere),
                &Control::NONE,
                &|_| {},
            );
            let found: Vec<f64> = finished.unwrap().epochs.iter().map(|it| it.loss).collect();
            assert_eq!(found, losses);
            assert_eq!(weights(&out), weights(&path("here")), "{number} workers");
        }
    }
}

#[test]
fn by_graph_groups_may_be_empty_and_the_bits_are_the_same() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("data");
    let counter = Exact::with_threads(1);
    let crew = Making { counter: &counter, threads: TWO, control: &Control::NONE };
    generate_ppa_stand_in(&out, 0, Some(3), crew).unwrap();
    let set = training_set(&Dataset::read(&out, &Control::NONE).unwrap());
    let graphs: BTreeSet<u32> = set.train().iter().map(|example| example.graph).collect();
    let mut config = config(0, 3);
    config.training.by_graph = true;
    let groups = config.training.groups.min(set.train().len());
    assert!(graphs.len() < groups, "{} examples of {graphs:?}", set.train().len());

    let [one, two, there] = ["one", "two", "there"].map(|name| folder.path().join(name));
    let losses = train(&set, &config, &one, 1);
    assert_eq!(train(&set, &config, &two, 2), losses);
    assert_eq!(weights(&one), weights(&two));
    let worker = GroupWorker::new(Arc::new(set.clone()), &config, &Control::NONE).unwrap();
    let elsewhere = Shared(vec![Mutex::new(worker)]);
    let run = Run::at(&there);
    fit_with(&set, &config, &run, TWO, Some(&elsewhere), &Control::NONE, &|_| {}).unwrap();
    assert_eq!(weights(&one), weights(&there));
}

/// Groups of a source that computes something else.
struct Wrong(Vec<GroupGradient>);

impl Elsewhere for Wrong {
    fn gradients(&self, _: u64, _: &[f32], _: usize) -> Result<Vec<GroupGradient>, TrainError> {
        Ok(self.0.clone())
    }
}

#[test]
fn gradients_of_another_model_are_refused() {
    let folder = TempDir::new().unwrap();
    let set = training_set(&small(&folder, 20));
    let (config, control) = (config(0, 1), Control::NONE);
    let short = GroupGradient { loss: 0.0, values: vec![0.0; 3] };
    for wrong in [vec![], vec![short; 8]] {
        let run = Run::at(&folder.path().join("wrong"));
        let found = fit_with(&set, &config, &run, TWO, Some(&Wrong(wrong)), &control, &|_| {});
        assert!(matches!(found, Err(TrainError::Elsewhere { .. })), "{found:?}");
    }
    let mut worker = GroupWorker::new(Arc::new(set), &config, &control).unwrap();
    assert!(worker.gradients(0, &[0.0; 3], 0..1).is_err());
    let weights = vec![0.0; worker.num_weights()];
    assert!(worker.gradients(0, &weights, 0..1_000_000).is_err());
}

#[test]
fn eight_triples_can_be_memorised() {
    let folder = TempDir::new().unwrap();
    let set = training_set(&small(&folder, 20));
    assert_eq!(set.train().len(), 8);
    let mean = set.train().iter().map(|it| it.count.0 as f64).sum::<f64>() / 8.0;
    let step = if slow_suites() { 1 } else { 8 };
    for (model, entry) in MODELS.iter().enumerate().step_by(step) {
        let mut config = config(model, 250);
        // Without dropout, for all models.
        let _ = config.set("model.encoder.dropout=0");
        let _ = config.set("model.dropout=0");
        config.training.patience = 250;
        config.training.rate = 1e-2;
        config.training.lambda = 0.0;
        let losses = train(&set, &config, &folder.path().join(format!("heart-{model}")), 2);
        let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(least < 0.1 * mean, "{}: {least} of {mean}", entry.name);
    }
}

#[test]
fn a_trained_model_beats_the_mean_and_answers_as_a_counter() {
    let folder = TempDir::new().unwrap();
    let dataset = small(&folder, 3_000);
    let set = training_set(&dataset);
    let out = folder.path().join("run");
    let mut config = config(0, 12);
    config.training.batch = 64;
    config.training.rate = 5e-3;
    train(&set, &config, &out, 2);
    let learned = Learned::load(&Run::at(&out)).unwrap();
    let split = Split::get(&dataset, Protocol::Paper, 0, &Control::NONE).unwrap();
    let test = TestSet::new(&dataset, &split).unwrap();
    let said = run(&learned, &test, &Budget::UNLIMITED, &Control::NONE).unwrap();
    let metrics = Metrics::of(&said.outcomes).unwrap();
    let zero = test.trials().map(|trial| trial.count.0 as f64).sum::<f64>() / test.len() as f64;
    assert_eq!(metrics.unanswered, 0);
    assert!(metrics.mae < 0.95 * zero, "{} of {zero}", metrics.mae);

    // A label that no data set of this kind has.
    let mut builder = LabeledGraph::builder();
    builder.node(Label(99));
    let strange = builder.build().unwrap();
    let error = learned.open(&strange.clone().into(), &Control::NONE).err().unwrap().to_string();
    assert!(error.contains("knows 16 node labels"), "{error}");
}

/// Validation questions, asked one by one after training: the error equals that of the log, for
/// every method of answering.
#[test]
fn a_run_answers_as_it_did_in_training() {
    let folder = TempDir::new().unwrap();
    let set = training_set(&small(&folder, 200));
    let mut settings: Vec<(usize, &str)> = (0..MODELS.len()).map(|model| (model, "")).collect();
    let rgin = MODELS.iter().position(|model| model.name == "rgin-sum").unwrap();
    settings.extend([(rgin, "ids=true"), (rgin, "filter=member"), (rgin, "shared=false")]);
    for (model, setting) in settings {
        let mut config = config(model, 3);
        config.model.set_max_nodes(64);
        if !setting.is_empty() {
            config.set(&format!("model.encoder.{setting}")).unwrap();
        }
        let what = format!("{}-{setting}", MODELS[model].name);
        let out = folder.path().join(&what);
        train(&set, &config, &out, 2);
        let learned = Learned::load(&Run::at(&out)).unwrap();
        let error = |example: &TrainingExample| {
            let pattern = &set.patterns()[example.pattern as usize].pattern;
            let graph = set.graphs().graph(example.graph as usize);
            let answer =
                learned.count(pattern, &graph, set.meaning().semantics, &Budget::UNLIMITED);
            let Answer::Estimate(estimate) = answer.unwrap() else { panic!("not learned") };
            let value = estimate.value;
            (value - example.count.0 as f64).abs()
        };
        let mae = set.valid().iter().map(error).sum::<f64>() / set.valid().len() as f64;
        let log = fs::read_to_string(out.join("log.jsonl")).unwrap();
        let last: serde_json::Value = serde_json::from_str(log.lines().last().unwrap()).unwrap();
        let best = last["best_mae"].as_f64().unwrap();
        assert!((mae - best).abs() < 1e-4 * best, "{what}: {mae}, in training {best}");
    }
}

#[test]
fn graphs_with_more_nodes_than_a_model_numbers_are_refused() {
    let folder = TempDir::new().unwrap();
    let set = training_set(&small(&folder, 200));
    let gcn = MODELS.iter().position(|model| model.name == "gcn").unwrap();
    let mut config = config(gcn, 1);
    config.set("model.encoder.ids=true").unwrap();
    config.model.set_max_nodes(10);
    let out = folder.path().join("few");
    let refused = fit(&set, &config, &Run::at(&out), TWO, &Control::NONE, &|_| {});
    let said = refused.unwrap_err().to_string();
    assert!(said.contains("at most 16 nodes") && said.contains("max_nodes=64"), "{said}");
    assert!(!out.exists());

    config.model.set_max_nodes(64);
    train(&set, &config, &out, 1);
    let learned = Learned::load(&Run::at(&out)).unwrap();
    let mut builder = LabeledGraph::builder();
    for _ in 0..65 {
        builder.node(Label(0));
    }
    let graph = builder.build().unwrap();
    let said = learned.open(&graph.clone().into(), &Control::NONE).err().unwrap().to_string();
    assert!(said.contains("at most 64 nodes, but there are 65"), "{said}");
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = TempDir::new().unwrap();
    let set = training_set(&small(&folder, 100));
    let out = folder.path().join("run");
    train(&set, &config(0, 1), &out, 1);
    let mut other = config(0, 1);
    other.training.rate = 0.5;
    let refused = fit(&set, &other, &Run::at(&out), TWO, &Control::NONE, &|_| {});
    assert!(matches!(refused, Err(TrainError::OtherRun { .. })), "{refused:?}");
    let nowhere = Learned::load(&Run::at(&folder.path().join("nowhere"))).err();
    assert!(matches!(nowhere, Some(TrainError::Model(ModelError::NotARun { .. }))), "{nowhere:?}");

    // If it was killed before its settings were written, a run begins anew; next to other files
    // none begins.
    let early = folder.path().join("early");
    fs::create_dir_all(early.join("state")).unwrap();
    fs::write(early.join("config.toml.part"), "half").unwrap();
    train(&set, &config(0, 1), &early, 1);
    let foreign = folder.path().join("foreign");
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("thesis.tex"), "").unwrap();
    let refused = fit(&set, &config(0, 1), &Run::at(&foreign), TWO, &Control::NONE, &|_| {});
    assert!(matches!(refused, Err(TrainError::Exists { .. })), "{refused:?}");

    let mut wild = config(0, 3);
    wild.training.rate = 1e30;
    let wild =
        fit(&set, &wild, &Run::at(&folder.path().join("wild")), TWO, &Control::NONE, &|_| {});
    assert!(matches!(wild, Err(TrainError::Diverged { .. })), "{wild:?}");
}

/// The losses of the first ten epochs of every model, as recorded when it was written. A change to
/// a model or the loop shows up here; `ISOCOUNT_RECORD=1` records new values.
#[test]
fn ten_losses_are_as_recorded() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/losses.toml");
    let text = fs::read_to_string(&path).unwrap();
    let recorded: BTreeMap<String, Vec<f64>> = toml::from_str(&text).unwrap();
    let folder = TempDir::new().unwrap();
    let set = training_set(&small(&folder, 200));
    let found: Vec<(&str, Vec<f64>)> = (0..MODELS.len())
        .map(|model| {
            let name = MODELS[model].name;
            (name, train(&set, &config(model, 10), &folder.path().join(name), 2))
        })
        .collect();
    if std::env::var_os("ISOCOUNT_RECORD").is_some() {
        let line = |(name, losses): &(&str, Vec<f64>)| {
            let losses: Vec<String> = losses.iter().map(|loss| format!("{loss:.4}")).collect();
            format!("{name} = [{}]\n", losses.join(", "))
        };
        let (head, _) = text.split_once("\n\n").unwrap();
        let lines: String = found.iter().map(line).collect();
        fs::write(path, format!("{head}\n\n{lines}")).unwrap();
        return;
    }
    assert_eq!(recorded.len(), found.len());
    for (name, losses) in found {
        assert_eq!(losses.len(), recorded[name].len(), "{name}");
        for (loss, recorded) in losses.iter().zip(&recorded[name]) {
            assert!((loss - recorded).abs() < 1e-3 * recorded, "{name}: {losses:?}");
        }
    }
}
