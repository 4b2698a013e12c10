//! Reads the files of a trained model; no other code does.

use std::fs;
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::calibration::INTERVALS_FILE;
use crate::sealed::{Seal, sha256, unseal};
use crate::{Calibration, ModelError, RunConfig};

/// The file with the settings, in the folder of a run.
pub const CONFIG_FILE: &str = "config.toml";

/// The file with the weights, in the folder of a run.
pub const WEIGHTS_FILE: &str = "weights.safetensors";

/// The settings and weights of a model, read and checked.
#[derive(Clone, Debug)]
pub struct ModelFiles {
    config: RunConfig,
    text: String,
    weights: Vec<u8>,
    calibration: Option<Calibration>,
}

impl ModelFiles {
    /// Reads the folder of a run.
    ///
    /// # Errors
    /// If there is no run, it is damaged, or it was written by a newer version.
    pub fn read(folder: &Path) -> Result<Self, ModelError> {
        let read = |name: &str| {
            let path = folder.join(name);
            fs::read(&path).map_err(|source| match source.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                    ModelError::NotARun { path: folder.to_owned() }
                }
                _ => ModelError::Read { path, source },
            })
        };
        let (config, weights) = (read(CONFIG_FILE)?, read(WEIGHTS_FILE)?);
        let [config_path, weights_path] = [CONFIG_FILE, WEIGHTS_FILE].map(|it| folder.join(it));
        let text = String::from_utf8(config)
            .map_err(|problem| ModelError::damaged(&config_path, problem.to_string()))?;
        let config = RunConfig::from_toml(&config_path, &text)?;
        let files = Self::new(&weights_path, config, text, weights)?;
        match read_calibration(folder)? {
            None => Ok(files),
            Some(it) if it.is_of(&sha256(files.weights())) => {
                Ok(Self { calibration: Some(it), ..files })
            }
            Some(_) => {
                let problem = "these errors were made with other weights; remove the file, or \
                               finish the training of the run again";
                Err(ModelError::damaged(&folder.join(INTERVALS_FILE), problem))
            }
        }
    }

    /// Adds errors from which answers get intervals. Errors of other weights are ignored.
    #[must_use]
    pub fn with_calibration(self, calibration: Option<Calibration>) -> Self {
        let of_these = |it: &Calibration| it.is_of(&sha256(&self.weights)) && it.check().is_ok();
        let calibration = calibration.filter(of_these);
        Self { calibration, ..self }
    }

    /// Like [`read`](Self::read), but from the contents of both files; `path` is their origin.
    ///
    /// # Errors
    /// As [`ModelFiles::read`].
    pub fn from_parts(path: &Path, text: &str, weights: &[u8]) -> Result<Self, ModelError> {
        let config = RunConfig::from_toml(path, text)?;
        Self::new(path, config, text.to_owned(), weights.to_vec())
    }

    fn new(
        path: &Path,
        config: RunConfig,
        text: String,
        weights: Vec<u8>,
    ) -> Result<Self, ModelError> {
        check_seal(path, &weights, config.layout)?;
        Ok(Self { config, text, weights, calibration: None })
    }

    /// The parsed settings.
    #[must_use]
    pub fn config(&self) -> &RunConfig {
        &self.config
    }

    /// The settings as text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The weights: a safetensors file.
    #[must_use]
    pub fn weights(&self) -> &[u8] {
        &self.weights
    }

    /// The errors of the model on its validation examples; `None` if its run does not record them.
    #[must_use]
    pub fn calibration(&self) -> Option<&Calibration> {
        self.calibration.as_ref()
    }

    /// A checksum of the settings and weights, by which answers and indices identify their model.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update((self.text.len() as u64).to_le_bytes());
        hash.update(&self.text);
        hash.update(&self.weights);
        hash.finalize().into()
    }
}

/// The errors in the folder of a run; `None` if there are none, since the run has not ended or was
/// made by an earlier version.
fn read_calibration(folder: &Path) -> Result<Option<Calibration>, ModelError> {
    let path = folder.join(INTERVALS_FILE);
    match fs::read_to_string(&path) {
        Ok(text) => Calibration::from_toml(&path, &text).map(Some),
        Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(ModelError::Read { path, source }),
    }
}

/// Returns an error if a safetensors file of a run has changed. Runs of layout 1 have no checksums.
pub(crate) fn check_seal(path: &Path, file: &[u8], layout: u64) -> Result<(), ModelError> {
    match unseal(file) {
        Ok(Seal::Whole) => Ok(()),
        Ok(Seal::Missing) if layout == 1 => Ok(()),
        Ok(Seal::Missing) => Err(ModelError::damaged(path, "its checksum is missing")),
        Err(problem) => Err(ModelError::damaged(path, problem)),
    }
}
