//! Index files: they answer like indices in memory, are locked while they are written, and detect
//! damage.

use std::fs;
use std::path::{Path, PathBuf};

use isocount_core::{
    Budget, Control, CountError, LabeledGraph, OpenGraph, Pattern, Rng, Semantics,
};
use isocount_infer::{
    CreateError, Existing, Index, IndexFile, IndexInput, InferError, PatternCode,
};
use isocount_nn::{CountGnnConfig, ModelConfig};

use crate::trained_case::{Case, SEMANTICS, as_pattern, random_graph};

/// A small graph, its index in a file, and some patterns.
pub(crate) struct Indexed {
    pub(crate) case: Case,
    pub(crate) path: PathBuf,
    pub(crate) patterns: Vec<Pattern>,
}

pub(crate) fn create(path: &Path, case: &Case, graph: &LabeledGraph) -> Result<(), CreateError> {
    let input = IndexInput { model: &case.files, name: "graph", graph };
    IndexFile::create(path, Existing::Refuse, &input, 2, &Control::NONE)
}

pub(crate) fn indexed(folder: &Path) -> Indexed {
    let case = Case::new(&ModelConfig::CountGnn(CountGnnConfig::with_width(8)), 1, 1.0);
    let mut rng = Rng::new(2);
    let graph = random_graph(&mut rng, 60, 200, 5);
    let patterns = (1..5).map(|size| as_pattern(random_graph(&mut rng, size, size, 5)));
    let path = folder.join("graph.index");
    create(&path, &case, &graph).unwrap();
    let patterns: Vec<Pattern> = patterns.collect();
    let file = IndexFile::open(&path).unwrap();
    let size = file.graph_size();
    assert_eq!((file.graph_name(), size.nodes, size.arcs), ("graph", 60, graph.num_arcs()));
    let index = Index::new(&case.network, &graph, 1, &Control::NONE).unwrap();
    for pattern in &patterns {
        let code = case.network.pattern(pattern).unwrap();
        let expected = case.network.indexed(&index, &code);
        assert_eq!(file.counts(&[&code]).unwrap()[0].to_bits(), expected.to_bits());
    }
    Indexed { case, path, patterns }
}

#[test]
fn a_file_answers_like_memory_and_is_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let Indexed { case, path, .. } = indexed(folder.path());
    let graph = random_graph(&mut Rng::new(1), 5, 5, 5);
    let error = create(&path, &case, &graph).unwrap_err();
    assert!(error.to_string().contains("exists already"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    // On request it is replaced; a process that has opened it keeps the old one.
    let open = IndexFile::open(&path).unwrap();
    let input = IndexInput { model: &case.files, name: "other", graph: &graph };
    IndexFile::create(&path, Existing::Replace, &input, 1, &Control::NONE).unwrap();
    assert_eq!(IndexFile::open(&path).unwrap().graph_name(), "other");
    assert_eq!(open.graph_name(), "graph");
    let error = IndexFile::create(folder.path(), Existing::Replace, &input, 1, &Control::NONE);
    assert!(error.is_err(), "a folder is not replaced");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    // The file of a killed process is taken over; a file that another process has locked, or a file
    // of another kind, is not.
    let next = folder.path().join("next.index");
    let part = IndexFile::part(&next);
    let create = || create(&next, &case, &graph);
    fs::write(&part, "notes").unwrap();
    assert!(create().unwrap_err().to_string().contains("exists already"));
    assert_eq!(fs::read(&part).unwrap(), b"notes");
    // The process was killed after the last byte, before renaming.
    fs::copy(&path, &part).unwrap();
    create().unwrap();
    fs::remove_file(&next).unwrap();
    fs::write(&part, [0; 1000]).unwrap();
    let held = fs::File::open(&part).unwrap();
    held.lock().unwrap();
    assert!(create().unwrap_err().to_string().contains("another process"));
    drop(held);
    create().unwrap();
    assert!(!part.exists() && IndexFile::open(&next).is_ok());
    assert!(IndexFile::open(folder.path()).is_err());
}

#[cfg(unix)]
#[test]
fn a_planted_link_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let Indexed { case, .. } = indexed(folder.path());
    let graph = random_graph(&mut Rng::new(1), 5, 5, 5);
    let (next, victim) = (folder.path().join("next.index"), folder.path().join("victim"));
    // Not even a file that looks like an unfinished index.
    for precious in [&b"precious"[..], &[], &[0; 100]] {
        fs::write(&victim, precious).unwrap();
        std::os::unix::fs::symlink(&victim, IndexFile::part(&next)).unwrap();
        create(&next, &case, &graph).unwrap();
        assert_eq!(fs::read(&victim).unwrap(), precious);
        assert!(!fs::symlink_metadata(&next).unwrap().is_symlink());
        assert!(IndexFile::open(&next).is_ok());
        fs::remove_file(&next).unwrap();
    }
}

#[test]
fn a_file_is_an_open_graph_that_describes_its_model() {
    let folder = tempfile::tempdir().unwrap();
    let Indexed { case, path, mut patterns } = indexed(folder.path());
    let mut open: Box<dyn OpenGraph> = Box::new(IndexFile::open(&path).unwrap());
    // A label that the model does not know, among known ones.
    patterns.insert(1, as_pattern(random_graph(&mut Rng::new(3), 20, 0, 50)));
    let all: Vec<&Pattern> = patterns.iter().collect();
    let budget = Budget::UNLIMITED;
    let answers = open.count_each(&all, SEMANTICS, &budget);
    let mut fork = open.fork();
    drop(open);
    for (pattern, answer) in patterns.iter().zip(&answers) {
        let alone = fork.count(pattern, SEMANTICS, &budget);
        assert_eq!(alone.is_ok(), answer.is_ok());
        if let (Ok(alone), Ok(answer)) = (alone, answer) {
            let (alone, answer) = (alone.value(), answer.value());
            assert!((alone - answer).abs() <= 1e-6 * (1.0 + alone), "{alone} {answer}");
        }
    }
    let problem = answers[1].as_ref().unwrap_err().to_string();
    assert!(problem.starts_with("learned: the model knows 5 node labels"), "{problem}");
    assert!(answers.iter().filter(|answer| answer.is_ok()).count() == 4);
    for answer in fork.count_each(&all, Semantics::Homomorphism, &budget) {
        assert!(matches!(answer, Err(CountError::Unsupported { .. })), "{answer:?}");
    }
    let control = Control::new();
    control.cancel();
    let cancelled = Budget::UNLIMITED.with_control(&control);
    for answer in fork.count_each(&all, SEMANTICS, &cancelled) {
        assert_eq!(answer, Err(CountError::Cancelled(isocount_core::Cancelled)));
    }
    assert!(fork.count(&patterns[0], SEMANTICS, &cancelled).is_err());

    let file = IndexFile::open(&path).unwrap();
    assert_eq!(file.labels(), &case.files.config().labels);
    assert_eq!(file.meaning().semantics, SEMANTICS);
    assert_eq!(file.largest().unwrap().graph.arcs, 200);
    assert_eq!(file.model().hash(), case.files.hash());
}

/// As in a file that is too large to be checked when it is opened.
#[test]
fn late_checks_happen_before_bytes_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let case = Case::new(&ModelConfig::CountGnn(CountGnnConfig::with_width(8)), 1, 1.0);
    let mut rng = Rng::new(2);
    // Several chunks, so that an answer does not need all of them.
    let graph = random_graph(&mut rng, 2_000, 20_000, 5);
    let patterns = (2..8).map(|size| as_pattern(random_graph(&mut rng, size, 9, 5)));
    let codes: Vec<PatternCode> =
        patterns.map(|pattern| case.network.pattern(&pattern).unwrap()).collect();
    let path = folder.path().join("graph.index");
    create(&path, &case, &graph).unwrap();
    let whole = fs::read(&path).unwrap();
    let ask = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let file = IndexFile::open_checking(&path, 0)?;
        let counts = file.counts(&codes.iter().collect::<Vec<_>>())?;
        Ok::<_, InferError>(counts.into_iter().map(f64::to_bits).collect::<Vec<_>>())
    };
    let expected = ask(&whole).unwrap();
    let (mut refused, mut unharmed) = (0, 0);
    // Every byte of the file is inverted once, several thousand at a time.
    for at in (64..whole.len()).step_by(4096) {
        let mut bytes = whole.clone();
        bytes[at..].iter_mut().take(4096).for_each(|byte| *byte ^= 0xff);
        match ask(&bytes) {
            Err(_) => refused += 1,
            // These bytes were not needed.
            Ok(answer) => {
                assert_eq!(answer, expected, "bytes from {at}");
                unharmed += 1;
            }
        }
    }
    assert!(refused > 0 && unharmed > 0, "{refused} refused, {unharmed} unharmed");
}

#[test]
fn damage_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let Indexed { case, path, .. } = indexed(folder.path());
    let whole = fs::read(&path).unwrap();
    let try_open = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        IndexFile::open(&path)
    };
    // One bit of every byte in turn would take minutes; a stride that is not a power of two reaches
    // every section.
    for at in (0..whole.len()).step_by(97).chain(0..64) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        let error = try_open(&bytes).err();
        assert!(error.is_some(), "byte {at} of {}", whole.len());
    }
    for len in (0..whole.len()).step_by(211) {
        assert!(try_open(&whole[..len]).is_err(), "cut to {len}");
    }
    let mut future = whole.clone();
    future[16] = 2;
    let error = try_open(&future).unwrap_err().to_string();
    assert!(error.contains("version 2, but this program reads version 1"), "{error}");
    let error =
        try_open(b"not an index, but long enough to hold a preamble, if it were one........")
            .unwrap_err();
    assert!(error.to_string().contains("not an isocount index"), "{error}");
    let file = try_open(&whole).unwrap();
    let other = Case::new(&ModelConfig::CountGnn(CountGnnConfig::with_width(8)), 2, 1.0);
    let run = Path::new("run");
    assert!(file.check_model(&case.network, run).is_ok());
    let error = file.check_model(&other.network, run).unwrap_err().to_string();
    assert!(error.contains("made with a model other than run"), "{error}");
}
