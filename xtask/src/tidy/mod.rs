//! The rules that no compiler checks, one file each.

mod architecture;
mod build_output;
mod changelog;
mod commented_code;
mod file_length;
mod file_names;
mod finding;
mod module_doc;
mod paper;
mod perf;
mod quotes;
mod ranks;
mod snapshots;
mod todo;
mod tree;

use std::path::Path;

use finding::Finding;
use tree::Tree;

type Check = fn(&Tree) -> Vec<Finding>;

const CHECKS: [Check; 12] = [
    architecture::check,
    build_output::check,
    changelog::check,
    commented_code::check,
    file_length::check,
    file_names::check,
    module_doc::check,
    paper::check,
    perf::check,
    quotes::check,
    snapshots::check,
    todo::check,
];

/// Prints what is wrong with the workspace; fails if anything is.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let tree = Tree::load(root)?;
    let mut findings: Vec<Finding> = CHECKS.iter().flat_map(|check| check(&tree)).collect();
    findings.extend(ranks::check(root)?);
    findings.sort();
    findings.dedup();
    for finding in &findings {
        eprintln!("{finding}");
    }
    match findings.len() {
        0 => Ok(()),
        1 => Err("tidy found 1 problem".to_owned()),
        many => Err(format!("tidy found {many} problems")),
    }
}
