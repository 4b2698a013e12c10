//! Unsuitable paths, and folders of graphs.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use isocount_core::{Control, Task};
use isocount_format::{
    Format, FormatError, LabelNames, NamedGraph, ReadOptions, read, read_bytes, read_collection,
    read_one,
};

const EDGE: &str = r#"{"nodes": [0, 0], "edges": [[0, 1]]}"#;

fn open(path: &Path) -> Result<Vec<NamedGraph>, FormatError> {
    read(path, &ReadOptions::default(), &mut LabelNames::new(), &Control::NONE)
}

fn collect(path: &Path) -> Result<Vec<NamedGraph>, FormatError> {
    read_collection(path, &ReadOptions::default(), &mut LabelNames::new(), &Control::NONE)
}

fn message(folder: &Path, error: &FormatError) -> String {
    error.to_string().replace(&folder.display().to_string(), "FOLDER")
}

#[test]
fn paths_without_a_graph_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("notes.pdf"), "x").unwrap();
    fs::write(at.join("two.jsonl"), format!("{EDGE}\n{EDGE}\n")).unwrap();

    let error = open(&at.join("missing.gml")).unwrap_err();
    assert_eq!(message(at, &error), "cannot read FOLDER/missing.gml");
    assert!(error.help().unwrap().starts_with("check the spelling"));

    let error = open(&at.join("notes.pdf")).unwrap_err();
    let expected = "FOLDER/notes.pdf: the name does not say which format the file has";
    assert_eq!(message(at, &error), expected);
    assert!(error.help().unwrap().contains("edge-list"));

    let error = open(at).unwrap_err();
    assert_eq!(message(at, &error), "FOLDER: found a folder, expected a file with a graph");

    let names = &mut LabelNames::new();
    let options = ReadOptions::default();
    let error = read_one(&at.join("two.jsonl"), &options, names, &Control::NONE).unwrap_err();
    assert_eq!(message(at, &error), "FOLDER/two.jsonl: found 2 graphs, expected one");
    assert!(error.location().is_none());

    let options = ReadOptions::new().with_format(Format::Tu);
    let error = read(at, &options, names, &Control::NONE).unwrap_err();
    assert!(matches!(error, FormatError::NotTu { .. }), "{error}");
}

#[test]
fn folders_are_read_in_natural_order() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    assert!(matches!(collect(at), Err(FormatError::EmptyCollection { .. })));
    for name in ["g10.json", "g2.json", "README.txt", ".hidden", "notes.md", "LICENSE"] {
        fs::write(at.join(name), EDGE).unwrap();
    }
    fs::create_dir(at.join("more")).unwrap();
    fs::write(at.join("g1.jsonl"), format!("{EDGE}\n{EDGE}\n")).unwrap();
    let names: Vec<_> = collect(at).unwrap().into_iter().map(|named| named.name).collect();
    assert_eq!(names, ["g1#0", "g1#1", "g2", "g10"]);

    fs::write(at.join("results.pdf"), "").unwrap();
    let error = collect(at).unwrap_err();
    assert!(matches!(error, FormatError::UnknownFormat { .. }), "{error}");
}

#[test]
fn a_stated_format_beats_the_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.data");
    fs::write(&path, "\u{FEFF}1 2\r\n2 3\r\n").unwrap();
    let options = ReadOptions::new().with_format(Format::EdgeList);
    let named = read_one(&path, &options, &mut LabelNames::new(), &Control::NONE).unwrap();
    assert_eq!((named.name.as_str(), named.graph.num_nodes()), ("graph", 3));
}

#[test]
fn marks_and_line_ends_of_other_systems_change_nothing() {
    let texts = [
        (Format::Gml, "graph [\n node [ id 0 ]\n]\n"),
        (Format::Graph, "t 1 0\nv 0 0\n"),
        (Format::Lad, "1\n0\n"),
        (Format::LabeledLad, "1\n0 0\n"),
        (Format::EdgeList, "tail,head\n1,1\n"),
        (Format::Json, "{\"nodes\": [0],\n\"edges\": []}"),
        (Format::JsonLines, "{\"nodes\": [0], \"edges\": []}\n"),
        (Format::Smiles, "C methane\n"),
        (Format::Sdf, "methane\n\n\n  1  0\n    0.0000    0.0000    0.0000 C\nM  END\n"),
        (
            Format::GraphMl,
            "<graphml>\n<graph edgedefault=\"directed\"><node id=\"a\"/></graph></graphml>",
        ),
    ];
    for (format, text) in texts {
        let foreign = format!("\u{FEFF}{}", text.replace('\n', "\r\n"));
        let options = ReadOptions::default();
        let names = &mut LabelNames::new();
        let graphs =
            read_bytes(format, Path::new("x"), foreign.as_bytes(), &options, names, &Control::NONE);
        assert_eq!(graphs.unwrap()[0].graph.num_nodes(), 1, "{format}");
    }
}

#[test]
fn labels_agree_between_files() {
    let names = &mut LabelNames::new();
    let mut label_of_first = |format, text: &str| {
        let options = ReadOptions::default();
        let graphs =
            read_bytes(format, Path::new("x"), text.as_bytes(), &options, names, &Control::NONE);
        graphs.unwrap()[0].graph.node_labels()[0]
    };
    let seven = label_of_first(Format::Json, r#"{"nodes": ["7"], "edges": []}"#);
    assert_eq!(label_of_first(Format::Json, r#"{"nodes": [7], "edges": []}"#), seven);
    assert_eq!(label_of_first(Format::Gml, "graph [ node [ id 0 label +007 ] ]"), seven);
    assert_eq!(label_of_first(Format::Graph, "t 1 0\nv 0 7 0\n"), seven);
    assert_ne!(label_of_first(Format::Gml, "graph [ node [ id 0 label 7.0 ] ]"), seven);
}

#[test]
fn progress_counts_bytes_to_the_end() {
    let mut text = String::new();
    for i in 0..200_000 {
        writeln!(text, "{i} {}", i + 1).unwrap();
    }
    let (options, names) = (ReadOptions::default(), &mut LabelNames::new());
    let (path, control) = (Path::new("long.edges"), Control::new());
    let bytes = text.as_bytes();
    let graphs = read_bytes(Format::EdgeList, path, bytes, &options, names, &control).unwrap();
    assert_eq!(graphs[0].graph.num_arcs(), 200_000);
    let progress = control.progress().unwrap();
    assert_eq!((progress.stage.task, progress.stage.what.as_str()), (Task::Reading, "long.edges"));
    assert_eq!(progress.stage.total, Some(bytes.len() as u64));
    assert_eq!(progress.done, bytes.len() as u64);
}
