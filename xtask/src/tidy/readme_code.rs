//! Rust in the README of the workspace is also in that of the library, where it is compiled and
//! run.
//!
//! The library cannot include the README of the workspace: it is not part of its package.

use super::finding::Finding;
use super::tree::Tree;

const README: &str = "README.md";
const TESTED: &str = "crates/isocount/README.md";

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let tested = tree.text(TESTED).unwrap_or_default();
    let blocks = rust_blocks(tree.text(README).unwrap_or_default());
    let untested = blocks.into_iter().filter(|(_, block)| !tested.contains(block));
    let problem = format!("nothing tests this block; copy it to {TESTED}");
    untested.map(|(ix, _)| Finding::in_line(README, ix, problem.as_str())).collect()
}

/// The blocks of Rust with the number of their first fence's line, fences included.
fn rust_blocks(text: &str) -> Vec<(usize, &str)> {
    let (mut blocks, mut at, mut open) = (Vec::new(), 0, None);
    for (ix, line) in text.split_inclusive('\n').enumerate() {
        let fence = line.trim_end();
        open = match open {
            None if fence == "```rust" => Some((ix, at)),
            Some((first, start)) if fence == "```" => {
                blocks.push((first, &text[start..at + fence.len()]));
                None
            }
            unchanged => unchanged,
        };
        at += line.len();
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rust_that_nobody_compiles_is_found() {
        let block = "```rust\nlet x = 1;\n```";
        let readme = format!("Text.\n\n```sh\nls\n```\n\n{block}\n");
        let found = |tested: &str| check(&Tree::of(&[(README, &readme), (TESTED, tested)]));
        assert!(found(&format!("# isocount\n\n{block}\n")).is_empty());
        let missing = found("```rust\nlet x = 2;\n```\n");
        assert_eq!(missing.len(), 1);
        assert!(missing[0].to_string().starts_with("README.md:7: "), "{}", missing[0]);
    }
}
