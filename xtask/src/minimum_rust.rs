//! The oldest Rust version that the workspace supports: `rust-version` in `Cargo.toml`.
//!
//! Where rustup has that toolchain, the whole workspace is checked with it. Otherwise this step
//! prints a note, and clippy's lint `incompatible_msrv` (part of the step `clippy`) still finds
//! functions of the standard library that are too new.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let version = version(root)?;
    let toolchain = format!("+{version}");
    let has_it = Command::new("cargo")
        .args([&toolchain, "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !has_it {
        eprintln!("minimum Rust: {version} is not installed here, so only clippy checks it");
        return Ok(());
    }
    let status = Command::new("cargo")
        .args([&toolchain, "check", "--workspace", "--target-dir", "target/minimum-rust"])
        .current_dir(root)
        .status()
        .map_err(|problem| format!("cannot run cargo: {problem}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("Rust {version} does not build the workspace"))
    }
}

/// The `rust-version` of the workspace.
fn version(root: &Path) -> Result<String, String> {
    let text = fs::read_to_string(root.join("Cargo.toml"))
        .map_err(|problem| format!("cannot read Cargo.toml: {problem}"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("rust-version = \""));
    let version = line.and_then(|rest| rest.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| "Cargo.toml has no rust-version".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_found() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let version = version(root).unwrap();
        assert!(version.starts_with("1.") && version.len() >= 4, "{version}");
    }
}
