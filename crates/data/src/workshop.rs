//! Where a data set is made: beside its place, in pieces that are kept, so that a run that was
//! killed continues, and so that a folder is there as a whole or not at all.
//!
//! ```text
//! DIR.partial/recipe.toml       what is being made; only the same run may continue
//! DIR.partial/lock              held by the process that makes it
//! DIR.partial/chunks/N.chunk    finished pieces
//! DIR.partial/dataset/          the folder as it is put together; moved to DIR at the end
//! ```
//!
//! Pieces depend on their number alone, not on threads or on time, and are put together in order:
//! the bytes of a data set do not depend on how often its making was stopped. So other processes
//! may make pieces too ([`Workshop::join`]): the holder of the lock finds them there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use isocount_core::{Control, Task};
use isocount_platform::{Durability, FileLock, LockError, in_order, whole_file};

use crate::checksum::{self, Checksums, Summing};
use crate::chunk::{Chunk, ChunkSize};
use crate::dataset::{self, ABOUT, GRAPHS, PATTERNS, TRIPLES};
use crate::graph_store::PackedGraphs;
use crate::protocol::Material;
use crate::regular_file::{self, CHUNK};
use crate::{
    About, DataError, Dataset, DatasetPattern, GraphStore, Protocol, Sizes, Split, Triple,
    graph_store, triple_record,
};

/// What became of a call that makes a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// It was made.
    Made,
    /// The data set that was asked for is there already, whole and undamaged. So a call that was
    /// killed just before it could report success can be repeated.
    AlreadyThere,
}

/// What is to be made.
pub(crate) struct Order<'a> {
    /// What the data set is, but for the sizes.
    pub(crate) about: &'a About,
    /// Everything that an interrupted call must agree in to be continued.
    pub(crate) recipe: String,
    /// About how many triples it will have.
    pub(crate) triples: u64,
}

/// A data set that is being made.
pub(crate) struct Workshop<'a> {
    out: PathBuf,
    place: PathBuf,
    /// The checksum of the recipe; every piece carries it.
    seal: String,
    control: &'a Control,
    /// Keeps other processes out while it lives. Who has joined has none, and only makes pieces.
    lock: Option<FileLock>,
}

/// Where the unfinished data set of a folder lies; nothing if the folder has no name.
pub(crate) fn place_beside(out: &Path) -> Option<PathBuf> {
    let mut name = out.file_name()?.to_owned();
    name.push(".partial");
    Some(out.with_file_name(name))
}

/// What is being made; only the same recipe may continue.
const RECIPE: &str = "recipe.toml";
/// Held by the process that makes it.
const LOCK: &str = "lock";
/// The folder of finished pieces.
const CHUNKS: &str = "chunks";
/// Is there once a data set is put together: then only the last move is missing, or the cleaning
/// up.
const FINISHED: &str = "finished";

/// Whether what is left beside a finished folder was made by this recipe.
fn leftovers_are_of(out: &Path, recipe: &str) -> bool {
    let Some(place) = place_beside(out) else { return false };
    let read = |file| regular_file::read(&place.join(file), &Control::NONE, |_| {}).ok();
    read(FINISHED).is_some() && read(RECIPE).is_some_and(|found| found == recipe.as_bytes())
}

/// Removes what is left of a run that was killed after the data set had its place.
fn clear_leftovers(out: &Path) {
    let Some(place) = place_beside(out) else { return };
    if place.join(FINISHED).exists()
        && let Ok(lock) = FileLock::acquire(&place.join(LOCK))
    {
        clear(&place, lock);
    }
    // Nothing but the empty folder may be left.
    let _ = fs::remove_dir(&place);
}

/// Removes the workshop, the mark that it is of no use any more last. What cannot be removed stays;
/// it is only in the way.
fn clear(place: &Path, lock: FileLock) {
    let _ = fs::remove_dir_all(place.join(CHUNKS));
    for file in [RECIPE, FINISHED] {
        let _ = fs::remove_file(place.join(file));
    }
    drop(lock);
    let _ = fs::remove_dir(place);
}

/// How pieces are made.
#[derive(Clone, Copy)]
pub(crate) struct Pieces {
    /// How many threads make them.
    pub(crate) threads: NonZeroUsize,
    /// Once the first pieces hold this many graphs, later pieces are not made and later graphs are
    /// left out.
    pub(crate) enough_graphs: Option<u64>,
}

impl<'a> Workshop<'a> {
    /// Opens the workshop of a folder. What is left of an earlier run of the same recipe is
    /// continued. Nothing if the folder holds the finished data set already: one with the same
    /// description that `is_same` recognises.
    pub(crate) fn open(
        out: &Path,
        order: &Order<'_>,
        control: &'a Control,
        is_same: impl FnOnce(&Dataset) -> Result<bool, DataError>,
    ) -> Result<Option<Self>, DataError> {
        let exists = || DataError::Exists { path: out.to_owned() };
        // A link that leads nowhere is in the way, too.
        if out.symlink_metadata().is_ok() {
            let is_own = leftovers_are_of(out, &order.recipe);
            clear_leftovers(out);
            let about = dataset::peek_about(out).ok_or_else(exists)?;
            if (About { sizes: Sizes::default(), ..about }) != *order.about {
                return Err(exists());
            }
            let dataset = Dataset::read(out, control)?;
            return if is_own || is_same(&dataset)? { Ok(None) } else { Err(exists()) };
        }
        let Some(place) = place_beside(out) else { return Err(exists()) };
        let write_error = |source| DataError::write(&place, source);
        fs::create_dir_all(place.join(CHUNKS)).map_err(write_error)?;
        let lock = match FileLock::acquire(&place.join(LOCK)) {
            Ok(lock) => lock,
            Err(LockError::Busy) => return Err(DataError::Busy { path: place }),
            Err(LockError::Io(source)) => return Err(write_error(source)),
        };
        let path = place.join(RECIPE);
        match regular_file::read(&path, control, |_| {}) {
            Ok(earlier) if earlier == order.recipe.as_bytes() => {}
            Ok(_) => return Err(DataError::OtherRun { path: place }),
            Err(DataError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                whole_file::write(&path, order.recipe.as_bytes(), Durability::PowerCut)
                    .map_err(|source| DataError::write(&path, source))?;
            }
            Err(error) => return Err(error),
        }
        let seal = checksum::of(order.recipe.as_bytes(), control)?;
        control.begin(Task::Making, &order.about.name, Some(order.triples));
        Ok(Some(Self { out: out.to_owned(), place, seal, control, lock: Some(lock) }))
    }

    /// Joins a workshop that another process has opened, to make pieces for it. Nothing if it is
    /// gone: then the data set is finished, or nobody has begun it.
    pub(crate) fn join(
        out: &Path,
        recipe: &str,
        control: &'a Control,
    ) -> Result<Option<Self>, DataError> {
        let Some(place) = place_beside(out) else { return Ok(None) };
        match regular_file::read(&place.join(RECIPE), control, |_| {}) {
            Ok(opened) if opened == recipe.as_bytes() => {}
            Ok(_) => return Err(DataError::OtherRun { path: place }),
            Err(DataError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        }
        let seal = checksum::of(recipe.as_bytes(), control)?;
        Ok(Some(Self { out: out.to_owned(), place, seal, control, lock: None }))
    }

    /// Makes the pieces that are not there yet. `inputs` has one item per piece, in order; it is
    /// asked for all of them, also for those that are there. A piece that is there is used if it
    /// was made from the same recipe and the same `key` of its input.
    pub(crate) fn make<I: Send>(
        &self,
        pieces: Pieces,
        inputs: impl Iterator<Item = Result<I, DataError>> + Send,
        key: impl Fn(&I) -> Result<String, DataError> + Sync,
        make: impl Fn(I) -> Result<Chunk, DataError> + Sync,
    ) -> Result<Vec<ChunkSize>, DataError> {
        let enough = pieces.enough_graphs.unwrap_or(u64::MAX);
        let (mut sizes, mut graphs) = (Vec::new(), 0);
        if enough == 0 {
            return Ok(sizes);
        }
        let most_threads = inputs.size_hint().1.unwrap_or(usize::MAX).max(1);
        let failed = in_order(
            pieces.threads.get().min(most_threads),
            inputs.enumerate(),
            || (),
            |(), (number, input)| {
                let input = input?;
                let seal = self.seal_of(number, &key(&input)?);
                let size = self.piece(number, &seal, || make(input))?;
                self.control.advance(size.triples);
                Ok(size)
            },
            // In order: a piece that is not needed may fail.
            |piece: Result<ChunkSize, DataError>| match piece {
                Ok(size) => {
                    graphs += size.graphs;
                    sizes.push(size);
                    if graphs >= enough {
                        ControlFlow::Break(None)
                    } else {
                        ControlFlow::Continue(())
                    }
                }
                Err(error) => ControlFlow::Break(Some(error)),
            },
        );
        match failed.flatten() {
            Some(error) => Err(error),
            None => Ok(sizes),
        }
    }

    /// A piece that was there, or is there now.
    fn piece(
        &self,
        number: usize,
        seal: &str,
        make: impl FnOnce() -> Result<Chunk, DataError>,
    ) -> Result<ChunkSize, DataError> {
        let path = self.chunk_path(number);
        if let Some(chunk) = Chunk::read(&path, self.control)?.filter(|chunk| chunk.seal == seal) {
            return Ok(chunk.size());
        }
        let mut chunk = make()?;
        seal.clone_into(&mut chunk.seal);
        chunk.write(&path, self.control)?;
        Ok(chunk.size())
    }

    fn seal_of(&self, number: usize, key: &str) -> String {
        format!("{}{number:08}{key}", self.seal)
    }

    /// Whether a piece without a key is there and whole.
    pub(crate) fn has(&self, number: usize) -> Result<bool, DataError> {
        let seal = self.seal_of(number, "");
        let chunk = Chunk::read(&self.chunk_path(number), self.control)?;
        Ok(chunk.is_some_and(|chunk| chunk.seal == seal))
    }

    /// Makes a piece without a key, unless it is there. Several processes may make the same piece
    /// at a time, each with a `maker` of its own: the last one to finish replaces equal bytes.
    pub(crate) fn make_one(
        &self,
        number: usize,
        maker: &str,
        make: impl FnOnce() -> Result<Chunk, DataError>,
    ) -> Result<(), DataError> {
        if self.has(number)? {
            return Ok(());
        }
        let mut chunk = make()?;
        chunk.seal = self.seal_of(number, "");
        let (path, own) = (self.chunk_path(number), format!("{number:06}.{maker}.chunk"));
        let own = self.place.join(CHUNKS).join(own);
        chunk.write(&own, self.control)?;
        fs::rename(&own, &path).map_err(|source| DataError::write(&path, source))
    }

    fn chunk_path(&self, number: usize) -> PathBuf {
        self.place.join(CHUNKS).join(format!("{number:06}.chunk"))
    }
}

/// What is put together at the end.
pub(crate) struct Parts<'a> {
    /// Everything but the sizes.
    pub(crate) about: About,
    pub(crate) patterns: &'a [DatasetPattern],
    /// The graphs, if they are not in the pieces.
    pub(crate) graphs: Option<&'a GraphStore>,
    pub(crate) pieces: &'a [ChunkSize],
    pub(crate) enough_graphs: Option<u64>,
}

impl Workshop<'_> {
    /// Puts the data set together and moves it to its place.
    pub(crate) fn finish(self, parts: Parts<'_>) -> Result<(), DataError> {
        let folder = self.place.join("dataset");
        let write_error = |source| DataError::write(&folder, source);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(write_error)?;
        }
        fs::create_dir(&folder).map_err(write_error)?;

        let num_graphs = parts.num_graphs();
        let output = |file| Output::create(&folder, file, self.control);
        let mut graphs = output(GRAPHS)?;
        let triples = self.join_pieces(&parts, num_graphs, &mut graphs)?;
        let graphs = graphs.finish()?;

        let mut about = parts.about;
        about.sizes = Sizes::of(parts.patterns.len(), num_graphs as usize, &triples);
        let patterns = pack_patterns(parts.patterns);
        let mut sums = Checksums::default();
        sums.add(ABOUT, output(ABOUT)?.whole(about.to_toml().as_bytes())?);
        sums.add(PATTERNS, output(PATTERNS)?.whole(patterns.file())?);
        sums.add(GRAPHS, graphs);
        let mut bytes = triple_record::file_start(triples.len() as u64);
        for many in triples.chunks(CHUNK) {
            self.control.check()?;
            for triple in many {
                triple_record::put(&mut bytes, triple);
            }
        }
        let triples_sum = output(TRIPLES)?.whole(&bytes)?;
        let material = Material {
            triples: &triples,
            num_patterns: parts.patterns.len(),
            num_graphs: num_graphs as usize,
            protocols: &about.protocols,
        };
        for &protocol in Protocol::STANDARD {
            let split = Split::of_material(material, &triples_sum, protocol, 0, self.control)?;
            split.write(&folder)?;
        }
        sums.add(TRIPLES, triples_sum);
        output(checksum::LIST)?.whole(sums.to_text().as_bytes())?;

        let mark = self.place.join(FINISHED);
        whole_file::write(&mark, b"", Durability::Kill)
            .map_err(|source| DataError::write(&mark, source))?;
        fs::rename(&folder, &self.out).map_err(|source| DataError::write(&self.out, source))?;
        if let Some(lock) = self.lock {
            clear(&self.place, lock);
        }
        Ok(())
    }

    /// Writes the graphs one after the other and gives the triples with their final numbers.
    fn join_pieces(
        &self,
        parts: &Parts<'_>,
        num_graphs: u64,
        graphs: &mut Output<'_>,
    ) -> Result<Vec<Triple>, DataError> {
        match parts.graphs {
            Some(store) => graphs.put(store.file())?,
            None => graphs.put(&graph_store::file_start(num_graphs))?,
        }
        let mut triples = Vec::new();
        let mut first_graph = 0;
        for number in 0..parts.pieces.len() {
            let path = self.chunk_path(number);
            let chunk = Chunk::read(&path, self.control)?.ok_or_else(|| {
                DataError::damaged(&path, "the piece was changed while it was used")
            })?;
            let room = num_graphs.saturating_sub(first_graph);
            if parts.graphs.is_none() {
                graphs.put(chunk.graphs.first(room.min(u64::from(u32::MAX)) as u32))?;
            }
            let moved = chunk.triples.iter().filter(|triple| u64::from(triple.graph) < room);
            triples.extend(
                moved.map(|triple| Triple { graph: triple.graph + first_graph as u32, ..*triple }),
            );
            first_graph += u64::from(chunk.graphs.number);
        }
        Ok(triples)
    }
}

impl Parts<'_> {
    fn num_graphs(&self) -> u64 {
        let in_pieces: u64 = self.pieces.iter().map(|size| size.graphs).sum();
        let in_pieces = self.enough_graphs.map_or(in_pieces, |enough| in_pieces.min(enough));
        self.graphs.map_or(in_pieces, |store| store.len() as u64)
    }
}

/// The file of some patterns.
pub(crate) fn pack_patterns(patterns: &[DatasetPattern]) -> GraphStore {
    let mut packed = PackedGraphs::default();
    for DatasetPattern { name, pattern } in patterns {
        packed.push(name, pattern.graph());
    }
    GraphStore::from_packed(&packed)
}

/// A file that is written and hashed.
struct Output<'a> {
    path: PathBuf,
    file: Summing<BufWriter<File>>,
    control: &'a Control,
}

impl<'a> Output<'a> {
    fn create(folder: &Path, name: &str, control: &'a Control) -> Result<Self, DataError> {
        let path = folder.join(name);
        let file = File::create(&path).map_err(|source| DataError::write(&path, source))?;
        Ok(Self { path, file: Summing::new(BufWriter::new(file)), control })
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), DataError> {
        for chunk in bytes.chunks(CHUNK) {
            self.control.check()?;
            self.file.write_all(chunk).map_err(|source| DataError::write(&self.path, source))?;
        }
        Ok(())
    }

    /// Brings the file to the disk and gives its checksum.
    fn finish(self) -> Result<String, DataError> {
        let (buffer, sum) = self.file.finish();
        let path = self.path;
        let file =
            buffer.into_inner().map_err(|error| DataError::write(&path, error.into_error()))?;
        file.sync_all().map_err(|source| DataError::write(&path, source))?;
        Ok(sum)
    }

    /// Writes all of the file.
    fn whole(mut self, bytes: &[u8]) -> Result<String, DataError> {
        self.put(bytes)?;
        self.finish()
    }
}
