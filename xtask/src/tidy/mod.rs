//! The rules that no compiler checks, one file each.

mod architecture;
mod build_output;
mod changelog;
mod commented_code;
mod file_length;
mod file_names;
mod finding;
mod front_page;
mod large_files;
mod module_doc;
mod package_metadata;
mod packages;
mod paper;
mod perf;
mod quiet_libraries;
mod quotes;
mod ranks;
mod readme_code;
mod snapshots;
mod todo;
mod tree;

use std::path::Path;

use finding::Finding;
use packages::Packages;
use tree::Tree;

type Check = fn(&Tree) -> Vec<Finding>;

const CHECKS: [Check; 15] = [
    architecture::check,
    build_output::check,
    changelog::check,
    commented_code::check,
    file_length::check,
    file_names::check,
    large_files::check,
    module_doc::check,
    paper::check,
    perf::check,
    quiet_libraries::check,
    quotes::check,
    readme_code::check,
    snapshots::check,
    todo::check,
];

/// Prints what is wrong with the workspace; fails if anything is.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let tree = Tree::load(root)?;
    let mut findings: Vec<Finding> = CHECKS.iter().flat_map(|check| check(&tree)).collect();
    let packages = Packages::load(root)?;
    findings.extend(ranks::check(&packages));
    findings.extend(package_metadata::check(&tree, &packages));
    findings.extend(front_page::check(&tree, &packages));
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
