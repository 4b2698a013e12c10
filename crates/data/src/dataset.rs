//! A data set in memory, and reading it from its folder.
//!
//! ```text
//! dataset.toml    what it is, how it was made, what its counts mean
//! patterns.bin    the patterns
//! graphs.bin      the graphs, each stored once
//! triples.bin     (pattern, graph, count), by number
//! SHA256SUMS      the checksums of these four
//! splits/*.split  who trains and who tests; each file has its own checksum
//! ```

use std::path::{Path, PathBuf};

use isocount_core::{Pattern, Semantics, View};
use serde::Deserialize;

use crate::about::LAYOUT;
use crate::checksum::{self, Checksums};
use crate::graph_record::LabelLimits;
use crate::{About, DataError, GraphStore, Sizes, Triple, triple_record};

pub(crate) const ABOUT: &str = "dataset.toml";
pub(crate) const PATTERNS: &str = "patterns.bin";
pub(crate) const GRAPHS: &str = "graphs.bin";
pub(crate) const TRIPLES: &str = "triples.bin";

/// The files with checksums, in the order of their list.
pub(crate) const FILES: [&str; 4] = [ABOUT, PATTERNS, GRAPHS, TRIPLES];

/// A pattern and what to call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPattern {
    /// The name.
    pub name: String,
    /// The pattern.
    pub pattern: Pattern,
}

/// Patterns, graphs, and how often the ones occur in the others.
#[derive(Clone, Debug)]
pub struct Dataset {
    folder: PathBuf,
    about: About,
    semantics: Semantics,
    view: View,
    patterns: Vec<NamedPattern>,
    graphs: GraphStore,
    triples: Vec<Triple>,
    checksum: String,
    triples_checksum: String,
}

impl Dataset {
    /// Reads a folder and checks every byte of it, but for the splits, which are checked when they
    /// are read.
    ///
    /// # Errors
    /// If the folder is no data set, is not finished, is damaged, or was made by a later version.
    pub fn read(folder: &Path) -> Result<Self, DataError> {
        let not_here = || DataError::NotADataset { path: folder.to_owned() };
        if !folder.join(checksum::LIST).exists() {
            return Err(if crate::workshop::place_beside(folder).is_some_and(|it| it.exists()) {
                DataError::Unfinished { path: folder.to_owned() }
            } else if folder.join(ABOUT).exists() {
                let list = folder.join(checksum::LIST);
                DataError::damaged(&list, "the file is missing")
            } else {
                not_here()
            });
        }
        check_layout(folder)?;
        let sums = Checksums::read(folder, &FILES)?;
        let path = folder.join(ABOUT);
        let text = sums.read_file(folder, ABOUT)?;
        let text = String::from_utf8_lossy(&text);
        let about: About = toml::from_str(&text)
            .map_err(|problem| DataError::damaged(&path, problem.message().to_owned()))?;
        let unknown = || DataError::damaged(&path, "the meaning of the counts is not known");
        let semantics = about.meaning.semantics().ok_or_else(unknown)?;
        let view = about.meaning.view().ok_or_else(unknown)?;
        let limits = LabelLimits {
            nodes: about.labels.nodes.len() as u32,
            edges: about.labels.edges.len() as u32,
        };
        let store = |file: &str| {
            let bytes = sums.read_file(folder, file)?;
            GraphStore::from_file(bytes, &folder.join(file), limits)
        };
        let patterns = unpack_patterns(&store(PATTERNS)?, &folder.join(PATTERNS))?;
        let graphs = store(GRAPHS)?;
        let bytes = sums.read_file(folder, TRIPLES)?;
        let triples = triple_record::read_file(&bytes, &folder.join(TRIPLES), &about.sizes)?;
        let dataset = Self {
            folder: folder.to_owned(),
            about,
            semantics,
            view,
            patterns,
            graphs,
            triples,
            checksum: checksum::of(sums.to_text().as_bytes()),
            triples_checksum: sums.of_file(TRIPLES).unwrap_or_default().to_owned(),
        };
        dataset.check_sizes(&path)?;
        Ok(dataset)
    }

    fn check_sizes(&self, path: &Path) -> Result<(), DataError> {
        let Self { about, patterns, graphs, triples, .. } = self;
        let found = Sizes::of(patterns.len(), graphs.len(), triples);
        if found == about.sizes {
            return Ok(());
        }
        Err(DataError::damaged(path, format!("the sizes are {found:?}, not {:?}", about.sizes)))
    }

    /// The folder it was read from.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What it is and how it was made.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// What the counts count.
    #[must_use]
    pub fn semantics(&self) -> Semantics {
        self.semantics
    }

    /// Under which view of patterns and graphs they were counted.
    #[must_use]
    pub fn view(&self) -> View {
        self.view
    }

    /// The patterns.
    #[must_use]
    pub fn patterns(&self) -> &[NamedPattern] {
        &self.patterns
    }

    /// The graphs.
    #[must_use]
    pub fn graphs(&self) -> &GraphStore {
        &self.graphs
    }

    /// The triples, test triples among them: for describing a data set, not for training.
    /// [`TrainingSet`](crate::TrainingSet) is for training.
    #[must_use]
    pub fn triples(&self) -> &[Triple] {
        &self.triples
    }

    /// The checksum of the data set: of everything in its folder but the splits. Two data sets with
    /// the same checksum are the same, byte by byte.
    #[must_use]
    pub fn checksum(&self) -> &str {
        &self.checksum
    }

    /// By which a split knows what it divides.
    pub(crate) fn triples_checksum(&self) -> &str {
        &self.triples_checksum
    }
}

/// A later layout may have other files, so it is looked at before the checksums.
fn check_layout(folder: &Path) -> Result<(), DataError> {
    #[derive(Deserialize)]
    struct Layout {
        layout: u32,
    }
    let path = folder.join(ABOUT);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    match toml::from_str::<Layout>(&text) {
        Ok(Layout { layout }) if layout > LAYOUT => {
            Err(DataError::Newer { path, found: layout, known: LAYOUT })
        }
        // Whatever else is wrong with the file, its checksum says it better.
        _ => Ok(()),
    }
}

fn unpack_patterns(store: &GraphStore, path: &Path) -> Result<Vec<NamedPattern>, DataError> {
    let unpack = |named: isocount_format::NamedGraph| match Pattern::try_from(named.graph) {
        Ok(pattern) => Ok(NamedPattern { name: named.name, pattern }),
        Err(problem) => Err(DataError::damaged(path, problem.to_string())),
    };
    store.iter().map(unpack).collect()
}
