//! An index in a file, mapped into memory: only what an answer needs is read.

#![expect(unsafe_code, reason = "a mapped file")]

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use bytemuck::Pod;
use isocount_core::LabeledGraph;
use memmap2::Mmap;

use super::column::ColumnView;
use super::guard::Guard;
use super::layout::{ALIGN, CHUNK, ColumnPlaces, NotOurs, Place, Preamble, Trailer, VERSION};
use super::modulate;
use super::writer::{self, Source};
use crate::error::UnknownLabel;
use crate::{InferError, Network, PatternCode};

/// A body up to this size is checked when the file is opened, unless another size is asked for.
const CHECKED_AT_ONCE: u64 = 64 << 20;

/// The index of a graph under a model, in a file. It holds the model, so nothing else is needed to answer.
#[derive(Debug)]
pub struct IndexFile {
    map: Mmap,
    trailer: Trailer,
    network: Network,
    /// Which chunks have been checked.
    checked: Vec<AtomicBool>,
}

/// Why an index could not be made.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// The graph has a label that the model does not know.
    #[error(transparent)]
    UnknownLabel(#[from] UnknownLabel),
    /// The model or a file.
    #[error(transparent)]
    Infer(#[from] InferError),
}

impl IndexFile {
    /// Encodes a graph, indexes it, and writes the index to a file that does not exist yet. A process
    /// that is killed leaves no file of that name. `progress` hears how many of
    /// [`IndexFile::num_columns`] columns are done.
    ///
    /// # Errors
    /// If the graph has a label that the model does not know, the model has no fused form, or a file
    /// cannot be written.
    pub fn create(
        path: &Path,
        (config, weights): (&str, &[u8]),
        (name, graph): (&str, &LabeledGraph),
        threads: usize,
        progress: &dyn Fn(u64),
    ) -> Result<(), CreateError> {
        let network = Network::new(config, weights)?;
        let encoded = network.encode_rows(graph, threads)?;
        let source = Source { network: &network, config, weights, name, graph, encoded: &encoded };
        Ok(writer::write(path, &source, threads, progress)?)
    }

    /// Where an index is written before it is whole.
    #[must_use]
    pub fn part(path: &Path) -> PathBuf {
        writer::beside(path)
    }

    /// How many columns an index under a model has.
    #[must_use]
    pub fn num_columns(network: &Network) -> u64 {
        if network.film.is_some() { 2 * network.width as u64 } else { 0 }
    }

    /// Opens a file.
    ///
    /// # Errors
    /// If it is not an index, of another version, cut short, or has changed.
    pub fn open(path: &Path) -> Result<Self, InferError> {
        Self::open_checking(path, CHECKED_AT_ONCE)
    }

    /// The same, with another size in bytes up to which all is checked now; beyond, what is about to be
    /// read is checked then.
    ///
    /// # Errors
    /// As [`IndexFile::open`].
    pub fn open_checking(path: &Path, at_once: u64) -> Result<Self, InferError> {
        let io = |source| InferError::Io { path: path.to_owned(), source };
        let damaged = |what: &str| InferError::Damaged { what: what.to_owned() };
        let metadata = std::fs::metadata(path).map_err(io)?;
        if !metadata.is_file() || metadata.len() < ALIGN as u64 {
            return Err(InferError::NotAnIndex);
        }
        let file = File::open(path).map_err(io)?;
        // SAFETY: the file is read only, and the documentation of the program asks not to change it while
        // it is in use; whoever does so all the same may get wrong numbers or a bus error.
        let map = unsafe { Mmap::map(&file) }.map_err(io)?;
        let preamble = Preamble::read(&map).map_err(|problem| match problem {
            NotOurs::Other => InferError::NotAnIndex,
            NotOurs::Version(found) => InferError::Version { found, known: VERSION },
            NotOurs::Damaged => damaged("its first bytes"),
        })?;
        let trailer = preamble.trailer.of(&map).ok_or_else(|| damaged("it was cut short"))?;
        if crc32fast::hash(trailer) != preamble.check_of_trailer {
            return Err(damaged("its last bytes"));
        }
        let trailer: Trailer =
            serde_json::from_slice(trailer).map_err(|_| damaged("its last bytes"))?;
        let checks = trailer.checks.of(&map).ok_or_else(|| damaged("its checks"))?;
        if crc32fast::hash(checks) != trailer.check_of_checks {
            return Err(damaged("its checks"));
        }
        let checked = (0..checks.len() / 4).map(|_| AtomicBool::new(false)).collect();
        let body = Body { map: &map, checks: trailer.checks, checked: &checked };
        if trailer.checks.at <= at_once {
            body.touch_place(Place { at: ALIGN as u64, len: trailer.checks.at - ALIGN as u64 })?;
        }
        let weights = body.bytes(trailer.weights)?;
        let network = Network::new(&trailer.config, weights)?;
        if trailer.columns.len() as u64 != Self::num_columns(&network) {
            return Err(damaged("its columns"));
        }
        let file = Self { map, trailer, network, checked };
        (0..file.trailer.columns.len()).try_for_each(|ix| file.column(ix).map(|_| ()))?;
        Ok(file)
    }

    /// The model.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The settings and the weights of the model, as in the files of its run.
    ///
    /// # Errors
    /// If their bytes have changed.
    pub fn model(&self) -> Result<(&str, &[u8]), InferError> {
        Ok((&self.trailer.config, self.body().bytes(self.trailer.weights)?))
    }

    /// The name of the graph.
    #[must_use]
    pub fn graph_name(&self) -> &str {
        &self.trailer.graph
    }

    /// How many nodes and arcs the graph has.
    #[must_use]
    pub fn graph_size(&self) -> (usize, usize) {
        (self.trailer.nodes as usize, self.trailer.arcs as usize)
    }

    /// How many bytes the file has.
    #[must_use]
    pub fn num_bytes(&self) -> usize {
        self.map.len()
    }

    /// Refuses an index that was made with another model than that of a run.
    ///
    /// # Errors
    /// If so.
    pub fn check_model(&self, network: &Network, run: &Path) -> Result<(), InferError> {
        if self.network.hash() == network.hash() {
            return Ok(());
        }
        Err(InferError::OtherModel { model: run.to_owned() })
    }

    /// The counts of patterns.
    ///
    /// # Errors
    /// If bytes that are needed have changed since the index was made.
    pub fn count(&self, patterns: &[&PatternCode]) -> Result<Vec<f64>, InferError> {
        let body = self.body();
        let total: &[f64] = body.numbers(self.trailer.total)?;
        body.touch_place(self.trailer.total)?;
        let mut sums = total.repeat(patterns.len());
        let columns = (0..self.trailer.columns.len()).map(|ix| self.column(ix));
        modulate(columns, patterns, self.network.width, &body, &mut sums)?;
        Ok(self.network.counts(patterns, &sums))
    }

    fn column(&self, ix: usize) -> Result<ColumnView<'_>, InferError> {
        let body = self.body();
        let ColumnPlaces { keys, values, fences, starts, products, sums } =
            &self.trailer.columns[ix];
        let view = ColumnView {
            keys: body.numbers(*keys)?,
            values: body.numbers(*values)?,
            fences: body.numbers(*fences)?,
            starts: body.numbers(*starts)?,
            products: body.numbers(*products)?,
            sums: body.numbers(*sums)?,
        };
        let leaves = view.fences.len() + 1;
        let fits = view.starts.len() == leaves
            && view.products.len() == leaves
            && (view.sums.is_empty() || view.sums.len() == leaves)
            && (view.values.is_empty() || view.values.len() == view.keys.len());
        if fits { Ok(view) } else { Err(Body::damaged("its columns")) }
    }

    fn body(&self) -> Body<'_> {
        Body { map: &self.map, checks: self.trailer.checks, checked: &self.checked }
    }
}

/// The part of the file that is checked in chunks, when a chunk is first read.
struct Body<'a> {
    map: &'a [u8],
    checks: Place,
    checked: &'a Vec<AtomicBool>,
}

impl<'a> Body<'a> {
    fn damaged(what: &str) -> InferError {
        InferError::Damaged { what: what.to_owned() }
    }

    /// Numbers at a place, not checked yet.
    fn numbers<T: Pod>(&self, place: Place) -> Result<&'a [T], InferError> {
        let bytes = place.of(self.map).filter(|_| place.at + place.len <= self.checks.at);
        let bytes = bytes.ok_or_else(|| Self::damaged("it was cut short"))?;
        bytemuck::try_cast_slice(bytes).map_err(|_| Self::damaged("its columns"))
    }

    /// Bytes at a place, checked.
    fn bytes(&self, place: Place) -> Result<&'a [u8], InferError> {
        let bytes = self.numbers(place)?;
        self.touch_place(place)?;
        Ok(bytes)
    }

    fn touch_place(&self, place: Place) -> Result<(), InferError> {
        if place.len == 0 {
            return Ok(());
        }
        let chunk = |at: u64| (at as usize - ALIGN) / CHUNK;
        for chunk in chunk(place.at)..=chunk(place.at + place.len - 1) {
            if !self.checked[chunk].load(Ordering::Relaxed) {
                self.check(chunk)?;
            }
        }
        Ok(())
    }

    #[cold]
    fn check(&self, chunk: usize) -> Result<(), InferError> {
        let at = ALIGN + chunk * CHUNK;
        let end = (at + CHUNK).min(self.checks.at as usize);
        let known = self.map[self.checks.at as usize + 4 * chunk..].first_chunk();
        if known.map(|bytes| u32::from_le_bytes(*bytes))
            != Some(crc32fast::hash(&self.map[at..end]))
        {
            return Err(Self::damaged(&format!("bytes {at} to {end}")));
        }
        self.checked[chunk].store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl Guard for Body<'_> {
    type Refusal = InferError;

    #[inline]
    fn touch(&self, bytes: &[u8]) -> Result<(), InferError> {
        let at = bytes.as_ptr() as usize - self.map.as_ptr() as usize;
        self.touch_place(Place { at: at as u64, len: bytes.len() as u64 })
    }
}
