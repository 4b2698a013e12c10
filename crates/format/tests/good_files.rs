//! The examples of `docs/formats.md` are files, and they say what the text around them claims.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::fs;
use std::path::{Path, PathBuf};

use isocount_core::{Control, LabeledGraph};
use isocount_format::{Format, LabelNames, NamedGraph, ReadOptions, read, read_one};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn good(name: &str) -> PathBuf {
    root().join("testdata/good").join(name)
}

fn one(name: &str, options: &ReadOptions, names: &mut LabelNames) -> LabeledGraph {
    read_one(&good(name), options, names, &Control::NONE).unwrap_or_else(|e| panic!("{e}")).graph
}

/// Node labels, then arcs as `tail>head:label`.
fn show(graph: &LabeledGraph, names: &LabelNames) -> String {
    let nodes = graph.node_labels().iter().map(|&label| names.node_text(label).unwrap().to_owned());
    let arcs = graph.arcs().map(|arc| {
        format!("{}>{}:{}", arc.tail.0, arc.head.0, names.edge_text(arc.label).unwrap())
    });
    let (nodes, arcs): (Vec<_>, Vec<_>) = (nodes.collect(), arcs.collect());
    format!("{} | {}", nodes.join(" "), arcs.join(" "))
}

fn shown(name: &str) -> String {
    let mut names = LabelNames::new();
    let graph = one(name, &ReadOptions::default(), &mut names);
    show(&graph, &names)
}

#[test]
fn examples_read_as_described() {
    assert_eq!(shown("gml/carbonyl.gml"), "C O | 0>1:double 1>0:double");
    assert_eq!(shown("gml/igraph.gml"), "6 8 | 0>1:2 1>0:2");
    assert_eq!(
        shown("graphml/carbonyl.graphml"),
        "C O H | 0>1:double 0>2:single 1>0:double 2>0:single"
    );
    assert_eq!(shown("graph/hydroxyl.graph"), "6 8 1 | 0>1:0 1>0:0 1>2:0 2>1:0");
    assert_eq!(
        shown("graph/labeled.graph"),
        "C O | 0>1:single 0>1:double 1>0:single 1>0:double 1>1:single"
    );
    assert_eq!(shown("lad/path.lad"), "0 0 0 | 0>1:0 0>2:0 1>0:0 2>0:0");
    assert_eq!(shown("labeled-lad/hydroxyl.llad"), "6 8 1 | 0>1:2 1>0:2 1>2:1 2>1:1");
    assert_eq!(shown("edge-list/people.csv"), "person person company | 0>1:knows 1>2:works at");
    assert_eq!(shown("edge-list/triangle.txt"), "0 0 0 | 0>1:0 1>2:0 2>0:0");
    assert_eq!(shown("edge-list/spaces.edges"), "0 0 | 0>1:a 1>0:b");
    assert_eq!(shown("json/hydroxyl.json"), "C O H | 0>1:single 1>0:single 1>2:single 2>1:single");
}

#[test]
fn networkx_names_its_nodes_in_label() {
    let names = "Anna Ben \"B\" Müller | 0>1:knows 0>1:manages 1>0:knows 1>0:manages";
    assert_eq!(shown("gml/networkx.gml"), names);

    let mut names = LabelNames::new();
    let options = ReadOptions::new().with_node_label_key("kind");
    let graph = one("gml/networkx.gml", &options, &mut names);
    let kinds = "engineer engineer | 0>1:knows 0>1:manages 1>0:knows 1>0:manages";
    assert_eq!(show(&graph, &names), kinds);

    let options = ReadOptions::new().with_node_label_key("rank");
    let error =
        read_one(&good("gml/networkx.gml"), &options, &mut names, &Control::NONE).unwrap_err();
    assert!(error.to_string().ends_with("no node has `rank`, which was asked for as its label"));
}

#[test]
fn keys_choose_columns() {
    let mut names = LabelNames::new();
    let options = ReadOptions::new().with_node_label_key("kind").with_edge_label_key("relation");
    let graph = one("edge-list/kinds.tsv", &options, &mut names);
    assert_eq!(show(&graph, &names), "big, red b | 0>1:r 1>0:s");
    let options = ReadOptions::new().with_edge_label_key("colour");
    let error =
        read_one(&good("edge-list/kinds.tsv"), &options, &mut names, &Control::NONE).unwrap_err();
    assert!(error.to_string().ends_with("no edge has `colour`, which was asked for as its label"));
}

#[test]
fn files_and_folders_with_many_graphs() {
    let mut names = LabelNames::new();
    let titles = |graphs: &[NamedGraph]| {
        graphs.iter().map(|named| named.name.clone()).collect::<Vec<_>>().join(" ")
    };
    let options = ReadOptions::default();
    let graphs = read(&good("tu/CO"), &options, &mut names, &Control::NONE).unwrap();
    assert_eq!(titles(&graphs), "CO_0 CO_1");
    assert_eq!(show(&graphs[1].graph, &names), "8 6 8 | 0>1:2 1>0:2 1>2:2 2>1:2");
    let same = read(&good("tu/CO/CO_A.txt"), &options, &mut names, &Control::NONE).unwrap();
    assert_eq!(same, graphs);

    let graphs = read(&good("json-lines/two.jsonl"), &options, &mut names, &Control::NONE).unwrap();
    assert_eq!(titles(&graphs), "edge loop");

    let options = ReadOptions::new().with_node_label_key("kind").with_edge_label_key("kind");
    let graphs =
        read(&good("graphml/mixed.graphml"), &options, &mut names, &Control::NONE).unwrap();
    assert_eq!(titles(&graphs), "mixed#0 mixed#1");
    assert_eq!(show(&graphs[0].graph, &names), "x x | 0>1:R&D 1>0:R&D 1>1:R&D");
    assert_eq!(graphs[1].graph.num_nodes(), 0);
}

#[test]
fn documents_show_these_files() {
    let document = fs::read_to_string(root().join("docs/formats.md")).unwrap();
    for name in [
        "gml/carbonyl.gml",
        "graphml/carbonyl.graphml",
        "graph/hydroxyl.graph",
        "lad/path.lad",
        "labeled-lad/hydroxyl.llad",
        "tu/CO/CO_A.txt",
        "tu/CO/CO_graph_indicator.txt",
        "tu/CO/CO_node_labels.txt",
        "tu/CO/CO_edge_labels.txt",
        "edge-list/people.csv",
        "json/hydroxyl.json",
        "json-lines/two.jsonl",
    ] {
        let example = fs::read_to_string(good(name)).unwrap();
        assert!(document.contains(&example), "docs/formats.md does not show {name}");
    }
    for &format in Format::ALL {
        let named = document.contains(&format!("`{format}`"));
        assert!(named, "docs/formats.md does not name {format}");
        for ending in format.extensions() {
            assert!(
                document.contains(&format!("`.{ending}`")),
                "{ending} is not in docs/formats.md"
            );
        }
    }
}
