//! A stored graph: its description, and the forms in which questions use it.

use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use axum::body::Bytes;
use isocount_core::{Control, View};
use isocount_format::{Entry, Faults, FaultyEntry, Format, KeptAttributes, ReadOptions};
use isocount_session::{Example, LabelFacts, LoadedGraph, Session, Source};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::hexadecimal::hexadecimal;
use crate::problem::Problem;
use crate::settings::Limits;

/// The number of labels that are listed.
const LISTED_LABELS: usize = 12;

/// The number of views that are kept in addition to the graph itself.
const KEPT_VIEWS: usize = 2;

/// Files up to this size are kept, to be read again with attributes when a condition asks for them.
const MOST_KEPT_BYTES: usize = 16 << 20;

/// What a question needs to know about a graph, in addition to labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    /// Nothing.
    Labels,
    /// The properties of atoms.
    Smarts,
    /// The attributes of nodes and edges.
    Attributes,
}

/// Where a graph comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GraphSource {
    /// It is embedded in the program.
    Example,
    /// It was in the folder of the service.
    Folder,
    /// A client sent it.
    Upload,
}

/// A label and its number of occurrences.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LabelNumber {
    /// The label. Nodes and arcs without labels have the label `0`.
    label: String,
    /// The number of nodes or arcs that have it.
    count: usize,
}

/// The description of a graph.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GraphAbout {
    /// Derived from its source, its name and its contents: the same file has the same id.
    pub(crate) id: String,
    /// Its name. It comes from outside: treat it as text, not as markup.
    pub(crate) name: String,
    /// The file that it is in, or the name of the upload; an example has none.
    pub(crate) file: Option<String>,
    /// The number of graphs in this file, including those that could not be read.
    #[schema(minimum = 1)]
    pub(crate) graphs_in_file: usize,
    /// The number of these that could not be read.
    unread_in_file: usize,
    /// The number of nodes.
    nodes: usize,
    /// The number of arcs; an undirected edge is two arcs.
    arcs: usize,
    /// Whether every arc has its reverse.
    pub(crate) undirected: bool,
    /// The most frequent labels of nodes.
    node_labels: Vec<LabelNumber>,
    /// The most frequent labels of arcs.
    edge_labels: Vec<LabelNumber>,
    /// Whether it is a molecule, which SMARTS can be counted in.
    molecule: bool,
    /// Where it comes from.
    pub(crate) source: GraphSource,
}

impl GraphAbout {
    /// Whether this word refers to the graph: its name or its file, and for an example `example:`
    /// and its name.
    pub(super) fn is_called(&self, word: &str) -> bool {
        match (self.source, Example::typed(word)) {
            (GraphSource::Example, Some(name)) => self.name == name,
            // Even if a file has this name: `example:` is reserved.
            (_, Some(_)) => false,
            // Anything that looks like a path is never looked up.
            (_, None) if word.contains(['/', '\\']) => self.name == word,
            (_, None) => self.name == word || self.file.as_deref() == Some(word),
        }
    }
}

/// A file as it was received.
#[derive(Clone)]
pub(crate) struct NamedBytes {
    pub(crate) name: String,
    pub(crate) bytes: Bytes,
}

/// One of the graphs of a file.
#[derive(Clone, Copy)]
pub(crate) struct InFile<'a> {
    pub(crate) file: &'a NamedBytes,
    /// Its position, from 0.
    pub(crate) number: usize,
    /// The number of graphs in the file.
    pub(crate) of: usize,
    /// The number of these that could not be read.
    pub(crate) unread: usize,
}

impl<'a> InFile<'a> {
    /// The only graph of its file.
    pub(crate) fn only(file: &'a NamedBytes) -> Self {
        Self { file, number: 0, of: 1, unread: 0 }
    }
}

/// A graph that was read, and how faults in its file are handled.
pub(crate) struct InMemory {
    pub(crate) graph: LoadedGraph,
    pub(crate) faults: Faults,
}

impl NamedBytes {
    /// 32 hexadecimal digits that cannot be forged for another file. An example and a file with the
    /// same name and contents differ: an upload of the same contents is a separate graph.
    pub(crate) fn id(&self, number: usize, source: GraphSource) -> String {
        let mut digest = Sha256::new();
        if source == GraphSource::Example {
            // No name has this many bytes.
            digest.update(b"example:");
        }
        digest.update((self.name.len() as u64).to_le_bytes());
        digest.update(&self.name);
        digest.update((number as u64).to_le_bytes());
        digest.update(&self.bytes);
        hexadecimal(&digest.finalize()[..16])
    }

    fn source(&self, faults: Faults, limits: &Limits) -> Source<'_> {
        let mut options = ReadOptions::new().with_node_names();
        options.faults = faults;
        let options = options.with_most(limits.nodes, limits.arcs, limits.unpacked_bytes);
        Source::bytes(&self.name, &self.bytes).with_options(options)
    }

    fn is_molecule(&self) -> bool {
        let format = Format::from_path(Path::new(&self.name));
        matches!(format, Some(Format::Smiles | Format::Sdf))
    }

    /// Reads the only graph of the file.
    pub(crate) fn read(&self, limits: &Limits, control: &Control) -> Result<LoadedGraph, Problem> {
        Ok(Session::new().read_graph(self.source(Faults::Refuse, limits), control)?)
    }

    /// Reads all graphs of the file, with the names of those that cannot be read. Unless faults are
    /// kept, one unreadable graph is a problem of the whole file.
    pub(crate) fn read_all(
        &self,
        faults: Faults,
        limits: &Limits,
        control: &Control,
    ) -> Result<Vec<Entry<LoadedGraph>>, Problem> {
        let read = Session::new().read_graphs(self.source(faults, limits), None, control)?;
        let mut problems = read.problems.into_iter();
        if faults != Faults::Keep
            && let Some(problem) = problems.next()
        {
            return Err(problem.into());
        }
        // Unreadable graphs keep their positions, and the problems are in the same order.
        let sorted = |graph: LoadedGraph| {
            if graph.problem().is_none() {
                return Ok(Ok(graph));
            }
            let problem = problems.next().ok_or_else(Problem::bug)?;
            Ok(Err(FaultyEntry::new(graph.name(), problem)))
        };
        read.members.into_iter().map(sorted).collect()
    }
}

/// A stored graph.
pub(crate) struct StoredGraph {
    pub(crate) about: GraphAbout,
    graph: LoadedGraph,
    faults: Faults,
    /// The file, which is read again for SMARTS and for conditions, unless it is large.
    file: Option<NamedBytes>,
    for_smarts: OnceLock<Option<LoadedGraph>>,
    with_attributes: OnceLock<Option<LoadedGraph>>,
    views: Mutex<Vec<LoadedGraph>>,
    /// The approximate memory that it takes.
    pub(crate) bytes: u64,
}

impl StoredGraph {
    /// Builds the description of a graph, in O(nodes + arcs).
    pub(crate) fn new(
        place: InFile<'_>,
        kept: InMemory,
        source: GraphSource,
        control: &Control,
    ) -> Result<Self, Problem> {
        let InFile { file, number, of, unread } = place;
        let InMemory { graph, faults } = kept;
        let facts = graph.facts(control).map_err(|_| Problem::out_of_time())?;
        let named = |labels: &LabelFacts| {
            let listed = labels.most_frequent.iter().take(LISTED_LABELS);
            listed.map(|it| LabelNumber { label: it.label.clone(), count: it.count }).collect()
        };
        let is_small = file.bytes.len() <= MOST_KEPT_BYTES;
        let kept_file = (is_small || file.is_molecule()).then(|| file.clone());
        let about = GraphAbout {
            id: file.id(number, source),
            name: graph.name().to_owned(),
            file: (source != GraphSource::Example).then(|| file.name.clone()),
            graphs_in_file: of,
            unread_in_file: unread,
            nodes: facts.nodes,
            arcs: facts.arcs,
            undirected: facts.one_way == 0,
            node_labels: named(&facts.node_labels),
            edge_labels: named(&facts.edge_labels),
            molecule: file.is_molecule(),
            source,
        };
        let text_bytes = file.bytes.len() as u64;
        // A graph takes 16 bytes per arc and 12 per node; each view that is kept takes the same
        // again.
        let graph_bytes = 16 * facts.arcs as u64 + 12 * facts.nodes as u64;
        let bytes = (1 + KEPT_VIEWS as u64) * graph_bytes + text_bytes;
        let (for_smarts, with_attributes) = (OnceLock::new(), OnceLock::new());
        let (file, views) = (kept_file, Mutex::default());
        Ok(Self { about, graph, faults, file, for_smarts, with_attributes, views, bytes })
    }

    /// The graph as it was read.
    pub(crate) fn plain(&self) -> &LoadedGraph {
        &self.graph
    }

    /// The graph under a view, in a session of its own for the patterns of one request.
    pub(crate) fn asked(
        &self,
        view: View,
        needs: Needs,
        limits: &Limits,
        control: &Control,
    ) -> Result<(Session, LoadedGraph), Problem> {
        let again = match needs {
            Needs::Labels => None,
            Needs::Smarts => self.read_for_smarts(limits, control),
            Needs::Attributes => self.read_with_attributes(limits, control),
        };
        let seen = match again {
            Some(graph) => graph.clone().seen_through(view, control),
            None if view.is_plain() => Ok(self.graph.clone()),
            None => self.seen_through(view, control),
        };
        Ok(seen.map_err(|_| Problem::out_of_time())?.apart())
    }

    /// Views are kept: applying one is O(arcs), and a question may take far less.
    fn seen_through(
        &self,
        view: View,
        control: &Control,
    ) -> Result<LoadedGraph, isocount_core::Cancelled> {
        let lock = || self.views.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().iter().find(|graph| graph.view() == view).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let seen = self.graph.clone().seen_through(view, control)?;
        let mut views = lock();
        if views.len() >= KEPT_VIEWS {
            views.remove(0);
        }
        views.push(seen.clone());
        Ok(seen)
    }

    /// The molecule with the labels that SMARTS need.
    fn read_for_smarts(&self, limits: &Limits, control: &Control) -> Option<&LoadedGraph> {
        let file = self.file.as_ref().filter(|_| self.about.molecule)?;
        let read = || {
            let source = file.source(self.faults, limits).for_smarts();
            let graphs = Session::new().read_graphs(source, None, control).ok()?.members;
            graphs.into_iter().find(|graph| graph.name() == self.about.name)
        };
        self.for_smarts.get_or_init(read).as_ref()
    }

    /// The graph with the attributes of its nodes and edges.
    fn read_with_attributes(&self, limits: &Limits, control: &Control) -> Option<&LoadedGraph> {
        let file = self.file.as_ref()?;
        let read = || {
            let source = file.source(self.faults, limits).with_attributes(KeptAttributes::All);
            let graphs = Session::new().read_graphs(source, None, control).ok()?.members;
            graphs.into_iter().find(|graph| graph.name() == self.about.name)
        };
        self.with_attributes.get_or_init(read).as_ref()
    }
}
