//! All graphs that questions can use: examples, graphs of the folder, uploads.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::{fs, io};

use axum::http::StatusCode;
use isocount_core::Control;
use isocount_format::{Faults, Format};
use isocount_session::{Example, LoadedGraph};

use super::stored_graph::{GraphSource, InFile, InMemory, NamedBytes, StoredGraph};
use super::{Unread, examples, upload_file};
use crate::problem::Problem;
use crate::server::ServeError;
use crate::settings::Limits;

/// The folder for uploads, inside the folder of graphs.
const UPLOADS: &str = "uploads";

/// Graphs by id.
pub(crate) struct GraphShelf {
    graphs: RwLock<BTreeMap<String, Placed>>,
    /// Held while an upload is added or removed, so that limits hold and disk and list agree.
    /// Readers do not wait for the disk.
    changing: Mutex<()>,
    /// Where uploads are stored; only in memory if there is no folder.
    uploads: Option<PathBuf>,
    /// What could not be read in the folder.
    unread: Vec<Unread>,
    faults: Faults,
}

/// A graph and its position in the list.
struct Placed {
    place: usize,
    graph: Arc<StoredGraph>,
}

/// Whether an upload is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    New,
    Known,
}

impl GraphShelf {
    /// Opens the examples and the graphs of the folder.
    pub(crate) fn open(
        folder: Option<&Path>,
        faults: Faults,
        limits: &Limits,
    ) -> Result<Self, ServeError> {
        let (graphs, changing) = (RwLock::default(), Mutex::default());
        let mut shelf = Self { graphs, changing, uploads: None, unread: Vec::new(), faults };
        for (file, graph) in examples::all() {
            let path = PathBuf::from(&file.name);
            shelf.shelve(&path, InFile::only(&file), graph, GraphSource::Example);
        }
        let Some(folder) = folder else { return Ok(shelf) };
        let cannot = |source| ServeError::Folder { path: folder.to_owned(), source };
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(cannot)? {
            let path = entry.map_err(cannot)?.path();
            if path.is_file() && Format::from_path(&path).is_some_and(Format::can_read) {
                paths.push(path);
            }
        }
        paths.sort();
        for path in paths {
            shelf.read_file(&path, limits);
        }
        let uploads = folder.join(UPLOADS);
        fs::create_dir_all(&uploads).map_err(cannot)?;
        for path in upload_file::list(&uploads).map_err(cannot)? {
            shelf.read_upload(&path, limits);
        }
        shelf.uploads = Some(uploads);
        let what = ["graph or file of graphs", "graphs or files of graphs"];
        Unread::log_number(&shelf.unread, what);
        Ok(shelf)
    }

    fn read_file(&mut self, path: &Path, limits: &Limits) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let file = match fs::read(path) {
            Ok(bytes) => NamedBytes { name, bytes: bytes.into() },
            Err(error) => return self.leave_out(path, &error),
        };
        let graphs = match file.read_all(self.faults, limits, &Control::NONE) {
            Ok(graphs) => graphs,
            Err(problem) => return self.unread.push(Unread::file(path, problem)),
        };
        let of = graphs.len();
        let unread = graphs.iter().filter(|graph| graph.is_err()).count();
        for (number, graph) in graphs.into_iter().enumerate() {
            match graph {
                Ok(graph) => {
                    let place = InFile { file: &file, number, of, unread };
                    self.shelve(path, place, graph, GraphSource::Folder);
                }
                Err(fault) if of == 1 => self.unread.push(Unread::file(path, *fault.problem)),
                Err(fault) => {
                    self.unread.push(Unread::graph(path, &fault.name, *fault.problem));
                }
            }
        }
    }

    fn read_upload(&mut self, path: &Path, limits: &Limits) {
        let file = match upload_file::read(path) {
            Ok(file) => file,
            Err(error) => return self.leave_out(path, &error),
        };
        match file.read(limits, &Control::NONE) {
            Ok(graph) => self.shelve(path, InFile::only(&file), graph, GraphSource::Upload),
            Err(problem) => self.unread.push(Unread::file(path, problem)),
        }
    }

    /// Records a file that cannot be opened.
    fn leave_out(&mut self, path: &Path, error: &io::Error) {
        let problem = Problem::refused(format!("cannot read {}: {error}", path.display()));
        self.unread.push(Unread::file(path, problem));
    }

    /// Adds a graph at the end, before requests are served.
    fn shelve(&mut self, path: &Path, place: InFile<'_>, graph: LoadedGraph, source: GraphSource) {
        let kept = InMemory { graph, faults: self.faults };
        match StoredGraph::new(place, kept, source, &Control::NONE) {
            Ok(stored) => {
                let graphs = self.graphs.get_mut().unwrap_or_else(PoisonError::into_inner);
                insert(graphs, Arc::new(stored));
            }
            Err(problem) => self.unread.push(Unread::file(path, problem)),
        }
    }

    /// What could not be read in the folder.
    pub(crate) fn unread(&self) -> &[Unread] {
        &self.unread
    }

    /// All graphs: the examples first, then in the order in which they were added.
    pub(crate) fn list(&self) -> Vec<Arc<StoredGraph>> {
        let graphs = self.graphs.read().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<&Placed> = graphs.values().collect();
        all.sort_by_key(|placed| (placed.graph.about.source, placed.place));
        all.into_iter().map(|placed| Arc::clone(&placed.graph)).collect()
    }

    /// The graph with this id or this name; `example:karate` is the example. Names of examples take
    /// precedence over those of the folder, and these over those of uploads, so that no upload can
    /// take a name away. The name may be that of the file.
    pub(crate) fn get(&self, word: &str) -> Result<Arc<StoredGraph>, Problem> {
        let graphs = self.graphs.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(placed) = graphs.get(word) {
            return Ok(Arc::clone(&placed.graph));
        }
        if let Some(name) = Example::typed(word) {
            Example::by_name(name)
                .map_err(|error| Problem::new(StatusCode::NOT_FOUND, error.to_string()))?;
        }
        for source in [GraphSource::Example, GraphSource::Folder, GraphSource::Upload] {
            let mut named = graphs
                .values()
                .map(|placed| &placed.graph)
                .filter(|graph| graph.about.source == source && graph.about.is_called(word));
            match (named.next(), named.next()) {
                (Some(graph), None) => return Ok(Arc::clone(graph)),
                (Some(_), Some(_)) => {
                    let problem = Problem::refused(format!("several graphs are named `{word}`"));
                    return Err(problem.with_help("use the id; GET /api/v1/graphs lists the ids"));
                }
                _ => {}
            }
        }
        Err(Problem::missing("graph", word))
    }

    /// The graph with exactly this id.
    fn by_id(&self, id: &str) -> Option<Arc<StoredGraph>> {
        let graphs = self.graphs.read().unwrap_or_else(PoisonError::into_inner);
        graphs.get(id).map(|placed| Arc::clone(&placed.graph))
    }

    /// Stores an upload, on disk first. The same file uploaded twice is one graph.
    pub(crate) fn add(
        &self,
        file: &NamedBytes,
        limits: &Limits,
        control: &Control,
    ) -> Result<(Arc<StoredGraph>, Kept), Problem> {
        if let Some(known) = self.by_id(&file.id(0, GraphSource::Upload)) {
            return Ok((known, Kept::Known));
        }
        let graph = file.read(limits, control)?;
        let kept = InMemory { graph, faults: Faults::Refuse };
        let upload = StoredGraph::new(InFile::only(file), kept, GraphSource::Upload, control)?;
        let stored = Arc::new(upload);
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = self.by_id(&stored.about.id) {
            return Ok((known, Kept::Known));
        }
        let (number, bytes) = self.num_uploads();
        if number >= limits.uploads || bytes + stored.bytes > limits.stored_bytes {
            let message = "there is no space for more uploads; remove some first";
            return Err(Problem::new(StatusCode::INSUFFICIENT_STORAGE, message));
        }
        if let Some(folder) = &self.uploads {
            upload_file::write(folder, &stored.about.id, file).map_err(|error| {
                tracing::error!(%error, "cannot write an upload");
                let message = "the service cannot write the upload";
                Problem::new(StatusCode::INSUFFICIENT_STORAGE, message)
            })?;
        }
        let mut graphs = self.graphs.write().unwrap_or_else(PoisonError::into_inner);
        insert(&mut graphs, Arc::clone(&stored));
        Ok((stored, Kept::New))
    }

    /// Removes an upload. Requests that already use it keep it until they end.
    pub(crate) fn remove(&self, id: &str) -> Result<(), Problem> {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let stored = self.get(id)?;
        if stored.about.source != GraphSource::Upload {
            let message = "only uploads can be removed";
            return Err(Problem::new(StatusCode::FORBIDDEN, message));
        }
        if let Some(folder) = &self.uploads {
            let path = upload_file::path(folder, &stored.about.id);
            fs::remove_file(path).map_err(|error| {
                tracing::error!(%error, "cannot remove an upload");
                Problem::new(StatusCode::INSUFFICIENT_STORAGE, "the upload cannot be removed")
            })?;
        }
        let mut graphs = self.graphs.write().unwrap_or_else(PoisonError::into_inner);
        graphs.remove(&stored.about.id);
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.graphs.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The number of uploads, and their approximate memory.
    pub(crate) fn num_uploads(&self) -> (usize, u64) {
        let graphs = self.graphs.read().unwrap_or_else(PoisonError::into_inner);
        let uploads = graphs.values().filter(|it| it.graph.about.source == GraphSource::Upload);
        uploads.fold((0, 0), |(number, bytes), it| (number + 1, bytes + it.graph.bytes))
    }
}

fn insert(graphs: &mut BTreeMap<String, Placed>, graph: Arc<StoredGraph>) {
    let place = graphs.values().map(|placed| placed.place + 1).max().unwrap_or(0);
    graphs.insert(graph.about.id.clone(), Placed { place, graph });
}
