//! Reading patterns and graphs so that their labels agree.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use isocount_core::{Control, LabeledGraph, Pattern};
use isocount_format::{self as format, Format, FormatError, LabelNames, NamedGraph, ReadOptions};

use crate::loaded::SharedNames;
use crate::{LoadedGraph, LoadedPattern, SessionError};

/// Patterns and graphs whose labels can be compared: the same name is the same label in all of them.
#[derive(Debug, Default)]
pub struct Session {
    names: SharedNames,
}

/// Where a pattern or graph comes from.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Source<'a> {
    /// A file or a folder.
    Path {
        /// Where it is.
        path: &'a Path,
        /// How it is read.
        reading: Reading<'a>,
    },
    /// The contents of a file.
    Bytes {
        /// What it is called, in names and messages.
        name: &'a str,
        /// The contents.
        bytes: &'a [u8],
        /// How they are read; must name the format.
        reading: Reading<'a>,
    },
}

/// How a file is read. The default goes by the name of the file and the usual attribute, `label`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading<'a> {
    /// The format; by the name of the file if not given.
    pub format: Option<Format>,
    /// The attribute or column that holds node labels.
    pub node_label_key: Option<&'a str>,
    /// The attribute or column that holds edge labels.
    pub edge_label_key: Option<&'a str>,
}

impl<'a> Source<'a> {
    /// A file or folder whose name says what it is.
    #[must_use]
    pub fn path(path: &'a Path) -> Self {
        Self::Path { path, reading: Reading::default() }
    }

    /// Text in our own JSON.
    #[must_use]
    pub fn json(name: &'a str, bytes: &'a [u8]) -> Self {
        let reading = Reading { format: Some(Format::Json), ..Reading::default() };
        Self::Bytes { name, bytes, reading }
    }

    fn reading(&self) -> Reading<'a> {
        match self {
            Self::Path { reading, .. } | Self::Bytes { reading, .. } => *reading,
        }
    }

    fn shown(&self) -> String {
        match self {
            Self::Path { path, .. } => path.display().to_string(),
            Self::Bytes { name, .. } => (*name).to_owned(),
        }
    }
}

/// Many patterns or graphs, and what went wrong with the others.
#[derive(Debug)]
pub struct Collection<T> {
    /// Those that were read, in order.
    pub members: Vec<T>,
    /// The files that could not be read.
    pub problems: Vec<FormatError>,
}

impl Session {
    /// No labels yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins with labels that have numbers already, such as those of a trained model.
    #[must_use]
    pub fn with_labels(names: LabelNames) -> Self {
        Self { names: Arc::new(RwLock::new(names)) }
    }

    /// The number of a node label, for graphs that are built as values.
    pub fn node_label(&mut self, name: &str) -> isocount_core::Label {
        self.names.write().unwrap_or_else(PoisonError::into_inner).node_label(name)
    }

    /// The number of an edge label, for graphs that are built as values.
    pub fn edge_label(&mut self, name: &str) -> isocount_core::Label {
        self.names.write().unwrap_or_else(PoisonError::into_inner).edge_label(name)
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

    /// Reads the one graph of a file.
    ///
    /// # Errors
    /// If it cannot be read, does not hold exactly one graph, or the work was cancelled.
    pub fn read_graph(
        &mut self,
        source: Source<'_>,
        control: &Control,
    ) -> Result<LoadedGraph, SessionError> {
        let NamedGraph { name, graph } = self.read_one(source, control)?;
        Ok(self.graph(&name, graph))
    }

    /// Reads the one pattern of a file.
    ///
    /// # Errors
    /// As [`read_graph`](Self::read_graph), and if it has no nodes.
    pub fn read_pattern(
        &mut self,
        source: Source<'_>,
        control: &Control,
    ) -> Result<LoadedPattern, SessionError> {
        let named = self.read_one(source, control)?;
        self.as_pattern(&source, named)
    }

    /// Reads all graphs of a file, a folder of files or a TU data set. If `wanted` is given, files
    /// that hold one graph of another name are not read. A file that cannot be read is reported
    /// beside the others.
    ///
    /// # Errors
    /// If there is nothing to read, two graphs have one name, or the work was cancelled.
    pub fn read_graphs(
        &mut self,
        source: Source<'_>,
        wanted: Option<&HashSet<String>>,
        control: &Control,
    ) -> Result<Collection<LoadedGraph>, SessionError> {
        let Collection { members, problems } = self.read_all(&source, "graph", wanted, control)?;
        let members = members.into_iter().map(|named| self.graph(&named.name, named.graph));
        Ok(Collection { members: members.collect(), problems })
    }

    /// Reads all patterns of a file or folder, as [`read_graphs`](Self::read_graphs) does.
    ///
    /// # Errors
    /// As [`read_graphs`](Self::read_graphs), and if a pattern has no nodes.
    pub fn read_patterns(
        &mut self,
        source: Source<'_>,
        wanted: Option<&HashSet<String>>,
        control: &Control,
    ) -> Result<Collection<LoadedPattern>, SessionError> {
        let Collection { members, problems } =
            self.read_all(&source, "pattern", wanted, control)?;
        let members: Result<_, _> =
            members.into_iter().map(|named| self.as_pattern(&source, named)).collect();
        Ok(Collection { members: members?, problems })
    }

    fn as_pattern(
        &self,
        source: &Source<'_>,
        named: NamedGraph,
    ) -> Result<LoadedPattern, SessionError> {
        let NamedGraph { name, graph } = named;
        match Pattern::try_from(graph) {
            Ok(pattern) => Ok(self.pattern(&name, pattern)),
            Err(_) => Err(SessionError::EmptyPattern { source_name: source.shown(), name }),
        }
    }

    fn read_one(
        &mut self,
        source: Source<'_>,
        control: &Control,
    ) -> Result<NamedGraph, SessionError> {
        let mut names = self.names.write().unwrap_or_else(PoisonError::into_inner);
        let options = options(&source, control);
        Ok(match source {
            Source::Path { path, .. } => format::read_one(path, &options, &mut names)?,
            Source::Bytes { name, bytes, .. } => {
                let mut graphs = read_bytes(name, bytes, &options, &mut names)?;
                match graphs.pop() {
                    Some(graph) if graphs.is_empty() => graph,
                    last => {
                        let found = graphs.len() + usize::from(last.is_some());
                        return Err(FormatError::NotOneGraph { path: name.into(), found }.into());
                    }
                }
            }
        })
    }

    fn read_all(
        &mut self,
        source: &Source<'_>,
        kind: &'static str,
        _wanted: Option<&HashSet<String>>,
        control: &Control,
    ) -> Result<Collection<NamedGraph>, SessionError> {
        let mut names = self.names.write().unwrap_or_else(PoisonError::into_inner);
        let options = options(source, control);
        let members = match *source {
            Source::Path { path, .. } => format::read_collection(path, &options, &mut names)?,
            Source::Bytes { name, bytes, .. } => read_bytes(name, bytes, &options, &mut names)?,
        };
        let mut seen = HashSet::new();
        if let Some(named) = members.iter().find(|named| !seen.insert(named.name.as_str())) {
            let (source_name, name) = (source.shown(), named.name.clone());
            return Err(SessionError::SameName { source_name, kind, name });
        }
        Ok(Collection { members, problems: Vec::new() })
    }
}

fn read_bytes(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions<'_>,
    names: &mut LabelNames,
) -> Result<Vec<NamedGraph>, SessionError> {
    let path = Path::new(name);
    let format = options.format.or_else(|| Format::from_path(path));
    let format = format.ok_or_else(|| FormatError::UnknownFormat { path: path.to_owned() })?;
    Ok(format::read_bytes(format, path, bytes, options, names)?)
}

fn options<'a>(source: &Source<'a>, _control: &'a Control) -> ReadOptions<'a> {
    let Reading { format, node_label_key, edge_label_key } = source.reading();
    ReadOptions { format, node_label_key, edge_label_key, progress: None }
}
