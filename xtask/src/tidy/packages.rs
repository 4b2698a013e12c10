//! The packages of the workspace, as cargo describes them.

use std::path::Path;
use std::process::Command;

use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Packages {
    #[serde(rename = "packages")]
    pub(super) list: Vec<Package>,
}

#[derive(Deserialize)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) dependencies: Vec<Dependency>,
    pub(super) description: Option<String>,
    pub(super) license: Option<String>,
    pub(super) readme: Option<String>,
    #[serde(default)]
    pub(super) keywords: Vec<String>,
    #[serde(default)]
    pub(super) categories: Vec<String>,
    /// The registries it may go to: nothing for all of them, an empty list for none.
    publish: Option<Vec<String>>,
}

#[derive(Deserialize)]
pub(super) struct Dependency {
    pub(super) name: String,
    /// Nothing for an ordinary dependency, else `dev` or `build`.
    pub(super) kind: Option<String>,
    /// The versions that will do; `*` if none is given.
    #[serde(default)]
    pub(super) req: String,
}

impl Packages {
    pub(super) fn load(root: &Path) -> Result<Self, String> {
        let output = Command::new("cargo")
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .current_dir(root)
            .output()
            .map_err(|problem| format!("cannot run cargo metadata: {problem}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        serde_json::from_slice(&output.stdout).map_err(|problem| problem.to_string())
    }
}

impl Package {
    /// Whether others can depend on it.
    pub(super) fn is_public(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty())
    }

    /// Its folder, from the root of the workspace.
    pub(super) fn folder(&self) -> String {
        match self.name.strip_prefix("isocount-") {
            // An interface of its own, with the sources of a package of another language.
            Some("python") => "python".to_owned(),
            Some("benchmarks") => "benchmarks/programs".to_owned(),
            Some(short) => format!("crates/{short}"),
            None if self.name == "xtask" => self.name.clone(),
            None => format!("crates/{}", self.name),
        }
    }
}

impl Dependency {
    pub(super) fn is_for_tests(&self) -> bool {
        self.kind.as_deref() == Some("dev")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_workspace_can_be_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let packages = Packages::load(root).unwrap().list;
        let named = |name: &str| packages.iter().find(|package| package.name == name).unwrap();
        assert!(named("isocount-core").is_public() && !named("xtask").is_public());
        for package in &packages {
            assert!(root.join(package.folder()).join("Cargo.toml").is_file(), "{}", package.name);
        }
    }
}
