//! An index in a memory-mapped file: only what an answer needs is read.
//!
//! A valid checksum does not make the contents trustworthy: anyone who can write a file can compute
//! checksums. Positions, lengths and the number of columns are checked when a file is opened; the
//! contents of the lists of a column are checked whenever they are read. A file with hostile
//! contents is refused or leads to wrong numbers, but never makes the program panic or read outside
//! of the file.

#![expect(unsafe_code, reason = "a mapped file")]

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use isocount_core::{Cancelled, Control, LabeledGraph, Meaning};
use isocount_model::{LabelTable, Largest, ModelFiles, RunConfig, Size};
use isocount_platform::Existing;
use memmap2::Mmap;

use super::body::{Body, damaged, num_chunks};
use super::column::ColumnView;
use super::layout::{ALIGN, ColumnPlaces, NotOurs, Preamble, Trailer, VERSION};
use super::{modulate, writer};
use crate::error::{EncodeError, UnknownLabel};
use crate::tensors::padded;
use crate::{InferError, Network, PatternCode};

/// The default size up to which a body is checked when the file is opened.
const CHECKED_AT_ONCE: u64 = 64 << 20;

/// The index of a graph under a model, in a file. It contains the model, so nothing else is needed
/// to answer. Clones share data; as an [`OpenGraph`](isocount_core::OpenGraph) it can be kept and
/// used like any other.
#[derive(Clone, Debug)]
pub struct IndexFile {
    opened: Arc<Opened>,
}

#[derive(Debug)]
struct Opened {
    map: Mmap,
    trailer: Trailer,
    model: ModelFiles,
    network: Network,
    /// Which chunks have been checked.
    checked: Vec<AtomicBool>,
}

/// The input of an index.
#[derive(Clone, Copy, Debug)]
pub struct IndexInput<'a> {
    /// The trained model.
    pub model: &'a ModelFiles,
    /// The name of the graph, for use in answers.
    pub name: &'a str,
    /// The graph, with the view of the model's [meaning](RunConfig::meaning) applied.
    pub graph: &'a LabeledGraph,
}

/// Why an index could not be created.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CreateError {
    /// The graph has a label that the model does not know.
    #[error(transparent)]
    UnknownLabel(#[from] UnknownLabel),
    /// The work was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The model cannot be used, or a file cannot be written.
    #[error(transparent)]
    Infer(#[from] InferError),
}

impl From<EncodeError> for CreateError {
    fn from(problem: EncodeError) -> Self {
        match problem {
            EncodeError::UnknownLabel(problem) => problem.into(),
            EncodeError::Cancelled(cancelled) => cancelled.into(),
        }
    }
}

impl IndexFile {
    /// Encodes a graph, indexes it, and writes the index to a new file, or atomically replaces an
    /// existing one; a process that has opened the old file keeps it. If the process is killed,
    /// there is no file of that name, or the old one; a call that fails or is cancelled leaves no
    /// other files. Progress counts the columns.
    ///
    /// # Errors
    /// If the graph has a label that the model does not know, the model has no fused form, a file
    /// cannot be written, another process is writing the same index, or the work was cancelled.
    pub fn create(
        path: &Path,
        existing: Existing,
        input: &IndexInput<'_>,
        threads: usize,
        control: &Control,
    ) -> Result<(), CreateError> {
        writer::write(path, existing, input, threads, control)
    }

    /// The temporary path of an index that is being written.
    #[must_use]
    pub fn part(path: &Path) -> PathBuf {
        isocount_platform::whole_file::beside(path)
    }

    /// Opens a file.
    ///
    /// # Errors
    /// If it is not an index, has another version, or is truncated or damaged.
    pub fn open(path: &Path) -> Result<Self, InferError> {
        Self::open_checking(path, CHECKED_AT_ONCE)
    }

    /// Like [`open`](Self::open), with another size in bytes up to which the whole file is checked
    /// immediately; larger files are checked as they are read.
    ///
    /// # Errors
    /// As [`IndexFile::open`].
    pub fn open_checking(path: &Path, at_once: u64) -> Result<Self, InferError> {
        let io = |source| InferError::Io { path: path.to_owned(), source };
        let metadata = std::fs::metadata(path).map_err(io)?;
        if !metadata.is_file() || metadata.len() < ALIGN as u64 {
            return Err(InferError::NotAnIndex);
        }
        let file = File::open(path).map_err(io)?;
        // SAFETY: the file is read only, and the documentation of the program asks not to change it
        // while it is in use; a process that does so all the same may get wrong numbers or a bus
        // error.
        let map = unsafe { Mmap::map(&file) }.map_err(io)?;
        let trailer = read_trailer(&map)?;
        let chunks = num_chunks(trailer.checks).ok_or_else(|| damaged("its checks"))?;
        let checked: Vec<AtomicBool> = (0..chunks).map(|_| AtomicBool::new(false)).collect();
        let body = Body::new(&map, trailer.checks, &checked);
        if trailer.checks.at <= at_once {
            body.check_all()?;
        }
        let weights = body.checked_numbers(trailer.weights)?;
        let model = ModelFiles::from_parts(path, &trailer.config, weights)?
            .with_calibration(trailer.intervals.clone());
        let network = Network::of(&model)?;
        let opened = Opened { map, trailer, model, network, checked };
        opened.check()?;
        Ok(Self { opened: Arc::new(opened) })
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.opened.network
    }

    /// The settings and weights of the model, as in the files of its run.
    #[must_use]
    pub fn model(&self) -> &ModelFiles {
        &self.opened.model
    }

    /// The settings of the model.
    #[must_use]
    pub fn config(&self) -> &RunConfig {
        self.model().config()
    }

    /// The labels that the model knows.
    #[must_use]
    pub fn labels(&self) -> &LabelTable {
        &self.config().labels
    }

    /// What the model counts.
    #[must_use]
    pub fn meaning(&self) -> Meaning {
        self.config().meaning
    }

    /// The largest patterns and graphs that the model was trained on, if its run records them.
    #[must_use]
    pub fn largest(&self) -> Option<Largest> {
        self.config().data.largest
    }

    /// The name of the graph, which is untrusted input; see [`isocount_core::printable`].
    #[must_use]
    pub fn graph_name(&self) -> &str {
        &self.opened.trailer.graph
    }

    /// The numbers of nodes and arcs of the graph.
    #[must_use]
    pub fn graph_size(&self) -> Size {
        let Trailer { nodes, arcs, .. } = self.opened.trailer;
        Size { nodes: nodes as usize, arcs: arcs as usize }
    }

    /// The size of the file in bytes.
    #[must_use]
    pub fn num_bytes(&self) -> usize {
        self.opened.map.len()
    }

    /// Returns an error if the index was made with a model other than that of a run.
    ///
    /// # Errors
    /// If the models differ.
    pub fn check_model(&self, network: &Network, run: &Path) -> Result<(), InferError> {
        if self.network().hash() == network.hash() {
            return Ok(());
        }
        Err(InferError::OtherModel { model: run.to_owned() })
    }

    /// The counts of patterns that were prepared with [`IndexFile::network`].
    ///
    /// # Errors
    /// If the required bytes are damaged.
    pub fn counts(&self, patterns: &[&PatternCode]) -> Result<Vec<f64>, InferError> {
        let opened = &*self.opened;
        let body = opened.body();
        let total: &[f64] = body.checked_numbers(opened.trailer.total)?;
        let mut sums = total.repeat(patterns.len());
        let columns = opened.trailer.columns.iter().map(|places| view(&body, places));
        modulate(columns, patterns, opened.network.width, &body, &mut sums)?;
        Ok(opened.network.counts(patterns, &sums))
    }
}

/// Reads the trailer, and checks that the file consists of it, the checksums and the body.
fn read_trailer(file: &[u8]) -> Result<Trailer, InferError> {
    let preamble = Preamble::read(file).map_err(|problem| match problem {
        NotOurs::Other => InferError::NotAnIndex,
        NotOurs::Version(found) => InferError::Version { found, known: VERSION },
        NotOurs::Damaged => damaged("its first bytes"),
    })?;
    let bytes = preamble.trailer.of(file).ok_or_else(|| damaged("it was cut short"))?;
    if crc32fast::hash(bytes) != preamble.check_of_trailer {
        return Err(damaged("its last bytes"));
    }
    let trailer: Trailer = serde_json::from_slice(bytes).map_err(|_| damaged("its last bytes"))?;
    let checks = trailer.checks.of(file).ok_or_else(|| damaged("its checks"))?;
    if crc32fast::hash(checks) != trailer.check_of_checks {
        return Err(damaged("its checks"));
    }
    let ends_at =
        |place: super::layout::Place, end: u64| place.at.checked_add(place.len) == Some(end);
    if !ends_at(trailer.checks, preamble.trailer.at)
        || !ends_at(preamble.trailer, file.len() as u64)
    {
        return Err(damaged("its parts are not one after the other"));
    }
    Ok(trailer)
}

/// The lists of a column at these positions.
fn view<'a>(body: &Body<'a>, places: &ColumnPlaces) -> Result<ColumnView<'a>, InferError> {
    let ColumnPlaces { keys, values, fences, starts, products, sums } = *places;
    Ok(ColumnView {
        keys: body.numbers(keys)?,
        values: body.numbers(values)?,
        fences: body.numbers(fences)?,
        starts: body.numbers(starts)?,
        products: body.numbers(products)?,
        sums: body.numbers(sums)?,
    })
}

impl Opened {
    fn body(&self) -> Body<'_> {
        Body::new(&self.map, self.trailer.checks, &self.checked)
    }

    /// Checks that every list is inside the body, and as long as the model, the graph and the other
    /// lists of its column require.
    fn check(&self) -> Result<(), InferError> {
        let (body, Self { trailer, network, .. }) = (self.body(), self);
        let total: &[f64] = body.numbers(trailer.total)?;
        if total.len() != padded(network.width) {
            return Err(damaged("its sums"));
        }
        if trailer.columns.len() != network.num_columns() {
            return Err(damaged("the number of its columns"));
        }
        let rows = if network.is_node_centric() { trailer.nodes } else { trailer.arcs };
        let num_keys = u32::try_from(rows).map_err(|_| damaged("the size of its graph"))? as usize;
        for (ix, places) in trailer.columns.iter().enumerate() {
            let view = view(&body, places)?;
            if !view.fits(num_keys, ix < network.width) {
                return Err(damaged("the lengths of its columns"));
            }
            view.check_ends(num_keys, &body)?;
        }
        Ok(())
    }
}
