//! The map shows every crate, and none that is not there.

use super::finding::Finding;
use super::tree::Tree;

const MAP: &str = "ARCHITECTURE.md";
const MAX_LINES: usize = 300;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let Some(map) = tree.text(MAP) else {
        return vec![Finding::in_file(MAP, "is missing")];
    };
    let crates: Vec<&str> = tree.files().filter_map(|file| crate_folder(&file.path)).collect();
    let shown: Vec<&str> = mentioned(map).collect();
    let absent = crates.iter().filter(|folder| !shown.contains(folder));
    let gone = shown.iter().filter(|folder| !crates.contains(folder));
    let mut problems: Vec<String> = absent.map(|c| format!("does not show `crates/{c}`")).collect();
    problems.extend(gone.map(|c| format!("shows `crates/{c}`, which does not exist")));
    if !map.contains("`xtask") {
        problems.push("does not show `xtask`".to_owned());
    }
    let num_lines = map.lines().count();
    if num_lines >= MAX_LINES {
        problems.push(format!("has {num_lines} lines; a map has fewer than {MAX_LINES}"));
    }
    problems.into_iter().map(|problem| Finding::in_file(MAP, problem)).collect()
}

fn crate_folder(path: &str) -> Option<&str> {
    path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml").filter(|name| !name.contains('/'))
}

/// The `x` of each `crates/x`.
fn mentioned(map: &str) -> impl Iterator<Item = &str> {
    let end = |rest: &str| {
        rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').unwrap_or(rest.len())
    };
    let names = map.match_indices("crates/").map(move |(at, word)| {
        let rest = &map[at + word.len()..];
        &rest[..end(rest)]
    });
    names.filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(map: &str) -> Vec<String> {
        let crates = [("crates/core/Cargo.toml", ""), ("crates/cli/Cargo.toml", "")];
        let tree = Tree::of(&[crates[0], crates[1], (MAP, map)]);
        check(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_whole_map_is_left_alone() {
        assert!(problems("`crates/core`, `crates/cli/src/main.rs` and `xtask`").is_empty());
    }

    #[test]
    fn missing_and_invented_crates_are_found() {
        assert_eq!(
            problems("`crates/core`, `crates/clip` and `xtask/`"),
            [
                "ARCHITECTURE.md: does not show `crates/cli`",
                "ARCHITECTURE.md: shows `crates/clip`, which does not exist",
            ]
        );
        assert_eq!(problems("crates/core crates/cli"), ["ARCHITECTURE.md: does not show `xtask`"]);
    }

    #[test]
    fn a_missing_or_long_map_is_found() {
        assert_eq!(check(&Tree::of(&[])).len(), 1);
        let long = format!("crates/core crates/cli `xtask`{}", "\n-".repeat(300));
        assert_eq!(problems(&long).len(), 1);
    }
}
