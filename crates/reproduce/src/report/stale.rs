//! Files of an earlier report that are not part of this one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::ReproduceError;

/// Removes them from a folder. Only names used by reports are considered; other files are kept.
pub(crate) fn remove(folder: &Path, written: &BTreeSet<PathBuf>) -> Result<(), ReproduceError> {
    for part in ["pages", "tables", "figures"] {
        // A missing folder has no files to remove.
        let Ok(entries) = fs::read_dir(folder.join(part)) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            if is_file && is_of_report(part, &path) && !written.contains(&path) {
                fs::remove_file(&path)
                    .map_err(|source| ReproduceError::Write { path: path.clone(), source })?;
            }
        }
    }
    Ok(())
}

/// Whether a file has a name of the form that reports use.
fn is_of_report(part: &str, path: &Path) -> bool {
    let [stem, ending] = [path.file_stem(), path.extension()]
        .map(|text| text.and_then(|text| text.to_str()).unwrap_or_default());
    let is_key = stem.len() == 12 && stem.bytes().all(|byte| byte.is_ascii_hexdigit());
    match part {
        "pages" => ending == "html" && is_key,
        "tables" => ["csv", "md"].contains(&ending),
        _ => ending == "svg",
    }
}
