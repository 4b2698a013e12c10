//! Writes an index, column by column, beside its place, and moves it there when it is whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use isocount_core::LabeledGraph;

use super::build;
use super::column::Column;
use super::layout::{ALIGN, CHUNK, ColumnPlaces, Place, Preamble, Trailer};
use crate::{Encoded, InferError, Network};

/// What is indexed, and under which model.
pub(super) struct Source<'a> {
    pub(super) network: &'a Network,
    pub(super) config: &'a str,
    pub(super) weights: &'a [u8],
    pub(super) name: &'a str,
    pub(super) graph: &'a LabeledGraph,
    pub(super) encoded: &'a Encoded,
}

/// Where an index is written before it is whole.
pub(super) fn beside(path: &Path) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    beside.into()
}

/// Writes the index to `path`, which must not exist. `progress` hears how many columns are done.
pub(super) fn write(
    path: &Path,
    source: &Source<'_>,
    threads: usize,
    progress: &dyn Fn(u64),
) -> Result<(), InferError> {
    let exists = || InferError::Exists { path: path.to_owned() };
    if path.exists() {
        return Err(exists());
    }
    let beside = beside(path);
    let failed = |source| InferError::Io { path: beside.clone(), source };
    let mut file = begin(&beside)?;
    if let Err(source) = write_whole(&mut file, source, threads, progress) {
        let _ = fs::remove_file(&beside);
        return Err(failed(source));
    }
    // Whoever makes the same index at the same time waits for our lock in vain.
    if path.exists() {
        return Err(exists());
    }
    fs::rename(&beside, path).map_err(failed)
}

/// Begins the file, or takes over what a process that was killed has left of it. The lock lasts as long as
/// the file is open, so no two processes write to it.
fn begin(beside: &Path) -> Result<File, InferError> {
    let failed = |source| InferError::Io { path: beside.to_owned(), source };
    let mut options = File::options();
    let file = options.read(true).write(true).create(true).truncate(false).open(beside);
    let mut file = file.map_err(failed)?;
    // Before the lock was ours, the file may have been finished and got its name.
    if file.try_lock().is_err() || !is_still_there(&file, beside) {
        return Err(InferError::InUse { path: beside.to_owned() });
    }
    // An index begins with zeros until it is whole.
    let mut first = [0; ALIGN];
    let len = file.read(&mut first).map_err(failed)?;
    let is_ours = first[..len].iter().all(|&byte| byte == 0) || Preamble::read(&first).is_ok();
    if !is_ours {
        return Err(InferError::Exists { path: beside.to_owned() });
    }
    file.set_len(0).and_then(|()| file.rewind()).map_err(failed)?;
    Ok(file)
}

/// Whether a path still leads to an open file.
#[cfg(unix)]
fn is_still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |a: fs::Metadata, b: fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    file.metadata().is_ok_and(|open| fs::metadata(path).is_ok_and(|named| same(open, named)))
}

/// Whether a path still leads to an open file.
#[cfg(not(unix))]
fn is_still_there(_: &File, path: &Path) -> bool {
    path.exists()
}

fn write_whole(
    file: &mut File,
    source: &Source<'_>,
    threads: usize,
    progress: &dyn Fn(u64),
) -> io::Result<()> {
    let mut file = BufWriter::with_capacity(1 << 20, file);
    file.write_all(&[0; ALIGN])?;
    let mut body =
        Body { file, at: ALIGN as u64, chunk: crc32fast::Hasher::new(), filled: 0, checks: vec![] };
    let weights = body.section(source.weights)?;
    let total = body.section(bytemuck::cast_slice(&source.encoded.total))?;
    let mut columns = Vec::new();
    build::columns(source.network, source.encoded, threads, |column| {
        columns.push(body.column(&column)?);
        progress(columns.len() as u64);
        Ok::<(), io::Error>(())
    })?;
    let (mut file, at, checks) = body.finish()?;
    let checks: Vec<u8> = checks.iter().flat_map(|check| check.to_le_bytes()).collect();
    file.write_all(&checks)?;
    let trailer = Trailer {
        graph: source.name.to_owned(),
        nodes: source.graph.num_nodes() as u64,
        arcs: source.graph.num_arcs() as u64,
        config: source.config.to_owned(),
        weights,
        total,
        columns,
        checks: Place { at, len: checks.len() as u64 },
        check_of_checks: crc32fast::hash(&checks),
    };
    let trailer = serde_json::to_vec(&trailer).expect("names and numbers are JSON");
    file.write_all(&trailer)?;
    let preamble = Preamble {
        trailer: Place { at: at + checks.len() as u64, len: trailer.len() as u64 },
        check_of_trailer: crc32fast::hash(&trailer),
    };
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&preamble.to_bytes())?;
    file.sync_all()
}

/// The part of the file that is checked in chunks.
struct Body<'a> {
    file: BufWriter<&'a mut File>,
    at: u64,
    chunk: crc32fast::Hasher,
    /// How much of the chunk is there.
    filled: usize,
    checks: Vec<u32>,
}

impl<'a> Body<'a> {
    fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.at += bytes.len() as u64;
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(CHUNK - self.filled));
            self.chunk.update(now);
            self.filled += now.len();
            bytes = later;
            if self.filled == CHUNK {
                self.end_chunk();
            }
        }
        Ok(())
    }

    fn end_chunk(&mut self) {
        self.checks.push(std::mem::take(&mut self.chunk).finalize());
        self.filled = 0;
    }

    /// Bytes that begin at a multiple of [`ALIGN`].
    fn section(&mut self, bytes: &[u8]) -> io::Result<Place> {
        let gap = self.at.next_multiple_of(ALIGN as u64) - self.at;
        self.write(&[0; ALIGN][..gap as usize])?;
        let place = Place { at: self.at, len: bytes.len() as u64 };
        self.write(bytes)?;
        Ok(place)
    }

    fn column(&mut self, column: &Column) -> io::Result<ColumnPlaces> {
        Ok(ColumnPlaces {
            keys: self.section(bytemuck::cast_slice(&column.keys))?,
            values: self.section(bytemuck::cast_slice(&column.values))?,
            fences: self.section(bytemuck::cast_slice(&column.fences))?,
            starts: self.section(bytemuck::cast_slice(&column.starts))?,
            products: self.section(bytemuck::cast_slice(&column.products))?,
            sums: self.section(bytemuck::cast_slice(&column.sums))?,
        })
    }

    fn finish(mut self) -> io::Result<(BufWriter<&'a mut File>, u64, Vec<u32>)> {
        self.section(&[])?;
        if self.filled > 0 {
            self.end_chunk();
        }
        Ok((self.file, self.at, self.checks))
    }
}
