//! Files that are written atomically: to a temporary file next to the final path, then renamed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What the contents must survive from the moment the file has its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// A power cut.
    PowerCut,
    /// The end of the process. For files that can be checked and recreated.
    Kill,
}

/// Writes a file atomically.
///
/// ```
/// use isocount_platform::{Durability, whole_file};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("answers.jsonl");
/// whole_file::write(&path, b"{}\n", Durability::PowerCut)?;
/// assert_eq!(std::fs::read(&path)?, b"{}\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the system reports an error. What was at `path` is then unchanged.
pub fn write(path: &Path, bytes: &[u8], durability: Durability) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes)?;
    file.commit(durability)
}

/// The temporary path at which a file is written.
#[must_use]
pub fn beside(path: &Path) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    beside.into()
}

/// An unfinished file. Dropped before [`commit`](Self::commit), it leaves nothing behind.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    beside: PathBuf,
    /// `None` after the commit.
    file: Option<BufWriter<File>>,
}

impl WholeFile {
    /// Begins a file. A temporary file left by a killed process is removed; a link in its place is
    /// removed, never followed.
    ///
    /// # Errors
    /// If the system reports an error.
    pub fn create(path: &Path) -> io::Result<Self> {
        let beside = beside(path);
        match fs::remove_file(&beside) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let file = File::options().write(true).create_new(true).open(&beside)?;
        Ok(Self { path: path.to_owned(), beside, file: Some(BufWriter::new(file)) })
    }

    /// Renames the file to its final path, replacing an existing file.
    ///
    /// # Errors
    /// If the system reports an error. What was at the path is then unchanged.
    pub fn commit(mut self, durability: Durability) -> io::Result<()> {
        let Some(buffer) = self.file.take() else { return Ok(()) };
        let moved = buffer.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| {
            if durability == Durability::PowerCut {
                file.sync_all()?;
            }
            fs::rename(&self.beside, &self.path)
        });
        if moved.is_err() {
            let _ = fs::remove_file(&self.beside);
        }
        moved
    }

    fn open(&mut self) -> &mut BufWriter<File> {
        self.file.as_mut().expect("the file exists until the commit")
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.open().flush()
    }
}

impl Seek for WholeFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.open().seek(to)
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_file_leaves_nothing_and_spoils_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path, b"old", Durability::Kill).unwrap();
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_planted_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, victim) = (folder.path().join("a"), folder.path().join("victim"));
        fs::write(&victim, b"precious").unwrap();
        std::os::unix::fs::symlink(&victim, beside(&path)).unwrap();
        write(&path, b"new", Durability::PowerCut).unwrap();
        assert_eq!(fs::read(&victim).unwrap(), b"precious");
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }
}
