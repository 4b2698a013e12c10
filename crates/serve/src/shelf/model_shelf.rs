//! Trained models and indices. Models are the runs in the folder; indices are files in it, or made
//! by the service in a subfolder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use axum::http::StatusCode;
use isocount_core::Control;
use isocount_session::{Existing, GraphIndex, LoadedGraph, Readout, TrainedModel};

use super::Unread;
use crate::problem::Problem;
use crate::server::ServeError;

/// The folder for indices made by the service, inside the folder of models.
const INDICES: &str = "indices";

/// Models and indices by name.
pub(crate) struct ModelShelf {
    models: BTreeMap<String, TrainedModel>,
    indices: RwLock<BTreeMap<String, Arc<ShelvedIndex>>>,
    /// Where indices are made; none are made without a folder.
    folder: Option<PathBuf>,
    /// What could not be read in the folder.
    unread: UnreadRuns,
}

/// What could not be read.
#[derive(Default)]
struct UnreadRuns {
    models: Vec<Unread>,
    indices: Vec<Unread>,
}

/// An index, and its file if the service made it.
pub(crate) struct ShelvedIndex {
    pub(crate) index: GraphIndex,
    pub(crate) bytes: u64,
    own: Option<PathBuf>,
}

impl ModelShelf {
    pub(crate) fn open(folder: Option<&Path>) -> Result<Self, ServeError> {
        let (models, indices) = (BTreeMap::new(), RwLock::default());
        let mut shelf = Self { models, indices, folder: None, unread: UnreadRuns::default() };
        let Some(folder) = folder else { return Ok(shelf) };
        let cannot = |source| ServeError::Folder { path: folder.to_owned(), source };
        for entry in fs::read_dir(folder).map_err(cannot)? {
            let path = entry.map_err(cannot)?.path();
            if path.join("config.toml").is_file() {
                shelf.read_model(&path);
            } else if ends_in(&path, "index") {
                shelf.read_index(&path, false);
            }
        }
        let own = folder.join(INDICES);
        fs::create_dir_all(&own).map_err(cannot)?;
        for entry in fs::read_dir(&own).map_err(cannot)? {
            let path = entry.map_err(cannot)?.path();
            if ends_in(&path, "index") {
                shelf.read_index(&path, true);
            } else if ends_in(&path, "part") {
                // A partial file left by a killed process.
                fs::remove_file(&path).map_err(cannot)?;
            }
        }
        shelf.folder = Some(own);
        Unread::log_number(&shelf.unread.models, ["model", "models"]);
        Unread::log_number(&shelf.unread.indices, ["index file", "index files"]);
        Ok(shelf)
    }

    fn read_model(&mut self, path: &Path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let read = TrainedModel::load(path, Readout::Auto).and_then(|model| {
            // The slow readout is prepared now and kept by the model, so that no request waits for
            // it.
            model.clone().with_readout(Readout::Plain)?;
            Ok(model)
        });
        match read {
            Ok(model) => {
                self.models.insert(name, model);
            }
            Err(problem) => self.unread.models.push(Unread::file(path, problem)),
        }
    }

    fn read_index(&mut self, path: &Path, is_own: bool) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match shelved(path, is_own) {
            Ok(index) => {
                let indices = self.indices.get_mut().unwrap_or_else(PoisonError::into_inner);
                indices.insert(name, Arc::new(index));
            }
            Err(problem) => self.unread.indices.push(Unread::file(path, problem)),
        }
    }

    /// All models, by name.
    pub(crate) fn models(&self) -> impl Iterator<Item = (&str, &TrainedModel)> {
        self.models.iter().map(|(name, model)| (&**name, model))
    }

    /// The runs that could not be read.
    pub(crate) fn unread_models(&self) -> &[Unread] {
        &self.unread.models
    }

    /// The index files that could not be read.
    pub(crate) fn unread_indices(&self) -> &[Unread] {
        &self.unread.indices
    }

    /// The model of this name.
    pub(crate) fn model(&self, name: &str) -> Result<&TrainedModel, Problem> {
        self.models.get(name).ok_or_else(|| Problem::missing("model", name))
    }

    /// All indices, by name.
    pub(crate) fn indices(&self) -> Vec<(String, Arc<ShelvedIndex>)> {
        let indices = self.indices.read().unwrap_or_else(PoisonError::into_inner);
        indices.iter().map(|(name, index)| (name.clone(), Arc::clone(index))).collect()
    }

    /// The index of this name.
    pub(crate) fn index(&self, name: &str) -> Result<Arc<ShelvedIndex>, Problem> {
        let indices = self.indices.read().unwrap_or_else(PoisonError::into_inner);
        indices.get(name).cloned().ok_or_else(|| Problem::missing("index", name))
    }

    /// Makes an index of a graph for a model. Its name consists of the ids of both; the file is
    /// complete or does not exist.
    pub(crate) fn create(
        &self,
        graph: (&str, &LoadedGraph),
        model: &TrainedModel,
        control: &Control,
    ) -> Result<(String, Arc<ShelvedIndex>), Problem> {
        let Some(folder) = &self.folder else {
            let message = "this service has no folder for indices";
            return Err(Problem::new(StatusCode::FORBIDDEN, message));
        };
        let checksum = model.checksum();
        let model_part = checksum.get(..16).unwrap_or(&checksum);
        let name = format!("{}-{model_part}", graph.0);
        if let Ok(index) = self.index(&name) {
            return Ok((name, index));
        }
        let path = folder.join(format!("{name}.index"));
        GraphIndex::create(&path, Existing::Replace, model, graph.1, 1, control)?;
        let index = Arc::new(shelved(&path, true)?);
        let mut indices = self.indices.write().unwrap_or_else(PoisonError::into_inner);
        indices.insert(name.clone(), Arc::clone(&index));
        Ok((name, index))
    }

    /// Removes an index made by the service.
    pub(crate) fn remove(&self, name: &str) -> Result<(), Problem> {
        let index = self.index(name)?;
        let Some(path) = &index.own else {
            let message = "only indices made by the service can be removed";
            return Err(Problem::new(StatusCode::FORBIDDEN, message));
        };
        let mut indices = self.indices.write().unwrap_or_else(PoisonError::into_inner);
        fs::remove_file(path).map_err(|error| {
            tracing::error!(%error, "cannot remove an index");
            Problem::new(StatusCode::INSUFFICIENT_STORAGE, "the index cannot be removed")
        })?;
        indices.remove(name);
        Ok(())
    }
}

fn shelved(path: &Path, is_own: bool) -> Result<ShelvedIndex, Problem> {
    let bytes = fs::metadata(path).map_or(0, |file| file.len());
    let index = GraphIndex::open(path, None)?;
    Ok(ShelvedIndex { index, bytes, own: is_own.then(|| path.to_owned()) })
}

fn ends_in(path: &Path, ending: &str) -> bool {
    path.is_file() && path.extension().is_some_and(|found| found == ending)
}
