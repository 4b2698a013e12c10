//! A data set in memory, and reading it from its folder.
//!
//! ```text
//! dataset.toml    what it is, how it was made, what its counts mean
//! patterns.bin    the patterns
//! graphs.bin      the graphs, each stored once
//! triples.bin     (pattern, graph, count), by number
//! SHA256SUMS      the checksums of these four
//! splits/*.split  which triples are for training and which for testing; each file has its own
//!                 checksum
//! ```
//!
//! The meaning of the counts may ignore labels or directions. The files keep them;
//! [`Dataset::patterns`] and [`Dataset::graph`] return patterns and graphs as the counts see them.

use std::path::{Path, PathBuf};

use isocount_core::{Cancelled, Control, LabeledGraph, Meaning, Pattern, Semantics, Task};
use isocount_record::{Question, Record, Subject};
use serde::Deserialize;

use crate::about::LAYOUT;
use crate::checksum::{self, Checksums};
use crate::graph_record::LabelLimits;
use crate::{About, DataError, GraphStore, Sizes, Triple, regular_file, seen, triple_record};

pub(crate) const ABOUT: &str = "dataset.toml";
pub(crate) const PATTERNS: &str = "patterns.bin";
pub(crate) const GRAPHS: &str = "graphs.bin";
pub(crate) const TRIPLES: &str = "triples.bin";

/// The files with checksums, in the order of their list.
pub(crate) const FILES: [&str; 4] = [ABOUT, PATTERNS, GRAPHS, TRIPLES];

/// A pattern and its name.
///
/// ```
/// use isocount_core::{Label, LabeledGraph, Pattern};
/// use isocount_data::NamedPattern;
///
/// let mut builder = LabeledGraph::builder();
/// let (carbon, oxygen) = (builder.node(Label(0)), builder.node(Label(1)));
/// builder.undirected_edge(carbon, oxygen, Label(0));
/// let pattern = Pattern::try_from(builder.build()?)?;
/// let named = NamedPattern { name: "C=O".to_owned(), pattern };
/// assert_eq!((named.name.as_str(), named.pattern.num_nodes()), ("C=O", 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPattern {
    /// The name.
    pub name: String,
    /// The pattern.
    pub pattern: Pattern,
}

/// Patterns, graphs, and the counts of the patterns in the graphs.
///
/// ```
/// # use std::num::NonZeroUsize;
/// # use isocount_core::Control;
/// # use isocount_count::Exact;
/// # use isocount_data::{Making, Synthetic};
/// # let (folder, control) = (tempfile::tempdir()?, Control::NONE);
/// # let making = Making { counter: &Exact::new(), threads: NonZeroUsize::MIN, control: &control };
/// # let small = folder.path().join("small");
/// # Synthetic::Small.generate(&small, 0, Some(200), making)?;
/// use isocount_core::{Budget, Counter};
/// use isocount_data::Dataset;
///
/// // 200 triples of SMALL.
/// let dataset = Dataset::read(&small, &control)?;
/// assert_eq!(dataset.triples().len(), 200);
///
/// // Is its first count right?
/// let triple = dataset.triples()[0];
/// let pattern = &dataset.patterns()[triple.pattern as usize].pattern;
/// let graph = dataset.graph(triple.graph as usize);
/// let answer =
///     Exact::new().count(pattern, &graph, dataset.semantics(), &Budget::UNLIMITED)?;
/// assert_eq!(answer.exact(), triple.truth.exact());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dataset {
    folder: PathBuf,
    about: About,
    raw_patterns: Vec<NamedPattern>,
    /// The patterns under the view; `None` if the view changes none of them.
    seen_patterns: Option<Vec<NamedPattern>>,
    graphs: GraphStore,
    triples: Vec<Triple>,
    checksum: String,
    triples_checksum: String,
}

/// Reads `dataset.toml` without checking anything; `None` if it cannot be read.
pub(crate) fn peek_about(folder: &Path) -> Option<About> {
    let text = regular_file::read(&folder.join(ABOUT), &Control::NONE, |_| {}).ok()?;
    toml::from_str(&String::from_utf8_lossy(&text)).ok()
}

impl Dataset {
    /// Reads a folder and checks every byte of it except the splits, which are checked when they
    /// are read. The control counts bytes.
    ///
    /// # Errors
    /// If the folder is not a data set, is not finished, is damaged, or was made by a later
    /// version, or if the work was cancelled.
    pub fn read(folder: &Path, control: &Control) -> Result<Self, DataError> {
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
        let len = |file| std::fs::metadata(folder.join(file)).map_or(0, |it| it.len());
        let total = FILES.into_iter().map(len).sum();
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        control.begin(Task::Reading, &name, Some(total));
        let sums = Checksums::read(folder, &FILES)?;
        let path = folder.join(ABOUT);
        let text = sums.read_file(folder, ABOUT, control)?;
        let text = String::from_utf8_lossy(&text);
        let about: About = toml::from_str(&text)
            .map_err(|problem| DataError::damaged(&path, problem.message().to_owned()))?;
        let limits = LabelLimits {
            nodes: about.labels.nodes.len() as u32,
            edges: about.labels.edges.len() as u32,
        };
        let store = |file: &str| {
            let bytes = sums.read_file(folder, file, control)?;
            GraphStore::from_file(bytes, &folder.join(file), limits, control)
        };
        let raw_patterns = unpack_patterns(&store(PATTERNS)?, &folder.join(PATTERNS))?;
        let graphs = store(GRAPHS)?;
        let bytes = sums.read_file(folder, TRIPLES, control)?;
        let triples =
            triple_record::read_file(&bytes, &folder.join(TRIPLES), &about.sizes, control)?;
        let dataset = Self {
            folder: folder.to_owned(),
            seen_patterns: seen::patterns(&raw_patterns, about.meaning.view),
            about,
            raw_patterns,
            graphs,
            triples,
            checksum: checksum::of(sums.to_text().as_bytes(), control)?,
            triples_checksum: sums.of_file(TRIPLES).unwrap_or_default().to_owned(),
        };
        dataset.check_sizes(&path)?;
        Ok(dataset)
    }

    fn check_sizes(&self, path: &Path) -> Result<(), DataError> {
        let Self { about, raw_patterns, graphs, triples, .. } = self;
        let found = Sizes::of(raw_patterns.len(), graphs.len(), triples);
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

    /// What the data set is and how it was made.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// What the counts count, and under which view.
    #[must_use]
    pub fn meaning(&self) -> Meaning {
        self.about.meaning
    }

    /// What the counts count.
    #[must_use]
    pub fn semantics(&self) -> Semantics {
        self.about.meaning.semantics
    }

    /// The patterns as the counts see them: without what the meaning ignores.
    #[must_use]
    pub fn patterns(&self) -> &[NamedPattern] {
        self.seen_patterns.as_ref().unwrap_or(&self.raw_patterns)
    }

    /// The patterns as they are in the files, to show or export them.
    #[must_use]
    pub fn raw_patterns(&self) -> &[NamedPattern] {
        &self.raw_patterns
    }

    /// How many graphs there are.
    #[must_use]
    pub fn num_graphs(&self) -> usize {
        self.graphs.len()
    }

    /// The name of a graph.
    ///
    /// # Panics
    /// If there is no such graph, like a slice index.
    #[must_use]
    pub fn graph_name(&self, ix: usize) -> &str {
        self.graphs.name(ix)
    }

    /// Unpacks a graph as the counts see it: without what the meaning ignores.
    ///
    /// # Panics
    /// If there is no such graph, like a slice index.
    #[must_use]
    pub fn graph(&self, ix: usize) -> LabeledGraph {
        self.graph_with(ix, &Control::NONE).expect("the control cannot be cancelled")
    }

    /// Like [`graph`](Self::graph), but cancellable, for very large graphs.
    ///
    /// # Errors
    /// If the work was cancelled.
    ///
    /// # Panics
    /// If there is no such graph, like a slice index.
    pub fn graph_with(&self, ix: usize, control: &Control) -> Result<LabeledGraph, Cancelled> {
        seen::graph(&self.graphs, ix, self.about.meaning.view, control)
    }

    /// The graphs as they are in the files, to show or export them.
    #[must_use]
    pub fn raw_graphs(&self) -> &GraphStore {
        &self.graphs
    }

    /// All triples, including test triples: for describing a data set, not for training. Use
    /// [`TrainingSet`](crate::TrainingSet) for training.
    #[must_use]
    pub fn triples(&self) -> &[Triple] {
        &self.triples
    }

    /// A triple as an answered question. Its method is the source of this data set's ground truth.
    ///
    /// # Panics
    /// If there is no such triple, like a slice index.
    #[must_use]
    pub fn record(&self, triple: usize) -> Record {
        let Triple { pattern, graph, truth } = self.triples[triple];
        Record::new(
            Subject::named(&self.raw_patterns[pattern as usize].name),
            Subject::named(self.graph_name(graph as usize)),
            Question::new(self.meaning(), self.about.truth.as_str()),
            truth.into(),
        )
    }

    /// The checksum of everything in the folder except the splits. Two data sets with the same
    /// checksum are identical byte by byte.
    #[must_use]
    pub fn checksum(&self) -> &str {
        &self.checksum
    }

    /// The checksum by which a split identifies the data set that it divides.
    pub(crate) fn triples_checksum(&self) -> &str {
        &self.triples_checksum
    }
}

/// Checks the layout before the checksums, since a later layout may have other files.
fn check_layout(folder: &Path) -> Result<(), DataError> {
    #[derive(Deserialize)]
    struct Layout {
        layout: u32,
    }
    let path = folder.join(ABOUT);
    let text = regular_file::read(&path, &Control::NONE, |_| {}).unwrap_or_default();
    match toml::from_str::<Layout>(&String::from_utf8_lossy(&text)) {
        Ok(Layout { layout }) if layout > LAYOUT => {
            Err(DataError::Newer { path, found: layout, known: LAYOUT })
        }
        // Any other problem with the file is reported by its checksum.
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
