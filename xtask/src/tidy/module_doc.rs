//! Every source file says in its first line what it is for.

use super::finding::Finding;
use super::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let silent = tree.sources().filter(|file| !says_something(&file.text));
    let problem = "the first line must be `//!` and what the file is for";
    silent.map(|file| Finding::in_line(&file.path, 0, problem)).collect()
}

fn says_something(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("//!").is_some_and(|doc| !doc.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_a_doc_are_found() {
        let tree = Tree::of(&[
            ("good.rs", "//! Reads GML.\n"),
            ("late.rs", "use std::fs;\n//! Too late.\n"),
            ("blank.rs", "//!\n"),
            ("empty.rs", ""),
            ("notes.md", "no source"),
        ]);
        let found: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 3);
        assert!(found[0].starts_with("late.rs:1: "));
        assert!(found[1].starts_with("blank.rs:1: "));
        assert!(found[2].starts_with("empty.rs:1: "));
    }
}
