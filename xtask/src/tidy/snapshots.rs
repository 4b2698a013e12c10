//! Every malformed file has a snapshot of the message that it gets.
//!
//! `testdata/bad/<format>/<name>` is a file, or a folder for formats of several files. A snapshot
//! belongs to it if format and name follow each other in the snapshot's name or text; what stands
//! between the words does not matter, nor does the ending.

use super::finding::Finding;
use super::tree::{File, Tree};

const BAD: &str = "testdata/bad/";
const SNAPSHOTS: &str = "crates/format/tests/snapshots/";

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let snapshots: Vec<String> =
        tree.files().filter(|file| file.path.starts_with(SNAPSHOTS)).map(searchable).collect();
    let mut findings = Vec::new();
    for file in tree.files() {
        let Some(name) = file.path.strip_prefix(BAD).and_then(input_name) else { continue };
        if !snapshots.iter().any(|snapshot| snapshot.contains(&name)) {
            let problem = format!("has no snapshot in {SNAPSHOTS}");
            findings.push(Finding::in_file(&file.path, problem));
        }
    }
    findings
}

/// Format and name as [`words`]; nothing for files that lie beside the formats.
fn input_name(path: &str) -> Option<String> {
    let (format, rest) = path.split_once('/')?;
    let name = rest.split('/').next().unwrap_or(rest);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    Some(words(&format!("{format}/{stem}")))
}

fn searchable(snapshot: &File) -> String {
    words(&format!("{}\n{}", snapshot.path, snapshot.text))
}

/// The words of a text, each between underscores: `_gml_missing_end_`.
fn words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.fold("_".to_owned(), |line, word| line + &word.to_lowercase() + "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn num_found(bad: &str, snapshot: &str, text: &str) -> usize {
        let snapshot = format!("{SNAPSHOTS}{snapshot}");
        check(&Tree::of(&[(bad, ""), (&snapshot, text)])).len()
    }

    #[test]
    fn a_file_without_a_snapshot_is_found() {
        let bad = "testdata/bad/gml/missing_end.gml";
        assert_eq!(num_found(bad, "bad_files__gml__other.snap", ""), 1);
        assert_eq!(num_found(bad, "bad_files__gml__missing_end_of_file.snap", ""), 0);
        assert_eq!(num_found(bad, "bad_files__gml__missing_ends.snap", ""), 1);
        assert_eq!(num_found(bad, "bad_files__graphml__missing_end.snap", ""), 1);
    }

    #[test]
    fn a_snapshot_is_known_by_name_or_text() {
        let bad = "testdata/bad/gml/missing_end.gml";
        assert_eq!(num_found(bad, "bad_files__gml__missing_end.gml.snap", ""), 0);
        let text = "input_file: testdata/bad/gml/missing_end.gml";
        assert_eq!(num_found(bad, "all.snap", text), 0);
        assert_eq!(num_found("testdata/bad/tu/no_labels/A.txt", "tu__no_labels.snap", ""), 0);
        assert_eq!(num_found("testdata/bad/README.md", "all.snap", ""), 0);
    }
}
