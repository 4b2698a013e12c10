//! Counts that came with the graphs: a table, or the answers of `isocount count --out`.

use std::fs;
use std::path::Path;

use isocount_core::{Count, CountError};
use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::Collection;
use crate::{DataError, Meaning, Triple, Truth};

/// Reads counts by the names of patterns and graphs.
///
/// A table has a heading and columns separated by tabs or commas: the pattern, the graph, and the
/// count in the column called `column`, or `count`, or in the third if there are three. A file that
/// ends in `.jsonl` has one object in each line, as `isocount count --out` writes them; what they say
/// that they count must be `meaning`.
///
/// # Errors
/// If the file cannot be read, names a pattern or graph that is not there, holds what is no count, or
/// counts something else.
pub fn read_counts(
    path: &Path,
    column: Option<&str>,
    collection: &Collection,
    meaning: &Meaning,
) -> Result<Vec<Triple>, DataError> {
    let text = fs::read_to_string(path).map_err(|source| DataError::read(path, source))?;
    let names = Names::of(collection);
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut triples = Vec::new();
    if path.extension().is_some_and(|ending| ending == "jsonl") {
        for (ix, line) in lines {
            let at = Place { path, line: ix + 1 };
            triples.push(from_json(line, &names, meaning, at)?);
        }
    } else {
        let Some((ix, heading)) = lines.next() else {
            return Err(Place { path, line: 1 }.error("the table is empty", HEADING));
        };
        let columns = Columns::of(heading, column, Place { path, line: ix + 1 })?;
        for (ix, line) in lines {
            triples.push(columns.triple(line, &names, Place { path, line: ix + 1 })?);
        }
    }
    if triples.is_empty() {
        return Err(Place { path, line: 1 }.error("the table has no counts", HEADING));
    }
    if let Some(triple) = repeated(&triples) {
        let pattern = &collection.patterns[triple.pattern as usize].name;
        let graph = collection.graphs.name(triple.graph as usize);
        return Err(DataError::impossible(
            format!("{}: `{pattern}` in `{graph}` has two counts", path.display()),
            "keep one line for each pair",
        ));
    }
    Ok(triples)
}

const HEADING: &str = "begin with a heading such as `pattern, graph, count`";

/// A line of the file.
#[derive(Clone, Copy)]
struct Place<'a> {
    path: &'a Path,
    line: usize,
}

impl Place<'_> {
    fn error(self, problem: impl Into<String>, help: impl Into<String>) -> DataError {
        let (path, line) = (self.path.to_owned(), self.line);
        DataError::Table { path, line, problem: problem.into(), help: help.into() }
    }
}

/// Where names are in the collection.
struct Names<'a> {
    patterns: FxHashMap<&'a str, u32>,
    graphs: FxHashMap<&'a str, u32>,
}

impl<'a> Names<'a> {
    fn of(collection: &'a Collection) -> Self {
        let patterns = collection.patterns.iter().enumerate();
        let graphs = 0..collection.graphs.len();
        Self {
            patterns: patterns.map(|(ix, named)| (named.name.as_str(), ix as u32)).collect(),
            graphs: graphs.map(|ix| (collection.graphs.name(ix), ix as u32)).collect(),
        }
    }

    fn pair(&self, pattern: &str, graph: &str, at: Place<'_>) -> Result<(u32, u32), DataError> {
        let find = |kind: &str, names: &FxHashMap<&str, u32>, name: &str| {
            names.get(name).copied().ok_or_else(|| {
                let problem = format!("there is no {kind} called `{name}`");
                at.error(problem, "names are those of the files, without their ending")
            })
        };
        Ok((find("pattern", &self.patterns, pattern)?, find("graph", &self.graphs, graph)?))
    }
}

/// Which column holds the count.
struct Columns {
    separator: char,
    count: usize,
}

impl Columns {
    fn of(heading: &str, column: Option<&str>, at: Place<'_>) -> Result<Self, DataError> {
        let separator = if heading.contains('\t') { '\t' } else { ',' };
        let cells: Vec<&str> = heading.split(separator).map(str::trim).collect();
        if cells.len() < 3 {
            let problem =
                format!("found {} columns, expected pattern, graph and count", cells.len());
            return Err(at.error(problem, HEADING));
        }
        if cells[2].parse::<u128>().is_ok() && column.is_none() {
            return Err(at.error("found a count where the heading should be", HEADING));
        }
        let count = match column.or_else(|| cells.contains(&"count").then_some("count")) {
            None if cells.len() == 3 => 2,
            None => {
                let help =
                    format!("name it with --count-column; there are {}", cells[2..].join(", "));
                return Err(at.error("several columns could be the counts", help));
            }
            Some(column) => cells.iter().position(|cell| *cell == column).ok_or_else(|| {
                let help = format!("the columns are {}", cells.join(", "));
                at.error(format!("there is no column called `{column}`"), help)
            })?,
        };
        Ok(Self { separator, count })
    }

    fn triple(&self, line: &str, names: &Names<'_>, at: Place<'_>) -> Result<Triple, DataError> {
        let cells: Vec<&str> = line.split(self.separator).map(str::trim).collect();
        let (Some(pattern), Some(graph), Some(count)) =
            (cells.first(), cells.get(1), cells.get(self.count))
        else {
            let problem = format!("found {} columns, fewer than the heading", cells.len());
            return Err(at.error(problem, "every line needs all columns of the heading"));
        };
        let (pattern, graph) = names.pair(pattern, graph, at)?;
        Ok(Triple { pattern, graph, truth: Truth::Exact(number(count, at)?) })
    }
}

fn number(text: &str, at: Place<'_>) -> Result<Count, DataError> {
    text.parse().map(Count).map_err(|_| {
        let help = "counts are whole numbers from 0 up to 2^128 - 1";
        at.error(format!("found `{text}`, expected a count"), help)
    })
}

/// An answer of `isocount count`.
#[derive(Deserialize)]
struct Answered {
    pattern: String,
    graph: String,
    answer: Option<String>,
    count: Option<serde_json::Value>,
    error: Option<String>,
    semantics: Option<String>,
    unit: Option<String>,
    #[serde(default)]
    ignored: Vec<String>,
}

impl Answered {
    /// What was counted, if the answer says so.
    fn meaning(&self) -> Option<Meaning> {
        let (semantics, unit) = (self.semantics.as_ref()?, self.unit.as_ref()?);
        Some(Meaning::named(semantics, unit, &self.ignored))
    }
}

fn from_json(
    line: &str,
    names: &Names<'_>,
    meaning: &Meaning,
    at: Place<'_>,
) -> Result<Triple, DataError> {
    let help = "each line is an object with `pattern`, `graph` and `count`";
    let answered: Answered = serde_json::from_str(line)
        .map_err(|problem| at.error(format!("not an answer: {problem}"), help))?;
    if let Some(counted) = answered.meaning().filter(|counted| counted != meaning) {
        let problem = format!("this counts {counted}, and {meaning} is asked for");
        return Err(at.error(problem, "ask for the same with --semantics, --unit and --ignore-…"));
    }
    let (pattern, graph) = names.pair(&answered.pattern, &answered.graph, at)?;
    let count = || match &answered.count {
        Some(serde_json::Value::String(text)) => number(text, at),
        Some(serde_json::Value::Number(count)) => number(&count.to_string(), at),
        _ => Err(at.error("the count is missing", help)),
    };
    let truth = match answered.answer.as_deref() {
        None | Some("exact") => Truth::Exact(count()?),
        Some("at_least") => Truth::AtLeast(count()?),
        Some("error") if answered.error == Some(CountError::Overflow.to_string()) => {
            Truth::TooLarge
        }
        Some(other) => {
            let help = "ground truth must be exact; count with another method";
            return Err(at.error(format!("found an answer of the kind `{other}`"), help));
        }
    };
    Ok(Triple { pattern, graph, truth })
}

/// A triple whose pair occurs before it.
pub(super) fn repeated(triples: &[Triple]) -> Option<Triple> {
    let mut sorted = triples.to_vec();
    sorted.sort_by_key(|triple| (triple.graph, triple.pattern));
    let same =
        |pair: &&[Triple]| (pair[0].graph, pair[0].pattern) == (pair[1].graph, pair[1].pattern);
    sorted.windows(2).find(same).map(|pair| pair[1])
}

#[cfg(test)]
mod tests {
    use isocount_core::{Semantics, Unit, View};

    use super::*;
    use crate::{GraphStore, LabelTable, mutag_patterns};

    fn read(file: &str, text: &str, column: Option<&str>) -> Result<Vec<Triple>, String> {
        let graph = isocount_testkit::graph("a-b");
        let collection = Collection {
            labels: LabelTable::numbers(2, 2),
            patterns: mutag_patterns(),
            graphs: GraphStore::pack([("g0", &graph), ("g1", &graph)]),
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(file);
        fs::write(&path, text).unwrap();
        let meaning = Meaning::new(Semantics::Monomorphism(Unit::Mappings), View::default());
        let read = read_counts(&path, column, &collection, &meaning);
        read.map_err(|error| {
            error.to_string().replace(&format!("{}/", folder.path().display()), "")
        })
    }

    const P1: &str = "P_N3_E2_NL1_EL1_1";

    #[test]
    fn tables_and_answers_are_read() {
        let expected = [
            Triple { pattern: 1, graph: 1, truth: Truth::Exact(Count(7)) },
            Triple { pattern: 1, graph: 0, truth: Truth::Exact(Count(0)) },
        ];
        let table = format!("pattern\tgraph\tblind\taware\n{P1}\tg1\t9\t7\n{P1}\tg0\t3\t0\n\n");
        assert_eq!(read("c.tsv", &table, Some("aware")).unwrap(), expected);
        let table = format!("query, graph, count\n{P1}, g1, 7\n{P1}, g0, 0\n");
        assert_eq!(read("c.csv", &table, None).unwrap(), expected);
        let lines = format!(
            "{{\"pattern\":\"{P1}\",\"graph\":\"g1\",\"answer\":\"exact\",\"count\":\"7\",\"low\":null}}\n\
             {{\"pattern\":\"{P1}\",\"graph\":\"g0\",\"count\":0}}\n"
        );
        assert_eq!(read("c.jsonl", &lines, None).unwrap(), expected);
        let bound = format!(r#"{{"pattern":"{P1}","graph":"g0","answer":"at_least","count":"4"}}"#);
        assert_eq!(read("c.jsonl", &bound, None).unwrap()[0].truth, Truth::AtLeast(Count(4)));
    }

    #[test]
    fn mistakes_have_a_place() {
        for (file, text, column, problem) in [
            ("c.csv", "", None, "c.csv:1: the table is empty"),
            (
                "c.csv",
                "p, g\n",
                None,
                "c.csv:1: found 2 columns, expected pattern, graph and count",
            ),
            ("c.csv", "p,g,7\n", None, "c.csv:1: found a count where the heading should be"),
            ("c.csv", "p,g,n\nx,g0,1", None, "c.csv:2: there is no pattern called `x`"),
            ("c.csv", "p,g,n\n", Some("m"), "c.csv:1: there is no column called `m`"),
            (
                "c.csv",
                "p,g,n\n\nP_N3_E2_NL1_EL1_1,g0,-1",
                None,
                "c.csv:3: found `-1`, expected a count",
            ),
            (
                "c.jsonl",
                r#"{"pattern":"P_N3_E2_NL1_EL1_1","graph":"g0","answer":"estimate","count":"4"}"#,
                None,
                "c.jsonl:1: found an answer of the kind `estimate`",
            ),
            (
                "c.csv",
                "p,g,n\nP_N3_E2_NL1_EL1_1,g0,1\nP_N3_E2_NL1_EL1_1,g0,2",
                None,
                "c.csv: `P_N3_E2_NL1_EL1_1` in `g0` has two counts",
            ),
            ("c.csv", "p,g,a,b\n", None, "c.csv:1: several columns could be the counts"),
            ("c.csv", "p,g,n\n", None, "c.csv:1: the table has no counts"),
            (
                "c.jsonl",
                r#"{"pattern":"P_N3_E2_NL1_EL1_1","graph":"g0","semantics":"homomorphism","unit":"mappings","answer":"exact","count":"4"}"#,
                None,
                "c.jsonl:1: this counts mappings (homomorphism), and mappings (monomorphism) is asked for",
            ),
        ] {
            assert_eq!(read(file, text, column), Err(problem.to_owned()));
        }
    }
}
