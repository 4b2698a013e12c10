//! `.graph`: sizes, nodes with labels, undirected edges; usual in subgraph matching papers.
//!
//! ```text
//! t 3 2
//! v 0 6 1
//! v 1 8 2
//! v 2 1 1
//! e 0 1
//! e 1 2
//! ```
//!
//! `t` states the numbers of nodes and edges, `v` a node, its label and (optionally) its degree,
//! `e` an edge and (optionally) its label. Every edge is two arcs and is written once.

use std::io::Write;
use std::path::Path;

use isocount_core::{Control, LabeledGraph, NodeId};

use crate::assembly::{Assembly, NumberedByLine, Origin, too_many_nodes};
use crate::label_names::UNLABELED;
use crate::label_presence::{LabelPresence, missing_label};
use crate::read::NamedGraph;
use crate::source::Source;
use crate::syntax_problem::SyntaxProblem;
use crate::text::{Text, Words};
use crate::write::{GraphText, WriteError, one_word};
use crate::{Format, FormatError, LabelNames, Location};

pub(crate) fn read(
    source: Source<'_>,
    names: &mut LabelNames,
) -> Result<Vec<NamedGraph>, FormatError> {
    let (name, path, control) = (source.stem(), source.path, source.control);
    let mut lines = source.into_lines();
    let Some(header) = lines.next_meaningful(b"#")? else {
        return Err(FormatError::Empty { path: path.to_owned(), format: Format::Graph });
    };
    let header = Header::read(header)?;
    let mut graph = Unfinished::default();
    while let Some(line) = lines.next_meaningful(b"#")? {
        let mut words = line.words();
        match words.word("`v` or `e`")? {
            "v" => graph.read_node(line, &mut words, names)?,
            "e" => graph.read_edge(line, &mut words, names)?,
            other => return Err(line.unexpected(other, "`v` (a node) or `e` (an edge)")),
        }
    }
    let graph = graph.finish(path, &header, control)?;
    Ok(vec![NamedGraph { name, graph }])
}

/// The sizes that the file states. They are checked, never allocated.
struct Header {
    line: u32,
    num_nodes: u64,
    num_edges: u64,
}

impl Header {
    fn read(line: Text<'_>) -> Result<Self, FormatError> {
        let mut words = line.words();
        let first = words.word("`t`")?;
        if first != "t" {
            return Err(line.unexpected(first, "`t`, the number of nodes and the number of edges"));
        }
        let num_nodes = words.number("the number of nodes")?;
        let num_edges = words.number("the number of edges")?;
        words.end()?;
        Ok(Self { line: line.first_line, num_nodes, num_edges })
    }

    fn check(&self, path: &Path, what: &'static str, found: usize) -> Result<(), FormatError> {
        let stated = if what == "nodes" { self.num_nodes } else { self.num_edges };
        if stated == found as u64 {
            return Ok(());
        }
        let at = Location::line(path, self.line);
        let problem = SyntaxProblem::WrongSize { what, stated, found: found as u64 };
        Err(FormatError::Syntax { at, len: 1, problem })
    }
}

#[derive(Default)]
struct Unfinished {
    assembly: Assembly,
    degrees: Vec<StatedDegree>,
    edge_labels: LabelPresence,
    num_edges: usize,
}

/// A degree that some `v` line states.
struct StatedDegree {
    node: NodeId,
    degree: u64,
    line: u32,
}

impl Unfinished {
    fn read_node(
        &mut self,
        line: Text<'_>,
        words: &mut Words<'_>,
        names: &mut LabelNames,
    ) -> Result<(), FormatError> {
        let id_word = words.word("the number of the node")?;
        let found: u64 = line.number(id_word, "the number of the node")?;
        let expected = self.assembly.num_nodes() as u64;
        if found != expected {
            return Err(line.error(id_word, SyntaxProblem::WrongOrder { found, expected }));
        }
        let label = names.node_label(words.word("the label of the node")?);
        let node = self.assembly.node(label).ok_or_else(|| too_many_nodes(line.location(0)))?;
        if let Some(word) = words.optional() {
            let degree = line.number(word, "the degree of the node")?;
            self.degrees.push(StatedDegree { node, degree, line: line.first_line });
        }
        words.end()
    }

    fn read_edge(
        &mut self,
        line: Text<'_>,
        words: &mut Words<'_>,
        names: &mut LabelNames,
    ) -> Result<(), FormatError> {
        let a = NodeId(words.number("the number of a node")?);
        let b = NodeId(words.number("the number of a node")?);
        let label = words.optional();
        self.edge_labels.note(label.is_some(), line.first_line);
        let label = names.edge_label(label.unwrap_or(UNLABELED));
        words.end()?;
        self.assembly.undirected_edge(a, b, label, line.first_line);
        self.num_edges += 1;
        Ok(())
    }

    fn finish(
        self,
        path: &Path,
        header: &Header,
        control: &Control,
    ) -> Result<LabeledGraph, FormatError> {
        header.check(path, "nodes", self.assembly.num_nodes())?;
        header.check(path, "edges", self.num_edges)?;
        let origin = NumberedByLine { path };
        if let Some(line) = self.edge_labels.first_missing() {
            return Err(missing_label("label", origin.locate(line)));
        }
        let graph = self.assembly.build(&origin, control)?;
        for stated in &self.degrees {
            stated.check(&graph).map_err(|problem| FormatError::Syntax {
                at: origin.locate(stated.line),
                len: 1,
                problem,
            })?;
        }
        Ok(graph)
    }
}

impl StatedDegree {
    /// A loop may be stated as one or as two.
    fn check(&self, graph: &LabeledGraph) -> Result<(), SyntaxProblem> {
        let found = graph.out_arcs(self.node).len() as u64;
        let loops = graph.arcs_between(self.node, self.node).len() as u64;
        if (found..=found + loops).contains(&self.degree) {
            return Ok(());
        }
        let node = self.node.0.into();
        Err(SyntaxProblem::WrongDegree { node, stated: self.degree, found })
    }
}

pub(crate) fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    let graph = text.graph;
    let num_edges = text.count_undirected(Format::Graph)?;
    writeln!(out, "t {} {num_edges}", graph.num_nodes())?;
    for node in graph.nodes() {
        let label = one_word(text.node_label(node)?, Format::Graph)?;
        writeln!(out, "v {} {label} {}", node.0, graph.out_arcs(node).len())?;
    }
    for arc in graph.arcs().filter(|arc| arc.tail <= arc.head) {
        let label = one_word(text.edge_label(arc)?, Format::Graph)?;
        writeln!(out, "e {} {} {label}", arc.tail.0, arc.head.0)?;
    }
    Ok(())
}
