//! Every package that others can depend on says what it is, and can be published as it stands.

use super::finding::Finding;
use super::packages::{Package, Packages};
use super::tree::Tree;

/// What a registry shows or archives beside the sources.
const FILES: [&str; 3] = ["README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// The slugs of crates.io that fit here; it refuses unknown ones.
const CATEGORIES: [&str; 14] = [
    "algorithms",
    "command-line-utilities",
    "concurrency",
    "config",
    "data-structures",
    "encoding",
    "filesystem",
    "hardware-support",
    "mathematics",
    "parser-implementations",
    "rendering",
    "science",
    "text-processing",
    "visualization",
];

/// The limits of crates.io.
const MAX_KEYWORDS: usize = 5;
const MAX_KEYWORD_CHARS: usize = 20;
const MAX_CATEGORIES: usize = 5;

pub(super) fn check(tree: &Tree, packages: &Packages) -> Vec<Finding> {
    let public = packages.list.iter().filter(|package| package.is_public());
    public.flat_map(|package| in_package(tree, package)).collect()
}

fn in_package(tree: &Tree, package: &Package) -> Vec<Finding> {
    let mut problems = Vec::new();
    let is_blank =
        |text: &Option<String>| text.as_deref().is_none_or(|text| text.trim().is_empty());
    for (field, text) in [
        ("description", &package.description),
        ("license", &package.license),
        ("readme", &package.readme),
    ] {
        if is_blank(text) {
            problems.push(format!("has no `{field}`"));
        }
    }
    if !(1..=MAX_KEYWORDS).contains(&package.keywords.len()) {
        problems.push(format!("needs 1 to {MAX_KEYWORDS} keywords"));
    }
    let odd = package.keywords.iter().filter(|keyword| !is_keyword(keyword));
    problems.extend(odd.map(|keyword| format!("crates.io refuses the keyword `{keyword}`")));
    if !(1..=MAX_CATEGORIES).contains(&package.categories.len()) {
        problems.push(format!("needs 1 to {MAX_CATEGORIES} categories"));
    }
    let odd = package.categories.iter().filter(|slug| !CATEGORIES.contains(&slug.as_str()));
    problems.extend(odd.map(|slug| format!("`{slug}` is not a known category of crates.io")));
    let unversioned = package.dependencies.iter().filter(|it| !it.is_for_tests() && it.req == "*");
    problems.extend(unversioned.map(|it| format!("depends on `{}` without a version", it.name)));
    let path = |file: &str| format!("{}/{file}", package.folder());
    let missing = FILES.iter().filter(|file| tree.text(&path(file)).is_none());
    problems.extend(missing.map(|file| format!("has no {file}")));
    let manifest = path("Cargo.toml");
    problems.into_iter().map(|problem| Finding::in_file(&manifest, problem)).collect()
}

fn is_keyword(word: &str) -> bool {
    word.len() <= MAX_KEYWORD_CHARS
        && word.starts_with(|c: char| c.is_ascii_alphanumeric())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "_-+".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#""description": "Counts.", "license": "MIT", "readme": "README.md",
        "keywords": ["graph"], "categories": ["science"]"#;

    /// What is wrong with one package that has these fields and all files.
    fn problems(fields: &str, dependency: &str) -> Vec<String> {
        let text = format!(
            r#"{{"packages": [{{"name": "isocount-new", {fields},
                "dependencies": [{{"name": "serde", {dependency}}}]}}]}}"#
        );
        let packages: Packages = serde_json::from_str(&text).unwrap();
        let files = FILES.map(|file| format!("crates/new/{file}"));
        let tree = Tree::of(&files.each_ref().map(|path| (path.as_str(), "text")));
        check(&tree, &packages).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_package_without_metadata_is_found() {
        assert_eq!(problems(GOOD, r#""req": "^1.0""#), [""; 0]);
        let found = problems(r#""description": " ""#, r#""req": "^1.0""#);
        assert_eq!(found.len(), 5, "{found:?}");
        assert_eq!(found[0], "crates/new/Cargo.toml: has no `description`");
        assert_eq!(problems(r#""publish": []"#, r#""req": "*""#), [""; 0]);
    }

    #[test]
    fn what_crates_io_refuses_is_found() {
        for (good, bad) in [
            (r#"["graph"]"#, r#"["a", "b", "c", "d", "e", "f"]"#),
            (r#"["graph"]"#, r#"["graph theory"]"#),
            (r#"["graph"]"#, r#"["subgraph-isomorphism-counting"]"#),
            (r#"["science"]"#, r#"["graphs"]"#),
        ] {
            assert_eq!(problems(&GOOD.replace(good, bad), r#""req": "^1""#).len(), 1, "{bad}");
        }
    }

    #[test]
    fn a_dependency_without_a_version_is_found() {
        let found = problems(GOOD, r#""req": "*""#);
        assert_eq!(found, ["crates/new/Cargo.toml: depends on `serde` without a version"]);
        assert_eq!(problems(GOOD, r#""kind": "dev", "req": "*""#), [""; 0]);
    }

    #[test]
    fn missing_files_are_found() {
        let text =
            format!(r#"{{"packages": [{{"name": "isocount", {GOOD}, "dependencies": []}}]}}"#);
        let packages = serde_json::from_str(&text).unwrap();
        let tree = Tree::of(&[("crates/isocount/README.md", "text")]);
        assert_eq!(check(&tree, &packages).len(), 2);
    }
}
