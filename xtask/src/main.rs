//! Chores of the workspace: `cargo xtask tidy`, `check`, `setup`, `quote` and `surface`.

mod check;
mod minimum_rust;
mod quote;
mod setup;
mod surface;
mod tidy;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask <command>

commands:
  tidy    the rules that no compiler checks: file length, crate ranks, marks, documents
  check   all that continuous integration checks, the cheapest first
  setup   what the tests need from the system and cannot install themselves: Chromium
  quote   tables that documents quote from files, written anew
  surface the list of the facade's public items (crates/isocount/surface.txt), written anew
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["tidy"] => exit(tidy::run(root)),
        ["check"] => exit(check::run(root)),
        ["setup"] => exit(setup::run()),
        ["quote"] => exit(quote::run(root)),
        ["surface"] => exit(surface::accept(root)),
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
