//! The folder of a run.
//!
//! ```text
//! config.toml            settings, and what the run learned from
//! weights.safetensors    the best weights so far, by validation error
//! log.jsonl              one line per epoch
//! state/0/, state/1/     weights and optimiser after an epoch, in turns
//! state/state.json       which of the two holds, and how far the run is
//! ```
//!
//! Every file is written beside its place and moved there; `state.json` is moved last. So whenever a run
//! is killed, the state that holds is whole.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use isocount_data::{LabelTable, Meaning};
use isocount_grad::{Adam, AdamConfig, Params};
use isocount_nn::Vocabulary;
use serde::{Deserialize, Serialize};

use crate::only_pattern::OnlyPattern;
use crate::{Epoch, Largest, TrainConfig, TrainError};

/// What `config.toml` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct About {
    /// The settings.
    #[serde(flatten)]
    pub(crate) config: Flat,
    /// What it learned from.
    pub(crate) data: Data,
    /// What its counts count.
    pub(crate) meaning: Meaning,
    /// The labels that the model knows, by their names.
    pub(crate) labels: LabelTable,
}

impl About {
    /// Reads what is said in a file.
    pub(crate) fn parse(path: &Path, text: &str) -> Result<Self, TrainError> {
        toml::from_str(text).map_err(|problem| TrainError::Damaged {
            path: path.to_owned(),
            problem: problem.message().to_owned(),
        })
    }

    /// How many labels the model knows.
    pub(crate) fn vocabulary(&self) -> Vocabulary {
        Vocabulary { node_labels: self.labels.nodes.len(), edge_labels: self.labels.edges.len() }
    }
}

/// The settings beside the rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Flat {
    pub(crate) model: isocount_nn::ModelConfig,
    pub(crate) training: crate::TrainingConfig,
}

/// What a run learned from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Data {
    /// The data set.
    pub(crate) name: String,
    /// The split.
    pub(crate) split: String,
    /// Training examples.
    pub(crate) train: usize,
    /// Validation examples.
    pub(crate) valid: usize,
    /// The largest patterns and graphs of its training examples; the first runs did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) largest: Option<Largest>,
    /// The pattern of a model that never sees one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) only_pattern: Option<OnlyPattern>,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    /// Which of the two folders holds.
    pub(crate) slot: usize,
    /// The epoch that was finished, and those before it.
    pub(crate) epochs: Vec<Epoch>,
    /// Whether nothing is left to do.
    pub(crate) finished: bool,
}

/// The settings; a run has begun when they are there.
const CONFIG: &str = "config.toml";

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct Run {
    folder: PathBuf,
}

impl Run {
    /// The run in this folder, which need not exist yet.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether a run has begun here.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.folder.join(CONFIG).exists()
    }

    /// The settings of a run that has begun.
    ///
    /// # Errors
    /// If there is no run, or its settings are damaged.
    pub fn config(&self) -> Result<TrainConfig, TrainError> {
        let About { config: Flat { model, training }, .. } = self.about()?;
        Ok(TrainConfig { model, training })
    }

    pub(crate) fn about(&self) -> Result<About, TrainError> {
        let path = self.folder.join(CONFIG);
        let text = fs::read_to_string(&path)
            .map_err(|_| TrainError::NotARun { path: self.folder.clone() })?;
        About::parse(&path, &text)
    }

    /// Begins a run in a folder that is not there, or in what a run leaves that was killed before
    /// its settings were written.
    pub(crate) fn begin(&self, about: &About) -> Result<(), TrainError> {
        let is_ours = |entry: &fs::DirEntry| {
            let name = entry.file_name();
            name == "state" || name.to_string_lossy().starts_with(CONFIG)
        };
        let in_the_way = fs::read_dir(&self.folder).is_ok_and(|mut entries| {
            entries.any(|entry| !entry.is_ok_and(|entry| is_ours(&entry)))
        });
        if in_the_way || self.folder.is_file() {
            return Err(TrainError::Exists { path: self.folder.clone() });
        }
        let state = self.folder.join("state");
        fs::create_dir_all(&state).map_err(|source| TrainError::Write { path: state, source })?;
        let text = toml::to_string(about).expect("names and numbers are TOML");
        write_whole(&self.folder.join(CONFIG), text.as_bytes())
    }

    pub(crate) fn weights(&self) -> PathBuf {
        self.folder.join("weights.safetensors")
    }

    /// The state from which to go on; nothing if no epoch was finished.
    pub(crate) fn state(&self) -> Result<Option<State>, TrainError> {
        let path = self.folder.join("state/state.json");
        let Ok(text) = fs::read(&path) else { return Ok(None) };
        serde_json::from_slice(&text)
            .map(Some)
            .map_err(|problem| TrainError::Damaged { path, problem: problem.to_string() })
    }

    /// Reads the weights and the optimiser of a state.
    pub(crate) fn restore(
        &self,
        state: &State,
        params: &mut Params,
        adam: AdamConfig,
    ) -> Result<Adam, TrainError> {
        let folder = self.slot(state.slot);
        params.load(&folder.join("weights.safetensors"))?;
        Ok(Adam::load(adam, params, &folder.join("optimiser.safetensors"))?)
    }

    /// Keeps the state after an epoch.
    pub(crate) fn keep(
        &self,
        state: &State,
        params: &Params,
        adam: &Adam,
    ) -> Result<(), TrainError> {
        let folder = self.slot(state.slot);
        fs::create_dir_all(&folder)
            .map_err(|source| TrainError::Write { path: folder.clone(), source })?;
        params.save(&folder.join("weights.safetensors"))?;
        adam.save(params, &folder.join("optimiser.safetensors"))?;
        let lines: Vec<String> = state.epochs.iter().map(|epoch| json(epoch) + "\n").collect();
        write_whole(&self.folder.join("log.jsonl"), lines.concat().as_bytes())?;
        write_whole(&self.folder.join("state/state.json"), json(state).as_bytes())
    }

    fn slot(&self, slot: usize) -> PathBuf {
        self.folder.join("state").join(slot.to_string())
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("names and numbers are JSON")
}

/// Writes a file so that it is there as a whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().map_err(|source| TrainError::Write { path: path.to_owned(), source })
}
