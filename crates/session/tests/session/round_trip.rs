//! The law of `convert`: what is written to a file of any name reads back as the same graph, or is
//! refused because the format cannot represent it. The limits of each format are listed in
//! docs/formats.md.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use isocount_core::{Control, LabeledGraph, NodeId, Pattern, Rng};
use isocount_format::{Format, ReadOptions};
use isocount_session::{Existing, GraphTarget, LoadedGraph, Session, SessionError, Source};

/// Labels that a format may stumble over: separators, quotes, comment and list markers, keywords,
/// alternative spellings of numbers, invisible characters.
const LABELS: [&str; 62] = [
    "0",
    "C",
    "7",
    "-3",
    "007",
    "+7",
    "-0",
    "1.0",
    "1e3",
    "99999999999999999999",
    "nan",
    "true",
    "null",
    "works at",
    " both ",
    "a\"b",
    "\"",
    "\"x\",\n\"",
    "'",
    "x,y",
    "a;b",
    "tab\there",
    "a|b",
    "*",
    "!C",
    "C&O",
    "&amp;",
    "&#0;",
    "<x>",
    "]]>",
    "--",
    "->",
    "-[x]-",
    "(a)",
    "[",
    "]",
    "{",
    "}",
    "{'a': 1}",
    "#",
    "#7",
    "%",
    "% x",
    ":",
    "a:b",
    "\\",
    "\\n",
    "$$$$",
    "tail",
    "label",
    "undirected",
    "",
    " ",
    "two\nlines",
    "\r\n",
    "a\rb",
    "\n#\n",
    "ä🧪",
    "\u{FEFF}",
    "\u{a0}x",
    "\u{2028}",
    "\u{7}",
];

/// What a format cannot represent, as listed in docs/formats.md.
const CANNOT_HOLD: [(Format, &[Limit]); 13] = [
    (Format::Gml, &[]),
    (Format::GraphMl, &[Limit::SpacesAround, Limit::ControlCharacters]),
    (Format::Graph, &[Limit::OneWayArcs, Limit::Spaces]),
    (Format::Lad, &[Limit::Labels]),
    (Format::LabeledLad, &[Limit::Spaces]),
    (Format::Tu, &[Limit::SpacesAround, Limit::LineBreaks, Limit::NoNodes]),
    (Format::EdgeList, &[Limit::IsolatedNodes]),
    (Format::Json, &[]),
    (Format::JsonLines, &[]),
    (Format::AdjacencyList, &[Limit::Labels, Limit::NoNodes]),
    (Format::MatrixMarket, &[Limit::Labels]),
    (Format::Graph6, &[Limit::Labels, Limit::ManyNodes]),
    (Format::Text, &[]),
];

#[derive(Clone, Copy, Debug)]
enum Limit {
    Labels,
    Spaces,
    SpacesAround,
    LineBreaks,
    ControlCharacters,
    OneWayArcs,
    IsolatedNodes,
    NoNodes,
    ManyNodes,
}

impl Limit {
    fn text(self) -> &'static str {
        match self {
            Self::Labels => "labels",
            Self::Spaces => "labels that are empty or have spaces or line breaks",
            Self::SpacesAround => "labels that are empty or begin or end with a space",
            Self::LineBreaks => "labels with line breaks",
            Self::ControlCharacters => "labels with control characters",
            Self::OneWayArcs => "arcs without their reverse",
            Self::IsolatedNodes => "nodes without arcs",
            Self::NoNodes => "graphs without nodes",
            Self::ManyNodes => "more than 65,536 nodes",
        }
    }

    /// Whether the limit prevents a graph from being written.
    fn applies(self, graph: &LoadedGraph) -> bool {
        let (names, graph) = (graph.label_names(), graph.graph());
        let is_isolated = |node| graph.out_arcs(node).is_empty() && graph.in_arcs(node).is_empty();
        let any_label = |wrong: &dyn Fn(&str) -> bool| {
            let nodes = graph.nodes().map(|node| names.node_text(graph.node_label(node)).unwrap());
            let arcs = graph.arcs().map(|arc| names.edge_text(arc.label).unwrap());
            nodes.chain(arcs).any(wrong)
        };
        match self {
            Self::Labels => any_label(&|label| label != "0"),
            Self::Spaces => any_label(&|it| it.is_empty() || it.contains(char::is_whitespace)),
            Self::SpacesAround => any_label(&|it| it.is_empty() || it.trim() != it),
            Self::LineBreaks => any_label(&|label| label.contains(['\n', '\r'])),
            Self::ControlCharacters => any_label(&|label| label.contains(char::is_control)),
            Self::OneWayArcs => {
                graph.arcs().any(|arc| !graph.has_arc(arc.head, arc.tail, arc.label))
            }
            Self::IsolatedNodes => graph.nodes().any(is_isolated),
            Self::NoNodes => graph.num_nodes() == 0,
            Self::ManyNodes => graph.num_nodes() > 65_536,
        }
    }
}

/// A random graph of up to six nodes: directed or not, with few labels or all of them, with loops,
/// parallel arcs and isolated nodes, or with nothing at all.
fn random(session: &mut Session, rng: &mut Rng) -> LoadedGraph {
    let num_labels = [1, 2, 12, LABELS.len()][rng.below(4)];
    let is_undirected = rng.below(2) == 0;
    let nodes = rng.below(7);
    let arcs = if nodes == 0 { 0 } else { rng.below(12) };
    let mut builder = LabeledGraph::builder();
    let label = |rng: &mut Rng| LABELS[rng.below(num_labels)];
    for _ in 0..nodes {
        builder.node(session.node_label(label(rng)));
    }
    for _ in 0..arcs {
        let [tail, head] = [0; 2].map(|_| NodeId(rng.below(nodes) as u32));
        let label = session.edge_label(label(rng));
        builder.edge(tail, head, label);
        if is_undirected {
            builder.edge(head, tail, label);
        }
    }
    session.graph("g", builder.build_merged().unwrap())
}

/// A description of the graph, with nodes under the numbers that they had when it was written.
fn described(graph: &LoadedGraph, has_names: bool) -> (BTreeMap<String, String>, Vec<String>) {
    let names = graph.label_names();
    let called = |node: NodeId| {
        if has_names { graph.node_names().get(node).into_owned() } else { node.0.to_string() }
    };
    let node_label = |node| names.node_text(graph.graph().node_label(node)).unwrap().to_owned();
    let nodes = graph.graph().nodes().map(|node| (called(node), node_label(node))).collect();
    let arc = |arc: isocount_core::Edge| {
        let label = names.edge_text(arc.label).unwrap();
        format!("{} > {}: {label:?}", called(arc.tail), called(arc.head))
    };
    let mut arcs: Vec<String> = graph.graph().arcs().map(arc).collect();
    arcs.sort();
    (nodes, arcs)
}

fn written(target: &GraphTarget, graph: &LoadedGraph, as_pattern: bool) -> Result<(), String> {
    let done = if as_pattern {
        let pattern = Pattern::try_from(LabeledGraph::clone(graph.graph())).unwrap();
        // Patterns share the labels of the session that they are written for.
        let (session, _) = graph.apart();
        let pattern = session.pattern("g", pattern);
        target.write_patterns(&[pattern], Existing::Refuse, &Control::NONE)
    } else {
        target.write(std::slice::from_ref(graph), Existing::Refuse, &Control::NONE)
    };
    match done {
        Ok(()) => Ok(()),
        Err(SessionError::Unwritable { problem, .. }) => Err(problem.to_string()),
        Err(error) => panic!("{error}"),
    }
}

fn check(graph: &LoadedGraph, format: Format, path: &Path, as_pattern: bool) {
    let target = match format {
        Format::Tu => GraphTarget::Folder { path: path.to_owned(), format },
        format => GraphTarget::File { path: path.to_owned(), format },
    };
    let (_, limits) = CANNOT_HOLD.iter().find(|(it, _)| *it == format).unwrap();
    let limits: Vec<&Limit> = limits.iter().filter(|limit| limit.applies(graph)).collect();
    let before = described(graph, false);
    match written(&target, graph, as_pattern) {
        Ok(()) => {
            assert!(limits.is_empty(), "{format} holds what it cannot, {limits:?}: {before:?}");
        }
        Err(problem) => {
            assert!(!limits.is_empty(), "{problem}: {before:?}");
            assert!(!path.exists() || format == Format::Tu, "{problem}, and a file is there");
            return;
        }
    }
    let options = ReadOptions::new().with_node_names();
    let source = Source::path(path).with_options(options);
    let text = || fs::read_to_string(path).unwrap_or_default();
    let read = Session::new().read_graph(source, &Control::NONE);
    let again = read.unwrap_or_else(|problem| panic!("{problem}\n{before:?}\n{}", text()));
    // These formats number nodes in order of appearance.
    let has_names = matches!(format, Format::EdgeList | Format::AdjacencyList);
    assert_eq!(described(&again, has_names), before, "{format}\n{}", text());
}

#[test]
fn every_format_under_every_name_reads_back_what_it_wrote() {
    let cases = if std::env::var_os("ISOCOUNT_SLOW").is_some() { 3_000 } else { 60 };
    let folder = tempfile::tempdir().unwrap();
    let (mut rng, mut number) = (Rng::new(36), 0);
    for case in 0..cases {
        let mut session = Session::new();
        let graph = random(&mut session, &mut rng);
        for (format, _) in CANNOT_HOLD {
            let endings: Vec<String> = match format {
                Format::Tu => vec![String::new()],
                format => format.extensions().iter().map(|it| format!(".{it}")).collect(),
            };
            for ending in endings {
                let packing = if case % 2 == 1 && format != Format::Tu { ".gz" } else { "" };
                let as_pattern =
                    case % 3 == 2 && graph.graph().num_nodes() > 0 && format != Format::Tu;
                number += 1;
                let path = folder.path().join(format!("{number}{ending}{packing}"));
                check(&graph, format, &path, as_pattern);
            }
        }
    }
}

/// A small graph of each kind, in every format, to cover what random graphs may miss.
#[test]
fn the_smallest_graphs_read_back() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (nodes, arcs)) in
        [(0, vec![]), (1, vec![]), (1, vec![(0, 0)]), (2, vec![(0, 1)]), (3, vec![(1, 2)])]
            .into_iter()
            .enumerate()
    {
        let mut session = Session::new();
        let (node, edge) = (session.node_label("0"), session.edge_label("0"));
        let mut builder = LabeledGraph::builder();
        (0..nodes).for_each(|_| _ = builder.node(node));
        for (tail, head) in arcs {
            builder.edge(NodeId(tail), NodeId(head), edge);
        }
        let graph = session.graph("g", builder.build().unwrap());
        for (format, _) in CANNOT_HOLD {
            let ending = format.extensions().first().map_or(String::new(), |it| format!(".{it}"));
            let path = folder.path().join(format!("{number}-{format}{ending}"));
            check(&graph, format, &path, false);
        }
    }
}

#[test]
fn the_list_is_complete_and_documented() {
    let listed: Vec<Format> = CANNOT_HOLD.iter().map(|(format, _)| *format).collect();
    let both = Format::ALL.iter().copied().filter(|it| it.can_read() && it.can_write());
    assert_eq!(both.collect::<Vec<_>>(), listed);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats.md");
    let page = fs::read_to_string(page).unwrap();
    for (format, limits) in CANNOT_HOLD {
        let limits: Vec<&str> = limits.iter().map(|limit| limit.text()).collect();
        let limits = if limits.is_empty() { "nothing".to_owned() } else { limits.join("; ") };
        let row = format!("| `{format}` | {limits} |");
        assert!(page.contains(&row), "docs/formats.md lacks the row {row}");
    }
}
