//! How long the first match takes, and how many come in a second:
//!
//! ```text
//! time_find SECONDS GRAPH PATTERN...
//! ```
//!
//! Prints a line of CSV for each pattern: its name, the CPU time to the first match, the matches,
//! and the CPU time that they took. Reading files is not included. The graph is seen without
//! directions, and every mapping (monomorphism) is a match.

#![allow(clippy::print_stdout, reason = "a program that prints its measurements")]

use std::error::Error;
use std::path::Path;

use isocount::exact::Mappings;
use isocount::format::{LabelNames, ReadOptions, read_one};
use isocount::{Budget, Control, Directions, Pattern, Semantics, Unit, View};
use rustix::time::{ClockId, clock_gettime};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(seconds), Some(graph)) = (args.next(), args.next()) else {
        return Err("expected SECONDS GRAPH PATTERN...".into());
    };
    let seconds: f64 = seconds.parse()?;
    let (options, mut names) = (ReadOptions::new().with_duplicates_merged(), LabelNames::new());
    let mut read = |path: &str| read_one(Path::new(path), &options, &mut names, &Control::NONE);
    let view = View { directions: Directions::Ignore, ..View::default() };
    let graph = view.apply(&read(&graph)?.graph).into();
    for path in args {
        let file = read(&path)?;
        let pattern = view.apply_to_pattern(&Pattern::try_from(file.graph)?).into();
        let start = cpu_seconds();
        let semantics = Semantics::Monomorphism(Unit::Mappings);
        let mut matches = Mappings::new(&pattern, &graph, semantics, &Budget::UNLIMITED)?;
        let (mut images, mut found) = (Vec::new(), 0_u64);
        let mut first = f64::NAN;
        let mut spent = 0.0;
        while matches.next_into(&mut images) {
            found += 1;
            if found == 1 || found.is_multiple_of(1 << 16) {
                spent = cpu_seconds() - start;
                if found == 1 {
                    first = spent;
                }
                if spent > seconds {
                    break;
                }
            }
        }
        if matches.ending().is_some() {
            spent = cpu_seconds() - start;
        }
        println!("{},{first:.6},{found},{spent:.6}", file.name);
    }
    Ok(())
}

/// The CPU time of this thread so far.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
