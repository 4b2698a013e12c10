//! A file is named after its idea; these names say that nobody found one.

use super::finding::Finding;
use super::tree::Tree;

const NAMELESS: [&str; 6] = ["util", "utils", "helper", "helpers", "common", "misc"];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.sources() {
        let path = file.path.strip_suffix(".rs").unwrap_or(&file.path);
        if let Some(part) = path.split('/').find(|part| NAMELESS.contains(part)) {
            let problem = format!("`{part}` is not the name of an idea; what is in it?");
            findings.push(Finding::in_file(&file.path, problem));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nameless_files_and_folders_are_found() {
        let tree = Tree::of(&[
            ("crates/core/src/utils.rs", ""),
            ("crates/cli/tests/common/mod.rs", ""),
            ("crates/core/src/common_neighbours.rs", ""),
        ]);
        let found: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("`utils`") && found[1].contains("`common`"));
    }
}
