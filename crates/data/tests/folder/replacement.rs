//! A data set in the place of another one.

use std::fs;

use isocount_count::Exact;
use isocount_data::{DataError, Replacement, Synthetic};

use crate::{Scratch, contents, generated, making, read};

#[test]
fn the_old_one_stays_until_the_new_one_is_whole() {
    let scratch = Scratch::new();
    let out = scratch.path("small");
    generated(&out);
    let before = contents(&out);
    let replacement = Replacement::of(&out).unwrap();
    let counter = Exact::with_threads(1);
    Synthetic::Small.generate(replacement.place(), 1, Some(300), making(&counter, 1)).unwrap();
    assert!(contents(&out) == before);
    replacement.commit().unwrap();
    assert_eq!(read(&out).unwrap().triples().len(), 300);
    let left = fs::read_dir(scratch.path("")).unwrap().count();
    assert_eq!(left, 1, "nothing else is left");
}

#[test]
fn a_damaged_one_can_be_replaced() {
    let scratch = Scratch::new();
    let out = scratch.path("small");
    generated(&out);
    fs::write(out.join("graphs.bin"), "?").unwrap();
    fs::remove_file(out.join("SHA256SUMS")).unwrap();
    assert!(read(&out).is_err());
    let replacement = Replacement::of(&out).unwrap();
    generated(replacement.place());
    replacement.commit().unwrap();
    assert!(read(&out).is_ok());
}

#[test]
fn nothing_else_is_replaced() {
    let scratch = Scratch::new();
    let (out, other) = (scratch.path("small"), scratch.path("other"));
    generated(&out);
    fs::create_dir(&other).unwrap();
    fs::write(other.join("notes.txt"), "mine").unwrap();
    let refused = Replacement::of(&other).unwrap_err();
    assert!(refused.to_string().ends_with("other is not a data set, and is not replaced"));
    assert!(Replacement::of(&other.join("notes.txt")).is_err());
    assert!(Replacement::of(&scratch.path("nowhere")).is_err());

    for name in ["notes.txt", "splits/notes.txt", "more/notes.split"] {
        let path = out.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "mine").unwrap();
        let refused = Replacement::of(&out).unwrap_err();
        assert!(
            matches!(&refused, DataError::Foreign { found, .. } if found.ends_with(name)),
            "{refused}"
        );
        fs::remove_file(&path).unwrap();
    }

    // Somebody puts a file there while the new one is made.
    let replacement = Replacement::of(&out).unwrap();
    generated(replacement.place());
    fs::write(out.join("notes.txt"), "mine").unwrap();
    assert!(matches!(replacement.clone().commit(), Err(DataError::Foreign { .. })));
    assert_eq!(fs::read_to_string(out.join("notes.txt")).unwrap(), "mine");
    replacement.clear().unwrap();
    assert!(!replacement.place().exists() && read(&out).is_ok());
}
