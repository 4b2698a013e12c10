//! The locations of the tables of an OGB folder.

use std::path::{Path, PathBuf};

use crate::DataError;
use crate::error::shown;

pub(super) const NODE_NUMBERS: &str = "num-node-list";
pub(super) const EDGE_NUMBERS: &str = "num-edge-list";
pub(super) const EDGES: &str = "edge";
pub(super) const FEATURES: &str = "edge-feat";
pub(super) const CLASSES: &str = "graph-label";

/// The folder with the tables: the given one, or `raw` in it.
#[derive(Clone, Debug)]
pub(super) struct RawFolder {
    path: PathBuf,
}

impl RawFolder {
    pub(super) fn find(given: &Path) -> Self {
        let inside = given.join("raw");
        Self { path: if inside.is_dir() { inside } else { given.to_owned() } }
    }

    /// The file of a table, compressed or not.
    pub(super) fn table(&self, name: &str) -> Result<PathBuf, DataError> {
        self.table_if_there(name).ok_or_else(|| {
            let problem =
                format!("{}: found neither {name}.csv.gz nor {name}.csv", shown(&self.path));
            DataError::impossible(
                problem,
                "give the folder that OGB unpacks, with `raw` in it, or the folder `raw` itself",
            )
        })
    }

    pub(super) fn table_if_there(&self, name: &str) -> Option<PathBuf> {
        let files = ["csv.gz", "csv"].map(|ending| self.path.join(format!("{name}.{ending}")));
        files.into_iter().find(|file| file.is_file())
    }
}
