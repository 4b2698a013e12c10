//! The front page of a public library has an example that runs.

use super::finding::Finding;
use super::packages::{Package, Packages};
use super::tree::Tree;

pub(super) fn check(tree: &Tree, packages: &Packages) -> Vec<Finding> {
    let public = packages.list.iter().filter(|package| package.is_public());
    let pages = public.map(Package::folder).map(|folder| format!("{folder}/src/lib.rs"));
    let silent = pages.filter(|page| tree.text(page).is_some_and(|text| !has_example(text)));
    let problem = "its documentation (`//!`) needs an example that runs";
    silent.map(|page| Finding::in_file(&page, problem)).collect()
}

/// Whether a block of the crate's documentation is compiled and run: one that names no language, or
/// Rust, and no `ignore`, `no_run` or the like.
fn has_example(text: &str) -> bool {
    let lines = text.lines().filter_map(|line| line.strip_prefix("//!"));
    let fences = lines.filter_map(|line| line.trim_start().strip_prefix("```"));
    // Every other fence opens a block.
    fences.step_by(2).any(|opening| matches!(opening.trim(), "" | "rust"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn num_found(text: &str) -> usize {
        let packages = r#"{"packages": [{"name": "isocount-core", "dependencies": []}]}"#;
        let packages = serde_json::from_str(packages).unwrap();
        check(&Tree::of(&[("crates/core/src/lib.rs", text)]), &packages).len()
    }

    #[test]
    fn a_front_page_without_an_example_is_found() {
        assert_eq!(num_found("//! Counts.\n"), 1);
        assert_eq!(num_found("//! ```text\n//! x + y\n//! ```\n"), 1);
        assert_eq!(num_found("//! ```no_run\n//! run();\n//! ```\n"), 1);
        assert_eq!(num_found("//! Counts.\n\n/// ```\n/// run();\n/// ```\nfn run() {}\n"), 1);
        assert_eq!(num_found("//! ```text\n//! x\n//! ```\n//! ```\n//! run();\n//! ```\n"), 0);
    }

    #[test]
    fn a_program_has_no_front_page() {
        let packages = r#"{"packages": [{"name": "isocount-cli", "dependencies": []}]}"#;
        let packages = serde_json::from_str(packages).unwrap();
        assert!(check(&Tree::of(&[("crates/cli/src/main.rs", "")]), &packages).is_empty());
    }
}
