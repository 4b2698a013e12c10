//! Patterns and graphs that a session has read.

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use isocount_core::{Cancelled, Control, Directions, Label, LabeledGraph, NotRead, Pattern, View};
use isocount_format::{
    Format, LabelNames, NamedGraph, NamedPattern, NodeTitles, Smarts, WriteError, write_notation,
    write_pattern_named,
};
use isocount_record::Subject;

use crate::content_hash::{content_hash, pattern_hash, unread_hash};

/// The names of labels that all patterns and graphs of a session share.
pub(crate) type SharedNames = Arc<RwLock<LabelNames>>;

/// Sees every arc in both directions.
const UNDIRECTED: View = View { directions: Directions::Ignore, ..View::PLAIN };

/// A graph that can be asked about. Clones share it.
#[derive(Clone, Debug)]
pub struct LoadedGraph {
    name: Arc<str>,
    graph: Arc<LabeledGraph>,
    node_names: Arc<NodeTitles>,
    is_for_smarts: bool,
    view: View,
    names: SharedNames,
    /// Why it could not be read, if it only stands for what should be there.
    problem: Option<Arc<str>>,
}

/// A pattern that can be asked about. Clones share it.
///
/// ```
/// use isocount_core::Control;
/// use isocount_format::Notation;
/// use isocount_session::{Session, Source};
///
/// let typed = Source::text(Notation::Text, "a-b-c-a");
/// let pattern = Session::new().read_pattern(typed, &Control::NONE)?.with_name("triangle");
/// assert_eq!(pattern.name(), "triangle");
/// assert_eq!((pattern.pattern().num_nodes(), pattern.pattern().num_arcs()), (3, 6));
/// assert_eq!(pattern.node_names().expect("they were typed"), ["a", "b", "c"]);
/// # Ok::<(), isocount_session::SessionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LoadedPattern {
    name: Arc<str>,
    pattern: Arc<Pattern>,
    node_names: Option<Arc<[String]>>,
    smarts: Option<Arc<Conditions>>,
    view: View,
    names: SharedNames,
    /// Why it could not be read, if it only stands for what should be there.
    problem: Option<Arc<str>>,
}

/// SMARTS, and the pattern that they were among so many labels of nodes, if there were molecules.
#[derive(Debug)]
struct Conditions {
    smarts: Smarts,
    latest: Mutex<(usize, Option<Arc<Pattern>>)>,
}

/// SMARTS were asked about a graph whose labels do not say what SMARTS ask: it is no molecule, or
/// was not read
/// [for SMARTS](crate::Source::for_smarts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "SMARTS are compared with molecules (SMILES or SDF), and this graph was not read as a molecule for SMARTS"
)]
pub struct NoMolecules;

fn check_read(kind: &'static str, problem: Option<&Arc<str>>) -> Result<(), NotRead> {
    problem.map_or(Ok(()), |problem| Err(NotRead::new(kind, Arc::clone(problem))))
}

impl LoadedGraph {
    pub(crate) fn new(name: &str, graph: LabeledGraph, names: &SharedNames) -> Self {
        let (graph, names) = (Arc::new(graph), Arc::clone(names));
        let (node_names, view) = (Arc::default(), View::default());
        // A molecule that is read for SMARTS has such labels on all its nodes.
        let is_for_smarts = graph.nodes().next().is_none_or(|node| {
            let names = names.read().unwrap_or_else(PoisonError::into_inner);
            names.node_text(graph.node_label(node)).is_some_and(Smarts::knows_label)
        });
        let (name, problem) = (name.into(), None);
        Self { name, graph, node_names, is_for_smarts, view, names, problem }
    }

    /// A graph that could not be read, for this reason. It has its name and its place among others,
    /// and no nodes; every question about it is answered with the reason.
    ///
    /// ```
    /// use isocount_core::{Control, Meaning, Semantics};
    /// use isocount_format::Notation;
    /// use isocount_session::{Ask, LoadedGraph, Method, Session, Source};
    ///
    /// let edge = Source::text(Notation::Text, "a-b");
    /// let edge = Session::new().read_pattern(edge, &Control::NONE)?;
    /// let lost = LoadedGraph::unread("lost", "lost.gml:3:1: found `]`");
    /// let ask = Ask::new(Meaning::plain(Semantics::Homomorphism), Method::exact());
    /// let record = ask.count(&edge, &lost, &Control::NONE);
    /// assert!(record.to_json().contains(r#""answer":"none""#));
    /// assert!(record.to_json().contains("the graph could not be read: lost.gml:3:1: found `]`"));
    /// # Ok::<(), isocount_session::SessionError>(())
    /// ```
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "without arcs, nothing can be wrong")]
    pub fn unread(name: &str, problem: &str) -> Self {
        let empty = LabeledGraph::builder().build().expect("there is no arc that could be wrong");
        let empty = Self::new(name, empty, &SharedNames::default());
        Self { problem: Some(problem.into()), ..empty }
    }

    /// Why it could not be read; nothing if it was.
    #[must_use]
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Fails if it [could not be read](Self::unread).
    ///
    /// # Errors
    /// The reason.
    pub fn check_read(&self) -> Result<(), NotRead> {
        check_read("graph", self.problem.as_ref())
    }

    /// As a file gives it.
    pub(crate) fn read(read: NamedGraph, names: &SharedNames) -> Self {
        let NamedGraph { name, graph, node_names } = read;
        Self { node_names: Arc::new(node_names), ..Self::new(&name, graph, names) }
    }

    /// The same graph under another name.
    #[must_use]
    pub fn with_name(self, name: &str) -> Self {
        Self { name: name.into(), ..self }
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its nodes are called: their numbers, unless their names were
    /// [asked for](isocount_format::ReadOptions::with_node_names) when it was read.
    #[must_use]
    pub fn node_names(&self) -> &NodeTitles {
        &self.node_names
    }

    /// Whether SMARTS can be asked about it: a molecule that was read [for
    /// SMARTS](crate::Source::for_smarts), or a graph without nodes.
    #[must_use]
    pub fn is_for_smarts(&self) -> bool {
        self.is_for_smarts
    }

    /// The graph, seen through the [view](Self::view).
    #[must_use]
    pub fn graph(&self) -> &Arc<LabeledGraph> {
        &self.graph
    }

    /// What was left out of it already.
    #[must_use]
    pub fn view(&self) -> View {
        self.view
    }

    /// The same graph seen through a view. For many questions under one view, apply it
    /// once; an [`Ask`](crate::Ask) applies what is missing.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn seen_through(self, view: View, control: &Control) -> Result<Self, Cancelled> {
        if view == self.view {
            return Ok(self);
        }
        let graph = Arc::new(view.apply_with(&self.graph, control)?);
        Ok(Self { graph, view, ..self })
    }

    /// The same graph with every arc in both directions. Unlike a view, this is what the graph has
    /// from now on.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn undirected(self, control: &Control) -> Result<Self, Cancelled> {
        let graph = Arc::new(UNDIRECTED.apply_with(&self.graph, control)?);
        Ok(Self { graph, ..self })
    }

    /// The names of all labels of its session.
    #[must_use]
    pub fn label_names(&self) -> LabelNames {
        self.names.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The same graph in a session of its own that knows its labels. Patterns read there leave no
    /// trace in the session that has read the graph: a service that keeps a graph reads the
    /// patterns of strangers apart.
    ///
    /// ```
    /// use isocount_core::{Control, Meaning, Semantics, Unit};
    /// use isocount_format::Notation;
    /// use isocount_session::{Ask, Method, Session, Source};
    ///
    /// let mut kept = Session::new();
    /// let graph = kept.read_graph(Source::text(Notation::Text, "a:C-b:O"), &Control::NONE)?;
    /// let (mut session, graph) = graph.apart();
    /// let pattern = session.read_pattern(Source::text(Notation::Text, "x:Xe-y:O"), &Control::NONE)?;
    /// let ask = Ask::new(Meaning::plain(Semantics::Homomorphism), Method::exact());
    /// let record = ask.count(&pattern, &graph, &Control::NONE);
    /// assert!(record.zero_reason.unwrap().contains("Xe"));
    /// assert_eq!(kept.labels().num_node_labels(), 2);
    /// # Ok::<(), isocount_session::SessionError>(())
    /// ```
    #[must_use]
    pub fn apart(&self) -> (crate::Session, Self) {
        let names: SharedNames = Arc::new(RwLock::new(self.label_names()));
        (crate::Session::sharing(&names), Self { names, ..self.clone() })
    }

    pub(crate) fn shared(&self) -> &Arc<LabeledGraph> {
        &self.graph
    }

    /// The same with other numbers of labels, which have these names.
    pub(crate) fn relabelled(&self, graph: Arc<LabeledGraph>, names: SharedNames) -> Self {
        Self { graph, names, ..self.clone() }
    }

    /// Another graph with labels of the same session, seen through the same view.
    pub(crate) fn part(&self, name: &str, graph: LabeledGraph, node_names: NodeTitles) -> Self {
        let (graph, node_names) = (Arc::new(graph), Arc::new(node_names));
        Self { name: name.into(), graph, node_names, ..self.clone() }
    }

    /// A checksum of its contents: equal for equal graphs, wherever they were read from. O(arcs).
    /// All graphs that could not be read have the same.
    #[must_use]
    pub fn content_hash(&self) -> String {
        if self.problem.is_some() {
            return unread_hash();
        }
        content_hash(&self.graph, &self.names.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// As a record names it, with its checksum.
    #[must_use]
    pub fn to_subject(&self) -> Subject {
        Subject { name: self.name().to_owned(), hash: Some(self.content_hash()) }
    }

    pub(crate) fn names(&self) -> &SharedNames {
        &self.names
    }
}

impl LoadedPattern {
    pub(crate) fn new(name: &str, pattern: Pattern, names: &SharedNames) -> Self {
        let (pattern, names) = (Arc::new(pattern), Arc::clone(names));
        let (node_names, smarts, view) = (None, None, View::default());
        let (name, problem) = (name.into(), None);
        Self { name, pattern, node_names, smarts, view, names, problem }
    }

    /// A pattern that could not be read, for this reason, as [`LoadedGraph::unread`]. It has one
    /// node, because there is no pattern without.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "without arcs, nothing can be wrong")]
    pub fn unread(name: &str, problem: &str) -> Self {
        let mut builder = Pattern::builder();
        builder.node(Label(0));
        let pattern = builder.build().expect("a node and no arc that could be wrong");
        let pattern = Self::new(name, pattern, &SharedNames::default());
        Self { problem: Some(problem.into()), ..pattern }
    }

    /// Why it could not be read; nothing if it was.
    #[must_use]
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Fails if it [could not be read](Self::unread).
    ///
    /// # Errors
    /// The reason.
    pub fn check_read(&self) -> Result<(), NotRead> {
        check_read("pattern", self.problem.as_ref())
    }

    /// As a file gives it.
    pub(crate) fn read(read: NamedPattern, names: &SharedNames) -> Self {
        let NamedPattern { name, pattern, node_names, smarts, .. } = read;
        let smarts = smarts.map(|smarts| Arc::new(Conditions { smarts, latest: Mutex::default() }));
        let node_names = node_names.map(Arc::from);
        Self { node_names, smarts, ..Self::new(&name, pattern, names) }
    }

    /// Whether it is SMARTS.
    #[must_use]
    pub fn is_smarts(&self) -> bool {
        self.smarts.is_some()
    }

    /// The same pattern [as it is now](Self::up_to_date), for a graph that SMARTS can be asked
    /// about or not.
    pub(crate) fn beside(self, is_for_smarts: bool) -> Result<Self, NoMolecules> {
        if self.is_smarts() && !is_for_smarts {
            return Err(NoMolecules);
        }
        self.up_to_date()
    }

    /// The same pattern as it is now: the sets of SMARTS are among the labels of all molecules that
    /// were read until now.
    ///
    /// # Errors
    /// If it is SMARTS, and no molecules were read [for SMARTS](crate::Source::for_smarts).
    pub fn up_to_date(self) -> Result<Self, NoMolecules> {
        let Some(conditions) = &self.smarts else { return Ok(self) };
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        let mut latest = conditions.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if latest.0 != names.num_node_labels() {
            *latest = (names.num_node_labels(), conditions.smarts.pattern(&names).map(Arc::new));
        }
        let plain = Self {
            pattern: latest.1.clone().ok_or(NoMolecules)?,
            view: View::default(),
            ..self.clone()
        };
        Ok(plain.seen_through(self.view))
    }

    /// The same pattern under another name.
    #[must_use]
    pub fn with_name(self, name: &str) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The same with names for its nodes.
    #[must_use]
    pub fn with_node_names(self, node_names: impl IntoIterator<Item = String>) -> Self {
        Self { node_names: Some(node_names.into_iter().collect()), ..self }
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its nodes are called, if they were given names.
    #[must_use]
    pub fn node_names(&self) -> Option<&[String]> {
        self.node_names.as_deref()
    }

    /// The pattern, seen through the [view](Self::view). SMARTS are among the labels that were
    /// known when they were read; an [`Ask`](crate::Ask) brings them [up to
    /// date](Self::up_to_date).
    #[must_use]
    pub fn pattern(&self) -> &Arc<Pattern> {
        &self.pattern
    }

    /// What was left out of it already.
    #[must_use]
    pub fn view(&self) -> View {
        self.view
    }

    /// The same pattern seen through a view.
    #[must_use]
    pub fn seen_through(self, view: View) -> Self {
        if view == self.view {
            return self;
        }
        let pattern = Arc::new(view.apply_to_pattern(&self.pattern));
        Self { pattern, view, ..self }
    }

    /// The same pattern with every arc in both directions. Unlike a view, this is what it has from
    /// now on.
    #[must_use]
    pub fn undirected(self) -> Self {
        let pattern = Arc::new(UNDIRECTED.apply_to_pattern(&self.pattern));
        Self { pattern, ..self }
    }

    /// Writes it in a format. In the notation, nodes keep their names.
    ///
    /// # Errors
    /// If the format cannot express the pattern, writing fails, or it is cancelled.
    pub fn write(
        &self,
        format: Format,
        out: &mut dyn Write,
        control: &Control,
    ) -> Result<(), WriteError> {
        self.write_named(format, Path::new(""), out, control)
    }

    /// The same as the contents of a file of this name: see [`isocount_format::write_named`].
    pub(crate) fn write_named(
        &self,
        format: Format,
        file: &Path,
        out: &mut dyn Write,
        control: &Control,
    ) -> Result<(), WriteError> {
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        if format == Format::Text {
            return write_notation(&self.pattern, self.node_names(), &names, out, control);
        }
        write_pattern_named(&self.pattern, &names, format, file, out, control)
    }

    /// A checksum of its contents. All patterns that could not be read have the same.
    #[must_use]
    pub fn content_hash(&self) -> String {
        if self.problem.is_some() {
            return unread_hash();
        }
        let current = self.clone().up_to_date();
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        pattern_hash(&current.as_ref().unwrap_or(self).pattern, &names)
    }

    /// As a record names it, with its checksum.
    #[must_use]
    pub fn to_subject(&self) -> Subject {
        Subject { name: self.name().to_owned(), hash: Some(self.content_hash()) }
    }

    pub(crate) fn names(&self) -> &SharedNames {
        &self.names
    }
}
