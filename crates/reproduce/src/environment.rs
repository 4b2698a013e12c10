//! The program and the machine that create the records of a run.

use std::thread;

use serde::{Deserialize, Serialize};

use crate::MutagFiles;
use crate::provenance::{known, memory, processor, program, today};

/// The program and the machine. Records outlive them, so this is stored with the records; a report
/// is the same wherever it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Environment {
    pub(crate) program: String,
    pub(crate) compiler: String,
    pub(crate) processor: String,
    pub(crate) cores: usize,
    pub(crate) memory: String,
    pub(crate) system: String,
    /// The date of the last step.
    pub(crate) date: String,
    /// The files of MUTAG that were read. Their content is part of keys, so this is needed to find
    /// the records again where the files do not exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mutag: Option<MutagFiles>,
}

impl Environment {
    /// This program, on this machine, today.
    pub(crate) fn here(mutag: Option<MutagFiles>) -> Self {
        Self {
            program: program(),
            compiler: env!("ISOCOUNT_COMPILER").to_owned(),
            processor: known(processor()),
            cores: thread::available_parallelism().map_or(1, usize::from),
            memory: known(memory()),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            date: known(today()),
            mutag,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("MUTAG_A.txt"), "1, 2\n").unwrap();
        for mutag in [None, Some(MutagFiles::find(folder.path()).unwrap())] {
            let here = Environment::here(mutag);
            let text = toml::to_string(&here).unwrap();
            assert_eq!(toml::from_str::<Environment>(&text).unwrap(), here);
        }
    }
}
