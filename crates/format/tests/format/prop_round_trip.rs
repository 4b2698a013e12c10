//! What is written reads back as the same graph, in every format, for all labels that a format can
//! represent; and a writer refuses only what its format cannot represent.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::collections::BTreeMap;
use std::path::Path;

use isocount_core::{Control, Edge, LabeledGraph, NodeId};
use isocount_format::{
    Format, GraphRef, LabelNames, ReadOptions, WriteError, read_bytes, write, write_tu,
};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

const LABELS: [&str; 22] = [
    "0",
    "7",
    "-3",
    "99999999999999999999",
    "1.0",
    "C",
    "works at",
    "a\"b",
    "ä&ö",
    "<x>",
    "x,y",
    "",
    "#",
    "]",
    "tab\there",
    " edge ",
    "two\nlines",
    "\r\n",
    "\"",
    "\"x\",\n\"",
    "a\rb",
    "\n#\n",
];

/// A graph as plain data.
#[derive(Clone, Debug)]
struct Plan {
    node_labels: Vec<usize>,
    arcs: Vec<(u32, u32, usize)>,
}

fn plan(max_label: usize) -> impl Strategy<Value = Plan> {
    vec(0..max_label, 1..7).prop_flat_map(move |node_labels| {
        let n = node_labels.len() as u32;
        btree_set((0..n, 0..n, 0..max_label), 0..12).prop_map(move |arcs| Plan {
            node_labels: node_labels.clone(),
            arcs: arcs.into_iter().collect(),
        })
    })
}

impl Plan {
    fn build(&self, names: &mut LabelNames) -> LabeledGraph {
        let mut builder = LabeledGraph::builder();
        for &label in &self.node_labels {
            builder.node(names.node_label(LABELS[label]));
        }
        for &(tail, head, label) in &self.arcs {
            builder.edge(NodeId(tail), NodeId(head), names.edge_label(LABELS[label]));
        }
        builder.build_merged().unwrap()
    }

    fn symmetric(&self) -> Self {
        let back = self.arcs.iter().map(|&(tail, head, label)| (head, tail, label));
        let arcs = self.arcs.iter().copied().chain(back).collect();
        Self { node_labels: self.node_labels.clone(), arcs }
    }
}

fn written(graph: &LabeledGraph, names: &LabelNames, format: Format) -> Result<String, WriteError> {
    let mut bytes = Vec::new();
    write(graph, names, format, &mut bytes, &Control::NONE)?;
    Ok(String::from_utf8(bytes).unwrap())
}

fn read_back(text: &str, names: &mut LabelNames, format: Format) -> LabeledGraph {
    let options = ReadOptions::default();
    let (path, bytes) = (Path::new("written"), text.as_bytes());
    let read = read_bytes(format, path, bytes, &options, names, &Control::NONE);
    let mut graphs = read.unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(graphs.len(), 1);
    graphs.remove(0).graph
}

fn check(plan: &Plan, format: Format) {
    let mut names = LabelNames::new();
    let graph = plan.build(&mut names);
    match written(&graph, &names, format) {
        Ok(text) => assert_eq!(read_back(&text, &mut names, format), graph, "{text}"),
        Err(WriteError::UnfitLabel { label, .. }) => {
            assert!(label.is_empty() || label.contains([' ', '\t', '\n', '\r']));
        }
        Err(error) => panic!("{error}"),
    }
}

/// The expected graph for formats that number nodes in order of appearance.
fn check_up_to_order(plan: &Plan, format: Format) {
    let mut names = LabelNames::new();
    let graph = plan.build(&mut names);
    let text = written(&graph, &names, format).unwrap();
    let again = read_back(&text, &mut names, format);
    assert_eq!(again.num_nodes(), graph.num_nodes());
    assert_eq!(again.num_arcs(), graph.num_arcs());
    let mut met = Vec::new();
    for word in text.split_ascii_whitespace() {
        let node = NodeId(word.parse().unwrap());
        if !met.contains(&node) {
            met.push(node);
        }
    }
    for arc in again.arcs() {
        assert!(graph.has_arc(met[arc.tail.ix()], met[arc.head.ix()], arc.label), "{text}");
    }
}

/// The graph with its nodes numbered in the order of an edge list.
fn in_order_of_arcs(graph: &LabeledGraph) -> LabeledGraph {
    let mut builder = LabeledGraph::builder();
    let mut numbers = BTreeMap::new();
    for Edge { tail, head, label } in graph.arcs() {
        let [tail, head] = [tail, head].map(|node| {
            *numbers.entry(node).or_insert_with(|| builder.node(graph.node_label(node)))
        });
        builder.edge(tail, head, label);
    }
    builder.build().unwrap()
}

proptest! {
    #[test]
    fn gml(plan in plan(LABELS.len())) {
        check(&plan, Format::Gml);
    }

    #[test]
    fn graphml(plan in plan(LABELS.len())) {
        check(&plan, Format::GraphMl);
    }

    #[test]
    fn text(plan in plan(LABELS.len())) {
        check(&plan, Format::Text);
        check(&plan.symmetric(), Format::Text);
    }

    #[test]
    fn json(plan in plan(LABELS.len())) {
        check(&plan, Format::Json);
    }

    #[test]
    fn json_lines(plan in plan(LABELS.len())) {
        check(&plan, Format::JsonLines);
    }

    #[test]
    fn labeled_lad(plan in plan(LABELS.len())) {
        check(&plan, Format::LabeledLad);
    }

    #[test]
    fn labeled_lad_of_words(plan in plan(6)) {
        check(&plan, Format::LabeledLad);
    }

    #[test]
    fn graph(plan in plan(6)) {
        check(&plan.symmetric(), Format::Graph);
    }

    #[test]
    fn graph_refuses_one_way_arcs(plan in plan(6)) {
        let mut names = LabelNames::new();
        let graph = plan.build(&mut names);
        let one_way = graph.arcs().any(|arc| !graph.has_arc(arc.head, arc.tail, arc.label));
        let refused = matches!(
            written(&graph, &names, Format::Graph), Err(WriteError::Directed { .. }));
        prop_assert_eq!(refused, one_way);
    }

    #[test]
    fn lad(plan in plan(1)) {
        check(&plan, Format::Lad);
    }

    #[test]
    fn adjacency_list(plan in plan(1)) {
        check_up_to_order(&plan, Format::AdjacencyList);
    }

    #[test]
    fn matrix_market(plan in plan(1)) {
        check(&plan, Format::MatrixMarket);
        check(&plan.symmetric(), Format::MatrixMarket);
    }

    #[test]
    fn graph6(plan in plan(1)) {
        check(&plan, Format::Graph6);
        check(&plan.symmetric(), Format::Graph6);
        let mut loopless = plan.symmetric();
        loopless.arcs.retain(|arc| arc.0 != arc.1);
        check(&loopless, Format::Graph6);
    }

    #[test]
    fn tu(plans in vec(plan(10), 1..4)) {
        let mut names = LabelNames::new();
        let graphs: Vec<_> = plans.iter().map(|plan| plan.build(&mut names)).collect();
        let mut parts = Vec::new();
        let create = |_: &str| Ok::<_, std::io::Error>(Vec::new());
        let named = graphs.iter().map(|graph| GraphRef { name: "", graph });
        for file in write_tu(named, "x", &names, create, &Control::NONE).unwrap() {
            parts.push(String::from_utf8(file).unwrap());
        }
        let (path, options) = (Path::new("x"), ReadOptions::default());
        let joined = parts.join("\0");
        let read = read_bytes(
            Format::Tu, path, joined.as_bytes(), &options, &mut names, &Control::NONE);
        let read: Vec<_> = read.unwrap().into_iter().map(|named| named.graph).collect();
        prop_assert_eq!(read, graphs);
    }

    #[test]
    fn lad_refuses_labels(plan in plan(2)) {
        let mut names = LabelNames::new();
        let graph = plan.build(&mut names);
        let labeled =
            plan.node_labels.contains(&1) || plan.arcs.iter().any(|&(_, _, label)| label == 1);
        let refused =
            matches!(written(&graph, &names, Format::Lad), Err(WriteError::Labeled { .. }));
        prop_assert_eq!(refused, labeled);
    }

    #[test]
    fn edge_list(plan in plan(LABELS.len())) {
        let mut names = LabelNames::new();
        let graph = plan.build(&mut names);
        match written(&graph, &names, Format::EdgeList) {
            Ok(text) => {
                let again = read_back(&text, &mut names, Format::EdgeList);
                prop_assert_eq!(again, in_order_of_arcs(&graph));
            }
            Err(WriteError::IsolatedNode { node, .. }) => {
                prop_assert!(graph.out_arcs(node).is_empty() && graph.in_arcs(node).is_empty());
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn one_file_is_not_a_folder_and_some_formats_are_only_read() {
    let graph = LabeledGraph::builder().build().unwrap();
    let refused = written(&graph, &LabelNames::new(), Format::Tu);
    assert!(matches!(refused, Err(WriteError::Folder { format: Format::Tu })));
    for format in [Format::Pajek, Format::Gexf, Format::Smiles, Format::Sdf, Format::Smarts] {
        assert!(!format.can_write());
        let refused = written(&graph, &LabelNames::new(), format);
        assert!(matches!(refused, Err(WriteError::ReadOnly { .. })));
    }
}

#[test]
fn dot_contains_what_graphviz_needs() {
    let mut names = LabelNames::new();
    let mut builder = LabeledGraph::builder();
    let [a, b] = ["C", "say \"hi\\\""].map(|label| builder.node(names.node_label(label)));
    builder.undirected_edge(a, b, names.edge_label("0"));
    let text = written(&builder.clone().build().unwrap(), &names, Format::Dot).unwrap();
    let nodes = "  0 [label=\"C\"];\n  1 [label=\"say \\\"hi\\\\\\\"\"];\n";
    assert_eq!(text, format!("graph {{\n{nodes}  0 -- 1;\n}}\n"));
    builder.edge(a, a, names.edge_label("x")).edge(a, b, names.edge_label("y"));
    let text = written(&builder.build().unwrap(), &names, Format::Dot).unwrap();
    let arcs = "  0 -> 0 [label=\"x\"];\n  0 -> 1;\n  0 -> 1 [label=\"y\"];\n  1 -> 0;\n";
    assert_eq!(text, format!("digraph {{\n{nodes}{arcs}}}\n"));
    let path = Path::new("x.dot");
    let options = ReadOptions::new();
    let read = read_bytes(Format::Dot, path, b"graph {}", &options, &mut names, &Control::NONE);
    assert_eq!(read.unwrap_err().to_string(), "x.dot: the format dot is only written, not read");
}

#[test]
fn a_matrix_of_too_many_nodes_is_not_written() {
    let mut names = LabelNames::new();
    let label = names.node_label("0");
    let mut builder = LabeledGraph::builder();
    (0..=1 << 16).for_each(|_| {
        builder.node(label);
    });
    let refused = written(&builder.build().unwrap(), &names, Format::Graph6);
    assert!(matches!(refused, Err(WriteError::TooManyNodes { found: 65_537, .. })));
}
