//! No code in comments: the history keeps the old version.
//!
//! A guess, by how a comment begins and ends. Documentation comments are left alone; their code
//! is in fences and is compiled.

use super::finding::Finding;
use super::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.commented_sources() {
        for (ix, line) in file.text.lines().enumerate() {
            let comment = line.trim_start().strip_prefix("//");
            let plain = comment.filter(|text| !text.starts_with(['/', '!']));
            if plain.is_some_and(|text| looks_like_code(text.trim())) {
                findings.push(Finding::in_line(&file.path, ix, "this comment looks like code"));
            }
        }
    }
    findings
}

fn looks_like_code(text: &str) -> bool {
    let statement = text.ends_with(';')
        && (text.ends_with(");")
            || text.ends_with("?;")
            || text.contains(" = ")
            || text.contains("::"));
    let declaration = ["let ", "pub ", "fn ", "use ", "impl ", "return ", "mod "]
        .iter()
        .any(|word| text.starts_with(word) && text.ends_with([';', '{', '}', ',']));
    let attribute = text.starts_with("#[") && text.ends_with(']');
    let block = text.ends_with('{') || ["}", "};", "})", "});", "},"].contains(&text);
    statement || declaration || attribute || block
}

#[cfg(test)]
mod tests {
    use super::*;

    fn num_found(text: &str) -> usize {
        check(&Tree::of(&[("a.rs", text)])).len()
    }

    #[test]
    fn statements_and_blocks_are_found() {
        for code in [
            "let x = 1;",
            "x.push(1);",
            "read(path)?;",
            "use std::fs;",
            "pub fn f() {",
            "for v in nodes {",
            "}",
            "#[derive(Clone)]",
            "return x;",
        ] {
            assert_eq!(num_found(&format!("    // {code}\n")), 1, "{code}");
        }
    }

    #[test]
    fn prose_and_documentation_are_left_alone() {
        for prose in [
            "// Tails ascend within a row;",
            "// use the index where it pays",
            "// {1, 2} is a set.",
            "/// let x = 1;",
            "//! let x = 1;",
            "let x = 1; // not a line of its own (so it is prose);",
        ] {
            assert_eq!(num_found(prose), 0, "{prose}");
        }
    }
}
