//! TU datasets: a folder of text files, many graphs.
//!
//! A dataset called `DS` has these files, with nodes and graphs numbered from 1:
//!
//! ```text
//! DS_A.txt                one arc per line: "tail, head"
//! DS_graph_indicator.txt  one line per node: the number of its graph, in ascending order
//! DS_node_labels.txt      one line per node: its label           (optional)
//! DS_edge_labels.txt      one line per line of DS_A: its label   (optional)
//! ```
//!
//! Undirected datasets list both arcs of every edge. The graphs are called `DS_0`, `DS_1`, ...

mod read;
mod write;

use std::fs;
use std::path::{Path, PathBuf};

use crate::FormatError;
use crate::format::FormatRow;
use crate::names::GraphNames;
use crate::read::Reader;
use crate::write::Writer;

pub(crate) use self::read::{read, read_joined};
pub use self::write::write_tu;

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "tu",
    extensions: &[],
    description: "folder of a TU dataset (NAME_A.txt and its companions); many graphs",
    graph_names: GraphNames::Dataset,
    reader: Reader::Folder,
    pattern_reader: None,
    writer: Writer::Folder,
};

/// The end of the name of the file of arcs.
pub(crate) const ARCS: &str = "_A.txt";

/// The only file `NAME_A.txt` of a folder, if the folder contains a TU dataset.
pub(crate) fn arcs_file(folder: &Path) -> Result<PathBuf, FormatError> {
    let entries = fs::read_dir(folder).map_err(|e| FormatError::io(folder, e))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    the_arcs_file(paths).ok_or_else(|| FormatError::NotTu { path: folder.to_owned() })
}

/// The only file `NAME_A.txt` among several.
pub(crate) fn the_arcs_file(files: impl IntoIterator<Item = PathBuf>) -> Option<PathBuf> {
    let mut found = files.into_iter().filter(|path| path.to_string_lossy().ends_with(ARCS));
    found.next().filter(|_| found.next().is_none())
}

/// All files of a dataset, including optional ones.
pub(crate) fn all_files(arcs: &Path) -> Vec<PathBuf> {
    let files = Paths::new(arcs).map(|paths| paths.all().map(Path::to_owned).to_vec());
    files.unwrap_or_default()
}

/// The name of the dataset, given its file of arcs.
pub(crate) fn dataset_name(arcs: &Path) -> Option<String> {
    Paths::new(arcs).ok().map(|paths| paths.dataset)
}

/// The names of the files of a dataset.
struct Paths {
    dataset: String,
    arcs: PathBuf,
    indicator: PathBuf,
    node_labels: PathBuf,
    edge_labels: PathBuf,
}

impl Paths {
    fn new(arcs: &Path) -> Result<Self, FormatError> {
        let name = arcs.file_name().unwrap_or_default().to_string_lossy();
        let Some(dataset) = name.strip_suffix(ARCS) else {
            return Err(FormatError::NotTu { path: arcs.to_owned() });
        };
        let beside = |ending: &str| arcs.with_file_name(format!("{dataset}_{ending}.txt"));
        Ok(Self {
            dataset: dataset.to_owned(),
            arcs: arcs.to_owned(),
            indicator: beside("graph_indicator"),
            node_labels: beside("node_labels"),
            edge_labels: beside("edge_labels"),
        })
    }

    fn all(&self) -> [&Path; 4] {
        [&self.arcs, &self.indicator, &self.node_labels, &self.edge_labels]
    }
}
