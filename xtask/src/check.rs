//! Everything that continuous integration checks; stops at the first failure. `.ci/run` calls only
//! this.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::{minimum_rust, setup, surface, tidy};

/// One call of cargo.
struct Step {
    name: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

const FORMAT: Step =
    Step { name: "format", arguments: &["fmt", "--all", "--check"], environment: &[] };

const AFTER_TIDY: [Step; 5] = [
    Step {
        name: "clippy",
        arguments: &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
        environment: &[],
    },
    // Without a choice of targets, so that the examples in the documentation run too.
    Step { name: "tests", arguments: &["test", "--workspace"], environment: &[] },
    Step {
        name: "docs",
        arguments: &["doc", "--workspace", "--no-deps"],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
    },
    // Unoptimised: this only checks that they build, and the tests have built everything else they
    // need.
    Step {
        name: "benches",
        arguments: &["bench", "--workspace", "--no-run", "--profile", "dev"],
        environment: &[],
    },
    // Without compiling them again; offline, since everything has been downloaded by now.
    Step {
        name: "packages",
        arguments: &[
            "package",
            "--workspace",
            "--no-verify",
            "--allow-dirty",
            "--offline",
            "--quiet",
        ],
        environment: &[],
    },
];

pub(crate) fn run(root: &Path) -> Result<(), String> {
    timed(FORMAT.name, || cargo(root, &FORMAT))?;
    timed("tidy", || tidy::run(root))?;
    timed("setup", setup::run)?;
    timed("minimum Rust", || minimum_rust::run(root))?;
    AFTER_TIDY.iter().try_for_each(|step| timed(step.name, || cargo(root, step)))?;
    timed("surface", || surface::check(root))
}

fn timed(name: &str, step: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    let start = Instant::now();
    let outcome = step();
    let word = if outcome.is_ok() { "passed" } else { "failed" };
    eprintln!("{name}: {word} after {:.1} s", start.elapsed().as_secs_f64());
    outcome
}

fn cargo(root: &Path, step: &Step) -> Result<(), String> {
    let command = format!("cargo {}", step.arguments.join(" "));
    let status = Command::new("cargo")
        .args(step.arguments)
        .envs(step.environment.iter().copied())
        .current_dir(root)
        .status()
        .map_err(|problem| format!("cannot run `{command}`: {problem}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{command}` failed")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_step_is_a_failure() {
        let unknown =
            Step { name: "unknown", arguments: &["no-such-command-exists"], environment: &[] };
        let problem = timed(unknown.name, || cargo(Path::new("."), &unknown)).unwrap_err();
        assert_eq!(problem, "`cargo no-such-command-exists` failed");
    }
}
