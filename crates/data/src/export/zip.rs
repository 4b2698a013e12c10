//! A zip archive of deflated entries, written in one pass.
//!
//! An npz file is such an archive. The available crates are ten times larger than what is needed
//! here: local headers, a directory, and their 64-bit form for entries and archives beyond 4 GB,
//! after <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>.

use std::io::{self, Seek, SeekFrom, Write};

use crc32fast::Hasher;
use flate2::Compression;
use flate2::write::DeflateEncoder;

/// An archive that is being written.
pub(super) struct ZipWriter<W: Write + Seek> {
    out: W,
    entries: Vec<Entry>,
    /// Entries that are larger than this, or begin later, have 64-bit fields.
    large: u64,
}

/// The directory record of an entry.
struct Entry {
    name: String,
    crc: u32,
    packed: u64,
    unpacked: u64,
    offset: u64,
}

/// An entry that is being written.
pub(super) struct EntryWriter<'a, W: Write + Seek> {
    zip: &'a mut ZipWriter<W>,
    /// `None` after the end of the entry.
    encoder: Option<DeflateEncoder<Vec<u8>>>,
    hasher: Hasher,
    entry: Entry,
    is_large: bool,
}

/// Four gigabytes, minus the most by which deflating can enlarge the data.
const LARGE: u64 = u32::MAX as u64 - (1 << 24);
/// The version that supports 64-bit sizes, and the one that supports deflated entries.
const VERSION_64: u16 = 45;
const VERSION: u16 = 20;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
const DEFLATED: u16 = 8;
/// The earliest date of the format, so that the same data produces the same bytes.
const DATE: u16 = 1 << 5 | 1;

/// Little-endian bytes.
#[derive(Default)]
struct Fields(Vec<u8>);

impl Fields {
    fn u16(mut self, value: u16) -> Self {
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    fn u32(mut self, value: u32) -> Self {
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    fn u64(mut self, value: u64) -> Self {
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.extend_from_slice(bytes);
        self
    }
}

/// A number in 32 bits; all ones if a 64-bit field holds it instead.
fn short(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

impl<W: Write + Seek> ZipWriter<W> {
    pub(super) fn new(out: W) -> Self {
        Self::with_limit(out, LARGE)
    }

    fn with_limit(out: W, large: u64) -> Self {
        Self { out, entries: Vec::new(), large }
    }

    /// Begins an entry of a known size.
    pub(super) fn entry(&mut self, name: &str, unpacked: u64) -> io::Result<EntryWriter<'_, W>> {
        let offset = self.out.stream_position()?;
        let is_large = unpacked > self.large;
        let entry = Entry { name: name.to_owned(), crc: 0, packed: 0, unpacked, offset };
        self.out.write_all(&entry.local_header(is_large))?;
        let encoder = Some(DeflateEncoder::new(Vec::new(), Compression::fast()));
        Ok(EntryWriter { zip: self, encoder, hasher: Hasher::new(), entry, is_large })
    }

    /// Writes the directory and returns the file.
    pub(super) fn finish(mut self) -> io::Result<W> {
        let start = self.out.stream_position()?;
        let mut directory = Vec::new();
        for entry in &self.entries {
            let is_large = entry.unpacked > self.large || entry.offset > self.large;
            directory.extend(entry.directory_header(is_large));
        }
        self.out.write_all(&directory)?;
        let (number, size) = (self.entries.len() as u64, directory.len() as u64);
        let is_large = start > self.large || number >= u64::from(u16::MAX);
        let mut end = Fields::default();
        if is_large {
            end = end.u32(0x0606_4b50).u64(44).u16(VERSION_64).u16(VERSION_64).u32(0).u32(0);
            end = end.u64(number).u64(number).u64(size).u64(start);
            end = end.u32(0x0706_4b50).u32(0).u64(start + size).u32(1);
        }
        let number = u16::try_from(number).unwrap_or(u16::MAX);
        let start = if is_large { u32::MAX } else { short(start) };
        let end = end.u32(0x0605_4b50).u16(0).u16(0).u16(number).u16(number);
        let end = end.u32(short(size)).u32(start).u16(0);
        self.out.write_all(&end.0)?;
        Ok(self.out)
    }
}

impl Entry {
    fn local_header(&self, is_large: bool) -> Vec<u8> {
        let version = if is_large { VERSION_64 } else { VERSION };
        let sizes = if is_large { [u64::MAX; 2] } else { [self.packed, self.unpacked] };
        let extra = if is_large {
            Fields::default().u16(1).u16(16).u64(self.unpacked).u64(self.packed)
        } else {
            Fields::default()
        };
        let header = Fields::default().u32(0x0403_4b50).u16(version).u16(FLAGS).u16(DEFLATED);
        let header =
            header.u16(0).u16(DATE).u32(self.crc).u32(short(sizes[0])).u32(short(sizes[1]));
        let header = header.u16(self.name.len() as u16).u16(extra.0.len() as u16);
        header.bytes(self.name.as_bytes()).bytes(&extra.0).0
    }

    fn directory_header(&self, is_large: bool) -> Vec<u8> {
        let version = if is_large { VERSION_64 } else { VERSION };
        let extra = if is_large {
            let extra = Fields::default().u16(1).u16(24).u64(self.unpacked);
            extra.u64(self.packed).u64(self.offset)
        } else {
            Fields::default()
        };
        let field = |value| if is_large { u32::MAX } else { short(value) };
        let header = Fields::default().u32(0x0201_4b50).u16(version).u16(version).u16(FLAGS);
        let header = header.u16(DEFLATED).u16(0).u16(DATE).u32(self.crc);
        let header = header.u32(field(self.packed)).u32(field(self.unpacked));
        let header = header.u16(self.name.len() as u16).u16(extra.0.len() as u16).u16(0);
        let header = header.u16(0).u16(0).u32(0).u32(field(self.offset));
        header.bytes(self.name.as_bytes()).bytes(&extra.0).0
    }
}

impl<W: Write + Seek> EntryWriter<'_, W> {
    /// Appends bytes.
    pub(super) fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        if let Some(encoder) = &mut self.encoder {
            encoder.write_all(bytes)?;
            let packed = std::mem::take(encoder.get_mut());
            self.entry.packed += packed.len() as u64;
            self.zip.out.write_all(&packed)?;
        }
        Ok(())
    }

    /// Ends the entry and fills in the sizes and checksum in its header.
    pub(super) fn end(mut self) -> io::Result<()> {
        if let Some(encoder) = self.encoder.take() {
            let packed = encoder.finish()?;
            self.entry.packed += packed.len() as u64;
            self.zip.out.write_all(&packed)?;
        }
        self.entry.crc = self.hasher.finalize();
        let end = self.zip.out.stream_position()?;
        self.zip.out.seek(SeekFrom::Start(self.entry.offset))?;
        self.zip.out.write_all(&self.entry.local_header(self.is_large))?;
        self.zip.out.seek(SeekFrom::Start(end))?;
        self.zip.entries.push(self.entry);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::process::Command;

    use super::*;

    fn archive(large: u64) -> Vec<u8> {
        let mut zip = ZipWriter::with_limit(Cursor::new(Vec::new()), large);
        for (name, content) in [("a.npy", vec![7; 100_000]), ("é", Vec::new()), ("b", vec![1, 2])]
        {
            let mut entry = zip.entry(name, content.len() as u64).unwrap();
            content.chunks(999).for_each(|bytes| entry.put(bytes).unwrap());
            entry.end().unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    /// Python's reader accepts the archives, also those with 64-bit fields, and finds the entries.
    #[test]
    fn another_reader_accepts_them() {
        const SCRIPT: &str = "
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    assert archive.namelist() == ['a.npy', '\u{e9}', 'b'], archive.namelist()
    assert archive.read('a.npy') == bytes([7]) * 100_000
    assert archive.read('\u{e9}') == b''
    assert archive.read('b') == bytes([1, 2])
";
        let folder = tempfile::tempdir().unwrap();
        // Nothing, the first entry, the directory, and everything with 64-bit fields.
        for large in [LARGE, 90_000, 150, 1, 0] {
            let path = folder.path().join("archive.zip");
            std::fs::write(&path, archive(large)).unwrap();
            let run = Command::new("python3").args(["-c", SCRIPT]).arg(&path).output();
            let Ok(run) = run else {
                eprintln!("skipped: python3 was not found");
                return;
            };
            let said = String::from_utf8_lossy(&run.stderr);
            assert!(run.status.success(), "64-bit fields from {large}: {said}");
        }
    }

    #[test]
    fn small_archives_have_no_wide_fields() {
        let bytes = archive(LARGE);
        assert_eq!(&bytes[4..6], VERSION.to_le_bytes());
        let wide = archive(0);
        assert_eq!(&wide[4..6], VERSION_64.to_le_bytes());
        assert!(wide.len() > bytes.len() + 2 * (20 + 28));
        let end = &wide[wide.len() - 42..];
        assert_eq!(end[..4], 0x0706_4b50_u32.to_le_bytes());
        assert_eq!(end[38..], [255, 255, 0, 0]);
    }
}
