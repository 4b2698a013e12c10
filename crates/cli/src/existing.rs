//! `--force`: existing results are replaced on request only.

use std::path::Path;

use isocount_platform::{Existing, Occupied};

use crate::error::Failure;

/// The remedy if nothing can be continued.
pub(crate) const REPLACE: &str = "choose another name, or replace it with --force";

/// What `--force` means.
pub(crate) fn existing(force: bool) -> Existing {
    if force { Existing::Replace } else { Existing::Refuse }
}

/// Checks that a file may be written here, before any work is done.
pub(crate) fn check_file(path: &Path, existing: Existing) -> Result<(), Failure> {
    existing.check_file(path).map_err(|occupied| failure(path, &occupied))
}

/// The failure for an occupied path, with what helps.
pub(crate) fn failure(path: &Path, occupied: &Occupied) -> Failure {
    let path = path.to_owned();
    match occupied {
        Occupied::Exists => Failure::OutExists { path, help: REPLACE },
        Occupied::NotAFile => Failure::NotReplaced { path, wanted: "a file" },
        Occupied::NotAFolder => Failure::NotReplaced { path, wanted: "a folder" },
    }
}
