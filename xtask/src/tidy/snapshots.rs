//! Every malformed file has a snapshot of the message that it gets.
//!
//! `testdata/bad/<format>/<name>` is a file, or a folder for formats of several files. A snapshot
//! belongs to it if its name or its text holds `<format>/<name>`; `__` may stand for the slash, as
//! snapshot files are named, and the ending of the name may be left out.

use super::finding::Finding;
use super::tree::{File, Tree};

const BAD: &str = "testdata/bad/";
const SNAPSHOTS: &str = "crates/format/tests/format/snapshots/";

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let snapshots: Vec<String> =
        tree.files().filter(|file| file.path.starts_with(SNAPSHOTS)).map(searchable).collect();
    let mut inputs: Vec<&str> = tree.files().filter_map(|file| input(&file.path)).collect();
    inputs.dedup(); // the files of one folder follow each other
    let is_silent = |path: &&str| {
        let name = words(without_ending(&path[BAD.len()..]));
        !snapshots.iter().any(|snapshot| snapshot.contains(&name))
    };
    let silent = inputs.into_iter().filter(is_silent);
    let problem = format!("has no snapshot in {SNAPSHOTS}");
    silent.map(|path| Finding::in_file(path, problem.as_str())).collect()
}

/// The path up to the name of the input; nothing for files that lie beside the formats.
fn input(path: &str) -> Option<&str> {
    let (format, rest) = path.strip_prefix(BAD)?.split_once('/')?;
    let name = rest.split('/').next().unwrap_or(rest);
    Some(&path[..BAD.len() + format.len() + 1 + name.len()])
}

fn without_ending(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(stem, _)| stem)
}

fn searchable(snapshot: &File) -> String {
    words(&format!("{}\n{}", snapshot.path, snapshot.text))
}

/// The words of a text, with a space on either side of each: ` gml missing_end `.
fn words(text: &str) -> String {
    let separated = text.replace("__", " ");
    let words = separated.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
    words.filter(|word| !word.is_empty()).fold(" ".to_owned(), |line, word| line + word + " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAD_GML: &str = "testdata/bad/gml/missing_end.gml";

    fn num_found(bad: &str, snapshot: &str, text: &str) -> usize {
        let snapshot = format!("{SNAPSHOTS}{snapshot}");
        check(&Tree::of(&[(bad, ""), (&snapshot, text)])).len()
    }

    #[test]
    fn a_file_without_a_snapshot_is_found() {
        assert_eq!(num_found(BAD_GML, "bad_files__gml__other.snap", ""), 1);
        assert_eq!(num_found(BAD_GML, "bad_files__gml__missing_end_of_file.snap", ""), 1);
        assert_eq!(num_found(BAD_GML, "bad_files__graphml__missing_end.snap", ""), 1);
        let lad = "testdata/bad/lad/empty.lad";
        assert_eq!(num_found(lad, "bad_files__labeled-lad__empty.snap", ""), 1);
    }

    #[test]
    fn a_folder_without_a_snapshot_is_found_once() {
        let files = ["A", "B"].map(|name| format!("testdata/bad/tu/no_labels/{name}.txt"));
        assert_eq!(check(&Tree::of(&[(&files[0], ""), (&files[1], "")])).len(), 1);
    }

    #[test]
    fn a_snapshot_is_known_by_name_or_text() {
        assert_eq!(num_found(BAD_GML, "bad_files__gml__missing_end.snap", ""), 0);
        assert_eq!(num_found(BAD_GML, "bad_files__message@gml__missing_end.gml.snap", ""), 0);
        let text = "input_file: testdata/bad/gml/missing_end.gml";
        assert_eq!(num_found(BAD_GML, "all.snap", text), 0);
        assert_eq!(num_found("testdata/bad/tu/no_labels/A.txt", "tu__no_labels.snap", ""), 0);
        assert_eq!(num_found("testdata/bad/README.md", "all.snap", ""), 0);
    }
}
