//! Data sets on disk: whole, damaged, interrupted.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod cancel;
mod damage;
mod export;
mod labelling;
mod npz;
mod replacement;
mod resume;
mod several_makers;
mod splits;

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use isocount_core::{Control, Counter};
use isocount_count::Exact;
use isocount_data::{Completion, DataError, Dataset, Making, Synthetic};
use tempfile::TempDir;

/// A folder that is removed at the end of its test.
struct Scratch(TempDir);

impl Scratch {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn threads(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

fn making(counter: &dyn Counter, num_threads: usize) -> Making<'_> {
    Making { counter, threads: threads(num_threads), control: &Control::NONE }
}

fn read(folder: &Path) -> Result<Dataset, DataError> {
    Dataset::read(folder, &Control::NONE)
}

/// A small part of SMALL.
fn generate(
    out: &Path,
    counter: &dyn Counter,
    num_threads: usize,
) -> Result<Completion, DataError> {
    Synthetic::Small.generate(out, 5, Some(5_000), making(counter, num_threads))
}

fn generated(out: &Path) {
    let made = generate(out, &Exact::with_threads(1), 2).unwrap();
    assert_eq!(made, Completion::Made);
}

/// All files of a folder with their contents.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let contents = fs::read(&path).unwrap();
            found.insert(path, contents);
        }
    }
    found
}

/// The same with paths that start in the folder, to compare folders.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let inner = |path: PathBuf| path.strip_prefix(folder).unwrap().to_owned();
    files(folder).into_iter().map(|(path, bytes)| (inner(path), bytes)).collect()
}
