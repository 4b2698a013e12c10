//! No text from a file reaches a message unescaped: it could clear a terminal or forge a line.
//! Names and labels themselves keep every character.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use isocount_core::{Control, LabeledGraph, printable};
use isocount_format::collection::{MemoryFile, list_memory};
use isocount_format::{
    Format, LabelNames, NamedGraph, ParseFormatError, ReadOptions, read, read_bytes, write,
};
use isocount_testkit::slow_suites;

/// Clears the screen; the same in one character; a forged line; reversed text.
const HOSTILE: [&str; 5] = ["\x1b[2J", "\u{9b}2J", "\r\nanswer: 42\n", "\u{202e}", "\0"];

/// Checks that an error contains only printable text.
fn assert_harmless(error: &dyn Error, help: Option<String>, context: &str) {
    let mut words = vec![error.to_string()];
    words.extend(help);
    let mut source = error.source();
    while let Some(error) = source {
        words.push(error.to_string());
        source = error.source();
    }
    for words in words {
        assert_eq!(printable(&words), words, "{context}");
    }
}

fn try_to_read(format: Format, path: &Path, bytes: &[u8], options: &ReadOptions) -> bool {
    let names = &mut LabelNames::new();
    match read_bytes(format, path, bytes, options, names, &Control::NONE) {
        Ok(_) => true,
        Err(error) => {
            let context = String::from_utf8_lossy(bytes).escape_debug().to_string();
            assert_harmless(&error, error.help(), &context);
            false
        }
    }
}

/// All files of a format, good and bad; the files of a TU dataset joined by zero bytes.
fn files(format: Format) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut contents = Vec::new();
    for kind in ["good", "bad"] {
        for entry in fs::read_dir(root.join(kind).join(format.name())).unwrap() {
            contents.push(content(&entry.unwrap().path()));
        }
    }
    contents
}

fn content(path: &Path) -> Vec<u8> {
    if path.is_file() {
        return fs::read(path).unwrap();
    }
    let mut files: Vec<PathBuf> =
        fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    let order = ["A", "graph_indicator", "node_labels", "edge_labels"];
    files.sort_by_key(|file| {
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        order.iter().position(|end| stem.ends_with(end))
    });
    files.iter().map(|file| fs::read(file).unwrap()).collect::<Vec<_>>().join(&0)
}

/// Every position in the slow suites, every eleventh one otherwise. Tables are large and contain
/// little text; `table_damage.rs` covers their bytes.
fn stride(format: Format) -> usize {
    match format {
        Format::Parquet | Format::Arrow => 17,
        _ if slow_suites() => 1,
        _ => 11,
    }
}

#[test]
fn anywhere_in_a_file_of_any_format() {
    for &format in Format::ALL.iter().filter(|format| format.can_read()) {
        let (mut refused, mut read) = (0, 0);
        for file in files(format) {
            for (first, hostile) in HOSTILE.into_iter().enumerate() {
                for at in (first..=file.len()).step_by(stride(format)) {
                    let mut bytes = file[..at].to_vec();
                    bytes.extend(hostile.as_bytes());
                    bytes.extend(&file[at..]);
                    let ok = try_to_read(format, Path::new("x"), &bytes, &ReadOptions::new());
                    if ok { read += 1 } else { refused += 1 }
                }
            }
        }
        assert!(refused > 20, "{format}: {refused} refused, {read} read");
    }
}

#[test]
fn known_places() {
    // Each of these was once printed unescaped, or could be.
    let key = "<graphml><key id='\x1b[2J'/><key id='\x1b[2J'/></graphml>";
    let twice = "<graphml><key id='&#x1b;' attr.name='label'/><graph edgedefault='directed'>\
                 <node id='&#x1b;[2J'/><node id='&#x1b;[2J'/></graph></graphml>";
    let entity = "<graphml><key id='k'><default>&\x1b[2J;</default></key></graphml>";
    let tag = "<graphml></\x1b[2J>";
    for text in [key, twice, entity, tag] {
        assert!(!try_to_read(
            Format::GraphMl,
            Path::new("x"),
            text.as_bytes(),
            &ReadOptions::new()
        ));
    }
    for text in [
        "{\"nodes\": [], \"edges\": [], \"\\u001b[2J\": 1}",
        "{\"nodes\": \"\\u001b[2J\", \"edges\": []}",
        "{\"nodes\": [], \"edges\": [], \"directed\": \"\\u009b2J\"}",
    ] {
        assert!(!try_to_read(Format::Json, Path::new("x"), text.as_bytes(), &ReadOptions::new()));
    }
    let columns = "tail,source,\"\x1b\",head\n";
    assert!(!try_to_read(
        Format::EdgeList,
        Path::new("x"),
        columns.as_bytes(),
        &ReadOptions::new()
    ));
}

#[test]
fn names_of_files_keys_and_formats() {
    for hostile in HOSTILE {
        let path = PathBuf::from(format!("/no/{hostile}/g{hostile}.gml"));
        if !hostile.contains('\0') {
            let error = read(&path, &ReadOptions::new(), &mut LabelNames::new(), &Control::NONE);
            let error = error.unwrap_err();
            assert_harmless(&error, error.help(), "a file that is not there");
        }
        let options = ReadOptions::new().with_node_label_key(hostile).with_edge_label_key(hostile);
        for &format in Format::ALL.iter().filter(|format| format.can_read()) {
            try_to_read(format, &path, b"", &options);
            try_to_read(format, &path, b"\xFF", &options);
            for file in files(format) {
                try_to_read(format, &path, &file, &options);
            }
        }
        let files = vec![MemoryFile::new(format!("{hostile}.pdf"), "")];
        let member = &list_memory(files, &ReadOptions::new()).unwrap()[0];
        let error = member.read(&ReadOptions::new(), &mut LabelNames::new(), &Control::NONE);
        let error = error.unwrap_err();
        assert_harmless(&error, error.help(), "an unknown ending");
        let error: ParseFormatError = hostile.parse::<Format>().unwrap_err();
        assert_harmless(&error, None, "a format");
    }
}

#[test]
fn labels_that_cannot_be_written() {
    for hostile in HOSTILE {
        let mut names = LabelNames::new();
        let mut builder = LabeledGraph::builder();
        let node = builder.node(names.node_label(&format!(" {hostile}")));
        builder.edge(node, node, names.edge_label(hostile));
        let graph = builder.build().unwrap();
        for &format in Format::ALL {
            if let Err(error) = write(&graph, &names, format, &mut Vec::new(), &Control::NONE) {
                assert_harmless(&error, None, format.name());
            }
        }
    }
}

#[test]
fn names_and_labels_keep_their_characters() {
    let text = r#"{"name": "\u001b[2J", "nodes": ["\u001b]0;x\u0007"], "edges": []}"#;
    let names = &mut LabelNames::new();
    let (path, options) = (Path::new("x"), ReadOptions::new());
    let read = read_bytes(Format::Json, path, text.as_bytes(), &options, names, &Control::NONE);
    let NamedGraph { name, graph, .. } = read.unwrap().remove(0);
    assert_eq!(name, "\x1b[2J");
    assert_eq!(names.node_text(graph.node_labels()[0]), Some("\x1b]0;x\x07"));
}
