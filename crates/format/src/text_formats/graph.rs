//! `.graph`: sizes, nodes with labels, undirected edges; common in papers on subgraph matching.
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
//! `t` states the numbers of nodes and edges. `v` is a node, its label and (optionally) its degree.
//! `e` is an edge and (optionally) its label. Every edge is two arcs and is written once.

use std::io::Write;
use std::path::Path;

use isocount_core::{Control, LabeledGraph, Labels, NodeId};

use crate::builder::{
    Assembly, LabelPresence, NumberedByLine, Origin, missing_label, too_many_nodes,
};
use crate::error::SyntaxProblem;
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames, UNLABELED};
use crate::read::{NamedGraph, Reader, Source, Text, Words};
use crate::write::{GraphText, WriteError, Writer, one_word};
use crate::{Duplicates, Format, FormatError, Location, ReadOptions};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "graph",
    extensions: &["graph"],
    description: "lines `t n m`, `v id label degree`, `e u v [label]`; undirected",
    graph_names: GraphNames::File,
    reader: Reader::Graphs(read),
    pattern_reader: None,
    writer: Writer::Graphs(write),
};

fn read(source: Source<'_>, mut names: FileLabels<'_>) -> Result<Vec<NamedGraph>, FormatError> {
    let (name, path, control) = (source.stem(), source.path, source.control);
    let options = source.options;
    let mut lines = source.into_lines();
    let Some(header) = lines.next_meaningful(b"#")? else {
        return Err(FormatError::Empty { path: path.to_owned(), format: Format::Graph });
    };
    let header = Header::read(header)?;
    let mut graph = Unfinished::default();
    while let Some(line) = lines.next_meaningful(b"#")? {
        let mut words = line.words();
        match words.word("`v` or `e`")? {
            "v" => graph.read_node(line, &mut words, &mut names)?,
            "e" => graph.read_edge(line, &mut words, &mut names)?,
            other => return Err(line.unexpected(other, "`v` (a node) or `e` (an edge)")),
        }
    }
    let graph = graph.finish(path, &header, options, control)?;
    Ok(vec![NamedGraph::new(name, graph)])
}

/// The stated sizes. They are checked, but no memory is reserved for them.
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

/// A degree stated by a `v` line.
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
        names: &mut FileLabels<'_>,
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
        names: &mut FileLabels<'_>,
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
        options: &ReadOptions,
        control: &Control,
    ) -> Result<LabeledGraph, FormatError> {
        header.check(path, "nodes", self.assembly.num_nodes())?;
        header.check(path, "edges", self.num_edges)?;
        let origin = NumberedByLine { path };
        if let (Some(line), Labels::Keep) = (self.edge_labels.first_missing(), options.edge_labels)
        {
            return Err(missing_label("label", origin.locate(line)));
        }
        let graph = self.assembly.build(&origin, options.duplicates, control)?;
        // Degrees also count merged edges.
        let checked = if options.duplicates == Duplicates::Merge { &[][..] } else { &self.degrees };
        for stated in checked {
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
    /// A loop may count once or twice towards a stated degree.
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

fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use isocount_core::Label;

    use super::*;
    use crate::{LabelNames, read_bytes};

    /// Node labels, then arcs as `tail>head:label`, or the message.
    fn read(text: &str) -> Result<String, String> {
        let (path, options, names) = (Path::new("g"), ReadOptions::new(), &mut LabelNames::new());
        let bytes = text.as_bytes();
        let graphs = read_bytes(Format::Graph, path, bytes, &options, names, &Control::NONE);
        let graph = graphs.map_err(|error| error.to_string())?.remove(0).graph;
        let mut words: Vec<String> =
            graph.node_labels().iter().map(|&l| names.node_text(l).unwrap().to_owned()).collect();
        words.push("|".to_owned());
        for arc in graph.arcs() {
            let label = names.edge_text(arc.label).unwrap();
            words.push(format!("{}>{}:{label}", arc.tail.0, arc.head.0));
        }
        Ok(words.join(" "))
    }

    fn refused(text: &str) -> String {
        read(text).unwrap_err()
    }

    #[test]
    fn edges_go_both_ways_and_loops_once() {
        let text =
            "# about\nt 3 3\n# nodes\nv 0 a 1\nv 1 b\nv 2 c 2\ne 0 1\n\n# edges\ne 1 2\ne 2 2\n";
        assert_eq!(read(text).unwrap(), "a b c | 0>1:0 1>0:0 1>2:0 2>1:0 2>2:0");
        let text = "t 2 3\nv 0 a 2\nv 1 a 3\ne 0 1 x\ne 1 0 y\ne 1 1 x\n";
        assert_eq!(read(text).unwrap(), "a a | 0>1:x 0>1:y 1>0:x 1>0:y 1>1:x");
        assert_eq!(read("t 0 0\n").unwrap(), "|");
    }

    #[test]
    fn both_sizes_are_checked_in_both_directions() {
        let wrong = |what, found, stated| {
            format!("g:2:1: number of {what}: found {found}, expected {stated}, as the file states")
        };
        let text = |header: &str| format!("\n{header}\nv 0 a\nv 1 a\nv 2 a\ne 0 1\ne 0 0\n");
        assert!(read(&text("t 3 2")).is_ok());
        assert_eq!(refused(&text("t 4 2")), wrong("nodes", 3, 4));
        assert_eq!(refused(&text("t 2 2")), wrong("nodes", 3, 2));
        assert_eq!(refused(&text("t 3 3")), wrong("edges", 2, 3));
        assert_eq!(refused(&text("t 3 1")), wrong("edges", 2, 1));
    }

    #[test]
    fn a_loop_counts_once_or_twice_in_a_degree_and_nothing_else_does() {
        let text =
            |degree: u32| format!("t 2 3\nv 0 a {degree}\nv 1 a\ne 0 1 x\ne 0 1 y\ne 0 0 x\n");
        let wrong = |degree| Err(format!("g:2:1: node 0 states degree {degree}, but has 3"));
        for degree in 0..8 {
            let read = read(&text(degree)).map(|_| ());
            assert_eq!(read, if (3..=4).contains(&degree) { Ok(()) } else { wrong(degree) });
        }
        // Two loops have at most four ends. Without loops, there is a single correct number.
        let loops = |degree: u32| format!("t 1 2\nv 0 a {degree}\ne 0 0 x\ne 0 0 y\n");
        assert_eq!(
            [1, 2, 3, 4, 5].map(|degree| read(&loops(degree)).is_ok()),
            [false, true, true, true, false]
        );
        let plain = |degree: u32| format!("t 2 1\nv 0 a\nv 1 b {degree}\ne 0 1\n");
        assert_eq!([0, 1, 2].map(|degree| read(&plain(degree)).is_ok()), [false, true, false]);
        assert_eq!(refused(&plain(2)), "g:3:1: node 1 states degree 2, but has 1");
    }

    #[test]
    fn nodes_come_in_order() {
        assert_eq!(
            refused("t 2 0\nv 1 a\nv 0 a\n"),
            "g:2:3: found node 1, expected node 0: nodes are listed in order from 0"
        );
        assert_eq!(
            refused("t 2 0\nv 0 a\nv 0 a\n"),
            "g:3:3: found node 0, expected node 1: nodes are listed in order from 0"
        );
    }

    #[test]
    fn all_edges_have_a_label_or_none() {
        let text = "t 3 3\nv 0 a\nv 1 a\nv 2 a\ne 0 1 x\ne 1 2\ne 0 2\n";
        assert_eq!(refused(text), "g:6:1: no `label` here, although others of its kind have one");
        let text = "t 3 2\nv 0 a\nv 1 a\nv 2 a\ne 0 1\ne 1 2 x\n";
        assert_eq!(refused(text), "g:5:1: no `label` here, although others of its kind have one");
    }

    #[test]
    fn every_line_has_its_words_and_no_more() {
        for (text, problem) in [
            ("t 1\n", "g:1:4: found the end of the line, expected the number of edges"),
            ("t\n", "g:1:2: found the end of the line, expected the number of nodes"),
            ("t 1 0 0\n", "g:1:7: found `0`, expected the end of the line"),
            (
                "v 0 a\n",
                "g:1:1: found `v`, expected `t`, the number of nodes and the number of edges",
            ),
            ("t 1 0\nv\n", "g:2:2: found the end of the line, expected the number of the node"),
            ("t 1 0\nv 0\n", "g:2:4: found the end of the line, expected the label of the node"),
            ("t 1 0\nv x a\n", "g:2:3: found `x`, expected the number of the node"),
            ("t 1 0\nv 0 a b\n", "g:2:7: found `b`, expected the degree of the node"),
            ("t 1 0\nv 0 a 0 0\n", "g:2:9: found `0`, expected the end of the line"),
            (
                "t 1 1\nv 0 a\ne 0\n",
                "g:3:4: found the end of the line, expected the number of a node",
            ),
            (
                "t 1 1\nv 0 a\ne\n",
                "g:3:2: found the end of the line, expected the number of a node",
            ),
            ("t 1 1\nv 0 a\ne 0 0 x y\n", "g:3:9: found `y`, expected the end of the line"),
            ("t 1 0\nt 1 0\n", "g:2:1: found `t`, expected `v` (a node) or `e` (an edge)"),
            ("# empty\n", "g: the file is empty, expected a graph in the format graph"),
        ] {
            assert_eq!(refused(text), problem, "{text}");
        }
        assert_eq!(
            refused("t 2 2\nv 0 a\nv 1 a\ne 0 1\ne 1 0\n"),
            "g:5:1: the arc from node `0` to node `1` with this label is given twice; \
             parallel arcs must differ in their label"
        );
        assert_eq!(
            refused("t 1 1\nv 0 a\ne 0 1\n"),
            "g:3:1: node 1 does not exist; the graph has 1 node, numbered from 0"
        );
    }

    #[test]
    fn each_edge_is_written_once_with_its_label() {
        let mut names = LabelNames::new();
        let mut builder = LabeledGraph::builder();
        let [c, o] = ["C", "O"].map(|label| builder.node(names.node_label(label)));
        builder.undirected_edge(o, c, names.edge_label("x"));
        builder.undirected_edge(c, o, names.edge_label("y"));
        builder.undirected_edge(o, o, names.edge_label("x"));
        let graph = builder.build().unwrap();
        let written = |graph: &LabeledGraph, names: &LabelNames| {
            let mut text = Vec::new();
            crate::write(graph, names, Format::Graph, &mut text, &Control::NONE)
                .map(|()| String::from_utf8(text).unwrap())
                .map_err(|error| error.to_string())
        };
        let text = "t 2 3\nv 0 C 2\nv 1 O 3\ne 0 1 x\ne 0 1 y\ne 1 1 x\n";
        assert_eq!(written(&graph, &names).unwrap(), text);
        assert_eq!(read(text).unwrap(), "C O | 0>1:x 0>1:y 1>0:x 1>0:y 1>1:x");

        let mut one_way = LabeledGraph::builder();
        let node = one_way.node(Label(0));
        let other = one_way.node(Label(0));
        one_way.undirected_edge(node, other, Label(0)).edge(other, node, Label(1));
        let error = written(&one_way.build().unwrap(), &names).unwrap_err();
        let expected =
            "the format graph is undirected, but the arc from node 1 to node 0 has no arc back";
        assert_eq!(error, expected);

        for labels in [["a b", "x"], ["", "x"], ["a", "x y"], ["a", ""]] {
            let (mut names, mut builder) = (LabelNames::new(), LabeledGraph::builder());
            let node = builder.node(names.node_label(labels[0]));
            builder.edge(node, node, names.edge_label(labels[1]));
            assert!(written(&builder.build().unwrap(), &names).is_err(), "{labels:?}");
        }
    }
}
