//! A run that was stopped and continued ends with the same bytes as one that was not stopped.

use std::fs;

use isocount_core::LabeledGraph;
use isocount_core::{Answer, Budget, Control, CountError, Counter, OpenGraph, Pattern, Semantics};
use isocount_count::Exact;
use isocount_data::{Completion, DataError, Synthetic};
use isocount_testkit::Tiring;

use crate::{Scratch, contents, generate, generated, making, read};

fn tiring(counts: usize) -> Tiring<Exact> {
    Tiring::after(counts, Exact::with_threads(1))
}

#[test]
fn the_bytes_do_not_depend_on_threads_or_interruptions() {
    let scratch = Scratch::new();
    let whole = scratch.path("whole");
    generate(&whole, &Exact::with_threads(1), 1).unwrap();
    let expected = contents(&whole);

    let two = scratch.path("two");
    generate(&two, &Exact::with_threads(1), 2).unwrap();
    assert_eq!(contents(&two), expected);

    let stopped = scratch.path("stopped");
    for counts in [10, 2_500, 2_700] {
        assert!(generate(&stopped, &tiring(counts), 1).is_err());
        assert!(!stopped.exists(), "a folder is whole or not there");
        let unfinished = read(&stopped).unwrap_err();
        assert!(matches!(unfinished, DataError::Unfinished { .. }), "{unfinished}");
    }
    // Two of three pieces were kept: a counter that gives up early can count the rest.
    generate(&stopped, &tiring(2_000), 2).unwrap();
    assert_eq!(contents(&stopped), expected);
    assert!(!scratch.path("stopped.partial").exists());
}

#[test]
fn a_damaged_piece_is_made_again() {
    let scratch = Scratch::new();
    let (whole, stopped) = (scratch.path("whole"), scratch.path("stopped"));
    generated(&whole);
    assert!(generate(&stopped, &tiring(5_000), 1).is_err());
    let piece = scratch.path("stopped.partial/chunks/000000.chunk");
    let mut bytes = fs::read(&piece).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&piece, bytes).unwrap();
    generated(&stopped);
    assert_eq!(contents(&stopped), contents(&whole));
}

#[test]
fn only_the_same_run_continues() {
    let scratch = Scratch::new();
    let out = scratch.path("out");
    assert!(generate(&out, &tiring(100), 1).is_err());
    let counter = Exact::with_threads(1);
    let other = Synthetic::Small.generate(&out, 6, Some(5_000), making(&counter, 1));
    assert!(matches!(other, Err(DataError::OtherRun { .. })), "{other:?}");
    generated(&out);
    let other = Synthetic::Small.generate(&out, 6, Some(5_000), making(&counter, 1));
    assert!(matches!(other, Err(DataError::Exists { .. })), "{other:?}");
}

#[test]
fn a_finished_data_set_is_recognised() {
    let scratch = Scratch::new();
    let out = scratch.path("out");
    generated(&out);
    let (before, counter) = (contents(&out), Exact::with_threads(1));
    assert_eq!(generate(&out, &counter, 1).unwrap(), Completion::AlreadyThere);
    // As after a kill between the last move and the cleaning up.
    let place = scratch.path("out.partial");
    fs::create_dir_all(place.join("chunks")).unwrap();
    fs::write(place.join("chunks/000000.chunk"), "left").unwrap();
    for file in ["recipe.toml", "lock", "finished"] {
        fs::write(place.join(file), "").unwrap();
    }
    assert_eq!(generate(&out, &counter, 1).unwrap(), Completion::AlreadyThere);
    assert!(!place.exists());
    assert_eq!(contents(&out), before);
    // Not if it is damaged, or something else.
    fs::write(out.join("graphs.bin"), "").unwrap();
    let damaged = generate(&out, &counter, 1);
    assert!(matches!(damaged, Err(DataError::Damaged { .. })), "{damaged:?}");
    fs::remove_dir_all(&out).unwrap();
    fs::create_dir(&out).unwrap();
    let other = generate(&out, &counter, 1);
    assert!(matches!(other, Err(DataError::Exists { .. })), "{other:?}");
}

#[test]
fn pieces_of_another_recipe_are_not_used() {
    let scratch = Scratch::new();
    let (other, out) = (scratch.path("other"), scratch.path("out"));
    assert!(generate(&out, &tiring(2_500), 1).is_err());
    // As after a power cut: the recipe is gone, a piece is there.
    fs::remove_file(scratch.path("out.partial/recipe.toml")).unwrap();
    let counter = Exact::with_threads(1);
    for out in [&other, &out] {
        Synthetic::Small.generate(out, 6, Some(5_000), making(&counter, 1)).unwrap();
    }
    assert_eq!(contents(&out), contents(&other));
}

/// Calls a function before its first count.
struct Meanwhile<F>(Exact, std::sync::Once, F);

impl<F: Fn() + Send + Sync> Counter for Meanwhile<F> {
    fn name(&self) -> &'static str {
        "meanwhile"
    }

    fn open(
        &self,
        graph: &std::sync::Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        self.0.open(graph, control)
    }

    fn count(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        self.1.call_once(|| self.2());
        self.0.count(pattern, graph, semantics, budget)
    }
}

#[test]
fn two_runs_do_not_make_the_same_folder() {
    let scratch = Scratch::new();
    let out = scratch.path("out");
    let second = std::sync::Mutex::new(None);
    let again = || {
        let counter = Exact::with_threads(1);
        *second.lock().unwrap() = Some(generate(&out, &counter, 1));
    };
    let counter = Meanwhile(Exact::with_threads(1), std::sync::Once::new(), again);
    generate(&out, &counter, 1).unwrap();
    let second = second.lock().unwrap().take().unwrap();
    assert!(matches!(second, Err(DataError::Busy { .. })), "{second:?}");
}

#[test]
fn any_number_of_threads_can_be_asked_for() {
    let scratch = Scratch::new();
    let (one, many) = (scratch.path("one"), scratch.path("many"));
    generate(&one, &Exact::with_threads(1), 1).unwrap();
    generate(&many, &Exact::with_threads(1), 50_000).unwrap();
    assert_eq!(contents(&one), contents(&many));
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_not_overwritten() {
    let scratch = Scratch::new();
    let out = scratch.path("out");
    std::os::unix::fs::symlink("nowhere", &out).unwrap();
    let refused = generate(&out, &Exact::with_threads(1), 1);
    assert!(matches!(refused, Err(DataError::Exists { .. })), "{refused:?}");
}
