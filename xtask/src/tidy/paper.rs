//! Where the code departs from the paper, `docs/deviations.md` says so: the word after `PAPER:`
//! is the name, between backticks, of a row of its table.

use super::finding::Finding;
use super::tree::Tree;

const DEVIATIONS: &str = "docs/deviations.md";

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let table = tree.text(DEVIATIONS).unwrap_or_default();
    let mut findings = Vec::new();
    for file in tree.commented_sources() {
        for (ix, text) in file.comments() {
            let Some((_, after)) = text.split_once("PAPER:") else { continue };
            let name = after.trim().split(|c: char| c != '-' && !c.is_alphanumeric()).next();
            let name = name.unwrap_or_default();
            if !has_row(table, name) {
                let problem = format!("{DEVIATIONS} has no row `{name}`");
                findings.push(Finding::in_line(&file.path, ix, problem));
            }
        }
    }
    findings
}

fn has_row(table: &str, name: &str) -> bool {
    !name.is_empty() && table.lines().any(|line| line.starts_with(&format!("| `{name}` |")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(comment: &str) -> Vec<String> {
        let table = "| name | paper |\n|---|---|\n| `loops` | not said |\n";
        let tree = Tree::of(&[("a.rs", comment), ("docs/deviations.md", table)]);
        check(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_deviation_without_a_row_is_found() {
        assert_eq!(
            found("// PAPER: padding, none here\n"),
            ["a.rs:1: docs/deviations.md has no row `padding`"]
        );
        assert_eq!(found("\n// PAPER:\n"), ["a.rs:2: docs/deviations.md has no row ``"]);
        assert_eq!(found("// PAPER: not-said\n").len(), 1);
    }

    #[test]
    fn a_deviation_with_a_row_is_not() {
        assert!(found("x(); // PAPER: loops. They must match.\n").is_empty());
    }
}
