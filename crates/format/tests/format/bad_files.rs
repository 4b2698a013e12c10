//! Every malformed file in `testdata/bad` has a snapshot of its message.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::error::Error as _;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use isocount_core::Control;
use isocount_format::collection::Member;
use isocount_format::{
    Format, FormatError, LabelNames, MoleculeOptions, Notation, ReadOptions, read, read_text,
};

fn bad_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/bad")
}

/// The files of one format, or the folders of TU datasets, in order.
fn bad_files(format: Format) -> Vec<PathBuf> {
    let folder = bad_folder().join(format.name());
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn snapshot_name(format: Format, path: &Path) -> String {
    format!("{format}__{}", path.file_name().unwrap().to_str().unwrap())
}

/// The message that a user sees.
fn report(error: &FormatError) -> String {
    let mut report = format!("error: {error}");
    if let Some(source) = error.source() {
        write!(report, ": {source}").unwrap();
    }
    if let Some(help) = error.help() {
        write!(report, "\nhelp: {help}").unwrap();
    }
    if error.location().is_some() {
        write!(report, "\nspan: {}", error.span_len()).unwrap();
    }
    report.replace(&format!("{}/", bad_folder().display()), "")
}

fn check(format: Format) {
    let files = bad_files(format);
    assert!(files.len() >= 5, "{format} has only {} malformed files", files.len());
    for path in files {
        let error =
            failure(format, &path).unwrap_or_else(|| panic!("{}", path.display().to_string()));
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!(snapshot_name(format, &path), report(&error));
        });
    }
}

/// The problem with a file. SMARTS are patterns, and need molecules.
fn failure(format: Format, path: &Path) -> Option<FormatError> {
    let (names, options) = (&mut LabelNames::new(), ReadOptions::default());
    if format != Format::Smarts {
        return read(path, &options, names, &Control::NONE).err();
    }
    let for_smarts = ReadOptions::new().with_molecules(MoleculeOptions::new().for_smarts());
    read_text(Notation::Smiles, "CCO", &for_smarts, names, &Control::NONE).unwrap();
    let member = Member::at(path, &options).unwrap();
    member.read_patterns(&options, names, &Control::NONE).err()
}

#[test]
fn gml() {
    check(Format::Gml);
}

#[test]
fn graphml() {
    check(Format::GraphMl);
}

#[test]
fn graph() {
    check(Format::Graph);
}

#[test]
fn lad() {
    check(Format::Lad);
}

#[test]
fn labeled_lad() {
    check(Format::LabeledLad);
}

#[test]
fn tu() {
    check(Format::Tu);
}

#[test]
fn edge_list() {
    check(Format::EdgeList);
}

#[test]
fn json() {
    check(Format::Json);
}

#[test]
fn json_lines() {
    check(Format::JsonLines);
}

#[test]
fn adjacency_list() {
    check(Format::AdjacencyList);
}

#[test]
fn pajek() {
    check(Format::Pajek);
}

#[test]
fn gexf() {
    check(Format::Gexf);
}

#[test]
fn matrix_market() {
    check(Format::MatrixMarket);
}

#[test]
fn graph6() {
    check(Format::Graph6);
}

#[cfg(feature = "columnar")]
#[test]
fn parquet() {
    check(Format::Parquet);
}

#[cfg(feature = "columnar")]
#[test]
fn arrow() {
    check(Format::Arrow);
}

#[test]
fn text() {
    check(Format::Text);
}

#[test]
fn smiles() {
    check(Format::Smiles);
}

#[test]
fn smarts() {
    check(Format::Smarts);
}

#[test]
fn sdf() {
    check(Format::Sdf);
}

#[test]
fn no_snapshot_outlives_its_file() {
    // The snapshots for tables exist even without the feature.
    let read = Format::ALL.iter().filter(|&&format| format != Format::Dot);
    let files = read.flat_map(|&format| {
        bad_files(format).into_iter().map(move |path| snapshot_name(format, &path))
    });
    let expected: Vec<String> =
        files.map(|name| format!("format__bad_files__{name}.snap")).collect();
    let snapshots = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/format/snapshots");
    for entry in fs::read_dir(snapshots).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let known = !name.starts_with("format__bad_files__") || expected.contains(&name);
        assert!(known || name.ends_with(".snap.new"), "{name} has no malformed file any more");
    }
}
