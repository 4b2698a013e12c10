//! Writes an index, column by column, to a temporary file, and renames it when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use isocount_core::{Cancelled, Control, Task};
use isocount_platform::lock::is_at;
use isocount_platform::whole_file::beside;
use isocount_platform::{Existing, FileLock, LockError, Occupied};

use super::build;
use super::column::Column;
use super::file::{CreateError, IndexInput};
use super::layout::{ALIGN, CHUNK, ColumnPlaces, Place, Preamble, Trailer};
use crate::error::EncodeError;
use crate::{InferError, Network};

/// Writes the index to `path`, replacing an existing file if allowed.
pub(super) fn write(
    path: &Path,
    existing: Existing,
    input: &IndexInput<'_>,
    threads: usize,
    control: &Control,
) -> Result<(), CreateError> {
    let check = || {
        existing.check_file(path).map_err(|occupied| match occupied {
            Occupied::Exists => InferError::Exists { path: path.to_owned() },
            other => InferError::Io { path: path.to_owned(), source: other.into() },
        })
    };
    check()?;
    let network = Network::of(input.model)?;
    let part = beside(path);
    let mut lock = begin(&part)?;
    let failed = |source| InferError::Io { path: part.clone(), source };
    let work = Work { input, network: &network, threads, control };
    let made = work.fill(lock.file()).map_err(|problem| match problem {
        Stopped::Io(source) => CreateError::Infer(failed(source)),
        Stopped::Encode(problem) => problem.into(),
    });
    let made = made.and_then(|()| {
        // Another process may have made the same index before this one got the lock.
        check()?;
        Ok(fs::rename(&part, path).map_err(failed)?)
    });
    if made.is_err() {
        // Removes the incomplete file.
        let _ = fs::remove_file(&part);
    }
    control.end();
    made
}

/// Creates the temporary file, or takes over the one of a killed process. The lock lasts as long as
/// the file is open, so no two processes write to it.
fn begin(part: &Path) -> Result<FileLock, InferError> {
    let failed = |source| InferError::Io { path: part.to_owned(), source };
    let in_use = || InferError::InUse { path: part.to_owned() };
    let exists = || InferError::Exists { path: part.to_owned() };
    match fs::symlink_metadata(part) {
        // A planted link is an attempt to have another file overwritten.
        Ok(found) if found.is_symlink() => fs::remove_file(part).map_err(failed)?,
        Ok(found) if !found.is_file() => return Err(exists()),
        _ => {}
    }
    let mut options = File::options();
    let file = options.read(true).write(true).create(true).truncate(false).open(part);
    let mut lock = FileLock::of(file.map_err(failed)?).map_err(|problem| match problem {
        LockError::Busy => in_use(),
        LockError::Io(source) => failed(source),
    })?;
    let file = lock.file();
    // Before this process got the lock, the file may have been completed and renamed, or a link may
    // have been planted; nothing has been written to it yet.
    if !is_at(file, part) {
        return Err(in_use());
    }
    // An index begins with zeros until it is complete.
    let mut first = [0; ALIGN];
    let len = file.read(&mut first).map_err(failed)?;
    let is_ours = first[..len].iter().all(|&byte| byte == 0) || Preamble::read(&first).is_ok();
    if !is_ours {
        return Err(exists());
    }
    file.set_len(0).and_then(|()| file.rewind()).map_err(failed)?;
    Ok(lock)
}

/// Why writing ended early.
enum Stopped {
    Io(io::Error),
    Encode(EncodeError),
}

impl From<io::Error> for Stopped {
    fn from(problem: io::Error) -> Self {
        Self::Io(problem)
    }
}

impl From<Cancelled> for Stopped {
    fn from(cancelled: Cancelled) -> Self {
        Self::Encode(cancelled.into())
    }
}

/// What to write, and how.
struct Work<'a> {
    input: &'a IndexInput<'a>,
    network: &'a Network,
    threads: usize,
    control: &'a Control,
}

impl Work<'_> {
    /// Encodes the graph and writes the whole file, the first bytes last.
    fn fill(&self, file: &mut File) -> Result<(), Stopped> {
        let Self { input, network, threads, control } = *self;
        control.begin(Task::Indexing, input.name, Some(network.num_columns() as u64));
        let encoded =
            network.encode_rows(input.graph, threads, control).map_err(Stopped::Encode)?;
        let mut body = Body::begin(file, control)?;
        let weights = body.section(input.model.weights())?;
        let total = body.section(bytemuck::cast_slice(&encoded.total))?;
        let mut columns = Vec::with_capacity(network.num_columns());
        build::columns(network, &encoded, threads, control, |column| {
            columns.push(body.column(&column)?);
            control.set(columns.len() as u64);
            Ok::<(), Stopped>(())
        })?;
        let (mut file, at, checks) = body.finish()?;
        let checks: Vec<u8> = checks.iter().flat_map(|check| check.to_le_bytes()).collect();
        file.write_all(&checks)?;
        let trailer = Trailer {
            graph: input.name.to_owned(),
            nodes: input.graph.num_nodes() as u64,
            arcs: input.graph.num_arcs() as u64,
            config: input.model.text().to_owned(),
            weights,
            intervals: input.model.calibration().cloned(),
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
        control.check()?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&preamble.to_bytes())?;
        file.sync_all()?;
        Ok(control.check()?)
    }
}

/// The part of the file that is checked in chunks.
struct Body<'a> {
    file: BufWriter<&'a mut File>,
    control: &'a Control,
    at: u64,
    chunk: crc32fast::Hasher,
    /// The number of bytes in the current chunk.
    filled: usize,
    checks: Vec<u32>,
}

/// The number of bytes that are written between two checks of the control.
const STRETCH: usize = 1 << 20;

impl<'a> Body<'a> {
    fn begin(file: &'a mut File, control: &'a Control) -> io::Result<Self> {
        let mut file = BufWriter::with_capacity(STRETCH, file);
        file.write_all(&[0; ALIGN])?;
        let chunk = crc32fast::Hasher::new();
        Ok(Self { file, control, at: ALIGN as u64, chunk, filled: 0, checks: vec![] })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Stopped> {
        for bytes in bytes.chunks(STRETCH) {
            self.control.check()?;
            self.file.write_all(bytes)?;
            self.add_checks(bytes);
        }
        self.at += bytes.len() as u64;
        Ok(())
    }

    fn add_checks(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(CHUNK - self.filled));
            self.chunk.update(now);
            self.filled += now.len();
            bytes = later;
            if self.filled == CHUNK {
                self.end_chunk();
            }
        }
    }

    fn end_chunk(&mut self) {
        self.checks.push(std::mem::take(&mut self.chunk).finalize());
        self.filled = 0;
    }

    /// Writes bytes that begin at a multiple of [`ALIGN`].
    fn section(&mut self, bytes: &[u8]) -> Result<Place, Stopped> {
        let gap = self.at.next_multiple_of(ALIGN as u64) - self.at;
        self.write(&[0; ALIGN][..gap as usize])?;
        let place = Place { at: self.at, len: bytes.len() as u64 };
        self.write(bytes)?;
        Ok(place)
    }

    fn column(&mut self, column: &Column) -> Result<ColumnPlaces, Stopped> {
        Ok(ColumnPlaces {
            keys: self.section(bytemuck::cast_slice(&column.keys))?,
            values: self.section(bytemuck::cast_slice(&column.values))?,
            fences: self.section(bytemuck::cast_slice(&column.fences))?,
            starts: self.section(bytemuck::cast_slice(&column.starts))?,
            products: self.section(bytemuck::cast_slice(&column.products))?,
            sums: self.section(bytemuck::cast_slice(&column.sums))?,
        })
    }

    fn finish(mut self) -> Result<(BufWriter<&'a mut File>, u64, Vec<u32>), Stopped> {
        self.section(&[])?;
        if self.filled > 0 {
            self.end_chunk();
        }
        Ok((self.file, self.at, self.checks))
    }
}
