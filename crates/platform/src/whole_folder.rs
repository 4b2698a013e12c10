//! Folders that are written atomically: to a temporary folder next to the final path, then renamed.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::Existing;

/// An unfinished folder. Dropped before [`commit`](Self::commit), it leaves nothing behind.
///
/// ```
/// use isocount_platform::{Existing, WholeFolder};
///
/// let place = tempfile::tempdir()?;
/// let path = place.path().join("export");
/// let folder = WholeFolder::create(&path)?;
/// std::fs::write(folder.path().join("graphs.jsonl"), "{}\n")?;
/// assert!(!path.exists());
/// folder.commit(Existing::Refuse)?;
/// assert_eq!(std::fs::read(path.join("graphs.jsonl"))?, b"{}\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct WholeFolder {
    path: PathBuf,
    /// The temporary path; `None` after the commit.
    beside: Option<PathBuf>,
}

impl WholeFolder {
    /// Begins a folder. A temporary folder left by a killed process is removed.
    ///
    /// # Errors
    /// If the system reports an error, or the path has no file name.
    pub fn create(path: &Path) -> io::Result<Self> {
        let beside = named_beside(path, ".part")?;
        remove(&beside)?;
        fs::create_dir(&beside)?;
        Ok(Self { path: path.to_owned(), beside: Some(beside) })
    }

    /// Where to write the files.
    ///
    /// # Panics
    /// Never: the path exists until the commit, which consumes the value.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.beside.as_deref().expect("the folder exists until the commit")
    }

    /// Renames the folder to its final path.
    ///
    /// # Errors
    /// If the system reports an error, or something exists that may not be replaced. What was at
    /// the path is then unchanged.
    pub fn commit(mut self, existing: Existing) -> io::Result<()> {
        existing.check_folder(&self.path)?;
        move_to(self.path(), &self.path)?;
        self.beside = None;
        Ok(())
    }
}

impl Drop for WholeFolder {
    fn drop(&mut self) {
        if let Some(beside) = self.beside.take() {
            let _ = fs::remove_dir_all(beside);
        }
    }
}

/// Moves a finished folder to a place. An existing folder is exchanged for it in one step if the
/// system supports that (Linux, macOS), and then removed. Otherwise, a kill at the wrong moment
/// leaves the old one, complete, under the name `PLACE.replaced`.
///
/// # Errors
/// If the system reports an error. What was at the place is then unchanged.
pub fn move_to(new: &Path, place: &Path) -> io::Result<()> {
    if place.symlink_metadata().is_err() {
        return fs::rename(new, place);
    }
    let aside = named_beside(place, ".replaced")?;
    remove(&aside)?;
    // Under this name, the old folder is known to be obsolete.
    fs::rename(new, &aside)?;
    if exchange(&aside, place).is_err() {
        fs::rename(&aside, new)?;
        fs::rename(place, &aside)?;
        if let Err(error) = fs::rename(new, place) {
            fs::rename(&aside, place)?;
            return Err(error);
        }
    }
    // The new one is in place; a failure to remove the old one is harmless.
    let _ = fs::remove_dir_all(&aside);
    Ok(())
}

/// Renames a folder to `PLACE.replaced` in one step, and returns that path. A folder of that name
/// from an earlier call is removed.
///
/// # Errors
/// If the system reports an error. The folder is then still in its place.
pub fn set_aside(place: &Path) -> io::Result<PathBuf> {
    let aside = named_beside(place, ".replaced")?;
    remove(&aside)?;
    fs::rename(place, &aside)?;
    Ok(aside)
}

/// Returns a file in a folder or below it that `known` does not accept; `known` receives paths
/// relative to the folder. Call this before replacing a folder, so that no other files are removed
/// with it.
///
/// # Errors
/// If the folder cannot be read.
pub fn foreign_file(folder: &Path, known: &dyn Fn(&Path) -> bool) -> io::Result<Option<PathBuf>> {
    foreign_below(folder, Path::new(""), known)
}

fn foreign_below(
    folder: &Path,
    below: &Path,
    known: &dyn Fn(&Path) -> bool,
) -> io::Result<Option<PathBuf>> {
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        let found = if entry.file_type()?.is_dir() {
            foreign_below(folder, &path, known)?
        } else {
            (!known(&path)).then_some(path)
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Exchanges two folders in one step.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Appends `ending` to the last component of the path.
fn named_beside(path: &Path, ending: &str) -> io::Result<PathBuf> {
    let no_name = || io::Error::new(io::ErrorKind::InvalidInput, "this path has no name");
    let mut name = path.file_name().map(OsStr::to_owned).ok_or_else(no_name)?;
    name.push(ending);
    Ok(path.with_file_name(name))
}

/// Removes what was left under a temporary name; a link is removed, never followed.
fn remove(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Ok(about) if about.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn an_unfinished_folder_leaves_nothing_and_spoils_nothing() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("old"), b"old").unwrap();
        let folder = WholeFolder::create(&path).unwrap();
        fs::write(folder.path().join("new"), b"new").unwrap();
        drop(folder);
        assert_eq!((names(place.path()), names(&path)), (vec!["a".into()], vec!["old".into()]));
    }

    #[test]
    fn a_folder_is_replaced_only_if_it_may_be() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("old"), b"old").unwrap();
        // Left by a killed process.
        fs::create_dir(place.path().join("a.part")).unwrap();
        fs::create_dir(place.path().join("a.replaced")).unwrap();
        let folder = WholeFolder::create(&path).unwrap();
        let error = folder.commit(Existing::Refuse).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(names(&path), ["old"]);
        let folder = WholeFolder::create(&path).unwrap();
        fs::write(folder.path().join("new"), b"new").unwrap();
        folder.commit(Existing::Replace).unwrap();
        assert_eq!(names(&path), ["new"]);
        assert_eq!(names(place.path()), ["a"]);
    }

    #[test]
    fn a_file_is_not_replaced_by_a_folder() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a");
        fs::write(&path, b"precious").unwrap();
        let folder = WholeFolder::create(&path).unwrap();
        assert!(folder.commit(Existing::Replace).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"precious");
        assert!(WholeFolder::create(Path::new("..")).is_err());
    }

    #[test]
    fn files_of_others_are_found() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path();
        fs::create_dir_all(path.join("a/b")).unwrap();
        fs::write(path.join("a/b/ours"), b"").unwrap();
        let known = |path: &Path| path == Path::new("a/b/ours");
        assert_eq!(foreign_file(path, &known).unwrap(), None);
        fs::write(path.join("a/notes"), b"").unwrap();
        assert_eq!(foreign_file(path, &known).unwrap(), Some(PathBuf::from("a/notes")));
        assert!(foreign_file(&path.join("none"), &known).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_planted_link_is_not_followed() {
        let place = tempfile::tempdir().unwrap();
        let (path, victim) = (place.path().join("a"), place.path().join("victim"));
        fs::create_dir(&victim).unwrap();
        fs::write(victim.join("precious"), b"").unwrap();
        std::os::unix::fs::symlink(&victim, place.path().join("a.part")).unwrap();
        WholeFolder::create(&path).unwrap().commit(Existing::Refuse).unwrap();
        assert_eq!(names(&victim), ["precious"]);
        assert_eq!(names(&path), Vec::<String>::new());
    }
}
