//! Files stay short; an exception needs a reason in `tidy.toml`.

use serde::Deserialize;

use super::finding::Finding;
use super::tree::{File, Tree};

const MAX_BEFORE_TESTS: usize = 500;
const MAX_IN_ALL: usize = 800;
const EXCEPTIONS: &str = "tidy.toml";

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exceptions {
    #[serde(default)]
    long_file: Vec<LongFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LongFile {
    path: String,
    reason: String,
}

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let exceptions: Exceptions = match toml::from_str(tree.text(EXCEPTIONS).unwrap_or_default()) {
        Ok(exceptions) => exceptions,
        Err(problem) => return vec![Finding::in_file(EXCEPTIONS, problem.to_string())],
    };
    let mut findings = Vec::new();
    for file in tree.sources() {
        let excused = exceptions.long_file.iter().any(|long| long.path == file.path);
        if let Some(problem) = too_long(file)
            && !excused
        {
            findings.push(Finding::in_file(&file.path, problem));
        }
    }
    findings.extend(exceptions.long_file.iter().filter_map(|long| unfounded(tree, long)));
    findings
}

fn too_long(file: &File) -> Option<String> {
    let lines: Vec<&str> = file.text.lines().collect();
    let in_all = lines.len();
    let before_tests = lines.windows(2).position(begins_tests).unwrap_or(in_all);
    if before_tests > MAX_BEFORE_TESTS {
        return Some(format!("{before_tests} lines before the tests; {MAX_BEFORE_TESTS} at most"));
    }
    (in_all > MAX_IN_ALL).then(|| format!("{in_all} lines; {MAX_IN_ALL} at most"))
}

/// A module of tests in this file, not one that is only declared here.
fn begins_tests(lines: &[&str]) -> bool {
    lines[0] == "#[cfg(test)]" && lines[1].starts_with("mod ") && lines[1].ends_with('{')
}

/// An exception without a reason, or one that is no longer needed.
fn unfounded(tree: &Tree, long: &LongFile) -> Option<Finding> {
    let problem = if long.reason.trim().is_empty() {
        "needs a reason"
    } else if tree.files().any(|file| file.path == long.path && too_long(file).is_some()) {
        return None;
    } else {
        "is not a long file; delete the exception"
    };
    Some(Finding::in_file(EXCEPTIONS, format!("`{}` {problem}", long.path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(files: &[(&str, &str)]) -> Vec<String> {
        check(&Tree::of(files)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn both_limits_hold() {
        let code = "x\n".repeat(500);
        let tests = format!("{code}#[cfg(test)]\nmod tests {{\n{}", "y\n".repeat(298));
        assert!(problems(&[("a.rs", &code), ("b.rs", &tests)]).is_empty());
        let long_code = format!("x\n{tests}");
        let long_tests = format!("{tests}y\n");
        let declared = format!("#[cfg(test)]\nmod tests;\n{code}");
        let found = problems(&[("a.rs", &long_code), ("b.rs", &long_tests), ("c.rs", &declared)]);
        assert_eq!(found[0], "a.rs: 501 lines before the tests; 500 at most");
        assert_eq!(found[1], "b.rs: 801 lines; 800 at most");
        assert_eq!(found[2], "c.rs: 502 lines before the tests; 500 at most");
    }

    #[test]
    fn an_exception_needs_a_reason_and_a_long_file() {
        let long = "x\n".repeat(501);
        let exception = |reason| format!("[[long_file]]\npath = 'a.rs'\nreason = '{reason}'\n");
        let good = exception("one table");
        assert!(problems(&[("a.rs", &long), ("tidy.toml", &good)]).is_empty());
        let found = problems(&[("a.rs", &long), ("tidy.toml", &exception(""))]);
        assert_eq!(found, ["tidy.toml: `a.rs` needs a reason"]);
        let found = problems(&[("a.rs", "x\n"), ("tidy.toml", &good)]);
        assert_eq!(found, ["tidy.toml: `a.rs` is not a long file; delete the exception"]);
        assert!(problems(&[("tidy.toml", "[[short_file]]\n")])[0].contains("short_file"));
    }
}
