//! The files of MUTAG, which are not generated.

use std::fs;
use std::path::{Path, PathBuf};

use isocount_core::Control;
use isocount_data::Collecting;
use isocount_format::{Format, ReadOptions};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Key, ReproduceError};

/// The files of MUTAG: those of the TU collection, or a GML file for each graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MutagFiles {
    /// The folder that contains them.
    folder: PathBuf,
    format: Layout,
    /// The hash of their contents, so that other files become another data set.
    digest: Key,
}

/// The layout of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Layout {
    Tu,
    Gml,
}

impl Layout {
    fn format(self) -> Format {
        match self {
            Self::Tu => Format::Tu,
            Self::Gml => Format::Gml,
        }
    }
}

impl MutagFiles {
    /// Looks for `NAME_A.txt` or for `*.gml` in a folder, then for `*.gml` in its `graphs`.
    ///
    /// # Errors
    /// If there are none, or if one cannot be read.
    pub fn find(folder: &Path) -> Result<Self, ReproduceError> {
        let graphs = folder.join("graphs");
        let places = [(folder, "_A.txt", Layout::Tu), (folder, ".gml", Layout::Gml)];
        let places = places.into_iter().chain([(graphs.as_path(), ".gml", Layout::Gml)]);
        let ends_with = |file: &PathBuf, end: &str| file.to_string_lossy().ends_with(end);
        for (place, end, format) in places {
            let mut files = match fs::read_dir(place) {
                Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
                Err(source) if place == folder => {
                    return Err(ReproduceError::Read { path: folder.to_owned(), source });
                }
                Err(_) => Vec::new(),
            };
            files.retain(|file| ends_with(file, ".gml") || ends_with(file, ".txt"));
            if files.iter().any(|file| ends_with(file, end)) {
                files.sort_unstable();
                let digest = digest(&files)?;
                return Ok(Self { folder: place.to_owned(), format, digest });
            }
        }
        Err(ReproduceError::NoMutag { folder: folder.to_owned() })
    }

    /// The folder that contains them.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The name of their format in `isocount data import`.
    pub(crate) fn format(&self) -> &'static str {
        self.format.format().name()
    }

    /// The hash of their contents.
    pub(crate) fn digest(&self) -> &Key {
        &self.digest
    }

    /// Reads the graphs.
    pub(crate) fn read(
        &self,
        collecting: &mut Collecting,
        control: &Control,
    ) -> Result<(), ReproduceError> {
        let options = ReadOptions::new().with_format(self.format.format());
        Ok(collecting.read_graphs(&self.folder, &options, control)?)
    }
}

fn digest(files: &[PathBuf]) -> Result<Key, ReproduceError> {
    let mut digest = Sha256::new();
    for path in files {
        let bytes =
            fs::read(path).map_err(|source| ReproduceError::Read { path: path.clone(), source })?;
        digest.update(Sha256::digest(bytes));
    }
    Ok(Key::of_digest(&digest.finalize()))
}
