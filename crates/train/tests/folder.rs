//! The folder of a run: who may write it, what is checked on reading, and what it records about its
//! data.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::cell::RefCell;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use isocount_core::{Budget, Control, Counter};
use isocount_count::Exact;
use isocount_data::Part::{Test, Train, Valid};
use isocount_data::{Dataset, Example, Making, Protocol, Split, Synthetic, TrainingSet};
use isocount_model::{MODELS, ModelError, TrainConfig, TrainingConfig};
use isocount_train::{Epoch, Existing, Learned, Overlap, Run, TrainError, check_split, fit};
use tempfile::TempDir;

const ONE: NonZeroUsize = NonZeroUsize::MIN;

fn dataset(folder: &Path, seed: u64, triples: usize) -> Dataset {
    let out = folder.join(format!("data-{seed}"));
    let counter = Exact::with_threads(1);
    let making = Making { counter: &counter, threads: ONE, control: &Control::NONE };
    Synthetic::Small.generate(&out, seed, Some(triples), making).unwrap();
    Dataset::read(&out, &Control::NONE).unwrap()
}

fn split(dataset: &Dataset, protocol: Protocol, seed: u64) -> Split {
    Split::get(dataset, protocol, seed, &Control::NONE).unwrap()
}

fn training_set(dataset: &Dataset, split: &Split) -> TrainingSet {
    TrainingSet::new(dataset, split, &Control::NONE).unwrap()
}

fn config(epochs: u64) -> TrainConfig {
    let training = TrainingConfig::default().with(|it| {
        it.epochs = epochs;
        it.batch = 16;
    });
    TrainConfig { model: (MODELS[0].with_width)(8), training }
}

fn train(set: &TrainingSet, config: &TrainConfig, run: &Run) -> Result<(), TrainError> {
    fit(set, config, run, ONE, &Control::NONE, &|_| {}).map(|_| ())
}

/// A run of two of its four epochs.
fn half_a_run(set: &TrainingSet, run: &Run) {
    let control = Control::new();
    let stop = |epoch: &Epoch| {
        if epoch.epoch == 2 {
            control.cancel();
        }
    };
    let stopped = fit(set, &config(4), run, ONE, &control, &stop);
    assert!(matches!(stopped, Err(TrainError::Cancelled(_))), "{stopped:?}");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let place = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &place);
        } else {
            fs::copy(&path, &place).unwrap();
        }
    }
}

#[test]
fn a_changed_bit_of_any_file_is_noticed() {
    let folder = TempDir::new().unwrap();
    let data = dataset(folder.path(), 0, 60);
    let set = training_set(&data, &split(&data, Protocol::Paper, 0));
    let run = Run::at(&folder.path().join("run"));
    half_a_run(&set, &run);
    // Two epochs: the second is in slot 1.
    let files =
        ["state/state.json", "state/1/weights.safetensors", "state/1/optimiser.safetensors"];
    for (file, is_weights) in
        files.map(|file| (file, false)).into_iter().chain([("weights.safetensors", true)])
    {
        let bytes = fs::read(run.folder().join(file)).unwrap();
        for at in [9, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1] {
            let damaged = folder.path().join("damaged");
            copy(run.folder(), &damaged);
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            fs::write(damaged.join(file), changed).unwrap();
            let damaged_run = Run::at(&damaged);
            let found = if is_weights {
                Learned::load(&damaged_run).map(|_| ())
            } else {
                train(&set, &config(4), &damaged_run)
            };
            let is_noticed = matches!(
                &found,
                Err(TrainError::Model(ModelError::Damaged { path, .. })) if path.ends_with(file)
            );
            assert!(is_noticed, "{file}, byte {at}: {found:?}");
            fs::remove_dir_all(damaged).unwrap();
        }
    }
    // A whole file of another epoch is detected too.
    let mixed = folder.path().join("mixed");
    copy(run.folder(), &mixed);
    fs::copy(mixed.join("state/0/weights.safetensors"), mixed.join("state/1/weights.safetensors"))
        .unwrap();
    let said = train(&set, &config(4), &Run::at(&mixed)).unwrap_err().to_string();
    assert!(said.contains("another epoch"), "{said}");
    // Unchanged files can be continued from.
    train(&set, &config(4), &run).unwrap();
}

#[test]
fn a_finished_run_records_its_errors() {
    let folder = TempDir::new().unwrap();
    let data = dataset(folder.path(), 0, 400);
    let set = training_set(&data, &split(&data, Protocol::Paper, 0));
    let run = Run::at(&folder.path().join("run"));
    half_a_run(&set, &run);
    let path = run.folder().join("intervals.toml");
    assert!(!path.exists());
    assert!(run.files().unwrap().calibration().is_none());
    train(&set, &config(4), &run).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let files = run.files().unwrap();
    let calibration = files.calibration().unwrap();
    assert_eq!(calibration.num_errors(), set.valid().len());
    // At 90 %, at least this share of the examples from which the intervals were made lies in them.
    let counter = Learned::load(&run).unwrap();
    let is_covered = |example: &&Example| {
        let pattern = &set.patterns()[example.pattern as usize].pattern;
        let graph = set.graphs().graph(example.graph as usize);
        let said =
            counter.count(pattern, &graph, set.meaning().semantics, &Budget::UNLIMITED).unwrap();
        let interval = calibration.interval(said.value(), 0.9).unwrap();
        // The file has six decimals.
        let truth = example.count.0 as f64;
        interval.low <= truth * 1.00001 + 1e-4 && truth <= interval.high * 1.00001 + 1e-4
    };
    let covered = set.valid().iter().filter(is_covered).count();
    assert!(10 * covered >= 9 * set.valid().len(), "{covered} of {}", set.valid().len());

    // It is the same for another number of threads, and is restored if it is lost or damaged.
    for broken in [None, Some(text[..text.len() / 2].to_owned()), Some(text.replacen('5', "6", 40))]
    {
        match &broken {
            None => fs::remove_file(&path).unwrap(),
            Some(text) => fs::write(&path, text).unwrap(),
        }
        train(&set, &config(4), &run).unwrap();
        assert!(run.files().unwrap().calibration().is_some());
        if broken.is_none() {
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
    // Errors of other weights are not used for these.
    fs::write(&path, text.replace("weights = \"", "weights = \"0")).unwrap();
    let said = run.files().unwrap_err().to_string();
    assert!(said.contains("intervals.toml: these errors were made with other weights"), "{said}");
}

#[test]
fn the_current_state_is_never_overwritten() {
    let folder = TempDir::new().unwrap();
    let data = dataset(folder.path(), 0, 60);
    let set = training_set(&data, &split(&data, Protocol::Paper, 0));
    let run = Run::at(&folder.path().join("run"));
    let slot = |number: usize| {
        let place = run.folder().join("state").join(number.to_string());
        ["weights.safetensors", "optimiser.safetensors"]
            .map(|file| fs::read(place.join(file)).unwrap_or_default())
    };
    let before = RefCell::new(None);
    let look = |epoch: &Epoch| {
        let written = (epoch.epoch as usize + 1) % 2;
        let now = (slot(written), slot(1 - written));
        if let Some((last, _)) = before.replace(Some(now.clone())) {
            assert_eq!(now.1, last, "epoch {} overwrote the current state", epoch.epoch);
        }
    };
    fit(&set, &config(4), &run, ONE, &Control::NONE, &look).unwrap();
}

#[test]
fn one_process_trains_a_run_and_others_are_refused() {
    let folder = TempDir::new().unwrap();
    let data = dataset(folder.path(), 0, 60);
    let set = training_set(&data, &split(&data, Protocol::Paper, 0));
    let run = Run::at(&folder.path().join("run"));
    let refused = RefCell::new(None);
    let second = |_: &Epoch| {
        let other =
            TrainConfig { training: config(2).training.with(|it| it.seed = 1), ..config(2) };
        refused.replace(Some(train(&set, &other, &run)));
    };
    fit(&set, &config(2), &run, ONE, &Control::NONE, &second).unwrap();
    let refused = refused.into_inner().unwrap();
    assert!(matches!(refused, Err(TrainError::InUse { .. })), "{refused:?}");
    assert!(!run.folder().join("lock").exists());
    Learned::load(&run).unwrap();
}

#[cfg(unix)]
#[test]
fn planted_links_are_not_followed() {
    let folder = TempDir::new().unwrap();
    let data = dataset(folder.path(), 0, 60);
    let set = training_set(&data, &split(&data, Protocol::Paper, 0));
    let run = Run::at(&folder.path().join("run"));
    half_a_run(&set, &run);
    let victim = folder.path().join("precious");
    fs::write(&victim, "precious").unwrap();
    let names = [
        "weights.safetensors",
        "log.jsonl",
        "state/state.json",
        "state/0/weights.safetensors",
        "state/0/optimiser.safetensors",
    ];
    for name in names {
        let beside: PathBuf = run.folder().join(format!("{name}.part"));
        std::os::unix::fs::symlink(&victim, beside).unwrap();
    }
    train(&set, &config(4), &run).unwrap();
    assert_eq!(fs::read(&victim).unwrap(), b"precious");
}

#[test]
fn a_run_is_not_continued_with_another_data_set_of_the_same_name_and_sizes() {
    let folder = TempDir::new().unwrap();
    let [first, other] = [0, 1].map(|seed| dataset(folder.path(), seed, 60));
    assert_eq!(first.about().name, other.about().name);
    let sets = [&first, &other].map(|data| training_set(data, &split(data, Protocol::Paper, 0)));
    assert_eq!(sets[0].train().len(), sets[1].train().len());
    let run = Run::at(&folder.path().join("run"));
    half_a_run(&sets[0], &run);
    let refused = train(&sets[1], &config(4), &run).unwrap_err();
    assert!(matches!(refused, TrainError::OtherRun { .. }), "{refused}");
    let said = refused.to_string();
    assert!(said.contains("the data set has other contents: checksum"), "{said}");
    let other_split = training_set(&first, &split(&first, Protocol::Paper, 7));
    let said = train(&other_split, &config(4), &run).unwrap_err().to_string();
    assert!(said.contains("paper-seed7"), "{said}");
}

#[test]
fn a_test_part_with_training_triples_is_detected() {
    let folder = TempDir::new().unwrap();
    let [data, other] = [0, 1].map(|seed| dataset(folder.path(), seed, 200));
    let own = split(&data, Protocol::Paper, 0);
    let run = Run::at(&folder.path().join("run"));
    train(&training_set(&data, &own), &config(1), &run).unwrap();
    let about = run.about().unwrap();
    let check =
        |data: &Dataset, split: &Split| check_split(&about, data, split, &Control::NONE).unwrap();
    assert_eq!(check(&data, &own), Ok(Overlap::None));
    let foreign = split(&other, Protocol::Paper, 0);
    assert_eq!(check(&other, &foreign), Ok(Overlap::OtherData));
    for (protocol, seed) in [(Protocol::Paper, 1), (Protocol::HeldOutGraphs, 3)] {
        let wrong = split(&data, protocol, seed);
        let leak = check(&data, &wrong).unwrap_err();
        let both = |a, b| {
            let parts = own.parts().iter().zip(wrong.parts());
            parts.filter(|(own, wrong)| **own == a && **wrong == b).count()
        };
        assert_eq!((leak.training, leak.validation), (both(Train, Test), both(Valid, Test)));
        assert_eq!(leak.of, wrong.sizes().test);
        assert!(leak.training > 0, "{leak}");
    }
    // A run of the first layout does not record its data.
    let mut old = about.clone();
    old.data.checksums = None;
    assert_eq!(check_split(&old, &data, &own, &Control::NONE).unwrap(), Ok(Overlap::Unknown));
}

#[test]
fn a_run_of_the_first_layout_is_read_and_continued() {
    let folder = TempDir::new().unwrap();
    let data = dataset(folder.path(), 0, 60);
    let set = training_set(&data, &split(&data, Protocol::Paper, 0));
    let [run, whole] = ["run", "whole"].map(|name| Run::at(&folder.path().join(name)));
    train(&set, &config(4), &whole).unwrap();
    half_a_run(&set, &run);
    // As the first version wrote it: no layout, no checksums.
    let path = run.folder().join("config.toml");
    let mut table: toml::Table = fs::read_to_string(&path).unwrap().parse().unwrap();
    table.remove("layout");
    table.remove("program");
    table["data"].as_table_mut().unwrap().remove("checksums");
    fs::write(&path, table.to_string()).unwrap();
    let state = run.folder().join("state/state.json");
    let text = fs::read_to_string(&state).unwrap();
    let mut first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    first.as_object_mut().unwrap().remove("files");
    fs::write(&state, first.to_string()).unwrap();
    for file in
        ["weights.safetensors", "state/1/weights.safetensors", "state/1/optimiser.safetensors"]
    {
        let path = run.folder().join(file);
        let sealed = fs::read(&path).unwrap();
        fs::write(&path, bare(&sealed)).unwrap();
    }
    Learned::load(&run).unwrap();
    assert_eq!(run.about().unwrap().layout, 1);
    train(&set, &config(4), &run).unwrap();
    let weights = |run: &Run| fs::read(run.folder().join("weights.safetensors")).unwrap();
    assert_eq!(bare(&weights(&run)), bare(&weights(&whole)));
}

/// A sealed file without its seal.
fn bare(sealed: &[u8]) -> Vec<u8> {
    if isocount_model::seal_of(sealed).is_none() {
        return sealed.to_vec();
    }
    let length = u64::from_le_bytes(sealed[..8].try_into().unwrap()) - 96;
    [&length.to_le_bytes(), &b"{"[..], &sealed[9 + 96..]].concat()
}

#[test]
fn a_run_is_replaced_on_request_only_and_never_under_another_process() {
    let folder = TempDir::new().unwrap();
    let dataset = dataset(folder.path(), 0, 200);
    let set = training_set(&dataset, &split(&dataset, Protocol::Paper, 0));
    let run = Run::at(&folder.path().join("run"));
    half_a_run(&set, &run);
    let (other, replacing) = (config(1), run.clone().with_existing(Existing::Replace));
    assert!(matches!(train(&set, &other, &run), Err(TrainError::OtherRun { .. })));

    // Invalid settings leave the old run alone, and so do foreign files in its folder.
    let mut wrong = config(1);
    wrong.training.batch = 0;
    assert!(train(&set, &wrong, &replacing).is_err());
    assert_eq!(run.config().unwrap(), config(4));
    fs::write(run.folder().join("notes.txt"), "mine").unwrap();
    assert!(matches!(train(&set, &other, &replacing), Err(TrainError::Foreign { .. })));
    fs::remove_file(run.folder().join("notes.txt")).unwrap();
    let lock = isocount_platform::FileLock::acquire(&run.folder().join("lock")).unwrap();
    assert!(matches!(train(&set, &other, &replacing), Err(TrainError::InUse { .. })));
    drop(lock);
    assert_eq!(run.config().unwrap(), config(4));

    train(&set, &other, &replacing).unwrap();
    assert_eq!(run.config().unwrap(), other);
    assert!(!folder.path().join("run.replaced").exists());
    let place = folder.path().join("folder");
    fs::create_dir(&place).unwrap();
    fs::write(place.join("notes.txt"), "mine").unwrap();
    let replacing = Run::at(&place).with_existing(Existing::Replace);
    assert!(matches!(train(&set, &other, &replacing), Err(TrainError::NotReplaced { .. })));
    fs::remove_file(place.join("notes.txt")).unwrap();
    train(&set, &other, &replacing).unwrap();
    let file = Run::at(&place.join("log.jsonl")).with_existing(Existing::Replace);
    assert!(matches!(train(&set, &other, &file), Err(TrainError::NotReplaced { .. })));
}
