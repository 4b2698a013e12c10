//! What a tool made is not kept, unless somebody asked for it.

use super::finding::Finding;
use super::tree::Tree;

const ENDINGS: [&str; 12] = [
    ".a",
    ".bak",
    ".d",
    ".dll",
    ".exe",
    ".o",
    ".orig",
    ".profraw",
    ".pyc",
    ".rlib",
    ".snap.new",
    ".so",
];
const FOLDERS: [&str; 4] = ["target", "__pycache__", ".venv", "node_modules"];
const NAMES: [&str; 2] = [".DS_Store", "nohup.out"];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let made = tree.files().filter(|file| is_output(&file.path));
    made.map(|file| Finding::in_file(&file.path, "the output of a tool is not kept")).collect()
}

fn is_output(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    ENDINGS.iter().any(|ending| name.ends_with(ending))
        || NAMES.contains(&name)
        || folders.split('/').any(|folder| FOLDERS.contains(&folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_found() {
        for path in ["a/__pycache__/x", "x.pyc", "fuzz/target/x", "nohup.out", "a.snap.new"] {
            assert_eq!(check(&Tree::of(&[(path, "")])).len(), 1, "{path}");
        }
        for path in ["crates/core/src/lib.rs", "a.snap", "docs/target.md", "a.md"] {
            assert!(check(&Tree::of(&[(path, "")])).is_empty(), "{path}");
        }
    }
}
