//! The folder in which everything is kept.
//!
//! ```text
//! data/<set>-<key>/          data sets
//! runs/<key>/                runs of `isocount train`
//! records/<key>.json         what steps came to; a step is done when its record is there
//! report.html, report.md     the report; tables/*.csv, figures/*.svg beside it
//! ```
//!
//! A record is written beside its place and moved there, so it is there as a whole or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Key, Plan, ReproduceError, Set, Step, Work};

/// The folder.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// The store in this folder, which need not exist yet.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes the folder and keeps other processes out of it until the lock is dropped.
    ///
    /// # Errors
    /// If another process is at work there, or if the folder cannot be made.
    pub fn lock(&self) -> Result<File, ReproduceError> {
        if self.folder.exists() && !self.folder.is_dir() {
            return Err(ReproduceError::NoFolder { path: self.folder.clone() });
        }
        let path = self.folder.join(".lock");
        let open = || {
            fs::create_dir_all(&self.folder)?;
            File::create(&path)
        };
        let file = open().map_err(|source| ReproduceError::Write { path: path.clone(), source })?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => {
                Err(ReproduceError::Busy { folder: self.folder.clone() })
            }
            Err(TryLockError::Error(source)) => Err(ReproduceError::Write { path, source }),
        }
    }

    /// Where a data set is.
    #[must_use]
    pub fn data(&self, set: Set, key: &Key) -> PathBuf {
        self.folder.join("data").join(format!("{}-{key}", set.name()))
    }

    /// Where a run is.
    #[must_use]
    pub fn run(&self, key: &Key) -> PathBuf {
        self.folder.join("runs").join(key.to_string())
    }

    /// Where the record of a step is.
    #[must_use]
    pub fn record(&self, key: &Key) -> PathBuf {
        self.folder.join("records").join(format!("{key}.json"))
    }

    /// The steps of a plan that are to be done, in order: those without a record, and those whose data or run is gone though
    /// one of them needs it.
    #[must_use]
    pub fn left<'a>(&self, plan: &'a Plan) -> Vec<&'a Step> {
        let mut needed: BTreeSet<&Key> = BTreeSet::new();
        let mut left = Vec::new();
        // What needs comes after what is needed.
        for step in plan.steps.iter().rev() {
            let is_gone = needed.contains(&step.key) && !self.has_output(step);
            if is_gone || !self.is_done(&step.key) {
                needed.extend(step.work.inputs());
                left.push(step);
            }
        }
        left.reverse();
        left
    }

    /// Whether what later steps read of a step is there.
    fn has_output(&self, step: &Step) -> bool {
        match &step.work {
            Work::Data { set, .. } => self.data(*set, &step.key).exists(),
            Work::Train { .. } => self.run(&step.key).exists(),
            Work::Evaluate { .. } | Work::Scale { .. } => true,
        }
    }

    /// Whether a step has left its record.
    #[must_use]
    pub fn is_done(&self, key: &Key) -> bool {
        self.record(key).exists()
    }

    /// Reads the record of a step; nothing if it is not done.
    pub(crate) fn read<T: DeserializeOwned>(&self, key: &Key) -> Result<Option<T>, ReproduceError> {
        let path = self.record(key);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(problem) if problem.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(problem) => {
                return Err(ReproduceError::Damaged { path, problem: problem.to_string() });
            }
        };
        serde_json::from_str(&text)
            .map(Some)
            .map_err(|problem| ReproduceError::Damaged { path, problem: problem.to_string() })
    }

    /// Keeps the record of a step, which is done with that.
    pub(crate) fn keep(&self, key: &Key, record: &impl Serialize) -> Result<(), ReproduceError> {
        let text = serde_json::to_string(record).expect("names and numbers are JSON");
        self.write(&self.record(key), &text)
    }

    /// Writes a file so that it is there as a whole or not at all.
    pub(crate) fn write(&self, path: &Path, text: &str) -> Result<(), ReproduceError> {
        let write = || {
            fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
            let mut beside = path.as_os_str().to_owned();
            // Always the same name: what a kill leaves behind is written over by the next run.
            beside.push(".part");
            let mut file = File::create(&beside)?;
            file.write_all(text.as_bytes())?;
            // What has its name is there even after a power cut.
            file.sync_all()?;
            fs::rename(&beside, path)
        };
        write().map_err(|source| ReproduceError::Write { path: path.to_owned(), source })
    }
}
