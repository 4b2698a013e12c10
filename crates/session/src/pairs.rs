//! Lists of pairs by name, and their indices in a batch.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use isocount_core::printable;
use isocount_format::{Location, NamePair, read_name_pairs};
use rustc_hash::FxHashMap;

use crate::batch::Pair;
use crate::error::LineProblem;
use crate::{LoadedGraph, LoadedPattern, SessionError};

/// Pairs of names, as listed in a file.
///
/// ```
/// use isocount_core::Control;
/// use isocount_format::Notation;
/// use isocount_session::{Pair, PairList, Session, Source};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("pairs.tsv");
///
/// std::fs::write(&path, "triangle\tkarate\n")?;
/// let list = PairList::read(&path)?;
/// assert!(list.names().eq([(1, "triangle", "karate")]));
///
/// // Places in the lists of what was read, for `Batch::listed`.
/// let (mut session, control) = (Session::new(), Control::NONE);
/// let karate = session.read_graph(Source::argument("example:karate".as_ref()), &control)?;
/// let triangle = session.read_pattern(Source::text(Notation::Text, "a-b-c-a"), &control)?;
/// let pairs = list.resolve(&[triangle.with_name("triangle")], &[karate], &Default::default())?;
/// assert_eq!(pairs, [Pair { pattern: 0, graph: 0 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PairList {
    path: PathBuf,
    pairs: Vec<NamePair>,
}

impl PairList {
    /// Reads a list: lines `pattern<TAB>graph` or `pattern,graph`.
    ///
    /// # Errors
    /// If the file cannot be read, or a line does not contain two names.
    pub fn read(path: &Path) -> Result<Self, SessionError> {
        Ok(Self { path: path.to_owned(), pairs: read_name_pairs(path)? })
    }

    /// The pairs: line number, pattern, graph.
    pub fn names(&self) -> impl Iterator<Item = (u32, &str, &str)> {
        self.pairs.iter().map(|pair| (pair.line, pair.pattern.as_str(), pair.graph.as_str()))
    }

    /// The names of all patterns in the list.
    #[must_use]
    pub fn patterns(&self) -> HashSet<String> {
        self.pairs.iter().map(|pair| pair.pattern.clone()).collect()
    }

    /// The names of all graphs in the list.
    #[must_use]
    pub fn graphs(&self) -> HashSet<String> {
        self.pairs.iter().map(|pair| pair.graph.clone()).collect()
    }

    /// Converts names to indices. A pair whose pattern or graph is in `unread`, because its file
    /// could not be read, is left out.
    ///
    /// # Errors
    /// If a name is unknown.
    pub fn resolve(
        &self,
        patterns: &[LoadedPattern],
        graphs: &[LoadedGraph],
        unread: &HashSet<String>,
    ) -> Result<Vec<Pair>, SessionError> {
        let patterns = Names::new("pattern", patterns.iter().map(LoadedPattern::name));
        let graphs = Names::new("graph", graphs.iter().map(LoadedGraph::name));
        let mut pairs = Vec::with_capacity(self.pairs.len());
        for NamePair { line, pattern, graph, .. } in &self.pairs {
            let place = |names: &Names<'_>, name: &str| match names.places.get(name) {
                Some(&place) => Ok(Some(place)),
                None if unread.contains(name) => Ok(None),
                None => Err(names.problem(name, &self.path, *line)),
            };
            let (pattern, graph) = (place(&patterns, pattern)?, place(&graphs, graph)?);
            if let (Some(pattern), Some(graph)) = (pattern, graph) {
                pairs.push(Pair { pattern, graph });
            }
        }
        Ok(pairs)
    }
}

/// The names of all patterns, or of all graphs.
struct Names<'a> {
    kind: &'static str,
    /// Some of the names, for the error message.
    first: Vec<&'a str>,
    places: FxHashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    fn new(kind: &'static str, names: impl Iterator<Item = &'a str>) -> Self {
        let names: Vec<&str> = names.collect();
        let first = names.iter().copied().take(5).collect();
        let places = names.into_iter().enumerate().map(|(place, name)| (name, place)).collect();
        Self { kind, first, places }
    }

    fn problem(&self, name: &str, path: &Path, line: u32) -> SessionError {
        let kind = self.kind;
        let more = if self.places.len() > self.first.len() { ", ..." } else { "" };
        let names = self.first.iter().map(|name| printable(name)).collect::<Vec<_>>().join(", ");
        let mut at = Location::line(path, line);
        // The list does not store columns, so the file is read again for the line in error.
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let found = text.lines().nth(line as usize - 1).and_then(|text| {
            let start = text.rfind(name)?;
            Some(text[..start].chars().count() as u32 + 1)
        });
        at.column = found.unwrap_or(1);
        SessionError::Line(Box::new(LineProblem {
            at,
            len: if found.is_some() { name.chars().count() } else { 1 },
            problem: format!("no {kind} is called `{}`", printable(name)),
            help: format!("the {kind}s are {names}{more}"),
        }))
    }
}
