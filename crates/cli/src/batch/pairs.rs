//! The pairs to ask about: lines `pattern<TAB>graph` or `pattern,graph`.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use isocount::format::Location;

use crate::batch::plan::Pair;
use crate::error::Failure;

/// What is wrong with a line, and where in it.
struct Fault {
    start: usize,
    len: usize,
    problem: String,
    help: String,
}

/// Reads a list of pairs. Empty lines, lines that start with `#`, and a heading `pattern, graph`
/// are passed over.
pub(crate) fn read<'a>(
    path: &Path,
    patterns: impl Iterator<Item = &'a str>,
    graphs: impl Iterator<Item = &'a str>,
) -> Result<Vec<Pair>, Failure> {
    let patterns = Names::new("pattern", patterns);
    let graphs = Names::new("graph", graphs);
    let failed = |source| Failure::Read { path: path.to_owned(), source };
    let file = BufReader::new(File::open(path).map_err(failed)?);
    let mut pairs = Vec::new();
    for (ix, line) in file.lines().enumerate() {
        let line = line.map_err(failed)?;
        if line.trim().is_empty() || line.starts_with('#') || (ix == 0 && is_heading(&line)) {
            continue;
        }
        let pair = parse(&line, &patterns, &graphs).map_err(|fault| {
            let column = line[..fault.start].chars().count() as u32 + 1;
            let at = Location { path: path.to_owned(), line: ix as u32 + 1, column };
            Failure::Line { at, len: fault.len, problem: fault.problem, help: fault.help }
        })?;
        pairs.push(pair);
    }
    Ok(pairs)
}

fn parse(line: &str, patterns: &Names<'_>, graphs: &Names<'_>) -> Result<Pair, Fault> {
    let separator = if line.contains('\t') { '\t' } else { ',' };
    let fields: Vec<&str> = line.split(separator).collect();
    let [pattern, graph] = fields[..] else {
        return Err(Fault {
            start: 0,
            len: line.chars().count(),
            problem: match fields.len() {
                1 => "found one name, expected a pattern and a graph".to_owned(),
                many => format!("found {many} names, expected a pattern and a graph"),
            },
            help: "separate the two names by a tab or a comma".to_owned(),
        });
    };
    Ok(Pair {
        pattern: patterns.find(pattern, line, 0)?,
        graph: graphs.find(graph, line, pattern.len() + 1)?,
    })
}

fn is_heading(line: &str) -> bool {
    let words: Vec<&str> = line.split(['\t', ',']).map(str::trim).collect();
    words == ["pattern", "graph"]
}

/// The names of all patterns, or of all graphs.
struct Names<'a> {
    kind: &'static str,
    /// Some, for advice.
    first: Vec<&'a str>,
    /// Where each name is; nowhere if several have it.
    places: HashMap<&'a str, Option<usize>>,
}

impl<'a> Names<'a> {
    fn new(kind: &'static str, names: impl Iterator<Item = &'a str>) -> Self {
        let mut places = HashMap::new();
        let mut first = Vec::new();
        for (ix, name) in names.enumerate() {
            places.entry(name).and_modify(|place| *place = None).or_insert(Some(ix));
            if ix < 5 {
                first.push(name);
            }
        }
        Self { kind, first, places }
    }

    fn find(&self, field: &str, line: &str, start: usize) -> Result<usize, Fault> {
        let name = field.trim();
        let kind = self.kind;
        let (problem, help) = match self.places.get(name) {
            Some(Some(place)) => return Ok(*place),
            Some(None) => (
                format!("several {kind}s are called `{name}`"),
                "give their files different names".to_owned(),
            ),
            None => {
                let more = if self.places.len() > self.first.len() { ", ..." } else { "" };
                let names = self.first.join(", ");
                (format!("no {kind} is called `{name}`"), format!("the {kind}s are {names}{more}"))
            }
        };
        let start = start + (field.len() - field.trim_start().len());
        debug_assert!(line.is_char_boundary(start));
        Err(Fault { start, len: name.chars().count(), problem, help })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Pair, String> {
        let patterns = Names::new("pattern", ["path", "edge", "twin", "twin"].into_iter());
        let graphs = Names::new("graph", ["a, b", "c"].into_iter());
        parse(line, &patterns, &graphs)
            .map_err(|fault| format!("{}: {}", fault.start, fault.problem))
    }

    #[test]
    fn names_are_separated_by_a_tab_or_else_a_comma() {
        assert_eq!(parsed("edge\ta, b"), Ok(Pair { pattern: 1, graph: 0 }));
        assert_eq!(parsed("path, c"), Ok(Pair { pattern: 0, graph: 1 }));
        assert_eq!(parsed("path,  d"), Err("7: no graph is called `d`".to_owned()));
        assert_eq!(parsed("twin,c"), Err("0: several patterns are called `twin`".to_owned()));
        assert!(parsed("path").is_err());
        assert!(is_heading("pattern\tgraph"));
    }
}
