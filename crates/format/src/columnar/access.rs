//! Random access to the bytes of a file.

use std::borrow::Cow;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use isocount_core::Control;

use crate::FormatError;
use crate::read::Source;
use crate::read::limits::{CHUNK, MAX_TEXT};
use crate::read::source::read_some;

use super::{TableError, damaged};

/// A file that is read in pieces, in any order. A file on disk stays there; other input, such as
/// standard input or a file that is compressed as a whole, is held in memory.
pub(super) struct Access<'a> {
    path: &'a Path,
    control: &'a Control,
    contents: Contents,
    len: u64,
    /// How many bytes have been reported as progress.
    reported: Cell<u64>,
}

enum Contents {
    Disk(File),
    Memory(Vec<u8>),
}

/// How many bytes are read from disk between two checks for cancellation.
const STRIDE: usize = 4 << 20;

impl<'a> Access<'a> {
    pub(super) fn new(source: Source<'a>) -> Result<Self, FormatError> {
        let Source { path, control, mut bytes, file, .. } = source;
        if let Some(file) = file {
            let len = file.metadata().map_err(|e| FormatError::io(path, e))?.len();
            let contents = Contents::Disk(file);
            return Ok(Self { path, control, contents, len, reported: Cell::new(0) });
        }
        let mut all = Vec::new();
        let mut buffer = vec![0; CHUNK];
        loop {
            control.check()?;
            let num_read = read_some(path, &mut *bytes, &mut buffer)?;
            if num_read == 0 {
                break;
            }
            control.advance(num_read as u64);
            all.extend_from_slice(&buffer[..num_read]);
            if all.len() > MAX_TEXT {
                return Err(FormatError::TooLarge { path: path.to_owned() });
            }
        }
        let len = all.len() as u64;
        Ok(Self { path, control, contents: Contents::Memory(all), len, reported: Cell::new(len) })
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    pub(super) fn control(&self) -> &'a Control {
        self.control
    }

    /// Reads a part of the file, which must lie within it.
    pub(super) fn read(&self, at: u64, len: u64) -> Result<Cow<'_, [u8]>, TableError> {
        self.control.check()?;
        let end = at.checked_add(len).filter(|&end| end <= self.len);
        let (Some(end), Ok(size)) = (end, usize::try_from(len)) else {
            return Err(damaged(format!("{len} bytes from byte {at} on lie outside the file")));
        };
        match &self.contents {
            Contents::Memory(all) => Ok(Cow::Borrowed(&all[at as usize..end as usize])),
            Contents::Disk(_) => {
                let mut bytes = vec![0; size];
                self.fill(at, &mut bytes)?;
                self.report(len);
                Ok(Cow::Owned(bytes))
            }
        }
    }

    /// Reports the file as completely read, or at least all that is needed.
    pub(super) fn finish(&self) {
        self.report(self.len);
    }

    fn report(&self, more: u64) {
        let before = self.reported.get();
        let after = self.len.min(before.saturating_add(more));
        self.reported.set(after);
        self.control.advance(after - before);
    }

    fn fill(&self, at: u64, bytes: &mut [u8]) -> Result<(), FormatError> {
        let Contents::Disk(file) = &self.contents else { return Ok(()) };
        let mut file = file;
        let mut read = || -> Result<(), io::Error> {
            file.seek(SeekFrom::Start(at))?;
            for piece in bytes.chunks_mut(STRIDE) {
                self.control.check().map_err(io::Error::other)?;
                file.read_exact(piece)?;
            }
            Ok(())
        };
        read().map_err(|error| match self.control.check() {
            Ok(()) => FormatError::io(self.path, error),
            Err(cancelled) => cancelled.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, ReadOptions};

    #[test]
    fn disk_and_memory_give_the_same_pieces() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.parquet");
        std::fs::write(&path, b"0123456789").unwrap();
        let options = ReadOptions::new();
        for on_disk in [true, false] {
            let control = Control::new();
            control.begin(isocount_core::Task::Reading, "x", Some(10));
            let file = on_disk.then(|| File::open(&path).unwrap());
            let bytes = Box::new(&b"0123456789"[..]);
            let (format, control) = (Format::Parquet, &control);
            let source = Source { path: &path, format, options: &options, control, bytes, file };
            let access = Access::new(source).unwrap();
            assert_eq!(access.len(), 10);
            assert_eq!(*access.read(3, 4).unwrap(), *b"3456");
            assert_eq!(*access.read(0, 10).unwrap(), *b"0123456789");
            assert!(access.read(10, 0).unwrap().is_empty());
            for (at, len) in [(10, 1), (0, 11), (u64::MAX, 1), (1, u64::MAX)] {
                assert!(matches!(access.read(at, len), Err(TableError::Table(_))));
            }
            access.finish();
            assert_eq!(control.progress().unwrap().done, 10);
            control.cancel();
            assert!(matches!(access.read(0, 1), Err(TableError::Format(_))));
        }
    }
}
