//! Reading a TU dataset, from files or from memory.

use std::collections::BTreeSet;
use std::io::{ErrorKind, Read};
use std::path::Path;

use isocount_core::{Control, Label, NodeId};

use super::Paths;
use crate::builder::{Assembly, Origin, too_many_nodes};
use crate::error::{SyntaxProblem, shorten};
use crate::names::{FileLabels, UNLABELED};
use crate::read::limits::MAX_LINE;
use crate::read::{Lines, NamedGraph, Text};
use crate::{Entry, Faults, Format, FormatError, Location, ReadOptions};

/// Opens a file of a dataset.
pub(super) type Open<'a> = dyn Fn(&Path) -> Result<Box<dyn Read + 'a>, FormatError> + 'a;

/// Reads the dataset whose arcs are in the file `NAME_A.txt`.
pub(crate) fn read(
    arcs: &Path,
    open: &Open<'_>,
    names: FileLabels<'_>,
    options: &ReadOptions,
    control: &Control,
) -> Result<Vec<Entry<NamedGraph>>, FormatError> {
    let paths = Paths::new(arcs)?;
    let needed = |path| {
        let bytes = open(path)?;
        Ok::<_, FormatError>(Lines::new(path, bytes, control, MAX_LINE))
    };
    let optional = |path| match needed(path) {
        Err(FormatError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
        lines => lines.map(Some),
    };
    let files = Files {
        arcs: needed(&paths.arcs)?,
        indicator: needed(&paths.indicator)?,
        node_labels: optional(&paths.node_labels)?,
        edge_labels: optional(&paths.edge_labels)?,
    };
    files.read(&paths, names, options, control)
}

/// Reads the files from a single buffer, separated by zero bytes.
pub(crate) fn read_joined(
    path: &Path,
    bytes: &[u8],
    names: FileLabels<'_>,
    options: &ReadOptions,
    control: &Control,
) -> Result<Vec<Entry<NamedGraph>>, FormatError> {
    let paths = Paths::new(&path.with_file_name("joined_A.txt"))?;
    let parts: Vec<&[u8]> = bytes.split(|&byte| byte == 0).collect();
    let open = |wanted: &Path| {
        let number = paths.all().iter().position(|path| *path == wanted);
        // The first two files must exist, but may be empty.
        let part = number.and_then(|i| parts.get(i).copied().or((i < 2).then_some(b"")));
        let bytes = part.ok_or_else(|| FormatError::io(wanted, ErrorKind::NotFound.into()))?;
        Ok(Box::new(bytes) as Box<dyn Read>)
    };
    read(&paths.arcs, &open, names, options, control)
}

/// The open files.
struct Files<'a> {
    arcs: Lines<'a>,
    indicator: Lines<'a>,
    node_labels: Option<Lines<'a>>,
    edge_labels: Option<Lines<'a>>,
}

impl Files<'_> {
    fn read(
        mut self,
        paths: &Paths,
        mut names: FileLabels<'_>,
        options: &ReadOptions,
        control: &Control,
    ) -> Result<Vec<Entry<NamedGraph>>, FormatError> {
        let mut dataset = self.read_nodes(paths, &mut names)?;
        self.read_arcs(&mut dataset, &mut names, options.faults)?;
        let mut graphs = Vec::with_capacity(dataset.graphs.len());
        for (i, graph) in dataset.graphs.into_iter().enumerate() {
            let origin = PartOfDataset { path: &paths.arcs, first_node: graph.first_node };
            let name = format!("{}_{i}", paths.dataset);
            let built = match graph.problem {
                Some(problem) => Err(problem),
                None => graph.assembly.build(&origin, options.duplicates, control),
            };
            graphs.push(match built {
                Ok(graph) => Ok(NamedGraph::new(name, graph)),
                Err(problem) => Err(options.faults.entry(|| name, problem)?),
            });
        }
        Ok(graphs)
    }

    fn read_nodes(
        &mut self,
        paths: &Paths,
        names: &mut FileLabels<'_>,
    ) -> Result<Dataset, FormatError> {
        let mut dataset = Dataset::default();
        while let Some(line) = self.indicator.next_meaningful(b"")? {
            let graph = dataset.graph_of_next_node(line)?;
            let label = next_label(self.node_labels.as_mut(), "the label of each node")?;
            let label = names.node_label(&label);
            let node = dataset.add_node(graph, label);
            node.ok_or_else(|| too_many_nodes(line.location(0)))?;
        }
        if dataset.graphs.is_empty() {
            return Err(FormatError::Empty { path: paths.indicator.clone(), format: Format::Tu });
        }
        check_ended(self.node_labels.as_mut(), "the end of the file after the last node")?;
        Ok(dataset)
    }

    fn read_arcs(
        &mut self,
        dataset: &mut Dataset,
        names: &mut FileLabels<'_>,
        faults: Faults,
    ) -> Result<(), FormatError> {
        while let Some(line) = self.arcs.next_meaningful(b"")? {
            let arc = dataset.read_arc(line);
            let place = line.first_line;
            let label = next_label(self.edge_labels.as_mut(), "the label of each arc")?;
            let label = names.edge_label(&label);
            match arc {
                Ok(DatasetArc { graph, tail, head }) => {
                    dataset.graphs[graph].assembly.arc(tail, head, label, place);
                }
                Err(problem) if faults == Faults::Keep => dataset.blame(line, problem)?,
                Err(problem) => return Err(problem),
            }
        }
        check_ended(self.edge_labels.as_mut(), "the end of the file after the last arc")
    }
}

fn next_label(
    lines: Option<&mut Lines<'_>>,
    expected: &'static str,
) -> Result<String, FormatError> {
    let Some(lines) = lines else { return Ok(UNLABELED.to_owned()) };
    if let Some(line) = lines.next_meaningful(b"")? {
        return Ok(line.content.trim().to_owned());
    }
    Err(lines.ended(expected))
}

fn check_ended(lines: Option<&mut Lines<'_>>, expected: &'static str) -> Result<(), FormatError> {
    let Some(lines) = lines else { return Ok(()) };
    let line = lines.next_meaningful(b"")?;
    line.map_or(Ok(()), |line| Err(line.unexpected(line.content, expected)))
}

/// The graphs under construction, and the graph of each node.
#[derive(Default)]
struct Dataset {
    graph_of_node: Vec<u32>,
    graphs: Vec<UnfinishedGraph>,
}

struct UnfinishedGraph {
    assembly: Assembly,
    /// The index of its first node in the dataset, from 0.
    first_node: usize,
    /// The problem with one of its arcs, if faulty graphs are kept.
    problem: Option<FormatError>,
}

struct DatasetArc {
    graph: usize,
    tail: NodeId,
    head: NodeId,
}

impl Dataset {
    /// The graph that a line of the indicator refers to, from 0; creates the next one if necessary.
    fn graph_of_next_node(&mut self, line: Text<'_>) -> Result<usize, FormatError> {
        let expected = "the number of the same graph as above or of the next; the first is 1";
        let word = line.content.trim();
        let number: u32 = line.number(word, expected)?;
        let num_graphs = self.graphs.len();
        if number as usize == num_graphs + 1 {
            let first_node = self.graph_of_node.len();
            let (assembly, problem) = (Assembly::default(), None);
            self.graphs.push(UnfinishedGraph { assembly, first_node, problem });
        } else if number == 0 || number as usize != num_graphs {
            return Err(line.unexpected(word, expected));
        }
        Ok(number as usize - 1)
    }

    fn add_node(&mut self, graph: usize, label: Label) -> Option<NodeId> {
        self.graph_of_node.push(graph as u32);
        self.graphs[graph].assembly.node(label)
    }

    fn read_arc(&self, line: Text<'_>) -> Result<DatasetArc, FormatError> {
        let expected = "an arc: the number of its tail, a comma, the number of its head";
        let Some((tail, head)) = line.content.split_once(',') else {
            return Err(line.unexpected(line.content.trim(), expected));
        };
        let (tail, head) = (self.node(line, tail.trim())?, self.node(line, head.trim())?);
        let graph = self.graph_of_node[tail];
        if graph != self.graph_of_node[head] {
            let (tail, head) = (graph + 1, self.graph_of_node[head] + 1);
            let problem = SyntaxProblem::CrossesGraphs { tail: tail.into(), head: head.into() };
            return Err(line.error(line.content, problem));
        }
        let graph = graph as usize;
        let local = |node: usize| NodeId((node - self.graphs[graph].first_node) as u32);
        Ok(DatasetArc { graph, tail: local(tail), head: local(head) })
    }

    /// Records a problem with an arc in the graphs that it belongs to: those of the ends that
    /// exist. If there are none, the arc may belong to any graph.
    fn blame(&mut self, line: Text<'_>, problem: FormatError) -> Result<(), FormatError> {
        let graphs: BTreeSet<u32> = line
            .content
            .split(',')
            .filter_map(|word| Some(self.graph_of_node[self.node(line, word.trim()).ok()?]))
            .collect();
        if graphs.is_empty() {
            return Err(problem);
        }
        for graph in graphs {
            if self.graphs[graph as usize].problem.is_none() {
                self.graphs[graph as usize].problem = self.read_arc(line).err();
            }
        }
        Ok(())
    }

    /// The index of a node in the dataset, from 0.
    fn node(&self, line: Text<'_>, word: &str) -> Result<usize, FormatError> {
        let number: u32 = line.number(word, "the number of a node, from 1")?;
        if number == 0 || number as usize > self.graph_of_node.len() {
            let problem = SyntaxProblem::UnknownNode { name: shorten(word) };
            return Err(line.error(word, problem));
        }
        Ok(number as usize - 1)
    }
}

/// Places are lines of the file of arcs; nodes are identified by their number in the dataset.
struct PartOfDataset<'a> {
    path: &'a Path,
    first_node: usize,
}

impl Origin for PartOfDataset<'_> {
    fn locate(&self, line: u32) -> Location {
        Location::line(self.path, line)
    }

    fn node_name(&self, node: NodeId) -> String {
        (self.first_node + node.ix() + 1).to_string()
    }
}
