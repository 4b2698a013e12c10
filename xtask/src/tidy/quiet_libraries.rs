//! Libraries leave the process to the program: they neither print nor end it.

use super::finding::Finding;
use super::tree::{File, Tree};

/// The program, and what only tests use.
const EXEMPT: [&str; 2] = ["crates/cli/", "crates/testkit/"];

const FORBIDDEN: [(&str, &str); 8] = [
    ("process::exit", "only the program ends the process; return an error"),
    ("process::abort", "only the program ends the process; return an error"),
    ("println!(", "only the program prints; hand the text to the caller"),
    ("print!(", "only the program prints; hand the text to the caller"),
    ("eprintln!(", "only the program prints; hand the text to the caller"),
    ("eprint!(", "only the program prints; hand the text to the caller"),
    ("io::stdout()", "only the program prints; write to what the caller gives"),
    ("io::stderr()", "only the program prints; write to what the caller gives"),
];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let libraries = tree.sources().filter(|file| is_library(&file.path));
    libraries.flat_map(in_file).collect()
}

/// Whether this is a source of a library; tests, examples and build scripts are programs.
fn is_library(path: &str) -> bool {
    path.starts_with("crates/")
        && path.split('/').nth(2) == Some("src")
        && !EXEMPT.iter().any(|folder| path.starts_with(folder))
}

fn in_file(file: &File) -> Vec<Finding> {
    // Unit tests stand at the bottom of their file.
    let lines = file.text.lines().enumerate().take_while(|(_, line)| *line != "#[cfg(test)]");
    let code = lines.filter(|(_, line)| !line.trim_start().starts_with("//"));
    let problems = code.filter_map(|(ix, line)| {
        let &(_, problem) = FORBIDDEN.iter().find(|(call, _)| line.contains(call))?;
        Some(Finding::in_line(&file.path, ix, problem))
    });
    problems.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn num_found(path: &str, text: &str) -> usize {
        check(&Tree::of(&[(path, text)])).len()
    }

    #[test]
    fn a_library_that_prints_or_exits_is_found() {
        let library = "crates/data/src/label.rs";
        assert_eq!(num_found(library, "fn f() {\n    std::process::exit(1);\n}\n"), 1);
        assert_eq!(num_found(library, "    eprintln!(\"oh\");\n"), 1);
        assert_eq!(num_found(library, "let out = io::stdout().lock();\n"), 1);
        assert_eq!(num_found(library, "/// println!(\"in an example\");\n"), 0);
        assert_eq!(num_found(library, "#[cfg(test)]\nmod tests { println!(\"x\") }\n"), 0);
    }

    #[test]
    fn programs_may() {
        for path in ["crates/cli/src/main.rs", "crates/count/tests/a.rs", "crates/a/build.rs"] {
            assert_eq!(num_found(path, "println!(\"x\"); process::exit(0);\n"), 0, "{path}");
        }
    }
}
