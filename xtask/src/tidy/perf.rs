//! A claim about speed names the bench that shows it: a comment with `PERF:` holds the name of a
//! file in some `benches` folder, or of a function in one, between backticks.

use super::finding::Finding;
use super::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.commented_sources() {
        for (ix, _) in file.comments().filter(|(_, text)| text.contains("PERF:")) {
            let comment = file.comment_from(ix);
            if !quoted(&comment).any(|name| is_bench(tree, name)) {
                let problem = "a `PERF:` comment must name an existing bench between backticks";
                findings.push(Finding::in_line(&file.path, ix, problem));
            }
        }
    }
    findings
}

/// What stands between backticks.
fn quoted(comment: &str) -> impl Iterator<Item = &str> {
    comment.split('`').skip(1).step_by(2)
}

fn is_bench(tree: &Tree, name: &str) -> bool {
    let name = name.rsplit(['/', ':']).next().unwrap_or(name);
    let stem = name.strip_suffix(".rs").unwrap_or(name);
    let mut benches = tree.sources().filter(|file| file.path.contains("/benches/"));
    let function = format!("fn {name}(");
    benches.any(|file| file.path.ends_with(&format!("/{stem}.rs")) || file.text.contains(&function))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BENCH: (&str, &str) = ("crates/count/benches/cliques.rs", "fn triangle_in_k64() {}\n");

    fn num_found(comment: &str) -> usize {
        check(&Tree::of(&[BENCH, ("a.rs", comment)])).len()
    }

    #[test]
    fn a_claim_without_a_bench_is_found() {
        assert_eq!(num_found("// PERF: twice as fast\n"), 1);
        assert_eq!(num_found("// PERF: twice as fast in `rings`\n"), 1);
        assert_eq!(num_found("// PERF: twice as fast, cliques\n"), 1);
    }

    #[test]
    fn a_claim_with_a_bench_is_not() {
        assert_eq!(num_found("// PERF: twice as fast, `cliques`\n"), 0);
        assert_eq!(num_found("// PERF: twice as fast,\n// see `benches/cliques.rs`\n"), 0);
        assert_eq!(num_found("let x = 1; // PERF: 3 % in `triangle_in_k64`\n"), 0);
    }
}
