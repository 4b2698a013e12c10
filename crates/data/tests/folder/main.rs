//! Data sets on disk: whole, damaged, interrupted.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod damage;
mod labelling;
mod resume;
mod splits;

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use isocount_core::Counter;
use isocount_count::Exact;
use isocount_data::{Crew, DataError, Synthetic};
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

/// A small part of SMALL.
fn generate(out: &Path, counter: &dyn Counter, num_threads: usize) -> Result<(), DataError> {
    let crew = Crew { counter, threads: threads(num_threads), progress: &|_| {} };
    Synthetic::Small.generate(out, 5, Some(5_000), crew)
}

fn generated(out: &Path) {
    generate(out, &Exact::with_threads(1), 2).unwrap();
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
