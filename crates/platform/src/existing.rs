//! What to do if the place of a result is already taken.

use std::io;
use std::path::Path;

/// What to do about a file or folder that already exists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// Refuse, and leave it untouched.
    #[default]
    Refuse,
    /// Replace it once the new one is complete.
    Replace,
}

/// Why a result cannot be put in its place.
#[derive(Debug)]
pub enum Occupied {
    /// Something exists and may not be replaced.
    Exists,
    /// A folder, a device or a pipe exists where a file should go.
    NotAFile,
    /// A file exists where a folder should go.
    NotAFolder,
}

impl Existing {
    /// Checks that a file may be put here: either nothing exists, or a file (or a link) that may be
    /// replaced.
    ///
    /// # Errors
    /// If something is in the way.
    pub fn check_file(self, path: &Path) -> Result<(), Occupied> {
        // A link itself is replaced; its target stays.
        let Some(kind) = kind(path) else { return Ok(()) };
        match self {
            Self::Refuse => Err(Occupied::Exists),
            Self::Replace if kind.is_file() || kind.is_symlink() => Ok(()),
            Self::Replace => Err(Occupied::NotAFile),
        }
    }

    /// Checks that a folder may be put here: either nothing exists, or a folder that may be
    /// replaced.
    ///
    /// # Errors
    /// If something is in the way.
    pub fn check_folder(self, path: &Path) -> Result<(), Occupied> {
        let Some(kind) = kind(path) else { return Ok(()) };
        match self {
            Self::Refuse => Err(Occupied::Exists),
            Self::Replace if kind.is_dir() => Ok(()),
            Self::Replace => Err(Occupied::NotAFolder),
        }
    }
}

impl From<Occupied> for io::Error {
    fn from(occupied: Occupied) -> Self {
        match occupied {
            Occupied::Exists => io::ErrorKind::AlreadyExists.into(),
            Occupied::NotAFile => io::Error::other("this is not a file, and is not replaced"),
            Occupied::NotAFolder => io::Error::other("this is not a folder, and is not replaced"),
        }
    }
}

/// The file type at a path, without following links; `None` if nothing exists. A dangling link
/// counts as existing.
fn kind(path: &Path) -> Option<std::fs::FileType> {
    path.symlink_metadata().ok().map(|about| about.file_type())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_what_is_of_the_same_kind_may_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (file, sub) = (folder.path().join("file"), folder.path().join("sub"));
        for existing in [Existing::Refuse, Existing::Replace] {
            assert!(existing.check_file(&file).is_ok() && existing.check_folder(&sub).is_ok());
        }
        fs::write(&file, b"").unwrap();
        fs::create_dir(&sub).unwrap();
        assert!(matches!(Existing::Refuse.check_file(&file), Err(Occupied::Exists)));
        assert!(matches!(Existing::Refuse.check_folder(&sub), Err(Occupied::Exists)));
        assert!(Existing::Replace.check_file(&file).is_ok());
        assert!(Existing::Replace.check_folder(&sub).is_ok());
        assert!(matches!(Existing::Replace.check_file(&sub), Err(Occupied::NotAFile)));
        assert!(matches!(Existing::Replace.check_folder(&file), Err(Occupied::NotAFolder)));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_never_replaced() {
        let null = Path::new("/dev/null");
        assert!(matches!(Existing::Replace.check_file(null), Err(Occupied::NotAFile)));
    }
}
