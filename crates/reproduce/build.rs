//! Records the commit and compiler of the build, if they are known.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    let commit = commit().unwrap_or_else(|| "not known".to_owned());
    println!("cargo:rustc-env=ISOCOUNT_COMMIT={commit}");
    let compiler = env::var("RUSTC").ok().and_then(|rustc| said(&rustc, &["--version"]));
    let compiler = compiler.unwrap_or_else(|| "not known".to_owned());
    println!("cargo:rustc-env=ISOCOUNT_COMPILER={compiler}");
    println!("cargo:rerun-if-changed=build.rs");
}

/// The commit of the sources, with a note if they differ from it. A source archive has no commit,
/// and may be inside the repository of another project.
fn commit() -> Option<String> {
    let crates = Path::new("..");
    if !crates.join("../.git").exists() {
        return None;
    }
    let commit = said("git", &["rev-parse", "--short=12", "HEAD"])?;
    for name in
        ["HEAD", "packed-refs", &said("git", &["symbolic-ref", "-q", "HEAD"]).unwrap_or_default()]
    {
        let path = said("git", &["rev-parse", "--git-path", name]);
        // A missing file would count as changed in every build.
        if let Some(path) = path.filter(|path| Path::new(path).is_file()) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    // Only files that can change a number; most of them require a rebuild of this crate anyway.
    let sources = sources(crates);
    for source in &sources {
        println!("cargo:rerun-if-changed={}", source.display());
    }
    let sources = sources.iter().filter_map(|source| source.to_str());
    let status: Vec<&str> = ["status", "--porcelain", "--"].into_iter().chain(sources).collect();
    let is_changed = said("git", &status).is_none_or(|changes| !changes.is_empty());
    Some(commit + if is_changed { ", changed since" } else { "" })
}

/// The sources of every crate of the workspace.
fn sources(crates: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(crates).into_iter().flatten().flatten();
    let mut sources: Vec<PathBuf> = entries.map(|entry| entry.path().join("src")).collect();
    sources.retain(|source| source.is_dir());
    sources.sort();
    sources
}

/// The output of a program, if it exists and succeeds.
fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
