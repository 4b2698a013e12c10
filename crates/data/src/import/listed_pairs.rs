//! A list of files: lines `pattern file, graph file` with a count or without.

use std::fs;
use std::path::{Path, PathBuf};

use isocount_core::{Control, Count};
use isocount_format::{LabelNames, NamedGraph, ReadOptions, read_one};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Collecting, Collection};
use crate::{DataError, Triple, Truth};

/// What a list of pairs comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPairs {
    /// The files, each read once.
    pub collection: Collection,
    /// The pairs, as (pattern, graph).
    pub pairs: Vec<(u32, u32)>,
    /// The triples, if every line has a count.
    pub triples: Option<Vec<Triple>>,
}

/// Reads a list of pairs. Paths start from the folder of the list. Empty lines, lines that start
/// with `#`, and a heading `pattern, graph` are passed over. A pattern or graph is called by its
/// path in the list, without the ending.
///
/// # Errors
/// If a file cannot be read, only some lines have a count, or the work was cancelled.
pub fn read_listed_pairs(
    path: &Path,
    options: &ReadOptions,
    control: &Control,
) -> Result<ListedPairs, DataError> {
    let text = fs::read_to_string(path).map_err(|source| DataError::read(path, source))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut patterns = Files::new(folder, options, control);
    let mut graphs = Files::new(folder, options, control);
    let mut names = LabelNames::new();
    let (mut pairs, mut counts) = (IndexedPairs::default(), Vec::new());
    for (ix, line) in text.lines().enumerate() {
        let error = |problem: String, help: &str| DataError::Table {
            path: path.to_owned(),
            line: ix + 1,
            problem,
            help: help.to_owned(),
        };
        let separator = if line.contains('\t') { '\t' } else { ',' };
        let cells: Vec<&str> = line.split(separator).map(str::trim).collect();
        let is_heading = pairs.is_empty() && cells.len() > 1 && cells[..2] == ["pattern", "graph"];
        if line.trim().is_empty() || line.starts_with('#') || is_heading {
            continue;
        }
        let (pattern, graph, count) = match cells[..] {
            [pattern, graph] => (pattern, graph, None),
            [pattern, graph, count] => (pattern, graph, Some(count)),
            _ => {
                let problem = format!("found {} columns, expected two or three", cells.len());
                let help = "a line is: pattern file, graph file, and the count if it is known";
                return Err(error(problem, help));
            }
        };
        let pair = (patterns.number(pattern, &mut names)?, graphs.number(graph, &mut names)?);
        if pairs.contains(pair) {
            let problem = format!("`{pattern}` and `{graph}` are listed twice");
            return Err(error(problem, "keep one line for each pair"));
        }
        pairs.push(pair);
        if let Some(count) = count {
            let problem = format!("found `{count}`, expected a count");
            let parsed =
                count.parse().map_err(|_| error(problem, "counts are whole numbers from 0"));
            counts.push(Count(parsed?));
        }
        if !counts.is_empty() && counts.len() != pairs.len() {
            let problem = "some lines have a count and some have none".to_owned();
            return Err(error(
                problem,
                "give a count in every line, or in none to have them counted",
            ));
        }
    }
    if pairs.is_empty() {
        let problem = format!("{}: found no pairs", path.display());
        return Err(DataError::impossible(problem, "a line is: pattern file, graph file"));
    }
    let collecting = Collecting { names, patterns: patterns.read, graphs: graphs.read };
    let collection = collecting.finish()?;
    let pairs = pairs.list;
    let triple = |(&(pattern, graph), &count): (&(u32, u32), &Count)| Triple {
        pattern,
        graph,
        truth: Truth::Exact(count),
    };
    let triples = (!counts.is_empty()).then(|| pairs.iter().zip(&counts).map(triple).collect());
    Ok(ListedPairs { collection, pairs, triples })
}

/// Pairs in their order, and whether one is among them.
#[derive(Default)]
struct IndexedPairs {
    list: Vec<(u32, u32)>,
    known: FxHashSet<(u32, u32)>,
}

impl IndexedPairs {
    fn contains(&self, pair: (u32, u32)) -> bool {
        self.known.contains(&pair)
    }

    fn push(&mut self, pair: (u32, u32)) {
        self.list.push(pair);
        self.known.insert(pair);
    }

    fn len(&self) -> usize {
        self.list.len()
    }

    fn is_empty(&self) -> bool {
        self.list.is_empty()
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
        // `./a.gml` is `a.gml`.
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
    use super::*;

    fn read(list: &str) -> Result<ListedPairs, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("p")).unwrap();
        fs::write(path("p/edge.json"), r#"{"nodes": ["A", "A"], "edges": [[0, 1]]}"#).unwrap();
        fs::write(path("one.json"), r#"{"nodes": ["A", "B"], "edges": [[0, 1]]}"#).unwrap();
        fs::write(path("two.json"), r#"{"nodes": ["A", "A"], "edges": [[0, 1]]}"#).unwrap();
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
        assert_eq!(listed.pairs, [(0, 0), (0, 1)]);
        assert_eq!(listed.triples, None);
        assert_eq!(listed.collection.patterns[0].name, "p/edge");
        assert_eq!(listed.collection.graphs.len(), 2);
        assert_eq!(listed.collection.labels.nodes, ["A", "B"]);
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
