//! The folder that contains the state of a reproduction.
//!
//! ```text
//! data/<set>-<key>/          data sets
//! runs/<key>/                runs of `isocount train`
//! records/<key>.json         records of finished steps that are not packed yet
//! records.jsonl              all other records, one per line
//! environment.toml           the program and the machine
//! report.html, report.md     the report; pages/, tables/ and figures/ belong to it
//! ```
//!
//! A step is done when it has a record. While a plan runs, each record is a separate file, written
//! to a temporary file and renamed, so a killed process leaves only complete records.
//! [`Store::pack`] moves them into `records.jsonl`; a record that is in both places is read from
//! its own file, which is the newer one.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use isocount_platform::{Durability, FileLock, LockError, whole_file};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::environment::Environment;
use crate::packed::{self, Records};
use crate::{Key, MutagFiles, Plan, ReproduceError, Set, Step, Work};

/// The folder.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    packed: Records,
}

impl Store {
    /// The store in this folder, which need not exist yet.
    ///
    /// # Errors
    /// If its packed records cannot be read.
    pub fn open(folder: &Path) -> Result<Self, ReproduceError> {
        if folder.exists() && !folder.is_dir() {
            return Err(ReproduceError::NoFolder { path: folder.to_owned() });
        }
        let packed = packed::read(&packed_path(folder))?;
        Ok(Self { folder: folder.to_owned(), packed })
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Creates the folder and keeps other processes out of it until the lock is dropped. Records
    /// that another process packed in the meantime are read.
    ///
    /// # Errors
    /// If another process is at work there, the folder cannot be created, or its packed records
    /// cannot be read.
    pub fn lock(&mut self) -> Result<FileLock, ReproduceError> {
        let path = self.folder.join(".lock");
        let failed = |source| ReproduceError::Write { path: path.clone(), source };
        fs::create_dir_all(&self.folder).map_err(failed)?;
        let lock = FileLock::acquire(&path).map_err(|error| match error {
            LockError::Busy => ReproduceError::Busy { folder: self.folder.clone() },
            LockError::Io(source) => failed(source),
        })?;
        self.packed = packed::read(&packed_path(&self.folder))?;
        Ok(lock)
    }

    /// The folder of a data set.
    #[must_use]
    pub(crate) fn data(&self, set: Set, key: &Key) -> PathBuf {
        self.folder.join("data").join(format!("{}-{key}", set.name()))
    }

    /// The folder of a run.
    #[must_use]
    pub(crate) fn run(&self, key: &Key) -> PathBuf {
        self.folder.join("runs").join(key.to_string())
    }

    /// The path of the record of a step until it is packed.
    fn loose(&self, key: &Key) -> PathBuf {
        self.folder.join("records").join(format!("{key}.json"))
    }

    /// The remaining steps of a plan, in order: those without a record, and those whose data set or
    /// run is missing although another remaining step needs it.
    #[must_use]
    pub fn left<'a>(&self, plan: &'a Plan) -> Vec<&'a Step> {
        let mut needed: BTreeSet<&Key> = BTreeSet::new();
        let mut left = Vec::new();
        // A step comes after the steps that it needs.
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

    /// Whether the output of a step that later steps read exists.
    fn has_output(&self, step: &Step) -> bool {
        match &step.work {
            Work::Data { set, .. } => self.data(*set, &step.key).exists(),
            Work::Train { .. } => self.run(&step.key).exists(),
            Work::Evaluate { .. } | Work::Scale { .. } => true,
        }
    }

    /// Whether a step has a record.
    #[must_use]
    pub fn is_done(&self, key: &Key) -> bool {
        self.packed.contains_key(key) || self.loose(key).exists()
    }

    /// The record of a step as JSON, if the step is done.
    ///
    /// # Errors
    /// If its file cannot be read.
    pub fn record(&self, key: &Key) -> Result<Option<String>, ReproduceError> {
        Ok(self.loose_record(key)?.or_else(|| self.packed.get(key).cloned()))
    }

    /// A record that is not packed yet.
    fn loose_record(&self, key: &Key) -> Result<Option<String>, ReproduceError> {
        let path = self.loose(key);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                Err(ReproduceError::Damaged { path, problem: "expected UTF-8".to_owned() })
            }
            Err(source) => Err(ReproduceError::Read { path, source }),
        }
    }

    /// Reads the record of a step; `None` if it is not done.
    pub(crate) fn read<T: DeserializeOwned>(&self, key: &Key) -> Result<Option<T>, ReproduceError> {
        if let Some(text) = self.loose_record(key)? {
            let path = self.loose(key);
            let record = serde_json::from_str(&text);
            return record
                .map(Some)
                .map_err(|error| ReproduceError::Damaged { path, problem: error.to_string() });
        }
        let Some(text) = self.packed.get(key) else { return Ok(None) };
        serde_json::from_str(text).map(Some).map_err(|error| ReproduceError::DamagedLine {
            path: packed_path(&self.folder),
            line: 1 + self.packed.range(..key.clone()).count(),
            problem: error.to_string(),
        })
    }

    /// Writes the record of a step, which marks the step as done.
    pub(crate) fn keep(&self, key: &Key, record: &impl Serialize) -> Result<(), ReproduceError> {
        let text = serde_json::to_string(record).expect("names and numbers are JSON");
        self.write(&self.loose(key), &text, Durability::PowerCut)
    }

    /// Moves every record in a separate file into the packed file.
    ///
    /// # Errors
    /// If a record is damaged, or a file cannot be written. No record is lost in that case.
    pub fn pack(&mut self) -> Result<(), ReproduceError> {
        let mut files = Vec::new();
        // Reads what is on disk now, not what was there when the store was opened.
        let mut all = packed::read(&packed_path(&self.folder))?;
        let entries = match fs::read_dir(self.folder.join("records")) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(source) => {
                return Err(ReproduceError::Read { path: self.folder.join("records"), source });
            }
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let Ok(key) = Key::try_from(stem.to_owned()) else { continue };
            if path != self.loose(&key) {
                continue;
            }
            let Some(text) = self.loose_record(&key)? else { continue };
            let text = text.trim();
            let problem = match serde_json::from_str::<&RawValue>(text) {
                Ok(_) if !text.contains('\n') => None,
                Ok(_) => Some("expected one line".to_owned()),
                Err(error) => Some(error.to_string()),
            };
            if let Some(problem) = problem {
                return Err(ReproduceError::Damaged { path, problem });
            }
            all.insert(key, text.to_owned());
            files.push(path);
        }
        if files.is_empty() {
            return Ok(());
        }
        self.write(&packed_path(&self.folder), &packed::text(&all), Durability::PowerCut)?;
        self.packed = all;
        for path in files {
            fs::remove_file(&path).map_err(|source| ReproduceError::Write { path, source })?;
        }
        // Succeeds only if the folder is empty.
        let _ = fs::remove_dir(self.folder.join("records"));
        Ok(())
    }

    /// The files of MUTAG that the records refer to, if there are such records. The files
    /// themselves may be missing: this is enough for a report, but not for more steps.
    ///
    /// # Errors
    /// If the environment of the run cannot be read.
    pub fn mutag(&self) -> Result<Option<MutagFiles>, ReproduceError> {
        Ok(self.environment()?.and_then(|environment| environment.mutag))
    }

    /// Where the records were made, if known.
    pub(crate) fn environment(&self) -> Result<Option<Environment>, ReproduceError> {
        let path = self.folder.join("environment.toml");
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(ReproduceError::Read { path, source }),
        };
        toml::from_str(&text)
            .map(Some)
            .map_err(|error| ReproduceError::Damaged { path, problem: error.message().to_owned() })
    }

    /// Updates the environment of the records. The files of MUTAG are kept.
    pub(crate) fn keep_environment(&self, plan: &Plan) -> Result<(), ReproduceError> {
        let kept = self.environment()?.and_then(|environment| environment.mutag);
        let mutag = plan.request.mutag.clone().or(kept);
        let text = toml::to_string(&Environment::here(mutag)).expect("names and numbers are TOML");
        self.write(&self.folder.join("environment.toml"), &text, Durability::PowerCut)
    }

    /// Writes a file atomically.
    pub(crate) fn write(
        &self,
        path: &Path,
        text: &str,
        durability: Durability,
    ) -> Result<(), ReproduceError> {
        let write = || {
            fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
            whole_file::write(path, text.as_bytes(), durability)
        };
        write().map_err(|source| ReproduceError::Write { path: path.to_owned(), source })
    }
}

fn packed_path(folder: &Path) -> PathBuf {
    folder.join("records.jsonl")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        (folder, store)
    }

    #[test]
    fn packing_keeps_every_byte_and_leaves_one_file() {
        let (folder, mut store) = store();
        let keys = [1, 2, 3].map(|number| Key::of(&number));
        for (key, number) in keys.iter().zip([0.1, 1e-7, f64::MAX]) {
            store.keep(key, &[number]).unwrap();
        }
        let before = keys.each_ref().map(|key| store.record(key).unwrap());
        store.pack().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let again = Store::open(folder.path()).unwrap();
        for (key, record) in keys.iter().zip(before) {
            assert!(again.is_done(key));
            assert_eq!(again.record(key).unwrap(), record);
        }
        // A step that was repeated has the newer record.
        store.keep(&keys[0], &[0.5]).unwrap();
        assert_eq!(store.record(&keys[0]).unwrap().as_deref(), Some("[0.5]"));
        store.pack().unwrap();
        let again = Store::open(folder.path()).unwrap();
        assert_eq!(again.record(&keys[0]).unwrap().as_deref(), Some("[0.5]"));
    }

    #[test]
    fn a_kill_between_packing_and_removing_loses_nothing() {
        let (folder, mut store) = store();
        let key = Key::of(&1);
        store.keep(&key, &[1]).unwrap();
        store.pack().unwrap();
        store.keep(&key, &[1]).unwrap();
        fs::write(folder.path().join("records/notes.txt"), "mine").unwrap();
        let mut again = Store::open(folder.path()).unwrap();
        again.pack().unwrap();
        assert_eq!(again.record(&key).unwrap().as_deref(), Some("[1]"));
        let packed = fs::read_to_string(folder.path().join("records.jsonl")).unwrap();
        assert_eq!(packed, format!("{{\"key\":\"{key}\",\"record\":[1]}}\n"));
        assert!(folder.path().join("records/notes.txt").exists());
    }

    #[test]
    fn two_stores_of_one_folder_lose_nothing() {
        let (folder, mut first) = store();
        let mut second = Store::open(folder.path()).unwrap();
        let keys = [1, 2].map(|number| Key::of(&number));
        first.keep(&keys[0], &[1]).unwrap();
        first.pack().unwrap();
        second.keep(&keys[1], &[2]).unwrap();
        second.pack().unwrap();
        let again = Store::open(folder.path()).unwrap();
        assert!(keys.iter().all(|key| again.is_done(key)));
        // After waiting for the lock, a store sees what was done in the meantime.
        assert!(!first.is_done(&keys[1]));
        drop(first.lock().unwrap());
        assert!(first.is_done(&keys[1]));
    }

    #[test]
    fn a_damaged_record_is_never_packed() {
        let (_folder, mut store) = store();
        let key = Key::of(&1);
        store.keep(&key, &[1]).unwrap();
        for damage in ["{", "", "{}\n{}", "[\n1]"] {
            fs::write(store.loose(&key), damage).unwrap();
            let message = store.pack().unwrap_err().to_string();
            assert!(message.contains(&format!("{key}.json: ")), "{message}");
            assert!(store.loose(&key).exists());
        }
    }
}
