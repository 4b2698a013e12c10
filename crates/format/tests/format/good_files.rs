//! The examples of `docs/formats.md` exist as files, and contain what the text around them claims.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::fs;
use std::path::{Path, PathBuf};

use isocount_core::{Control, LabeledGraph};
use isocount_format::{Format, LabelNames, NamedGraph, ReadOptions, read, read_bytes, read_one};

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
    assert_eq!(shown("edge-list/gephi.csv"), "0 0 0 | 0>1:0 1>0:0 1>2:0");
    assert_eq!(shown("edge-list/attributes.edgelist"), "0 0 0 | 0>1:knows 1>2:likes");
    assert_eq!(shown("json/node_link.json"), "C O | 0>1:double 1>0:double");
    assert_eq!(shown("adjacency-list/friends.adjlist"), "0 0 0 | 0>1:0 0>2:0 1>2:0");
    let lines = "0>1:knows 1>2:works with 2>1:works with";
    assert_eq!(shown("pajek/people.net"), format!("0 0 0 | {lines}"));
    assert_eq!(shown("gexf/carbonyl.gexf"), "0 0 | 0>1:double 1>0:double");
    assert_eq!(shown("matrix-market/path.mtx"), "0 0 0 0 | 0>1:0 1>0:0 1>2:0 2>1:0");
    assert_eq!(
        shown("text/carbonyl.pattern"),
        "C O N C | 0>1:double 0>2:single 1>0:double 2>0:single 2>3:single 3>2:single"
    );
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
    let expected = "no node has `rank`, which was requested as its label; the nodes have: ";
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn names_are_labels_if_asked_for() {
    let with = |name, options: ReadOptions| {
        let mut names = LabelNames::new();
        let graph = one(name, &options, &mut names);
        show(&graph, &names)
    };
    let labels = ReadOptions::new().with_node_label_key("label").with_edge_label_key("weight");
    let pajek = with("pajek/people.net", labels.clone());
    assert_eq!(pajek, "Anna Smith Ben Carl | 0>1:2.5 1>2:1 2>1:1");
    let gexf = with("gexf/carbonyl.gexf", ReadOptions::new().with_node_label_key("label"));
    assert_eq!(gexf, "carbon oxygen | 0>1:double 1>0:double");
    let gexf = with("gexf/carbonyl.gexf", ReadOptions::new().with_node_label_key("kind"));
    assert_eq!(gexf, "C O | 0>1:double 1>0:double");
    let values = with("matrix-market/path.mtx", ReadOptions::new().with_edge_label_key("value"));
    assert_eq!(values, "0 0 0 0 | 0>1:0.5 1>0:0.5 1>2:1.5 2>1:1.5");
    let weights = ReadOptions::new().with_edge_label_key("weight");
    let attributes = with("edge-list/attributes.edgelist", weights.clone());
    assert_eq!(attributes, "0 0 0 | 0>1:4 1>2:0.5");
    assert_eq!(with("edge-list/gephi.csv", weights), "0 0 0 | 0>1:1.0 1>0:1.0 1>2:2.5");
    for (name, key) in [
        ("pajek/people.net", "colour"),
        ("gexf/carbonyl.gexf", "colour"),
        ("matrix-market/path.mtx", "colour"),
        ("edge-list/attributes.edgelist", "colour"),
        ("graph6/three.g6", "label"),
        ("adjacency-list/friends.adjlist", "label"),
    ] {
        let options = ReadOptions::new().with_edge_label_key(key);
        let error = read(&good(name), &options, &mut LabelNames::new(), &Control::NONE);
        let error = error.unwrap_err().to_string();
        let expected = format!("no edge has `{key}`, which was requested as its label");
        assert!(error.contains(&expected), "{error}");
    }
}

#[test]
fn labels_may_be_left_out_and_duplicates_merged() {
    let path = Path::new("x.csv");
    let read = |text: &str, options: &ReadOptions| {
        let names = &mut LabelNames::new();
        let read =
            read_bytes(Format::EdgeList, path, text.as_bytes(), options, names, &Control::NONE);
        read.map(|graphs| show(&graphs[0].graph, names)).map_err(|error| error.to_string())
    };
    let text = "source,target,label,source_label,target_label\na,b,4,x,y\nb,a,3,y,x\n";
    let plain = ReadOptions::new().without_node_labels().without_edge_labels();
    assert_eq!(read(text, &plain).unwrap(), "0 0 | 0>1:0 1>0:0");
    // Without labels, arcs may be equal.
    let weights = "a,b,4\na,b,5\nb,c,1\n";
    assert_eq!(read(weights, &ReadOptions::new()).unwrap(), "0 0 0 | 0>1:4 0>1:5 1>2:1");
    let plain = ReadOptions::new().without_edge_labels();
    let refused = read(weights, &plain).unwrap_err();
    assert!(refused.starts_with("x.csv:2:1: the arc from node `a` to node `b`"), "{refused}");
    let merged = plain.with_duplicates_merged();
    assert_eq!(read(weights, &merged).unwrap(), "0 0 0 | 0>1:0 1>2:0");
    // Every format has its own way to build a graph.
    for (name, text) in [
        (
            "x.gml",
            "graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] edge [ source 1 target 0 ] ]",
        ),
        ("x.graph", "t 2 2\nv 0 0\nv 1 0\ne 0 1\ne 1 0\n"),
        ("x.lad", "2\n2 1 1\n1 0\n"),
        ("x.json", r#"{"directed": false, "nodes": [0, 0], "edges": [[0, 1], [1, 0]]}"#),
        ("x.adjlist", "a b b\nb a\n"),
        ("x.net", "*Vertices 2\n*Edges\n1 2\n2 1\n"),
        ("x.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 2\n2 1\n"),
        ("x.s6", ":Ab\n"),
    ] {
        let path = Path::new(name);
        let format = Format::from_path(path).unwrap();
        let read = |options: &ReadOptions| {
            let names = &mut LabelNames::new();
            read_bytes(format, path, text.as_bytes(), options, names, &Control::NONE)
        };
        assert!(read(&ReadOptions::new()).is_err(), "{name}");
        let merged = read(&ReadOptions::new().with_duplicates_merged());
        let merged = merged.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(merged[0].graph.num_arcs(), 2, "{name}");
    }
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
    let expected = "no edge has `colour`, which was requested as its label; the edges have: ";
    assert!(error.to_string().contains(expected), "{error}");
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

    let graphs = read(&good("graph6/three.g6"), &options, &mut names, &Control::NONE).unwrap();
    assert_eq!(titles(&graphs), "three#0 three#1 three#2");
    assert_eq!(graphs[0].graph, graphs[1].graph);
    assert_eq!(graphs[0].graph.num_arcs(), 6);
    assert_eq!(show(&graphs[2].graph, &names), "0 0 0 | 0>1:0 1>2:0 2>0:0");

    let options = ReadOptions::new().with_node_label_key("kind").with_edge_label_key("kind");
    let graphs =
        read(&good("graphml/mixed.graphml"), &options, &mut names, &Control::NONE).unwrap();
    assert_eq!(titles(&graphs), "mixed#0 mixed#1");
    assert_eq!(show(&graphs[0].graph, &names), "x x | 0>1:R&D 1>0:R&D 1>1:R&D");
    assert_eq!(graphs[1].graph.num_nodes(), 0);
}

#[test]
fn molecules_of_many_files() {
    let mut names = LabelNames::new();
    let mut all = |name: &str| {
        let graphs = read(&good(name), &ReadOptions::default(), &mut names, &Control::NONE);
        let graphs = graphs.unwrap_or_else(|e| panic!("{e}"));
        let shown = graphs.iter().map(|named| {
            let edges = named.graph.arcs().filter(|arc| arc.tail < arc.head).map(|arc| {
                let label = names.edge_text(arc.label).unwrap();
                format!("{}-{}:{label}", arc.tail.0, arc.head.0)
            });
            let labels = named.graph.node_labels().iter();
            let atoms: Vec<_> = labels.map(|&label| names.node_text(label).unwrap()).collect();
            let edges: Vec<_> = edges.collect();
            format!("{}: {} | {}", named.name, atoms.join(" "), edges.join(" "))
        });
        shown.collect::<Vec<_>>()
    };
    assert_eq!(
        all("smiles/acids.smi"),
        [
            "acetic acid: C C O O | 0-1:single 1-2:double 1-3:single",
            "benzoic acid: O C O C C C C C C | 0-1:single 1-2:double 1-3:single 3-4:aromatic \
             3-8:aromatic 4-5:aromatic 5-6:aromatic 6-7:aromatic 7-8:aromatic",
            "acids#2: N Cl | ",
        ]
    );
    let ethanol = |name: &str| format!("{name}: C C O | 0-1:single 1-2:single");
    let rdkit = [ethanol("ethyl alcohol"), "rdkit#1: C O | 0-1:single".to_owned()];
    assert_eq!(all("smiles/rdkit.smi"), rdkit);
    assert_eq!(
        all("smiles/table.ism"),
        [
            "a,1: C C C O | 0-1:single 1-2:single 1-3:single",
            "b: C N C C C | 0-1:single 1-2:single 1-3:single 1-4:single",
        ]
    );
    let tabs = [ethanol("ethanol"), "hydrogen cyanide: C N | 0-1:triple".to_owned()];
    assert_eq!(all("smiles/tabs.smiles"), tabs);
    assert_eq!(
        all("sdf/two.sdf"),
        [
            "benzyl alcohol: C C C C C C C O | 0-1:aromatic 0-5:aromatic 0-6:single 1-2:aromatic \
             2-3:aromatic 3-4:aromatic 4-5:aromatic 6-7:single",
            "acetate: C C O O | 0-1:single 1-2:double 1-3:single",
        ]
    );
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
        "json/node_link.json",
        "edge-list/gephi.csv",
        "adjacency-list/friends.adjlist",
        "pajek/people.net",
        "gexf/carbonyl.gexf",
        "matrix-market/path.mtx",
        "graph6/three.g6",
        "smiles/acids.smi",
        "sdf/two.sdf",
        "text/carbonyl.pattern",
        "smarts/groups.sma",
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
