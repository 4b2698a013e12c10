//! A list of files: lines `pattern file, graph file`, with or without a count.

use std::path::{Path, PathBuf};

use isocount_core::{Control, Count, printable};
use isocount_format::{
    Comments, LabelNames, NameLine, NameLines, NamedGraph, ReadOptions, Role, read_one,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Collecting, Collection};
use crate::error::shown;
use crate::{DataError, Pair, Triple, Truth};

/// The contents of a list of pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedPairs {
    /// The files, each read once.
    pub collection: Collection,
    /// The pairs.
    pub pairs: Vec<Pair>,
    /// The triples, if every line has a count.
    pub triples: Option<Vec<Triple>>,
}

/// Reads a list of pairs. Paths are relative to the folder of the list. Empty lines, lines that
/// start with `#`, and a heading `pattern, graph` are skipped. Columns are separated by tabs or
/// commas, and a path that contains a comma must be quoted. The name of a pattern or graph is its
/// path in the list, without the ending.
///
/// # Errors
/// If a file cannot be read, only some lines have a count, or the work was cancelled.
pub fn read_listed_pairs(
    path: &Path,
    options: &ReadOptions,
    control: &Control,
) -> Result<ListedPairs, DataError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let pattern_options = options.clone().with_role(Role::Pattern);
    let mut list = List {
        path,
        patterns: Files::new(folder, &pattern_options, control),
        graphs: Files::new(folder, options, control),
        names: LabelNames::new(),
        pairs: Vec::new(),
        known: FxHashSet::default(),
        counts: Vec::new(),
    };
    for (ix, line) in NameLines::open(path, Comments::Skip)?.enumerate() {
        control.check()?;
        let line = line?;
        if ix > 0 || !line.is_heading() {
            list.add(&line)?;
        }
    }
    list.finish(control)
}

/// The list as far as it has been read.
struct List<'a> {
    path: &'a Path,
    patterns: Files<'a>,
    graphs: Files<'a>,
    names: LabelNames,
    pairs: Vec<Pair>,
    known: FxHashSet<Pair>,
    counts: Vec<Count>,
}

impl List<'_> {
    fn add(&mut self, line: &NameLine) -> Result<(), DataError> {
        let error = |problem: String, help: &str| DataError::Table {
            path: self.path.to_owned(),
            line: line.line as usize,
            problem,
            help: help.to_owned(),
        };
        let (pattern, graph, count) = match &line.names[..] {
            [pattern, graph] => (pattern, graph, None),
            [pattern, graph, count] => (pattern, graph, Some(count)),
            other => {
                let problem = format!("found {} columns, expected two or three", other.len());
                let help = "a line is: pattern file, graph file, and the count if it is known; a \
                            name with a comma must be quoted";
                return Err(error(problem, help));
            }
        };
        let pair = Pair {
            pattern: self.patterns.number(pattern, &mut self.names)?,
            graph: self.graphs.number(graph, &mut self.names)?,
        };
        if !self.known.insert(pair) {
            let (pattern, graph) = (printable(pattern), printable(graph));
            let problem = format!("`{pattern}` and `{graph}` are listed twice");
            return Err(error(problem, "keep one line for each pair"));
        }
        self.pairs.push(pair);
        if let Some(count) = count {
            let problem = format!("found `{}`, expected a count", printable(count));
            let parsed =
                count.parse().map_err(|_| error(problem, "counts are whole numbers from 0"));
            self.counts.push(Count(parsed?));
        }
        if !self.counts.is_empty() && self.counts.len() != self.pairs.len() {
            let problem = "some lines have a count and some have none".to_owned();
            let help = "give a count in every line, or in none to have them counted";
            return Err(error(problem, help));
        }
        Ok(())
    }

    fn finish(self, control: &Control) -> Result<ListedPairs, DataError> {
        let Self { path, patterns, graphs, names, pairs, counts, .. } = self;
        if pairs.is_empty() {
            let problem = format!("{}: found no pairs", shown(path));
            return Err(DataError::impossible(problem, "a line is: pattern file, graph file"));
        }
        let (patterns, graphs) = (patterns.read, graphs.read);
        let collecting = Collecting { names, patterns, graphs, respelling: None };
        let collection = collecting.finish(control)?;
        let triple = |(&Pair { pattern, graph }, &count)| Triple {
            pattern,
            graph,
            truth: Truth::Exact(count),
        };
        let triples = (!counts.is_empty()).then(|| pairs.iter().zip(&counts).map(triple).collect());
        Ok(ListedPairs { collection, pairs, triples })
    }
}

/// Files that were read, each once.
struct Files<'a> {
    folder: &'a Path,
    options: &'a ReadOptions,
    control: &'a Control,
    numbers: FxHashMap<PathBuf, u32>,
    read: Vec<NamedGraph>,
}

impl<'a> Files<'a> {
    fn new(folder: &'a Path, options: &'a ReadOptions, control: &'a Control) -> Self {
        Self { folder, options, control, numbers: FxHashMap::default(), read: Vec::new() }
    }

    fn number(&mut self, file: &str, names: &mut LabelNames) -> Result<u32, DataError> {
        // `./a.gml` is the same file as `a.gml`.
        let file: PathBuf = Path::new(file)
            .components()
            .filter(|part| !matches!(part, std::path::Component::CurDir))
            .collect();
        if let Some(&number) = self.numbers.get(&file) {
            return Ok(number);
        }
        let mut graph = read_one(&self.folder.join(&file), self.options, names, self.control)?;
        graph.name = file.with_extension("").to_string_lossy().into_owned();
        let number = self.read.len() as u32;
        self.numbers.insert(file, number);
        self.read.push(graph);
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read(list: &str) -> Result<ListedPairs, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("p")).unwrap();
        fs::write(path("p/edge.json"), r#"{"nodes": ["A", "A"], "edges": [[0, 1]]}"#).unwrap();
        fs::write(path("one.json"), r#"{"nodes": ["A", "B"], "edges": [[0, 1]]}"#).unwrap();
        fs::write(path("two.json"), r#"{"nodes": ["A", "A"], "edges": [[0, 1]]}"#).unwrap();
        fs::write(path("a,b.json"), r#"{"nodes": ["A"], "edges": []}"#).unwrap();
        fs::write(path("list.csv"), list).unwrap();
        let read = read_listed_pairs(&path("list.csv"), &ReadOptions::default(), &Control::NONE);
        read.map_err(|error| {
            error.to_string().replace(&format!("{}/", folder.path().display()), "")
        })
    }

    #[test]
    fn each_file_is_read_once() {
        let listed = read("pattern,graph\n# ours\np/edge.json,one.json\np/edge.json, two.json\n");
        let listed = listed.unwrap();
        let pair = |pattern, graph| Pair { pattern, graph };
        assert_eq!(listed.pairs, [pair(0, 0), pair(0, 1)]);
        assert_eq!(listed.triples, None);
        assert_eq!(listed.collection.patterns[0].name, "p/edge");
        assert_eq!(listed.collection.graphs.len(), 2);
        assert_eq!(listed.collection.labels.nodes, ["A", "B"]);
    }

    #[test]
    fn a_name_may_have_a_comma() {
        let listed = read("\"a,b.json\",one.json,0\n").unwrap();
        assert_eq!(listed.collection.patterns[0].name, "a,b");
    }

    #[test]
    fn counts_are_in_every_line_or_in_none() {
        let listed = read("p/edge.json,one.json,0\np/edge.json,two.json,1\n").unwrap();
        assert_eq!(listed.triples.unwrap()[1].truth, Truth::Exact(Count(1)));
        for (list, problem) in [
            (
                "p/edge.json,one.json\np/edge.json,two.json,1\n",
                "list.csv:2: some lines have a count and some have none",
            ),
            (
                "p/edge.json,one.json,1\np/edge.json,two.json\n",
                "list.csv:2: some lines have a count and some have none",
            ),
            ("p/edge.json\n", "list.csv:1: found 1 columns, expected two or three"),
            ("p/edge.json,one.json,x\n", "list.csv:1: found `x`, expected a count"),
            ("\n", "list.csv: found no pairs"),
            (
                "p/edge.json,one.json,1\np/edge.json,./one.json,2\n",
                "list.csv:2: `p/edge.json` and `./one.json` are listed twice",
            ),
            ("p/edge.json,no.json\n", "cannot read no.json"),
        ] {
            assert_eq!(read(list), Err(problem.to_owned()));
        }
    }
}
