//! Chores of the workspace: `cargo xtask tidy`, `cargo xtask check` and `cargo xtask quote`.

mod check;
mod quote;
mod tidy;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask <command>

commands:
  tidy    the rules that no compiler checks: file length, crate ranks, marks, documents
  check   all that continuous integration checks, the cheapest first
  quote   tables that documents quote from files, written anew
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["tidy"] => exit(tidy::run(root)),
        ["check"] => exit(check::run(root)),
        ["quote"] => exit(quote::run(root)),
        _ => {
            eprint!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn exit(outcome: Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}
