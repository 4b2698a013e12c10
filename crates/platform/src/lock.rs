//! Locks that keep a second process away from a file or folder. They end with the process, however
//! it ends.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Why a lock could not be acquired.
#[derive(Debug)]
pub enum LockError {
    /// Another process holds it.
    Busy,
    /// The system reported an error.
    Io(io::Error),
}

/// A lock that is held until the value is dropped.
#[derive(Debug)]
pub struct FileLock {
    file: File,
    /// The lock file, if it exists only for the lock.
    own: Option<PathBuf>,
}

impl FileLock {
    /// Locks the file at `path`, which serves only as a lock and is created if it does not exist.
    /// It is removed when the lock ends.
    ///
    /// # Errors
    /// If another process holds the lock, or the file cannot be created.
    pub fn acquire(path: &Path) -> Result<Self, LockError> {
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut lock = Self::of(file.map_err(LockError::Io)?)?;
        if !is_at(&lock.file, path) {
            // The process that held it has removed it; the next process creates a new one.
            return Err(LockError::Busy);
        }
        lock.own = Some(path.to_owned());
        Ok(lock)
    }

    /// Locks an open file.
    ///
    /// # Errors
    /// If another process holds the lock. On file systems without locks, this always succeeds.
    pub fn of(file: File) -> Result<Self, LockError> {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(LockError::Busy),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { file, own: None }),
        }
    }

    /// The locked file.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        if let Some(path) = &self.own {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Whether `path` refers to the open file.
#[cfg(unix)]
#[must_use]
pub fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |data: std::fs::Metadata| (data.dev(), data.ino());
    match (file.metadata(), std::fs::symlink_metadata(path)) {
        (Ok(open), Ok(named)) => place(open) == place(named),
        _ => false,
    }
}

/// Whether `path` refers to the open file.
#[cfg(not(unix))]
#[must_use]
pub fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_exclusive_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let first = FileLock::acquire(&path).unwrap();
        assert!(matches!(FileLock::acquire(&path), Err(LockError::Busy)));
        drop(first);
        assert!(!path.exists());
        drop(FileLock::acquire(&path).unwrap());
    }
}
