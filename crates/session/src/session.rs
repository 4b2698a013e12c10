//! Reads patterns and graphs so that their labels are comparable.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use isocount_core::{Control, LabeledGraph, Pattern, Task};
use isocount_format::collection::{self, Holds, Member, MemoryFile};
use isocount_format::{
    Format, FormatError, KeptAttributes, LabelNames, NamedGraph, NamedPattern, Notation,
    ReadOptions, Role,
};

use crate::loaded::SharedNames;
use crate::members::{Members, Named, Place as Found, Unread, name_of};
use crate::{Example, GraphReader, LoadedGraph, LoadedPattern, SessionError};

/// Patterns and graphs with comparable labels: the same name is the same label in all of them.
#[derive(Debug, Default)]
pub struct Session {
    names: SharedNames,
}

/// The source of patterns or graphs, and how they are read.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    place: Place<'a>,
    options: ReadOptions,
}

#[derive(Clone, Copy, Debug)]
enum Place<'a> {
    Path(&'a Path),
    Bytes {
        name: &'a str,
        bytes: &'a [u8],
    },
    /// A text in a notation; `typed` is the argument it was taken from, if there is one.
    Text {
        notation: Notation,
        text: &'a str,
        typed: Option<&'a Path>,
    },
    /// The name of a graph that comes with isocount.
    Example {
        name: &'a str,
    },
}

impl<'a> Source<'a> {
    /// A file or a folder.
    #[must_use]
    pub fn path(path: &'a Path) -> Self {
        Self { place: Place::Path(path), options: ReadOptions::new() }
    }

    /// The contents of a file. The name is used in messages and its extension determines the
    /// format.
    #[must_use]
    pub fn bytes(name: &'a str, bytes: &'a [u8]) -> Self {
        Self { place: Place::Bytes { name, bytes }, options: ReadOptions::new() }
    }

    /// A graph in a notation, such as a molecule as SMILES. Its name is the text.
    ///
    /// ```
    /// use isocount_core::{Control, Meaning, Semantics, Unit};
    /// use isocount_format::Notation;
    /// use isocount_session::{Ask, Method, Session, Source};
    ///
    /// let mut session = Session::new();
    /// let ring = Source::text(Notation::Smiles, "c1ccccc1");
    /// let ring = session.read_pattern(ring, &Control::NONE)?;
    /// // The same as `Source::text(Notation::Smiles, ...)`, as a user types it.
    /// let phenol = Source::argument("smiles:OC1=CC=CC=C1".as_ref());
    /// let phenol = session.read_graph(phenol, &Control::NONE)?;
    /// let ask = Ask::new(Meaning::plain(Semantics::Monomorphism(Unit::Subgraphs)), Method::exact());
    /// let record = ask.count(&ring, &phenol, &Control::NONE);
    /// assert_eq!(record.to_string(), "1 subgraph (monomorphism) of c1ccccc1 in OC1=CC=CC=C1");
    /// # Ok::<(), isocount_session::SessionError>(())
    /// ```
    #[must_use]
    pub fn text(notation: Notation, text: &'a str) -> Self {
        Self { place: Place::Text { notation, text, typed: None }, options: ReadOptions::new() }
    }

    /// An argument that specifies a pattern or graph: a file or folder, a graph as text, or an
    /// [`Example`] such as `example:karate`. An existing file takes precedence, and the prefix of a
    /// [`Notation`] with a colon makes it a text; [`Notation::of_argument`] documents the complete
    /// rule. (A file whose name begins with `example:` can be given as `./example:...`.)
    ///
    /// ```
    /// use isocount_core::Control;
    /// use isocount_session::{Session, Source};
    ///
    /// let mut session = Session::new();
    /// for triangle in ["a-b-c-a", "triangle", "text:cycle:3"] {
    ///     let pattern = session.read_pattern(Source::argument(triangle.as_ref()), &Control::NONE)?;
    ///     assert_eq!(pattern.pattern().num_arcs(), 6);
    /// }
    /// # Ok::<(), isocount_session::SessionError>(())
    /// ```
    #[must_use]
    pub fn argument(argument: &'a Path) -> Self {
        let place = if let Some(name) = argument.to_str().and_then(Example::typed) {
            Place::Example { name }
        } else if let Some((notation, text)) = Notation::of_argument(argument) {
            Place::Text { notation, text, typed: Some(argument) }
        } else {
            Place::Path(argument)
        };
        Self { place, options: ReadOptions::new() }
    }

    /// The notation, if the source is a text.
    #[must_use]
    pub fn notation(&self) -> Option<Notation> {
        match self.place {
            Place::Text { notation, .. } => Some(notation),
            Place::Path(_) | Place::Bytes { .. } | Place::Example { .. } => None,
        }
    }

    /// The argument, if it is taken for a text only because there is no file of this name. An
    /// interface should tell the user, in case a file was meant.
    #[must_use]
    pub fn in_place_of_a_file(&self) -> Option<&'a Path> {
        match self.place {
            Place::Text { typed: Some(typed), .. } => {
                let is_plain = typed.to_str().is_some_and(|text| Notation::split(text).is_none());
                is_plain.then_some(typed)
            }
            _ => None,
        }
    }

    /// Sets the options for reading.
    #[must_use]
    pub fn with_options(self, options: ReadOptions) -> Self {
        Self { options, ..self }
    }

    /// Keeps these attributes of nodes and edges, in addition to those of the options.
    #[must_use]
    pub fn with_attributes(mut self, attributes: KeptAttributes) -> Self {
        self.options.attributes = self.options.attributes.and(attributes);
        self
    }

    /// [Keeps](ReadOptions::with_faults_kept) what cannot be read, with its name, its position and
    /// the reason, as [`LoadedGraph::unread`].
    #[must_use]
    pub fn with_faults_kept(mut self) -> Self {
        self.options = self.options.with_faults_kept();
        self
    }

    /// Whether the source is SMARTS, which refer to properties of atoms. The graphs must then be
    /// read with [`for_smarts`](Self::for_smarts), before or after the SMARTS.
    #[must_use]
    pub fn is_smarts(&self) -> bool {
        match self.place {
            Place::Text { notation, .. } => notation == Notation::Smarts,
            Place::Example { .. } => false,
            Place::Path(path) => self.has_format(path, Format::Smarts),
            Place::Bytes { name, .. } => self.has_format(name.as_ref(), Format::Smarts),
        }
    }

    /// Labels the atoms of molecules so that SMARTS can be matched with them.
    #[must_use]
    pub fn for_smarts(mut self) -> Self {
        self.options.molecules = self.options.molecules.for_smarts();
        self
    }

    /// Reads graphs so that these patterns can be matched with them: if they are SMARTS, [for
    /// SMARTS](Self::for_smarts).
    ///
    /// ```
    /// use isocount_core::{Control, Meaning, Semantics, Unit};
    /// use isocount_session::{Ask, Method, Session, Source};
    ///
    /// let mut session = Session::new();
    /// let acid = Source::argument("smarts:[CX3](=O)[OX2H1]".as_ref());
    /// let vinegar = Source::argument("smiles:CC(=O)O".as_ref()).to_meet(&acid);
    /// // The order does not matter.
    /// let acid = session.read_pattern(acid, &Control::NONE)?;
    /// let vinegar = session.read_graph(vinegar, &Control::NONE)?;
    /// let ask = Ask::new(Meaning::plain(Semantics::Monomorphism(Unit::Subgraphs)), Method::exact());
    /// let record = ask.count(&acid, &vinegar, &Control::NONE);
    /// assert_eq!(record.to_string(), "1 subgraph (monomorphism) of [CX3](=O)[OX2H1] in CC(=O)O");
    /// # Ok::<(), isocount_session::SessionError>(())
    /// ```
    #[must_use]
    pub fn to_meet(self, patterns: &Source<'_>) -> Self {
        if patterns.is_smarts() { self.for_smarts() } else { self }
    }

    fn has_format(&self, path: &Path, format: Format) -> bool {
        self.options.format.or_else(|| Format::from_path(path)) == Some(format)
    }

    /// Reads the source as patterns.
    fn for_patterns(self) -> Self {
        let options = self.options.with_role(Role::Pattern).with_molecules_later();
        Self { options, ..self }
    }

    fn shown(&self) -> String {
        match self.place {
            Place::Path(path) => path.display().to_string(),
            Place::Bytes { name, .. } | Place::Example { name } => name.to_owned(),
            Place::Text { typed: Some(typed), .. } => typed.display().to_string(),
            Place::Text { notation, text, .. } => notation.argument(text),
        }
    }

    /// The files or texts to read.
    fn members(&self) -> Result<Vec<Member>, SessionError> {
        match self.place {
            Place::Path(path) => Ok(collection::list(path, &self.options)?),
            Place::Bytes { name, bytes } => {
                let file = MemoryFile::new(name, bytes);
                Ok(vec![Member::in_memory(file, &self.options)])
            }
            Place::Text { notation, text, typed: Some(typed) } => {
                Ok(vec![Member::typed_as(typed.to_owned(), notation, text)])
            }
            Place::Text { notation, text, typed: None } => Ok(vec![Member::typed(notation, text)]),
            Place::Example { name } => {
                let example = Example::by_name(name)?;
                let file = MemoryFile::new(example.file_name(), example.bytes());
                Ok(vec![Member::in_memory(file, &self.options)])
            }
        }
    }
}

/// Many patterns or graphs, and the problems with the others.
#[derive(Debug)]
#[non_exhaustive]
pub struct Collection<T> {
    /// Those that were read, in order. If the options [keep faults](ReadOptions::with_faults_kept),
    /// placeholders take the positions of those that could not be read: see
    /// [`LoadedGraph::unread`].
    pub members: Vec<T>,
    /// Why some files, or entries of files, could not be read.
    pub problems: Vec<FormatError>,
    /// The requested names that belong to files that could not be read.
    pub unread: HashSet<String>,
}

#[expect(clippy::needless_pass_by_value, reason = "a source is made where it is used")]
impl Session {
    /// Creates a session without labels.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a session with existing label numbers, such as those of a trained model.
    #[must_use]
    pub fn with_labels(names: LabelNames) -> Self {
        Self { names: Arc::new(RwLock::new(names)) }
    }

    /// Creates a session that shares its names with existing graphs or patterns.
    pub(crate) fn sharing(names: &SharedNames) -> Self {
        Self { names: Arc::clone(names) }
    }

    /// The number of a node label, for graphs that are built as values.
    pub fn node_label(&mut self, name: &str) -> isocount_core::Label {
        self.names.write().unwrap_or_else(PoisonError::into_inner).node_label(name)
    }

    /// The number of an edge label, for graphs that are built as values.
    pub fn edge_label(&mut self, name: &str) -> isocount_core::Label {
        self.names.write().unwrap_or_else(PoisonError::into_inner).edge_label(name)
    }

    /// The name of a node label, unless it belongs to another session.
    #[must_use]
    pub fn node_label_name(&self, label: isocount_core::Label) -> Option<String> {
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        names.node_text(label).map(str::to_owned)
    }

    /// The name of an edge label, unless it belongs to another session.
    #[must_use]
    pub fn edge_label_name(&self, label: isocount_core::Label) -> Option<String> {
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        names.edge_text(label).map(str::to_owned)
    }

    /// The names of all labels met so far.
    #[must_use]
    pub fn labels(&self) -> LabelNames {
        self.names.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A graph that was built as a value, with the label numbers of this session.
    #[must_use]
    pub fn graph(&self, name: &str, graph: LabeledGraph) -> LoadedGraph {
        LoadedGraph::new(name, graph, &self.names)
    }

    /// A pattern that was built as a value, with the label numbers of this session.
    #[must_use]
    pub fn pattern(&self, name: &str, pattern: Pattern) -> LoadedPattern {
        LoadedPattern::new(name, pattern, &self.names)
    }

    /// Reads the only graph of a file.
    ///
    /// # Errors
    /// If it cannot be read, does not contain exactly one graph, or the work was cancelled.
    pub fn read_graph(
        &mut self,
        source: Source<'_>,
        control: &Control,
    ) -> Result<LoadedGraph, SessionError> {
        Ok(LoadedGraph::read(self.read_one(&source, control)?, &self.names))
    }

    /// Reads the only pattern of a file.
    ///
    /// # Errors
    /// As [`read_graph`](Self::read_graph), and if it has no nodes.
    pub fn read_pattern(
        &mut self,
        source: Source<'_>,
        control: &Control,
    ) -> Result<LoadedPattern, SessionError> {
        let named = self.read_one(&source.for_patterns(), control)?;
        Ok(LoadedPattern::read(named, &self.names))
    }

    /// Reads all graphs of a file, a folder of files or a TU data set. If `wanted` is given, files
    /// that contain one graph of another name are skipped. A file that cannot be read is reported
    /// alongside the others.
    ///
    /// # Errors
    /// If there is nothing to read, two graphs have the same name, or the work was cancelled.
    pub fn read_graphs(
        &mut self,
        source: Source<'_>,
        wanted: Option<&HashSet<String>>,
        control: &Control,
    ) -> Result<Collection<LoadedGraph>, SessionError> {
        let Collection { members, problems, unread } =
            self.read_all::<NamedGraph>(&source, wanted, control)?;
        let load = |place: Found<NamedGraph>| match place {
            Ok(named) => LoadedGraph::read(named, &self.names),
            Err(Unread { name, problem }) => LoadedGraph::unread(&name, &problem),
        };
        let members = members.into_iter().map(load);
        Ok(Collection { members: members.collect(), problems, unread })
    }

    /// Reads all patterns of a file or folder, like [`read_graphs`](Self::read_graphs).
    ///
    /// # Errors
    /// As [`read_graphs`](Self::read_graphs), and if a pattern has no nodes.
    pub fn read_patterns(
        &mut self,
        source: Source<'_>,
        wanted: Option<&HashSet<String>>,
        control: &Control,
    ) -> Result<Collection<LoadedPattern>, SessionError> {
        let source = source.for_patterns();
        let Collection { members, problems, unread } =
            self.read_all::<NamedPattern>(&source, wanted, control)?;
        let load = |place: Found<NamedPattern>| match place {
            Ok(named) => LoadedPattern::read(named, &self.names),
            Err(Unread { name, problem }) => LoadedPattern::unread(&name, &problem),
        };
        let members = members.into_iter().map(load);
        Ok(Collection { members: members.collect(), problems, unread })
    }

    /// Reads all graphs of a file, a folder of files or a TU data set, one after the other, without
    /// keeping them in memory.
    ///
    /// ```
    /// use isocount_core::Control;
    /// use isocount_session::{Session, Source};
    ///
    /// let two = b"{\"nodes\": [0], \"edges\": []}\n{\"nodes\": [1, 1], \"edges\": []}\n";
    /// let mut session = Session::new();
    /// for found in session.each_graph(Source::bytes("two.jsonl", two), &Control::NONE)? {
    ///     let facts = found?.graph.facts(&Control::NONE)?;
    ///     assert_eq!(facts.node_labels.distinct, 1);
    /// }
    /// # Ok::<(), isocount_session::SessionError>(())
    /// ```
    ///
    /// # Errors
    /// If there is nothing to read.
    pub fn each_graph(
        &mut self,
        source: Source<'_>,
        control: &Control,
    ) -> Result<GraphReader, SessionError> {
        let members = source.members()?;
        control.begin(Task::Reading, &source.shown(), members.iter().map(Member::size).sum());
        Ok(GraphReader::new(members, source.options, &self.names, control))
    }

    fn read_one<T: Named>(
        &mut self,
        source: &Source<'_>,
        control: &Control,
    ) -> Result<T, SessionError> {
        let members = match source.place {
            Place::Path(path) => vec![Member::at(path, &source.options)?],
            Place::Bytes { .. } | Place::Text { .. } | Place::Example { .. } => source.members()?,
        };
        control.begin(Task::Reading, &source.shown(), members.iter().map(Member::size).sum());
        let mut names = self.names.write().unwrap_or_else(PoisonError::into_inner);
        let mut read = Vec::new();
        for member in members {
            for entry in T::read(&member, &source.options, &mut names, control)? {
                read.push(entry?);
            }
        }
        match read.pop() {
            Some(one) if read.is_empty() => Ok(one),
            last => {
                let found = read.len() + usize::from(last.is_some());
                Err(FormatError::NotOneGraph { path: source.shown().into(), found }.into())
            }
        }
    }

    fn read_all<T: Named>(
        &mut self,
        source: &Source<'_>,
        wanted: Option<&HashSet<String>>,
        control: &Control,
    ) -> Result<Collection<Found<T>>, SessionError> {
        let members = source.members()?;
        control.begin(Task::Reading, &source.shown(), members.iter().map(Member::size).sum());
        let mut names = self.names.write().unwrap_or_else(PoisonError::into_inner);
        let mut read: Members<'_, T> = Members::new(members, wanted, source.options.faults);
        // Files with a wanted name are read; the others only if a name is still missing that they
        // may contain.
        read.read(Holds::Likely, &source.options, &mut names, control)?;
        read.read(Holds::Perhaps, &source.options, &mut names, control)?;
        control.end();
        let mut collection = read.finish();
        // There is nothing besides the text that the user typed.
        if matches!(source.place, Place::Text { .. })
            && let Some(problem) = collection.problems.pop()
        {
            return Err(problem.into());
        }
        let mut seen = HashSet::new();
        let mut found = collection.members.iter().map(name_of);
        if let Some(name) = found.find(|name| !seen.insert(*name)) {
            let (source_name, name) = (source.shown(), name.to_owned());
            return Err(SessionError::SameName { source_name, kind: T::KIND, name });
        }
        Ok(collection)
    }
}
