//! A run that was stopped ends, when it is continued, with the same bytes as one that was not.

use std::fs;

use isocount_count::Exact;
use isocount_data::{DataError, Dataset};
use isocount_testkit::Tiring;

use crate::{Scratch, contents, generate, generated};

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
        let unfinished = Dataset::read(&stopped).unwrap_err();
        assert!(matches!(unfinished, DataError::Unfinished { .. }), "{unfinished}");
    }
    // Of three pieces two were kept: what is left can be counted by someone who tires soon.
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
    let crew =
        isocount_data::Crew { counter: &counter, threads: crate::threads(1), progress: &|_| {} };
    let other = isocount_data::Synthetic::Small.generate(&out, 6, Some(5_000), crew);
    assert!(matches!(other, Err(DataError::OtherRun { .. })), "{other:?}");
    generated(&out);
    let again = generate(&out, &counter, 1);
    assert!(matches!(again, Err(DataError::Exists { .. })), "{again:?}");
}

#[test]
fn pieces_of_another_recipe_are_not_used() {
    let scratch = Scratch::new();
    let (other, out) = (scratch.path("other"), scratch.path("out"));
    assert!(generate(&out, &tiring(2_500), 1).is_err());
    // As after a power cut: the recipe is gone, a piece is there.
    fs::remove_file(scratch.path("out.partial/recipe.toml")).unwrap();
    let counter = Exact::with_threads(1);
    let crew =
        isocount_data::Crew { counter: &counter, threads: crate::threads(1), progress: &|_| {} };
    for out in [&other, &out] {
        isocount_data::Synthetic::Small.generate(out, 6, Some(5_000), crew).unwrap();
    }
    assert_eq!(contents(&out), contents(&other));
}

#[test]
fn two_runs_do_not_make_the_same_folder() {
    let scratch = Scratch::new();
    let out = scratch.path("out");
    let busy = std::sync::Mutex::new(None);
    let counter = Exact::with_threads(1);
    let progress = |_| {
        let crew = isocount_data::Crew {
            counter: &counter,
            threads: crate::threads(1),
            progress: &|_| {},
        };
        let second = isocount_data::Synthetic::Small.generate(&out, 5, Some(5_000), crew);
        busy.lock().unwrap().get_or_insert(second);
    };
    let crew =
        isocount_data::Crew { counter: &counter, threads: crate::threads(1), progress: &progress };
    isocount_data::Synthetic::Small.generate(&out, 5, Some(5_000), crew).unwrap();
    let second = busy.into_inner().unwrap().unwrap();
    assert!(matches!(second, Err(DataError::Busy { .. })), "{second:?}");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_in_the_way() {
    let scratch = Scratch::new();
    let out = scratch.path("out");
    std::os::unix::fs::symlink("nowhere", &out).unwrap();
    let refused = generate(&out, &Exact::with_threads(1), 1);
    assert!(matches!(refused, Err(DataError::Exists { .. })), "{refused:?}");
}
