//! The changelog tells of the work since the last release, or of the current one.

use serde::Deserialize;

use super::finding::Finding;
use super::tree::Tree;

const CHANGELOG: &str = "CHANGELOG.md";
const MANIFEST: &str = "Cargo.toml";

#[derive(Deserialize)]
struct Manifest {
    workspace: Workspace,
}

#[derive(Deserialize)]
struct Workspace {
    package: Package,
}

#[derive(Deserialize)]
struct Package {
    version: String,
}

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let manifest = toml::from_str::<Manifest>(tree.text(MANIFEST).unwrap_or_default());
    let version = match manifest {
        Ok(manifest) => manifest.workspace.package.version,
        Err(problem) => return vec![Finding::in_file(MANIFEST, problem.to_string())],
    };
    let text = tree.text(CHANGELOG).unwrap_or_default();
    if has_entry(text, "Unreleased") || has_entry(text, &version) {
        return Vec::new();
    }
    let problem = format!("has no entry under [Unreleased] or [{version}]");
    vec![Finding::in_file(CHANGELOG, problem)]
}

/// Whether the section of this release has a bullet.
fn has_entry(text: &str, release: &str) -> bool {
    let heading = format!("## [{release}]");
    let section = text.lines().skip_while(|line| !line.starts_with(&heading)).skip(1);
    section.take_while(|line| !line.starts_with("## ")).any(|line| line.starts_with("- "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn num_found(changelog: &str) -> usize {
        let manifest = "[workspace.package]\nversion = \"1.2.0\"\n";
        check(&Tree::of(&[("Cargo.toml", manifest), ("CHANGELOG.md", changelog)])).len()
    }

    #[test]
    fn an_empty_or_old_changelog_is_found() {
        assert_eq!(num_found(""), 1);
        assert_eq!(num_found("## [Unreleased]\n\n## [1.1.0]\n- Old.\n"), 1);
        assert_eq!(num_found("## [Unreleased]\n### Added\n- New.\n"), 0);
        assert_eq!(num_found("## [Unreleased]\n\n## [1.2.0] - 2026-01-01\n- Released.\n"), 0);
    }

    #[test]
    fn a_missing_version_is_found() {
        assert_eq!(check(&Tree::of(&[("Cargo.toml", "[package]\n")])).len(), 1);
    }
}
