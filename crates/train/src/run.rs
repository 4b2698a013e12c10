//! The folder of a run.
//!
//! ```text
//! config.toml            settings, and what the run learned from: `isocount_model::RunConfig`
//! weights.safetensors    the best weights so far, by validation error
//! log.jsonl              one line per epoch
//! intervals.toml         how far the best weights are off on the validation part, once the run has ended
//! state/0/, state/1/     weights and optimiser after an epoch, alternately
//! state/state.json       which of the two holds, and how far the run is
//! lock                   while a process trains the run
//! ```
//!
//! Every file is written atomically; `state.json` is written last. So whenever a run is killed, the
//! current state is complete. Weights and optimisers contain checksums; `state.json` has its own
//! and those of the slot: a changed bit, or a file of another epoch, is detected on reading.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use isocount_grad::{Adam, AdamConfig, Params};
use isocount_model::{
    CONFIG_FILE, Calibration, INTERVALS_FILE, ModelError, ModelFiles, RunConfig, TrainConfig,
    WEIGHTS_FILE, seal, seal_of, sha256,
};
use isocount_platform::{Durability, Existing, FileLock, LockError, whole_file, whole_folder};

use crate::TrainError;
use crate::state::{SlotChecksums, State};

const STATE: &str = "state";
const LOCK: &str = "lock";
const LOG: &str = "log.jsonl";
/// Events for `tensorboard`, written on request.
const BOARD: &str = "tensorboard";
const OPTIMISER: &str = "optimiser.safetensors";

/// The folder of a run.
///
/// ```
/// use isocount_train::Run;
/// # let folder = tempfile::tempdir()?;
///
/// // Nothing is there yet: `fit` will make it.
/// let run = Run::at(&folder.path().join("count-gnn-1"));
/// assert!(!run.exists());
/// assert!(run.about().is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Run {
    folder: PathBuf,
    existing: Existing,
}

impl Run {
    /// The run in this folder, which need not exist yet.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), existing: Existing::Refuse }
    }

    /// Sets what happens to an existing run when another one is trained: either it is continued if
    /// it has the same settings, and the training is refused otherwise; or it is removed just
    /// before the new one begins.
    #[must_use]
    pub fn with_existing(self, existing: Existing) -> Self {
        Self { existing, ..self }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether a run has begun here.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.folder.join(CONFIG_FILE).exists()
    }

    /// The settings and the origin of a run that has begun.
    ///
    /// # Errors
    /// If there is no run, its settings are damaged, or a newer version wrote them.
    pub fn about(&self) -> Result<RunConfig, ModelError> {
        let path = self.folder.join(CONFIG_FILE);
        let text = fs::read_to_string(&path).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                ModelError::NotARun { path: self.folder.clone() }
            }
            _ => ModelError::Read { path: path.clone(), source },
        })?;
        RunConfig::from_toml(&path, &text)
    }

    /// The settings of a run that has begun.
    ///
    /// # Errors
    /// As [`about`](Self::about).
    pub fn config(&self) -> Result<TrainConfig, ModelError> {
        Ok(self.about()?.settings())
    }

    /// Its settings and best weights, read and checked.
    ///
    /// # Errors
    /// If there is no run, or it is damaged.
    pub fn files(&self) -> Result<ModelFiles, ModelError> {
        ModelFiles::read(&self.folder)
    }

    /// Removes a run that is to be replaced. It disappears from its path in one step.
    pub(crate) fn remove_replaced(&self) -> Result<(), TrainError> {
        let path = || self.folder.clone();
        let failed = |source| TrainError::Write { path: path(), source };
        if self.existing == Existing::Refuse || self.folder.symlink_metadata().is_err() {
            return Ok(());
        }
        if !self.folder.is_dir() {
            return Err(TrainError::NotReplaced { path: path() });
        }
        let is_ours = |path: &Path| {
            let name = path.to_string_lossy();
            let name = name.strip_suffix(".part").unwrap_or(&name);
            [CONFIG_FILE, WEIGHTS_FILE, INTERVALS_FILE, LOG, LOCK].contains(&name)
                || path.starts_with(STATE)
                || path.starts_with(BOARD)
        };
        let lock = self.lock()?;
        let foreign = whole_folder::foreign_file(&self.folder, &is_ours).map_err(failed)?;
        match (foreign, self.exists()) {
            (None, true) => {}
            // Leftovers of a run that did not begin are ignored.
            (None, false) => return Ok(()),
            (Some(found), true) => return Err(TrainError::Foreign { path: path(), found }),
            (Some(_), false) => return Err(TrainError::NotReplaced { path: path() }),
        }
        let aside = whole_folder::set_aside(&self.folder).map_err(failed)?;
        drop(lock);
        // It is no longer at its path; leftovers that cannot be removed are harmless.
        let _ = fs::remove_dir_all(aside);
        Ok(())
    }

    /// Keeps other processes from training this run. Creates the folder.
    pub(crate) fn lock(&self) -> Result<FileLock, TrainError> {
        let path = self.folder.clone();
        if path.is_file() {
            return Err(TrainError::Exists { path });
        }
        let write = |source| TrainError::Write { path: path.clone(), source };
        fs::create_dir_all(&path).map_err(write)?;
        FileLock::acquire(&path.join(LOCK)).map_err(|problem| match problem {
            LockError::Busy => TrainError::InUse { path: path.clone() },
            LockError::Io(source) => TrainError::Write { path: path.join(LOCK), source },
        })
    }

    /// Begins a run in an empty folder, or in the leftovers of a run that was killed before its
    /// settings were written.
    pub(crate) fn begin(&self, about: &RunConfig) -> Result<(), TrainError> {
        let is_ours = |entry: &fs::DirEntry| {
            let name = entry.file_name();
            name == STATE || name == LOCK || name.to_string_lossy().starts_with(CONFIG_FILE)
        };
        let in_the_way = fs::read_dir(&self.folder).is_ok_and(|mut entries| {
            entries.any(|entry| !entry.is_ok_and(|entry| is_ours(&entry)))
        });
        if in_the_way {
            return Err(TrainError::Exists { path: self.folder.clone() });
        }
        let state = self.folder.join(STATE);
        fs::create_dir_all(&state).map_err(|source| TrainError::Write { path: state, source })?;
        write(&self.folder.join(CONFIG_FILE), about.to_toml().as_bytes())
    }

    /// Saves the best weights so far.
    pub(crate) fn keep_best(&self, params: &Params) -> Result<(), TrainError> {
        write(&self.folder.join(WEIGHTS_FILE), &seal(&params.to_bytes()))
    }

    /// Reads the best weights, and returns their SHA-256.
    pub(crate) fn restore_best(
        &self,
        about: &RunConfig,
        params: &mut Params,
    ) -> Result<String, TrainError> {
        let path = self.folder.join(WEIGHTS_FILE);
        let weights =
            fs::read(&path).map_err(|source| ModelError::Read { path: path.clone(), source })?;
        about.check_tensors(&path, &weights)?;
        params.load_bytes(&path, &weights)?;
        Ok(sha256(&weights))
    }

    /// Whether the errors of weights with this SHA-256 exist and are readable.
    pub(crate) fn has_calibration(&self, weights: &str) -> bool {
        let path = self.folder.join(INTERVALS_FILE);
        let text = fs::read_to_string(&path).unwrap_or_default();
        Calibration::from_toml(&path, &text).is_ok_and(|it| it.is_of(weights))
    }

    /// Saves the errors of the best weights.
    pub(crate) fn keep_calibration(&self, calibration: &Calibration) -> Result<(), TrainError> {
        write(&self.folder.join(INTERVALS_FILE), calibration.to_toml().as_bytes())
    }

    /// The state from which to continue; `None` if no epoch was finished.
    pub(crate) fn state(&self, about: &RunConfig) -> Result<Option<State>, ModelError> {
        let path = self.state_path();
        match fs::read(&path) {
            Ok(text) => State::parse(&path, &text, about.layout).map(Some),
            Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(ModelError::Read { path, source }),
        }
    }

    /// Reads the weights and the optimiser of a state.
    pub(crate) fn restore(
        &self,
        about: &RunConfig,
        state: &State,
        params: &mut Params,
        adam: AdamConfig,
    ) -> Result<Adam, TrainError> {
        let folder = self.slot(state.slot);
        let read = |name: &str, checksum: Option<&String>| {
            let path = folder.join(name);
            let bytes = fs::read(&path)
                .map_err(|source| ModelError::Read { path: path.clone(), source })?;
            about.check_tensors(&path, &bytes)?;
            if checksum.is_some_and(|checksum| seal_of(&bytes) != Some(checksum)) {
                let problem = "this file belongs to another epoch than the state".to_owned();
                return Err(ModelError::Damaged { path, problem });
            }
            Ok((path, bytes))
        };
        let files = state.files.as_ref();
        let (path, weights) = read(WEIGHTS_FILE, files.map(|files| &files.weights))?;
        params.load_bytes(&path, &weights)?;
        let (path, optimiser) = read(OPTIMISER, files.map(|files| &files.optimiser))?;
        Ok(Adam::load_bytes(adam, params, &path, &optimiser)?)
    }

    /// Saves the state after an epoch.
    pub(crate) fn keep(
        &self,
        state: &mut State,
        params: &Params,
        adam: &Adam,
    ) -> Result<(), TrainError> {
        let folder = self.slot(state.slot);
        fs::create_dir_all(&folder)
            .map_err(|source| TrainError::Write { path: folder.clone(), source })?;
        let sealed = |name: &str, bytes: &[u8]| {
            let sealed = seal(bytes);
            write(&folder.join(name), &sealed)?;
            Ok::<_, TrainError>(seal_of(&sealed).unwrap_or_default().to_owned())
        };
        let weights = sealed(WEIGHTS_FILE, &params.to_bytes())?;
        let optimiser = sealed(OPTIMISER, &adam.to_bytes(params))?;
        state.files = Some(SlotChecksums { weights, optimiser });
        let line = |epoch| serde_json::to_string(epoch).expect("names and numbers are JSON") + "\n";
        let lines: Vec<String> = state.epochs.iter().map(line).collect();
        write(&self.folder.join(LOG), lines.concat().as_bytes())?;
        write(&self.state_path(), state.to_text().as_bytes())
    }

    fn state_path(&self) -> PathBuf {
        self.folder.join(STATE).join("state.json")
    }

    fn slot(&self, slot: usize) -> PathBuf {
        self.folder.join(STATE).join(slot.to_string())
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    whole_file::write(path, bytes, Durability::PowerCut)
        .map_err(|source| TrainError::Write { path: path.to_owned(), source })
}
