//! Lists of pairs: lines `pattern<TAB>graph` or `pattern,graph`, names quoted where they need it.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use isocount_core::printable;
use isocount_format::Location;
use rustc_hash::FxHashMap;

use crate::batch::Pair;
use crate::error::LineProblem;
use crate::{LoadedGraph, LoadedPattern, SessionError};

/// Pairs by their names, as a file lists them.
#[derive(Clone, Debug)]
pub struct PairList {
    path: PathBuf,
    pairs: Vec<NamedPair>,
}

#[derive(Clone, Debug)]
struct NamedPair {
    line: u32,
    pattern: Field,
    graph: Field,
}

/// A name and where it stands in its line.
#[derive(Clone, Debug)]
struct Field {
    name: String,
    column: u32,
}

/// What is wrong with a line, and where in it.
struct Fault {
    column: u32,
    len: usize,
    problem: String,
    help: String,
}

impl PairList {
    /// Reads a list. Empty lines, lines that start with `#`, and a heading `pattern, graph` are
    /// skipped.
    ///
    /// # Errors
    /// If the file cannot be read, or a line does not hold two names.
    pub fn read(path: &Path) -> Result<Self, SessionError> {
        let failed = |source| SessionError::Read { path: path.to_owned(), source };
        let file = BufReader::new(File::open(path).map_err(failed)?);
        let mut pairs = Vec::new();
        for (ix, text) in file.lines().enumerate() {
            let text = text.map_err(failed)?;
            if text.trim().is_empty() || text.starts_with('#') || (ix == 0 && is_heading(&text)) {
                continue;
            }
            let line = ix as u32 + 1;
            let [pattern, graph] = two_names(&text).map_err(|fault| located(path, line, fault))?;
            pairs.push(NamedPair { line, pattern, graph });
        }
        Ok(Self { path: path.to_owned(), pairs })
    }

    /// The names of all patterns in the list.
    #[must_use]
    pub fn patterns(&self) -> HashSet<String> {
        self.pairs.iter().map(|pair| pair.pattern.name.clone()).collect()
    }

    /// The names of all graphs in the list.
    #[must_use]
    pub fn graphs(&self) -> HashSet<String> {
        self.pairs.iter().map(|pair| pair.graph.name.clone()).collect()
    }

    /// The places of the names. A pair whose pattern or graph is among `unread`, because its file
    /// could not be read, is left out.
    ///
    /// # Errors
    /// If a name is not there.
    pub fn resolve(
        &self,
        patterns: &[LoadedPattern],
        graphs: &[LoadedGraph],
        unread: &HashSet<String>,
    ) -> Result<Vec<Pair>, SessionError> {
        let patterns = Names::new("pattern", patterns.iter().map(LoadedPattern::name));
        let graphs = Names::new("graph", graphs.iter().map(LoadedGraph::name));
        let mut pairs = Vec::with_capacity(self.pairs.len());
        for NamedPair { line, pattern, graph } in &self.pairs {
            let place = |names: &Names<'_>, field: &Field| match names.find(field) {
                Err(_) if unread.contains(&field.name) => Ok(None),
                found => found.map(Some).map_err(|fault| located(&self.path, *line, fault)),
            };
            let (pattern, graph) = (place(&patterns, pattern)?, place(&graphs, graph)?);
            if let (Some(pattern), Some(graph)) = (pattern, graph) {
                pairs.push(Pair { pattern, graph });
            }
        }
        Ok(pairs)
    }
}

fn located(path: &Path, line: u32, fault: Fault) -> SessionError {
    let Fault { column, len, problem, help } = fault;
    let at = Location { path: path.to_owned(), line, column };
    SessionError::Line(Box::new(LineProblem { at, len, problem, help }))
}

fn is_heading(line: &str) -> bool {
    let words: Vec<&str> = line.split(['\t', ',']).map(str::trim).collect();
    words == ["pattern", "graph"]
}

fn two_names(line: &str) -> Result<[Field; 2], Fault> {
    let separator = if line.contains('\t') { '\t' } else { ',' };
    let fields = if line.contains('"') { quoted(line, separator) } else { plain(line, separator) };
    <[Field; 2]>::try_from(fields).map_err(|fields| Fault {
        column: 1,
        len: line.chars().count(),
        problem: match fields.len() {
            1 => "found one name, expected a pattern and a graph".to_owned(),
            many => format!("found {many} names, expected a pattern and a graph"),
        },
        help:
            "separate the two names by a tab or a comma, and put names that contain one in quotes"
                .to_owned(),
    })
}

fn plain(line: &str, separator: char) -> Vec<Field> {
    let mut column = 1;
    let field = |text: &str| {
        let indent = text.len() - text.trim_start().len();
        let place = column + text[..indent].chars().count() as u32;
        column += text.chars().count() as u32 + 1;
        Field { name: text.trim().to_owned(), column: place }
    };
    line.split(separator).map(field).collect()
}

/// Fields in double quotes, as RFC 4180 has them; all are blamed at the start of the line.
fn quoted(line: &str, separator: char) -> Vec<Field> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .delimiter(separator as u8)
        .trim(csv::Trim::All)
        .from_reader(line.as_bytes());
    let mut record = csv::StringRecord::new();
    // The line is text, and one record may have any number of fields.
    let _ = reader.read_record(&mut record);
    record.iter().map(|name| Field { name: name.to_owned(), column: 1 }).collect()
}

/// The names of all patterns, or of all graphs.
struct Names<'a> {
    kind: &'static str,
    /// Some, for advice.
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

    fn find(&self, field: &Field) -> Result<usize, Fault> {
        let Field { name, column } = field;
        if let Some(&place) = self.places.get(name.as_str()) {
            return Ok(place);
        }
        let kind = self.kind;
        let more = if self.places.len() > self.first.len() { ", ..." } else { "" };
        let names = self.first.iter().map(|name| printable(name)).collect::<Vec<_>>().join(", ");
        Err(Fault {
            column: *column,
            len: name.chars().count(),
            problem: format!("no {kind} is called `{}`", printable(name)),
            help: format!("the {kind}s are {names}{more}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<[String; 2], String> {
        two_names(line).map(|fields| fields.map(|it| it.name)).map_err(|fault| fault.problem)
    }

    #[test]
    fn names_are_separated_by_a_tab_or_else_a_comma() {
        let names = |pattern: &str, graph: &str| Ok([pattern.to_owned(), graph.to_owned()]);
        assert_eq!(parsed("edge\ta, b"), names("edge", "a, b"));
        assert_eq!(parsed("path, c"), names("path", "c"));
        assert_eq!(parsed("\"a, \"\"b\"\"\",c"), names("a, \"b\"", "c"));
        assert!(parsed("path").is_err());
        assert!(parsed("a,b,c").is_err());
        assert!(is_heading("pattern\tgraph"));
        let columns = two_names("path,  d").map(|fields| fields.map(|field| field.column));
        assert_eq!(columns.ok(), Some([1, 8]));
    }
}
