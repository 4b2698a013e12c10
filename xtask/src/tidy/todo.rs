//! Work left over has an issue: `TODO(#12):` in a comment, `#[ignore = "#12: why"]` on a test.

use super::finding::Finding;
use super::tree::{File, Tree};

const MARKS: [&str; 4] = ["TODO", "FIXME", "XXX", "HACK"];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    tree.commented_sources().flat_map(in_file).collect()
}

fn in_file(file: &File) -> Vec<Finding> {
    let open = file.comments().filter(|(_, text)| {
        MARKS.iter().any(|mark| text.match_indices(mark).any(|(at, _)| !is_filed(&text[at..])))
    });
    let skipped = file.text.lines().enumerate().filter(|(_, line)| {
        let attribute = line.trim_start().strip_prefix("#[ignore");
        attribute.is_some_and(|rest| !has_issue(rest))
    });
    let open = open.map(|(ix, _)| (ix, "left-over work is written `TODO(#issue): what`"));
    let skipped = skipped.map(|(ix, _)| (ix, "an ignored test needs the number of an issue"));
    open.chain(skipped).map(|(ix, problem)| Finding::in_line(&file.path, ix, problem)).collect()
}

fn is_filed(text: &str) -> bool {
    let number = text.strip_prefix("TODO(#").and_then(|rest| rest.split_once(')'));
    number.is_some_and(|(digits, _)| digits.parse::<u32>().is_ok())
}

/// Whether a `#` with a number after it occurs.
fn has_issue(text: &str) -> bool {
    text.split('#').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn num_found(text: &str) -> usize {
        check(&Tree::of(&[("a.rs", text)])).len()
    }

    #[test]
    fn work_without_an_issue_is_found() {
        assert_eq!(num_found("// TODO: faster\n"), 1);
        assert_eq!(num_found("let x = 1; // FIXME(#3)\n"), 1);
        assert_eq!(num_found("// TODO(#12): one, TODO: two\n"), 1);
        assert_eq!(num_found("// TODO(#soon): faster\n"), 1);
        assert_eq!(num_found("// TODO(#12): faster\n"), 0);
    }

    #[test]
    fn ignored_tests_without_an_issue_are_found() {
        assert_eq!(num_found("    #[ignore]\n"), 1);
        assert_eq!(num_found("#[ignore = \"slow\"]\n"), 1);
        assert_eq!(num_found("#[ignore = \"#12: slow\"]\n"), 0);
    }
}
