//! The repository stays small: large files are results of benchmarks, or are made when needed.

use super::finding::Finding;
use super::tree::Tree;

const MAX_BYTES: usize = 1 << 20;
const RESULTS: &str = "benchmarks/";

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let outside = tree.files().filter(|file| !file.path.starts_with(RESULTS));
    let large = outside.filter(|file| file.num_bytes > MAX_BYTES);
    let problem = format!("is larger than {MAX_BYTES} bytes");
    large.map(|file| Finding::in_file(&file.path, problem.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_files_are_found() {
        let large = "x".repeat(MAX_BYTES + 1);
        let tree = Tree::of(&[
            ("testdata/large.csv", &large),
            ("testdata/small.csv", &large[1..]),
            ("benchmarks/records.jsonl", &large),
        ]);
        let found: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["testdata/large.csv: is larger than 1048576 bytes"]);
    }
}
