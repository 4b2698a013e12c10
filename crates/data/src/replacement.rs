//! Replacing one data set by another.

use std::fs;
use std::path::{Path, PathBuf};

use isocount_platform::whole_folder;

use crate::dataset::FILES;
use crate::{DataError, checksum, split};

/// A data set that is to be replaced. The new one is made next to it, under the name `DIR.new`, and
/// exchanged for it when it is complete; until then the old one stays unchanged. A call that was
/// stopped can be continued.
///
/// ```
/// use std::num::NonZeroUsize;
/// use isocount_core::Control;
/// use isocount_count::Exact;
/// use isocount_data::{Dataset, Making, Replacement, Synthetic};
///
/// let folder = tempfile::tempdir()?;
/// let (out, counter, control) = (folder.path().join("small"), Exact::new(), Control::new());
/// let making = Making { counter: &counter, threads: NonZeroUsize::MIN, control: &control };
/// Synthetic::Small.generate(&out, 0, Some(100), making)?;
///
/// let replacement = Replacement::of(&out)?;
/// Synthetic::Small.generate(replacement.place(), 0, Some(200), making)?;
/// replacement.commit()?;
/// assert_eq!(Dataset::read(&out, &control)?.triples().len(), 200);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replacement {
    old: PathBuf,
    new: PathBuf,
}

impl Replacement {
    /// Prepares to replace the contents of a folder: a data set, complete or damaged, and nothing
    /// else.
    ///
    /// # Errors
    /// If the folder is not a data set, or contains files that are not part of one.
    pub fn of(folder: &Path) -> Result<Self, DataError> {
        check(folder)?;
        let not_here = || DataError::NotADataset { path: folder.to_owned() };
        let mut name = folder.file_name().ok_or_else(not_here)?.to_owned();
        name.push(".new");
        Ok(Self { old: folder.to_owned(), new: folder.with_file_name(name) })
    }

    /// Where the new data set is to be made.
    #[must_use]
    pub fn place(&self) -> &Path {
        &self.new
    }

    /// Removes a data set that another call left where the new one is to be made.
    ///
    /// # Errors
    /// If something else is there, or it cannot be removed.
    pub fn clear(&self) -> Result<(), DataError> {
        if self.new.symlink_metadata().is_err() {
            return Ok(());
        }
        check(&self.new)?;
        fs::remove_dir_all(&self.new).map_err(|source| DataError::write(&self.new, source))
    }

    /// Exchanges the old data set for the new one, and removes the old one.
    ///
    /// # Errors
    /// If files that are not part of the old data set were added to it in the meantime, or the
    /// system refuses. The old one then still exists.
    pub fn commit(self) -> Result<(), DataError> {
        check(&self.old)?;
        whole_folder::move_to(&self.new, &self.old)
            .map_err(|source| DataError::write(&self.old, source))
    }
}

/// Only data sets are replaced, and only if their folder contains nothing else.
fn check(folder: &Path) -> Result<(), DataError> {
    let not_replaced = || DataError::NotReplaced { path: folder.to_owned(), wanted: "a data set" };
    let is_folder = folder.symlink_metadata().is_ok_and(|it| it.is_dir());
    if !is_folder || !FILES.iter().any(|file| folder.join(file).is_file()) {
        return Err(not_replaced());
    }
    let is_part = |path: &Path| {
        let is_split = path.starts_with(split::FOLDER)
            && path.components().count() == 2
            && path.extension().is_some_and(|ending| ending == "split" || ending == "part");
        is_split || path.to_str().is_some_and(|it| it == checksum::LIST || FILES.contains(&it))
    };
    let failed = |source| DataError::read(folder, source);
    match whole_folder::foreign_file(folder, &is_part).map_err(failed)? {
        None => Ok(()),
        Some(found) => {
            Err(DataError::Foreign { path: folder.to_owned(), found, whole: "a data set" })
        }
    }
}
