//! The help texts, the completions, the manual page and the version.

use crate::workdir::Workdir;

#[test]
fn help() {
    let dir = Workdir::new();
    for command in [
        "",
        "count",
        "find",
        "info",
        "motifs",
        "convert",
        "patterns",
        "index",
        "methods",
        "serve",
        "completions",
        "train",
        "eval",
        "data",
        "data export",
        "data generate",
        "data import",
        "data label",
        "data patterns",
        "data show",
        "data split",
        "data stats",
    ] {
        let help = dir.run(&format!("{command} --help")).ok();
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
        let name = format!("help_{}", if command.is_empty() { "isocount" } else { command });
        let name = name.replace(' ', "_");
        insta::assert_snapshot!(name, help);
    }
}

#[test]
fn completions_and_manual() {
    let dir = Workdir::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = dir.run(&format!("completions {shell}")).ok();
        assert!(script.contains("isocount") && script.contains("ignore-node-labels"), "{shell}");
    }
    let page = dir.run("man").ok();
    for piece in [".TH isocount 1", ".SH NAME", ".SH ISOCOUNT COUNT", "semantics", "Exit codes"] {
        assert!(page.contains(piece), "{piece} is missing");
    }
}

#[test]
fn the_version_is_one_line() {
    let version = Workdir::new().run("--version").ok();
    assert_eq!(version, format!("isocount {}\n", env!("CARGO_PKG_VERSION")));
}
