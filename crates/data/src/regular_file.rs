//! Reading the files of a data set: in chunks, so that reading a gigabyte can be cancelled, and
//! regular files only, since opening a pipe would wait for its writer.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use isocount_core::Control;

use crate::DataError;

/// Bytes that are read, checked or written between two checks of the control: below a millisecond.
pub(crate) const CHUNK: usize = 1 << 18;

/// Reads a file; `done` is called with the size of each chunk.
pub(crate) fn read(
    path: &Path,
    control: &Control,
    done: impl Fn(u64),
) -> Result<Vec<u8>, DataError> {
    let failed = |source| DataError::read(path, source);
    let (mut file, len) = open(path).map_err(failed)?;
    let mut bytes = Vec::with_capacity(usize::try_from(len).unwrap_or_default());
    loop {
        control.check()?;
        let read = file.by_ref().take(CHUNK as u64).read_to_end(&mut bytes).map_err(failed)?;
        if read == 0 {
            return Ok(bytes);
        }
        done(read as u64);
    }
}

/// Opens a regular file, or a link to one, and returns it with its length.
fn open(path: &Path) -> io::Result<(File, u64)> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not a regular file"));
    }
    Ok((File::open(path)?, metadata.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let bytes = vec![7; 3 * CHUNK + 5];
        fs::write(&path, &bytes).unwrap();
        let seen = std::cell::Cell::new(0);
        let read = |control: &Control| read(&path, control, |more| seen.set(seen.get() + more));
        assert_eq!(read(&Control::NONE).unwrap(), bytes);
        assert_eq!(seen.get(), bytes.len() as u64);
        let control = Control::new();
        control.cancel();
        assert!(matches!(read(&control), Err(DataError::Cancelled(_))));
    }

    #[test]
    fn a_device_is_refused() {
        let path = Path::new("/dev/zero");
        if path.exists() {
            let refused = read(path, &Control::NONE, |_| {});
            assert!(matches!(refused, Err(DataError::Read { .. })));
        }
    }
}
