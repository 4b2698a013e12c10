//! Files that are there as a whole or not at all: written beside their place and moved there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::DataError;

/// How sure it must be that the bytes are on the disk before the file has its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// They survive a power cut.
    PowerCut,
    /// They survive the process; what a power cut spoils is noticed by its checksum and made again.
    Kill,
}

pub(crate) fn write(path: &Path, bytes: &[u8], care: Care) -> Result<(), DataError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    let write = || -> io::Result<()> {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        if care == Care::PowerCut {
            file.sync_all()?;
        }
        fs::rename(&beside, path)
    };
    write().map_err(|source| DataError::write(path, source))
}
