//! SHA-256 of files, and the list of them that `sha256sum -c` understands.

use std::io::{self, Write};
use std::path::Path;

use isocount_core::{Cancelled, Control};
use sha2::{Digest, Sha256};

use crate::DataError;
use crate::regular_file::{self, CHUNK};

/// The list in a data set's folder. It is written last: a folder without it is not finished.
pub(crate) const LIST: &str = "SHA256SUMS";

/// The length of a checksum in bytes.
pub(crate) const LEN: usize = 32;

/// The checksum of some bytes, in hexadecimal.
pub(crate) fn of(bytes: &[u8], control: &Control) -> Result<String, Cancelled> {
    Ok(hex(&digest(bytes, control)?))
}

/// The checksum of some bytes.
pub(crate) fn digest(bytes: &[u8], control: &Control) -> Result<[u8; LEN], Cancelled> {
    let mut hash = Sha256::new();
    for chunk in bytes.chunks(CHUNK) {
        control.check()?;
        hash.update(chunk);
    }
    Ok(hash.finalize().into())
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| DIGITS[usize::from(digit)]).collect()
}

/// A writer that hashes the bytes that it passes on.
pub(crate) struct Summing<W> {
    inner: W,
    hash: Sha256,
}

impl<W: Write> Summing<W> {
    pub(crate) fn new(inner: W) -> Self {
        Self { inner, hash: Sha256::new() }
    }

    /// Returns the inner writer and the checksum of what was written.
    pub(crate) fn finish(self) -> (W, String) {
        (self.inner, hex(&self.hash.finalize()))
    }
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The checksums of some files of one folder, in the order in which they are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Checksums {
    entries: Vec<(String, String)>,
}

impl Checksums {
    pub(crate) fn add(&mut self, file: &str, sum: String) {
        self.entries.push((file.to_owned(), sum));
    }

    /// The checksum of a file, if it is listed.
    pub(crate) fn of_file(&self, file: &str) -> Option<&str> {
        let listed = self.entries.iter().find(|(name, _)| name == file);
        listed.map(|(_, sum)| sum.as_str())
    }

    pub(crate) fn to_text(&self) -> String {
        let lines: Vec<String> =
            self.entries.iter().map(|(file, sum)| format!("{sum}  {file}\n")).collect();
        lines.concat()
    }

    /// Reads the list. It must name exactly these files, in this order: this way every byte of the
    /// list is checked as well.
    pub(crate) fn read(folder: &Path, files: &[&str]) -> Result<Self, DataError> {
        let path = folder.join(LIST);
        let text = regular_file::read(&path, &Control::NONE, |_| {})?;
        let text = String::from_utf8_lossy(&text);
        let mut list = Self::default();
        let mut rest = text.as_ref();
        for &file in files {
            let ending = format!("  {file}\n");
            let entry = rest.split_at_checked(64).and_then(|(sum, after)| {
                let is_sum = sum.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
                Some((sum, after.strip_prefix(&ending)?)).filter(|_| is_sum)
            });
            let Some((sum, after)) = entry else {
                let problem = format!("found no line with the checksum of {file} in its place");
                return Err(DataError::damaged(&path, problem));
            };
            list.add(file, sum.to_owned());
            rest = after;
        }
        if !rest.is_empty() {
            return Err(DataError::damaged(&path, "found more than the files of a data set"));
        }
        Ok(list)
    }

    /// Reads a listed file and compares its checksum. The control counts bytes.
    pub(crate) fn read_file(
        &self,
        folder: &Path,
        file: &str,
        control: &Control,
    ) -> Result<Vec<u8>, DataError> {
        let path = folder.join(file);
        let read = regular_file::read(&path, control, |bytes| control.advance(bytes));
        let bytes = read.map_err(|error| match error {
            DataError::Read { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                DataError::damaged(&path, "the file is missing")
            }
            other => other,
        })?;
        if self.of_file(file) != Some(&of(&bytes, control)?) {
            let problem =
                format!("the checksum of its {} bytes is not the one in {LIST}", bytes.len());
            return Err(DataError::damaged(&path, problem));
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_standard() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(of(b"abc", &Control::NONE), Ok(abc.to_owned()));
        let mut summing = Summing::new(Vec::new());
        summing.write_all(b"a").unwrap();
        summing.write_all(b"bc").unwrap();
        assert_eq!(summing.finish(), (b"abc".to_vec(), abc.to_owned()));
    }
}
