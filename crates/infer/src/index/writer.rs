//! Writes an index, column by column, beside its place, and moves it there when it is whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
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

/// Writes the index to `path`, which must not exist. `progress` hears how many columns are done.
pub(super) fn write(
    path: &Path,
    source: &Source<'_>,
    threads: usize,
    progress: &dyn Fn(u64),
) -> Result<(), InferError> {
    if path.exists() {
        return Err(InferError::Exists { path: path.to_owned() });
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    let written =
        write_whole(&beside, source, threads, progress).and_then(|()| fs::rename(&beside, path));
    written.map_err(|source| {
        let _ = fs::remove_file(&beside);
        InferError::Io { path: path.to_owned(), source }
    })
}

fn write_whole(
    path: &Path,
    source: &Source<'_>,
    threads: usize,
    progress: &dyn Fn(u64),
) -> io::Result<()> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
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
    let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&preamble.to_bytes())?;
    file.sync_all()
}

/// The part of the file that is checked in chunks.
struct Body {
    file: BufWriter<File>,
    at: u64,
    chunk: crc32fast::Hasher,
    /// How much of the chunk is there.
    filled: usize,
    checks: Vec<u32>,
}

impl Body {
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

    fn finish(mut self) -> io::Result<(BufWriter<File>, u64, Vec<u32>)> {
        self.section(&[])?;
        if self.filled > 0 {
            self.end_chunk();
        }
        Ok((self.file, self.at, self.checks))
    }
}
