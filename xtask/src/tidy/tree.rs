//! The files of the workspace: what git tracks or would track, or, without git, what is there.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A file, by its path from the root of the workspace with `/` between the parts.
#[derive(Debug)]
pub(super) struct File {
    pub(super) path: String,
    /// Empty for files that are not text.
    pub(super) text: String,
    pub(super) num_bytes: usize,
}

#[derive(Debug, Default)]
pub(super) struct Tree {
    files: Vec<File>,
}

/// Folders that are not part of the project, for when git cannot say so.
const NOT_OURS: [&str; 6] = [".git", ".venv", "target", "corpus", "artifacts", "__pycache__"];

/// The checks themselves name what they look for; they are not held to it.
const CHECKS: &str = "xtask/src/tidy/";

impl Tree {
    pub(super) fn load(root: &Path) -> Result<Self, String> {
        let mut paths = match tracked(root) {
            Some(paths) => paths,
            None => walked(root)?,
        };
        paths.sort();
        let files = paths.into_iter().filter_map(|path| {
            let bytes = fs::read(root.join(&path)).ok()?; // deleted, but not yet from the index
            let num_bytes = bytes.len();
            Some(File { path, text: String::from_utf8(bytes).unwrap_or_default(), num_bytes })
        });
        Ok(Self { files: files.collect() })
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &File> {
        self.files.iter()
    }

    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path).map(|file| file.text.as_str())
    }

    /// All Rust files.
    pub(super) fn sources(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| {
            Path::new(&file.path).extension().is_some_and(|extension| extension == "rs")
        })
    }

    /// The Rust files whose comments are checked.
    pub(super) fn commented_sources(&self) -> impl Iterator<Item = &File> {
        self.sources().filter(|file| !file.path.starts_with(CHECKS))
    }

    #[cfg(test)]
    pub(super) fn of(files: &[(&str, &str)]) -> Self {
        let file = |&(path, text): &(&str, &str)| File {
            path: path.into(),
            text: text.into(),
            num_bytes: text.len(),
        };
        Self { files: files.iter().map(file).collect() }
    }
}

impl File {
    /// The text after the first `//` of each line that has one, with the number of the line.
    pub(super) fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        let comment = |line: &'_ str| line.find("//").map(|start| start + 2);
        let lines = self.text.lines().enumerate();
        lines.filter_map(move |(ix, line)| Some((ix, &line[comment(line)?..])))
    }

    /// The comment that begins in this line, its following lines included.
    pub(super) fn comment_from(&self, line_ix: usize) -> String {
        let following = self.text.lines().skip(line_ix + 1).map(str::trim_start);
        let following = following.take_while(|line| line.starts_with("//"));
        let first = self.text.lines().skip(line_ix).take(1);
        first.chain(following).collect::<Vec<_>>().join("\n")
    }
}

/// What git tracks, and new files that it is not told to ignore.
fn tracked(root: &Path) -> Option<Vec<String>> {
    let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let output = Command::new("git").args(arguments).current_dir(root).output().ok()?;
    let listing = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(listing.split_terminator('\0').map(str::to_owned).collect())
}

fn walked(root: &Path) -> Result<Vec<String>, String> {
    let mut paths = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(root.join(&folder));
        let entries = entries.map_err(|problem| format!("cannot list `{folder}`: {problem}"))?;
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            if !entry.path().is_dir() {
                paths.push(path);
            } else if !NOT_OURS.contains(&name.as_str()) {
                folders.push(path);
            }
        }
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
    }

    #[test]
    fn the_sources_are_found_with_and_without_git() {
        let tree = Tree::load(root()).unwrap();
        assert!(tree.sources().any(|file| file.path == "xtask/src/main.rs"));
        assert!(tree.commented_sources().all(|file| file.path != "xtask/src/tidy/tree.rs"));
        let walked = walked(root()).unwrap();
        assert!(walked.iter().any(|path| path == "xtask/src/main.rs"));
        assert!(!walked.iter().any(|path| path.starts_with("target/")));
    }

    #[test]
    fn a_comment_goes_on_while_its_lines_do() {
        let tree =
            Tree::of(&[("a.rs", "let x = 1; // first\n    // second\nlet y = 2;\n// third")]);
        let file = tree.files().next().unwrap();
        assert_eq!(file.comment_from(0), "let x = 1; // first\n// second");
        let comments: Vec<_> = file.comments().collect();
        assert_eq!(comments, [(0, " first"), (1, " second"), (3, " third")]);
    }
}
