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
//! the bytes of a data set do not depend on how often its making was stopped.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::checksum::{self, Checksums, Summing};
use crate::chunk::{Chunk, ChunkSize};
use crate::dataset::{ABOUT, GRAPHS, PATTERNS, TRIPLES};
use crate::protocol::Material;
use crate::whole_file::{self, Care};
use crate::{
    About, DataError, GraphStore, NamedPattern, Sizes, Triple, graph_store, triple_record,
};
use crate::{Protocol, Split};

/// A data set that is being made.
pub(crate) struct Workshop {
    out: PathBuf,
    place: PathBuf,
    /// The checksum of the recipe; every piece carries it.
    seal: String,
    /// Keeps other processes out while it lives.
    _lock: File,
}

/// Where the unfinished data set of a folder lies; nothing if the folder has no name.
pub(crate) fn place_beside(out: &Path) -> Option<PathBuf> {
    let mut name = out.file_name()?.to_owned();
    name.push(".partial");
    Some(out.with_file_name(name))
}

/// Is there once a data set is put together: then only the last move is missing, or the cleaning up.
const FINISHED: &str = "finished";

/// Removes what is left of a run that was killed after the data set had its place.
fn clear_leftovers(out: &Path) {
    let Some(place) = place_beside(out) else { return };
    let is_free = File::open(place.join("lock")).map_or(true, |lock| lock.try_lock().is_ok());
    if is_free && place.join(FINISHED).exists() {
        clear(&place);
    }
    // Nothing but the empty folder may be left.
    let _ = fs::remove_dir(&place);
}

/// Removes the workshop, the mark that it is of no use any more last. What cannot be removed stays; it
/// is only in the way.
fn clear(place: &Path) {
    let _ = fs::remove_dir_all(place.join("chunks"));
    for file in ["recipe.toml", "lock", FINISHED] {
        let _ = fs::remove_file(place.join(file));
    }
    let _ = fs::remove_dir(place);
}

/// How pieces are made.
pub(crate) struct Pieces<'a> {
    /// How many threads make them.
    pub(crate) threads: NonZeroUsize,
    /// So many graphs are enough: later pieces are not made and later graphs left out.
    pub(crate) enough_graphs: Option<u64>,
    /// Told how many triples are new in a piece, whether it was just made or was there.
    pub(crate) done: &'a (dyn Fn(u64) + Sync),
}

impl Workshop {
    /// Opens the workshop of a folder that does not exist yet. What is left of an earlier run of
    /// the same recipe is continued.
    pub(crate) fn open(out: &Path, recipe: &str) -> Result<Self, DataError> {
        // A link that leads nowhere is in the way, too.
        if out.symlink_metadata().is_ok() {
            clear_leftovers(out);
            return Err(DataError::Exists { path: out.to_owned() });
        }
        let Some(place) = place_beside(out) else {
            return Err(DataError::Exists { path: out.to_owned() });
        };
        let write_error = |source| DataError::write(&place, source);
        fs::create_dir_all(place.join("chunks")).map_err(write_error)?;
        let lock = File::create(place.join("lock")).map_err(write_error)?;
        // Some file systems know no locks; two runs at once are then the user's affair.
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            return Err(DataError::Busy { path: place });
        }
        let path = place.join("recipe.toml");
        match fs::read_to_string(&path) {
            Ok(earlier) if earlier == recipe => {}
            Ok(_) => return Err(DataError::OtherRun { path: place }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                whole_file::write(&path, recipe.as_bytes(), Care::PowerCut)?;
            }
            Err(error) => return Err(DataError::read(&path, error)),
        }
        let seal = checksum::of(recipe.as_bytes());
        Ok(Self { out: out.to_owned(), place, seal, _lock: lock })
    }

    /// Makes the pieces that are not there yet. `inputs` has one item per piece, in order; it is
    /// asked for all of them, also for those that are there. A piece that is there is used if it was
    /// made from the same recipe and the same `key` of its input.
    pub(crate) fn make<I: Send>(
        &self,
        pieces: &Pieces<'_>,
        inputs: impl Iterator<Item = Result<I, DataError>> + Send,
        key: impl Fn(&I) -> String + Sync,
        make: impl Fn(I) -> Result<Chunk, DataError> + Sync,
    ) -> Result<Vec<ChunkSize>, DataError> {
        let queue =
            Mutex::new(Queue { inputs: inputs.enumerate(), sizes: Vec::new(), failed: None });
        let enough = pieces.enough_graphs.unwrap_or(u64::MAX);
        let work = || {
            loop {
                let (number, input) = {
                    let mut queue = lock(&queue);
                    if queue.failed.is_some() || queue.graphs_in_order() >= enough {
                        return;
                    }
                    match queue.inputs.next() {
                        None => return,
                        Some((_, Err(error))) => return queue.fail(error),
                        Some((number, Ok(input))) => (number, input),
                    }
                };
                let seal = format!("{}{number:08}{}", self.seal, key(&input));
                match self.piece(number, &seal, || make(input)) {
                    Ok(size) => {
                        lock(&queue).finish(number, size);
                        (pieces.done)(size.triples);
                    }
                    Err(error) => return lock(&queue).fail(error),
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..pieces.threads.get() {
                scope.spawn(work);
            }
            work();
        });
        let queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_enough = queue.graphs_in_order() >= enough;
        match queue.failed {
            // A thread that was ahead may have failed at a piece that is not needed.
            Some(error) if !is_enough => Err(error),
            _ => Ok(queue.sizes.into_iter().map_while(|size| size).collect()),
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
        if let Some(chunk) = Chunk::read(&path).filter(|chunk| chunk.seal == seal) {
            return Ok(chunk.size());
        }
        let mut chunk = make()?;
        seal.clone_into(&mut chunk.seal);
        chunk.write(&path)?;
        Ok(chunk.size())
    }

    fn chunk_path(&self, number: usize) -> PathBuf {
        self.place.join("chunks").join(format!("{number:06}.chunk"))
    }
}

/// What the threads share.
struct Queue<N> {
    inputs: N,
    /// The size of each piece, once it is there.
    sizes: Vec<Option<ChunkSize>>,
    failed: Option<DataError>,
}

impl<N> Queue<N> {
    /// How many graphs the finished pieces hold up to the first one that is missing.
    fn graphs_in_order(&self) -> u64 {
        self.sizes.iter().map_while(|size| *size).map(|size| size.graphs).sum()
    }

    fn finish(&mut self, number: usize, size: ChunkSize) {
        if self.sizes.len() <= number {
            self.sizes.resize(number + 1, None);
        }
        self.sizes[number] = Some(size);
    }

    /// The first failure counts.
    fn fail(&mut self, error: DataError) {
        self.failed.get_or_insert(error);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is put together at the end.
pub(crate) struct Parts<'a> {
    /// Everything but the sizes.
    pub(crate) about: About,
    pub(crate) patterns: &'a [NamedPattern],
    /// The graphs, if they are not in the pieces.
    pub(crate) graphs: Option<&'a GraphStore>,
    pub(crate) pieces: &'a [ChunkSize],
    pub(crate) enough_graphs: Option<u64>,
}

impl Workshop {
    /// Puts the data set together and moves it to its place.
    pub(crate) fn finish(self, parts: Parts<'_>) -> Result<(), DataError> {
        let folder = self.place.join("dataset");
        let write_error = |source| DataError::write(&folder, source);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(write_error)?;
        }
        fs::create_dir(&folder).map_err(write_error)?;

        let in_pieces: u64 = parts.pieces.iter().map(|size| size.graphs).sum();
        let in_pieces = parts.enough_graphs.map_or(in_pieces, |enough| in_pieces.min(enough));
        let num_graphs = parts.graphs.map_or(in_pieces, |store| store.len() as u64);
        let mut graphs = Output::create(&folder, GRAPHS)?;
        match parts.graphs {
            Some(store) => graphs.put(store.file())?,
            None => graphs.put(&graph_store::file_start(num_graphs))?,
        }
        let mut triples = Vec::new();
        let mut first_graph = 0;
        for number in 0..parts.pieces.len() {
            let path = self.chunk_path(number);
            let chunk = Chunk::read(&path).ok_or_else(|| {
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
        let graphs = graphs.finish()?;

        let mut about = parts.about;
        about.sizes = Sizes::of(parts.patterns.len(), num_graphs as usize, &triples);
        let patterns =
            parts.patterns.iter().map(|named| (named.name.as_str(), named.pattern.graph()));
        let patterns = GraphStore::pack(patterns);

        let mut sums = Checksums::default();
        sums.add(ABOUT, Output::whole(&folder, ABOUT, about.to_toml().as_bytes())?);
        sums.add(PATTERNS, Output::whole(&folder, PATTERNS, patterns.file())?);
        sums.add(GRAPHS, graphs);
        let mut bytes = triple_record::file_start(triples.len() as u64);
        for triple in &triples {
            triple_record::put(&mut bytes, triple);
        }
        let triples_sum = Output::whole(&folder, TRIPLES, &bytes)?;
        let material = Material {
            triples: &triples,
            num_patterns: parts.patterns.len(),
            num_graphs: num_graphs as usize,
            protocols: &about.protocols,
        };
        for protocol in Protocol::STANDARD {
            Split::of_material(material, &triples_sum, protocol, 0)?.write(&folder)?;
        }
        sums.add(TRIPLES, triples_sum);
        Output::whole(&folder, checksum::LIST, sums.to_text().as_bytes())?;

        whole_file::write(&self.place.join(FINISHED), b"", Care::Kill)?;
        fs::rename(&folder, &self.out).map_err(|source| DataError::write(&self.out, source))?;
        clear(&self.place);
        Ok(())
    }
}

/// A file that is written and added up.
struct Output {
    path: PathBuf,
    file: Summing<BufWriter<File>>,
}

impl Output {
    fn create(folder: &Path, name: &str) -> Result<Self, DataError> {
        let path = folder.join(name);
        let file = File::create(&path).map_err(|source| DataError::write(&path, source))?;
        Ok(Self { path, file: Summing::new(BufWriter::new(file)) })
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), DataError> {
        self.file.write_all(bytes).map_err(|source| DataError::write(&self.path, source))
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

    fn whole(folder: &Path, name: &str, bytes: &[u8]) -> Result<String, DataError> {
        let mut output = Self::create(folder, name)?;
        output.put(bytes)?;
        output.finish()
    }
}
