//! Patterns and graphs read by a session.

mod attributes;

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use isocount_core::{
    AttributedGraph, Cancelled, ConditionalPattern, Control, Directions, Label, LabeledGraph,
    NotRead, Pattern, View,
};
use isocount_format::{
    Format, LabelNames, NamedGraph, NamedPattern, NodeTitles, Smarts, WriteError,
    write_conditional, write_notation, write_pattern_named,
};
use isocount_record::Subject;

use crate::content_hash::{attributed_hash, content_hash, pattern_hash, unread_hash};

/// The names of labels that all patterns and graphs of a session share.
pub(crate) type SharedNames = Arc<RwLock<LabelNames>>;

/// Adds the reverse of every arc.
const UNDIRECTED: View = View { directions: Directions::Ignore, ..View::PLAIN };

/// A graph that can be counted in. Clones share the data.
#[derive(Clone, Debug)]
pub struct LoadedGraph {
    name: Arc<str>,
    graph: Arc<LabeledGraph>,
    node_names: Arc<NodeTitles>,
    is_for_smarts: bool,
    view: View,
    names: SharedNames,
    /// The graph with its attributes, if they were kept; not seen through the view.
    attributes: Option<Arc<AttributedGraph>>,
    /// Why it could not be read, if it is a placeholder.
    problem: Option<Arc<str>>,
}

/// A pattern that can be counted. Clones share the data.
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
    /// The pattern with its conditions on attributes, if it has any; not seen through the view.
    /// `pattern` then has labels in their place that no graph has.
    conditions: Option<Arc<ConditionalPattern>>,
    view: View,
    names: SharedNames,
    /// Why it could not be read, if it is a placeholder.
    problem: Option<Arc<str>>,
}

/// SMARTS, and the latest pattern for them with the number of node labels that it was computed
/// from. There is no pattern without molecules.
#[derive(Debug)]
struct Conditions {
    smarts: Smarts,
    latest: Mutex<(usize, Option<Arc<Pattern>>)>,
}

/// SMARTS cannot be matched with a graph whose labels lack the required properties: it is not a
/// molecule, or was not read [for SMARTS](crate::Source::for_smarts).
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
        // A molecule that was read for SMARTS has such labels on all its nodes.
        let is_for_smarts = graph.nodes().next().is_none_or(|node| {
            let names = names.read().unwrap_or_else(PoisonError::into_inner);
            names.node_text(graph.node_label(node)).is_some_and(Smarts::knows_label)
        });
        let (name, problem) = (name.into(), None);
        let attributes = None;
        Self { name, graph, node_names, is_for_smarts, view, names, attributes, problem }
    }

    /// A placeholder for a graph that could not be read because of `problem`. It has a name and a
    /// position among others, and no nodes; the answer to every question about it is the reason.
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

    /// Why it could not be read; `None` if it was read.
    #[must_use]
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Returns an error if the graph [could not be read](Self::unread).
    ///
    /// # Errors
    /// The reason.
    pub fn check_read(&self) -> Result<(), NotRead> {
        check_read("graph", self.problem.as_ref())
    }

    /// Converts a graph from a file.
    pub(crate) fn read(read: NamedGraph, names: &SharedNames) -> Self {
        let NamedGraph { name, graph, node_names, attributes } = read;
        let (node_names, attributes) = (Arc::new(node_names), attributes.map(Arc::from));
        Self { node_names, attributes, ..Self::new(&name, graph, names) }
    }

    /// Renames the graph.
    #[must_use]
    pub fn with_name(self, name: &str) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name, shared.
    #[must_use]
    pub fn shared_name(&self) -> Arc<str> {
        Arc::clone(&self.name)
    }

    /// The names of the nodes: their numbers, unless names were
    /// [requested](isocount_format::ReadOptions::with_node_names) when the graph was read.
    #[must_use]
    pub fn node_names(&self) -> &NodeTitles {
        &self.node_names
    }

    /// Whether SMARTS can be matched with it: it is a molecule that was read [for
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

    /// What the view already ignores.
    #[must_use]
    pub fn view(&self) -> View {
        self.view
    }

    /// The graph seen through a view. For many questions under one view, apply it once; an
    /// [`Ask`](crate::Ask) applies whatever is missing.
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

    /// Adds the reverse of every arc. Unlike with a view, the arcs become part of the graph.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn undirected(self, control: &Control) -> Result<Self, Cancelled> {
        let graph = Arc::new(UNDIRECTED.apply_with(&self.graph, control)?);
        let undirected = |it: &Arc<AttributedGraph>| it.undirected(control).map(Arc::new);
        let attributes = self.attributes.as_ref().map(undirected).transpose()?;
        Ok(Self { graph, attributes, ..self })
    }

    /// The names of all labels of its session.
    #[must_use]
    pub fn label_names(&self) -> LabelNames {
        self.names.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The graph in a separate session that knows its labels. Patterns read there do not affect the
    /// original session: a service that keeps a graph can read untrusted patterns separately.
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

    /// Replaces the label numbers; `names` are the names of the new ones.
    pub(crate) fn relabelled(&self, graph: Arc<LabeledGraph>, names: SharedNames) -> Self {
        Self { graph, names, attributes: None, ..self.clone() }
    }

    /// Another graph with labels of the same session, seen through the same view.
    pub(crate) fn part(&self, name: &str, graph: LabeledGraph, node_names: NodeTitles) -> Self {
        let (graph, node_names) = (Arc::new(graph), Arc::new(node_names));
        Self { name: name.into(), graph, node_names, attributes: None, ..self.clone() }
    }

    /// A checksum of the contents: equal for equal graphs, wherever they were read from. O(arcs).
    /// All graphs that could not be read have the same checksum.
    #[must_use]
    pub fn content_hash(&self) -> String {
        if self.problem.is_some() {
            return unread_hash();
        }
        if let Some(attributes) = &self.attributes {
            let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
            return attributed_hash(attributes, &names);
        }
        content_hash(&self.graph, &self.names.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Name and checksum, for a record.
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
        let (name, conditions, problem) = (name.into(), None, None);
        Self { name, pattern, node_names, smarts, conditions, view, names, problem }
    }

    /// A placeholder for a pattern that could not be read because of `problem`, like
    /// [`LoadedGraph::unread`]. It has one node, because patterns cannot be empty.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "without arcs, nothing can be wrong")]
    pub fn unread(name: &str, problem: &str) -> Self {
        let mut builder = Pattern::builder();
        builder.node(Label(0));
        let pattern = builder.build().expect("a node and no arc that could be wrong");
        let pattern = Self::new(name, pattern, &SharedNames::default());
        Self { problem: Some(problem.into()), ..pattern }
    }

    /// Why it could not be read; `None` if it was read.
    #[must_use]
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Returns an error if the pattern [could not be read](Self::unread).
    ///
    /// # Errors
    /// The reason.
    pub fn check_read(&self) -> Result<(), NotRead> {
        check_read("pattern", self.problem.as_ref())
    }

    /// Converts a pattern from a file.
    pub(crate) fn read(read: NamedPattern, names: &SharedNames) -> Self {
        let NamedPattern { name, pattern, node_names, smarts, conditions, .. } = read;
        let smarts = smarts.map(|smarts| Arc::new(Conditions { smarts, latest: Mutex::default() }));
        let node_names = node_names.map(Arc::from);
        Self { node_names, smarts, conditions, ..Self::new(&name, pattern, names) }
    }

    /// Whether it is SMARTS.
    #[must_use]
    pub fn is_smarts(&self) -> bool {
        self.smarts.is_some()
    }

    /// The pattern [as it is now](Self::up_to_date), for a graph with which SMARTS can or cannot be
    /// matched.
    pub(crate) fn for_graph(self, is_for_smarts: bool) -> Result<Self, NoMolecules> {
        if self.is_smarts() && !is_for_smarts {
            return Err(NoMolecules);
        }
        self.up_to_date()
    }

    /// Updates SMARTS to the labels of all molecules read so far. Returns other patterns unchanged.
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

    /// Renames the pattern.
    #[must_use]
    pub fn with_name(self, name: &str) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Names the nodes.
    #[must_use]
    pub fn with_node_names(self, node_names: impl IntoIterator<Item = String>) -> Self {
        Self { node_names: Some(node_names.into_iter().collect()), ..self }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name, shared.
    #[must_use]
    pub fn shared_name(&self) -> Arc<str> {
        Arc::clone(&self.name)
    }

    /// The names of the nodes, if they have names.
    #[must_use]
    pub fn node_names(&self) -> Option<&[String]> {
        self.node_names.as_deref()
    }

    /// The pattern, seen through the [view](Self::view). SMARTS refer to the labels that were known
    /// when they were read; an [`Ask`](crate::Ask) brings them [up to date](Self::up_to_date).
    #[must_use]
    pub fn pattern(&self) -> &Arc<Pattern> {
        &self.pattern
    }

    /// What the view already ignores.
    #[must_use]
    pub fn view(&self) -> View {
        self.view
    }

    /// The pattern seen through a view.
    #[must_use]
    pub fn seen_through(self, view: View) -> Self {
        if view == self.view {
            return self;
        }
        if self.conditions.is_some() {
            // A question applies the view together with the conditions.
            return Self { view, ..self };
        }
        let pattern = Arc::new(view.apply_to_pattern(&self.pattern));
        Self { pattern, view, ..self }
    }

    /// Adds the reverse of every arc. Unlike with a view, the arcs become part of the pattern.
    #[must_use]
    pub fn undirected(self) -> Self {
        let pattern = Arc::new(UNDIRECTED.apply_to_pattern(&self.pattern));
        let conditions = self.conditions.as_ref().map(|it| Arc::new(it.undirected()));
        Self { pattern, conditions, ..self }
    }

    /// Writes the pattern in a format. In the notation, nodes keep their names.
    ///
    /// # Errors
    /// If the format cannot express the pattern, writing fails, or the work was cancelled.
    pub fn write(
        &self,
        format: Format,
        out: &mut dyn Write,
        control: &Control,
    ) -> Result<(), WriteError> {
        self.write_named(format, Path::new(""), out, control)
    }

    /// Writes the pattern as the contents of a file of this name: see
    /// [`isocount_format::write_named`].
    pub(crate) fn write_named(
        &self,
        format: Format,
        file: &Path,
        out: &mut dyn Write,
        control: &Control,
    ) -> Result<(), WriteError> {
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(conditions) = &self.conditions {
            if format == Format::Text {
                return write_conditional(conditions, self.node_names(), &names, out, control);
            }
            return Err(WriteError::Conditions { format });
        }
        if format == Format::Text {
            return write_notation(&self.pattern, self.node_names(), &names, out, control);
        }
        write_pattern_named(&self.pattern, &names, format, file, out, control)
    }

    /// A checksum of the contents. All patterns that could not be read have the same checksum.
    #[must_use]
    pub fn content_hash(&self) -> String {
        if self.problem.is_some() {
            return unread_hash();
        }
        let current = self.clone().up_to_date();
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        pattern_hash(&current.as_ref().unwrap_or(self).pattern, &names)
    }

    /// Name and checksum, for a record.
    #[must_use]
    pub fn to_subject(&self) -> Subject {
        Subject { name: self.name().to_owned(), hash: Some(self.content_hash()) }
    }

    pub(crate) fn names(&self) -> &SharedNames {
        &self.names
    }
}
